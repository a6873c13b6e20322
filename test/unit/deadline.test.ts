import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RunEndedError } from '../../src/action-error.ts';
import { type Deadline, startDeadline } from '../../src/deadline.ts';
import { createFakeClock, type FakeClock } from '../support/fake-service/clock.ts';

interface Watched {
  readonly clock: FakeClock;
  readonly deadline: Deadline;
  readonly begin: number;
  readonly ends: readonly Error[];
  /** How long the timers were set for. */
  readonly set: readonly number[];
}

function watch(minutes: number): Watched {
  const clock = createFakeClock();
  const ends: Error[] = [];
  const set: number[] = [];
  const begin = clock.now();
  const deadline = startDeadline({
    minutes,
    now: clock.now,
    abort: (reason) => ends.push(reason),
    setTimer(work, milliseconds) {
      set.push(milliseconds);
      return clock.setTimer(work, milliseconds);
    },
  });
  return { clock, deadline, begin, ends, set };
}

const minuteMs = 60_000;

describe('startDeadline', () => {
  test('ends the run when its minutes are over, and not before', () => {
    const { clock, deadline, begin, ends } = watch(10);
    assert.equal(deadline.at(), begin + 10 * minuteMs);
    clock.pass(10 * minuteMs - 1);
    assert.equal(ends.length, 0);
    clock.pass(1);
    const [end] = ends;
    assert.ok(end instanceof RunEndedError && end.code === 'deadline');
    assert.match(end.message, /timeout-minutes: 10/);
    clock.pass(100 * minuteMs);
    assert.equal(ends.length, 1);
  });

  test('takes parts of a minute', () => {
    const { clock, ends } = watch(0.01);
    clock.pass(600);
    assert.equal(ends.length, 1);
  });

  test('gives more time on top of what is left', () => {
    const { clock, deadline, begin, ends } = watch(10);
    clock.pass(4 * minuteMs);
    deadline.extend(30 * minuteMs);
    assert.equal(deadline.at(), begin + 40 * minuteMs);
    clock.pass(36 * minuteMs - 1);
    assert.equal(ends.length, 0);
    clock.pass(1);
    assert.equal(ends.length, 1);
  });

  test('does nothing more once it is stopped, also after it was extended', () => {
    const { clock, deadline, ends } = watch(1);
    deadline.extend(minuteMs);
    deadline.stop();
    clock.pass(100 * minuteMs);
    assert.equal(ends.length, 0);
  });

  test('sets no timer for longer than timers can be set, which would fire at once', () => {
    const days = 60;
    const { clock, deadline, ends, set } = watch(days * 24 * 60);
    assert.deepEqual(set, [2 ** 31 - 1]);
    clock.pass(days * 24 * 60 * minuteMs - 1);
    assert.equal(ends.length, 0);
    assert.ok(set.every((milliseconds) => milliseconds <= 2 ** 31 - 1));
    deadline.stop();
    clock.pass(minuteMs);
    assert.equal(ends.length, 0);
  });

  test('sets no timer for less than nothing when the clock has jumped', () => {
    const { clock, deadline, set } = watch(1);
    deadline.stop();
    clock.pass(5 * minuteMs);
    deadline.extend(0);
    assert.equal(set.at(-1), 0);
  });
});
