import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { RequestResult } from '../../../src/api/policy.ts';
import { type Attempt, classify, decide, readRetryAfter } from '../../../src/api/policy.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
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

/** Returns the result of a request, for reads and for changes. */
function describeResults(response: WireResponse | NetworkError): string {
  const isUsable = (body: unknown): boolean => JSON.stringify(body).includes('tides');
  const results = operations.map((operation) => {
    const { result, isFinal } = classify(operation, response, isUsable);
    return isFinal ? `${result}, final` : result;
  });
  const [read = '', change = ''] = [results.slice(0, 2), results.slice(2)].map((list) =>
    [...new Set(list)].join(' or '),
  );
  return read === change ? read : `a read is ${read}; a change is ${change}`;
}

test('a response is classified by its status and body (snapshots/results.md)', () => {
  const json = (value: unknown) => ({ kind: 'json', value }) as const;
  const bodies: Readonly<Record<string, ResponseBody>> = {
    'what was asked for': json({ slug: 'tides', error: null }),
    'no object': json('done'),
    'the documented error': json({ error: { code: 'internal', message: 'No.' } }),
    'an error of another form': json({ slug: 'tides', error: 'No.' }),
    'the JSON of a gateway': json({ message: 'no Route matched with those values' }),
    '"ok": false': json({ ok: false }),
    HTML: { kind: 'unreadable', why: 'is not JSON', start: '<html>' },
    'a list of problems': json({ slug: 'tides', problems: ['No.'] }),
    nothing: { kind: 'empty' },
  };
  const statuses = [
    200, 201, 202, 204, 300, 303, 399, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 429,
    499, 500, 503, 599,
  ];
  const byResults = Map.groupBy(statuses, (status) => {
    const results = Map.groupBy(Object.entries(bodies), ([, body]) => {
      return describeResults({ status, body, retryAfter: null, date: null, link: null });
    });
    return Array.from(
      results,
      ([result, list]) => `- ${list.map(([name]) => name).join(', ')}: ${result}`,
    ).join('\n');
  });
  const parts = Array.from(byResults, ([results, list]) => [list.join(', '), [results]] as const);
  compareSections('test/unit/api/snapshots/results.md', parts);
});

describe('without a response', () => {
  const codes = [
    'attempt_timeout',
    'connection_refused',
    'host_not_found',
    'connection_failed',
    'connection_lost',
    'proxy',
    'response_unreadable',
  ] as const;
  const finalCodes = [
    'cancelled',
    'deadline',
    'nothing_listens',
    'tls',
    'proxy_refused',
    'response_too_large',
    'dry_run',
  ] as const;
  const rows = [
    ...codes.map((code) => [code, 'not_sent', 'lost'] as const),
    ...finalCodes.map(
      (code) => [code, 'not_sent, final', 'a read is lost, final; a change is lost'] as const,
    ),
  ];
  for (const [code, unsent, sent] of rows) {
    test(`the error ${code} is ${unsent} if nothing was sent, otherwise: ${sent}`, () => {
      const fail = (isSent: boolean): NetworkError =>
        new NetworkError({ method: 'GET', path: '/' }, { code, sent: isSent });
      assert.equal(describeResults(fail(false)), unsent);
      assert.equal(describeResults(fail(true)), sent);
    });
  }
});

const usual: Omit<Attempt, 'operation' | 'result'> = {
  isFinal: false,
  status: null,
  retryAfterMs: null,
  previousAttempts: 0,
  elapsedMs: 0,
  retryWindowMs: null,
  timeLeftMs: 600_000,
  random: 0.5,
};
const asked = { status: 503, retryAfterMs: 7_000 };
const late = [50_000, 50_001, 59_999, 60_000].map((elapsedMs) => ({
  previousAttempts: 9,
  elapsedMs,
}));

/** Attempts that end in the same way, by what distinguishes them. */
const attempts: Readonly<Record<RequestResult, readonly Partial<Attempt>[]>> = {
  not_sent: [
    ...[{}, { previousAttempts: 2 }],
    ...[{ timeLeftMs: 501 }, { timeLeftMs: 500 }],
    ...late,
    ...[501, 500].map((retryWindowMs) => ({ retryWindowMs })),
    ...[{ isFinal: true }, { isFinal: true, ...asked }],
  ],
  lost: [
    ...[{ previousAttempts: 4 }, { timeLeftMs: 500 }, { retryWindowMs: 0 }],
    ...late,
    ...[7_501, 7_500].map((retryWindowMs) => ({ ...asked, retryWindowMs })),
    { ...asked, retryAfterMs: 300_000 },
    ...[7_001, 7_000].map((timeLeftMs) => ({ ...asked, timeLeftMs })),
    // Retry-After has a meaning only with 503 and 429.
    ...[{}, { retryAfterMs: 120_000 }, { elapsedMs: 60_000 }, { status: 502 }].map((more) => ({
      ...asked,
      ...more,
    })),
    ...[{ isFinal: true }, { isFinal: true, ...asked }],
  ],
  ...{ accepted: [asked], pending: [asked], refused: [asked] },
  rate_limited: [
    // Without Retry-After.
    ...[{ random: 0 }, { previousAttempts: 1 }, { previousAttempts: 10 }, { previousAttempts: 11 }],
    ...[20_501, 20_500].map((timeLeftMs) => ({ timeLeftMs })),
    // With Retry-After, and a random wait behind it.
    ...[0, 3, 10, 11].map((previousAttempts) => ({ retryAfterMs: 7_000, previousAttempts })),
    { retryAfterMs: 7_000, previousAttempts: 3, elapsedMs: 60_000 },
    { retryAfterMs: 300_000, random: 0 },
    { timeLeftMs: 1_500, retryAfterMs: 60_000 },
    ...[7_501, 7_500].map((retryWindowMs) => ({ retryAfterMs: 7_000, retryWindowMs })),
  ],
};

function describeDecision(attempt: Attempt): string {
  const decision = decide(attempt);
  if (decision.kind === 'retry') {
    const { delayMs, maxAttempts, reason } = decision;
    return `retry after ${delayMs} ms (${maxAttempts ?? 'any number of'} attempts): ${reason}`;
  }
  const words = [decision.reason, decision.next].filter((part) => part !== null);
  if (attempt.result === 'lost' && attempt.operation !== 'read' && attempt.operation !== 'list')
    words.push(`resend after ${decision.resendAfterMs ?? 'never'}`);
  return ['stop', ...words].join(': ');
}

test('each attempt is followed by a retry or a stop (snapshots/retry-policy.md)', () => {
  const parts = Object.entries(attempts).map(([result, list]) => {
    const lines = list.map((given) => {
      const byDecision = Map.groupBy(operations, (operation) =>
        describeDecision({ ...usual, ...given, result: result as RequestResult, operation }),
      );
      const decisions = Array.from(
        byDecision,
        ([decision, asking]) => `  - ${asking.join(', ')}: ${decision}`,
      );
      return `- ${JSON.stringify(given)}\n${decisions.join('\n')}`;
    });
    return [result, lines] as const;
  });
  compareSections('test/unit/api/snapshots/retry-policy.md', parts);
});

test('without Retry-After, the waits after 429 add up to more than a minute, whatever the jitter', () => {
  const waits: number[] = [];
  for (let previousAttempts = 0; previousAttempts < 20; previousAttempts += 1) {
    const attempt = { ...usual, operation: 'deploy', result: 'rate_limited', random: 0 } as const;
    const decision = decide({ ...attempt, status: 429, previousAttempts });
    if (decision.kind === 'retry') waits.push(decision.delayMs);
  }
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  assert.ok(total >= 60_000, `${waits.join(' + ')} ms`);
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const httpDate = 'Thu, 15 Jan 2026 12:00:30 GMT';
  for (const [retryAfter, date, expected] of [
    ['007', httpDate, 7_000],
    ['999999999', null, 999_999_999_000],
    // A date counts from the Date of the response, else from our clock.
    [httpDate, null, 30_000],
    [httpDate, 'today', 30_000],
    [httpDate, 'Thu, 15 Jan 2026 12:00:10 GMT', 20_000],
    ['Thu, 15 Jan 2026 11:59:59 GMT', null, 0],
    ['Sun, 01 Feb 2026 12:00:00 GMT', 'Sat, 31 Jan 2026 12:00:00 GMT', 86_400_000],
    // The day of the week may be wrong.
    ['Sun, 15 Jan 2026 12:00:30 GMT', null, 30_000],
  ] as const) {
    test(`"${retryAfter}" with the Date ${date} is ${expected} ms`, () => {
      assert.equal(readRetryAfter(retryAfter, date, now), expected);
    });
  }

  const notDates = [
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
    'Thu Jan  5 12:00:30 2026',
    'Thursday, 15-Jan-26 12:00:30 GMT',
  ];
  const wrongDays = ['15 Jan 2026 12:00:30 GMT', 'Thursday, 15-Jan-2026 12:00:30 GMT'];
  for (const retryAfter of [null, ...notDates, ...wrongDates, ...wrongDays]) {
    test(`${JSON.stringify(retryAfter)} is ignored`, () => {
      assert.equal(readRetryAfter(retryAfter, null, now), null);
    });
  }
});
