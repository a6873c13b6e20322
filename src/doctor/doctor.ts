/** The doctor: finds out which assumptions about the service hold, with an app of its own that it deletes again. */
import { ActionError } from '../action-error.ts';
import type { Clock } from '../api/sender.ts';
import type { Transport } from '../api/transport.ts';
import type { BaseUrl } from '../inputs.ts';
import { createRedact } from '../secrets.ts';
import { type Evidence, isAccepted } from './evidence.ts';
import { type Ask, createAsk, type Exchange, LimitedError, type Step } from './exchange.ts';
import { judge } from './judge.ts';
import { type Probe, probeService } from './probe.ts';
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

/** Milliseconds that a run waits for the limit of changes, at most: after the probe there is more than a minute left to delete the app. */
const maxWaitedMs = { probe: 110_000, all: 180_000 } as const;

/**
 * Asks the service everything, deletes the app, and prints the report. Takes about a minute. Throws nothing that is expected: what
 * ends the probe early stands in the report.
 */
export async function runDoctor(options: DoctorOptions): Promise<DoctorResult> {
  const { baseUrl, clock, signal, apiKey, json, random } = options;
  const redact = createRedact([apiKey]);
  const log = (line: string): void => options.log(redact(line));
  const seen = new Map<Step, Exchange>();
  const all: Exchange[] = [];
  const slug = `doctor-${Buffer.from(random(6)).toString('hex')}`;
  const evidence: Evidence = { slug, address: `${baseUrl.origin}${baseUrl.path}`, seen, all };
  const record = (exchange: Exchange): void => {
    all.push(exchange);
    // What was limited tells nothing about its step.
    if (exchange.status !== 429) seen.set(exchange.step, exchange);
  };
  const ask = createAsk({ ...options, path: baseUrl.path, log, record });
  log(`Checking ${evidence.address} with the app ${slug}`);
  const sent = new Set<Step>();
  const probe: Probe = {
    evidence,
    ask: (question) => {
      sent.add(question.step);
      log(`${question.step}: ${question.method} ${baseUrl.path}/api/miniapps${question.place}`);
      return ask(question, { signal, maxWaitedMs: maxWaitedMs.probe });
    },
    sleep: (milliseconds) => clock.sleep(milliseconds, signal),
  };
  const end = await probeService(probe).catch((error: unknown): Ended => ({ error }));
  const isThere = mayExist(sent, evidence);
  if (isThere && signal.aborted)
    log(`Interrupted: deleting the app. If that is interrupted too, delete it with: ${toDeletion(evidence)}`);
  const isLeft = isThere && !(await deleteApp(evidence, { ask, clock }));
  const stopped = typeof end === 'object' && end !== null ? describeEnd(end, signal) : end;
  const findings = judge(evidence);
  const changes = all.filter(({ method, status }) => method !== 'GET' && status !== 429).length;
  const { address } = evidence;
  const report = { ...findings, slug, address, changes, stopped, alarms: listAlarms(evidence, isLeft) };
  options.print(json ? toJson(report, redact) : toText(report, redact));
  options.writeTranscript?.(redact(toTranscript(all, slug)));
  const isFine = findings.deploysWork === true && !isLeft && stopped === null;
  return { exitCode: isFine ? 0 : 1, report };
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

const creations = ['create_bare', 'create'] as const;

/** True where a create was sent and not refused: one that got no response, or a gateway's, may have made the app. */
function mayExist(sent: ReadonlySet<Step>, { all }: Evidence): boolean {
  return creations.some((step) => {
    const status = all.findLast((exchange) => exchange.step === step)?.status ?? 0;
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
  const limit = { signal: new AbortController().signal, maxWaitedMs: maxWaitedMs.all };
  const place = `/${evidence.slug}`;
  let wasGone = creations.some((step) => isAccepted(evidence.seen.get(step)));
  for (const pause of deletePauses) {
    try {
      await clock.sleep(pause, limit.signal);
      const deleted = await ask({ step: 'delete', method: 'DELETE', place }, limit);
      const read = await ask({ step: 'read_deleted', method: 'GET', place }, limit);
      const isGone = read.status === 404 || read.status === 410;
      if (isGone && (wasGone || isAccepted(deleted))) return true;
      wasGone = isGone;
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      // It was waited for long enough.
      if (error instanceof LimitedError) return false;
    }
  }
  return false;
}

/** The command that deletes the app. */
function toDeletion({ address, slug }: Evidence): string {
  return `curl -X DELETE -H "Authorization: Bearer $MINIAPPS_API_KEY" ${address}/api/miniapps/${slug}`;
}

function listAlarms(evidence: Evidence, isLeft: boolean): readonly string[] {
  const { slug } = evidence;
  const submitted = `The service accepted a submission with terms that do not exist: the app ${slug} was sent for review.`;
  const left = `The app ${slug} could not be deleted, or its deletion could not be seen. Delete it: ${toDeletion(evidence)}`;
  return [...(isAccepted(evidence.seen.get('submit')) ? [submitted] : []), ...(isLeft ? [left] : [])];
}
