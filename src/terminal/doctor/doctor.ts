/** The doctor: a rehearsal of the action with a service that it was never used with, and its report. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { createTransport } from '../../api/transport.ts';
import { describeErrno } from '../../folder/folder-error.ts';
import { readInputs } from '../../model/inputs.ts';
import { readContext } from '../../run/context.ts';
import { effects, watchForCancel } from '../../run/effects.ts';
import { createRedact } from '../../text/secrets.ts';
import { toUserAgent } from '../../text/version.ts';
import { findOneFolder } from '../action-command.ts';
import { type CommandIo, type CommandRequest, UsageError } from '../command-request.ts';
import { printEnvelope } from '../envelope.ts';
import { toTranscriptLine } from './exchange.ts';
import { type OnlineInputs, type RehearsalOptions, rehearse } from './rehearsal.ts';
import { toEnd, toExitCode, toText } from './report.ts';

/** Runs the doctor for these options and the environment. Returns the exit code. Throws an InvalidInputsError or a UsageError. */
export async function runDoctorCommand({ values, isJson, isVerbose }: CommandRequest, io: CommandIo): Promise<number> {
  const { env, print, log } = io;
  const { workspace, folder } = findOneFolder(values['folder'] ?? '');
  const inputs = readOnlineInputs({ ...values, folder });
  // Before anything is sent: what is asked for must not be missing at the end.
  const transcript = openTranscript(values['transcript'] ?? '', log);
  const { proxy } = readContext(env, process.cwd());
  // It goes on, to delete the app.
  const cancelled = watchForCancel(null);
  const { apiKey, baseUrl } = inputs;
  const service = { origin: baseUrl.origin, apiKey, userAgent: toUserAgent(null), dryRun: false, proxy };
  const transport = createTransport(service);
  try {
    const { rehearsal, how, exitCode } = await runDoctor({
      ...{ ...effects, inputs, workspace, transport, isVerbose, log, signal: cancelled },
      slug: `doctor-${randomBytes(6).toString('hex')}`,
      writeTranscript: transcript.write,
    });
    if (isJson) printEnvelope(toEnd(rehearsal, how), io);
    else print(toText(rehearsal, how));
    return cancelled.aborted ? 130 : exitCode;
  } finally {
    transport.close();
    transcript.close();
  }
}

/** What the doctor works with. Every effect is passed in. */
export interface DoctorOptions extends Omit<RehearsalOptions, 'note'> {
  /** True for a report that names every point, and the places in the code. */
  readonly isVerbose: boolean;
  /** Takes a line of the transcript as soon as the exchange is over. */
  readonly writeTranscript: (line: string) => void;
}

/** Rehearses, and deletes the app. `how`: what the report is made with. The exit code is 0 where create, deploy, deploy again and delete work. */
export async function runDoctor(options: DoctorOptions) {
  const { inputs, slug, signal, isVerbose, log, writeTranscript } = options;
  const { apiKey, baseUrl, folder } = inputs;
  const redact = createRedact([apiKey]);
  const what = folder === '' ? 'a small app' : 'your folder';
  log.info(`Rehearsing with ${baseUrl.origin}${baseUrl.path}: ${what}, as ${slug}`);
  const note: RehearsalOptions['note'] = (exchange, step) =>
    writeTranscript(toTranscriptLine(exchange, { step, slug, redact }));
  const rehearsal = await rehearse({ ...options, note });
  return { rehearsal, how: { isVerbose, isInterrupted: signal.aborted, redact }, exitCode: toExitCode(rehearsal) };
}

/** What of the values the action has as inputs too. */
function readOnlineInputs(values: CommandRequest['values']): OnlineInputs {
  const given: CommandRequest['values'] = { ...values, command: 'list' };
  const { inputs, error } = readInputs({ read: (input) => given[input] ?? '', fromFork: false });
  if (error !== null) throw error;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) throw new Error('A list needs an address and a key.');
  return { ...inputs, baseUrl, apiKey };
}

/** Opens the file for the transcript, if one is asked for. That it is full must not keep the app from being deleted. */
function openTranscript(path: string, log: CommandIo['log']) {
  const describe = (error: unknown): string => `The file of --transcript cannot be written: ${describeErrno(error)}.`;
  let file: number | null = null;
  try {
    if (path !== '') file = openSync(path, 'w');
  } catch (error) {
    throw new UsageError(describe(error));
  }
  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  const write = (line: string): void => {
    try {
      if (file !== null) writeSync(file, line);
    } catch (error) {
      close();
      log.lines(describe(error));
    }
  };
  return { write, close };
}
