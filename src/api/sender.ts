import { setImmediate } from 'node:timers/promises';
import type { Wait } from '../outcome.ts';
import { NetworkError, toUnreadable } from './network-error.ts';
import { type Decision, decide, type Ending, isRead, readRetryAfter } from './retry.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { toFields } from './wire.ts';

/** Time as the run sees it; tests pass one that does not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
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
  /** Told of every attempt: the status or the code of its error, how long it took, and its number, from 1 on. */
  readonly onResult?: (
    request: WireRequest,
    attempt: { readonly result: string; readonly milliseconds: number; readonly attempt: number },
  ) => void;
}

/**
 * A response after all the waiting that the policy allows. `note` says why no further attempt was made, if one might be, and
 * `next` what to do then; both are null where the response itself says it all.
 */
export interface FinalResponse extends WireResponse {
  readonly note: string | null;
  readonly next: string | null;
  /** Milliseconds that the service asks to wait before a change that it could not make is sent again; null where it asks for none. */
  readonly retryAfterMs: number | null;
}

/**
 * Sends a request as often as the policy in `retry.ts` allows. Throws NetworkError when there is no response to be had, or
 * none that says anything.
 */
export type Sender = (request: WireRequest) => Promise<FinalResponse>;

/** Makes the sender: the loop around `decide`, and nothing else. */
export function createSender(ports: SenderPorts): Sender {
  const { clock, signal } = ports;
  return async (request) => {
    const { operation, method, path } = request;
    const earlier = { limited: 0, failed: 0 };
    const until = clock.now() + (request.limitMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      if (!isRead(operation)) await flushPendingSignals();
      signal.throwIfAborted();
      // Whole milliseconds, as timers want them; none where a wait took longer than it should.
      const limitMs = Math.max(0, Math.ceil(until - clock.now()));
      const result = await tryOnce(ports, { ...request, limitMs }, earlier.limited + earlier.failed + 1);
      const ending = toEnding(result, clock.now());
      const kind = ending.kind === 'status' && ending.status === 429 ? 'limited' : 'failed';
      const decision = decide(ending, {
        operation,
        earlier: earlier[kind],
        leftMs: Math.min(ports.deadline(), until) - clock.now(),
        random: ports.random(),
      });
      if (decision.do !== 'again') return finish(result, decision);
      const { afterMs: milliseconds, why, maxAttempts } = decision;
      earlier[kind] += 1;
      ports.onWait({ what: `${method} ${path}`, milliseconds, why, attempt: earlier[kind] + 1, maxAttempts });
      await clock.sleep(milliseconds, signal);
    }
  };
}

/**
 * Lets the event loop turn. A cancel that arrived together with the response before is heard only after the work that this
 * response set off, and no change may go out in between: above all no submission.
 */
async function flushPendingSignals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

type Result = WireResponse | NetworkError;

async function tryOnce(
  { transport, clock, signal, onResult }: SenderPorts,
  request: WireRequest,
  attempt: number,
): Promise<Result> {
  const startedAt = clock.now();
  const result = await transport(request, signal).catch((error: unknown) => {
    if (error instanceof NetworkError) return error;
    throw error;
  });
  const name = result instanceof NetworkError ? result.code : `returned ${result.status}`;
  onResult?.(request, { result: name, milliseconds: clock.now() - startedAt, attempt });
  return result instanceof NetworkError ? result : checkResponse(result, request);
}

/**
 * A success is as good as lost to a read if it holds no object or array, and to a change if it holds anything but an object. A 202
 * has accepted the change, whatever it holds: it must not be sent again.
 */
function checkResponse(response: WireResponse, request: WireRequest): Result {
  const { status, body } = response;
  if (status >= 300) return response;
  const value = body.kind === 'json' ? body.value : null;
  const isUsable = isRead(request.operation)
    ? typeof value === 'object' && value !== null
    : status === 202 || body.kind === 'empty' || toFields(value) !== null;
  if (isUsable) return response;
  const why = body.kind === 'unreadable' ? body.why : faults[body.kind];
  return toUnreadable(request, `returned ${status}, but the response ${why}`);
}

const faults = { json: 'holds no object', empty: 'is empty' } as const;

function toEnding(result: Result, now: number): Ending {
  if (!(result instanceof NetworkError)) {
    const { status, retryAfter, date } = result;
    return { kind: 'status', status, retryAfterMs: readRetryAfter(retryAfter, date, now) };
  }
  if (result.isFinal) return { kind: 'final' };
  return { kind: result.sent ? 'lost' : 'not_sent' };
}

function finish(result: Result, decision: Exclude<Decision, { do: 'again' }>): FinalResponse {
  if (result instanceof NetworkError) throw result;
  if (decision.do === 'stop') return { ...result, note: decision.why, next: decision.next, retryAfterMs: null };
  return { ...result, note: null, next: null, retryAfterMs: decision.retryAfterMs };
}
