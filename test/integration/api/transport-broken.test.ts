import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { maxAppBytes, maxPlainBytes } from '../../../src/api/response.ts';
import { toTimeouts, type WireRequest } from '../../../src/api/transport.ts';
import { endByCancel, endByDeadline } from '../../../src/errors.ts';
import {
  answer,
  answerRaw,
  type Fault,
  repeat,
  resetAfterBytes,
  startFaultServer,
  swallow,
} from '../../support/fault-server/index.ts';
import {
  apiKey,
  assertLost,
  createBody,
  deploy,
  exchange,
  LimitClock,
  readOne,
  settle,
} from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const sized = `${head}content-length: 1000\r\n`;
const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n';

for (const [name, fault] of [
  ['a reset during the upload', resetAfterBytes(1_000_000)],
  ['a reset right after the request headers', resetAfterBytes(1)],
  ['a connection closed without a response', answerRaw('')],
  [
    'a reset before a compressed body',
    answerRaw(`${sized}content-encoding: gzip\r\n\r\n`, 'resets'),
  ],
  [
    'a truncated body that contains the API key',
    answerRaw(`${sized}x: ${apiKey}\r\n\r\n${apiKey}`),
  ],
  ['a response that is not HTTP', answerRaw('220 mail.example ready\r\n')],
  ['response headers that never end', answerRaw(`${head}x-long: ${'x'.repeat(100_000)}\r\n\r\n{}`)],
  ['an unrequested protocol upgrade', answerRaw(upgrade)],
  [
    'an unrequested 100 Continue',
    answerRaw(`HTTP/1.1 100 Continue\r\n\r\n${head}content-length: 2\r\n\r\n{}`),
  ],
] as const) {
  test(`${name} makes the outcome of a change unknown, and the change is sent only once`, async () => {
    await using server = await startFaultServer(fault);
    await assertLost(
      server.origin,
      { code: 'connection_lost', sent: true },
      { request: deploy(2_000_000) },
    );
    await server.whenIdle();
    assert.equal(server.connections(), 1);
  });
}

const json = { kind: 'json', value: ['one'] } as const;
const refused = ' No\r\ncontent-length: 1000\r\n\r\n{"error":';
for (const [name, status, text, end, body] of [
  [
    'without Content-Length is read until the connection ends',
    200,
    `${head}\r\n["one"]`,
    'ends',
    json,
  ],
  [
    'after early hints (103) is read',
    200,
    `${early}${early}${head}content-length: 7\r\n\r\n["one"]`,
    'ends',
    json,
  ],
  // Its only word is cut off, and could be a part of a key.
  ['that is cut off is unreadable', 200, `${head}\r\n["on`, 'ends', unreadable('ends early')],
  [
    'with status 302 counts even if its body is cut off',
    302,
    `HTTP/1.1 302${refused}`,
    'resets',
    unreadable('broke off'),
  ],
  [
    'with status 422 counts even if its body is cut off',
    422,
    `HTTP/1.1 422${refused}`,
    'resets',
    unreadable('broke off'),
  ],
] as const) {
  test(`a response ${name}`, async () => {
    await using server = await startFaultServer(answerRaw(text, end));
    assert.deepEqual(await exchange(server.origin), {
      status,
      retryAfter: null,
      date: null,
      link: null,
      body,
    });
  });
}

function unreadable(why: string) {
  return { kind: 'unreadable', why, start: '' } as const;
}

const stopReading: Fault = ({ socket }) => {
  socket.pause();
};
const small = deploy(100);
const sendHeadSlowly = repeat(`${head}x-drip: `, 'x', setImmediate);
const sendBodySlowly = repeat(`${sized}\r\n`, ' ', setImmediate);
const sendHints = repeat('', early, setImmediate);

/** Serves a request with this fault, and does `work` once the client is in the middle of it. */
function during(fault: Fault, work: Fault): Fault {
  return async (peer) => {
    await peer.readHead();
    void settle().then(() => work(peer));
    await fault(peer);
  };
}

/** Returns after how many milliseconds a request times out that the server has received. */
async function findTimeout(clock: LimitClock, fault: Fault, request: WireRequest): Promise<number> {
  const start = clock.now();
  let isLost = false;
  const passTime: Fault = async ({ socket }) => {
    for (const milliseconds of [999, 1, 18_999, 1, 99_999, 1]) {
      if (isLost) return;
      clock.pass(milliseconds);
      await settle();
    }
    socket.destroy();
  };
  await using server = await startFaultServer(during(fault, passTime));
  await assertLost(
    server.origin,
    { code: 'attempt_timeout', sent: true },
    { request, headersTimeoutMs: 20_000, totalTimeoutMs: 120_000 },
  );
  isLost = true;
  const passedMs = clock.now() - start;
  await server.whenIdle();
  return passedMs;
}

describe('the total timeout, or a cancel, ends a request if', () => {
  for (const [name, request, fault] of [
    ['the server stops reading', deploy(20_000_000), stopReading],
    ['the response headers arrive byte by byte', small, sendHeadSlowly],
    ['informational responses never end', small, sendHints],
    ['the response body arrives byte by byte', small, sendBodySlowly],
  ] as const) {
    test(name, async (context) => {
      assert.equal(await findTimeout(new LimitClock(context), fault, request), 120_000);
      const controller = new AbortController();
      const cancel = () => controller.abort(endByCancel());
      await using server = await startFaultServer(during(fault, cancel));
      const cancelled = {
        code: 'cancelled',
        sent: true,
        message: /the run was cancelled$/,
      } as const;
      await assertLost(server.origin, cancelled, { request, signal: controller.signal });
    });
  }

  test('an error response whose body never ends counts by its status, unless the run is cancelled', async (context) => {
    const clock = new LimitClock(context);
    const controller = new AbortController();
    const fault = repeat('HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n', ' ', setImmediate);
    await using server = await startFaultServer([
      during(fault, () => clock.pass(120_000)),
      during(fault, () => controller.abort(endByCancel())),
    ]);
    const { status } = await exchange(server.origin, { totalTimeoutMs: 120_000 });
    assert.equal(status, 422);
    await assertLost(
      server.origin,
      { code: 'cancelled', sent: true },
      { signal: controller.signal },
    );
  });
});

test('nothing is sent if a run ends before or during the TLS handshake', async () => {
  const controller = new AbortController();
  await using server = await startFaultServer(async (peer) => {
    await peer.waitForBytes(1);
    controller.abort(endByDeadline(10));
  });
  const origin = server.origin.replace('http:', 'https:');
  const loss = { code: 'deadline', sent: false, message: /: 10$/ } as const;
  await assertLost(origin, loss, { signal: controller.signal });
  await server.whenIdle();
  await assertLost(origin, loss, { signal: controller.signal });
  assert.equal(server.connections(), 1);
});

test('a cancel during the upload is reported as a cancel', async () => {
  await using server = await startFaultServer(swallow);
  const controller = new AbortController();
  async function* stream() {
    yield Buffer.alloc(50);
    controller.abort(endByCancel());
    throw controller.signal.reason;
  }
  const request = deploy({ ...createBody(100), stream });
  await assertLost(server.origin, { code: 'cancelled' }, { request, signal: controller.signal });
});

test('a bug that ends the run during a request is thrown as it is, and not as a failed request', async () => {
  const bug = new Error('a bug');
  const controller = new AbortController();
  await using server = await startFaultServer(during(sendBodySlowly, () => controller.abort(bug)));
  const ended = exchange(server.origin, { signal: controller.signal });
  await assert.rejects(ended, (error) => error === bug);
});

describe('a response of more than 8 MiB is rejected', () => {
  const why = 'is larger than 8388608 bytes';
  const coded = 'content-encoding: gzip';
  // One text, since the parser reads texts faster than spaces between values.
  const bomb = gzipSync(`["${'x'.repeat(9 * 1024 * 1024)}"]`);
  const emptyBlocks = Buffer.from('000000ffff'.repeat(20_000), 'hex');
  const emptyStart = Buffer.concat([
    Buffer.from(`${head}${coded}\r\n\r\n`),
    gzipSync('').subarray(0, 10),
  ]);
  for (const [name, fault] of [
    ['even if it never ends', repeat(`${head}\r\n["`, Buffer.alloc(65_536, 'x'))],
    ['even if it is small before decompression', answer(200, bomb, [coded])],
    ['even if it never ends and decompresses to nothing', repeat(emptyStart, emptyBlocks)],
  ] as const) {
    test(name, async () => {
      await using server = await startFaultServer(fault);
      await assertLost(server.origin, {
        code: 'response_too_large',
        sent: true,
        message: new RegExp(`${why}$`),
      });
      await server.whenIdle();
    });
  }

  test('a response of more than 8 MiB is rejected, except one with the files of an app', async () => {
    const text = JSON.stringify({
      slug: 'tides',
      files: { 'assets/a.txt': 'x'.repeat(9 * 1024 * 1024) },
    });
    await using server = await startFaultServer([answer(200, text), answer(500, text)]);
    assert.equal((await exchange(server.origin, { request: readOne })).body.kind, 'json');
    const { status, body } = await exchange(server.origin, { request: readOne });
    assert.deepEqual({ status, body }, { status: 500, body: unreadable(why) });
  });
});

describe('the timeouts of an attempt', () => {
  test('a GET to a server that never responds times out sooner than a change', async (context) => {
    const loss = { code: 'attempt_timeout', sent: true } as const;
    await using server = await startFaultServer(swallow);
    await assertLost(server.origin, loss, { request: readOne, headersTimeoutMs: 20 });
    assert.equal(await findTimeout(new LimitClock(context), swallow, small), 120_000);
  });

  test('after its response headers have arrived, a GET has until the total timeout', async (context) => {
    const clock = new LimitClock(context);
    assert.equal(await findTimeout(clock, sendBodySlowly, readOne), 120_000);
  });

  test('a request with a shorter timeout of its own ends after that timeout', async (context) => {
    const request = { ...readOne, timeoutMs: 1_000 };
    assert.equal(await findTimeout(new LimitClock(context), swallow, request), 1_000);
  });

  test('a GET may take 20 s to respond, and a request 120 s in total, plus 1 s for each 100 KB', () => {
    assert.deepEqual([maxPlainBytes, maxAppBytes], [8 * 1024 ** 2, 256 * 1024 ** 2]);
    const wholes = [0, 1, 100_000, 100_001].map((bytes) => toTimeouts(bytes));
    assert.deepEqual(
      wholes,
      [120_000, 121_000, 121_000, 122_000].map((totalTimeoutMs) => ({
        headersTimeoutMs: 20_000,
        totalTimeoutMs,
      })),
    );
  });
});
