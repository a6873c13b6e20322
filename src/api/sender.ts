import type { ActionError } from '../model/action-error.ts';
import type { Clock } from '../model/deadline.ts';
import type { RequestResult, Wait } from '../model/outcome.ts';
import { joinTexts } from '../text/format.ts';
import { ApiError } from './api-error.ts';
import { hasDocumentedError, readErrorBody, reportsFailure } from './error-body.ts';
import { NetworkError } from './network-error.ts';
import {
  type Attempt,
  type AttemptResponse,
  classify,
  decide,
  defaultRetryWindowMs,
  isRead,
  readRetryAfter,
  type Stop,
} from './policy.ts';
import type { ResponseBody } from './response/response.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';

/** A request to the service. */
export interface SenderRequest extends WireRequest {
  /** Returns true if the body of a read shows what was asked for. */
  readonly isUsable?: (body: unknown) => boolean;
  /** The version of the terms that a submission accepts. */
  readonly termsVersion?: string;
}

/** The end of a request, after all attempts that the policy allows. */
export interface RequestOutcome {
  readonly result: RequestResult;
  /** The body of the last response; null unless it is JSON. */
  readonly value: unknown;
  /** The reason that the request was not accepted; null if it was. */
  readonly error: ActionError | null;
  /**
   * For a lost change, the milliseconds after which it may be sent again if a read shows that it
   * was not made. Null if it may not be sent again, and for any other request.
   */
  readonly resendAfterMs: number | null;
}

/**
 * Sends a request as often as the policy in policy.ts allows, and returns how it ended. Throws only
 * what ends the run, or a bug.
 */
export type Sender = (request: SenderRequest) => Promise<RequestOutcome>;

/** The transport and the effects of a sender. */
export interface SenderOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly availability: ServiceAvailability;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  /** The time limit of the run; `at` is in the clock's time. */
  readonly deadline: { readonly at: number };
  /** Called before each wait. */
  readonly onWait: (wait: Wait) => void;
  /** Called after each attempt. */
  readonly onAttempt: (request: WireRequest, attempt: AttemptSummary) => void;
  /** The time in which a failed request is retried, in milliseconds; by default the policy's. */
  readonly retryWindowMs?: number | undefined;
}

/** An attempt, for the log. */
export interface AttemptSummary {
  /** Counts from 1. */
  readonly number: number;
  /** The status of the response, or the code of the error. */
  readonly result: string;
  readonly milliseconds: number;
}

/** Keeps track of when the service responded in a run, which may be about several apps. */
export class ServiceAvailability {
  #answeredAt: number | null = null;
  #silentSince: number | null = null;

  /** When the first usable response came, in the clock's time; null before that. */
  get answeredAt(): number | null {
    return this.#answeredAt;
  }

  /** Notes an attempt that got a usable response. A refusal is a usable response, too. */
  noteResponse(receivedAt: number): void {
    this.#answeredAt ??= receivedAt;
    this.#silentSince = null;
  }

  /** Notes an attempt without a usable response. */
  noteSilence(sentAt: number): void {
    this.#silentSince ??= sentAt;
  }

  /** True if all attempts have failed for as long as a failed read is retried. */
  isUnreachable(now: number): boolean {
    return this.#silentSince !== null && now - this.#silentSince >= defaultRetryWindowMs;
  }
}

/** Creates a sender: the loop around `decide`. */
export function createSender(options: SenderOptions): Sender {
  const { clock, signal, onWait } = options;
  return async (request) => {
    const attempts = new Attempts(request, options);
    for (;;) {
      signal.throwIfAborted();
      const timeoutMs = attempts.start();
      const response = await exchange({ ...request, timeoutMs }, options);
      const attempt = attempts.end(response);
      const decision = decide(attempt);
      if (decision.kind === 'stop') return toOutcome({ request, response, attempt, decision });
      onWait({
        what: `${request.method} ${request.path}`,
        milliseconds: decision.delayMs,
        why: decision.reason,
        attempt: attempt.previousAttempts + 2,
        maxAttempts: decision.maxAttempts,
      });
      await clock.sleep(decision.delayMs, signal);
      attempts.endWait(attempt);
    }
  };
}

async function exchange(request: WireRequest, options: SenderOptions): Promise<AttemptResponse> {
  try {
    return await options.transport(request, options.signal);
  } catch (error) {
    if (error instanceof NetworkError) return error;
    throw error;
  }
}

/** The attempts at one request, with the time that they have taken and have left. */
class Attempts {
  readonly #request: SenderRequest;
  readonly #options: SenderOptions;
  readonly #counts = new Map<RequestResult, number>();
  /** When the caller's time for all attempts is over. */
  readonly #endsAt: number;
  /** When the time in which failed attempts are retried began. */
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

  /** Starts another attempt, and returns how long it may take, in whole milliseconds. */
  start(): number {
    this.#number += 1;
    this.#sentAt = this.#options.clock.now();
    return Math.max(0, Math.ceil(this.#endsAt - this.#sentAt));
  }

  /** Ends the attempt with its response or error. */
  end(response: AttemptResponse): Attempt {
    const { clock, deadline, random, retryWindowMs } = this.#options;
    const { operation, isUsable = () => true } = this.#request;
    const now = clock.now();
    const { result, isFinal } = classify(operation, response, isUsable);
    const previousAttempts = this.#counts.get(result) ?? 0;
    this.#counts.set(result, previousAttempts + 1);
    this.#report(response, result, now);
    return {
      operation,
      result,
      isFinal,
      status: 'status' in response ? response.status : null,
      retryAfterMs: getRetryAfterMs(response, now),
      previousAttempts,
      elapsedMs: now - this.#windowStartedAt,
      retryWindowMs: retryWindowMs ?? this.#request.retryWindowMs ?? null,
      timeLeftMs: Math.min(deadline.at, this.#endsAt) - now,
      random: random(),
    };
  }

  /** Ends the wait after an attempt. A change that waits because of a 429 has not failed. */
  endWait(attempt: Attempt): void {
    const isWaitingItsTurn = attempt.result === 'rate_limited' && !isRead(attempt.operation);
    if (isWaitingItsTurn) this.#windowStartedAt = this.#options.clock.now();
  }

  #report(response: AttemptResponse, result: RequestResult, now: number): void {
    const { availability, onAttempt } = this.#options;
    const hasFailed = result === 'lost' || result === 'not_sent';
    if (hasFailed) availability.noteSilence(this.#sentAt);
    else availability.noteResponse(now);
    onAttempt(this.#request, {
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

/** A request after its last attempt. */
interface EndedRequest {
  readonly request: SenderRequest;
  /** The response to the last attempt, or its error. */
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
    error: isAccepted ? null : toError(ended),
    resendAfterMs: ended.decision.resendAfterMs,
  };
}

/** Returns the JSON of a response; null if it has none. */
function getJson(response: AttemptResponse): unknown {
  if (response instanceof NetworkError || response.body.kind !== 'json') return null;
  return response.body.value;
}

/** Puts into words why a request was refused, or why its response cannot be used. */
function toError({ request, response, attempt, decision }: EndedRequest): ActionError {
  const { reason, next } = decision;
  if (response instanceof NetworkError) return response;
  const { status, body } = response;
  const value = getJson(response);
  if (status < 300 && !reportsFailure(value)) {
    const what = joinTexts([describeUnusable(request, response), reason], '; ');
    return new NetworkError(request, { code: 'response_unreadable', sent: true, what });
  }
  const cut = body.kind === 'json' ? body.cut : undefined;
  const details = readErrorBody(value, request.termsVersion, cut);
  // The first words of a page that is not from the service show who sent it.
  const page = body.kind === 'unreadable' ? body.start.replace(/\s+/g, ' ').trim() : '';
  const rest = cut ? `the response ${cut.why}, and the rest was not read` : null;
  const message = joinTexts([details.message ?? page, rest, reason], '; ');
  // Do not advise a wait that is already over.
  const isWaitedFor = attempt.result === 'rate_limited' || reason !== null;
  return new ApiError(
    request,
    {
      ...details,
      status,
      message: message === '' ? null : message,
      isDocumented: hasDocumentedError(value),
      retryAfterMs: isWaitedFor ? null : attempt.retryAfterMs,
    },
    next ?? adviseUnread(body, page),
  );
}

/** Returns the advice about a response that could not be read at all; null if it could. */
function adviseUnread(body: ResponseBody, page: string): string | null {
  if (body.kind !== 'unreadable' || page !== '') return null;
  return `The response ${body.why} and was not read: contact the service's support.`;
}

function describeUnusable(request: SenderRequest, { status, body }: WireResponse): string {
  const returned = `returned ${status}, but the response`;
  if (body.kind === 'unreadable') return `${returned} ${body.why}`;
  if (body.kind === 'empty') return `${returned} is empty`;
  if (request.operation === 'list') return `${returned} is not a list of apps`;
  return `${returned} does not show the app with its slug and status`;
}
