import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startDeadline } from '../../src/deadline.ts';
import { createFakeClock } from '../support/fake-service/clock.ts';

const minuteMs = 60_000;
/** The longest that a timer can be set for. */
const maxTimerMs = 2 ** 31 - 1;

/** A deadline that began at 0 of its clock; `set`: how long its timers were set for. */
function watch(minutes: number) {
  const clock = createFakeClock();
  const ends: Error[] = [];
  const set: number[] = [];
  const setTimer: typeof clock.setTimer = (work, milliseconds) => {
    set.push(milliseconds);
    return clock.setTimer(work, milliseconds);
  };
  const abort = (reason: Error): void => void ends.push(reason);
  const begin = clock.now();
  return { clock, begin, ends, set, deadline: startDeadline({ minutes, now: clock.now, setTimer, abort }) };
}

describe('the deadline of a run', () => {
  for (const minutes of [10, 0.01, 60 * 24 * 60]) {
    test(`of ${minutes} minutes ends it then, once, and not before`, () => {
      const { clock, deadline, begin, ends, set } = watch(minutes);
      assert.equal(deadline.at(), begin + minutes * minuteMs);
      clock.pass(minutes * minuteMs - 1);
      assert.deepEqual(ends, []);
      clock.pass(100 * minuteMs);
      assert.deepEqual(
        ends.map(({ message }) => message),
        [`The run took longer than timeout-minutes: ${minutes}`],
      );
      // A longer one would fire at once.
      assert.ok(Math.max(...set) <= maxTimerMs);
    });
  }

  test('gives more time on top of what is left', () => {
    const { clock, deadline, begin, ends } = watch(10);
    clock.pass(4 * minuteMs);
    deadline.extend(30 * minuteMs);
    assert.equal(deadline.at(), begin + 40 * minuteMs);
    clock.pass(36 * minuteMs - 1);
    assert.deepEqual(ends, []);
    clock.pass(1);
    assert.equal(ends.length, 1);
  });

  test('does nothing more once it is stopped, also after it was extended', () => {
    const { clock, deadline, ends } = watch(1);
    deadline.extend(minuteMs);
    deadline.stop();
    clock.pass(100 * minuteMs);
    assert.deepEqual(ends, []);
  });

  test('sets no timer for less than nothing when the clock has jumped', () => {
    const { clock, deadline, set } = watch(1);
    deadline.stop();
    clock.pass(5 * minuteMs);
    deadline.extend(0);
    assert.equal(set.at(-1), 0);
  });
});
