import { setImmediate } from 'node:timers/promises';
import type { Wait } from '../outcome.ts';
import { NetworkError, toUnreadable } from './errors.ts';
import type { ResponseBody } from './response.ts';
import { type Decision, decide, type Ending, isRead, type Operation, readRetryAfter } from './retry.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';

/** Time as the run sees it; tests pass one that does not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** What one attempt came to: its status or the code of its error, and its number, from 1 on. */
export interface AttemptResult {
  readonly result: string;
  readonly milliseconds: number;
  readonly attempt: number;
}

/** What sending depends on, passed in. */
export interface SenderPorts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  /** When the run must be over, in the clock's time. */
  readonly deadline: () => number;
  readonly onWait: (wait: Wait) => void;
  /** Told of every attempt. */
  readonly onResult?: (request: WireRequest, result: AttemptResult) => void;
}

/**
 * A response after all the waiting that the policy allows. `note` says why no further attempt was made, if one might be, and
 * `next` what to do then; both are null where the response itself says it all.
 */
export interface FinalResponse extends WireResponse {
  readonly note: string | null;
  readonly next: string | null;
  /** Milliseconds that the service asks to wait before a change that it could not make is sent again; absent where it asks for none. */
  readonly retryAfterMs?: number;
}

/** Sends a request as often as the policy in `retry.ts` allows. Throws NetworkError when there is no response to be had. */
export type Sender = (operation: Operation, request: WireRequest) => Promise<FinalResponse>;

/** Makes the sender: the loop around `decide`, and nothing else. */
export function createSender(ports: SenderPorts): Sender {
  return async (operation, request) => {
    const earlier = { limited: 0, failed: 0 };
    const until = ports.clock.now() + (request.limitMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      if (!isRead(operation)) await flushPendingSignals();
      ports.signal.throwIfAborted();
      const attempt = earlier.limited + earlier.failed + 1;
      const onResult = (name: string, milliseconds: number): void =>
        ports.onResult?.(request, { result: name, milliseconds, attempt });
      const timed = leaveTime(request, until - ports.clock.now());
      const result = await tryOnce({ ...ports, onResult }, timed, operation);
      const ending = toEnding(result, ports.clock.now());
      const kind = ending.kind === 'status' && ending.status === 429 ? 'limited' : 'failed';
      const decision = decideFor(result, ending, {
        operation,
        earlier: earlier[kind],
        leftMs: Math.min(ports.deadline(), until) - ports.clock.now(),
        random: ports.random(),
      });
      if (decision.do !== 'again') return { ...finish(result, decision), ...toRetryAfter(ending, decision) };
      earlier[kind] += 1;
      ports.onWait({
        what: `${request.method} ${request.path}`,
        milliseconds: decision.afterMs,
        why: decision.why,
        attempt: earlier[kind] + 1,
        maxAttempts: decision.maxAttempts,
      });
      await ports.clock.sleep(decision.afterMs, ports.signal);
    }
  };
}

/** What is left for this attempt, in whole milliseconds as timers want them; none when a wait took longer than it should. */
function leaveTime(request: WireRequest, leftMs: number): WireRequest {
  return request.limitMs === undefined ? request : { ...request, limitMs: Math.max(0, Math.ceil(leftMs)) };
}

/**
 * Lets the event loop turn. A cancel that arrived together with the response before is heard only after the work that this
 * response set off, and no change may go out in between: above all no submission.
 */
async function flushPendingSignals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

async function tryOnce(
  {
    transport,
    signal,
    clock,
    onResult,
  }: Pick<SenderPorts, 'transport' | 'signal' | 'clock'> & {
    readonly onResult: (result: string, milliseconds: number) => void;
  },
  request: WireRequest,
  operation: Operation,
): Promise<WireResponse | NetworkError> {
  const startedAt = clock.now();
  try {
    const response = await transport(request, signal);
    onResult(`returned ${response.status}`, clock.now() - startedAt);
    // A success that cannot be read says nothing to a read; a change may look at the app instead.
    const fault = isRead(operation) && response.status < 300 ? findFault(response.body) : null;
    return fault === null ? response : toUnreadable(request, `returned ${response.status}, but the response ${fault}`);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    onResult(error.code, clock.now() - startedAt);
    return error;
  }
}

/** What keeps a response from being one to a read; null for an object or an array. */
function findFault(body: ResponseBody): string | null {
  if (body.kind === 'unreadable') return body.why;
  if (body.kind === 'empty') return 'is empty';
  return typeof body.value === 'object' && body.value !== null ? null : 'holds no object';
}

function toEnding(result: WireResponse | NetworkError, now: number): Ending {
  if (result instanceof NetworkError) return { kind: result.sent ? 'lost' : 'not_sent' };
  const { status, retryAfter, date = null } = result;
  return { kind: 'status', status, retryAfterMs: readRetryAfter({ retryAfter, date, now }) };
}

function decideFor(
  result: WireResponse | NetworkError,
  ending: Ending,
  attempt: Parameters<typeof decide>[1],
): Decision {
  const isFinal = result instanceof NetworkError && result.isFinal;
  return isFinal ? { do: 'stop', why: null, next: null } : decide(ending, attempt);
}

function toRetryAfter(ending: Ending, decision: Decision): Pick<FinalResponse, 'retryAfterMs'> {
  if (decision.do !== 'verify' || ending.kind !== 'status' || ending.retryAfterMs === null) return {};
  return { retryAfterMs: ending.retryAfterMs };
}

function finish(result: WireResponse | NetworkError, decision: Exclude<Decision, { do: 'again' }>): FinalResponse {
  if (result instanceof NetworkError) throw result;
  const { why, next } = decision.do === 'stop' ? decision : { why: null, next: null };
  return { ...result, note: why, next };
}
