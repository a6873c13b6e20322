/** The doctor as a command: wires it to this process. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { endByCancel } from '../action-error.ts';
import { createTransport } from '../api/transport.ts';
import type { CommandIo, CommandRequest } from '../command-request.ts';
import { readContext } from '../context.ts';
import { effects } from '../effects.ts';
import { InvalidInputsError, readInputs } from '../inputs.ts';
import { toUserAgent } from '../version.ts';
import { runDoctor } from './doctor.ts';

/** Runs the doctor for these arguments and the environment. Returns the exit code. Throws an InvalidInputsError. */
export async function runDoctorCommand(
  { values, isJson: json }: CommandRequest,
  { env, print, log }: CommandIo,
): Promise<number> {
  const { baseUrl, apiKey } = readConnection(values);
  const transcript = values['transcript'] ?? null;
  const { proxy } = readContext({ env, cwd: process.cwd(), readEvent: () => '' });
  const cancelled = watchForCancel();
  const transport = createTransport({
    origin: baseUrl.origin,
    apiKey,
    userAgent: toUserAgent(null),
    dryRun: false,
    proxy,
  });
  try {
    const { exitCode } = await runDoctor({
      ...{ baseUrl, apiKey, transport, json, random: randomBytes, signal: cancelled },
      clock: effects.clock,
      print,
      log: log.info,
      writeTranscript: transcript === null ? null : (text) => writeFileSync(transcript, text),
    });
    return cancelled.aborted ? 130 : exitCode;
  } finally {
    transport.close();
  }
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

/** The address and the key. */
function readConnection(values: CommandRequest['values']) {
  const given: CommandRequest['values'] = { ...values, command: 'list' };
  const inputs = readInputs({ read: (input) => given[input] ?? '', fromFork: false });
  if (inputs instanceof InvalidInputsError) throw inputs;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) throw new Error('A list needs an address and a key.');
  return { baseUrl, apiKey };
}
