import { setImmediate } from 'node:timers/promises';
import type { Wait } from '../outcome.ts';
import { LostError, toUnreadable } from './errors.ts';
import { isFinalLoss } from './losses.ts';
import type { ResponseBody } from './response.ts';
import { type Decision, decide, type Ending, type Operation } from './retry.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Answer, Transport, WireRequest } from './transport.ts';

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
  /** Aborted with a RunEnd when the run must stop. */
  readonly signal: AbortSignal;
  /** When the run must be over, in the clock's time. */
  readonly deadline: () => number;
  readonly onWait: (wait: Wait) => void;
}

/** An answer after all the waiting that the policy allows; `note` says why no further attempt was made, if one might be. */
export interface FinalAnswer extends Answer {
  readonly note: string | null;
}

/** Sends a request as often as the policy in `retry.ts` allows. Throws LostError when there is no answer to be had. */
export type Sender = (operation: Operation, request: WireRequest) => Promise<FinalAnswer>;

/** Makes the sender: the loop around `decide`, and nothing else. */
export function createSender(ports: SenderPorts): Sender {
  return async (operation, request) => {
    const earlier = { limited: 0, failed: 0 };
    const until = ports.clock.now() + (request.limitMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      if (operation !== 'read') await hearSignals();
      ports.signal.throwIfAborted();
      const result = await tryOnce(ports, leaveTime(request, until - ports.clock.now()), operation);
      const ending = toEnding(result, ports.clock.now());
      const kind = ending.kind === 'status' && ending.status === 429 ? 'limited' : 'failed';
      const decision = decideFor(result, ending, {
        operation,
        earlier: earlier[kind],
        leftMs: Math.min(ports.deadline(), until) - ports.clock.now(),
        random: ports.random(),
      });
      if (decision.do !== 'again') return finish(result, decision);
      earlier[kind] += 1;
      ports.onWait({ what: `${request.method} ${request.path}`, milliseconds: decision.afterMs, why: decision.why });
      await ports.clock.sleep(decision.afterMs, ports.signal);
    }
  };
}

/** What is left for this attempt, in whole milliseconds as timers want them; none when a wait took longer than it should. */
function leaveTime(request: WireRequest, leftMs: number): WireRequest {
  return request.limitMs === undefined ? request : { ...request, limitMs: Math.max(0, Math.ceil(leftMs)) };
}

/**
 * Lets the event loop turn. A cancel that arrived together with the answer before is heard only after the work that this
 * answer set off, and no change may go out in between: above all no submission.
 */
async function hearSignals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

async function tryOnce(ports: SenderPorts, request: WireRequest, operation: Operation): Promise<Answer | LostError> {
  try {
    const answer = await ports.transport(request, ports.signal);
    // A success that cannot be read says nothing to a read; a change may look at the app instead.
    const fault = operation === 'read' && answer.status < 300 ? findFault(answer.body) : null;
    return fault === null ? answer : toUnreadable(request, `answered ${answer.status}, but the response ${fault}`);
  } catch (error) {
    if (error instanceof LostError) return error;
    throw error;
  }
}

/** What keeps an answer from being one to a read; null for an object or an array. */
function findFault(body: ResponseBody): string | null {
  if (body.kind === 'unreadable') return body.why;
  if (body.kind === 'empty') return 'is empty';
  return typeof body.value === 'object' && body.value !== null ? null : 'holds no object';
}

function toEnding(result: Answer | LostError, now: number): Ending {
  if (result instanceof LostError) return { kind: result.sent ? 'lost' : 'not_sent' };
  return { kind: 'status', status: result.status, retryAfterMs: readRetryAfter(result.retryAfter, now) };
}

function decideFor(result: Answer | LostError, ending: Ending, attempt: Parameters<typeof decide>[1]): Decision {
  const isFinal = result instanceof LostError && isFinalLoss(result.code);
  return isFinal ? { do: 'stop', why: null } : decide(ending, attempt);
}

function finish(result: Answer | LostError, decision: Exclude<Decision, { do: 'again' }>): FinalAnswer {
  if (result instanceof LostError) throw result;
  return { ...result, note: decision.do === 'stop' ? decision.why : null };
}
