import { type Client, createClient } from '../api/client.ts';
import { maxSends } from '../api/policy.ts';
import { createSender, type ServiceAvailability } from '../api/sender.ts';
import type { Transport } from '../api/transport.ts';
import type { WatchUpload } from '../folder/body.ts';
import type { Clock, Deadline } from '../model/deadline.ts';
import type { BaseUrl } from '../model/inputs.ts';
import type { RunState, Wait } from '../model/outcome.ts';
import type { Log } from '../report/log.ts';
import { formatDuration } from '../text/format.ts';

/** The client and the effects with which a command works. */
export interface CommandContext {
  readonly client: Client;
  readonly clock: Clock;
  /** The record of when the service responded. All apps of the run share it. */
  readonly availability: ServiceAvailability;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly state: RunState;
  /** The time limit of the run; the wait for a review extends it. */
  readonly deadline: Deadline;
  /** The maximum number of times that a change is sent if every attempt is lost. */
  readonly maxSends: number;
  readonly watchUpload: WatchUpload | undefined;
}

/** Options to create a command context. */
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
  /** Called before each wait for another attempt. The wait is recorded in the state anyway. */
  readonly onWait: (wait: Wait) => void;
  /**
   * The maximum number of times that a change is sent; by default the number in the retry policy.
   */
  readonly maxSends?: number;
  /** The time in which a failed request is retried, in milliseconds; by default the policy's. */
  readonly retryWindowMs?: number | undefined;
  readonly watchUpload?: WatchUpload;
}

/** Creates a context whose client sends over a transport. The caller closes the transport. */
export function createCommandContext(options: CommandContextOptions): CommandContext {
  const send = createSender({
    transport: options.transport,
    clock: options.clock,
    availability: options.availability,
    random: options.random,
    signal: options.signal,
    deadline: options.deadline,
    onWait(wait) {
      options.state.addWait(wait);
      options.onWait(wait);
    },
    onAttempt(request, attempt) {
      const name = `${request.method} ${request.path}`;
      const duration = formatDuration(attempt.milliseconds);
      options.log.debug(`${name}: ${attempt.result} after ${duration} (attempt ${attempt.number})`);
    },
    retryWindowMs: options.retryWindowMs,
  });
  return {
    client: createClient(send, options.baseUrl),
    clock: options.clock,
    availability: options.availability,
    random: options.random,
    signal: options.signal,
    log: options.log,
    state: options.state,
    deadline: options.deadline,
    maxSends: options.maxSends ?? maxSends,
    watchUpload: options.watchUpload,
  };
}
