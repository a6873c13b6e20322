import assert from 'node:assert/strict';

/** The CPU time that the work may take, in microseconds. */
const maxTime = 300_000;

/**
 * Asserts that work over a text of 50,000 characters or more takes linear time: that takes some
 * milliseconds of CPU time, quadratic time takes seconds. Work that is too slow gets two more tries,
 * since a cold start or a garbage collection may delay it once.
 */
export function assertFast(work: () => void, name: string): void {
  const isFast = [1, 2, 3].some(() => measure(work) < maxTime);
  assert.ok(isFast, `${name.slice(0, 20)} takes more than ${maxTime} µs of CPU time`);
}

function measure(work: () => void): number {
  const started = process.cpuUsage();
  work();
  return process.cpuUsage(started).user;
}
