import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../cli/command-line.ts';
import type { CommandProcess, OutputStream } from '../../cli/output/command-io.ts';
import { effects } from '../../src/run/effects.ts';
import { key, type Stage, toShort } from '../action/stage.ts';
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

/** The output of a command, and its exit code. */
export interface CalledCommand {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process, with everything that it uses of a process passed in. This saves
 * starting a process, and works with coverage and a debugger.
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
    openUrl: async () => assert.fail('a browser was opened'),
    watchForEnd: () => ({ cancelled: call.cancelled ?? never, ended: call.cancelled ?? never }),
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

/** The differences to the usual call of a command on a stage. */
export interface StageCallOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the workspace. */
  readonly cwd?: string;
  readonly stdin?: string;
  /** Columns of the terminal; not a terminal by default. */
  readonly columns?: number;
  /** Replaces parts of the process. */
  readonly parts?: Partial<CommandProcess>;
}

/** The output of a command, and the requests that it made, such as `read, deploy 422`. */
export interface StageCall extends CalledCommand {
  readonly asked: string;
}

/**
 * Runs a command in this process, on a stage whose address and key are in its environment. Asserts
 * that its output contains no workflow command and not the key.
 */
export async function callOnStage(
  stage: Stage,
  args: readonly string[],
  { env = {}, cwd = '.', parts = {}, ...options }: StageCallOptions = {},
): Promise<StageCall> {
  const before = stage.sandbox.requests.length;
  const called = await callCommand({
    args,
    cwd: join(stage.workspace, cwd),
    env: {
      PATH: process.env['PATH'] ?? '',
      MINIAPPS_API_KEY: key,
      MINIAPPS_BASE_URL: stage.sandbox.url,
      ...env,
    },
    ...options,
    parts: { effects: { ...effects, clock: { ...effects.clock, ...stage.effects } }, ...parts },
  });
  const printed = `${called.stdout}${called.stderr}`;
  assert.ok(!printed.includes(key), 'the key is never printed');
  assert.doesNotMatch(printed, /^\s*::|##\[|\bundefined\b|\[object /m);
  return { ...called, asked: stage.sandbox.requests.slice(before).map(toShort).join(', ') };
}
