import type { Clock } from '../../../src/clock.ts';

/**
 * A clock that never waits. A sleep advances it, and runs the work that became due meanwhile.
 */
export interface FakeClock extends Clock {
  /** Runs work when so many milliseconds have passed from now. */
  after(milliseconds: number, work: () => void): void;
  /** Advances the clock, and runs the work that becomes due. Stops early once `isOver` is true. */
  pass(milliseconds: number, isOver?: () => boolean): void;
  /** Runs work, such as a request of another run. Meanwhile all sleeps wait. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** The sleeps so far, in milliseconds. */
  readonly slept: readonly number[];
}

/** Makes a clock that starts on a day in 2026. */
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
