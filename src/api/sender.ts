import { setImmediate } from 'node:timers/promises';
import type { Wait } from '../outcome.ts';
import { NetworkError } from './network-error.ts';
import { decide, type Ending, isRead, readRetryAfter, toEnding } from './policy.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';

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

/** A request as it is to be sent. */
export interface SenderRequest extends WireRequest {
  /** For a read: true for a body that shows what was asked for. */
  readonly isUsable?: (body: unknown) => boolean;
  /** How long attempts that fail are followed by others, in milliseconds: 0 for one attempt. By default as the policy has it. */
  readonly retryMs?: number | undefined;
}

/** How a request ended after all the waiting that the policy allows. */
export interface SentRequest {
  readonly ending: Ending;
  /** The last response, or why there was none. */
  readonly result: WireResponse | NetworkError;
  /** Why no further attempt was made, if one might be; null where the response itself says it all, as is `next`. */
  readonly note: string | null;
  readonly next: string | null;
  /** Milliseconds that the service asks to wait before it is sent again; null where it asks for none. */
  readonly retryAfterMs: number | null;
  /** Of a lost change that a look shows not to be made: when it may be sent again, in milliseconds from now; null for never. */
  readonly repeatAfterMs: number | null;
}

/** Sends a request as often as the policy in `policy.ts` allows. Throws only what ends the run, or a bug. */
export type Sender = (request: SenderRequest) => Promise<SentRequest>;

/** Makes the sender: the loop around `decide`, and nothing else. */
export function createSender(ports: SenderPorts): Sender {
  const { clock, signal } = ports;
  return async (request) => {
    const { operation, method, path, limitMs = Number.POSITIVE_INFINITY } = request;
    const progress = { startedAt: clock.now(), attempts: 1, earlier: new Map<Ending, number>() };
    const until = progress.startedAt + limitMs;
    for (;;) {
      if (!isRead(operation)) await flushPendingSignals();
      signal.throwIfAborted();
      // Whole milliseconds, as timers want them; none where a wait took longer than it should.
      const leftMs = Math.max(0, Math.ceil(until - clock.now()));
      const result = await tryOnce(ports, { ...request, limitMs: leftMs }, progress.attempts);
      const { ending, retryAfterMs, decision } = decideNext(ports, { request, result, until, ...progress });
      if (decision.do !== 'again') {
        const { why: note, next, repeatAfterMs } = { why: null, next: null, repeatAfterMs: null, ...decision };
        return { ending, result, note, next, retryAfterMs, repeatAfterMs };
      }
      const { afterMs: milliseconds, why, maxAttempts } = decision;
      progress.attempts += 1;
      const attempt = (progress.earlier.get(ending) ?? 0) + 1;
      progress.earlier.set(ending, attempt);
      ports.onWait({ what: `${method} ${path}`, milliseconds, why, attempt: attempt + 1, maxAttempts });
      await clock.sleep(milliseconds, signal);
      // Waiting as asked is no failure.
      if (ending === 'limited') progress.startedAt = clock.now();
    }
  };
}

/** An attempt, and how many before it ended in each way. */
interface Progress {
  readonly request: SenderRequest;
  readonly result: WireResponse | NetworkError;
  readonly startedAt: number;
  /** When the caller's time is up, in the clock's time. */
  readonly until: number;
  readonly earlier: ReadonlyMap<Ending, number>;
}

function decideNext({ clock, random, deadline }: SenderPorts, progress: Progress) {
  const { result, startedAt, until, earlier } = progress;
  const { operation, isUsable = () => true, retryMs = null } = progress.request;
  const ending = toEnding({ operation, result, isUsable });
  const now = clock.now();
  const response = result instanceof NetworkError ? null : result;
  const retryAfterMs = response && readRetryAfter(response.retryAfter, response.date, now);
  const attempt = {
    operation,
    status: response?.status ?? null,
    retryAfterMs,
    earlier: earlier.get(ending) ?? 0,
    elapsedMs: now - startedAt,
    retryMs,
    leftMs: Math.min(deadline(), until) - now,
    random: random(),
  };
  return { ending, retryAfterMs, decision: decide(ending, attempt) };
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
  { transport, clock, signal, onResult }: SenderPorts,
  request: SenderRequest,
  attempt: number,
): Promise<WireResponse | NetworkError> {
  const startedAt = clock.now();
  const result = await transport(request, signal).catch((error: unknown) => {
    if (error instanceof NetworkError) return error;
    throw error;
  });
  const name = result instanceof NetworkError ? result.code : `returned ${result.status}`;
  onResult?.(request, { result: name, milliseconds: clock.now() - startedAt, attempt });
  return result;
}
