import { isKeyRefused } from '../api/api-error.ts';
import { ActionError } from '../model/action-error.ts';
import type { App } from '../model/app.ts';
import type { Inputs } from '../model/inputs.ts';
import { formatDuration, toSentence } from '../text/format.ts';
import { nameCommand } from '../text/frontend.ts';
import type { CommandContext } from './command-context.ts';
import { isSameContent } from './compare.ts';
import { readLook } from './look.ts';
import { isOld, type Look, proofAgeMs, type Review, toReviewResult } from './verify.ts';

/** A review to follow, and the look that showed it. */
interface FollowedReview extends Review {
  readonly look: Look;
  /**
   * Clock time when the submission was answered or lost; where nothing was sent, of the first
   * response.
   */
  readonly since: number;
}

const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
/** The last read may end so long after the wait. */
const lastReadMs = 5_000;
/** Pause between two log lines of a wait without news. */
const lifeSignMs = 300_000;

/**
 * Reports how the review of the app stands, and waits for its result as long as `wait-for-review`
 * allows. The app stays submitted whatever happens here: a timeout does not fail the run, and after
 * a read that fails the next one follows.
 */
export async function followReview(
  inputs: Inputs,
  followed: FollowedReview,
  context: CommandContext,
): Promise<void> {
  const { slug } = inputs;
  const { state, log, deadline } = context;
  const budgetMs = inputs.waitForReviewMinutes * 60_000;
  const { look, reads } = followed;
  const result = toReviewResult(followed, look);
  state.record({ kind: 'review', result, isWaited: budgetMs > 0 });
  if (budgetMs === 0 || result !== 'pending') return;
  deadline.extend(budgetMs);
  const limit = formatDuration(budgetMs);
  log.info(`Waiting for the review of ${slug}, at most ${limit}`);
  try {
    const wait = { ...followed, reads: [...reads, look.app], budgetMs };
    const trouble = await pollReview(slug, wait, context);
    if (trouble !== null)
      state.warn(
        `The app could not be read at the end of the wait: ${toSentence(trouble.message)}`,
      );
    if (state.facts.reviewResult === 'pending') {
      state.notice(
        `No review result within ${limit}. Run ${nameCommand('status')} later to see it.`,
      );
    }
  } catch (error) {
    if (!(error instanceof ActionError) || isKeyRefused(error)) throw error;
    state.warn(
      `The wait for the review ended early: ${toSentence(error.message)} ${slug} stays as it is.`,
    );
  }
}

interface ReviewWait extends FollowedReview {
  readonly budgetMs: number;
}

/**
 * The review, with the content that the look shows where none is known before the first look of
 * age.
 */
function learnContent(review: Review, { app, ageMs }: Look): Review {
  if (review.match !== null || app === null || ageMs < proofAgeMs) return review;
  return { ...review, match: (shown) => (isSameContent(shown, app) ? 'same' : 'other') };
}

/**
 * Reads until there is a result or the time is up, after pauses of 2 s, then half as long again up
 * to 30 s, and jitter of a fifth. Returns the error of the last read, or null.
 */
async function pollReview(
  slug: string,
  wait: ReviewWait,
  context: CommandContext,
): Promise<ActionError | null> {
  const { clock, state, random, signal, log } = context;
  const { budgetMs, since } = wait;
  let review = learnContent(wait, wait.look);
  const startedAt = clock.now();
  const until = startedAt + budgetMs;
  let loggedAt = startedAt;
  let trouble: ActionError | null = null;
  for (let reads = 0; state.facts.reviewResult === 'pending' && clock.now() < until; reads += 1) {
    const pause = Math.round(
      Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads) * (1 + 0.2 * random()),
    );
    await clock.sleep(Math.min(pause, until - clock.now()), signal);
    const limitMs = Math.max(0, until - clock.now()) + lastReadMs;
    const look = await readLook(slug, { since, retryWindowMs: 0, limitMs }, context);
    trouble = look instanceof ActionError ? look : null;
    if (look instanceof ActionError || isOld(state.reads, look.app)) continue;
    review = learnContent(review, look);
    const isNews = noteReviewLook(review, look, context);
    if (!isNews && clock.now() - loggedAt < lifeSignMs) continue;
    loggedAt = clock.now();
    const waited = `${formatDuration(loggedAt - startedAt)} (limit ${formatDuration(budgetMs)})`;
    log.info(
      isNews
        ? `${slug} is now ${nameState(look.app)}`
        : `Still ${nameState(look.app)} after ${waited}`,
    );
  }
  return trouble;
}

/** Records what a look shows of the review; true where the app's status has changed. */
function noteReviewLook(review: Review, look: Look, { state, log }: CommandContext): boolean {
  const { app, ageMs } = look;
  const result = toReviewResult(review, look);
  log.debug(
    `review: the app read ${ageMs} ms after the submission is ${nameState(app)}: ${result}`,
  );
  if (result === 'pending' && ageMs < proofAgeMs) return false;
  const isNews = app?.status !== state.facts.app?.status;
  // Of hundreds of reads that show the same, one is enough.
  if (isNews || result !== 'pending') {
    state.record({
      kind: 'read',
      app,
      match: app === null ? 'other' : (review.match?.(app) ?? 'same'),
      trust: 'all',
    });
    state.record({ kind: 'review', result, isWaited: true });
  }
  return isNews;
}

function nameState(app: App | null): string {
  return app === null ? 'gone' : app.status;
}
