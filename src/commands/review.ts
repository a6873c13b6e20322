import { ActionError } from '../action-error.ts';
import { NetworkError } from '../api/network-error.ts';
import type { App } from '../api/wire.ts';
import { formatDuration } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import { readLook } from './apply-change.ts';
import { sameContent } from './compare.ts';
import type { OnlinePorts } from './ports.ts';
import { type ContentMatch, freshAfterMs, type Known, type Submission, toKnown, verifyReview } from './verify.ts';

/** An app with our content that is to be submitted or may be in review, and what is needed to tell how that ends. */
export interface Draft {
  /** The app as it was last verified, or read where the run changed nothing. */
  readonly app: App | null;
  readonly known: Known;
  readonly compare: (app: App) => ContentMatch;
  /** When the last change was responded to or lost, or the first read sent, in the clock's time. */
  readonly since: number;
}

/** The draft as it was just read: its content, whatever it is, is the one in question. */
export function toDraft(app: App, since: number): Draft {
  const compare = (shown: App): ContentMatch => {
    if (shown.files === null || app.files === null) return 'untold';
    return sameContent(shown, app) ? 'ours' : 'other';
  };
  return { app, known: toKnown(app, 'ours'), compare, since };
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
export async function followReview(inputs: Inputs, draft: Draft, ports: OnlinePorts): Promise<void> {
  const { slug, waitForReviewMinutes } = inputs;
  const { clock, state, log } = ports;
  const { app, known } = draft;
  const budgetMs = waitForReviewMinutes * 60_000;
  const submission = { known, submittedAt: app?.submittedAt ?? null };
  const reviewResult = verifyReview(submission, { app, content: 'ours', ageMs: 0 });
  state.update({ reviewResult, waitedForReview: budgetMs > 0 });
  if (budgetMs === 0 || reviewResult !== 'pending') return;
  ports.deadline.extend(budgetMs);
  const until = clock.now() + budgetMs;
  log.info(`Waiting for the review of ${slug}, at most ${formatDuration(budgetMs)}`);
  try {
    await pollReview({ ...draft, ...submission, slug, until, budgetMs }, ports);
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

interface ReviewWait extends Draft, Submission {
  readonly slug: string;
  readonly until: number;
  readonly budgetMs: number;
}

/** Reads until there is a result or the time is up, after pauses of 2 s, then half as long again up to 30 s, and jitter of a fifth. */
async function pollReview(wait: ReviewWait, ports: OnlinePorts): Promise<void> {
  const { clock, state, random, signal, log } = ports;
  const { slug, known, until, budgetMs } = wait;
  let { submittedAt } = wait;
  let loggedAt = clock.now();
  for (let reads = 0; state.facts.reviewResult === 'pending' && clock.now() < until; reads += 1) {
    const pause = Math.round(Math.min(maxPauseMs, firstPauseMs * 1.5 ** reads) * (1 + 0.2 * random()));
    await clock.sleep(Math.min(pause, until - clock.now()), signal);
    const look = await readLook(wait, ports, Math.max(0, until - clock.now()) + lastReadMs);
    const reviewResult = verifyReview({ known, submittedAt }, look);
    log.debug(`review: the app read ${look.ageMs} ms after the submission: ${look.content}, ${reviewResult}`);
    if (reviewResult === 'pending' && look.ageMs < freshAfterMs) continue;
    // A response to the submission may have omitted its time.
    submittedAt ??= look.app?.submittedAt ?? null;
    const { app: before, submitted, sentForReview } = state.facts;
    state.update({ reviewResult, submitted: submitted && (sentForReview || reviewResult !== 'withdrawn') });
    state.updateApp(look.app);
    const isNews = look.app?.status !== before?.status;
    if (!isNews && clock.now() - loggedAt < lifeSignMs) continue;
    loggedAt = clock.now();
    const waited = `${formatDuration(loggedAt - until + budgetMs)} (limit ${formatDuration(budgetMs)})`;
    log.info(isNews ? `${slug} is now ${describe(look.app)}` : `Still ${describe(look.app)} after ${waited}`);
  }
}

function describe(app: App | null): string {
  return app === null ? 'gone' : (app.status ?? 'in no known state');
}
