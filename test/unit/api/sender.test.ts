import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import { createSender, type SenderRequest } from '../../../src/api/sender.ts';
import type { Operation, WireResponse } from '../../../src/api/transport.ts';
import type { Wait } from '../../../src/outcome.ts';

const read: SenderRequest = { operation: 'read', method: 'GET', path: '/api/miniapps/tides', body: null };
const json: ResponseBody = { kind: 'json', value: { slug: 'tides' } };
const html: ResponseBody = { kind: 'unreadable', why: 'is not JSON', start: '<html>' };
/** Where the response says it all. */
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
  readonly request?: SenderRequest;
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

test('the last response comes through as it is, with what became of the request', async () => {
  for (const [operation, result, ending] of [
    ['read', answer(200), 'accepted'],
    ['read', answer(302, null, { kind: 'empty' }), 'refused'],
    ['read', answer(401, null, html), 'refused'],
    ['deploy', answer(202), 'pending'],
    ['deploy', answer(502, null, html), 'lost'],
    ['submit', lose('connection_lost', true), 'lost'],
  ] as const) {
    assert.deepEqual(await sendOnce({ operation, results: [result] }), { ending, result, ...silent });
  }
});

test('a read goes on until a usable response comes, and each attempt and each wait is told', async () => {
  const unusable = answer(200, null, { kind: 'json', value: { slug: 'other' } });
  const results = [lose('connection_refused', false), lose('connection_lost', true), unusable, answer(200)];
  const request = { ...read, isUsable: (body: unknown) => JSON.stringify(body).includes('tides') };
  const { outcome, waits, told } = await send({ results, request, attemptMs: 7 });
  assert.deepEqual(told, [
    'GET connection_refused 7 1',
    'GET connection_lost 7 2',
    'GET returned 200 7 3',
    'GET returned 200 7 4',
  ]);
  assert.deepEqual(outcome, { ending: 'accepted', result: answer(200), ...silent });
  assert.deepEqual(waits, [
    { what, milliseconds: 500, why: 'no connection', attempt: 2, maxAttempts: 4 },
    { what, milliseconds: 500, why: 'no usable response', attempt: 2, maxAttempts: null },
    { what, milliseconds: 1_000, why: 'returned 200, and nothing usable', attempt: 3, maxAttempts: null },
  ]);
});

test('a read is given up after a minute, with the last result and a note', async () => {
  for (const last of [answer(502, null, html), lose('connection_lost', true)]) {
    const { outcome, waits } = await send({ results: [answer(500), last] });
    assert.deepEqual(outcome, { ...silent, ending: 'lost', result: last, note: 'still so after 56 s' });
    assert.deepEqual(
      waits.map(({ milliseconds }) => milliseconds),
      [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000],
    );
  }
});

test('a look is one attempt, whatever comes', async () => {
  for (const result of [answer(502), answer(429, '5'), lose('connection_lost', true)]) {
    const outcome = await sendOnce({ results: [result], request: { ...read, isLook: true } });
    assert.partialDeepStrictEqual(outcome, { result, note: null });
  }
  const loss = lose('connection_refused', false);
  assert.equal(await sendOnce({ results: [loss], request: { ...read, isLook: true } }), loss);
});

test('what was never sent is sent again, and thrown in the end', async () => {
  const refused = lose('connection_refused', false);
  for (const operation of ['read', 'deploy'] as const) {
    const { outcome, attempts } = await send({ operation, results: [refused] });
    assert.deepEqual([outcome, attempts], [refused, 4]);
  }
});

test('an error that no other attempt can help is thrown at once', async () => {
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
  assert.partialDeepStrictEqual(outcome, { ending: 'accepted', result: answer(201) });
  assert.deepEqual(
    waits.map(({ milliseconds, attempt, maxAttempts }) => `${milliseconds}: ${attempt} of ${maxAttempts}`),
    ['33000: 2 of 12', '500: 2 of 4', '33000: 3 of 12', '1000: 3 of 4', '44000: 4 of 4', '2000: 4 of 4'],
  );
});

test('what the service asks to wait is passed on, and so is why there was no further attempt', async () => {
  const tooLong = {
    note: 'the service asks to wait 2 min 1 s, longer than the 2 min allowed',
    next: 'Re-run in 2 min 1 s.',
  };
  for (const [operation, result, ending, more] of [
    ['deploy', answer(503, '30'), 'lost', { retryAfterMs: 30_000 }],
    ['deploy', answer(429, '121'), 'limited', { ...tooLong, retryAfterMs: 121_000 }],
    ['read', answer(503, '121'), 'lost', { ...tooLong, retryAfterMs: 121_000 }],
  ] as const) {
    assert.deepEqual(await sendOnce({ operation, results: [result] }), { ...silent, ending, result, ...more });
  }
});

test('a date in Retry-After is read by the Date of the response, or else by the clock of the run', async () => {
  const limited = answer(429, 'Thu, 15 Jan 2026 12:00:10 GMT');
  const dated = { ...limited, date: 'Thu, 15 Jan 2026 12:00:05 GMT' };
  const { waits } = await send({ results: [dated, limited, answer(200)] });
  assert.deepEqual(
    waits.map(({ milliseconds }) => milliseconds),
    [5_500, 5_500],
  );
});

test('no wait goes beyond the limit of the run', async () => {
  const { outcome, waits } = await send({ minutes: 1, results: [answer(429, '40')] });
  assert.equal(waits.length, 1);
  assert.match(JSON.stringify(outcome), /a wait of 44 s would use up the time left \(timeout-minutes\)/);
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
  assert.match(JSON.stringify(outcome), /"status":503.*a wait of 1 s would use up the time left/);
});

test('what is left for an attempt is whole milliseconds, and never less than none when a timer fires late', async () => {
  const request = { ...read, limitMs: 2_000.2 };
  const { limits } = await send({ request, results: [answer(503)], attemptMs: 100.4, lateMs: 2_000 });
  assert.deepEqual(limits, [2_001, 0]);
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
