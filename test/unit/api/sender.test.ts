import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { rateLimitWaitMs } from '../../../src/api/policy.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import {
  type AttemptSummary,
  createSender,
  type RequestOutcome,
  type SenderRequest,
} from '../../../src/api/sender.ts';
import type { WireResponse } from '../../../src/api/transport.ts';
import type { Wait } from '../../../src/api/wait.ts';
import { endByCancel } from '../../../src/errors.ts';
import { nameRerun } from '../../../src/text/frontend.ts';

const read: SenderRequest = {
  operation: 'read',
  method: 'GET',
  path: '/api/miniapps/tides',
  body: null,
};
const readOnce: SenderRequest = { ...read, retryWindowMs: 0 };
const deploy: SenderRequest = { ...read, operation: 'deploy' };
const tides = { slug: 'tides', status: 'draft' };

function respond(
  status: number,
  value: unknown = tides,
  retryAfter: string | null = null,
): WireResponse {
  return { status, retryAfter, date: null, link: null, body: { kind: 'json', value } };
}

function respondEmpty(status: number): WireResponse {
  return { status, retryAfter: null, date: null, link: null, body: { kind: 'empty' } };
}

function busy(status: number, retryAfter: string | null = null): WireResponse {
  return respond(status, {}, retryAfter);
}

function respondText(status: number, start: string): WireResponse {
  const body: ResponseBody = { kind: 'unreadable', why: 'is not JSON', start };
  return { status, retryAfter: null, date: null, link: null, body };
}

function lose(code: NetworkError['code'], sent: boolean): NetworkError {
  return new NetworkError(read, { code, sent });
}

interface SendOptions {
  /** The duration of each attempt in milliseconds. */
  readonly attemptMs?: number;
  /** The milliseconds by which each wait is too long. */
  readonly lateMs?: number;
  readonly controller?: AbortController;
  readonly cancelsInWait?: boolean;
}

/** The events during a request. */
interface Sent {
  readonly waits: readonly Wait[];
  readonly attempts: readonly AttemptSummary[];
  /** The timeout of each attempt in milliseconds. */
  readonly limits: readonly (number | undefined)[];
}

/**
 * Sends a request. Each attempt gets the next response, and the last one for ever; the clock moves
 * only by attempts and waits.
 */
async function send(
  request: SenderRequest,
  responses: readonly (WireResponse | NetworkError)[],
  options: SendOptions = {},
): Promise<Sent & { readonly ended: Promise<RequestOutcome> }> {
  const { attemptMs = 0, lateMs = 0, controller = new AbortController() } = options;
  const startedAt = Date.UTC(2026, 0, 15, 12);
  let now = startedAt;
  const waits: Wait[] = [];
  const attempts: AttemptSummary[] = [];
  const limits: (number | undefined)[] = [];
  const sender = createSender({
    transport: async ({ timeoutMs }, signal) => {
      assert.equal(signal, controller.signal);
      const response = responses[limits.length] ?? responses.at(-1);
      limits.push(timeoutMs);
      now += attemptMs;
      if (response instanceof Error || response === undefined) throw response;
      return response;
    },
    clock: {
      now: () => now,
      setTimer: () => assert.fail('the sender sets no timers'),
      async sleep(milliseconds, signal) {
        if (options.cancelsInWait) controller.abort(endByCancel());
        signal.throwIfAborted();
        now += milliseconds + lateMs;
      },
    },
    random: () => 0.5,
    signal: controller.signal,
    deadline: { at: Date.UTC(2026, 0, 15, 12, 10) },
    onWait: (wait) => waits.push(wait),
    onAttempt: (_, attempt) => attempts.push(attempt),
  });
  const [ended] = await Promise.allSettled([sender(request)]);
  return {
    ended:
      ended.status === 'fulfilled' ? Promise.resolve(ended.value) : Promise.reject(ended.reason),
    waits,
    attempts,
    limits,
  };
}

describe('after one attempt comes the outcome', () => {
  const tooLong = {
    message:
      'The service failed (GET /api/miniapps/tides returned 503: a wait of 10 min 2 s would exceed the time left (timeout-minutes))',
    next: `${nameRerun('Re-run')} in 10 min 2 s, or set timeout-minutes to a higher value.`,
  };
  const rows: readonly (readonly [
    name: string,
    request: SenderRequest,
    response: WireResponse | NetworkError,
    outcome: Partial<RequestOutcome>,
    error?: Readonly<Record<'message' | 'next', string>>,
  ])[] = [
    [
      'of an accepted read, with its value',
      read,
      respond(200),
      { result: 'accepted', value: tides, error: null },
    ],
    ['of a pending change', deploy, respond(202), { result: 'pending', error: null }],
    [
      'of a lost change, with when it may be sent again',
      deploy,
      busy(503, '30'),
      { result: 'lost', resendAfterMs: 30_000 },
    ],
    [
      'of a redirected change, which is never sent again',
      deploy,
      busy(303),
      { result: 'lost', resendAfterMs: null },
    ],
    [
      'of a read that is to wait too long, with what to do',
      read,
      busy(503, '601'),
      { result: 'lost' },
      tooLong,
    ],
    ['of a read that is not to be retried', readOnce, busy(502), { result: 'lost' }],
    [
      'of a failure that another attempt cannot help',
      read,
      lose('response_too_large', true),
      { result: 'lost' },
    ],
    [
      'of a request that was not sent, and is not to be retried',
      readOnce,
      lose('connection_refused', false),
      { result: 'not_sent' },
    ],
  ];
  for (const [name, request, response, outcome, words] of rows) {
    test(name, async () => {
      const { ended, attempts } = await send(request, [response]);
      const found = await ended;
      assert.partialDeepStrictEqual(found, outcome);
      assert.equal(attempts.length, 1);
      if (words === undefined) return;
      assert.equal(found.error?.message, words.message);
      assert.equal(found.error.next, words.next);
    });
  }
});

test('a read is retried until its response can be used; each attempt and each wait is reported', async () => {
  const responses = [
    lose('connection_refused', false),
    lose('connection_lost', true),
    respond(200, { slug: 'other' }),
    respond(200),
  ];
  const request = { ...read, isUsable: (body: unknown) => JSON.stringify(body).includes('tides') };
  const { ended, waits, attempts } = await send(request, responses, { attemptMs: 7 });
  assert.deepEqual(await ended, {
    result: 'accepted',
    value: tides,
    link: null,
    error: null,
    resendAfterMs: null,
  });
  assert.deepEqual(attempts, [
    { number: 1, result: 'connection_refused', milliseconds: 7 },
    { number: 2, result: 'connection_lost', milliseconds: 7 },
    { number: 3, result: 'returned 200', milliseconds: 7 },
    { number: 4, result: 'returned 200', milliseconds: 7 },
  ]);
  const what = 'GET /api/miniapps/tides';
  const unusable = 'returned 200 without a usable response';
  assert.deepEqual(waits, [
    { what, milliseconds: 500, why: 'no connection', attempt: 2, maxAttempts: null },
    { what, milliseconds: 500, why: 'no usable response', attempt: 2, maxAttempts: null },
    { what, milliseconds: 1_000, why: unusable, attempt: 3, maxAttempts: null },
  ]);
});

test('a change waits out each 429, however long that takes, and 429s are counted apart from failures', async () => {
  const refused = lose('connection_refused', false);
  const limited = busy(429, '30');
  const responses = [limited, refused, limited, refused, busy(429), respond(201)];
  const { ended, waits } = await send(deploy, responses);
  assert.partialDeepStrictEqual(await ended, { result: 'accepted' });
  assert.partialDeepStrictEqual(waits, [
    { milliseconds: 30_500, attempt: 2, maxAttempts: 12 },
    { milliseconds: 500, attempt: 2, maxAttempts: null },
    { milliseconds: 31_000, attempt: 3, maxAttempts: 12 },
    { milliseconds: 1_000, attempt: 3, maxAttempts: null },
    { milliseconds: rateLimitWaitMs + 2_000, attempt: 4, maxAttempts: 12 },
  ]);
});

for (const [timeoutMs, attemptMs, lateMs, expected] of [
  [3_000, 1_000, 0, [3_000, 1_500]],
  [2_000.2, 100.4, 2_000, [2_001, 0]],
] as const) {
  test(`attempts of ${attemptMs} ms get whole milliseconds of a timeout of ${timeoutMs} ms, also ${lateMs} ms late`, async () => {
    const { limits } = await send({ ...read, timeoutMs }, [busy(503)], { attemptMs, lateMs });
    assert.deepEqual(limits, expected);
  });
}

test('a cancel during a wait ends the wait, and nothing more is sent', async () => {
  const { ended, attempts } = await send(deploy, [busy(429)], { cancelsInWait: true });
  await assert.rejects(ended, { code: 'cancelled' });
  assert.equal(attempts.length, 1);
});

test('no request is sent after a cancel', async () => {
  const controller = new AbortController();
  controller.abort(endByCancel());
  const { ended, attempts } = await send(read, [respond(200)], { controller });
  await assert.rejects(ended, { code: 'cancelled' });
  assert.deepEqual(attempts, []);
});

/** Sends a request that gets one response, and returns its error. */
async function fail(request: SenderRequest, response: WireResponse | NetworkError) {
  const { ended } = await send(request, [response]);
  const { error } = await ended;
  assert.ok(error !== null);
  return error;
}

describe('the error of a read whose success cannot be used names the reason', () => {
  const isUsable = (): boolean => false;
  for (const [response, app, list] of [
    [respond(200, {}), 'does not show the app with its slug and status', 'is not a list of apps'],
    [respondEmpty(204), 'is empty', 'is empty'],
    [respondText(200, '<html>'), 'is not JSON', 'is not JSON'],
  ] as const) {
    test(app, async () => {
      const { status } = response;
      for (const [operation, reason] of [
        ['read', app],
        ['list', list],
      ] as const) {
        const error = await fail({ ...readOnce, operation, isUsable }, response);
        assert.equal(error.code, 'response_unreadable');
        const message = `GET /api/miniapps/tides: returned ${status}, but the response ${reason}`;
        assert.equal(error.message, message);
      }
    });
  }
});

describe('a change is', () => {
  for (const [response, result, code] of [
    [respondText(200, '<html>'), 'lost', 'response_unreadable'],
    [respond(299, { error: { message: 'No.' } }), 'lost', 'service_error'],
    [respond(200, { ok: false }), 'lost', 'service_error'],
    [respond(300), 'lost', 'redirected'],
    [respond(399), 'lost', 'redirected'],
    [respond(400), 'refused', 'field_rejected'],
  ] as const) {
    test(`a change is ${result} with ${response.status} and ${JSON.stringify(response.body)}: ${code}`, async () => {
      const { ended } = await send(deploy, [response]);
      const outcome = await ended;
      assert.equal(outcome.result, result);
      assert.equal(outcome.error?.code, code);
    });
  }
});

describe('the error of a refusal has', () => {
  const terms = {
    error: { code: 'terms_required', message: '"2026-01" is old, accept "2026-02"' },
  };
  const submission = { ...deploy, operation: 'submit', termsVersion: '2026-01' } as const;
  for (const [name, request, response, details] of [
    [
      "the service's words",
      deploy,
      respond(403, { error: { message: 'no' } }),
      { message: 'no', status: 403, isDocumented: true },
    ],
    [
      'the first words of a page',
      deploy,
      respondText(403, ' <p>\n\tNo.'),
      { message: '<p> No.', isDocumented: false },
    ],
    [
      'the words on one line, without the status',
      deploy,
      respondText(502, '502 Bad\nGateway'),
      { message: 'Bad Gateway' },
    ],
    ['no words if a page has only the status', deploy, respondText(503, '503'), { message: null }],
    ['no words if there are none', deploy, respondEmpty(403), { message: null }],
    ['the Retry-After', deploy, busy(503, '7'), { retryAfterMs: 7_000 }],
    ['no Retry-After of a 429', readOnce, busy(429, '7'), { retryAfterMs: null }],
    [
      'no Retry-After if it is longer than the time left: the advice has it',
      read,
      busy(503, '601'),
      { retryAfterMs: null },
    ],
    [
      'the terms that the service asks for',
      submission,
      respond(400, terms),
      { termsVersion: '2026-02' },
    ],
  ] as const) {
    test(name, async () => {
      const error = await fail(request, response);
      assert.ok(error instanceof ApiError);
      assert.partialDeepStrictEqual(error.details, details);
    });
  }

  test('the error of a refusal has the method and address of the request', async () => {
    const { ended } = await send(read, [busy(502)], { attemptMs: 30_000 });
    const { error } = await ended;
    assert.match(error?.message ?? '', /gave up after 1 min/);
  });

  test('the error of a refusal has advice if its response is too large to be read', async () => {
    const body = { kind: 'unreadable', why: 'is larger than 8388608 bytes', start: '' } as const;
    const error = await fail(deploy, { ...respond(422), body });
    assert.match(error.next, /^The response is larger than 8388608 bytes and was not read: /);
  });
});
