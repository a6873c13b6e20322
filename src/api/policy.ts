import type { Fate } from '../model/outcome.ts';
import { formatDuration, joinTexts } from '../text/format.ts';
import { nameInput, nameRerun } from '../text/frontend.ts';
import { hasDocumentedError, saysNo } from './error-body.ts';
import type { NetworkError } from './network-error.ts';
import type { Operation, WireResponse } from './transport.ts';

/**
 * How an attempt ended: a read that is lost has failed; `limited` is a 429; `not_sent`: no byte of
 * it went out.
 */
export type Ending =
  | Extract<Fate, 'accepted' | 'pending' | 'refused' | 'lost'>
  | 'limited'
  | 'not_sent';

/** The end of an attempt. */
export interface Ended {
  readonly ending: Ending;
  /** True for a failure that another attempt would end with, too. */
  readonly isFinal: boolean;
}

/**
 * Statuses that refuse a request whatever the body says (service document, "Errors"; 403 and 413
 * are HTTP's own).
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 409, 413, 422]);

/** What came of one attempt: the response, or why there is none. */
export type AttemptResult = WireResponse | NetworkError;

/**
 * Says how a request ended. All that is done about a request follows from this; what a status says
 * beside it, `api-error.ts` tells. `isUsable` is true for the body of a read that shows what was
 * asked for.
 */
export function toEnding(
  operation: Operation,
  result: AttemptResult,
  isUsable: (body: unknown) => boolean,
): Ended {
  if ('sent' in result) {
    const { sent, isFinal } = result;
    return { ending: sent ? 'lost' : 'not_sent', isFinal: isFinal && (!sent || isRead(operation)) };
  }
  if (result.status === 429) return { ending: 'limited', isFinal: false };
  if (isRead(operation)) return { ending: toEndingOfRead(result, isUsable), isFinal: false };
  return { ending: toEndingOfChange(result), isFinal: isDenied(result) };
}

/** What a read shows tells by itself. */
function toEndingOfRead(response: WireResponse, isUsable: (body: unknown) => boolean): Ending {
  const { status, body } = response;
  if (status < 300) return body.kind === 'json' && isUsable(body.value) ? 'accepted' : 'lost';
  // A redirect is never followed.
  if (status < 400) return 'refused';
  // What is no JSON is the page of a gateway.
  return isRefusal(response) && body.kind !== 'unreadable' ? 'refused' : 'lost';
}

function toEndingOfChange(response: WireResponse): Ending {
  const { status, body } = response;
  if (isDenied(response)) return 'lost';
  if (status === 202) return 'pending';
  if (status < 300) return body.kind === 'unreadable' ? 'lost' : 'accepted';
  return isRefusal(response) ? 'refused' : 'lost';
}

/**
 * True for a redirect, and for a success that says no: only a look can tell whether the change was
 * made.
 */
function isDenied({ status, body }: WireResponse): boolean {
  return status < 400 && (status >= 300 || (body.kind === 'json' && saysNo(body.value)));
}

/** By its status, or by the documented body: without that it may be a gateway that says so. */
function isRefusal({ status, body }: WireResponse): boolean {
  const isDocumented =
    status < 500 && status !== 408 && body.kind === 'json' && hasDocumentedError(body.value);
  return refusals.has(status) || isDocumented;
}

/**
 * What to do after an attempt: wait and send again; leave it at that, where `why` and `next` are
 * null if the response says it all; or look at the app, which alone tells what became of a lost
 * change. If a look shows that it was not made, it may be sent again `repeatAfterMs` after it was
 * lost; never where that is null.
 */
type Decision =
  | {
      readonly do: 'again';
      readonly afterMs: number;
      readonly why: string;
      readonly maxAttempts: number | null;
    }
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
  /**
   * How long attempts that fail are followed by others, where the caller says so; null for the
   * usual time.
   */
  readonly retryWindowMs: number | null;
  /** Time left for the whole run. */
  readonly leftMs: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/** Times that a change is sent. */
export const maxSends = 4;
/**
 * Attempts that end with 429 and a sane Retry-After: many jobs of one account take turns through
 * several minutes.
 */
const maxLimitedAttempts = 12;
/** The longest that a Retry-After may ask for. */
const maxRetryAfterMs = 120_000;
/**
 * The longest waits on a 429 that names no time, which jobs spread over the last sixth of. Together
 * they outlast the minute that the service counts changes by, and there is one attempt more than
 * waits.
 */
const limitedWaitsMs: readonly number[] = [6_000, 18_000, 48_000];
/**
 * How long a read that fails is tried again, and whatever was not sent, the last time when it is
 * over.
 */
export const defaultRetryWindowMs = 60_000;
const backoffBaseMs = 1_000;
const maxBackoffMs = 20_000;
/** Most by which jobs that are told the same time spread out. */
const maxSpreadMs = 20_000;
/**
 * With less time than this behind a wait, the end of the run would hide why the attempt before it
 * failed.
 */
const minAttemptMs = 1_000;

/** True for what changes nothing and may be repeated freely. */
export function isRead(operation: Operation): boolean {
  return operation === 'read' || operation === 'list';
}

/**
 * The whole policy of sending again. A change is sent again here only where it was certainly not
 * made: it was not sent, or limited (429). Whether a lost one was made is what looks at the app
 * tell (`commands/verify.ts`), and nothing else.
 */
export function decide({ ending, isFinal }: Ended, attempt: Attempt): Decision {
  const { operation, retryAfterMs, leftMs } = attempt;
  if (ending === 'lost' && !isRead(operation)) {
    const afterMs = retryAfterMs ?? 0;
    return {
      do: 'look',
      repeatAfterMs: isFinal || afterMs > maxRetryAfterMs || afterMs >= leftMs ? null : afterMs,
    };
  }
  const mayPass = ending === 'limited' || ending === 'not_sent' || ending === 'lost';
  return mayPass && !isFinal ? decideWait(ending, attempt) : { do: 'stop', why: null, next: null };
}

type FailedEnding = Extract<Ending, 'limited' | 'not_sent' | 'lost'>;

/**
 * Of what was not sent, limited, or a read without a usable response: whether there is time, and an
 * attempt, for a wait.
 */
function decideWait(ending: FailedEnding, attempt: Attempt): Decision {
  const { earlier, elapsedMs, retryWindowMs, leftMs } = attempt;
  const askedMs = ending === 'limited' || attempt.status === 503 ? attempt.retryAfterMs : null;
  const restMs = toRestMs(ending, attempt);
  const waitMs = toWaitMs(ending, askedMs, attempt);
  const afterMs = Math.round(askedMs === null ? Math.min(waitMs, restMs) : waitMs);
  if (restMs <= 0 || (retryWindowMs !== null && elapsedMs + afterMs >= retryWindowMs)) {
    return stopAfter(formatDuration(elapsedMs), attempt);
  }
  if (askedMs !== null && askedMs > maxRetryAfterMs) {
    const why = `the service asks to wait ${formatSeconds(askedMs)}, longer than the ${formatDuration(maxRetryAfterMs)} allowed`;
    return { do: 'stop', why, next: `${nameRerun('Re-run')} in ${formatSeconds(askedMs)}.` };
  }
  const limitedAttempts = askedMs === null ? limitedWaitsMs.length + 1 : maxLimitedAttempts;
  const maxAttempts = ending === 'limited' ? limitedAttempts : null;
  if (maxAttempts !== null && earlier + 1 >= maxAttempts)
    return stopAfter(`${earlier + 1} attempts`, attempt);
  const asked = askedMs === null ? null : `asked to wait ${formatSeconds(askedMs)}`;
  if (afterMs + minAttemptMs < leftMs) {
    return {
      do: 'again',
      afterMs,
      why: joinTexts([describeEnding(ending, attempt), asked], ', '),
      maxAttempts,
    };
  }
  const time = formatSeconds(afterMs);
  const timeout = nameInput('timeout-minutes');
  return {
    do: 'stop',
    why: joinTexts([asked, `a wait of ${time} would use up the time left (${timeout})`], '; '),
    next: `${nameRerun('Re-run')} in ${time}, or set ${timeout} to a higher value.`,
  };
}

/** How long it is tried again. A change that is limited waits its turn, however long that takes. */
function toRestMs(ending: FailedEnding, { operation, elapsedMs }: Attempt): number {
  return ending === 'limited' && !isRead(operation)
    ? Number.POSITIVE_INFINITY
    : defaultRetryWindowMs - elapsedMs;
}

/**
 * `askedMs` is what the service asks for: jobs that are told the same time spread out behind it.
 */
function toWaitMs(ending: FailedEnding, askedMs: number | null, attempt: Attempt): number {
  const { earlier, random } = attempt;
  if (askedMs !== null) {
    return (
      askedMs +
      random * Math.min(maxSpreadMs, Math.max(backoffBaseMs * 2 ** earlier, 0.2 * askedMs))
    );
  }
  if (ending === 'limited') return ((limitedWaitsMs[earlier] ?? 0) * (5 + random)) / 6;
  // Full jitter: up to 1, 2, 4 s and so on.
  return random * Math.min(maxBackoffMs, backoffBaseMs * 2 ** earlier);
}

/** What one attempt came to, the response itself tells. */
function stopAfter(what: string, { earlier }: Attempt): Decision {
  return { do: 'stop', why: earlier === 0 ? null : `still so after ${what}`, next: null };
}

function describeEnding(ending: FailedEnding, { operation, status }: Attempt): string {
  if (ending === 'not_sent') return 'no connection';
  if (ending === 'lost')
    return status === null ? 'no usable response' : `returned ${status}, and nothing usable`;
  return isRead(operation) ? 'too many requests (429)' : 'too many changes (429)';
}

function formatSeconds(milliseconds: number): string {
  return formatDuration(Math.ceil(milliseconds / 1000) * 1000);
}

/**
 * Milliseconds that a Retry-After header asks to wait, or null for none or one that is not
 * understood. Strict on purpose (RFC 9110, 10.2.3): whole seconds of at most nine digits, or an
 * HTTP date, which counts from `date`, the Date header of the same response, since our clock may
 * differ from the service's; from ours, `now`, where it has none.
 */
export function readRetryAfter(
  retryAfter: string | null,
  date: string | null,
  now: number,
): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const time = parseHttpDate(retryAfter);
  return time === null ? null : Math.max(0, time - (parseHttpDate(date ?? '') ?? now));
}

/**
 * The three forms of RFC 9110, 5.6.7, the two older ones written as the first, and nothing else:
 * `Date` alone would read `12, 13` as a day of the year 2001.
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
