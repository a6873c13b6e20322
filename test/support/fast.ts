import assert from 'node:assert/strict';

/**
 * Does work over a long text that takes some milliseconds of the processor if it is linear, and
 * minutes if it is not.
 */
export function assertFast(work: () => void, name: string): void {
  const started = process.cpuUsage();
  work();
  const { user } = process.cpuUsage(started);
  assert.ok(user < 2_000_000, `${name.slice(0, 20)} took ${user} µs of the processor`);
}
