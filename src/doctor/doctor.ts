/** The doctor: a rehearsal of the action with a service that it was never used with, and its report. */
import { createRedact } from '../secrets.ts';
import { toVoice } from '../voice.ts';
import { type Rehearsal, type RehearsalOptions, rehearse } from './rehearsal.ts';
import { toExitCode, toJson, toText } from './report.ts';
import { toTranscriptLine } from './transcript.ts';

/** What the doctor works with. Every effect is passed in. */
export interface DoctorOptions extends Omit<RehearsalOptions, 'slug' | 'note'> {
  /** Gives that many random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** True for the report as one JSON object. */
  readonly isJson: boolean;
  /** True for a report that names every point, and the places in the code. */
  readonly isVerbose: boolean;
  /** Takes the report, at the end. */
  readonly print: (text: string) => void;
  /** Takes a line of the transcript as soon as the exchange is over; null where none is wanted. */
  readonly writeTranscript: ((line: string) => void) | null;
}

/** Rehearses, deletes the app, and prints the report. Its exit code: 0 where create, deploy, deploy again and delete work. */
export async function runDoctor(
  options: DoctorOptions,
): Promise<{ readonly exitCode: 0 | 1; readonly rehearsal: Rehearsal }> {
  const { apiKey, baseUrl, folder, randomBytes, signal, isJson, isVerbose, print, log, writeTranscript } = options;
  const hide = createRedact([apiKey]);
  const redact = (text: string): string => hide(toVoice(text, 'terminal'));
  const slug = `doctor-${Buffer.from(randomBytes(6)).toString('hex')}`;
  log.info(
    `Rehearsing with ${baseUrl.origin}${baseUrl.path}: ${folder === null ? 'a small app' : 'your folder'}, as ${slug}`,
  );
  const note: RehearsalOptions['note'] = (exchange) => writeTranscript?.(toTranscriptLine(exchange, { slug, redact }));
  const rehearsal = await rehearse({ ...options, slug, note });
  const report = { isVerbose, isInterrupted: signal.aborted, redact };
  print(isJson ? toJson(rehearsal, report) : toText(rehearsal, report));
  return { exitCode: toExitCode(rehearsal), rehearsal };
}
