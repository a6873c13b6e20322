/** The things that are asked of the service. All but `read` are changes. */
export type Operation = 'read' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** How one attempt ended, as far as sending again depends on it. */
export type Ending =
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | null };

/** What to do after an attempt: wait and send again, settle by reading what became of it, or leave it at that. */
export type Decision =
  | { readonly do: 'again'; readonly afterMs: number; readonly why: string }
  | { readonly do: 'settle' }
  | { readonly do: 'stop'; readonly why: string | null };

/** What the decision about an attempt depends on, beside how it ended. */
export interface Attempt {
  readonly operation: Operation;
  /** How many attempts ended in this way before this one, so 0 at first. */
  readonly earlier: number;
  /** Time left for the whole run. */
  readonly leftMs: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/** Most attempts at anything that is not a 429. */
export const mostAttempts = 4;
/** Most attempts that answer 429 with a sane Retry-After: many jobs of one account take turns through several minutes. */
const mostLimitedAttempts = 12;
/** The longest that a Retry-After may ask for. */
const longestRetryAfterMs = 120_000;
/** Waits on a 429 that names no time. */
const limitedWaitsMs: readonly number[] = [5_000, 15_000, 40_000];
const backoffBaseMs = 1_000;
const backoffMostMs = 20_000;

/**
 * The whole policy of sending again. It depends on the operation, on whether it was sent, and on the answer, and never
 * on the method alone: a change that may have happened is not repeated before a read has shown that it did not.
 */
export function decide(ending: Ending, attempt: Attempt): Decision {
  if (ending.kind === 'status' && ending.status === 429) return decideLimited(ending.retryAfterMs, attempt);
  const isLost = ending.kind === 'lost' || (ending.kind === 'status' && isPassingFailure(ending.status, attempt));
  if (ending.kind === 'status' && !isLost) return { do: 'stop', why: null };
  if (isLost && attempt.operation !== 'read') return { do: 'settle' };
  return waitToRepeat(attempt, describe(ending));
}

/** The wait before another attempt at what was not sent, or only reads: full jitter, doubling from 1 s to 20 s. */
function waitToRepeat(attempt: Timing, why: string): Decision {
  const ceiling = Math.min(backoffMostMs, backoffBaseMs * 2 ** attempt.earlier);
  return waitOnce(attempt, attempt.random * ceiling, why);
}

/**
 * The wait before the app is looked at again: 1, 2, 4 s and up to a fifth of jitter. Not shorter, since a change may happen,
 * or be shown, a moment after its answer was lost.
 */
export function waitToLook(attempt: Timing, why: string): Decision {
  return waitOnce(attempt, backoffBaseMs * 2 ** attempt.earlier * (1 + 0.2 * attempt.random), why);
}

type Timing = Omit<Attempt, 'operation'>;

/** Four attempts in all, or four looks. */
function waitOnce(attempt: Timing, afterMs: number, why: string): Decision {
  if (attempt.earlier + 1 >= mostAttempts) return { do: 'stop', why: `still so after ${mostAttempts} attempts` };
  return waitWithin(attempt, Math.round(afterMs), why);
}

/** 429 means that nothing was done: sending again is always safe. Jobs told the same time spread out behind it. */
function decideLimited(retryAfterMs: number | null, attempt: Attempt): Decision {
  const why = 'more than 30 changes in a minute (429)';
  if (retryAfterMs === null) {
    const wait = limitedWaitsMs[attempt.earlier];
    if (wait === undefined) return { do: 'stop', why: `still 429 after ${attempt.earlier + 1} attempts` };
    return waitWithin(attempt, Math.round(wait * (1 + 0.2 * attempt.random)), why);
  }
  if (retryAfterMs > longestRetryAfterMs) {
    return {
      do: 'stop',
      why: `the service asks to wait ${Math.round(retryAfterMs / 1000)} s, longer than the 120 s allowed`,
    };
  }
  if (attempt.earlier + 1 >= mostLimitedAttempts) {
    return { do: 'stop', why: `still 429 after ${mostLimitedAttempts} attempts` };
  }
  const spread = Math.min(backoffMostMs, Math.max(backoffBaseMs * 2 ** attempt.earlier, 0.2 * retryAfterMs));
  return waitWithin(
    attempt,
    Math.round(retryAfterMs + attempt.random * spread),
    `${why}, asked to wait ${retryAfterMs / 1000} s`,
  );
}

function waitWithin({ leftMs }: { readonly leftMs: number }, afterMs: number, why: string): Decision {
  if (afterMs < leftMs) return { do: 'again', afterMs, why };
  return {
    do: 'stop',
    why: `${why}; a wait of ${Math.ceil(afterMs / 1000)} s would go beyond the time left (timeout-minutes)`,
  };
}

/** 500, 502, 503 and 504: the service, or something before it, failed in a way that may pass. A read may try after any. */
function isPassingFailure(status: number, { operation }: Pick<Attempt, 'operation'>): boolean {
  if (operation === 'read') return status >= 500;
  return status === 500 || status === 502 || status === 503 || status === 504;
}

function describe(ending: Ending): string {
  if (ending.kind === 'not_sent') return 'no connection';
  return ending.kind === 'lost' ? 'no usable answer' : `answered ${ending.status}`;
}
