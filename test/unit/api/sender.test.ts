import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetworkError } from '../../../src/api/errors.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import type { Operation } from '../../../src/api/retry.ts';
import { createSender } from '../../../src/api/sender.ts';
import type { WireRequest, WireResponse } from '../../../src/api/transport.ts';
import { endByCancel } from '../../../src/errors.ts';
import type { Wait } from '../../../src/outcome.ts';

const request: WireRequest = { method: 'GET', path: '/api/miniapps/tides', body: null, readsApp: true };
const json: ResponseBody = { kind: 'json', value: { slug: 'tides' } };
const html: ResponseBody = { kind: 'unreadable', why: 'is not JSON', start: '<html>' };
const what = 'GET /api/miniapps/tides';

function answer(status: number, retryAfter: string | null = null, body: ResponseBody = json): WireResponse {
  return { status, retryAfter, body };
}

function lose(code: NetworkError['code'], sent: boolean): NetworkError {
  return new NetworkError(request, { code, sent, what: code, next: 'Wait.' });
}

interface Setting {
  readonly results: readonly (WireResponse | Error)[];
  readonly operation?: Operation;
  readonly minutes?: number;
  readonly cancelAtWait?: number;
  /** Gets a line for each attempt. */
  readonly told?: string[];
}

/** Sends once against these results in turn, the last for ever; the clock moves only by the waits. */
async function send({ results, operation = 'read', minutes = 10, cancelAtWait, told = [] }: Setting) {
  let now = Date.UTC(2026, 0, 15, 12);
  const deadline = now + minutes * 60_000;
  const controller = new AbortController();
  const waits: Wait[] = [];
  let attempts = 0;
  const sender = createSender({
    transport: async (_request, signal) => {
      assert.equal(signal, controller.signal);
      const result = results[Math.min(attempts, results.length - 1)];
      attempts += 1;
      if (result instanceof Error || result === undefined) throw result;
      return result;
    },
    clock: {
      now: () => now,
      async sleep(milliseconds, signal) {
        if (waits.length === cancelAtWait) controller.abort(endByCancel());
        signal.throwIfAborted();
        now += milliseconds;
      },
    },
    random: () => 0.5,
    signal: controller.signal,
    deadline: () => deadline,
    onWait: (wait) => waits.push(wait),
    onResult: ({ method }, { result, milliseconds, attempt }) =>
      told.push(`${method} ${result} ${milliseconds} ${attempt}`),
  });
  const outcome = await sender(operation, request).catch((error: unknown) => error);
  return { outcome, waits, attempts };
}

test('a response comes through as it is, without a wait', async () => {
  for (const result of [answer(200), answer(404), answer(302, null, { kind: 'empty' }), answer(401, '7', html)]) {
    const { outcome, attempts } = await send({ results: [result] });
    assert.deepEqual(outcome, { ...result, note: null, next: null });
    assert.equal(attempts, 1);
  }
});

test('a read goes on until a response comes, and each attempt and each wait is told', async () => {
  const results = [lose('connection_refused', false), lose('connection_lost', true), answer(503), answer(200)];
  const told: string[] = [];
  const { outcome, waits } = await send({ results, told });
  assert.deepEqual(told, [
    'GET connection_refused 0 1',
    'GET connection_lost 0 2',
    'GET returned 503 0 3',
    'GET returned 200 0 4',
  ]);
  assert.deepEqual(outcome, { ...answer(200), note: null, next: null });
  assert.deepEqual(waits, [
    { what, milliseconds: 500, why: 'no connection', attempt: 2, maxAttempts: 4 },
    { what, milliseconds: 1_000, why: 'no usable response', attempt: 3, maxAttempts: 4 },
    { what, milliseconds: 2_000, why: 'returned 503', attempt: 4, maxAttempts: 4 },
  ]);
});

test('a read is given up after four attempts with the last error, or with the last response and a note', async () => {
  const loss = lose('connection_lost', true);
  assert.deepEqual(await send({ results: [loss] }).then(({ outcome, attempts }) => [outcome, attempts]), [loss, 4]);
  const { outcome, attempts } = await send({ results: [answer(502, null, html)] });
  assert.deepEqual(outcome, { ...answer(502, null, html), note: 'still so after 4 attempts', next: null });
  assert.equal(attempts, 4);
});

test('a success that cannot be read, or holds nothing, is none to a read', async () => {
  for (const [body, words] of [
    [html, /returned 200, but the response is not JSON$/],
    [{ kind: 'empty' }, /returned 200, but the response is empty$/],
    [{ kind: 'json', value: null }, /returned 200, but the response holds no object$/],
    [{ kind: 'json', value: 42 }, /returned 200, but the response holds no object$/],
  ] as const) {
    const { outcome, attempts, waits } = await send({ results: [answer(200, null, body)] });
    assert.ok(outcome instanceof NetworkError);
    assert.match(outcome.message, words);
    assert.deepEqual([outcome.code, attempts, waits[0]?.why], ['response_unreadable', 4, 'no usable response']);
  }
});

test('a change that may have been made is not repeated, but left to be verified', async () => {
  for (const operation of ['create', 'deploy', 'update', 'submit', 'delete'] as const) {
    const lost = lose('connection_lost', true);
    assert.deepEqual(await send({ operation, results: [lost] }), { outcome: lost, waits: [], attempts: 1 });
    for (const body of [html, { kind: 'empty' }] as const) {
      for (const status of [200, 502]) {
        const { outcome, attempts } = await send({ operation, results: [answer(status, null, body)] });
        assert.deepEqual([outcome, attempts], [{ ...answer(status, null, body), note: null, next: null }, 1]);
      }
    }
  }
});

test('a change that was never sent is sent again', async () => {
  const results = [lose('connection_refused', false), lose('tls', false)];
  const { outcome, attempts } = await send({ operation: 'deploy', results });
  assert.deepEqual([outcome, attempts], [results[1], 2]);
});

test('a final error ends it at once', async () => {
  for (const code of ['tls', 'dry_run', 'cancelled', 'deadline', 'response_too_large'] as const) {
    const loss = lose(code, false);
    assert.deepEqual(await send({ results: [loss] }), { outcome: loss, waits: [], attempts: 1 });
  }
});

test('429 is waited out as asked, for changes too, and counted apart from failures', async () => {
  const limited = answer(429, '30');
  const refused = lose('connection_refused', false);
  const results = [limited, refused, limited, refused, answer(429), refused, answer(201)];
  const { outcome, waits } = await send({ operation: 'submit', results });
  assert.deepEqual(outcome, { ...answer(201), note: null, next: null });
  assert.deepEqual(
    waits.map(({ milliseconds }) => milliseconds),
    [33_000, 500, 33_000, 1_000, 44_000, 2_000],
  );
  assert.equal(waits[0]?.why, 'more than 30 changes in a minute (429), asked to wait 30 s');
  assert.deepEqual(
    waits.map(({ attempt, maxAttempts }) => `${attempt} of ${maxAttempts}`),
    ['2 of 12', '2 of 4', '3 of 12', '3 of 4', '4 of 4', '4 of 4'],
  );
});

test('a date in Retry-After is read by the Date of the response, or else by the clock of the run', async () => {
  const limited = answer(429, 'Thu, 15 Jan 2026 12:00:10 GMT');
  const { waits } = await send({
    results: [{ ...limited, date: 'Thu, 15 Jan 2026 12:00:05 GMT' }, limited, answer(200)],
  });
  assert.deepEqual(
    waits.map(({ milliseconds }) => milliseconds),
    [5_500, 5_500],
  );
});

test('a read waits on 503 as long as it is asked to', async () => {
  for (const operation of ['read', 'list'] as const) {
    const { outcome, waits } = await send({ operation, results: [answer(503, '30'), answer(200)] });
    assert.deepEqual(outcome, { ...answer(200), note: null, next: null });
    assert.deepEqual([waits[0]?.milliseconds, waits[0]?.why], [33_000, 'returned 503, asked to wait 30 s']);
  }
  const { outcome, attempts } = await send({ results: [answer(503, '300')] });
  assert.deepEqual(
    [outcome, attempts],
    [
      {
        ...answer(503, '300'),
        note: 'the service asks to wait 300 s, longer than the 120 s allowed',
        next: 'Re-run in 300 s.',
      },
      1,
    ],
  );
});

test('429 that goes on is given up with the response and a note', async () => {
  for (const [retryAfter, attempts, note, next] of [
    [null, 4, 'still so after 4 attempts', null],
    ['soon', 4, 'still so after 4 attempts', null],
    ['1', 12, 'still so after 12 attempts', null],
    ['121', 1, 'the service asks to wait 121 s, longer than the 120 s allowed', 'Re-run in 121 s.'],
  ] as const) {
    const result = await send({ operation: 'deploy', results: [answer(429, retryAfter)] });
    assert.deepEqual([result.outcome, result.attempts], [{ ...answer(429, retryAfter), note, next }, attempts]);
  }
});

test('no wait goes beyond the limit of the run', async () => {
  const { outcome, waits } = await send({ minutes: 1, results: [answer(429, '40')] });
  assert.equal(waits.length, 1);
  assert.match(JSON.stringify(outcome), /a wait of 44 s would exceed the time left \(timeout-minutes\)/);
});

test('a cancel during a wait ends it, and nothing more is sent', async () => {
  const { outcome, attempts } = await send({ results: [answer(429)], operation: 'submit', cancelAtWait: 2 });
  assert.match(String(outcome), /^RunEndedError: The run was cancelled/);
  assert.equal(attempts, 2);
});

/** Reads with a limit of its own against a service that fails; returns the answer and the limit of each attempt. */
async function readWithin(
  limitMs: number,
  { attemptMs, lateMs }: { readonly attemptMs: number; readonly lateMs: number },
) {
  const limits: (number | undefined)[] = [];
  let now = 0;
  const sender = createSender({
    transport: async (limited) => {
      limits.push(limited.limitMs);
      now += attemptMs;
      return answer(503);
    },
    clock: {
      now: () => now,
      async sleep(milliseconds) {
        now += milliseconds + lateMs;
      },
    },
    random: () => 0.5,
    signal: new AbortController().signal,
    deadline: () => 600_000,
    onWait: () => undefined,
  });
  return { ...(await sender('read', { ...request, limitMs })), limits };
}

test('a request with a time of its own is not tried beyond it, and each attempt is told what is left', async () => {
  const { status, note, limits } = await readWithin(3_000, { attemptMs: 1_000, lateMs: 0 });
  assert.deepEqual([status, limits], [503, [3_000, 1_500]]);
  assert.match(note ?? '', /a wait of 1 s would exceed the time left/);
});

test('what is left for an attempt is whole milliseconds, and never less than none when a timer fires late', async () => {
  const { limits } = await readWithin(1_000.2, { attemptMs: 100.4, lateMs: 1_000 });
  assert.deepEqual(limits, [1_001, 0]);
});

test('a cancel that is heard a turn of the event loop later still stops a change, and above all a submission', async () => {
  for (const operation of ['deploy', 'submit'] as const) {
    const controller = new AbortController();
    let attempts = 0;
    const sender = createSender({
      transport: async () => {
        attempts += 1;
        return answer(200);
      },
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      random: () => 0.5,
      signal: controller.signal,
      deadline: () => 600_000,
      onWait: () => undefined,
    });
    setImmediate(() => controller.abort(endByCancel()));
    await assert.rejects(sender(operation, request), (error) => error === controller.signal.reason);
    assert.equal(attempts, 0);
  }
});

test('a run that is over sends nothing', async () => {
  const signal = AbortSignal.abort(endByCancel());
  const sender = createSender({
    transport: () => assert.fail('nothing may be sent'),
    clock: { now: () => 0, sleep: async () => undefined },
    random: () => 0,
    signal,
    deadline: () => 1,
    onWait: () => undefined,
  });
  await assert.rejects(sender('submit', request), (error) => error === signal.reason);
});

test('any other error comes out as it is', async () => {
  const failure = new RangeError('file changed');
  assert.deepEqual(await send({ results: [failure] }), { outcome: failure, waits: [], attempts: 1 });
});
