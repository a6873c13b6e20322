import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress } from '../../../src/report/progress.ts';

function follow(total: number, steps: readonly [milliseconds: number, sent: number][]): readonly string[] {
  const lines: string[] = [];
  let time = 1000;
  const log = {
    info: (text: string) => lines.push(text),
    debug: () => undefined,
    group: <T>(_: string, work: () => Promise<T>) => work(),
  };
  const progress = createProgress({ total, now: () => time, log: { ...log, info: (text) => void log.info(text) } });
  for (const [milliseconds, sent] of steps) {
    time = 1000 + milliseconds;
    progress(sent);
  }
  return lines;
}

test('a large upload tells percent, rate and time left, at most every five seconds', () => {
  const steps: [number, number][] = [
    [100, 1e6],
    [4999, 4e6],
    [5000, 5e6],
    [5100, 6e6],
    [9999, 9e6],
    [10_000, 10e6],
  ];
  assert.deepEqual(follow(20e6, steps), [
    'Sent 5 MB of 20 MB (25 %), 1 MB/s, about 15 s left',
    'Sent 10 MB of 20 MB (50 %), 1 MB/s, about 10 s left',
  ]);
});

test('a small upload tells nothing', () => {
  assert.deepEqual(follow(5_000_000, [[60_000, 1]]), []);
});

test('an upload that stands still or is through has no time left to tell', () => {
  assert.deepEqual(
    follow(6e6, [
      [6000, 0],
      [12_000, 6e6],
    ]),
    ['Sent 0 B of 6 MB (0 %), 0 B/s', 'Sent 6 MB of 6 MB (100 %), 500 KB/s'],
  );
});
