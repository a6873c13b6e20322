import { Readable } from 'node:stream';
import { runCommandLine } from '../../cli/command-line.ts';
import type { CommandProcess, OutputStream } from '../../cli/command-process.ts';
import { effects } from '../../src/run/effects.ts';
import { onTerminal } from './frontend.ts';

/** A call of `miniapp-deploy` in this process. */
export interface CommandCall {
  readonly args: readonly string[];
  /** The working directory. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly platform?: NodeJS.Platform;
  /** Columns of the terminal that stdout and stderr are; not a terminal by default. */
  readonly columns?: number;
  /** Aborted to cancel the command, as Ctrl+C does. */
  readonly cancelled?: AbortSignal;
  /** Replaces parts of the process. */
  readonly parts?: Partial<CommandProcess>;
}

/** What a command printed, and its exit code. */
export interface CalledCommand {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command with everything that it uses of a process passed in, so that it costs no process
 * and can be followed by coverage and a debugger.
 */
export async function callCommand(call: CommandCall): Promise<CalledCommand> {
  const stdout = collect(call.columns);
  const stderr = collect(call.columns);
  const never = new AbortController().signal;
  const parts: CommandProcess = {
    args: call.args,
    env: call.env ?? {},
    platform: call.platform ?? 'linux',
    cwd: () => call.cwd,
    stdin: Readable.from([Buffer.from(call.stdin ?? '')]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    effects,
    watchForCancel: () => call.cancelled ?? never,
    watchForCrash: () => ({ crashed: never, stopped: never }),
    ...call.parts,
  };
  const exitCode = await onTerminal(() => runCommandLine(parts));
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

function collect(columns: number | undefined): {
  readonly stream: OutputStream;
  readonly text: () => string;
} {
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  const stream = columns === undefined ? { write } : { write, isTTY: true, columns };
  return { stream, text: () => printed };
}
