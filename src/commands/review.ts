import { LostError, RefusedError } from '../api/errors.ts';
import { RunEnd } from '../api/run-end.ts';
import type { Inputs } from '../inputs.ts';
import { nameStatus } from './existing.ts';
import type { OnlinePorts } from './ports.ts';

/** What a status means to somebody who waits for the reviewer. */
export type Standing = 'waiting' | 'approved' | 'refused' | 'ended';

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
/** The last look may end so much later than the wait. */
const lastLookMs = 5_000;

/**
 * Reads a status as a verdict. A status that the document does not know is never final, so the wait goes on. The earlier
 * form's `changes_requested` is a no like `not_approved`, though not a final one.
 */
export function readStanding(status: string | null): Standing {
  switch (status) {
    case 'published':
    case 'published_with_unreviewed_changes':
      return 'approved';
    case 'not_approved':
    case 'changes_requested':
      return 'refused';
    case 'draft':
    case 'taken_down':
      return 'ended';
    default:
      return 'waiting';
  }
}

/** The pause before the next look: from 2 s half as long again each time up to 30 s, and up to a fifth of jitter. */
export function choosePause(looks: number, random: number): number {
  return Math.round(Math.min(longestPauseMs, firstPauseMs * 1.5 ** looks) * (1 + 0.2 * random));
}

/**
 * Waits for the reviewer's verdict as long as `wait-for-review` allows, with a line for each change of state. The app was
 * submitted whatever happens here: running out of time, or not being able to ask, is told and is no failure.
 */
export async function awaitVerdict(
  inputs: Pick<Inputs, 'slug' | 'waitForReviewMinutes'>,
  ports: OnlinePorts,
): Promise<void> {
  const budgetMs = inputs.waitForReviewMinutes * 60_000;
  if (budgetMs === 0) return;
  const { clock, ledger, log } = ports;
  const until = clock.now() + budgetMs;
  ports.extendDeadline(budgetMs);
  await log.group('Review', async () => {
    try {
      await pollUntil(until, inputs.slug, ports);
      noteVerdict(inputs, ports);
    } catch (error) {
      if (!isPassing(error)) throw error;
      // The last look came to nothing until the time was up: then that is what is to be told.
      const isOver = error instanceof LostError && error.code === 'attempt_timeout' && clock.now() >= until;
      if (isOver) return noteVerdict(inputs, ports);
      ledger.warn(`The wait for the verdict ended early: ${error.message}. ${inputs.slug} stays as it is.`);
    }
  });
}

async function pollUntil(
  until: number,
  slug: string,
  { client, clock, ledger, log, random, signal }: OnlinePorts,
): Promise<void> {
  for (let looks = 0; readStanding(ledger.facts.app?.status ?? null) === 'waiting'; looks += 1) {
    const pause = Math.min(choosePause(looks, random()), until - clock.now());
    if (pause <= 0) return;
    await clock.sleep(pause, signal);
    const status = ledger.facts.app?.status;
    const limitMs = Math.max(0, until - clock.now()) + lastLookMs;
    ledger.learnApp(await client.readApp(slug, { limitMs }));
    if (ledger.facts.app === null) return;
    if (ledger.facts.app.status !== status) {
      log.info(`${slug} is now ${nameStatus(ledger.facts.app)}`);
    }
  }
}

function isPassing(error: unknown): error is Error {
  return error instanceof LostError || error instanceof RefusedError || error instanceof RunEnd;
}

/** Says in the report how a wait ended that was not cut short. */
function noteVerdict(
  { slug, waitForReviewMinutes }: Pick<Inputs, 'slug' | 'waitForReviewMinutes'>,
  { ledger }: OnlinePorts,
): void {
  const { app } = ledger.facts;
  const standing = app === null ? 'ended' : readStanding(app.status);
  const state = app === null ? 'gone' : nameStatus(app);
  if (standing === 'ended') ledger.warn(`${slug} is ${state}: no verdict will come.`);
  else if (standing !== 'waiting') ledger.learn({ verdict: standing });
  else {
    ledger.notice(
      `No verdict within ${waitForReviewMinutes} minutes: ${slug} is still ${state}. Ask again later with the command status.`,
    );
  }
}
