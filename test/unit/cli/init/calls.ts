/**
 * Calls the command as stdin says, one call after the other in this process, since to start one for
 * each takes most of the time. Prints what came of each as JSON.
 */
import { json } from 'node:stream/consumers';
import { runCommandLine } from '../../../../cli/command-line.ts';
import { setFrontend } from '../../../../src/text/frontend.ts';

/** A call of the command. */
export interface Call {
  readonly args: readonly string[];
  /** The working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What came of a call. */
export interface Called {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

if (import.meta.main) {
  setFrontend('terminal');
  const calls = (await json(process.stdin)) as readonly Call[];
  const print = process.stdout.write.bind(process.stdout);
  const called: Called[] = [];
  for (const call of calls) called.push(await run(call));
  process.exitCode = 0;
  print(JSON.stringify(called));
}

async function run({ args, cwd, env }: Call): Promise<Called> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].removeAllListeners('error');
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += String(chunk);
      return true;
    };
  }
  process.chdir(cwd);
  process.argv.splice(2, process.argv.length, ...args);
  Object.assign(process.env, env);
  await runCommandLine();
  for (const name of Object.keys(env)) delete process.env[name];
  return { exitCode: Number(process.exitCode), ...printed };
}
