import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  compareTexts,
  formatBytes,
  formatCount,
  formatDuration,
  formatWait,
  joinTexts,
  listNames,
} from '../../src/format.ts';

const wait = { what: 'GET /api/miniapps/tides', why: 'no connection', attempt: 2, maxAttempts: 4 };
const waits = (time: string): string => `GET /api/miniapps/tides: no connection; retrying in ${time} (attempt 2 of 4)`;
const names = Array.from({ length: 11 }, (_, index) => `f${index}`);

const groups: Readonly<Record<string, readonly (readonly [text: string, expected: string])[]>> = {
  'sizes have at most one decimal, and never a thousand of a unit': [
    [formatBytes(0), '0 B'],
    [formatBytes(999), '999 B'],
    [formatBytes(1000), '1 KB'],
    [formatBytes(1500), '1.5 KB'],
    [formatBytes(9949), '9.9 KB'],
    [formatBytes(9950), '10 KB'],
    [formatBytes(999_499), '999 KB'],
    [formatBytes(999_500), '1 MB'],
    [formatBytes(5e15), '5000 TB'],
  ],
  'spans of time roll over at the next unit': [
    [formatDuration(420.4), '420 ms'],
    [formatDuration(999.5), '1 s'],
    [formatDuration(9940), '9.9 s'],
    [formatDuration(9950), '10 s'],
    [formatDuration(59_499), '59 s'],
    [formatDuration(59_500), '1 min'],
    [formatDuration(125_000), '2 min 5 s'],
    [formatDuration(3_540_000), '59 min'],
    [formatDuration(3_599_600), '1 h'],
    [formatDuration(3_780_000), '1 h 3 min'],
  ],
  'a count comes with its noun, and a verb that follows it': [
    [formatCount(0, 'file'), '0 files'],
    [formatCount(1, 'file'), '1 file'],
    [formatCount(1_234_567, 'file'), '1,234,567 files'],
    [formatCount(1, 'file', 'differ'), '1 file differs'],
    [formatCount(2, 'file', 'differ'), '2 files differ'],
  ],
  'what is neither null nor empty is joined, and of many names ten are listed': [
    [joinTexts(['a', '', 0, null, 'b'], ', '), 'a, 0, b'],
    [listNames(names.slice(0, 10)), 'f0, f1, f2, f3, f4, f5, f6, f7, f8, f9'],
    [listNames(names), 'f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 1 more'],
  ],
  'a wait names what is sent again, why, and which attempt of how many follows': [
    [formatWait({ ...wait, milliseconds: 610 }), waits('0.7 s')],
    [formatWait({ ...wait, milliseconds: 59_900 }), waits('59.9 s')],
    [formatWait({ ...wait, milliseconds: 59_950 }), waits('1 min')],
    [formatWait({ ...wait, milliseconds: 90_000 }), waits('1 min 30 s')],
  ],
};
for (const [name, rows] of Object.entries(groups)) {
  describe(name, () => {
    for (const [text, expected] of rows) test(expected, () => assert.equal(text, expected));
  });
}

test('texts are in the order of their code units, the same on every machine', () => {
  assert.deepEqual(['b', 'B', 'ä', 'a', 'b'].sort(compareTexts), ['B', 'a', 'b', 'b', 'ä']);
});
