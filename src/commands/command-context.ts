import type { Client } from '../api/client.ts';
import type { Clock, ServiceTimes } from '../api/sender.ts';
import type { Deadline } from '../model/deadline.ts';
import type { RunState } from '../model/outcome.ts';
import type { Log } from '../report/log.ts';

/**
 * What a command that talks to the service has beside its inputs and its folder: all its effects,
 * passed in.
 */
export interface CommandContext {
  readonly client: Client;
  readonly clock: Clock;
  /** Of the whole run, whichever app was asked for. */
  readonly times: ServiceTimes;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly state: RunState;
  /** Of the whole run but the wait for review, which is not part of `timeout-minutes`. */
  readonly deadline: Deadline;
  /** How often a change is sent that is lost each time; by default as the policy has it. */
  readonly maxSends?: number;
}
