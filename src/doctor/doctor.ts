/** The doctor: finds out which assumptions about the service hold, with an app of its own that it deletes again. */
import { ActionError } from '../action-error.ts';
import type { Clock } from '../api/sender.ts';
import type { Transport } from '../api/transport.ts';
import type { BaseUrl } from '../inputs.ts';
import { createRedact } from '../secrets.ts';
import { type Evidence, isAccepted } from './evidence.ts';
import { type Ask, createAsk, type Exchange, type Question, type Step } from './exchange.ts';
import { judge } from './judge.ts';
import { probeService } from './probe.ts';
import { type Report, toJson, toText } from './report.ts';
import { toTranscript } from './transcript.ts';

/** What the doctor works with. Every effect is passed in. */
export interface DoctorOptions {
  readonly baseUrl: BaseUrl;
  readonly apiKey: string;
  /** To be closed by the caller. */
  readonly transport: Transport;
  readonly clock: Clock;
  /** Gives that many random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  /** Aborted where a person ends the doctor: it deletes its app nevertheless, and then returns. */
  readonly signal: AbortSignal;
  /** True for the report as one JSON object. */
  readonly json: boolean;
  /** Takes the report, at the end. */
  readonly print: (text: string) => void;
  /** Told in a line, without line break, what is being done. */
  readonly log: (line: string) => void;
  /** Takes the transcript, at the end; null where none is wanted. */
  readonly writeTranscript: ((text: string) => void) | null;
}

/** How it went. */
export interface DoctorResult {
  /** 0 where nothing differs that a deploy needs, a deploy was made, and the app is deleted; else 1. */
  readonly exitCode: 0 | 1;
  readonly report: Report;
}

/**
 * Asks the service everything, deletes the app, and prints the report. Takes about a minute. Throws nothing that is expected: what
 * ends the probe early stands in the report.
 */
export async function runDoctor(options: DoctorOptions): Promise<DoctorResult> {
  const { baseUrl, clock, signal, apiKey } = options;
  const redact = createRedact([apiKey]);
  const log = (line: string): void => options.log(redact(line));
  const { evidence, record } = createEvidence(options);
  const ask = createAsk({ ...options, path: baseUrl.path, log, record });
  log(`Checking ${evidence.address} with the app ${evidence.slug}`);
  const sent = new Set<Step>();
  const probe = {
    evidence,
    ask: (question: Question) => {
      sent.add(question.step);
      log(`${question.step}: ${question.method} ${baseUrl.path}/api/miniapps${question.place}`);
      return ask(question, signal);
    },
    sleep: (milliseconds: number) => clock.sleep(milliseconds, signal),
  };
  const end = await probeService(probe).catch((error: unknown): Ended => ({ error }));
  if (signal.aborted) log(`Interrupted: deleting ${evidence.slug}`);
  const isLeft = mayExist(sent, evidence) && !(await deleteApp(evidence, { ask, clock }));
  const stopped = typeof end === 'object' && end !== null ? describeEnd(end, signal) : end;
  const findings = judge(evidence);
  const report = { ...findings, ...toFacts(evidence), stopped, alarms: listAlarms(evidence, isLeft) };
  options.print(options.json ? toJson(report, redact) : toText(report, redact));
  options.writeTranscript?.(redact(toTranscript(evidence.all, evidence.slug)));
  const isFine = findings.deploysWork === true && !isLeft && stopped === null;
  return { exitCode: isFine ? 0 : 1, report };
}

function createEvidence({ baseUrl, random }: DoctorOptions): {
  readonly evidence: Evidence;
  readonly record: (exchange: Exchange) => void;
} {
  const seen = new Map<Step, Exchange>();
  const all: Exchange[] = [];
  const slug = `doctor-${Buffer.from(random(6)).toString('hex')}`;
  const record = (exchange: Exchange): void => {
    all.push(exchange);
    // What was limited tells nothing about its step.
    if (exchange.status !== 429) seen.set(exchange.step, exchange);
  };
  return { evidence: { slug, address: `${baseUrl.origin}${baseUrl.path}`, seen, all }, record };
}

function toFacts({ slug, address, all }: Evidence): Pick<Report, 'slug' | 'address' | 'changes'> {
  return { slug, address, changes: all.filter(({ method, status }) => method !== 'GET' && status !== 429).length };
}

/** What ended the probe before its end. */
interface Ended {
  readonly error: unknown;
}

/** Says why the probe ended. A bug of ours is thrown on: the app is deleted by then. */
function describeEnd({ error }: Ended, signal: AbortSignal): string {
  if (signal.aborted) return 'it was interrupted.';
  if (error instanceof ActionError) return `${error.message}. ${error.next}`;
  throw error;
}

/** True where a create was sent and not refused: one that got no response, or a gateway's, may have made the app. */
function mayExist(sent: ReadonlySet<Step>, { seen }: Evidence): boolean {
  return (['create_bare', 'create'] as const).some((step) => {
    const status = seen.get(step)?.status ?? 0;
    return sent.has(step) && !(status >= 400 && status < 500 && status !== 408);
  });
}

/** Milliseconds before each attempt to delete the app. */
const deletePauses: readonly number[] = [0, 3_000, 10_000];

/**
 * Deletes the app, also after an interruption. Returns false where it may still be there. A 404 proves that it is gone, where
 * the create was lost only a second one: it may be made late.
 */
async function deleteApp(
  evidence: Evidence,
  { ask, clock }: { readonly ask: Ask; readonly clock: Clock },
): Promise<boolean> {
  const { signal } = new AbortController();
  const place = `/${evidence.slug}`;
  let wasGone = (['create_bare', 'create'] as const).some((step) => isAccepted(evidence.seen.get(step)));
  for (const pause of deletePauses) {
    try {
      await clock.sleep(pause, signal);
      const deleted = await ask({ step: 'delete', method: 'DELETE', place }, signal);
      const read = await ask({ step: 'read_deleted', method: 'GET', place }, signal);
      const isGone = read.status === 404 || read.status === 410;
      if (isGone && (wasGone || isAccepted(deleted))) return true;
      wasGone = isGone;
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
    }
  }
  return false;
}

function listAlarms({ slug, address, seen }: Evidence, isLeft: boolean): readonly string[] {
  const command = `curl -X DELETE -H "Authorization: Bearer $MINIAPPS_API_KEY" ${address}/api/miniapps/${slug}`;
  const wasSubmitted = isAccepted(seen.get('submit'));
  return [
    ...(wasSubmitted
      ? [`The service accepted a submission with terms that do not exist: the app ${slug} was sent for review.`]
      : []),
    ...(isLeft
      ? [`The app ${slug} could not be deleted, or its deletion could not be seen. Delete it: ${command}`]
      : []),
  ];
}
