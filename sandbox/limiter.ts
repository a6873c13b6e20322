/** How many changes an account may make in which time (service document: 30 in a minute). */
export interface Rate {
  readonly changes: number;
  readonly windowMs: number;
}

/** Counts an account's changes in a sliding window. */
export interface Limiter {
  /** Takes one change and gives 0, or gives the seconds to wait (whole, at least 1) and takes none. */
  take(account: string): number;
}

/** Makes a limiter. Only what was let through counts, so that a refused client does not lock itself out for ever. */
export function createLimiter(rate: Rate, now: () => number): Limiter {
  const taken = new Map<string, readonly number[]>();
  return {
    take(account) {
      const time = now();
      const recent = (taken.get(account) ?? []).filter((moment) => moment > time - rate.windowMs);
      const oldest = recent[0];
      if (recent.length >= rate.changes && oldest !== undefined) {
        taken.set(account, recent);
        return Math.max(1, Math.ceil((oldest + rate.windowMs - time) / 1000));
      }
      taken.set(account, [...recent, time]);
      return 0;
    },
  };
}
