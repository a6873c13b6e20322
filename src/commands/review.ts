import { NetworkError } from '../api/errors.ts';
import type { App } from '../api/wire.ts';
import { ActionError } from '../errors.ts';
import { formatDuration } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import { readLook } from './apply-change.ts';
import type { OnlinePorts } from './ports.ts';
import { type ContentMatch, freshAfterMs, type Known, type Submission, verifyReview } from './verify.ts';

/** An app that may be in review with our content, and what is needed to tell how that ends. */
export interface ReviewStart {
  /** The app as it was last verified, or read where the run changed nothing. */
  readonly app: App | null;
  readonly known: Known;
  readonly compare: (app: App) => ContentMatch;
  /** When the last change was responded to or lost, or the first read sent, in the clock's time. */
  readonly startedAt: number;
}

const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
/** The last read may end so much later than the wait. */
const lastReadMs = 5_000;
/** How often a wait without news is told in the log. */
const lifeSignMs = 300_000;

/**
 * Reports how the review of the app stands, and waits for its result as long as `wait-for-review` allows. The app was
 * submitted whatever happens here: a timeout, or not being able to read, is reported and is no failure.
 */
export async function followReview(
  { slug, waitForReviewMinutes }: Pick<Inputs, 'slug' | 'waitForReviewMinutes'>,
  start: ReviewStart,
  ports: OnlinePorts,
): Promise<void> {
  const { clock, state, log } = ports;
  const budgetMs = waitForReviewMinutes * 60_000;
  const submission = { known: start.known, submittedAt: start.app?.submittedAt ?? null };
  const result = verifyReview(submission, { app: start.app, content: 'ours', by: 'read', ageMs: 0 });
  state.update({ reviewResult: result, waitedForReview: budgetMs > 0 });
  if (budgetMs === 0 || result !== 'pending') return;
  ports.extendDeadline(budgetMs);
  const until = clock.now() + budgetMs;
  log.info(`Waiting for the review of ${slug}, at most ${formatDuration(budgetMs)}`);
  try {
    await pollReview({ ...start, slug, submission, until, budgetMs }, ports);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    // The last read came to nothing until the time was up: then that is what is reported.
    const isOver = error instanceof NetworkError && error.code === 'attempt_timeout' && clock.now() >= until;
    if (!isOver) state.warn(`The wait for the review ended early: ${error.message}. ${slug} stays as it is.`);
  }
  if (state.facts.reviewResult === 'pending' && clock.now() >= until) {
    state.notice(`No review result within ${formatDuration(budgetMs)}. Run the command status later to see it.`);
  }
}

interface ReviewWait extends Pick<ReviewStart, 'compare' | 'startedAt'> {
  readonly slug: string;
  readonly submission: Submission;
  readonly until: number;
  readonly budgetMs: number;
}

/** Reads until there is a result or the time is up, after pauses of 2 s, then half as long again up to 30 s, and jitter of a fifth. */
async function pollReview(wait: ReviewWait, ports: OnlinePorts): Promise<void> {
  const { clock, state, random, signal, log } = ports;
  const { until } = wait;
  let { submittedAt } = wait.submission;
  let loggedAt = clock.now();
  for (let reads = 0; state.facts.reviewResult === 'pending'; reads += 1) {
    const pause = Math.round(Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads) * (1 + 0.2 * random()));
    const left = until - clock.now();
    if (left <= 0) return;
    await clock.sleep(Math.min(pause, left), signal);
    const look = await readLook(wait, ports, Math.max(0, until - clock.now()) + lastReadMs);
    const result = verifyReview({ ...wait.submission, submittedAt }, look);
    log.debug(`review: the app read ${look.ageMs} ms after the submission: ${look.content}, ${result}`);
    if (result === 'pending' && look.ageMs < freshAfterMs) continue;
    // A response to the submission may have omitted its time.
    submittedAt ??= look.app?.submittedAt ?? null;
    const { submitted, sentForReview } = state.facts;
    state.update({ reviewResult: result, submitted: submitted && (sentForReview || result !== 'withdrawn') });
    loggedAt = logState(look.app, { ...wait, loggedAt }, ports);
  }
}

/** Logs a change of the state, or every five minutes that there is none. Returns when it was last logged. */
function logState(
  app: App | null,
  { slug, until, budgetMs, loggedAt }: ReviewWait & { readonly loggedAt: number },
  { clock, state, log }: OnlinePorts,
): number {
  const before = state.facts.app?.status;
  state.updateApp(app);
  const status = app === null ? 'gone' : (app.status ?? 'in no known state');
  const now = clock.now();
  if (state.facts.app?.status !== before) log.info(`${slug} is now ${status}`);
  else if (now - loggedAt < lifeSignMs) return loggedAt;
  else log.info(`Still ${status} after ${formatDuration(now - until + budgetMs)} (limit ${formatDuration(budgetMs)})`);
  return now;
}
