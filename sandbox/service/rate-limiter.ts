/** The limit on the changes of an account within a window. */
export interface Rate {
  readonly changes: number;
  readonly window_ms: number;
}

/**
 * Counts changes by account in a sliding window. A change that is refused is not counted;
 * otherwise a client that keeps trying would lock itself out for ever.
 */
export class RateLimiter {
  readonly #now: () => number;
  /** The times of the counted changes by account, oldest first. */
  readonly #times = new Map<string, number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the whole seconds until the account may make its next change; 0 if it may now. */
  getWaitSeconds(account: string, rate: Rate): number {
    const now = this.#now();
    const times = this.#times.get(account) ?? [];
    const recent = times.filter((time) => time > now - rate.window_ms);
    this.#times.set(account, recent);
    const oldest = recent.at(-rate.changes);
    if (oldest === undefined) return 0;
    return Math.ceil((oldest + rate.window_ms - now) / 1000);
  }

  count(account: string): void {
    const times = this.#times.get(account) ?? [];
    times.push(this.#now());
    this.#times.set(account, times);
  }

  clear(): void {
    this.#times.clear();
  }
}
