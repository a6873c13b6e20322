import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDeadline } from '../../../src/model/deadline.ts';
import { createFakeClock } from '../../support/fake-service/clock.ts';

const minuteMs = 60_000;

/** A deadline that began at 0 of its clock; `set`: how long its timers were set for. */
function watch(minutes: number) {
  const clock = createFakeClock();
  const ends: string[] = [];
  const set: number[] = [];
  const setTimer: typeof clock.setTimer = (work, milliseconds) => {
    set.push(milliseconds);
    return clock.setTimer(work, milliseconds);
  };
  const abort = ({ message }: Error): void => void ends.push(message);
  const begin = clock.now();
  return {
    clock,
    begin,
    ends,
    set,
    deadline: startDeadline({ minutes, now: clock.now, setTimer, abort }),
  };
}

test('a deadline ends the run then, once, and not before, however long it is and however often it is extended', () => {
  const minutes = 60 * 24 * 60;
  const { clock, deadline, begin, ends, set } = watch(minutes);
  clock.pass(4 * minuteMs);
  deadline.extend(30 * minuteMs);
  assert.equal(deadline.at(), begin + (minutes + 30) * minuteMs);
  clock.pass((minutes + 26) * minuteMs - 1);
  assert.deepEqual(ends, []);
  clock.pass(100 * minuteMs);
  assert.deepEqual(ends, [`The run took longer than timeout-minutes: ${minutes}`]);
  // The longest that a timer can be set for: a longer one would fire at once.
  assert.ok(Math.max(...set) <= 2 ** 31 - 1);
});

test('a deadline does nothing more once it is stopped, and sets no timer for less than nothing', () => {
  const { clock, deadline, ends, set } = watch(1);
  deadline.extend(minuteMs);
  deadline.stop();
  clock.pass(100 * minuteMs);
  assert.deepEqual(ends, []);
  deadline.extend(0);
  assert.equal(set.at(-1), 0);
});
