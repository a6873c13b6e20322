import type { Client } from '../api/client.ts';
import type { Clock } from '../api/sender.ts';
import type { RequestBody } from '../api/transport.ts';
import type { FieldProblem } from '../api/wire.ts';
import type { Checked, Packed } from '../folder/packed.ts';
import type { Ledger } from '../ledger.ts';
import type { Wait } from '../outcome.ts';
import type { Problem } from '../problem.ts';
import type { Log } from '../report/port.ts';

/** All effects that a command may have, passed in by main. */
export interface Ports {
  /** Null when the run is offline: no key, and a dry run or a fork's pull request. */
  readonly client: Client | null;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Aborted with a RunEnd when the run must stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly ledger: Ledger;
  /** Told of every wait before another attempt. */
  readonly onWait: (wait: Wait) => void;
  readonly folder: FolderPort;
  /** How the run's commit stands to its branch; null when that cannot be told, with a warning noted. */
  readonly checkStale: () => Promise<boolean | null>;
  /** Gives the run this much more time: the wait for review is not part of `timeout-minutes`. */
  readonly extendDeadline: (milliseconds: number) => void;
  /** True in a run of a pull request from a fork. */
  readonly fromFork: boolean;
}

/** Ports of a run that talks to the service. */
export type OnlinePorts = Ports & { readonly client: Client };

/** What a command asks of the folder. Every method may throw FolderError. */
export interface FolderPort {
  pack(): Promise<Packed>;
  check(packed: Packed): Promise<Checked>;
  /** Gives problems of the service their place in the folder's files. */
  locate(packed: Packed, problems: readonly FieldProblem[]): Promise<readonly Problem[]>;
  /** The text of service.json; null when the folder has none. */
  readServiceJson(packed: Packed): Promise<string | null>;
  /** The body of a deploy. */
  createBody(packed: Packed, slug: string): RequestBody;
}
