import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from '../../../src/api/retry-after.ts';

const now = Date.UTC(2026, 0, 15, 12, 0, 0);

for (const [header, expected] of [
  ['0', 0],
  ['7', 7_000],
  ['007', 7_000],
  ['120', 120_000],
  ['999999999', 999_999_999_000],
  ['Thu, 15 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 15 Jan 2026 12:00:00 GMT', 0],
  ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
  ['Fri, 16 Jan 2026 12:00:00 GMT', 86_400_000],
] as const) {
  test(`"${header}" asks for ${expected} ms`, () => {
    assert.equal(readRetryAfter(header, now), expected);
  });
}

for (const header of [
  null,
  '',
  ' ',
  ' 7',
  '7 ',
  '+7',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '1000000000',
  '12, 13',
  '7s',
  '７',
  'soon',
  '2026-01-15T12:00:30Z',
  'Thursday, 15-Jan-26 12:00:30 GMT',
  'Thu Jan 15 12:00:30 2026',
  'Thu, 15 Jan 2026 12:00:30 +0000',
  'Thu, 15 Jan 2026 12:00:30 UTC',
  'Thu, 15 Jan 2026 12:00:30',
  'thu, 15 jan 2026 12:00:30 gmt',
  'Thu, 5 Jan 2026 12:00:30 GMT',
  'Thu, 15 Jan 26 12:00:30 GMT',
  'Thu, 15 Jan 2026 25:61:61 GMT',
  'Thu, 45 Jan 2026 12:00:30 GMT',
]) {
  test(`${header === null ? 'no header' : `"${header}"`} asks for nothing`, () => {
    assert.equal(readRetryAfter(header, now), null);
  });
}
