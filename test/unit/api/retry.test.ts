import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Attempt,
  type Decision,
  decide,
  type Ending,
  maxAttempts,
  type Operation,
  readRetryAfter,
} from '../../../src/api/retry.ts';

const reads: readonly Operation[] = ['read', 'list'];
const changes: readonly Operation[] = ['create', 'deploy', 'update', 'submit', 'delete'];
const operations = [...reads, ...changes];

function at(earlier: number, more: Partial<Attempt> = {}): Attempt {
  return { operation: 'deploy', earlier, leftMs: 600_000, random: 0.5, ...more };
}

const stillSo = { do: 'stop', why: 'still so after 4 attempts', next: null } as const;

function again(afterMs: number, why: string, attempts = maxAttempts): Decision {
  return { do: 'again', afterMs, why, maxAttempts: attempts };
}

function status(code: number, retryAfterMs: number | null = null): Ending {
  return { kind: 'status', status: code, retryAfterMs };
}

test('what was not sent is sent again, whatever it is, four times in all, with full jitter from 1 s doubling', () => {
  for (const operation of operations) {
    const decisions = [0, 1, 2, 3].map((earlier) => decide({ kind: 'not_sent' }, at(earlier, { operation })));
    const why = 'no connection';
    assert.deepEqual(decisions, [again(500, why), again(1_000, why), again(2_000, why), stillSo]);
  }
});

test('full jitter goes from nothing to the ceiling', () => {
  for (const [random, expected] of [
    [0, 0],
    [0.999_999, 1_000],
  ] as const) {
    assert.deepEqual(decide({ kind: 'not_sent' }, at(0, { random })), again(expected, 'no connection'));
  }
  fc.assert(
    fc.property(
      fc.nat(maxAttempts - 2),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (earlier, random) => {
        const decision = decide({ kind: 'not_sent' }, at(earlier, { random }));
        assert.ok(decision.do === 'again' && decision.afterMs >= 0 && decision.afterMs <= 1_000 * 2 ** earlier);
      },
    ),
  );
});

for (const [name, ending, why] of [
  ['a lost response', { kind: 'lost' }, 'no usable response'],
  ['500', status(500), 'returned 500'],
  ['502', status(502), 'returned 502'],
  ['503', status(503), 'returned 503'],
  ['504', status(504), 'returned 504'],
] as const) {
  test(`after ${name} a read is repeated and a change is verified first`, () => {
    for (const operation of reads) {
      assert.deepEqual(decide(ending, at(0, { operation })), again(500, why));
      assert.deepEqual(decide(ending, at(3, { operation })), stillSo);
    }
    const verify = { do: 'verify', retryAfterMs: null };
    for (const operation of changes) assert.deepEqual(decide(ending, at(0, { operation })), verify);
  });
}

test('after any failure of the service a read is repeated', () => {
  for (const code of [501, 505, 520, 599]) {
    const decision = decide(status(code), at(0, { operation: 'read' }));
    assert.deepEqual(decision, again(500, `returned ${code}`));
  }
});

test('any other answer is an answer: it is never asked for again', () => {
  const finals = [200, 201, 204, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 408, 409, 413, 418, 422];
  for (const code of [...finals, 501, 505]) {
    for (const operation of code < 500 ? operations : changes) {
      assert.deepEqual(
        decide(status(code, 1_000), at(0, { operation })),
        { do: 'stop', why: null, next: null },
        String(code),
      );
    }
  }
});

test('an error that no other attempt can help is final', () => {
  for (const operation of operations) {
    assert.deepEqual(decide({ kind: 'final' }, at(0, { operation })), { do: 'stop', why: null, next: null });
  }
});

test('429 without a time is waited out for 5, 15 and 40 s and up to a fifth more, whatever was asked', () => {
  for (const operation of operations) {
    for (const [earlier, wait] of [5_000, 15_000, 40_000].entries()) {
      for (const random of [0, 0.5]) {
        const decision = decide(status(429), at(earlier, { operation, random }));
        assert.deepEqual(decision, again(wait * (1 + 0.2 * random), 'more than 30 changes in a minute (429)'));
      }
    }
    assert.deepEqual(decide(status(429), at(3, { operation })), stillSo);
  }
});

test('429 with a time is waited out for that time, and a bit more so that jobs told the same time spread', () => {
  const why = 'more than 30 changes in a minute (429), asked to wait 7 s';
  assert.deepEqual(decide(status(429, 7_000), at(0, { random: 0 })), again(7_000, why, 12));
  assert.deepEqual(decide(status(429, 7_000), at(0)), again(7_700, why, 12));
  assert.deepEqual(decide(status(429, 7_000), at(3)), again(11_000, why, 12));
  assert.deepEqual(decide(status(429, 7_000), at(5)), again(17_000, why, 12));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 120_000 }),
      fc.nat(10),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (asked, earlier, random) => {
        const decision = decide(status(429, asked), at(earlier, { random }));
        assert.ok(decision.do === 'again' && decision.afterMs >= asked && decision.afterMs <= asked + 20_000);
      },
    ),
  );
});

test('429 with a time is taken twelve times, so that many jobs of one account get through', () => {
  assert.equal(decide(status(429, 1_000), at(10)).do, 'again');
  assert.deepEqual(decide(status(429, 1_000), at(11)), {
    do: 'stop',
    why: 'still so after 12 attempts',
    next: null,
  });
});

test('503 with a time is waited out by a read, four attempts in all, and says nothing to a change', () => {
  for (const operation of reads) {
    const why = 'returned 503, asked to wait 7 s';
    assert.deepEqual(decide(status(503, 7_000), at(0, { operation })), again(7_700, why));
    assert.deepEqual(decide(status(503, 7_000), at(3, { operation })), stillSo);
  }
  for (const operation of changes) {
    for (const asked of [7_000, 300_000]) {
      assert.deepEqual(decide(status(503, asked), at(0, { operation })), { do: 'verify', retryAfterMs: asked });
    }
  }
  // Of 503 alone: a time beside another failure is none of the document's.
  assert.deepEqual(decide(status(502, 7_000), at(0, { operation: 'read' })), again(500, 'returned 502'));
});

test('a time over 120 s ends it at once, names the time and says when to re-run', () => {
  for (const code of [429, 503]) {
    const attempt = at(0, { operation: 'read' });
    assert.equal(decide(status(code, 120_000), attempt).do, 'again');
    for (const [asked, seconds] of [
      [120_400, 121],
      [300_000, 300],
      [999_999_999_000, 999_999_999],
    ] as const) {
      assert.deepEqual(decide(status(code, asked), attempt), {
        do: 'stop',
        why: `the service asks to wait ${seconds} s, longer than the 120 s allowed`,
        next: `Re-run in ${seconds} s.`,
      });
    }
  }
});

test('no wait goes beyond the limit of the run', () => {
  for (const [ending, asked, seconds] of [
    [{ kind: 'not_sent' }, '', 1],
    [status(429), '', 6],
    [status(429, 60_000), 'asked to wait 60 s; ', 66],
  ] as const) {
    assert.deepEqual(decide(ending, at(0, { leftMs: 500 })), {
      do: 'stop',
      why: `${asked}a wait of ${seconds} s would exceed the time left (timeout-minutes)`,
      next: `Re-run in ${seconds} s, or set timeout-minutes to a higher value.`,
    });
  }
  assert.equal(decide({ kind: 'not_sent' }, at(0, { leftMs: 501 })).do, 'again');
  assert.equal(decide({ kind: 'not_sent' }, at(0, { leftMs: -5 })).do, 'stop');
});

const now = Date.UTC(2026, 0, 15, 12, 0, 0);

for (const [retryAfter, expected] of [
  ['0', 0],
  ['7', 7_000],
  ['007', 7_000],
  ['120', 120_000],
  ['999999999', 999_999_999_000],
  ['Thu, 15 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 15 Jan 2026 12:00:00 GMT', 0],
  ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
  ['Fri, 16 Jan 2026 12:00:00 GMT', 86_400_000],
  ['Thursday, 15-Jan-26 12:00:30 GMT', 30_000],
  ['Wednesday, 15-Jan-76 12:00:30 GMT', Date.UTC(2076, 0, 15, 12, 0, 30) - now],
  ['Thu Jan 15 12:00:30 2026', 30_000],
  ['Fri, 15 Jan 2026 12:00:30 GMT', 30_000],
  ['Sun Feb  1 12:00:00 2026', 17 * 86_400_000],
] as const) {
  test(`Retry-After "${retryAfter}" asks for ${expected} ms`, () => {
    assert.equal(readRetryAfter(retryAfter, null, now), expected);
  });
}

for (const retryAfter of [
  null,
  '',
  ' ',
  ' 7',
  '-1',
  '1.5',
  '0x10',
  '1000000000',
  '12, 13',
  '7s',
  '７',
  'soon',
  '2026-01-15T12:00:30Z',
  'Thu, 15 Jan 2026 12:00:30 +0000',
  'Thu, 15 Jan 2026 12:00:30 UTC',
  'Thu, 15 Jan 2026 12:00:30',
  'thu, 15 jan 2026 12:00:30 gmt',
  'Thu, 15 Jan 26 12:00:30 GMT',
  'Thu, 15 Jan 2026 24:00:30 GMT',
  'Thu, 15 Jan 2026 12:00:60 GMT',
  '15 Jan 2026 12:00:30 GMT',
  'Invalid Date',
  'Tue, 31 Feb 2026 12:00:30 GMT',
  'Thu, 15-Jan-26 12:00:30 GMT',
  'Thursday, 15 Jan 2026 12:00:30 GMT',
  'Thursday, 15-Jan-2026 12:00:30 GMT',
  'Thu Jan 15 12:00:30 2026 GMT',
  'Thu Jan 5 12:00:30 2026',
]) {
  test(`Retry-After ${retryAfter === null ? 'that is missing' : `"${retryAfter}"`} asks for nothing`, () => {
    assert.equal(readRetryAfter(retryAfter, null, now), null);
  });
}

test('a date counts from the Date of the same response, whatever our clock says', () => {
  const forms = ['Thu, 15 Jan 2026 12:03:07 GMT', 'Thursday, 15-Jan-26 12:03:07 GMT', 'Thu Jan 15 12:03:07 2026'];
  const dates = ['Thu, 15 Jan 2026 12:03:00 GMT', 'Thursday, 15-Jan-26 12:03:00 GMT', 'Thu Jan 15 12:03:00 2026'];
  for (const retryAfter of forms) {
    for (const date of dates) assert.equal(readRetryAfter(retryAfter, date, now), 7_000);
    for (const date of [null, 'today']) assert.equal(readRetryAfter(retryAfter, date, now), 187_000);
  }
  assert.equal(readRetryAfter('7', dates[0] ?? '', now), 7_000);
});

test('any moment written in any of the three forms is read back', () => {
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const min = now;
  const max = Date.UTC(2070, 0, 1);
  fc.assert(
    fc.property(fc.integer({ min: min / 1000, max: max / 1000 }), (seconds) => {
      const written = new Date(seconds * 1000).toUTCString();
      const [weekday = '', day = '', month = '', year = '', time = ''] = written.split(/,? /);
      const long = days.find((name) => name.startsWith(weekday)) ?? '';
      for (const retryAfter of [
        written,
        `${long}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
        `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
      ]) {
        assert.equal(readRetryAfter(retryAfter, null, now), seconds * 1000 - now, retryAfter);
      }
    }),
  );
});
