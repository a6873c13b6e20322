import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWait } from '../../../src/api/wait.ts';
import {
  compareTexts,
  formatAge,
  formatBytes,
  formatCount,
  formatDuration,
  formatGrowth,
  joinTexts,
  listNames,
} from '../../../src/text/format.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const wait = { what: 'GET /a', why: 'no connection', attempt: 2, maxAttempts: 4 };
const times = [420.4, 999.5, 9940, 9950, 59_499, 59_500, 125_000, 3_540_000, 3_599_600, 3_780_000];
const counts = [0, 1, 2, 1_234_567];
const names = [...'abcdefghijk'];
const sizes = [
  [1_200_000, 1_416_000],
  [1_000, 500],
  [113_000, 113_300],
  [113_000, 112_700],
  [1_000, 50_000],
  [0, 300],
] as const;

test('formats of sizes, durations, counts, lists and waits (snapshots/formats.md)', () => {
  const lines = [
    ...[0, 999, 1000, 9949, 9950, 999_499, 999_500, 5e15].map(
      (bytes) => `${bytes} bytes: ${formatBytes(bytes)}`,
    ),
    ...times.map((milliseconds) => `${milliseconds} milliseconds: ${formatDuration(milliseconds)}`),
    ...counts.map(
      (count) => `${count}: ${formatCount(count, 'file')}; ${formatCount(count, 'file', 'differ')}`,
    ),
    ...[10, 11].map((count) => `${count} names: ${listNames(names.slice(0, count))}`),
    `parts that are not empty: ${joinTexts(['a', '', 0, null, 'b'], ', ')}`,
    ...[0, 59, 60, 60 * 48 - 1, 60 * 48].map((minutes) => {
      return `${minutes} minutes ago: ${formatAge(minutes * 60_000)}`;
    }),
    ...sizes.map(
      ([before, after]) => `from ${before} to ${after} bytes: ${formatGrowth(before, after)}`,
    ),
    ...[610, 59_900, 59_950].map(
      (milliseconds) => `${milliseconds} to wait: ${describeWait({ ...wait, milliseconds })}`,
    ),
  ];
  compareWithFile(
    'test/unit/text/snapshots/formats.md',
    lines.map((line) => `- ${line}`).join('\n'),
  );
});

test('texts are sorted by code units, the same in every locale', () => {
  assert.deepEqual(['b', 'B', 'ä', 'a', 'b'].sort(compareTexts), ['B', 'a', 'b', 'b', 'ä']);
});
