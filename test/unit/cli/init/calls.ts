/**
 * Makes the calls of the command that stdin lists, one after the other in this process, since to
 * start one for each takes most of the time. Prints the results as JSON.
 */
import { json } from 'node:stream/consumers';
import { type CalledCommand, callCommand } from '../../../support/call-command.ts';

/** A call of the command. */
export interface Call {
  readonly args: readonly string[];
  /** The working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export type Called = CalledCommand;

if (import.meta.main) {
  const calls = (await json(process.stdin)) as readonly Call[];
  const called: Called[] = [];
  for (const call of calls) {
    process.chdir(call.cwd);
    called.push(await callCommand(call));
  }
  process.stdout.write(JSON.stringify(called));
}
