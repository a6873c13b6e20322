import { endByDeadline } from './action-error.ts';

/** The run's one limit in time. */
export interface Deadline {
  /** When the run must be over, in milliseconds since 1970. */
  at(): number;
  /** Gives the run this much more time. */
  extend(milliseconds: number): void;
  /** Ends the watch; without it the process would live until the limit. */
  stop(): void;
}

/** The longest that a timer can be set for; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The limit, and the effects that the watch over it needs. */
export interface TimerOptions {
  /** May be a part of one. */
  readonly minutes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, milliseconds: number) => { readonly clear: () => void };
  /** Called once, with a RunEndedError. */
  readonly abort: (reason: Error) => void;
}

/**
 * Starts the watch over `timeout-minutes`: when it runs out, `abort` is called with the run's end.
 */
export function startDeadline(options: TimerOptions): Deadline {
  const { minutes, now, setTimer, abort } = options;
  let at = now() + minutes * 60_000;
  const watch = () =>
    setTimer(
      () => {
        if (now() >= at) abort(endByDeadline(minutes));
        else timer = watch();
      },
      Math.min(maxTimerMs, Math.max(0, at - now())),
    );
  let timer = watch();
  return {
    at: () => at,
    extend(milliseconds) {
      at += milliseconds;
      timer.clear();
      timer = watch();
    },
    stop: () => timer.clear(),
  };
}
