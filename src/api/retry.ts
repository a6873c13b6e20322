/** The things that are asked of the service. All but `read` (one app) and `list` are changes. */
export type Operation = 'read' | 'list' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** How one attempt ended, as far as sending again depends on it. `final` is an error that no other attempt can help. */
export type Ending =
  | { readonly kind: 'final' | 'not_sent' | 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | null };

/**
 * What to do after an attempt: wait and send again, verify by reading whether the change was made, or leave it at that. `why`
 * and `next` of a stop are null where the response itself says it all.
 */
export type Decision =
  | { readonly do: 'again'; readonly afterMs: number; readonly why: string; readonly maxAttempts: number }
  /** A change that was not made may be sent again after the time that the service asks for, if it does. */
  | { readonly do: 'verify'; readonly retryAfterMs: number | null }
  | { readonly do: 'stop'; readonly why: string | null; readonly next: string | null };

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

/** Attempts at anything that is not a 429. */
export const maxAttempts = 4;
/** Attempts that end with 429 and a sane Retry-After: many jobs of one account take turns through several minutes. */
const maxLimitedAttempts = 12;
/** The longest that a Retry-After may ask for. */
export const maxRetryAfterMs = 120_000;
/** Waits on a 429 that names no time. */
const limitedWaitsMs: readonly number[] = [5_000, 15_000, 40_000];
const backoffBaseMs = 1_000;
/** Most by which jobs that are told the same time spread out. */
const maxSpreadMs = 20_000;

/** True for what changes nothing and may be repeated freely. */
export function isRead(operation: Operation): boolean {
  return operation === 'read' || operation === 'list';
}

/**
 * The whole policy of sending again. It depends on the operation, on whether it was sent, and on the response, and never
 * on the method alone: a change that may have been made is not repeated before a read has shown that it was not.
 */
export function decide(ending: Ending, attempt: Attempt): Decision {
  const { operation, earlier, random } = attempt;
  const { status, retryAfterMs } = ending.kind === 'status' ? ending : { status: 0, retryAfterMs: null };
  // 429 means that nothing was changed: sending again is always safe.
  if (status === 429) {
    const why = 'more than 30 changes in a minute (429)';
    if (retryAfterMs !== null) return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts: maxLimitedAttempts });
    return waitWithin(attempt, { afterMs: (limitedWaitsMs[earlier] ?? 0) * (1 + 0.2 * random), why, maxAttempts });
  }
  const isFinal = ending.kind === 'final' || (ending.kind === 'status' && !mayPass(status, operation));
  if (isFinal) return { do: 'stop', why: null, next: null };
  if (ending.kind !== 'not_sent' && !isRead(operation)) return { do: 'verify', retryAfterMs };
  const why = endings[ending.kind] ?? `returned ${status}`;
  if (status === 503 && retryAfterMs !== null) return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts });
  // Full jitter, since nothing was sent, or only read: up to 1, 2 and 4 s.
  const afterMs = random * backoffBaseMs * 2 ** earlier;
  return waitWithin(attempt, { afterMs, why, maxAttempts });
}

const endings: Readonly<Partial<Record<Ending['kind'], string>>> = {
  not_sent: 'no connection',
  lost: 'no usable response',
};

/** The service, or something before it, failed in a way that may pass. A read may be repeated after any. */
function mayPass(status: number, operation: Operation): boolean {
  return isRead(operation) ? status >= 500 : [500, 502, 503, 504].includes(status);
}

type Wait = Omit<Extract<Decision, { do: 'again' }>, 'do'>;

/** The wait that the service asks for. Jobs that are told the same time spread out behind it. */
function waitAsAsked(retryAfterMs: number, attempt: Attempt, { why, maxAttempts }: Omit<Wait, 'afterMs'>): Decision {
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (retryAfterMs > maxRetryAfterMs) {
    const limit = maxRetryAfterMs / 1000;
    const tooLong = `the service asks to wait ${seconds} s, longer than the ${limit} s allowed`;
    return { do: 'stop', why: tooLong, next: `Re-run in ${seconds} s.` };
  }
  const spread = Math.min(maxSpreadMs, Math.max(backoffBaseMs * 2 ** attempt.earlier, 0.2 * retryAfterMs));
  const asked = `asked to wait ${seconds} s`;
  const afterMs = retryAfterMs + attempt.random * spread;
  return waitWithin(attempt, { afterMs, why: `${why}, ${asked}`, maxAttempts }, `${asked}; `);
}

/** `asked` stands before the reason not to wait: the response itself says the rest. */
function waitWithin({ earlier, leftMs }: Attempt, { afterMs, why, maxAttempts }: Wait, asked = ''): Decision {
  if (earlier + 1 >= maxAttempts) return { do: 'stop', why: `still so after ${earlier + 1} attempts`, next: null };
  const waitMs = Math.round(afterMs);
  if (waitMs < leftMs) return { do: 'again', afterMs: waitMs, why, maxAttempts };
  const seconds = Math.ceil(waitMs / 1000);
  return {
    do: 'stop',
    why: `${asked}a wait of ${seconds} s would exceed the time left (timeout-minutes)`,
    next: `Re-run in ${seconds} s, or set timeout-minutes to a higher value.`,
  };
}

/**
 * Milliseconds that a Retry-After header asks to wait, or null for none or one that is not understood. Strict on purpose
 * (RFC 9110, 10.2.3): whole seconds of at most nine digits, or an HTTP date, which counts from `date`, the Date header of the
 * same response, since our clock may differ from the service's; from ours, `now`, where it has none.
 */
export function readRetryAfter(retryAfter: string | null, date: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const time = parseHttpDate(retryAfter);
  return time === null ? null : Math.max(0, time - (parseHttpDate(date ?? '') ?? now));
}

/**
 * The three forms of RFC 9110, 5.6.7, the two older ones written as the first, and nothing else: `Date` alone would read `12, 13`
 * as a day of the year 2001.
 */
function parseHttpDate(text: string): number | null {
  const date = text
    .replace(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*day, (\d\d)-(\w{3})-(\d\d) /, '$1, $2 $3 20$4 ')
    .replace(/^(\w{3}) (\w{3}) (\d\d| \d) ([\d:]{8}) (\d{4})$/, '$1, $3 $2 $5 $4 GMT')
    .replace(',  ', ', 0');
  const time = Date.parse(date);
  // The day of the week adds nothing: a wrong one does no harm.
  return new Date(time).toUTCString().slice(5) === date.slice(5) && time > 0 ? time : null;
}
