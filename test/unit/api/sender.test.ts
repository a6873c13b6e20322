import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import type { Operation } from '../../../src/api/retry.ts';
import { createSender } from '../../../src/api/sender.ts';
import type { WireRequest, WireResponse } from '../../../src/api/transport.ts';
import type { Wait } from '../../../src/outcome.ts';

const read: WireRequest = { operation: 'read', method: 'GET', path: '/api/miniapps/tides', body: null };
const json: ResponseBody = { kind: 'json', value: { slug: 'tides' } };
const html: ResponseBody = { kind: 'unreadable', why: 'is not JSON', start: '<html>' };
/** What a response is given where it says all itself. */
const silent = { note: null, next: null, retryAfterMs: null };
const what = 'GET /api/miniapps/tides';

function answer(status: number, retryAfter: string | null = null, body: ResponseBody = json): WireResponse {
  return { status, retryAfter, date: null, body };
}

function lose(code: NetworkError['code'], sent: boolean): NetworkError {
  return new NetworkError(read, { code, sent, what: code, next: 'Wait.' });
}

interface Setting {
  /** What each attempt comes to, the last for ever. */
  readonly results: readonly (WireResponse | Error)[];
  readonly operation?: Operation;
  readonly request?: WireRequest;
  readonly minutes?: number;
  /** What an attempt takes, and how much later than they should waits end. */
  readonly attemptMs?: number;
  readonly lateMs?: number;
  readonly controller?: AbortController;
  readonly cancelAtWait?: number;
}

/** Sends once; the clock moves only by attempts and waits. */
async function send({
  results,
  operation = 'read',
  request = read,
  minutes = 10,
  attemptMs = 0,
  lateMs = 0,
  controller = new AbortController(),
  cancelAtWait,
}: Setting) {
  let now = Date.UTC(2026, 0, 15, 12);
  const deadline = now + minutes * 60_000;
  const waits: Wait[] = [];
  const limits: (number | undefined)[] = [];
  const told: string[] = [];
  const sender = createSender({
    transport: async ({ limitMs }, signal) => {
      assert.equal(signal, controller.signal);
      const result = results[Math.min(limits.length, results.length - 1)];
      limits.push(limitMs);
      now += attemptMs;
      if (result instanceof Error || result === undefined) throw result;
      return result;
    },
    clock: {
      now: () => now,
      async sleep(milliseconds, signal) {
        if (waits.length === cancelAtWait) controller.abort(endByCancel());
        signal.throwIfAborted();
        now += milliseconds + lateMs;
      },
    },
    random: () => 0.5,
    signal: controller.signal,
    deadline: () => deadline,
    onWait: (wait) => waits.push(wait),
    onResult: ({ method }, { result, milliseconds, attempt }) =>
      told.push(`${method} ${result} ${milliseconds} ${attempt}`),
  });
  const outcome = await sender({ ...request, operation }).catch((error: unknown) => error);
  return { outcome, waits, attempts: limits.length, limits, told };
}

/** What a request comes to that is tried once. */
async function sendOnce(setting: Setting): Promise<unknown> {
  const { outcome, waits, attempts } = await send(setting);
  assert.deepEqual([waits, attempts], [[], 1]);
  return outcome;
}

test('a response comes through as it is, without a wait', async () => {
  for (const result of [answer(200), answer(404), answer(302, null, { kind: 'empty' }), answer(401, '7', html)]) {
    assert.deepEqual(await sendOnce({ results: [result] }), { ...result, ...silent });
  }
});

test('a read goes on until a response comes, and each attempt and each wait is told', async () => {
  const results = [lose('connection_refused', false), lose('connection_lost', true), answer(503), answer(200)];
  const { outcome, waits, told } = await send({ results, attemptMs: 7 });
  assert.deepEqual(told, [
    'GET connection_refused 7 1',
    'GET connection_lost 7 2',
    'GET returned 503 7 3',
    'GET returned 200 7 4',
  ]);
  assert.deepEqual(outcome, { ...answer(200), ...silent });
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
  assert.deepEqual(outcome, { ...answer(502, null, html), ...silent, note: 'still so after 4 attempts' });
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
    assert.equal(await sendOnce({ operation, results: [lost] }), lost);
    for (const result of [answer(502), answer(502, null, html), answer(502, null, { kind: 'empty' })]) {
      assert.deepEqual(await sendOnce({ operation, results: [result] }), { ...result, ...silent });
    }
  }
});

test('a success that is no object, nor empty, is lost to a change, unless it is a 202', async () => {
  for (const operation of ['create', 'deploy', 'update', 'submit', 'delete'] as const) {
    for (const [body, words] of [
      [html, /: returned 200, but the response is not JSON$/],
      [{ kind: 'json', value: null }, /: returned 200, but the response holds no object$/],
      [{ kind: 'json', value: [] }, /: returned 200, but the response holds no object$/],
      [{ kind: 'json', value: 12 }, /: returned 200, but the response holds no object$/],
      [{ kind: 'json', value: 'done' }, /: returned 200, but the response holds no object$/],
    ] as const) {
      const outcome = await sendOnce({ operation, results: [answer(200, null, body)] });
      assert.ok(outcome instanceof NetworkError && outcome.code === 'response_unreadable' && outcome.sent);
      assert.match(outcome.message, words);
      const accepted = answer(202, null, body);
      assert.deepEqual(await sendOnce({ operation, results: [accepted] }), { ...accepted, ...silent });
    }
    const empty = answer(200, null, { kind: 'empty' });
    assert.deepEqual(await sendOnce({ operation, results: [empty] }), { ...empty, ...silent });
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
    assert.equal(await sendOnce({ results: [loss] }), loss);
  }
});

test('429 is waited out as asked, for changes too, and counted apart from failures', async () => {
  const limited = answer(429, '30');
  const refused = lose('connection_refused', false);
  const results = [limited, refused, limited, refused, answer(429), refused, answer(201)];
  const { outcome, waits } = await send({ operation: 'submit', results });
  assert.deepEqual(outcome, { ...answer(201), ...silent });
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
    assert.deepEqual(outcome, { ...answer(200), ...silent });
    assert.deepEqual([waits[0]?.milliseconds, waits[0]?.why], [33_000, 'returned 503, asked to wait 30 s']);
  }
  const note = 'the service asks to wait 300 s, longer than the 120 s allowed';
  assert.deepEqual(await sendOnce({ results: [answer(503, '300')] }), {
    ...answer(503, '300'),
    ...silent,
    note,
    next: 'Re-run in 300 s.',
  });
});

test('what is no success is a response, whatever it holds', async () => {
  for (const status of [300, 304, 404]) {
    const empty = answer(status, null, { kind: 'empty' });
    assert.deepEqual(await sendOnce({ results: [empty] }), { ...empty, ...silent });
  }
});

test('a change that is to be verified says how long the service asks to wait before it is sent again', async () => {
  const result = answer(503, '30');
  const outcome = await sendOnce({ operation: 'deploy', results: [result] });
  assert.deepEqual(outcome, { ...result, ...silent, retryAfterMs: 30_000 });
});

test('429 that goes on is given up with the response and a note', async () => {
  for (const [retryAfter, attempts, note, next] of [
    [null, 4, 'still so after 4 attempts', null],
    ['soon', 4, 'still so after 4 attempts', null],
    ['1', 12, 'still so after 12 attempts', null],
    ['121', 1, 'the service asks to wait 121 s, longer than the 120 s allowed', 'Re-run in 121 s.'],
  ] as const) {
    const result = await send({ operation: 'deploy', results: [answer(429, retryAfter)] });
    assert.deepEqual(
      [result.outcome, result.attempts],
      [{ ...answer(429, retryAfter), ...silent, note, next }, attempts],
    );
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

test('a request with a time of its own is not tried beyond it, and each attempt is told what is left', async () => {
  const request = { ...read, limitMs: 3_000 };
  const { outcome, limits } = await send({ request, results: [answer(503)], attemptMs: 1_000 });
  assert.deepEqual(limits, [3_000, 1_500]);
  assert.match(JSON.stringify(outcome), /"status":503.*a wait of 1 s would exceed the time left/);
});

test('what is left for an attempt is whole milliseconds, and never less than none when a timer fires late', async () => {
  const request = { ...read, limitMs: 1_000.2 };
  const { limits } = await send({ request, results: [answer(503)], attemptMs: 100.4, lateMs: 1_000 });
  assert.deepEqual(limits, [1_001, 0]);
});

test('a cancel that is heard a turn of the event loop later still stops a change, and above all a submission', async () => {
  for (const operation of ['deploy', 'submit'] as const) {
    const controller = new AbortController();
    setImmediate(() => controller.abort(endByCancel()));
    const { outcome, attempts } = await send({ operation, results: [answer(200)], controller });
    assert.deepEqual([outcome, attempts], [controller.signal.reason, 0]);
  }
});

test('a run that is over sends nothing', async () => {
  for (const operation of ['read', 'submit'] as const) {
    const controller = new AbortController();
    controller.abort(endByCancel());
    const { outcome, attempts } = await send({ operation, results: [answer(200)], controller });
    assert.deepEqual([outcome, attempts], [controller.signal.reason, 0]);
  }
});

test('any other error comes out as it is', async () => {
  const failure = new RangeError('file changed');
  assert.equal(await sendOnce({ results: [failure] }), failure);
});
