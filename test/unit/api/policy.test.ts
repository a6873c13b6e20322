import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NetworkError } from '../../../src/api/network-error.ts';
import {
  type Attempt,
  decide,
  type Ended,
  type Ending,
  readRetryAfter,
  toEnding,
} from '../../../src/api/policy.ts';
import type { ResponseBody } from '../../../src/api/response/response.ts';
import type { Operation, WireResponse } from '../../../src/api/transport.ts';
import { compareSections } from '../../support/snapshot.ts';

/** Two reads, and the changes. */
const operations: readonly Operation[] = [
  'read',
  'list',
  'create',
  'deploy',
  'update',
  'submit',
  'delete',
];

/** How a request ends for reads and for changes. */
function describeEndings(result: WireResponse | NetworkError): string {
  const isUsable = (body: unknown): boolean => JSON.stringify(body).includes('tides');
  const endings = operations.map((operation) => {
    const { ending, isFinal } = toEnding(operation, result, isUsable);
    return isFinal ? `${ending} for good` : ending;
  });
  const [read = '', change = ''] = [endings.slice(0, 2), endings.slice(2)].map((list) =>
    [...new Set(list)].join(' or '),
  );
  return read === change ? read : `a read is ${read}, a change ${change}`;
}

test('what becomes of a request, by its response', () => {
  const json = (value: unknown) => ({ kind: 'json', value }) as const;
  const bodies: Readonly<Record<string, ResponseBody>> = {
    'what was asked for': json({ slug: 'tides', error: null }),
    'no object': json('done'),
    'the documented error': json({ error: { code: 'internal', message: 'No.' } }),
    'an error of another form': json({ slug: 'tides', error: 'No.' }),
    'the JSON of a gateway': json({ message: 'no Route matched with those values' }),
    'a no': json({ ok: false }),
    HTML: { kind: 'unreadable', why: 'is not JSON', start: '<html>' },
    'a list of problems': json({ slug: 'tides', problems: ['No.'] }),
    nothing: { kind: 'empty' },
  };
  const statuses = [
    200, 201, 202, 204, 300, 303, 399, 400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 499, 500,
    503, 599,
  ];
  const byEndings = Map.groupBy(statuses, (status) => {
    const endings = Map.groupBy(Object.entries(bodies), ([, body]) => {
      return describeEndings({ status, body, retryAfter: null, date: null });
    });
    return Array.from(
      endings,
      ([ending, list]) => `- ${list.map(([name]) => name).join(', ')}: ${ending}`,
    ).join('\n');
  });
  const parts = Array.from(byEndings, ([endings, list]) => [list.join(', '), [endings]] as const);
  compareSections('test/unit/api/snapshots/endings.md', parts);
});

test('what becomes of a request without a response', () => {
  const final = [
    'cancelled',
    'deadline',
    'nothing_listens',
    'tls',
    'proxy_refused',
    'response_too_large',
    'dry_run',
  ] as const;
  const usual = [
    'attempt_timeout',
    'connection_refused',
    'host_not_found',
    'connection_failed',
  ] as const;
  for (const [codes, sent, ending] of [
    [[...usual, 'connection_lost', 'proxy', 'response_unreadable'], false, 'not_sent'],
    [[...usual, 'connection_lost', 'proxy', 'response_unreadable'], true, 'lost'],
    [final, false, 'not_sent for good'],
    [final, true, 'a read is lost for good, a change lost'],
  ] as const) {
    for (const code of codes) {
      const error = new NetworkError({ method: 'GET', path: '/' }, { code, sent });
      assert.equal(describeEndings(error), ending, code);
    }
  }
});

const asked = { status: 503, retryAfterMs: 7_000 };
const attempts: Readonly<Record<Ending, readonly Partial<Attempt>[]>> = {
  // For a minute, the last time when it is over, with full jitter up to 1, 2, 4 s and so on up to 20 s; a second of the run must be left for the attempt.
  not_sent: [
    ...[{}, { earlier: 2 }, { leftMs: 1_501 }, { leftMs: 1_500 }],
    ...[50_000, 50_001, 59_999, 60_000].map((elapsedMs) => ({ earlier: 9, elapsedMs })),
    ...[501, 500].map((retryWindowMs) => ({ retryWindowMs })),
  ],
  // A read in the same way. Only a look at the app tells what became of a change.
  lost: [
    ...[{ earlier: 4 }, { leftMs: 1_500 }, { retryWindowMs: 0 }],
    ...[50_000, 50_001, 59_999, 60_000].map((elapsedMs) => ({ earlier: 9, elapsedMs })),
    ...[7_701, 7_700].map((retryWindowMs) => ({ ...asked, retryWindowMs })),
    // It is sent again when the service asks for that, and not at all where it asks for too much.
    ...[120_000, 120_001].map((retryAfterMs) => ({ retryAfterMs })),
    ...[7_001, 7_000].map((leftMs) => ({ ...asked, leftMs })),
    // A time beside another failure than 503 is none of the document's.
    ...[{}, { retryAfterMs: 120_000 }, { elapsedMs: 60_000 }, { status: 502 }].map((more) => ({
      ...asked,
      ...more,
    })),
  ],
  ...{ accepted: [asked], pending: [asked], refused: [asked] },
  limited: [
    // 5, 15 and 40 s, and up to a fifth more, where the service names no time.
    ...[{ random: 0 }, { earlier: 1 }, { earlier: 2 }, { earlier: 3 }, { leftMs: 6_500 }],
    // As asked, and a bit more, so that jobs that are told the same time spread. Twelve times, for many jobs of one account.
    ...[0, 3, 10, 11].map((earlier) => ({ retryAfterMs: 7_000, earlier })),
    // A read for a minute, whatever it is asked to wait.
    { retryAfterMs: 7_000, earlier: 3, elapsedMs: 60_000 },
    // Two minutes at most.
    ...[120_000, 120_001].map((retryAfterMs) => ({ retryAfterMs, random: 0 })),
    { leftMs: 1_500, retryAfterMs: 60_000 },
    // A look does not outwait the next one.
    ...[7_701, 7_700].map((retryWindowMs) => ({ retryAfterMs: 7_000, retryWindowMs })),
  ],
};

test('what is done after an attempt', () => {
  const usual = {
    status: null,
    retryAfterMs: null,
    earlier: 0,
    elapsedMs: 0,
    leftMs: 600_000,
    random: 0.5,
    retryWindowMs: null,
  };
  const describeDecision = (ended: Ended, attempt: Attempt): string => {
    const decision = decide(ended, attempt);
    if (decision.do === 'stop')
      return ['stop', decision.why, decision.next].filter((part) => part !== null).join(': ');
    if (decision.do === 'look') return `look, and again ${decision.repeatAfterMs ?? 'never'}`;
    const { afterMs, maxAttempts, why } = decision;
    return `again after ${afterMs} ms, ${maxAttempts ?? 'any number of'} times: ${why}`;
  };
  const ends = Object.entries(attempts).map(
    ([ending, list]) => [{ ending: ending as Ending, isFinal: false }, list] as const,
  );
  const final = (['not_sent', 'lost'] as const).map(
    (ending) => [{ ending, isFinal: true }, [{}, asked]] as const,
  );
  const parts = [...ends, ...final].map(([ended, list]) => {
    const told = list.map((attempt) => {
      const byDecision = Map.groupBy(operations, (operation) =>
        describeDecision(ended, { ...usual, ...attempt, operation }),
      );
      const lines = Array.from(
        byDecision,
        ([decision, asking]) => `  - ${asking.join(', ')}: ${decision}`,
      );
      return `- ${JSON.stringify(attempt)}\n${lines.join('\n')}`;
    });
    return [`${ended.ending}${ended.isFinal ? ' for good' : ''}`, told] as const;
  });
  compareSections('test/unit/api/snapshots/retry-policy.md', parts);
});

test('the waits on a 429 that names no time outlast the minute that the service counts by, however short they fall', () => {
  const waits: number[] = [];
  for (let earlier = 0; earlier < 20; earlier += 1) {
    const attempt = {
      status: 429,
      retryAfterMs: null,
      earlier,
      elapsedMs: 0,
      leftMs: 600_000,
      random: 0,
      retryWindowMs: null,
    };
    const decision = decide(
      { ending: 'limited', isFinal: false },
      { ...attempt, operation: 'deploy' },
    );
    if (decision.do === 'again') waits.push(decision.afterMs);
  }
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  assert.ok(total >= 60_000, `${waits.join(' + ')} ms`);
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

  const others = [
    '',
    ' 7',
    '1.5',
    '1000000000',
    '12, 13',
    '2026-01-15T12:00:30Z',
    'Thu, 15 Jan 2026 12:00:30 UTC',
  ];
  const wrongDates = [
    'Tue, 31 Feb 2026 12:00:30 GMT',
    'Sat, 01 Jan 1960 12:00:00 GMT',
    'Thu Jan 5 12:00:30 2026',
  ];
  const wrongDays = ['15 Jan 2026 12:00:30 GMT', 'Thursday, 15-Jan-2026 12:00:30 GMT'];
  for (const retryAfter of [null, ...others, ...wrongDates, ...wrongDays]) {
    test(`asks for nothing by ${JSON.stringify(retryAfter)}`, () => {
      assert.equal(readRetryAfter(retryAfter, null, now), null);
    });
  }
});
