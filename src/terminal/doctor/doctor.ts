/** The doctor: a rehearsal of the action with a service that it was never used with, and its report. */
import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
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
import { type OnlineInputs, type Rehearsal, type RehearsalOptions, rehearse } from './rehearsal.ts';
import { canDeploy, printRehearsal, type ReportOptions, toEnd } from './report.ts';

/** Runs the doctor for these options and the environment. Returns the exit code. Throws an InvalidInputsError or a UsageError. */
export async function runDoctorCommand({ values, isJson, isVerbose }: CommandRequest, io: CommandIo): Promise<number> {
  const { env, print, log } = io;
  const { workspace, folder } = findOneFolder(values['folder'] ?? '');
  const inputs = readOnlineInputs({ ...values, folder });
  // Opened before anything is sent: a file that cannot be written must not be found out at the end.
  const writeTranscript = openTranscript(values['transcript'] ?? '', log);
  const { proxy } = readContext(env, process.cwd());
  // A cancel leaves it the time to delete the app.
  const signal = watchForCancel(null);
  const { apiKey, baseUrl } = inputs;
  const { origin } = baseUrl;
  const transport = createTransport({ origin, apiKey, userAgent: toUserAgent(null), dryRun: false, proxy });
  const slug = `doctor-${randomBytes(6).toString('hex')}`;
  const options = { ...effects, inputs, workspace, transport, slug, isVerbose, log, signal, writeTranscript };
  const { rehearsal, how, exitCode } = await runDoctor(options).finally(() => transport.close());
  if (isJson) printEnvelope(toEnd(rehearsal, how), io);
  else print(printRehearsal(rehearsal, how));
  return signal.aborted ? 130 : exitCode;
}

/** What the doctor works with. Every effect is passed in. */
export interface DoctorOptions extends Omit<RehearsalOptions, 'note'> {
  /** True for a report that names every point, and the places in the code. */
  readonly isVerbose: boolean;
  /** Takes a line of the transcript as soon as the exchange is over. */
  readonly writeTranscript: (line: string) => void;
}

/** A rehearsal, how its report is made, and the exit code of the command. */
interface Diagnosis {
  readonly rehearsal: Rehearsal;
  readonly how: ReportOptions;
  readonly exitCode: 0 | 1;
}

/** Rehearses, and deletes the app. */
export async function runDoctor(options: DoctorOptions): Promise<Diagnosis> {
  const { inputs, slug, signal, isVerbose, log, writeTranscript } = options;
  const { apiKey, baseUrl, folder } = inputs;
  const redact = createRedact([apiKey]);
  const what = folder === '' ? 'a small app' : 'your folder';
  log.info(`Rehearsing with ${baseUrl.origin}${baseUrl.path}: ${what}, as ${slug}`);
  const note: RehearsalOptions['note'] = (exchange, step) =>
    writeTranscript(toTranscriptLine(exchange, { step, slug, redact }));
  const rehearsal = await rehearse({ ...options, note });
  const how = { isVerbose, isInterrupted: signal.aborted, redact };
  return { rehearsal, how, exitCode: canDeploy(rehearsal) ? 0 : 1 };
}

/** Reads the options that are inputs of the action too. */
function readOnlineInputs(values: CommandRequest['values']): OnlineInputs {
  const given: CommandRequest['values'] = { ...values, command: 'list' };
  const { inputs, error } = readInputs({ read: (input) => given[input] ?? '', fromFork: false });
  if (error !== null) throw error;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) throw new Error('A list needs an address and a key.');
  return { ...inputs, baseUrl, apiKey };
}

/**
 * Opens the file for the transcript, which the end of the process closes, and returns what writes a line to it; without a path that
 * does nothing. A line that cannot be written is said once, since the rehearsal must go on to delete its app.
 */
function openTranscript(path: string, log: CommandIo['log']): (line: string) => void {
  const describe = (error: unknown): string => `The file of --transcript cannot be written: ${describeErrno(error)}.`;
  let file: number | null = null;
  try {
    if (path !== '') file = openSync(path, 'w');
  } catch (error) {
    throw new UsageError(describe(error));
  }
  return (line) => {
    try {
      if (file !== null) writeSync(file, line);
    } catch (error) {
      file = null;
      log.lines(describe(error));
    }
  };
}
