/**
 * Makes a change, and reads the app until it shows the change. A response never confirms a change;
 * only a read does (docs/reliability.md).
 */
import { ApiError, isKeyRefused } from '../api/api-error.ts';
import type { RequestResult } from '../api/policy.ts';
import type { RequestOutcome } from '../api/sender.ts';
import type { App } from '../app/app.ts';
import { isSameContent } from '../app/compare.ts';
import { ActionError, makeError } from '../errors.ts';
import type { Step } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { formatDuration, joinTexts, toClause } from '../text/format.ts';
import {
  noteProblems,
  noteRemarks,
  noteWarnings,
  type RequestedChange,
  stepNouns,
} from './change-notes.ts';

export interface Change extends RequestedChange {
  /** The app as the last read before the change shows it; null if it does not exist. */
  readonly before: App | null;
  readonly send: () => Promise<RequestOutcome>;
  /** Returns true if the last request was sent as a whole. Absent for small requests. */
  readonly isSentWhole?: () => boolean;
  /** Returns true if an app shows the result of the change; null if the app does not exist. */
  readonly showsResult: (app: App | null) => boolean;
  /** Describes how an app differs from our content, such as the names of the files. */
  readonly describeOther?: (app: App) => string;
}

export interface MadeChange {
  /** The app as that read shows it; null if it does not exist. */
  readonly app: App | null;
  /** False if only the read shows the change: its response was lost, or refused it. */
  readonly isAccepted: boolean;
}

/** When the app is read after a change, in milliseconds after its response or its loss. */
export const readTimesMs: readonly number[] = [0, 1_000, 3_000, 7_000, 15_000, 30_000];
/** When it is read after a 202, which means that the service will make the change later. */
const pendingReadTimesMs: readonly number[] = [...readTimesMs, 60_000, 120_000];
/**
 * How long a read may show an old status together with new content, and how long the app is read
 * after a 409, in milliseconds.
 */
export const settleMs = 7_000;

/**
 * Makes a change: sends it, and reads the app until a read confirms it (examineRead). If the
 * response was lost and the app is as before 30 s later, the change is sent again. The report notes
 * whether this run or another one made the change.
 *
 * Throws ApiError if the service refuses the change, NetworkError if it was not sent, and
 * ActionError `unverified` if its result is not known.
 */
export async function applyChange(change: Change, run: Run): Promise<MadeChange> {
  const { report, log } = run;
  let wasLost = false;
  for (let attempt = 1; ; attempt += 1) {
    const sent = await sendChange(change, wasLost, run);
    wasLost ||= sent.result === 'lost';
    const seen = await readUntilShown(change, sent, run);
    if (seen.isConfirmed) {
      // A 409 to the first attempt is about the same change of another run.
      if (sent.result === 'conflict' && !wasLost) report.noteDoneByOther(change.step);
      else report.noteDone(change.step);
      noteRemarks(sent.error, change, run);
      noteReviewLeft(change, seen.app, run);
      const isAccepted = sent.result === 'accepted' || sent.result === 'pending';
      return { app: seen.app, isAccepted };
    }
    const isConflictReal = sent.result === 'conflict' && isMadeOnce(change.step) && seen.wasRead;
    if (isConflictReal && sent.error !== null) throw noteRefusal(sent.error, change, run);
    const mayResend = sent.resendAfterMs !== null && seen.isAsBefore && attempt < run.maxSends;
    if (!mayResend) throw explainFailure(change, sent.error, seen, run);
    const next = `attempt ${attempt + 1} of ${run.maxSends}`;
    log.info(`The ${stepNouns[change.step]} was not applied: sending it again (${next})`);
  }
}

/** A change that was sent, and that the service may have made. */
interface SentChange {
  /** `conflict`: a 409 that may be about an earlier attempt, or about the same change of another. */
  readonly result: RequestResult | 'conflict';
  /** The error that the service responded with; null if it accepted the change. */
  readonly error: ActionError | null;
  /** When the change may be sent again, in milliseconds after its loss; null if never. */
  readonly resendAfterMs: number | null;
}

/** Sends a change. Throws if the service certainly did not make it. */
async function sendChange(change: Change, wasLost: boolean, run: Run): Promise<SentChange> {
  run.report.noteSent(change.step);
  const { result, value, error, resendAfterMs } = await change.send().catch(toUnsent);
  if (error === null) noteWarnings(value, change, run);
  if (error === null || result === 'lost') return { result, error, resendAfterMs };
  // If a repeated deletion finds no app, the lost attempt has deleted it.
  const isDeleted = wasLost && change.step === 'delete' && error.code === 'not_found';
  if (isDeleted) return { result: 'accepted', error: null, resendAfterMs: null };
  const isConflict = isAboutState(error) && (wasLost || isMadeOnce(change.step));
  if (isConflict) return { result: 'conflict', error, resendAfterMs: null };
  // Any other refusal, such as of the key, does not show whether the lost attempt made the change.
  if (wasLost && error.kind !== 'rejected')
    throw makeUnverifiedError(change, error.message, run, { cause: error });
  throw noteRefusal(error, change, run);
}

/** A change that the action itself could not send was not made. */
function toUnsent(error: unknown): RequestOutcome {
  if (!(error instanceof ActionError)) throw error;
  return { result: 'refused', value: null, link: null, error, resendAfterMs: null };
}

function isAboutState(error: ActionError): boolean {
  return error.code === 'conflict' || error.code === 'address_taken';
}

/** Returns true if repeating such a change gets a 409. */
function isMadeOnce(step: Step): boolean {
  return step === 'submit' || step === 'create';
}

/** What the reads after a change have shown. */
interface SeenApp {
  /** The app as the last read shows it; null if it does not exist, or if the read failed. */
  readonly app: App | null;
  readonly isConfirmed: boolean;
  /** True if the last read shows the app as it was before the change. */
  readonly isAsBefore: boolean;
  readonly wasRead: boolean;
  /** The reason that the change is not confirmed. */
  readonly reason: string;
  /** The error of the last read; null if it did not fail. */
  readonly cause: ActionError | null;
}

/**
 * Reads the app at fixed times until it shows the change. A read is skipped if the next one is
 * already due; a failed read is retried until the next one is due.
 */
async function readUntilShown(change: Change, sent: SentChange, run: Run): Promise<SeenApp> {
  const { clock } = run;
  if (sent.error !== null && !run.signal.aborted) {
    const purpose = `to find out whether the ${stepNouns[change.step]} was applied`;
    run.log.info(`${describeNeutrally(sent.error)}; reading the app ${purpose}`);
  }
  const since = clock.now();
  const timesMs = chooseReadTimes(sent);
  if (sent.resendAfterMs !== null && sent.resendAfterMs > 0) {
    const wait = formatDuration(sent.resendAfterMs);
    run.log.info(
      `The service asked to wait ${wait} before the ${stepNouns[change.step]} is sent again`,
    );
  }
  let seen = toFailedRead(null, '');
  for (const [index, timeMs] of timesMs.entries()) {
    const nextMs = timesMs[index + 1];
    if (nextMs !== undefined && clock.now() >= since + nextMs) continue;
    try {
      await sleepUntil(since + timeMs, run);
      const ageMs = clock.now() - since;
      const retryWindowMs = nextMs === undefined ? undefined : nextMs - ageMs;
      const app = await run.client.readApp(run.report.slug, { retryWindowMs });
      seen = examineRead({ app, ageMs, isLast: nextMs === undefined }, change, sent, run);
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      const isOver = run.signal.aborted || isKeyRefused(error);
      const words = toClause(error.message);
      seen = toFailedRead(error, isOver ? words : `the app could not be read: ${words}`);
      if (isOver) return seen;
    }
    if (seen.isConfirmed) return seen;
  }
  return seen;
}

/** Waits until the clock shows this time, even if a timer fires early. */
async function sleepUntil(time: number, { clock, signal }: Run): Promise<void> {
  signal.throwIfAborted();
  while (clock.now() < time) await clock.sleep(time - clock.now(), signal);
}

/** Returns when the app is read, in milliseconds after the change got its response or was lost. */
function chooseReadTimes(sent: SentChange): readonly number[] {
  if (sent.result === 'pending') return pendingReadTimesMs;
  if (sent.result === 'conflict') return readTimesMs.filter((timeMs) => timeMs <= settleMs);
  // A change is sent again right after a read, so the app must be read at that time, too.
  const resendAfterMs = sent.resendAfterMs ?? 0;
  if (resendAfterMs <= Math.max(...readTimesMs)) return readTimesMs;
  return [...readTimesMs, resendAfterMs];
}

function toFailedRead(cause: ActionError | null, reason: string): SeenApp {
  return { app: null, isConfirmed: false, isAsBefore: false, wasRead: false, reason, cause };
}

/** A read of the app, sent so many milliseconds after the change got its response or was lost. */
interface AgedRead {
  readonly app: App | null;
  readonly ageMs: number;
  readonly isLast: boolean;
}

/**
 * Decides what a read shows. It confirms the change if it shows the result and is not old. If no
 * response has said that the change was made, the app must also differ from before.
 */
function examineRead(read: AgedRead, change: Change, sent: SentChange, run: Run): SeenApp {
  const { app, ageMs } = read;
  const { before } = change;
  const hasResult = change.showsResult(app);
  const isAsBefore = isSameState(before, app);
  // A 202 says it only in the end: the service makes the change later.
  const isSaid = sent.result === 'accepted' || (sent.result === 'pending' && read.isLast);
  const isOld = !run.report.done.has('create') && mayBeOld(read, change);
  const isConfirmed = hasResult && !isOld && (isSaid || !isAsBefore);
  const shown = isConfirmed ? 'shows the change' : 'does not show the change yet';
  run.log.debug(`${change.step}: a read ${ageMs} ms after the request ${shown}`);
  // A new app does not have the content of the folder yet.
  run.report.noteApp(app, hasResult && change.step !== 'create');
  const reason = isConfirmed ? '' : describeSeen(change, app);
  return { app, isConfirmed, isAsBefore, wasRead: true, reason, cause: null };
}

/**
 * Returns true if a read may still show the app from before the change, which was made only moments
 * ago: `updated_at` is earlier than before, or the same after a change of the draft.
 */
function mayBeOld({ app, ageMs }: AgedRead, { step, before }: Change): boolean {
  if (ageMs >= settleMs || !app?.updatedAt || !before?.updatedAt) return false;
  const isDraftChange = step === 'deploy' || step === 'update';
  if (app.updatedAt === before.updatedAt) return isDraftChange;
  const time = Date.parse(app.updatedAt);
  const timeBefore = Date.parse(before.updatedAt);
  return isDraftChange ? time <= timeBefore : time < timeBefore;
}

/** Returns true if two reads show the same content, status and times. */
export function isSameState(before: App | null, app: App | null): boolean {
  if (before === null || app === null) return before === app;
  return (
    app.status === before.status &&
    app.updatedAt === before.updatedAt &&
    app.submittedAt === before.submittedAt &&
    isSameContent(before, app)
  );
}

function describeSeen(change: Change, app: App | null): string {
  const { before } = change;
  const notShown = 'the app does not show the change';
  if (app === null) return before === null ? notShown : 'the app no longer exists';
  if (before !== null && isSameContent(before, app)) {
    const isNewStatus = app.status !== before.status;
    return isNewStatus ? `the app now has the status ${app.status}` : notShown;
  }
  const other = change.describeOther?.(app) ?? '';
  return joinTexts(['the app shows other content', other], ': ');
}

/** Describes an error in neutral words, since only a read shows whether a 409 is a conflict. */
function describeNeutrally(error: ActionError): string {
  if (!(error instanceof ApiError) || !isAboutState(error)) return error.message;
  const message = error.details.message?.replace(/\.$/, '') ?? null;
  return joinTexts(['The service responded with 409', message], ': ');
}

/** Returns the error for a change that no read confirmed. */
function explainFailure(
  change: Change,
  error: ActionError | null,
  seen: SeenApp,
  run: Run,
): ActionError {
  const { reason, cause } = seen;
  const advice = mayBeRewritten(change, seen) ? { next: rewrittenAdvice } : {};
  if (error === null) {
    const what = joinTexts(['the service accepted the change, but', reason], ' ');
    return makeUnverifiedError(change, what, run, { cause, ...advice });
  }
  if (error instanceof ApiError) noteProblems(error.details, change, run);
  // If the run ended during the request, the error's message already ends with the reason.
  const isNamed = error.message.endsWith(reason);
  const what = isNamed ? error.message : joinTexts([error.message, reason], '; ');
  return makeUnverifiedError(change, what, run, { cause: cause ?? error, ...advice });
}

/** The advice if a re-run might find a difference again. */
const rewrittenAdvice =
  'Read the app: somebody else may have changed it. If the service rewrites texts or pictures, each run sends them again.';

/** True if the app has changed, but its content is not ours. */
function mayBeRewritten({ step }: Change, { app, wasRead, isAsBefore }: SeenApp): boolean {
  const isContent = step === 'deploy' || step === 'update';
  return isContent && wasRead && app !== null && !isAsBefore;
}

function makeUnverifiedError(
  change: Change,
  what: string,
  run: Run,
  options: Parameters<typeof makeError>[2],
): ActionError {
  const isPart = change.isSentWhole?.() === false;
  run.report.isSentInPart = isPart;
  const sent = isPart ? 'was sent only in part' : 'was sent';
  const subject = `${stepNouns[change.step]} of ${run.report.slug}`;
  return makeError(
    'unverified',
    `${subject} ${sent}, and its result could not be verified: ${what}`,
    options,
  );
}

/** Notes that the service did not make a change, and the problems that it lists. */
function noteRefusal(error: ActionError, change: Change, run: Run): ActionError {
  run.report.noteRefused();
  if (error instanceof ApiError) noteProblems(error.details, change, run);
  return error;
}

function noteReviewLeft(change: Change, app: App | null, { report }: Run): void {
  const changesContent = change.step === 'deploy' || change.step === 'update';
  if (changesContent && change.before?.status === 'in_review' && app?.status !== 'in_review') {
    report.warn(`The ${stepNouns[change.step]} took the app out of review.`);
  }
}
