/** Where the run's story goes while it happens. Every text may come from outside: the log makes it safe to print. */
export interface Log {
  /** One plain line. */
  info(text: string): void;
  /** A line shown only with step debugging. */
  debug(text: string): void;
  /** Runs `work` inside a group that folds; the group ends also when `work` throws. */
  group<T>(title: string, work: () => Promise<T>): Promise<T>;
}
