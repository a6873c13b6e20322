import type { Clock } from '../../../src/model/deadline.ts';

/**
 * A clock that never waits: whoever sleeps moves it, and what was set to happen meanwhile happens.
 */
export interface FakeClock extends Clock {
  /** Does something when so many milliseconds have passed from now. */
  after(milliseconds: number, work: () => void): void;
  /** Lets time pass, until it is over if that is said. */
  pass(milliseconds: number, isOver?: () => boolean): void;
  /** Does something during which no sleep passes, such as that of another run. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** The sleeps so far, in milliseconds. */
  readonly slept: readonly number[];
}

/** Makes a clock that stands at a day in 2026. */
export function createFakeClock(): FakeClock {
  let now = Date.UTC(2026, 9, 1);
  let held: Promise<void> | null = null;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const slept: number[] = [];
  const setTimer: FakeClock['setTimer'] = (work, milliseconds) => {
    const timer = { at: now + milliseconds, work };
    timers.add(timer);
    return { clear: () => void timers.delete(timer) };
  };
  const fireNext = (until: number): boolean => {
    const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
    if (next === undefined) return false;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.work();
    return true;
  };
  const pass: FakeClock['pass'] = (milliseconds, isOver = () => false) => {
    const until = now + milliseconds;
    while (fireNext(until)) if (isOver()) return;
    now = until;
  };
  return {
    slept,
    now: () => now,
    pass,
    after: (milliseconds, work) => void setTimer(work, milliseconds),
    setTimer,
    async hold(work) {
      while (held !== null) await held;
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return work().finally(() => {
        held = null;
        resolve();
      });
    },
    async sleep(milliseconds, signal) {
      while (held !== null) await held;
      signal.throwIfAborted();
      slept.push(milliseconds);
      pass(milliseconds, () => signal.aborted);
      signal.throwIfAborted();
    },
  };
}
