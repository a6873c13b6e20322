/** The things that are asked of the service. All but `read` (one app) and `list` are changes. */
export type Operation = 'read' | 'list' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** How one attempt ended, as far as sending again depends on it. */
export type Ending =
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | null };

/**
 * What to do after an attempt: wait and send again, verify by reading whether the change was made, or leave it at that. `why`
 * and `next` of a stop are null where the response itself says it all.
 */
export type Decision =
  | { readonly do: 'again'; readonly afterMs: number; readonly why: string; readonly maxAttempts: number }
  | { readonly do: 'verify' }
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
const maxBackoffMs = 20_000;

/** True for what changes nothing and may be repeated freely. */
export function isRead(operation: Operation): boolean {
  return operation === 'read' || operation === 'list';
}

/**
 * The whole policy of sending again. It depends on the operation, on whether it was sent, and on the response, and never
 * on the method alone: a change that may have been made is not repeated before a read has shown that it was not.
 */
export function decide(ending: Ending, attempt: Attempt): Decision {
  if (ending.kind === 'status' && ending.status === 429) return decideLimited(ending.retryAfterMs, attempt);
  const isLost = ending.kind === 'lost' || (ending.kind === 'status' && isPassingFailure(ending.status, attempt));
  if (ending.kind === 'status' && !isLost) return { do: 'stop', why: null, next: null };
  if (isLost && !isRead(attempt.operation)) return { do: 'verify' };
  const why = describe(ending);
  if (ending.kind === 'status' && ending.status === 503 && ending.retryAfterMs !== null) {
    return waitAsAsked(ending.retryAfterMs, attempt, { why, maxAttempts });
  }
  return waitOnce(attempt, attempt.random * Math.min(maxBackoffMs, backoffBaseMs * 2 ** attempt.earlier), why);
}

type Timing = Omit<Attempt, 'operation'>;

/** A wait of our own choice. Full jitter where nothing was sent or only read: from 1 s, doubling, up to 20 s. */
function waitOnce(attempt: Timing, afterMs: number, why: string): Decision {
  if (attempt.earlier + 1 >= maxAttempts) return giveUp(`still so after ${maxAttempts} attempts`);
  return waitWithin(attempt, { afterMs: Math.round(afterMs), why, maxAttempts });
}

/** 429 means that nothing was changed: sending again is always safe. */
function decideLimited(retryAfterMs: number | null, attempt: Attempt): Decision {
  const why = 'more than 30 changes in a minute (429)';
  if (retryAfterMs !== null) return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts: maxLimitedAttempts });
  const wait = limitedWaitsMs[attempt.earlier];
  if (wait === undefined) return giveUp(`still so after ${attempt.earlier + 1} attempts`);
  return waitWithin(attempt, { afterMs: Math.round(wait * (1 + 0.2 * attempt.random)), why, maxAttempts });
}

/** The wait that the service asks for. Jobs that are told the same time spread out behind it. */
function waitAsAsked(
  retryAfterMs: number,
  attempt: Timing,
  wait: { readonly why: string; readonly maxAttempts: number },
): Decision {
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (retryAfterMs > maxRetryAfterMs) {
    const limit = maxRetryAfterMs / 1000;
    return giveUp(
      `the service asks to wait ${seconds} s, longer than the ${limit} s allowed`,
      `Re-run in ${seconds} s.`,
    );
  }
  if (attempt.earlier + 1 >= wait.maxAttempts) return giveUp(`still so after ${wait.maxAttempts} attempts`);
  const spread = Math.min(maxBackoffMs, Math.max(backoffBaseMs * 2 ** attempt.earlier, 0.2 * retryAfterMs));
  const afterMs = Math.round(retryAfterMs + attempt.random * spread);
  const asked = `asked to wait ${seconds} s`;
  return waitWithin(attempt, { ...wait, afterMs, why: `${wait.why}, ${asked}` }, `${asked}; `);
}

/** `asked` stands before the reason not to wait: the response itself says the rest. */
function waitWithin({ leftMs }: Timing, wait: Omit<Extract<Decision, { do: 'again' }>, 'do'>, asked = ''): Decision {
  if (wait.afterMs < leftMs) return { do: 'again', ...wait };
  const seconds = Math.ceil(wait.afterMs / 1000);
  return giveUp(
    `${asked}a wait of ${seconds} s would exceed the time left (timeout-minutes)`,
    `Re-run in ${seconds} s, or set timeout-minutes to a higher value.`,
  );
}

function giveUp(why: string, next: string | null = null): Decision {
  return { do: 'stop', why, next };
}

/** 500, 502, 503 and 504: the service, or something before it, failed in a way that may pass. A read may be repeated after any. */
function isPassingFailure(status: number, { operation }: Pick<Attempt, 'operation'>): boolean {
  if (isRead(operation)) return status >= 500;
  return status === 500 || status === 502 || status === 503 || status === 504;
}

function describe(ending: Ending): string {
  if (ending.kind === 'not_sent') return 'no connection';
  return ending.kind === 'lost' ? 'no usable response' : `returned ${ending.status}`;
}

/** The headers that a wait is read from, and our own clock in milliseconds since 1970. */
export interface RetryAfterSource {
  readonly retryAfter: string | null;
  /** The Date header of the same response. */
  readonly date: string | null;
  readonly now: number;
}

/**
 * Milliseconds that a Retry-After header asks to wait, or null for none or one that is not understood. Strict on purpose
 * (RFC 9110, 10.2.3): whole seconds of at most nine digits, or an HTTP date, which counts from the response's own Date, since
 * our clock may differ from the service's; from ours where it has none.
 */
export function readRetryAfter({ retryAfter, date, now }: RetryAfterSource): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const time = parseHttpDate(retryAfter, now);
  if (time === null) return null;
  return Math.max(0, time - ((date === null ? null : parseHttpDate(date, now)) ?? now));
}

/**
 * The three forms of RFC 9110, 5.6.7, and nothing else: `Date` alone would read `12, 13` as a day of the year 2001. A year of
 * two digits that seems to be more than 50 years ahead is one of the past.
 */
function parseHttpDate(text: string, now: number): number | null {
  const { groups } = httpDates.map((form) => form.exec(text)).find((match) => match !== null) ?? {};
  if (groups === undefined) return null;
  const { day = '', month = '', year = '', hour = '', minute = '', second = '' } = groups;
  const date = new Date(Date.UTC(expandYear(year, now), months.indexOf(month), Number(day)));
  // Such as 31 February.
  if (date.getUTCDate() !== Number(day)) return null;
  return date.setUTCHours(Number(hour), Number(minute), Number(second));
}

const months: readonly string[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthPart = `(?<month>${months.join('|')})`;
const timePart = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';
const httpDates: readonly RegExp[] = [
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) ${monthPart} (?<year>\\d{4}) ${timePart} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-${monthPart}-(?<year>\\d{2}) ${timePart} GMT`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${monthPart} (?<day>\\d{2}| \\d) ${timePart} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

function expandYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const full = thisYear - (thisYear % 100) + Number(year);
  return full > thisYear + 50 ? full - 100 : full;
}
