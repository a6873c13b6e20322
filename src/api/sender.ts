import type { Clock, Deadline } from '../model/deadline.ts';
import type { Wait } from '../model/outcome.ts';
import { NetworkError } from './network-error.ts';
import {
  type Attempt,
  type AttemptResult,
  decide,
  defaultRetryWindowMs,
  type Ending,
  isRead,
  readRetryAfter,
  toEnding,
} from './policy.ts';
import type { Transport, WireRequest } from './transport.ts';

/** Tells when the service answered in a run, which may be of several apps. */
export class ServiceAvailability {
  #answeredAt: number | null = null;
  #silentSince: number | null = null;

  /** When the first response came that could be used, in the clock's time; null before it. */
  get answeredAt(): number | null {
    return this.#answeredAt;
  }

  /** Notes an attempt with a response that could be used. A refusal is a response, too. */
  noteResponse(receivedAt: number): void {
    this.#answeredAt ??= receivedAt;
    this.#silentSince = null;
  }

  /** Notes an attempt without a response that could be used. */
  noteSilence(sentAt: number): void {
    this.#silentSince ??= sentAt;
  }

  /** True if all attempts have failed for as long as a failed read is retried. */
  isUnreachable(now: number): boolean {
    return this.#silentSince !== null && now - this.#silentSince >= defaultRetryWindowMs;
  }
}

/** What sending depends on, passed in. */
export interface SenderPorts {
  readonly availability: ServiceAvailability;
  readonly transport: Transport;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  readonly deadline: Pick<Deadline, 'at'>;
  /** How long each failed request is retried, in milliseconds; by default as in the policy. */
  readonly retryWindowMs?: number | undefined;
  readonly onWait: (wait: Wait) => void;
  /**
   * Told of every attempt: the status or the code of its error, how long it took, and its number,
   * from 1 on.
   */
  readonly onResult?: (
    request: WireRequest,
    attempt: { readonly result: string; readonly milliseconds: number; readonly attempt: number },
  ) => void;
}

/** A request as it is to be sent. */
export interface SenderRequest extends WireRequest {
  /** For a read: true for a body that shows what was asked for. */
  readonly isUsable?: (body: unknown) => boolean;
}

/** How a request ended after all the waiting that the policy allows. */
export interface SentRequest {
  readonly ending: Ending;
  /** Of the last attempt. */
  readonly result: AttemptResult;
  /**
   * Why no further attempt was made, if one might be; null where the response itself says it all,
   * as is `next`.
   */
  readonly note: string | null;
  readonly next: string | null;
  /**
   * Milliseconds that the service asks to wait before it is sent again; null where it asks for
   * none.
   */
  readonly retryAfterMs: number | null;
  /**
   * Of a lost change that a look shows not to be made: when it may be sent again, in milliseconds
   * from now; null for never.
   */
  readonly repeatAfterMs: number | null;
}

/**
 * Sends a request as often as the policy in `policy.ts` allows. Throws only what ends the run, or a
 * bug.
 */
export type Sender = (request: SenderRequest) => Promise<SentRequest>;

/** Makes the sender: the loop around `decide`, and nothing else. */
export function createSender(ports: SenderPorts): Sender {
  const { clock, signal, random, deadline } = ports;
  return async (request) => {
    const { operation, method, path, isUsable = () => true } = request;
    const ownWindowMs = ports.retryWindowMs ?? request.retryWindowMs ?? null;
    const until = clock.now() + (request.limitMs ?? Number.POSITIVE_INFINITY);
    const earlierBy = new Map<Ending, number>();
    let startedAt = clock.now();
    for (let number = 1; ; number += 1) {
      signal.throwIfAborted();
      // Whole milliseconds, as timers want them; none where a wait took longer than it should.
      const limitMs = Math.max(0, Math.ceil(until - clock.now()));
      const sentAt = clock.now();
      const result = await tryOnce(ports, { ...request, limitMs }, number);
      const ended = toEnding(operation, result, isUsable);
      const { ending } = ended;
      const now = clock.now();
      if (ending === 'lost' || ending === 'not_sent') ports.availability.noteSilence(sentAt);
      else ports.availability.noteResponse(now);
      const { status, retryAfterMs } = readHead(result, now);
      const earlier = earlierBy.get(ending) ?? 0;
      const decision = decide(ended, {
        operation,
        status,
        retryAfterMs,
        earlier,
        retryWindowMs: ownWindowMs,
        random: random(),
        elapsedMs: now - startedAt,
        leftMs: Math.min(deadline.at, until) - now,
      });
      if (decision.do !== 'again') {
        const {
          why: note,
          next,
          repeatAfterMs,
        } = { why: null, next: null, repeatAfterMs: null, ...decision };
        return { ending, result, note, next, retryAfterMs, repeatAfterMs };
      }
      const { afterMs: milliseconds, why, maxAttempts } = decision;
      earlierBy.set(ending, earlier + 1);
      ports.onWait({
        what: `${method} ${path}`,
        milliseconds,
        why,
        attempt: earlier + 2,
        maxAttempts,
      });
      await clock.sleep(milliseconds, signal);
      // A change waits its turn as asked: that is no failure.
      if (ending === 'limited' && !isRead(operation)) startedAt = clock.now();
    }
  };
}

function readHead(result: AttemptResult, now: number): Pick<Attempt, 'status' | 'retryAfterMs'> {
  if (result instanceof NetworkError) return { status: null, retryAfterMs: null };
  const { status, retryAfter, date } = result;
  return { status, retryAfterMs: readRetryAfter(retryAfter, date, now) };
}

async function tryOnce(
  { transport, clock, signal, onResult }: SenderPorts,
  request: SenderRequest,
  attempt: number,
): Promise<AttemptResult> {
  const startedAt = clock.now();
  const result = await transport(request, signal).catch((error: unknown) => {
    if (error instanceof NetworkError) return error;
    throw error;
  });
  const name = result instanceof NetworkError ? result.code : `returned ${result.status}`;
  onResult?.(request, { result: name, milliseconds: clock.now() - startedAt, attempt });
  return result;
}
