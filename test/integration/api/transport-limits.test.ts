import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import { answer, ignore, repeat, startFaultServer, swallow } from '../../support/fault-server/index.ts';
import { assertLost, deploy, exchange, readOne } from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const small = deploy(100);

describe('one limit, and a cancel, end the whole exchange:', { concurrency: true }, () => {
  for (const [name, request, fault] of [
    ['a server that reads nothing', deploy(20_000_000), ignore],
    ['a head byte by byte', small, repeat(`${head}x-drip: `, 'x', 10)],
    ['informational responses without end', small, repeat('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 5)],
    ['a body byte by byte', small, repeat(`${head}content-length: 1000000\r\n\r\n`, ' ', 10)],
  ] as const) {
    test(name, async () => {
      await using server = await startFaultServer(fault);
      await assertLost(server.origin, { code: 'attempt_timeout', sent: true }, { request, attemptMs: 400 });
      const controller = new AbortController();
      setTimeout(() => controller.abort(endByCancel()), 100);
      const cancelled = { code: 'cancelled', sent: true, message: /the run was cancelled$/ } as const;
      await assertLost(server.origin, cancelled, { request, signal: controller.signal });
    });
  }

  test('a refusal whose text never ends, which is one by its status', async () => {
    await using server = await startFaultServer(repeat('HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n', ' ', 10));
    assert.equal((await exchange(server.origin, { attemptMs: 400 })).status, 422);
  });

  test('the limit of a request which has less time than an attempt', async () => {
    await using server = await startFaultServer(swallow);
    await assertLost(server.origin, { code: 'attempt_timeout', sent: true }, { request: { ...readOne, limitMs: 400 } });
    await server.whenIdle();
  });
});

test('a run that ends during the handshake, or before the exchange, has sent nothing', async () => {
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

test('a cancel for which a body stops is told as such', async () => {
  await using server = await startFaultServer(swallow);
  const controller = new AbortController();
  async function* stream() {
    yield Buffer.alloc(50);
    controller.abort(endByCancel());
    throw controller.signal.reason;
  }
  const request = deploy({ length: 100, stream });
  await assertLost(server.origin, { code: 'cancelled' }, { request, signal: controller.signal });
});

describe('a response is given up at 8 MiB', () => {
  const coded = 'content-encoding: gzip';
  const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024, ' '));
  const emptyBlocks = Buffer.from('000000ffff'.repeat(20_000), 'hex');
  const emptyStart = Buffer.concat([Buffer.from(`${head}${coded}\r\n\r\n`), gzipSync('').subarray(0, 10)]);
  for (const [name, fault] of [
    ['that has no end', repeat(`${head}\r\n["`, Buffer.alloc(65_536, 'x'))],
    ['that is small, and decompresses to more', answer(200, bomb, [coded])],
    ['that has no end, and decompresses to nothing', repeat(emptyStart, emptyBlocks)],
  ] as const) {
    test(name, async () => {
      await using server = await startFaultServer(fault);
      const message = /is larger than 8388608 bytes$/;
      await assertLost(server.origin, { code: 'response_too_large', sent: true, message });
      await server.whenIdle();
    });
  }

  test('but for the read of one app, as long as that is its files; and a refusal is one anyway', async () => {
    const text = JSON.stringify({ slug: 'tides', files: { 'assets/a.txt': 'x'.repeat(9 * 1024 * 1024) } });
    await using server = await startFaultServer([answer(200, text), answer(500, text)]);
    assert.equal((await exchange(server.origin, { request: readOne })).body.kind, 'json');
    const { status, body } = await exchange(server.origin, { request: readOne });
    assert.deepEqual(
      { status, ...body },
      { status: 500, kind: 'unreadable', why: 'is larger than 8388608 bytes', start: '' },
    );
  });
});
