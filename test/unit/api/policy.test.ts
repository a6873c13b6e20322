import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { NetworkError, type NetworkErrorCode } from '../../../src/api/network-error.ts';
import {
  type Attempt,
  type Decision,
  decide,
  type Ending,
  isRead,
  maxAttempts,
  readRetryAfter,
  toEnding,
} from '../../../src/api/policy.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import type { Operation } from '../../../src/api/transport.ts';

const reads: readonly Operation[] = ['read', 'list'];
const changes: readonly Operation[] = ['create', 'deploy', 'update', 'submit', 'delete'];
const operations = [...reads, ...changes];

describe('what becomes of a request', () => {
  const json = (value: unknown): ResponseBody => ({ kind: 'json', value });
  const bodies = {
    'what was asked for': json({ slug: 'tides', status: 'draft' }),
    'what was asked for, and error: null': json({ slug: 'tides', error: null }),
    'what was asked for, and error: false': json({ slug: 'tides', error: false }),
    'something else': json({ ok: true }),
    'no object': json('done'),
    'the documented error': json({ error: { code: 'internal', message: 'No.' } }),
    'an error of another form': json({ slug: 'tides', error: 'No.' }),
    'a gateway’s JSON': json({ message: 'no Route matched with those values' }),
    HTML: { kind: 'unreadable', why: 'is not JSON', start: '<html>' },
    nothing: { kind: 'empty' },
  } as const satisfies Readonly<Record<string, ResponseBody>>;
  type BodyName = keyof typeof bodies;
  const all = Object.keys(bodies) as readonly BodyName[];
  const usable = all.filter((name) => name.startsWith('what was asked for'));
  const withoutError = ['something else', 'no object', 'a gateway’s JSON', 'nothing'] as const;
  const undocumented = all.filter((name) => name !== 'the documented error');
  const refusals = [400, 401, 403, 409, 413, 422];
  const clientErrors = [404, 405, 410, 418, 451];
  const serverErrors = [408, 500, 501, 502, 503, 504, 505, 520];

  const isUsable = (body: unknown): boolean => JSON.stringify(body).includes('tides');
  type Row = readonly [statuses: readonly number[], bodies: readonly BodyName[], read: Ending, change: Ending];
  const rows: readonly Row[] = [
    [[200, 201, 204], usable, 'accepted', 'accepted'],
    [[200, 201, 204], withoutError, 'lost', 'accepted'],
    [[200, 201], ['HTML'], 'lost', 'lost'],
    [[200, 201, 202], ['the documented error'], 'lost', 'lost'],
    // What a read shows tells by itself.
    [[200, 201, 202], ['an error of another form'], 'accepted', 'lost'],
    [[202], usable, 'accepted', 'pending'],
    [[202], [...withoutError, 'HTML'], 'lost', 'pending'],
    [[300, 301, 302, 303, 304, 307, 308], all, 'refused', 'lost'],
    [refusals, all, 'refused', 'refused'],
    [clientErrors, ['the documented error'], 'refused', 'refused'],
    [clientErrors, undocumented, 'lost', 'lost'],
    [[429], all, 'limited', 'limited'],
    [serverErrors, all, 'lost', 'lost'],
  ];
  for (const [statuses, names, read, change] of rows) {
    test(`${statuses.join(', ')} with ${names.join(', or ')}: a read is ${read}, a change ${change}`, () => {
      const responses = statuses.flatMap((status) => names.map((name) => ({ status, body: bodies[name] })));
      for (const response of responses) {
        const result = { ...response, retryAfter: null, date: null };
        const fates = operations.map((operation) => toEnding({ operation, result, isUsable }));
        assert.deepEqual(fates, [...reads.map(() => read), ...changes.map(() => change)], JSON.stringify(response));
      }
    });
  }

  for (const [code, sent, read, change] of [
    ['connection_refused', false, 'not_sent', 'not_sent'],
    ['tls', false, 'impossible', 'impossible'],
    ['dry_run', false, 'impossible', 'impossible'],
    ['connection_lost', true, 'lost', 'lost'],
    ['response_unreadable', true, 'lost', 'lost'],
    ['response_too_large', true, 'impossible', 'lost'],
    ['cancelled', true, 'impossible', 'lost'],
  ] as const satisfies readonly (readonly [NetworkErrorCode, boolean, Ending, Ending])[]) {
    test(`no response (${code}, ${sent ? 'sent' : 'not sent'}): a read is ${read}, a change ${change}`, () => {
      const result = new NetworkError({ method: 'GET', path: '/' }, { code, sent });
      for (const operation of operations) {
        const ending = toEnding({ operation, result, isUsable: () => true });
        assert.equal(ending, isRead(operation) ? read : change, operation);
      }
    });
  }
});

function at(earlier: number, more: Partial<Attempt> = {}): Attempt {
  const response = { operation: 'deploy', status: null, retryAfterMs: null } as const;
  return { ...response, earlier, elapsedMs: 0, leftMs: 600_000, random: 0.5, ...more };
}

const stillSo = { do: 'stop', why: 'still so after 4 attempts', next: null } as const;
const asItIs: Decision = { do: 'stop', why: null, next: null };

function again(afterMs: number, why: string, attempts: number | null = maxAttempts): Decision {
  return { do: 'again', afterMs, why, maxAttempts: attempts };
}

describe('what was not sent', () => {
  const why = 'no connection';

  test('is sent again, whatever it is, four times in all, with full jitter from 1 s doubling', () => {
    for (const operation of operations) {
      const decisions = [0, 1, 2, 3].map((earlier) => decide('not_sent', at(earlier, { operation })));
      assert.deepEqual(decisions, [again(500, why), again(1_000, why), again(2_000, why), stillSo]);
    }
  });

  test('is sent again at once, or with the next after a second', () => {
    assert.deepEqual(decide('not_sent', at(0, { random: 0 })), again(0, why));
    assert.deepEqual(decide('not_sent', at(0, { random: 0.999_999 })), again(1_000, why));
  });
});

describe('a lost read', () => {
  const read = { operation: 'read' } as const;

  test('is sent again for a minute, with full jitter up to 20 s', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map((earlier) => decide('lost', at(earlier, read)));
    const expected = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000];
    assert.deepEqual(
      waits,
      expected.map((milliseconds) => again(milliseconds, 'no usable response', null)),
    );
    assert.deepEqual(decide('lost', at(5, { ...read, elapsedMs: 49_999 })).do, 'again');
    const over = { do: 'stop', why: 'still so after 50 s', next: null };
    assert.deepEqual(decide('lost', at(5, { ...read, elapsedMs: 50_000 })), over);
  });

  test('names the status that came', () => {
    for (const status of [200, 404, 500, 520]) {
      const expected = again(500, `returned ${status}, and nothing usable`, null);
      assert.deepEqual(decide('lost', at(0, { operation: 'list', status })), expected);
    }
  });

  test('waits as long as a 503 asks for, for up to a minute', () => {
    const asked = { ...read, status: 503, retryAfterMs: 7_000 };
    const why = 'returned 503, and nothing usable, asked to wait 7 s';
    assert.deepEqual(decide('lost', at(0, asked)), again(7_700, why, null));
    assert.deepEqual(decide('lost', at(5, { ...asked, elapsedMs: 59_900 })), {
      do: 'stop',
      why: 'still so after 1 min',
      next: null,
    });
    // Of 503 alone: a time beside another failure is none of the document's.
    assert.deepEqual(
      decide('lost', at(0, { ...asked, status: 502 })),
      again(500, 'returned 502, and nothing usable', null),
    );
  });
});

test('nothing else is sent again: the response is final, or the app is looked at', () => {
  const more = { status: 503, retryAfterMs: 1_000 };
  for (const ending of ['accepted', 'pending', 'refused', 'impossible'] as const) {
    for (const operation of operations) assert.deepEqual(decide(ending, at(0, { ...more, operation })), asItIs, ending);
  }
  for (const operation of changes) assert.deepEqual(decide('lost', at(0, { ...more, operation })), asItIs);
});

describe('a 429', () => {
  const told = 'more than 30 changes in a minute (429)';
  const ask = (retryAfterMs: number) => ({ status: 429, retryAfterMs });

  test('without a time is waited out for 5, 15 and 40 s and up to a fifth more, whatever was asked', () => {
    for (const operation of operations) {
      for (const [earlier, wait] of [5_000, 15_000, 40_000].entries()) {
        for (const random of [0, 0.5]) {
          const decision = decide('limited', at(earlier, { operation, random }));
          assert.deepEqual(decision, again(wait * (1 + 0.2 * random), told));
        }
      }
      assert.deepEqual(decide('limited', at(3, { operation })), stillSo);
    }
  });

  test('with a time is waited out for that time, and a bit more so that jobs told the same time spread', () => {
    const why = `${told}, asked to wait 7 s`;
    for (const [earlier, random, afterMs] of [
      [0, 0, 7_000],
      [0, 0.5, 7_700],
      [3, 0.5, 11_000],
      [5, 0.5, 17_000],
    ] as const) {
      assert.deepEqual(decide('limited', at(earlier, { ...ask(7_000), random })), again(afterMs, why, 12));
    }
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120_000 }), fc.nat(10), part, (asked, earlier, random) => {
        const decision = decide('limited', at(earlier, { ...ask(asked), random }));
        assert.ok(decision.do === 'again' && decision.afterMs >= asked && decision.afterMs <= asked + 20_000);
      }),
    );
  });

  test('with a time is taken twelve times, so that many jobs of one account get through', () => {
    assert.equal(decide('limited', at(10, ask(1_000))).do, 'again');
    assert.deepEqual(decide('limited', at(11, ask(1_000))), { ...stillSo, why: 'still so after 12 attempts' });
  });
});

test('a time over 120 s ends it at once, names the time and says when to re-run', () => {
  for (const [ending, status] of [
    ['limited', 429],
    ['lost', 503],
  ] as const) {
    const attempt = { operation: 'read', status } as const;
    assert.equal(decide(ending, at(0, { ...attempt, retryAfterMs: 120_000 })).do, 'again');
    for (const [retryAfterMs, time] of [
      [120_400, '2 min 1 s'],
      [999_999_999_000, '277777 h 47 min'],
    ] as const) {
      assert.deepEqual(decide(ending, at(0, { ...attempt, retryAfterMs })), {
        do: 'stop',
        why: `the service asks to wait ${time}, longer than the 2 min allowed`,
        next: `Re-run in ${time}.`,
      });
    }
  }
});

test('no wait leaves less than a second of the run for the attempt behind it', () => {
  for (const [ending, more, asked, time] of [
    ['not_sent', {}, '', '1 s'],
    ['lost', { operation: 'read' }, '', '1 s'],
    ['limited', {}, '', '6 s'],
    ['limited', { retryAfterMs: 60_000 }, 'asked to wait 1 min; ', '1 min 6 s'],
  ] as const) {
    assert.deepEqual(decide(ending, at(0, { ...more, leftMs: 1_500 })), {
      do: 'stop',
      why: `${asked}a wait of ${time} would use up the time left (timeout-minutes)`,
      next: `Re-run in ${time}, or set timeout-minutes to a higher value.`,
    });
  }
  assert.equal(decide('not_sent', at(0, { leftMs: 1_501 })).do, 'again');
  assert.equal(decide('not_sent', at(0, { leftMs: -5 })).do, 'stop');
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
