import { formatDuration } from '../format.ts';
import { input, rerun } from '../voice.ts';
import type { NetworkError } from './network-error.ts';
import type { ResponseBody } from './response/response.ts';
import type { Operation, WireResponse } from './transport.ts';
import { hasDocumentedError, saysNo } from './wire.ts';

/**
 * How a request ended. `accepted`, `pending` (202: made later), `refused` and `lost` are those of a change (docs/reliability.md,
 * rule 1); a read that is lost has failed. `denied` is a change that is lost for good: another attempt would end the same way.
 * `limited` is a 429; `not_sent`: no byte of it went out, nor did one of `impossible`, which no other attempt can help.
 */
export type Ending = 'accepted' | 'pending' | 'refused' | 'lost' | 'denied' | 'limited' | 'not_sent' | 'impossible';

/** One attempt at a request, as far as its ending depends on it. */
export interface Attempted {
  readonly operation: Operation;
  /** The response, or why there is none. */
  readonly result: WireResponse | NetworkError;
  /** For a read: true for a body that shows what was asked for. */
  readonly isUsable: (body: unknown) => boolean;
}

/** Statuses that refuse a request whatever the body says (service document, "Errors"; 403 and 413 are HTTP's own). */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 409, 413, 422]);

/** Says how a request ended. Nothing else in the action interprets a status, but for the words of an error. */
export function toEnding(attempted: Attempted): Ending {
  const { operation, result } = attempted;
  if (!('sent' in result)) return toEndingOfResponse(attempted, result);
  if (!result.sent) return result.isFinal ? 'impossible' : 'not_sent';
  return result.isFinal && isRead(operation) ? 'impossible' : 'lost';
}

function toEndingOfResponse(attempted: Attempted, { status, body }: WireResponse): Ending {
  if (status === 429) return 'limited';
  if (status < 300) return toEndingOfSuccess(attempted, status, body);
  if (refusals.has(status)) return 'refused';
  // A redirect is never followed. After a change only a look can tell whether it was made.
  if (status < 400) return isRead(attempted.operation) ? 'refused' : 'denied';
  // Without the documented body it may be a gateway that says so.
  const isDocumented = status < 500 && status !== 408 && body.kind === 'json' && hasDocumentedError(body.value);
  return isDocumented ? 'refused' : 'lost';
}

function toEndingOfSuccess({ operation, isUsable }: Attempted, status: number, body: ResponseBody): Ending {
  // What a read shows tells by itself. A change whose success says no in its body is none.
  if (isRead(operation)) return body.kind === 'json' && isUsable(body.value) ? 'accepted' : 'lost';
  if (body.kind === 'json' && saysNo(body.value)) return 'denied';
  if (status === 202) return 'pending';
  return body.kind === 'unreadable' ? 'lost' : 'accepted';
}

/**
 * What to do after an attempt: wait and send again; leave it at that, where `why` and `next` are null if the response says it all; or
 * look at the app, which alone tells what became of a lost change. If a look shows that it was not made, it may be sent again
 * `repeatAfterMs` after it was lost; never where that is null.
 */
export type Decision =
  | { readonly do: 'again'; readonly afterMs: number; readonly why: string; readonly maxAttempts: number | null }
  | { readonly do: 'stop'; readonly why: string | null; readonly next: string | null }
  | { readonly do: 'look'; readonly repeatAfterMs: number | null };

/** What the decision about an attempt depends on, beside its ending. */
export interface Attempt {
  readonly operation: Operation;
  /** The response's; null where there was none. */
  readonly status: number | null;
  /** What its Retry-After asks for; null for nothing. */
  readonly retryAfterMs: number | null;
  /** How many attempts ended in this way before this one, so 0 at first. */
  readonly earlier: number;
  /** Since the first attempt began. */
  readonly elapsedMs: number;
  /** How long attempts that fail are followed by others, where the caller says so; null for the usual time. */
  readonly retryMs: number | null;
  /** Time left for the whole run. */
  readonly leftMs: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/** Times that a change is sent. */
export const maxSends = 4;
/** Attempts that end with 429 and a sane Retry-After: many jobs of one account take turns through several minutes. */
const maxLimitedAttempts = 12;
/** The longest that a Retry-After may ask for. */
const maxRetryAfterMs = 120_000;
/** Waits on a 429 that names no time. */
const limitedWaitsMs: readonly number[] = [5_000, 15_000, 40_000];
/** How long a read that fails is tried again, and whatever was not sent: a service that restarts takes ten seconds. */
const maxRetryMs = 60_000;
const backoffBaseMs = 1_000;
const maxBackoffMs = 20_000;
/** Most by which jobs that are told the same time spread out. */
const maxSpreadMs = 20_000;
/** With less time than this behind a wait, the end of the run would hide why the attempt before it failed. */
const minAttemptMs = 1_000;

/** True for what changes nothing and may be repeated freely. */
export function isRead(operation: Operation): boolean {
  return operation === 'read' || operation === 'list';
}

/**
 * The whole policy of sending again. A change is sent again here only where it was certainly not made: it was not sent, or limited
 * (429). Whether a lost one was made is what looks at the app tell (`commands/verify.ts`), and nothing else.
 */
export function decide(ending: Ending, attempt: Attempt): Decision {
  const { operation, retryAfterMs, leftMs } = attempt;
  if (ending === 'denied') return { do: 'look', repeatAfterMs: null };
  if (ending === 'lost' && !isRead(operation)) {
    const afterMs = retryAfterMs ?? 0;
    return { do: 'look', repeatAfterMs: afterMs > maxRetryAfterMs || afterMs >= leftMs ? null : afterMs };
  }
  if (ending === 'limited') return decideLimited(attempt);
  if (ending === 'not_sent' || ending === 'lost') return decideFailed(ending, attempt);
  return { do: 'stop', why: null, next: null };
}

function decideLimited(attempt: Attempt): Decision {
  const { operation, retryAfterMs, earlier, random } = attempt;
  const why = isRead(operation) ? 'too many requests (429)' : 'more than 30 changes in a minute (429)';
  if (retryAfterMs !== null) return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts: maxLimitedAttempts });
  const afterMs = (limitedWaitsMs[earlier] ?? 0) * (1 + 0.2 * random);
  return waitWithin(attempt, { afterMs, why, maxAttempts: limitedWaitsMs.length + 1 });
}

/** Of what was not sent, and of a read without a usable response. */
function decideFailed(ending: 'not_sent' | 'lost', attempt: Attempt): Decision {
  const { status, retryAfterMs, earlier, elapsedMs, retryMs, random } = attempt;
  const failed = status === null ? 'no usable response' : `returned ${status}, and nothing usable`;
  const why = ending === 'not_sent' ? 'no connection' : failed;
  // Full jitter: up to 1, 2, 4 s and so on.
  const afterMs = random * Math.min(maxBackoffMs, backoffBaseMs * 2 ** earlier);
  if (elapsedMs + afterMs >= (retryMs ?? maxRetryMs)) return stopAfter(formatDuration(elapsedMs), attempt);
  if (status === 503 && retryAfterMs !== null) return waitAsAsked(retryAfterMs, attempt, { why, maxAttempts: null });
  return waitWithin(attempt, { afterMs, why, maxAttempts: null });
}

/** What one attempt came to, the response itself tells. */
function stopAfter(what: string, { earlier }: Attempt): Decision {
  return { do: 'stop', why: earlier === 0 ? null : `still so after ${what}`, next: null };
}

type Retry = Omit<Extract<Decision, { do: 'again' }>, 'do'>;

/** The wait that the service asks for. Jobs that are told the same time spread out behind it. */
function waitAsAsked(retryAfterMs: number, attempt: Attempt, { why, maxAttempts }: Omit<Retry, 'afterMs'>): Decision {
  const time = formatDuration(Math.ceil(retryAfterMs / 1000) * 1000);
  if (retryAfterMs > maxRetryAfterMs) {
    const tooLong = `the service asks to wait ${time}, longer than the ${formatDuration(maxRetryAfterMs)} allowed`;
    return { do: 'stop', why: tooLong, next: `${rerun('Re-run')} in ${time}.` };
  }
  const spread = Math.min(maxSpreadMs, Math.max(backoffBaseMs * 2 ** attempt.earlier, 0.2 * retryAfterMs));
  const asked = `asked to wait ${time}`;
  const afterMs = retryAfterMs + attempt.random * spread;
  return waitWithin(attempt, { afterMs, why: `${why}, ${asked}`, maxAttempts }, `${asked}; `);
}

/** `asked` stands before the reason not to wait: the response itself says the rest. */
function waitWithin(attempt: Attempt, { afterMs, why, maxAttempts }: Retry, asked = ''): Decision {
  const { earlier, elapsedMs, retryMs, leftMs } = attempt;
  if (maxAttempts !== null && earlier + 1 >= maxAttempts) return stopAfter(`${earlier + 1} attempts`, attempt);
  const waitMs = Math.round(afterMs);
  if (retryMs !== null && elapsedMs + waitMs >= retryMs) return { do: 'stop', why: null, next: null };
  if (waitMs + minAttemptMs < leftMs) return { do: 'again', afterMs: waitMs, why, maxAttempts };
  const time = formatDuration(Math.ceil(waitMs / 1000) * 1000);
  return {
    do: 'stop',
    why: `${asked}a wait of ${time} would use up the time left (${input('timeout-minutes')})`,
    next: `${rerun('Re-run')} in ${time}, or set ${input('timeout-minutes')} to a higher value.`,
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
