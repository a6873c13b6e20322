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

test('sizes have at most one decimal and never a thousand of a unit', () => {
  const table: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [1500, '1.5 KB'],
    [9949, '9.9 KB'],
    [9950, '10 KB'],
    [30_400, '30 KB'],
    [999_499, '999 KB'],
    [999_500, '1 MB'],
    [2.5e9, '2.5 GB'],
    [5e15, '5000 TB'],
  ];
  for (const [bytes, text] of table) {
    assert.equal(formatBytes(bytes), text);
  }
});

test('spans of time roll over at the next unit', () => {
  const table: [number, string][] = [
    [0, '0 ms'],
    [420.4, '420 ms'],
    [999.5, '1 s'],
    [1200, '1.2 s'],
    [9940, '9.9 s'],
    [9950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [125_000, '2 min 5 s'],
    [3_540_000, '59 min'],
    [3_599_600, '1 h'],
    [3_780_000, '1 h 3 min'],
  ];
  for (const [span, text] of table) {
    assert.equal(formatDuration(span), text);
  }
});

test('a count comes with its noun, and a verb that follows it', () => {
  assert.deepEqual(
    [0, 1, 2, 1234, 1_234_567].map((count) => formatCount(count, 'file')),
    ['0 files', '1 file', '2 files', '1,234 files', '1,234,567 files'],
  );
  assert.equal(formatCount(1, 'file', 'differ'), '1 file differs');
  assert.equal(formatCount(2, 'file', 'differ'), '2 files differ');
});

test('texts that are empty or null are not joined', () => {
  assert.equal(joinTexts(['a', '', 0, null, 'b'], ', '), 'a, 0, b');
  assert.equal(joinTexts([], ', '), '');
});

test('a wait names what is sent again, why, and which attempt of how many follows', () => {
  const wait = { what: 'GET /api/miniapps/tides', why: 'no connection', attempt: 2, maxAttempts: 4 };
  const line = (milliseconds: number) => formatWait({ ...wait, milliseconds });
  assert.equal(line(610), 'GET /api/miniapps/tides: no connection; retrying in 0.7 s (attempt 2 of 4)');
  assert.match(line(59_900), /retrying in 59\.9 s /);
  assert.match(line(59_950), /retrying in 1 min /);
  assert.match(line(90_000), /retrying in 1 min 30 s /);
});

test('of many names ten are listed, and the others counted', () => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
  assert.equal(listNames(names.slice(0, 10)), 'f0, f1, f2, f3, f4, f5, f6, f7, f8, f9');
  assert.equal(listNames(names.slice(0, 11)), 'f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 1 more');
});

test('texts are in the order of their code units, the same on every machine', () => {
  assert.deepEqual(['b', 'B', 'ä', 'a', 'b'].sort(compareTexts), ['B', 'a', 'b', 'b', 'ä']);
});
