import type { Client } from '../api/client.ts';
import type { Clock } from '../api/sender.ts';
import type { Deadline } from '../deadline.ts';
import type { AppFolder } from '../folder/folder.ts';
import type { RunState, Wait } from '../outcome.ts';
import type { Log } from '../report/log.ts';

/** All effects that a command may have, passed in by main. */
export interface Ports {
  /** Null when the run is offline: no key, and a dry run or a fork's pull request. */
  readonly client: Client | null;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly state: RunState;
  /** Told of every wait before another attempt. */
  readonly onWait: (wait: Wait) => void;
  readonly folder: FolderPort;
  /** Whether the branch has moved past the run's commit; null when that cannot be told, with a warning noted. */
  readonly checkStale: () => Promise<boolean | null>;
  /** Of the whole run but the wait for review, which is not part of `timeout-minutes`. */
  readonly deadline: Pick<Deadline, 'at' | 'extend'>;
  /** True in a run of a pull request from a fork. */
  readonly fromFork: boolean;
}

/** Ports of a run that talks to the service. */
export type OnlinePorts = Ports & { readonly client: Client };

/** What a command asks of the folder. Every method may throw FolderError. */
export type FolderPort = Pick<AppFolder, 'scan' | 'check' | 'locate' | 'readServiceJson' | 'createBody'>;
