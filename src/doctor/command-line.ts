/** The doctor as a command: wires it to this process. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { endByCancel } from '../action-error.ts';
import { createTransport } from '../api/transport.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { readContext } from '../context.ts';
import { effects } from '../effects.ts';
import { describeErrno } from '../folder/folder-error.ts';
import { InvalidInputsError, readInputs } from '../inputs.ts';
import { toUserAgent } from '../version.ts';
import { runDoctor } from './doctor.ts';

/** Runs the doctor for these arguments and the environment. Returns the exit code. Throws an InvalidInputsError or a UsageError. */
export async function runDoctorCommand(
  { name, values, isJson, isVerbose }: CommandRequest,
  { env, print, log }: CommandIo,
): Promise<number> {
  const { baseUrl, apiKey, folder, include, exclude } = readValues(values);
  // Before anything is sent: what is asked for must not be missing at the end.
  const transcript = openTranscript(values['transcript'] ?? '', { name, log });
  const { proxy } = readContext({ env, cwd: process.cwd(), readEvent: () => '' });
  const cancelled = watchForCancel();
  const { origin } = baseUrl;
  const transport = createTransport({ origin, apiKey, userAgent: toUserAgent(null), dryRun: false, proxy });
  try {
    const { exitCode } = await runDoctor({
      ...{ ...effects, baseUrl, apiKey, transport, isJson, isVerbose, randomBytes, print, signal: cancelled },
      folder: folder === '' ? null : { ...toPlace(folder), include, exclude },
      log,
      writeTranscript: transcript?.write ?? null,
    });
    return cancelled.aborted ? 130 : exitCode;
  } finally {
    transport.close();
    transcript?.close();
  }
}

/** What of the values the action has as inputs too. */
function readValues(values: CommandRequest['values']) {
  const given: CommandRequest['values'] = { ...values, command: 'list' };
  const inputs = readInputs({ read: (input) => given[input] ?? '', fromFork: false });
  if (inputs instanceof InvalidInputsError) throw inputs;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) throw new Error('A list needs an address and a key.');
  return { ...inputs, baseUrl, apiKey };
}

function toPlace(folder: string) {
  const path = resolve(folder);
  return { workspace: dirname(path), folder: basename(path) };
}

/** Opens the file for the transcript; null where none is asked for. That it is full must not keep the app from being deleted. */
function openTranscript(path: string, { name, log }: Pick<CommandRequest, 'name'> & Pick<CommandIo, 'log'>) {
  if (path === '') return null;
  const describe = (error: unknown): string => `The file of --transcript cannot be written: ${describeErrno(error)}.`;
  let file: number | null;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new UsageError(describe(error), name);
  }
  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  const write = (line: string): void => {
    if (file === null) return;
    try {
      writeSync(file, line);
    } catch (error) {
      close();
      log.lines(describe(error));
    }
  };
  return { write, close };
}

/** One Ctrl+C in a terminal arrives twice below npm and npx, which pass on what the doctor got already. */
const echoMs = 1_000;

/** Aborted when the process is told to end. It goes on, to delete the app, unless it is told again a second later. */
function watchForCancel(): AbortSignal {
  const cancel = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (): void => {
    if (cancel.signal.aborted) return;
    cancel.abort(endByCancel());
    setTimeout(() => {
      for (const name of signals) process.off(name, end);
    }, echoMs).unref();
  };
  for (const name of signals) process.on(name, end);
  return cancel.signal;
}
