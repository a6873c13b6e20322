import { isKeyRefused } from '../api/api-error.ts';
import { ActionError } from '../model/action-error.ts';
import type { App } from '../model/app.ts';
import type { Inputs } from '../model/inputs.ts';
import { formatDuration, toSentence } from '../text/format.ts';
import { nameCommand } from '../text/frontend.ts';
import type { CommandContext } from './command-context.ts';
import { isSameContent } from './compare.ts';
import { tryRead } from './readback.ts';
import { isCurrent, isOutdated, type Readback, type Review, toReviewResult } from './verify.ts';

/** A review to follow. */
export interface FollowedReview extends Review {
  /** The read that showed the review. */
  readonly read: Readback;
  /**
   * When the submission got its response or was lost, in the clock's time. If nothing was sent:
   * when the first response of the run came.
   */
  readonly since: number;
}

/** The first pause between two reads, in milliseconds. */
const firstPauseMs = 2_000;
/** The longest pause between two reads, in milliseconds, without its random part. */
const maxPauseMs = 30_000;
/** The time that the last read may take after the end of the wait, in milliseconds. */
const lastReadMs = 5_000;
/** The time between two log lines while the status stays the same, in milliseconds. */
const progressLogMs = 300_000;

/**
 * Records the state of the app's review, and waits for the result as long as `wait-for-review`
 * allows. The app stays submitted in any case, so neither a timeout nor a read that fails makes the
 * run fail. Only a refused key does.
 */
export async function followReview(
  inputs: Inputs,
  followed: FollowedReview,
  context: CommandContext,
): Promise<void> {
  const { state } = context;
  const timeoutMs = inputs.waitForReviewMinutes * 60_000;
  const result = toReviewResult(followed, followed.read);
  state.record({ kind: 'review', result, isWaited: timeoutMs > 0 });
  if (timeoutMs === 0 || result !== 'pending') return;
  context.deadline.extend(timeoutMs);
  const limit = formatDuration(timeoutMs);
  context.log.info(`Waiting for the review of ${inputs.slug}, at most ${limit}`);
  try {
    const lastError = await pollReview({ ...followed, slug: inputs.slug, timeoutMs }, context);
    if (lastError !== null) {
      const reason = toSentence(lastError.message);
      state.warn(`The app could not be read at the end of the wait: ${reason}`);
    }
    if (state.facts.reviewResult === 'pending') {
      const later = `Run ${nameCommand('status')} later to see the result.`;
      state.notice(`No review result within ${limit}. ${later}`);
    }
  } catch (error) {
    if (!(error instanceof ActionError) || isKeyRefused(error)) throw error;
    const reason = toSentence(error.message);
    state.warn(`The wait for the review ended early: ${reason} ${inputs.slug} stays as it is.`);
  }
}

interface ReviewWait extends FollowedReview {
  readonly slug: string;
  readonly timeoutMs: number;
}

/**
 * Reads the app until the review has a result, or the time is over. Returns the error of the last
 * read; null if the last read succeeded.
 */
async function pollReview(wait: ReviewWait, context: CommandContext): Promise<ActionError | null> {
  const { slug, since, timeoutMs } = wait;
  const { clock, state } = context;
  const startedAt = clock.now();
  const endsAt = startedAt + timeoutMs;
  const followed: Review = { reads: [...wait.reads, wait.read.app], match: wait.match };
  let review = pinContent(followed, wait.read);
  let loggedAt = startedAt;
  let lastError: ActionError | null = null;
  for (let reads = 0; state.facts.reviewResult === 'pending' && clock.now() < endsAt; reads += 1) {
    const pauseMs = Math.min(choosePause(reads, context.random()), endsAt - clock.now());
    await clock.sleep(pauseMs, context.signal);
    const timeLeftMs = Math.max(0, endsAt - clock.now()) + lastReadMs;
    const read = await tryRead({ slug, since, retryWindowMs: 0, timeoutMs: timeLeftMs }, context);
    lastError = read instanceof ActionError ? read : null;
    if (read instanceof ActionError || isOutdated(state.reads, read.app)) continue;

    review = pinContent(review, read);
    const hasNewStatus = recordReviewRead(review, read, context);
    if (!hasNewStatus && clock.now() - loggedAt < progressLogMs) continue;
    loggedAt = clock.now();
    const status = nameStatus(read.app);
    const waited = `${formatDuration(loggedAt - startedAt)} (limit ${formatDuration(timeoutMs)})`;
    context.log.info(hasNewStatus ? `${slug} is now ${status}` : `Still ${status} after ${waited}`);
  }
  return lastError;
}

/**
 * Returns the pause after a number of reads, in milliseconds. Each pause is 1.5 times as long as
 * the one before it, up to 30 s. A random part of up to a fifth is added.
 */
function choosePause(reads: number, random: number): number {
  const pauseMs = Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads);
  return Math.round(pauseMs * (1 + 0.2 * random));
}

/**
 * Returns the review with the content that it is about: the content that was given, or else the
 * content that the first current read shows.
 */
function pinContent(review: Review, read: Readback): Review {
  const { app } = read;
  if (review.match !== null || app === null || !isCurrent(read)) return review;
  return { ...review, match: (shown) => (isSameContent(shown, app) ? 'same' : 'other') };
}

/** Records the state of the review in a read. Returns true if the app's status has changed. */
function recordReviewRead(review: Review, read: Readback, context: CommandContext): boolean {
  const { app } = read;
  const result = toReviewResult(review, read);
  const age = `${read.ageMs} ms after the submission`;
  context.log.debug(`review: a read ${age} shows the status ${nameStatus(app)}: ${result}`);
  if (result === 'pending' && !isCurrent(read)) return false;
  const hasNewStatus = app?.status !== context.state.facts.app?.status;
  // A wait may take hundreds of reads: those that show nothing new are not recorded.
  if (!hasNewStatus && result === 'pending') return false;
  const match = app === null ? 'other' : (review.match?.(app) ?? 'same');
  context.state.record({ kind: 'read', app, match, trust: 'all' });
  context.state.record({ kind: 'review', result, isWaited: true });
  return hasNewStatus;
}

function nameStatus(app: App | null): string {
  return app === null ? 'gone' : app.status;
}
