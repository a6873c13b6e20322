import { formatDuration, joinTexts } from '../text/format.ts';
import { nameInput, nameRerun } from '../text/frontend.ts';
import { hasDocumentedError, reportsFailure } from './error-body.ts';
import type { NetworkError } from './network-error.ts';
import type { Operation, WireResponse } from './transport.ts';

/**
 * The result of a request (docs/reliability.md, rule 1):
 *
 * - `accepted`: the response is a 2xx, and says what it must.
 * - `pending`: the response is a 202, so the service makes the change later.
 * - `refused`: the service, or the action itself, refused the request.
 * - `lost`: no usable response came. A lost change may have been made.
 * - `rate_limited`: the response is a 429.
 * - `not_sent`: not a single byte of the request was sent.
 */
export type RequestResult =
  | 'accepted'
  | 'pending'
  | 'refused'
  | 'lost'
  | 'rate_limited'
  | 'not_sent';

export type AttemptResponse = WireResponse | NetworkError;

interface AttemptEnd {
  readonly result: RequestResult;
  /** True if the request must not be sent again: that cannot help, or might do harm. */
  readonly isFinal: boolean;
}

/** Returns true if an operation changes nothing, so that repeating it does no harm. */
export function isRead(operation: Operation): boolean {
  return operation === 'read' || operation === 'list';
}

/**
 * Returns the result of an attempt, which decides what happens next with the request (the messages
 * of errors are in api-error.ts). `isUsable` returns true if the body of a read shows the app or
 * the list that was requested.
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
  // A change that broke off may be sent again if a read shows that it was not made.
  return { result: 'lost', isFinal: error.isFinal && isRead(operation) };
}

function classifyRead(response: WireResponse, isUsable: (body: unknown) => boolean): RequestResult {
  const { status, body } = response;
  if (status < 300) return body.kind === 'json' && isUsable(body.value) ? 'accepted' : 'lost';
  // A redirect is never followed.
  if (status < 400) return 'refused';
  // An error page that is not JSON comes from a gateway, not from the service.
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
 * Returns true if a response to a change is a redirect, or a 2xx with an error in its body. Then
 * only a read of the app shows whether the change was made.
 */
function isInconclusive(response: WireResponse): boolean {
  const { status, body } = response;
  if (status >= 300) return status < 400;
  return body.kind === 'json' && reportsFailure(body.value);
}

/**
 * The statuses that always mean a refusal, with any body. They are from the service document,
 * "Errors"; 402, 403, 413 and 415 are used as HTTP defines them.
 */
const refusedStatuses: ReadonlySet<number> = new Set([400, 401, 402, 403, 409, 413, 415, 422]);

/**
 * Returns true if an error response is a refusal by the service. For a status that is not in
 * `refusedStatuses`, the body must have the documented form: a gateway's response would have
 * another one.
 */
function isRefusal(response: WireResponse): boolean {
  const { status, body } = response;
  if (refusedStatuses.has(status)) return true;
  if (status === 408 || status >= 500) return false;
  return body.kind === 'json' && hasDocumentedError(body.value);
}

/** An attempt that has ended, and the times and numbers on which the decision depends. */
export interface Attempt extends AttemptEnd {
  readonly operation: Operation;
  readonly status: number | null;
  /** The value of the Retry-After header in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  /** The number of earlier attempts with the same result. */
  readonly previousAttempts: number;
  /** The time since the first attempt began, in milliseconds. A wait after a 429 may reset it. */
  readonly elapsedMs: number;
  /** The caller's time limit for retries, in milliseconds; null for the usual one. */
  readonly retryWindowMs: number | null;
  /**
   * The time left in milliseconds: until the time limit of this request or of the run, whichever is
   * earlier.
   */
  readonly timeLeftMs: number;
  readonly random: number;
}

/** The decision about what follows an attempt. */
type Decision = Retry | Stop;

/** The decision to wait, and to send the request again. */
interface Retry {
  readonly kind: 'retry';
  /** The wait in milliseconds. */
  readonly delayMs: number;
  /** The reason that the request is sent again. */
  readonly reason: string;
  /** The maximum number of attempts; null if only the time limits them. */
  readonly maxAttempts: number | null;
}

/** The decision to send no further attempt. */
export interface Stop {
  readonly kind: 'stop';
  /** The reason that no attempt follows; null if the response itself is the reason. */
  readonly reason: string | null;
  /** The advice that replaces the usual advice for the response; null to keep the usual advice. */
  readonly next: string | null;
  /**
   * The time after which a lost change may be sent again if a read shows that it was not made, in
   * milliseconds. Null if it may not be sent again, and for any other request.
   */
  readonly resendAfterMs: number | null;
}

/** The maximum number of times that a change is sent if every attempt is lost. */
export const maxSends = 4;
/** The time in which a failed read or a request that was not sent is retried, in milliseconds. */
export const defaultRetryWindowMs = 60_000;
/**
 * The maximum number of attempts if each gets a 429. If many jobs use one account, each may have to
 * wait several minutes for its turn.
 */
export const maxRateLimitedAttempts = 12;
/** The wait after a 429 without Retry-After, in milliseconds. A random wait is added to it. */
export const rateLimitWaitMs = 20_000;
const backoffBaseMs = 1_000;
/** The longest wait of the exponential back-off, in milliseconds. */
export const maxBackoffMs = 20_000;

/**
 * Decides what follows an attempt. This function is pure: the times and a random number come with
 * the attempt.
 *
 * It retries a change only if the change was certainly not made: it was not sent, or got a 429.
 * After a lost change, the app must be read first (`commands/change.ts`).
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

/** Stops after a lost change. Only a read of the app shows whether the change was made. */
function stopToReadBack(attempt: Attempt): Stop {
  if (attempt.isFinal) return stop();
  const delayMs = getRetryAfter(attempt) ?? 0;
  const resendAfterMs = delayMs < attempt.timeLeftMs ? delayMs : null;
  return { kind: 'stop', reason: null, next: null, resendAfterMs };
}

function retryLater(attempt: Attempt): Decision {
  const { elapsedMs, timeLeftMs } = attempt;
  const askedMs = getRetryAfter(attempt);
  const delayMs = Math.round(chooseDelay(attempt, askedMs));
  if (isWindowOver(attempt, delayMs)) return giveUp(attempt, formatDuration(elapsedMs));
  const attempts = attempt.previousAttempts + 1;
  const maxAttempts = attempt.result === 'rate_limited' ? maxRateLimitedAttempts : null;
  if (maxAttempts !== null && attempts >= maxAttempts)
    return giveUp(attempt, `${attempts} attempts`);

  if (delayMs >= timeLeftMs) return refuseWait(delayMs);
  const asked = askedMs === null ? null : `asked to wait ${formatSeconds(askedMs)}`;
  const reason = joinTexts([describeFailure(attempt), asked], ', ');
  return { kind: 'retry', delayMs, reason, maxAttempts };
}

function getRetryAfter(attempt: Attempt): number | null {
  const isDefined = attempt.result === 'rate_limited' || attempt.status === 503;
  return isDefined ? attempt.retryAfterMs : null;
}

/**
 * Returns the wait before the next attempt, in milliseconds: what the service asks for, and a random
 * wait that grows with each attempt, so that jobs that failed together do not all retry at once.
 */
function chooseDelay(attempt: Attempt, askedMs: number | null): number {
  const { result, previousAttempts, random } = attempt;
  const randomMs = random * Math.min(maxBackoffMs, backoffBaseMs * 2 ** previousAttempts);
  if (askedMs !== null) return askedMs + randomMs;
  if (result === 'rate_limited') return rateLimitWaitMs + randomMs;
  // The last attempt is made at the end of the time for retries.
  return Math.min(randomMs, getWindowLeft(attempt));
}

/**
 * Returns how long failed attempts are still retried, in milliseconds. After a 429, a request waits
 * for its turn without such a limit.
 */
function getWindowLeft(attempt: Attempt): number {
  if (attempt.result === 'rate_limited') return Number.POSITIVE_INFINITY;
  return defaultRetryWindowMs - attempt.elapsedMs;
}

/**
 * Returns true if the usual time for retries is over, or if the next attempt would begin after the
 * caller's time limit.
 */
function isWindowOver(attempt: Attempt, delayMs: number): boolean {
  const { retryWindowMs, elapsedMs } = attempt;
  if (getWindowLeft(attempt) <= 0) return true;
  return retryWindowMs !== null && elapsedMs + delayMs >= retryWindowMs;
}

/** Stops, and gives the number or the time of the attempts as the reason if there were several. */
function giveUp(attempt: Attempt, tried: string): Stop {
  const reason = attempt.previousAttempts === 0 ? null : `gave up after ${tried}`;
  return stop(reason);
}

/** Stops because the run would end before the wait does. */
function refuseWait(waitMs: number): Stop {
  const wait = formatSeconds(waitMs);
  const timeout = nameInput('timeout-minutes');
  const next = `${nameRerun('Re-run')} in ${wait}, or set ${timeout} to a higher value.`;
  return stop(`a wait of ${wait} would exceed the time left (${timeout})`, next);
}

function describeFailure(attempt: Attempt): string {
  const { operation, result, status } = attempt;
  if (result === 'not_sent') return 'no connection';
  if (result === 'rate_limited')
    return isRead(operation) ? 'too many requests (429)' : 'too many changes (429)';
  if (status === null) return 'no usable response';
  return `returned ${status} without a usable response`;
}

function formatSeconds(milliseconds: number): string {
  return formatDuration(Math.ceil(milliseconds / 1000) * 1000);
}

/**
 * Returns the wait that a Retry-After header requires, in milliseconds; null without the header, or
 * if it is neither whole seconds (at most nine digits) nor an HTTP date. The wait until a date
 * counts from `date`, the Date header of the same response, since our clock may differ from the
 * service's. Without a Date header, it counts from `now`.
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

/** Parses an HTTP date. `Date.parse` alone would even read `12, 13` as a day of the year 2001. */
function parseHttpDate(text: string): number | null {
  const time = Date.parse(text);
  const isExact = new Date(time).toUTCString().slice(4) === text.slice(4);
  return isExact && time > 0 ? time : null;
}
