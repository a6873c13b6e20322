import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetworkError } from '../../../src/api/network-error.ts';
import { createSender, type SenderRequest, ServiceAvailability } from '../../../src/api/sender.ts';
import type { WireResponse } from '../../../src/api/transport.ts';
import { endByCancel, RunEndedError } from '../../../src/model/action-error.ts';
import type { Wait } from '../../../src/model/outcome.ts';
import { nameRerun } from '../../../src/text/frontend.ts';

const read: SenderRequest = {
  operation: 'read',
  method: 'GET',
  path: '/api/miniapps/tides',
  body: null,
};
const look: SenderRequest = { ...read, retryWindowMs: 0 };
const deploy: SenderRequest = { ...read, operation: 'deploy' };
/** Where the response says it all. */
const silent = { note: null, next: null, retryAfterMs: null, repeatAfterMs: null };

function answer(status: number, retryAfter: string | null = null): WireResponse {
  return { status, retryAfter, date: null, body: { kind: 'json', value: { slug: 'tides' } } };
}

function lose(code: NetworkError['code'], sent: boolean): NetworkError {
  return new NetworkError(read, { code, sent });
}

/**
 * Sends once, and each attempt comes to the next result, the last for ever; the clock moves only by
 * attempts and waits.
 */
async function send(
  request: SenderRequest,
  results: readonly (WireResponse | NetworkError)[],
  { attemptMs = 0, lateMs = 0, controller = new AbortController(), cancelsInWait = false } = {},
) {
  const startedAt = Date.UTC(2026, 0, 15, 12);
  let now = startedAt;
  const availability = new ServiceAvailability();
  const waits: Wait[] = [];
  const attempts: object[] = [];
  /** What each attempt was told of the time left. */
  const limits: (number | undefined)[] = [];
  const sender = createSender({
    availability,
    transport: async ({ limitMs }, signal) => {
      assert.equal(signal, controller.signal);
      const result = results[limits.length] ?? results.at(-1);
      limits.push(limitMs);
      now += attemptMs;
      if (result instanceof Error || result === undefined) throw result;
      return result;
    },
    clock: {
      now: () => now,
      setTimer: () => assert.fail('the sender sets no timers'),
      async sleep(milliseconds, signal) {
        if (cancelsInWait) controller.abort(endByCancel());
        signal.throwIfAborted();
        now += milliseconds + lateMs;
      },
    },
    random: () => 0.5,
    signal: controller.signal,
    deadline: { at: Date.UTC(2026, 0, 15, 12, 10) },
    onWait: (wait) => waits.push(wait),
    onResult: (_, attempt) => attempts.push(attempt),
  });
  const outcome = await sender(request).catch((error: unknown) => error);
  const { answeredAt } = availability;
  const service = {
    answeredMs: answeredAt && answeredAt - startedAt,
    isUnreachable: [59_999, 60_000].map((ms) => availability.isUnreachable(startedAt + ms)),
  };
  return { outcome, waits, limits, attempts, service };
}

const note = 'the service asks to wait 2 min 1 s, longer than the 2 min allowed';
const tooLong = { retryAfterMs: 121_000, note, next: `${nameRerun('Re-run')} in 2 min 1 s.` };
for (const [name, request, result, expected] of [
  ['an accepted read', read, answer(200), { ending: 'accepted' }],
  [
    'a lost change, with the time to wait',
    deploy,
    answer(503, '30'),
    { ending: 'lost', retryAfterMs: 30_000, repeatAfterMs: 30_000 },
  ],
  [
    'a read that is to wait too long, with what to do',
    read,
    answer(503, '121'),
    { ending: 'lost', ...tooLong },
  ],
  ['a look that fails', look, answer(502), { ending: 'lost' }],
  [
    'what no other attempt can help, though it was sent',
    read,
    lose('response_too_large', true),
    { ending: 'lost' },
  ],
  ['a look that was never sent', look, lose('connection_refused', false), { ending: 'not_sent' }],
] as const) {
  test(`comes out after one attempt: ${name}`, async () => {
    const { outcome, attempts } = await send(request, [result]);
    assert.deepEqual(outcome, { ...silent, result, ...expected });
    assert.equal(attempts.length, 1);
  });
}

test('a read goes on until a usable response comes, and each attempt and each wait is told', async () => {
  const unusable: WireResponse = {
    ...answer(200),
    body: { kind: 'json', value: { slug: 'other' } },
  };
  const results = [
    lose('connection_refused', false),
    lose('connection_lost', true),
    unusable,
    answer(200),
  ];
  const request = { ...read, isUsable: (body: unknown) => JSON.stringify(body).includes('tides') };
  const { outcome, waits, attempts } = await send(request, results, { attemptMs: 7 });
  assert.deepEqual(attempts, [
    { result: 'connection_refused', milliseconds: 7, attempt: 1 },
    { result: 'connection_lost', milliseconds: 7, attempt: 2 },
    { result: 'returned 200', milliseconds: 7, attempt: 3 },
    { result: 'returned 200', milliseconds: 7, attempt: 4 },
  ]);
  assert.deepEqual(outcome, { ending: 'accepted', result: answer(200), ...silent });
  const what = 'GET /api/miniapps/tides';
  assert.deepEqual(waits, [
    { what, milliseconds: 500, why: 'no connection', attempt: 2, maxAttempts: null },
    { what, milliseconds: 500, why: 'no usable response', attempt: 2, maxAttempts: null },
    {
      what,
      milliseconds: 1_000,
      why: 'returned 200, and nothing usable',
      attempt: 3,
      maxAttempts: null,
    },
  ]);
});

test('429 is waited out as asked, for changes too, and counted apart from failures', async () => {
  const refused = lose('connection_refused', false);
  const results = [
    answer(429, '30'),
    refused,
    answer(429, '30'),
    refused,
    answer(429),
    answer(201),
  ];
  const { outcome, waits } = await send(deploy, results);
  assert.partialDeepStrictEqual(outcome, { ending: 'accepted', result: answer(201) });
  assert.partialDeepStrictEqual(waits, [
    { milliseconds: 33_000, attempt: 2, maxAttempts: 12 },
    { milliseconds: 500, attempt: 2, maxAttempts: null },
    { milliseconds: 33_000, attempt: 3, maxAttempts: 12 },
    { milliseconds: 1_000, attempt: 3, maxAttempts: null },
    { milliseconds: 44_000, attempt: 4, maxAttempts: 4 },
  ]);
});

for (const [limitMs, attemptMs, lateMs, expected] of [
  [3_000, 1_000, 0, [3_000, 1_500]],
  [2_000.2, 100.4, 2_000, [2_001, 0]],
] as const) {
  test(`attempts of ${attemptMs} ms within ${limitMs} ms are told the whole milliseconds left, ${lateMs} ms late`, async () => {
    const { limits } = await send({ ...read, limitMs }, [answer(503)], { attemptMs, lateMs });
    assert.deepEqual(limits, expected);
  });
}

test('a cancel during a wait ends it, and nothing more is sent', async () => {
  const { outcome, attempts } = await send(deploy, [answer(429)], { cancelsInWait: true });
  assert.ok(outcome instanceof RunEndedError);
  assert.equal(outcome.message, 'The run was cancelled');
  assert.equal(attempts.length, 1);
});

test('a cancel before an attempt stops it', async () => {
  const controller = new AbortController();
  controller.abort(endByCancel());
  const { outcome, attempts } = await send(read, [answer(200)], { controller });
  assert.equal(outcome, controller.signal.reason);
  assert.deepEqual(attempts, []);
});

const [reachable, unreachable] = [
  [false, false],
  [false, true],
];
for (const [name, request, results, answeredMs, isUnreachable] of [
  ['a usable response', read, [answer(200)], 100, reachable],
  ['a refusal', deploy, [answer(401)], 100, reachable],
  ['a lost change', deploy, [answer(502)], null, unreachable],
  [
    'a usable response after a failed attempt',
    read,
    [lose('connection_lost', true), answer(200)],
    700,
    reachable,
  ],
] as const) {
  test(`${name}: the first response is timed, and a minute without one is noticed`, async () => {
    const played = await send(request, results, { attemptMs: 100 });
    assert.deepEqual(played.service, { answeredMs, isUnreachable });
  });
}
