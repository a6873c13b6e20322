import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, Deadline } from '../../src/clock.ts';
import { createFakeClock } from '../support/fake-service/clock.ts';

const minuteMs = 60_000;

/** A deadline on a fake clock, and the delays that its timers were set for. */
function startDeadline(minutes: number) {
  const clock = createFakeClock();
  const delays: number[] = [];
  const setTimer: Clock['setTimer'] = (work, milliseconds) => {
    delays.push(milliseconds);
    return clock.setTimer(work, milliseconds);
  };
  const deadline = new Deadline(minutes, { now: clock.now, setTimer });
  return { clock, deadline, delays };
}

test('a deadline aborts its signal when the time is over, however long it is, and not before', () => {
  const minutes = 60 * 24 * 60;
  const { clock, deadline, delays } = startDeadline(minutes);
  const startedAt = clock.now();
  clock.pass(4 * minuteMs);
  deadline.extend(30 * minuteMs);
  assert.equal(deadline.at, startedAt + (minutes + 30) * minuteMs);

  clock.pass((minutes + 26) * minuteMs - 1);
  assert.equal(deadline.signal.aborted, false);
  clock.pass(1);
  assert.equal(deadline.signal.aborted, true);

  const { message } = deadline.signal.reason;
  assert.equal(message, `The run took longer than timeout-minutes: ${minutes}`);
  assert.ok(Math.max(...delays) <= 2 ** 31 - 1, 'no timer is longer than Node can wait');
});

test('a deadline that was stopped never aborts its signal', () => {
  const { clock, deadline } = startDeadline(1);
  deadline.extend(minuteMs);
  deadline.stop();
  clock.pass(100 * minuteMs);
  assert.equal(deadline.signal.aborted, false);
});

test('extending a deadline after its end sets no timer with a negative delay', () => {
  const { clock, deadline, delays } = startDeadline(1);
  deadline.stop();
  clock.pass(100 * minuteMs);
  deadline.extend(0);
  assert.equal(delays.at(-1), 0);
});
