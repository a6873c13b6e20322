import type { Command } from '../inputs.ts';
import type { Facts, Outcome } from '../outcome.ts';

/** The log of the run while it goes on. Every text may come from outside: the log makes it safe to print. */
export interface Log {
  /** One plain line. */
  info(text: string): void;
  /** A line shown only with step debugging. Costs nothing without it: the text is not looked at. */
  debug(text: string): void;
  /** Runs `work` inside a group that folds, for a list; the group ends also when `work` throws. */
  group<T>(title: string, work: () => Promise<T>): Promise<T>;
}

/** Everything that is reported about a run when it has ended. */
export interface Report {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** The app folder's path from the repository root, with `/`; null when it is not known (files lose their place). */
  readonly repositoryPath: string | null;
  /** Reads the named line of a folder's file for an excerpt, or null when there is none. Bounded, never throws. */
  readonly readLines: (path: string, first: number, last: number) => Promise<readonly string[] | null>;
  /** What must never be shown, whatever the text it occurs in: the API key and the GitHub token. */
  readonly secrets: readonly string[];
}
