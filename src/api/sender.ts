import type { Clock } from '../clock.ts';
import type { ActionError } from '../errors.ts';
import { joinTexts } from '../text/format.ts';
import { ApiError } from './api-error.ts';
import { hasDocumentedError, readErrorBody, reportsFailure } from './error-body.ts';
import { NetworkError } from './network-error.ts';
import {
  type Attempt,
  type AttemptResponse,
  classify,
  decide,
  type RequestResult,
  readRetryAfter,
  type Stop,
} from './policy.ts';
import type { ResponseBody } from './response.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import type { Wait } from './wait.ts';

export interface SenderRequest extends WireRequest {
  /** Returns true if the body of a read shows the app or the list that was requested. */
  readonly isUsable?: (body: unknown) => boolean;
  readonly termsVersion?: string;
}

/** The outcome of a request, after all attempts that the policy allows. */
export interface RequestOutcome {
  readonly result: RequestResult;
  /** The parsed body of the last response; null if it is not JSON. */
  readonly value: unknown;
  /** The Link header of the last response; null without one. */
  readonly link: string | null;
  /** The reason that the request was not accepted; null if it was accepted. */
  readonly error: ActionError | null;
  /**
   * The time after which a lost change may be sent again if a read shows that it was not made, in
   * milliseconds. Null if it may not be sent again, and for any other request.
   */
  readonly resendAfterMs: number | null;
}

/**
 * Sends a request, retries it as policy.ts allows, and returns the outcome. Throws only if the run
 * ends, or because of a bug.
 */
export type Sender = (request: SenderRequest) => Promise<RequestOutcome>;

interface SenderOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Aborted with an error when the run must stop. */
  readonly signal: AbortSignal;
  /** The time limit of the run; `at` is in the clock's time. */
  readonly deadline: { readonly at: number };
  readonly onWait: (wait: Wait) => void;
  /** Called after each attempt. */
  readonly onAttempt: (request: WireRequest, attempt: AttemptSummary) => void;
  /** Replaces the `retryWindowMs` of each request. */
  readonly retryWindowMs?: number | undefined;
}

/** The facts about an attempt that the log shows. */
export interface AttemptSummary {
  /** Counts from 1. */
  readonly number: number;
  /** The status of the response, or the code of the error. */
  readonly result: string;
  /** The time that the attempt took. */
  readonly milliseconds: number;
}

/** Creates a sender, which sends attempts until `decide` stops it. */
export function createSender(options: SenderOptions): Sender {
  return async (request) => {
    const attempts = new Attempts(request, options);
    for (;;) {
      options.signal.throwIfAborted();
      const timeoutMs = attempts.start();
      const sent = options.transport({ ...request, timeoutMs }, options.signal);
      const response = await sent.catch(toNetworkError);
      const attempt = attempts.end(response);
      const decision = decide(attempt);
      if (decision.kind === 'stop') return toOutcome({ request, response, attempt, decision });
      options.onWait({
        what: `${request.method} ${request.path}`,
        milliseconds: decision.delayMs,
        why: decision.reason,
        attempt: attempt.previousAttempts + 2,
        maxAttempts: decision.maxAttempts,
      });
      await options.clock.sleep(decision.delayMs, options.signal);
      attempts.endWait(attempt);
    }
  };
}

function toNetworkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

/** Counts the attempts at one request, and measures the time that they take. */
class Attempts {
  readonly #request: SenderRequest;
  readonly #options: SenderOptions;
  readonly #counts = new Map<RequestResult, number>();
  readonly #endsAt: number;
  /** When the time in which failed attempts are retried began, in the clock's time. */
  #windowStartedAt: number;
  #sentAt: number;
  #number = 0;

  constructor(request: SenderRequest, options: SenderOptions) {
    const now = options.clock.now();
    this.#request = request;
    this.#options = options;
    this.#endsAt = now + (request.timeoutMs ?? Number.POSITIVE_INFINITY);
    this.#windowStartedAt = now;
    this.#sentAt = now;
  }

  /** Starts an attempt. Returns how long the attempt may take, in whole milliseconds. */
  start(): number {
    this.#number += 1;
    this.#sentAt = this.#options.clock.now();
    return Math.max(0, Math.ceil(this.#endsAt - this.#sentAt));
  }

  /** Ends an attempt with its response or error. Returns the facts on which `decide` is based. */
  end(response: AttemptResponse): Attempt {
    const options = this.#options;
    const { operation, isUsable = () => true } = this.#request;
    const now = options.clock.now();
    const { result, isFinal } = classify(operation, response, isUsable);
    const previousAttempts = this.#counts.get(result) ?? 0;
    this.#counts.set(result, previousAttempts + 1);
    this.#report(response, now);
    return {
      operation,
      result,
      isFinal,
      status: 'status' in response ? response.status : null,
      retryAfterMs: getRetryAfterMs(response, now),
      previousAttempts,
      elapsedMs: now - this.#windowStartedAt,
      retryWindowMs: options.retryWindowMs ?? this.#request.retryWindowMs ?? null,
      timeLeftMs: Math.min(options.deadline.at, this.#endsAt) - now,
      random: options.random(),
    };
  }

  /** Ends the wait after an attempt. After a 429, the time for retries begins again. */
  endWait(attempt: Attempt): void {
    if (attempt.result === 'rate_limited') this.#windowStartedAt = this.#options.clock.now();
  }

  #report(response: AttemptResponse, now: number): void {
    this.#options.onAttempt(this.#request, {
      number: this.#number,
      result: 'status' in response ? `returned ${response.status}` : response.code,
      milliseconds: now - this.#sentAt,
    });
  }
}

function getRetryAfterMs(response: AttemptResponse, now: number): number | null {
  if (response instanceof NetworkError) return null;
  return readRetryAfter(response.retryAfter, response.date, now);
}

interface EndedRequest {
  readonly request: SenderRequest;
  readonly response: AttemptResponse;
  readonly attempt: Attempt;
  readonly decision: Stop;
}

function toOutcome(ended: EndedRequest): RequestOutcome {
  const { result } = ended.attempt;
  const isAccepted = result === 'accepted' || result === 'pending';
  return {
    result,
    value: getJson(ended.response),
    link: ended.response instanceof NetworkError ? null : ended.response.link,
    error: isAccepted ? null : toError(ended),
    resendAfterMs: ended.decision.resendAfterMs,
  };
}

function getJson(response: AttemptResponse): unknown {
  if (response instanceof NetworkError || response.body.kind !== 'json') return null;
  return response.body.value;
}

function toError(ended: EndedRequest): ActionError {
  const { request, response } = ended;
  const { reason, next } = ended.decision;
  if (response instanceof NetworkError) return response;
  const { status, body } = response;
  const value = getJson(response);
  if (status < 300 && !reportsFailure(value)) {
    const what = joinTexts([describeUnusable(request, response), reason], '; ');
    return new NetworkError(request, { code: 'response_unreadable', sent: true, what });
  }
  const details = readErrorBody(value, request.termsVersion);
  // A body that is not JSON does not come from the service. Its first words may show which server
  // sent it.
  const page = body.kind === 'unreadable' ? toFirstWords(body.start, status) : '';
  const message = joinTexts([details.message ?? page, reason], '; ');
  // The advice must not name the wait if the run has already waited, or if the reason names it.
  const isWaitedFor = ended.attempt.result === 'rate_limited' || reason !== null;
  return new ApiError(
    request,
    {
      ...details,
      status,
      message: message === '' ? null : message,
      isDocumented: hasDocumentedError(value),
      retryAfterMs: isWaitedFor ? null : ended.attempt.retryAfterMs,
    },
    next ?? adviseUnread(body),
  );
}

/** Returns the first words on one line and without the status, which the error names anyway. */
function toFirstWords(start: string, status: number): string {
  const words = start.replace(/\s+/g, ' ').trim();
  if (!words.startsWith(`${status}`)) return words;
  return words.slice(`${status}`.length).replace(/^[\s:.-]+/, '');
}

/** Returns the advice for a response of which nothing could be read; null if something could. */
function adviseUnread(body: ResponseBody): string | null {
  if (body.kind !== 'unreadable' || body.start.trim() !== '') return null;
  return `The response ${body.why} and was not read: contact the service's support.`;
}

function describeUnusable(request: SenderRequest, response: WireResponse): string {
  const { status, body } = response;
  const returned = `returned ${status}, but the response`;
  if (body.kind === 'unreadable') return `${returned} ${body.why}`;
  if (body.kind === 'empty') return `${returned} is empty`;
  if (request.operation === 'list') return `${returned} is not a list of apps`;
  return `${returned} does not show the app with its slug and status`;
}
