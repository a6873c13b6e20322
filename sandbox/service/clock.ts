/** The options of a clock. */
export interface ClockOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `work` after so many milliseconds. */
  readonly schedule: (work: () => void, milliseconds: number) => void;
}

/** The clock of a sandbox, which can be put forward. */
export class Clock {
  readonly #options: ClockOptions;
  #aheadMs = 0;
  readonly #jobs = new Set<Job>();

  constructor(options: ClockOptions) {
    this.#options = options;
  }

  /** The milliseconds by which the clock was put forward. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Returns the time in milliseconds since 1970. */
  now(): number {
    return this.#options.now() + this.#aheadMs;
  }

  /** Calls `work` after so many milliseconds of this clock. */
  schedule(work: () => void, milliseconds: number): void {
    const job: Job = { work, at: this.now() + milliseconds };
    this.#jobs.add(job);
    this.#options.schedule(() => this.#finish(job), milliseconds);
  }

  /**
   * Puts the clock forward, and runs the work that is due by then, in the order of its due times.
   */
  advance(milliseconds: number): void {
    this.#aheadMs += milliseconds;
    const due = [...this.#jobs].filter((job) => job.at <= this.now());
    due.sort((one, other) => one.at - other.at);
    for (const job of due) this.#finish(job);
  }

  #finish(job: Job): void {
    if (this.#jobs.delete(job)) job.work();
  }
}

interface Job {
  readonly work: () => void;
  /** Milliseconds since 1970. */
  readonly at: number;
}
