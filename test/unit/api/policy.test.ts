import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NetworkError } from '../../../src/api/network-error.ts';
import { type Attempt, type Decision, decide, type Ending, readRetryAfter, toEnding } from '../../../src/api/policy.ts';
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
    'no object': json('done'),
    'the documented error': json({ error: { code: 'internal', message: 'No.' } }),
    'an error of another form': json({ slug: 'tides', error: 'No.' }),
    'a gateway’s JSON': json({ message: 'no Route matched with those values' }),
    HTML: { kind: 'unreadable', why: 'is not JSON', start: '<html>' },
    nothing: { kind: 'empty' },
  } as const satisfies Readonly<Record<string, ResponseBody>>;
  type BodyName = keyof typeof bodies;
  const all = Object.keys(bodies) as readonly BodyName[];
  const usable = ['what was asked for', 'what was asked for, and error: null'] as const;
  const withoutError = ['no object', 'a gateway’s JSON', 'nothing'] as const;
  const undocumented = all.filter((name) => name !== 'the documented error');
  const refusals = [400, 401, 403, 409, 413, 422];
  const clientErrors = [404, 405, 499];
  const serverErrors = [408, 500, 503, 599];

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
    [[300, 302, 399], all, 'refused', 'lost'],
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
        const endings = operations.map((operation) => toEnding({ operation, result, isUsable }));
        assert.deepEqual(endings, [...reads.map(() => read), ...changes.map(() => change)], JSON.stringify(response));
      }
    });
  }

  const final = ['cancelled', 'deadline', 'tls', 'proxy_refused', 'response_too_large', 'dry_run'] as const;
  const usual = ['attempt_timeout', 'connection_refused', 'host_not_found', 'connection_failed'] as const;
  const others = ['connection_lost', 'proxy', 'response_unreadable'] as const;
  for (const [codes, sent, read, change] of [
    [[...usual, ...others], false, 'not_sent', 'not_sent'],
    [[...usual, ...others], true, 'lost', 'lost'],
    [final, false, 'impossible', 'impossible'],
    [final, true, 'impossible', 'lost'],
  ] as const) {
    test(`no response (${codes.join(', ')}; ${sent ? '' : 'not '}sent): a read is ${read}, a change ${change}`, () => {
      for (const code of codes) {
        const result = new NetworkError({ method: 'GET', path: '/' }, { code, sent });
        const endings = operations.map((operation) => toEnding({ operation, result, isUsable: () => true }));
        assert.deepEqual(endings, [...reads.map(() => read), ...changes.map(() => change)], code);
      }
    });
  }
});

const firstAttempt: Attempt = {
  operation: 'deploy',
  status: null,
  retryAfterMs: null,
  earlier: 0,
  elapsedMs: 0,
  leftMs: 600_000,
  random: 0.5,
};

describe('what is done after an attempt', () => {
  function again(afterMs: number, why: string, maxAttempts: number | null): Decision {
    return { do: 'again', afterMs, why, maxAttempts };
  }
  const stop = (why: string | null, next: string | null = null): Decision => ({ do: 'stop', why, next });
  const noTime = (time: string, asked = ''): Decision =>
    stop(
      `${asked}a wait of ${time} would use up the time left (timeout-minutes)`,
      `Re-run in ${time}, or set timeout-minutes to a higher value.`,
    );
  const tooLong = stop('the service asks to wait 2 min 1 s, longer than the 2 min allowed', 'Re-run in 2 min 1 s.');
  const connect = (afterMs: number): Decision => again(afterMs, 'no connection', 4);
  const reread = (afterMs: number, why = 'no usable response'): Decision => again(afterMs, why, null);
  const limited = 'more than 30 changes in a minute (429)';
  const retake = (afterMs: number): Decision => again(afterMs, limited, 4);
  const retakeAsked = (afterMs: number, time = '7 s'): Decision =>
    again(afterMs, `${limited}, asked to wait ${time}`, 12);

  const asked = { status: 503, retryAfterMs: 7_000 };
  const returned503 = 'returned 503, and nothing usable, asked to wait';

  type Row = readonly [operations: readonly Operation[], ending: Ending, attempt: Partial<Attempt>, decision: Decision];
  const rows: readonly Row[] = [
    // Four times, with full jitter up to 1, 2 and 4 s.
    [operations, 'not_sent', {}, connect(500)],
    [operations, 'not_sent', { earlier: 2 }, connect(2_000)],
    [operations, 'not_sent', { earlier: 3 }, stop('still so after 4 attempts')],
    // For a minute, with full jitter up to 20 s.
    [reads, 'lost', { earlier: 4 }, reread(8_000)],
    [reads, 'lost', { earlier: 9, elapsedMs: 49_999 }, reread(10_000)],
    [reads, 'lost', { earlier: 9, elapsedMs: 50_000 }, stop('still so after 50 s')],
    [reads, 'lost', asked, reread(7_700, `${returned503} 7 s`)],
    [reads, 'lost', { ...asked, retryAfterMs: 120_000 }, reread(130_000, `${returned503} 2 min`)],
    [reads, 'lost', { ...asked, elapsedMs: 59_900 }, stop('still so after 1 min')],
    // A time beside another failure than 503 is none of the document's.
    [reads, 'lost', { ...asked, status: 502 }, reread(500, 'returned 502, and nothing usable')],
    // Only a look at the app tells what became of it.
    [changes, 'lost', asked, stop(null)],
    [operations, 'accepted', asked, stop(null)],
    [operations, 'pending', asked, stop(null)],
    [operations, 'refused', asked, stop(null)],
    [operations, 'impossible', asked, stop(null)],
    // 5, 15 and 40 s, and up to a fifth more, where the service names no time.
    [operations, 'limited', { random: 0 }, retake(5_000)],
    [operations, 'limited', { earlier: 1 }, retake(16_500)],
    [operations, 'limited', { earlier: 2 }, retake(44_000)],
    [operations, 'limited', { earlier: 3 }, stop('still so after 4 attempts')],
    // As asked, and a bit more, so that jobs that were told the same time spread. Twelve times, for many jobs of one account.
    [operations, 'limited', { retryAfterMs: 7_000, random: 0 }, retakeAsked(7_000)],
    [operations, 'limited', { retryAfterMs: 7_000, earlier: 3 }, retakeAsked(11_000)],
    [operations, 'limited', { retryAfterMs: 7_000, earlier: 10 }, retakeAsked(17_000)],
    [operations, 'limited', { retryAfterMs: 7_000, earlier: 11 }, stop('still so after 12 attempts')],
    // Two minutes at most.
    [operations, 'limited', { retryAfterMs: 120_000 }, retakeAsked(130_000, '2 min')],
    [operations, 'limited', { retryAfterMs: 120_001 }, tooLong],
    // A second of the run must be left for the attempt behind the wait.
    [operations, 'not_sent', { leftMs: 1_501 }, connect(500)],
    [operations, 'not_sent', { leftMs: 1_500 }, noTime('1 s')],
    [reads, 'lost', { leftMs: 1_500 }, noTime('1 s')],
    [operations, 'limited', { leftMs: 6_500 }, noTime('6 s')],
    [operations, 'limited', { leftMs: 1_500, retryAfterMs: 60_000 }, noTime('1 min 6 s', 'asked to wait 1 min; ')],
  ];
  for (const [list, ending, more, decision] of rows) {
    test(`${ending}, with ${JSON.stringify(more)}: ${list.join(', ')}`, () => {
      for (const operation of list) {
        assert.deepEqual(decide(ending, { ...firstAttempt, ...more, operation }), decision, operation);
      }
    });
  }
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const usual = 'Thu, 15 Jan 2026 12:00:30 GMT';
  for (const [retryAfter, date, expected] of [
    ['007', usual, 7_000],
    ['999999999', null, 999_999_999_000],
    // A date counts from the Date of the response, else from our clock.
    [usual, null, 30_000],
    [usual, 'today', 30_000],
    [usual, 'Thu, 15 Jan 2026 12:00:10 GMT', 20_000],
    [usual, 'Thu Jan 15 12:00:10 2026', 20_000],
    ['Thu, 15 Jan 2026 11:59:59 GMT', null, 0],
    ['Sun Feb  1 12:00:00 2026', 'Saturday, 31-Jan-26 12:00:00 GMT', 86_400_000],
    ['Wednesday, 15-Jan-76 12:00:00 GMT', null, Date.UTC(2076, 0, 15, 12) - now],
    // The day of the week may be wrong.
    ...['Sunday', 'Monday', 'Tuesday', 'Friday'].map(
      (day) => [`${day}, 15-Jan-26 12:00:30 GMT`, null, 30_000] as const,
    ),
  ] as const) {
    test(`asks for ${expected} ms by ${retryAfter}, where Date is ${date}`, () => {
      assert.equal(readRetryAfter(retryAfter, date, now), expected);
    });
  }

  const others = ['', ' 7', '1.5', '1000000000', '12, 13', '2026-01-15T12:00:30Z', 'Thu, 15 Jan 2026 12:00:30 UTC'];
  const wrongDates = ['Tue, 31 Feb 2026 12:00:30 GMT', 'Sat, 01 Jan 1960 12:00:00 GMT', 'Thu Jan 5 12:00:30 2026'];
  const wrongDays = ['15 Jan 2026 12:00:30 GMT', 'Thursday, 15-Jan-2026 12:00:30 GMT'];
  for (const retryAfter of [null, ...others, ...wrongDates, ...wrongDays]) {
    test(`asks for nothing by ${JSON.stringify(retryAfter)}`, () => {
      assert.equal(readRetryAfter(retryAfter, null, now), null);
    });
  }
});
