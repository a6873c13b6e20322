import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareTexts,
  formatBytes,
  formatCount,
  formatDuration,
  formatWait,
  joinTexts,
  listNames,
} from '../../src/format.ts';

test('sizes have at most one decimal, and never a thousand of a unit', () => {
  const sizes = [0, 999, 1000, 9949, 9950, 999_499, 999_500, 5e15].map(formatBytes);
  assert.deepEqual(sizes, ['0 B', '999 B', '1 KB', '9.9 KB', '10 KB', '999 KB', '1 MB', '5000 TB']);
});

test('spans of time roll over at the next unit', () => {
  const short = [420.4, 999.5, 9940, 9950, 59_499].map(formatDuration);
  assert.deepEqual(short, ['420 ms', '1 s', '9.9 s', '10 s', '59 s']);
  const long = [59_500, 125_000, 3_540_000, 3_599_600, 3_780_000].map(formatDuration);
  assert.deepEqual(long, ['1 min', '2 min 5 s', '59 min', '1 h', '1 h 3 min']);
});

test('a count comes with its noun, and a verb that follows it', () => {
  const files = [0, 1, 1_234_567].map((count) => formatCount(count, 'file'));
  assert.deepEqual(files, ['0 files', '1 file', '1,234,567 files']);
  const differing = [1, 2].map((count) => formatCount(count, 'file', 'differ'));
  assert.deepEqual(differing, ['1 file differs', '2 files differ']);
});

test('what is neither null nor empty is joined, and of many names ten are listed', () => {
  assert.equal(joinTexts(['a', '', 0, null, 'b'], ', '), 'a, 0, b');
  const names = [...'abcdefghijk'];
  assert.equal(listNames(names.slice(0, 10)), 'a, b, c, d, e, f, g, h, i, j');
  assert.equal(listNames(names), 'a, b, c, d, e, f, g, h, i, j and 1 more');
});

test('a wait names what is sent again, why, and which attempt of how many follows', () => {
  const wait = { what: 'GET /a', why: 'no connection', attempt: 2, maxAttempts: 4 };
  const waits = [610, 59_900, 59_950].map((milliseconds) => formatWait({ ...wait, milliseconds }));
  const times = ['0.7 s', '59.9 s', '1 min'];
  assert.deepEqual(
    waits,
    times.map((time) => `GET /a: no connection; retrying in ${time} (attempt 2 of 4)`),
  );
});

test('texts are in the order of their code units, the same on every machine', () => {
  assert.deepEqual(['b', 'B', 'ä', 'a', 'b'].sort(compareTexts), ['B', 'a', 'b', 'b', 'ä']);
});
