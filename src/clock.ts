import { endByDeadline } from './errors.ts';

/** The clock and the timers of a run. Tests pass a clock that does not wait. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now(): number;
  /** Waits. Rejects with the signal's reason as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls `work` once, after this time. */
  setTimer(work: () => void, milliseconds: number): Timer;
}

/** A timer that has not fired yet. */
export interface Timer {
  readonly clear: () => void;
}

/**
 * The longest delay of a timer, in milliseconds. With a longer one, Node fires the timer at once.
 */
const maxTimerMs = 2 ** 31 - 1;

/** The time limit of a run (`timeout-minutes`). The time starts when the object is created. */
export class Deadline {
  /** Aborted with a RunEndedError when the time is over. */
  readonly signal: AbortSignal;
  readonly #ended = new AbortController();
  readonly #minutes: number;
  readonly #clock: Pick<Clock, 'now' | 'setTimer'>;
  #at: number;
  #timer: Timer;

  /** `minutes` may be a fraction. */
  constructor(minutes: number, clock: Pick<Clock, 'now' | 'setTimer'>) {
    this.signal = this.#ended.signal;
    this.#minutes = minutes;
    this.#clock = clock;
    this.#at = clock.now() + minutes * 60_000;
    this.#timer = this.#startTimer();
  }

  /** When the time limit ends, in the clock's time. */
  get at(): number {
    return this.#at;
  }

  /** Gives the run more time. */
  extend(milliseconds: number): void {
    this.#at += milliseconds;
    this.#timer.clear();
    this.#timer = this.#startTimer();
  }

  /** Stops the timer, which would otherwise keep the process alive until the limit. */
  stop(): void {
    this.#timer.clear();
  }

  #startTimer(): Timer {
    const timeLeftMs = Math.max(0, this.#at - this.#clock.now());
    return this.#clock.setTimer(() => this.#onTimer(), Math.min(maxTimerMs, timeLeftMs));
  }

  /**
   * Ends the run if the time is over; otherwise starts another timer. A timer may fire early, and a
   * long time limit needs several timers.
   */
  #onTimer(): void {
    if (this.#clock.now() < this.#at) this.#timer = this.#startTimer();
    else this.#ended.abort(endByDeadline(this.#minutes));
  }
}
