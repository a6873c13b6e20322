import { type Client, createClient } from '../api/client.ts';
import { maxSends } from '../api/policy.ts';
import { createSender, type ServiceAvailability } from '../api/sender.ts';
import type { Transport } from '../api/transport.ts';
import type { Clock, Deadline } from '../model/deadline.ts';
import type { BaseUrl } from '../model/inputs.ts';
import type { RunState, Wait } from '../model/outcome.ts';
import type { Log } from '../report/log.ts';
import { formatDuration } from '../text/format.ts';

/** The client and the effects with which a command works. */
export interface CommandContext {
  readonly client: Client;
  readonly clock: Clock;
  /** Shared by all apps of the run. */
  readonly availability: ServiceAvailability;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly state: RunState;
  /** The limit on everything but the wait for the review. */
  readonly deadline: Deadline;
  /** How often a change is sent if every attempt is lost. */
  readonly maxSends: number;
}

/** The parts of a command context. */
export interface CommandContextOptions {
  readonly transport: Transport;
  readonly baseUrl: BaseUrl;
  readonly clock: Clock;
  readonly availability: ServiceAvailability;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly state: RunState;
  readonly deadline: Deadline;
  /** Called before each wait for another attempt. The state records the wait by itself. */
  readonly onWait: (wait: Wait) => void;
  /** By default the number of the retry policy. */
  readonly maxSends?: number;
  /** The time in which a failed request is retried, in milliseconds; by default the policy's. */
  readonly retryWindowMs?: number | undefined;
}

/** Wires the client and the sender to a transport. The caller closes the transport. */
export function createCommandContext(options: CommandContextOptions): CommandContext {
  const { transport, baseUrl, clock, availability, random, signal, log, state, deadline } = options;
  const send = createSender({
    transport,
    clock,
    availability,
    random,
    signal,
    deadline,
    onWait(wait) {
      state.addWait(wait);
      options.onWait(wait);
    },
    onAttempt({ method, path }, { number, result, milliseconds }) {
      const duration = formatDuration(milliseconds);
      log.debug(`${method} ${path}: ${result} after ${duration} (attempt ${number})`);
    },
    retryWindowMs: options.retryWindowMs,
  });
  return {
    client: createClient(send, baseUrl),
    clock,
    availability,
    random,
    signal,
    log,
    state,
    deadline,
    maxSends: options.maxSends ?? maxSends,
  };
}
