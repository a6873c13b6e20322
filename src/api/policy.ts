import type { RequestResult } from '../model/outcome.ts';
import { formatDuration, joinTexts } from '../text/format.ts';
import { nameInput, nameRerun } from '../text/frontend.ts';
import { hasDocumentedError, reportsFailure } from './error-body.ts';
import type { NetworkError } from './network-error.ts';
import type { Operation, WireResponse } from './transport.ts';

/** The response to one attempt, or the error in its place. */
export type AttemptResponse = WireResponse | NetworkError;

/** The end of an attempt. */
export interface AttemptEnd {
  readonly result: RequestResult;
  /** True if another attempt would end with the same failure. */
  readonly isFinal: boolean;
}

/** Returns true if an operation changes nothing, so that it may be repeated freely. */
export function isRead(operation: Operation): boolean {
  return operation === 'read' || operation === 'list';
}

/**
 * Decides how an attempt ended. Everything that is done about a request follows from this; the
 * words for an error are chosen in api-error.ts. `isUsable` returns true if the body of a read
 * shows what was asked for.
 */
export function classify(
  operation: Operation,
  response: AttemptResponse,
  isUsable: (body: unknown) => boolean,
): AttemptEnd {
  if ('sent' in response) return classifyNetworkError(operation, response);
  if (response.status === 429) return { result: 'rate_limited', isFinal: false };
  if (isRead(operation)) return { result: classifyRead(response, isUsable), isFinal: false };
  return { result: classifyChange(response), isFinal: isInconclusive(response) };
}

function classifyNetworkError(operation: Operation, error: NetworkError): AttemptEnd {
  if (!error.sent) return { result: 'not_sent', isFinal: error.isFinal };
  // A lost change may be sent again once a read shows that it was not made.
  return { result: 'lost', isFinal: error.isFinal && isRead(operation) };
}

function classifyRead(response: WireResponse, isUsable: (body: unknown) => boolean): RequestResult {
  const { status, body } = response;
  if (status < 300) return body.kind === 'json' && isUsable(body.value) ? 'accepted' : 'lost';
  // A redirect is never followed.
  if (status < 400) return 'refused';
  // A body that is not JSON is the error page of a gateway.
  if (body.kind === 'unreadable') return 'lost';
  return isRefusal(response) ? 'refused' : 'lost';
}

function classifyChange(response: WireResponse): RequestResult {
  const { status, body } = response;
  if (isInconclusive(response)) return 'lost';
  if (status === 202) return 'pending';
  if (status < 300) return body.kind === 'unreadable' ? 'lost' : 'accepted';
  return isRefusal(response) ? 'refused' : 'lost';
}

/**
 * Returns true if a response is a redirect, or a 2xx with an error in its body: only a read of the
 * app shows whether the change was made.
 */
function isInconclusive(response: WireResponse): boolean {
  const { status, body } = response;
  if (status >= 300) return status < 400;
  return body.kind === 'json' && reportsFailure(body.value);
}

/**
 * Statuses that refuse a request whatever the body is (service document, "Errors"; 402, 403, 413
 * and 415 have the meaning of HTTP).
 */
const refusedStatuses: ReadonlySet<number> = new Set([400, 401, 402, 403, 409, 413, 415, 422]);

/** Any other status refuses a request only with the documented body: a gateway has its own. */
function isRefusal(response: WireResponse): boolean {
  const { status, body } = response;
  if (refusedStatuses.has(status)) return true;
  if (status === 408 || status >= 500) return false;
  return body.kind === 'json' && hasDocumentedError(body.value);
}

/**
 * An attempt that has ended, with the time and the attempts before it, and the time that is left.
 */
export interface Attempt extends AttemptEnd {
  readonly operation: Operation;
  /** The status of the response; null without a response. */
  readonly status: number | null;
  /** The value of the Retry-After header in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  /** The number of earlier attempts with the same result. */
  readonly previousAttempts: number;
  /** The time since the first attempt began. */
  readonly elapsedMs: number;
  /** The time in which the caller wants failed attempts to be repeated; null for the usual one. */
  readonly retryWindowMs: number | null;
  /** The time left for the whole run. */
  readonly timeLeftMs: number;
  /** A random number from 0 up to 1. */
  readonly random: number;
}

/** The decision about what follows an attempt. */
export type Decision = Retry | Stop;

/** Wait, and send the request again. */
interface Retry {
  readonly kind: 'retry';
  /** The wait in milliseconds. */
  readonly delayMs: number;
  /** The reason that the request is sent again. */
  readonly reason: string;
  /** The most attempts; null if only time limits them. */
  readonly maxAttempts: number | null;
}

/** Send nothing more: the attempt was the last one. */
export interface Stop {
  readonly kind: 'stop';
  /** The reason that no attempt follows; null if the response itself explains it. */
  readonly reason: string | null;
  /** The advice in place of the usual one about the response; null to keep that. */
  readonly next: string | null;
  /**
   * For a lost change, the milliseconds after which it may be sent again if a read shows that it
   * was not made. Null if it may not be sent again, and for any other request.
   */
  readonly resendAfterMs: number | null;
}

/** How often a change is sent if every attempt is lost. */
export const maxSends = 4;
/** The time in which a failed read, or a request that was not sent, is retried. */
export const defaultRetryWindowMs = 60_000;
/**
 * How often a request is sent if each attempt gets a 429 with Retry-After. Many jobs of one account
 * may take turns for several minutes.
 */
const maxRateLimitedAttempts = 12;
/** The longest Retry-After that is waited for. */
export const maxRetryAfterMs = 120_000;
/**
 * Maximum waits after a 429 without Retry-After. Each wait is shortened by a random amount of up to
 * a sixth, so that parallel jobs spread out. Together they exceed the service's one-minute rate
 * window. N waits mean N + 1 attempts.
 */
export const rateLimitWaitsMs: readonly number[] = [6_000, 18_000, 48_000];
/** The first and the longest wait of the exponential back-off after other failures. */
const backoffBaseMs = 1_000;
export const maxBackoffMs = 20_000;
/**
 * The longest random wait that is added to a Retry-After, so that jobs with the same one spread
 * out.
 */
const maxSpreadMs = 20_000;
/**
 * The shortest time that must be left for an attempt. With less, the end of the run would hide why
 * the attempt before it failed.
 */
const minAttemptMs = 1_000;

/**
 * Decides what follows an attempt. Pure: time and chance come with the attempt.
 *
 * A change is sent again from here only if it was certainly not made: it was not sent, or got a
 * 429. Whether a lost change was made is found out by reading the app (`commands/verify.ts`).
 */
export function decide(attempt: Attempt): Decision {
  switch (attempt.result) {
    case 'accepted':
    case 'pending':
    case 'refused':
      return stop();
    case 'lost':
      if (!isRead(attempt.operation)) return stopToReadBack(attempt);
      return attempt.isFinal ? stop() : retryLater(attempt);
    case 'rate_limited':
    case 'not_sent':
      return attempt.isFinal ? stop() : retryLater(attempt);
  }
}

function stop(reason: string | null = null, next: string | null = null): Stop {
  return { kind: 'stop', reason, next, resendAfterMs: null };
}

/** A lost change may have been made: only a read of the app shows that. */
function stopToReadBack(attempt: Attempt): Stop {
  if (attempt.isFinal) return stop();
  const delayMs = getRetryAfter(attempt) ?? 0;
  const isTooLong = delayMs > maxRetryAfterMs || delayMs >= attempt.timeLeftMs;
  return { kind: 'stop', reason: null, next: null, resendAfterMs: isTooLong ? null : delayMs };
}

/** Retries a failed attempt, if there is time and an attempt left for it. */
function retryLater(attempt: Attempt): Decision {
  const { elapsedMs, timeLeftMs } = attempt;
  const retryAfterMs = getRetryAfter(attempt);
  const delayMs = Math.round(chooseDelay(attempt, retryAfterMs));
  if (isWindowOver(attempt, delayMs)) return giveUp(attempt, formatDuration(elapsedMs));
  if (retryAfterMs !== null && retryAfterMs > maxRetryAfterMs) return refuseWait(retryAfterMs);

  const attempts = attempt.previousAttempts + 1;
  const maxAttempts = getMaxAttempts(attempt, retryAfterMs);
  if (maxAttempts !== null && attempts >= maxAttempts)
    return giveUp(attempt, `${attempts} attempts`);

  const asked = retryAfterMs === null ? null : `asked to wait ${formatSeconds(retryAfterMs)}`;
  if (delayMs + minAttemptMs >= timeLeftMs) return refuseForTime(delayMs, asked);
  const reason = joinTexts([describeFailure(attempt), asked], ', ');
  return { kind: 'retry', delayMs, reason, maxAttempts };
}

/** Returns the Retry-After of a 429 or 503; null with any other status: it means nothing there. */
function getRetryAfter(attempt: Attempt): number | null {
  const isDefined = attempt.result === 'rate_limited' || attempt.status === 503;
  return isDefined ? attempt.retryAfterMs : null;
}

/**
 * Returns the wait before the next attempt. Without Retry-After, it never lasts longer than the
 * retry window.
 */
function chooseDelay(attempt: Attempt, retryAfterMs: number | null): number {
  const { result, previousAttempts, random } = attempt;
  const backoffMs = backoffBaseMs * 2 ** previousAttempts;
  if (retryAfterMs !== null) {
    const spreadMs = Math.min(maxSpreadMs, Math.max(backoffMs, 0.2 * retryAfterMs));
    return retryAfterMs + random * spreadMs;
  }
  const windowLeftMs = getWindowLeft(attempt);
  if (result === 'rate_limited') {
    const maxWaitMs = rateLimitWaitsMs[previousAttempts] ?? 0;
    return Math.min((maxWaitMs * (5 + random)) / 6, windowLeftMs);
  }
  return Math.min(random * Math.min(maxBackoffMs, backoffMs), windowLeftMs);
}

/** A rate-limited change waits its turn, however long that takes. */
function getWindowLeft(attempt: Attempt): number {
  const isWaitingItsTurn = attempt.result === 'rate_limited' && !isRead(attempt.operation);
  if (isWaitingItsTurn) return Number.POSITIVE_INFINITY;
  return defaultRetryWindowMs - attempt.elapsedMs;
}

/**
 * Returns true if the usual window is over, or if the next attempt would begin after the caller's
 * window.
 */
function isWindowOver(attempt: Attempt, delayMs: number): boolean {
  const { retryWindowMs, elapsedMs } = attempt;
  if (getWindowLeft(attempt) <= 0) return true;
  return retryWindowMs !== null && elapsedMs + delayMs >= retryWindowMs;
}

function getMaxAttempts(attempt: Attempt, retryAfterMs: number | null): number | null {
  if (attempt.result !== 'rate_limited') return null;
  return retryAfterMs === null ? rateLimitWaitsMs.length + 1 : maxRateLimitedAttempts;
}

/** Stops after several attempts. The response to a single one needs no further words. */
function giveUp(attempt: Attempt, tried: string): Stop {
  const reason = attempt.previousAttempts === 0 ? null : `still so after ${tried}`;
  return stop(reason);
}

function refuseWait(retryAfterMs: number): Stop {
  const asked = formatSeconds(retryAfterMs);
  const allowed = formatDuration(maxRetryAfterMs);
  const reason = `the service asks to wait ${asked}, longer than the ${allowed} allowed`;
  return stop(reason, `${nameRerun('Re-run')} in ${asked}.`);
}

function refuseForTime(delayMs: number, asked: string | null): Stop {
  const wait = formatSeconds(delayMs);
  const timeout = nameInput('timeout-minutes');
  const reason = joinTexts(
    [asked, `a wait of ${wait} would use up the time left (${timeout})`],
    '; ',
  );
  return stop(reason, `${nameRerun('Re-run')} in ${wait}, or set ${timeout} to a higher value.`);
}

function describeFailure(attempt: Attempt): string {
  const { operation, result, status } = attempt;
  if (result === 'not_sent') return 'no connection';
  if (result === 'rate_limited')
    return isRead(operation) ? 'too many requests (429)' : 'too many changes (429)';
  if (status === null) return 'no usable response';
  return `returned ${status}, and nothing usable`;
}

function formatSeconds(milliseconds: number): string {
  return formatDuration(Math.ceil(milliseconds / 1000) * 1000);
}

/**
 * Returns the milliseconds that a Retry-After header asks to wait; null without one, or if it is
 * not valid. Strict on purpose (RFC 9110, 10.2.3): whole seconds of at most nine digits, or an HTTP
 * date. A date counts from `date`, the Date header of the same response, since our clock may differ
 * from the service's; without one, from our clock, `now`.
 */
export function readRetryAfter(
  retryAfter: string | null,
  date: string | null,
  now: number,
): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const time = parseHttpDate(retryAfter);
  if (time === null) return null;
  const sentAt = parseHttpDate(date ?? '') ?? now;
  return Math.max(0, time - sentAt);
}

/**
 * Parses the three forms of RFC 9110, 5.6.7, and nothing else: `Date.parse` would also read `12,
 * 13` as a day of the year 2001. The two older forms are first written as the newer one. The day of
 * the week is not checked: a wrong one does no harm.
 */
function parseHttpDate(text: string): number | null {
  const date = text
    .replace(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*day, (\d\d)-(\w{3})-(\d\d) /, '$1, $2 $3 20$4 ')
    .replace(/^(\w{3}) (\w{3}) (\d\d| \d) ([\d:]{8}) (\d{4})$/, '$1, $3 $2 $5 $4 GMT')
    .replace(',  ', ', 0');
  const time = Date.parse(date);
  const isExact = new Date(time).toUTCString().slice(5) === date.slice(5);
  return isExact && time > 0 ? time : null;
}
