import { isKeyRefused } from '../api/api-error.ts';
import type { App } from '../app/app.ts';
import { isSameContent } from '../app/compare.ts';
import { toReviewState } from '../app/status.ts';
import { ActionError } from '../errors.ts';
import type { Report, ReviewResult } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { formatDuration, toSentence } from '../text/format.ts';
import { isSameState, settleMs } from './change.ts';

/** The first and the longest pause between two reads, without a random part, in milliseconds. */
const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
/** The time that the last read may take after the end of the wait, in milliseconds. */
const lastReadMs = 5_000;
/** The time between two log lines while the status stays the same, in milliseconds. */
const progressLogMs = 300_000;

/** A review that a run follows. */
interface Review {
  /** The last read before the submission, or before the wait. */
  readonly before: App;
  /** A read that shows the content in review. */
  readonly content: App;
}

/**
 * Notes the state of the app's review, and waits for the result as long as `wait-for-review`
 * allows. The app stays submitted in any case, so neither a timeout nor a read that fails makes the
 * run fail. Only a refused key does. `app`: the last read.
 */
export async function followReview(review: Review, app: App | null, run: Run): Promise<void> {
  const { report, log } = run;
  const timeoutMs = run.inputs.waitForReviewMinutes * 60_000;
  const result = toReviewResult(review, app);
  report.noteReview(result, timeoutMs > 0);
  if (timeoutMs === 0 || result !== 'pending') return;
  run.deadline.extend(timeoutMs);
  const limit = formatDuration(timeoutMs);
  log.info(`Waiting for the review of ${report.slug}, at most ${limit}`);
  try {
    const lastError = await pollReview(review, timeoutMs, run);
    if (lastError !== null) {
      const reason = toSentence(lastError.message);
      report.warn(`The app could not be read at the end of the wait: ${reason}`);
    }
    if (report.review === 'pending') report.waitedMs = timeoutMs;
  } catch (error) {
    if (!(error instanceof ActionError) || isKeyRefused(error)) throw error;
    const reason = toSentence(error.message);
    report.warn(`The wait for the review ended early: ${reason} ${report.slug} stays as it is.`);
  }
}

/** Reads the app until the review has a result. Returns the error of the last read, else null. */
async function pollReview(
  review: Review,
  timeoutMs: number,
  run: Run,
): Promise<ActionError | null> {
  const { report, clock, log } = run;
  const startedAt = clock.now();
  const endsAt = startedAt + timeoutMs;
  let loggedAt = startedAt;
  let lastError: ActionError | null = null;
  for (let reads = 0; report.review === 'pending' && clock.now() < endsAt; reads += 1) {
    const pauseMs = Math.min(choosePause(reads, run.random()), endsAt - clock.now());
    await clock.sleep(pauseMs, run.signal);
    const timeLeftMs = Math.max(0, endsAt - clock.now()) + lastReadMs;
    const read = await tryRead(timeLeftMs, run);
    lastError = read instanceof ActionError ? read : null;
    if (read instanceof ActionError) continue;

    const { app } = read;
    const result = toReviewResult(review, app);
    if (clock.now() - startedAt < settleMs && mayPredateSubmission(app, result, review, report))
      continue;
    const status = app?.status ?? 'gone';
    const hasNewStatus = app?.status !== report.app?.status;
    if (hasNewStatus || result !== 'pending') {
      report.noteApp(app, result !== 'withdrawn');
      report.noteReview(result, true);
    } else if (clock.now() - loggedAt < progressLogMs) continue;
    loggedAt = clock.now();
    const waited = `${formatDuration(loggedAt - startedAt)} (limit ${formatDuration(timeoutMs)})`;
    if (hasNewStatus) log.info(`${report.slug} is now ${status}`);
    else log.info(`Still ${status} after ${waited}`);
  }
  return lastError;
}

/** Returns true if a read right after the submission may show the app as it was before. */
function mayPredateSubmission(
  app: App | null,
  result: ReviewResult,
  { before }: Review,
  report: Report,
): boolean {
  const isOtherReview = app?.submittedAt !== report.app?.submittedAt;
  return result === 'withdrawn' || isOtherReview || isSameState(before, app);
}

/** Reads the app once. Throws if the run ends, or if the key is refused. */
async function tryRead(
  timeoutMs: number,
  { client, report, signal, log }: Run,
): Promise<{ readonly app: App | null } | ActionError> {
  try {
    return { app: await client.readApp(report.slug, { retryWindowMs: 0, timeoutMs }) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ActionError) || isKeyRefused(error)) throw error;
    log.debug(`the app could not be read: ${error.message}`);
    return error;
  }
}

/** Each pause is 1.5 times as long as the one before it. A random part of up to a fifth is added. */
function choosePause(reads: number, random: number): number {
  const pauseMs = Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads);
  return Math.round(pauseMs * (1 + 0.2 * random));
}

function toReviewResult({ before, content }: Review, app: App | null): ReviewResult {
  if (app === null) return 'withdrawn';
  const isPublishedAnew = before.publishedAt !== null && app.publishedAt !== before.publishedAt;
  if (app.status === 'published_with_unreviewed_changes' && isPublishedAnew) return 'approved';
  const state = toReviewState(app.status);
  // Other content means that another submission has replaced this one.
  if (state === 'none' || !isSameContent(content, app)) return 'withdrawn';
  return state;
}
