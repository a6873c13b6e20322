import { endByDeadline } from './action-error.ts';

/** Time as a run sees it. Tests pass one that does not wait. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now(): number;
  /** Waits. Rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Does the work once, after the time has passed. */
  setTimer(work: () => void, milliseconds: number): Timer;
}

/** A timer that has not fired yet. */
export interface Timer {
  readonly clear: () => void;
}

/** The longest delay of a timer in milliseconds. Node fires a timer with a longer one at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The time limit of a run (`timeout-minutes`). It starts when it is created. */
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

  /** When the run must be over, in the clock's time. */
  get at(): number {
    return this.#at;
  }

  /** Gives the run more time. */
  extend(milliseconds: number): void {
    this.#at += milliseconds;
    this.#timer.clear();
    this.#timer = this.#startTimer();
  }

  /** Stops the timer, which would keep the process alive until the limit. */
  stop(): void {
    this.#timer.clear();
  }

  #startTimer(): Timer {
    const timeLeftMs = Math.max(0, this.#at - this.#clock.now());
    return this.#clock.setTimer(() => this.#onTimer(), Math.min(maxTimerMs, timeLeftMs));
  }

  /** A timer may fire early, and a long limit takes several timers. */
  #onTimer(): void {
    if (this.#clock.now() < this.#at) this.#timer = this.#startTimer();
    else this.#ended.abort(endByDeadline(this.#minutes));
  }
}
