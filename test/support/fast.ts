import assert from 'node:assert/strict';

/** The limit in microseconds of the processor. */
const maxTime = 300_000;

/**
 * Does work over a text of some 100,000 characters, which takes some milliseconds of the processor
 * if it is linear, and seconds if it is not. Work that is too slow gets two more tries: a cold start
 * or a collection of garbage may delay it once.
 */
export function assertFast(work: () => void, name: string): void {
  const isFast = [1, 2, 3].some(() => measure(work) < maxTime);
  assert.ok(isFast, `${name.slice(0, 20)} takes more than ${maxTime} µs of the processor`);
}

function measure(work: () => void): number {
  const started = process.cpuUsage();
  work();
  return process.cpuUsage(started).user;
}
