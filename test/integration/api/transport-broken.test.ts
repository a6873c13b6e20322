import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { appResponseBytes, plainResponseBytes } from '../../../src/api/response/response.ts';
import { toTimeouts } from '../../../src/api/transport.ts';
import { endByCancel, endByDeadline } from '../../../src/model/action-error.ts';
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
  cancelSoon,
  createBody,
  deploy,
  exchange,
  readOne,
  shortMs,
} from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const sized = `${head}content-length: 1000\r\n`;
const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n';

for (const [name, fault] of [
  ['a reset while the body goes out', resetAfterBytes(1_000_000)],
  ['a reset right after the head', resetAfterBytes(1)],
  ['an end without a response', answerRaw('')],
  [
    'a reset before a compressed body',
    answerRaw(`${sized}content-encoding: gzip\r\n\r\n`, 'resets'),
  ],
  ['a short body that repeats the key', answerRaw(`${sized}x: ${apiKey}\r\n\r\n${apiKey}`)],
  ['a response that is not HTTP', answerRaw('220 mail.example ready\r\n')],
  ['a head without end', answerRaw(`${head}x-long: ${'x'.repeat(100_000)}\r\n\r\n{}`)],
  ['an upgrade of the protocol', answerRaw(upgrade)],
  [
    'a 100 that was not asked for',
    answerRaw(`HTTP/1.1 100 Continue\r\n\r\n${head}content-length: 2\r\n\r\n{}`),
  ],
] as const) {
  test(`after ${name} a change is lost, and was sent once`, async () => {
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
  ['whose end is the end of the connection is read', 200, `${head}\r\n["one"]`, 'ends', json],
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
    'of 302 counts although its body breaks off',
    302,
    `HTTP/1.1 302${refused}`,
    'resets',
    unreadable('broke off'),
  ],
  [
    'of 422 counts although its body breaks off',
    422,
    `HTTP/1.1 422${refused}`,
    'resets',
    unreadable('broke off'),
  ],
] as const) {
  test(`a response ${name}`, async () => {
    await using server = await startFaultServer(answerRaw(text, end));
    assert.deepEqual(await exchange(server.origin), { status, retryAfter: null, date: null, body });
  });
}

function unreadable(why: string) {
  return { kind: 'unreadable', why, start: '' } as const;
}

const ignore: Fault = ({ socket }) => {
  socket.pause();
};
const small = deploy(100);

describe('the total timeout, or a cancel, ends the exchange with', { concurrency: true }, () => {
  for (const [name, request, fault] of [
    ['a server that reads nothing', deploy(20_000_000), ignore],
    ['a head byte by byte', small, repeat(`${head}x-drip: `, 'x', 10)],
    ['informational responses without end', small, repeat('', early, 5)],
    ['a body byte by byte', small, repeat(`${sized}\r\n`, ' ', 10)],
  ] as const) {
    test(name, async () => {
      await using server = await startFaultServer(fault);
      await assertLost(
        server.origin,
        { code: 'attempt_timeout', sent: true },
        { request, totalTimeoutMs: shortMs },
      );
      const cancelled = {
        code: 'cancelled',
        sent: true,
        message: /the run was cancelled$/,
      } as const;
      await assertLost(server.origin, cancelled, { request, signal: cancelSoon() });
    });
  }

  test('a refusal whose body never ends: its status counts, unless the run is cancelled', async () => {
    await using server = await startFaultServer(
      repeat('HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n', ' ', 10),
    );
    assert.equal((await exchange(server.origin, { totalTimeoutMs: shortMs })).status, 422);
    await assertLost(server.origin, { code: 'cancelled', sent: true }, { signal: cancelSoon() });
  });

  test('a request with a shorter timeout of its own', async () => {
    await using server = await startFaultServer(swallow);
    await assertLost(
      server.origin,
      { code: 'attempt_timeout', sent: true },
      { request: { ...readOne, timeoutMs: shortMs } },
    );
    await server.whenIdle();
  });
});

test('a run that ends during the TLS handshake, or before, has sent nothing', async () => {
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

test('a cancel that stops a request body is reported as a cancel', async () => {
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

describe('a response is refused beyond 8 MiB', () => {
  const why = 'is larger than 8388608 bytes';
  const coded = 'content-encoding: gzip';
  const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024, ' '));
  const emptyBlocks = Buffer.from('000000ffff'.repeat(20_000), 'hex');
  const emptyStart = Buffer.concat([
    Buffer.from(`${head}${coded}\r\n\r\n`),
    gzipSync('').subarray(0, 10),
  ]);
  for (const [name, fault] of [
    ['if it has no end', repeat(`${head}\r\n["`, Buffer.alloc(65_536, 'x'))],
    ['if it is small, and decompresses to more', answer(200, bomb, [coded])],
    ['if it has no end, and decompresses to nothing', repeat(emptyStart, emptyBlocks)],
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

  test('unless it is the files of an app; of an error only the status counts', async () => {
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

describe('the timeouts of an attempt', { concurrency: true }, () => {
  for (const [name, fault] of [
    ['to a server that never responds', ignore],
    ['with informational responses without end', repeat('', early, 5)],
  ] as const) {
    test(`a read ${name} ends sooner than a change`, async () => {
      await using server = await startFaultServer(fault);
      await assertLost(
        server.origin,
        { code: 'attempt_timeout', sent: true },
        { headersTimeoutMs: shortMs },
      );
      await assertLost(
        server.origin,
        { code: 'attempt_timeout', sent: true },
        { request: small, headersTimeoutMs: shortMs / 10, totalTimeoutMs: shortMs },
      );
    });
  }

  test('a read whose headers have arrived has the total timeout', async () => {
    await using server = await startFaultServer(repeat(`${sized}\r\n`, ' ', 10));
    await assertLost(
      server.origin,
      { code: 'attempt_timeout', sent: true },
      { headersTimeoutMs: shortMs, totalTimeoutMs: 1.5 * shortMs },
    );
  });

  test('an attempt may take 20 s to connect and 120 s in all, plus 1 s for each 100 KB', () => {
    assert.deepEqual([plainResponseBytes, appResponseBytes], [8 * 1024 ** 2, 1024 ** 3]);
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
