import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import { answer, ignore, readByDrops, repeat, startFaultServer, swallow } from '../../support/fault-server/index.ts';
import { assertLost, deploy, exchange, openTransport, readOne } from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const small = deploy(100);
const big = deploy(20_000_000);

const endless = [
  ['a server that says nothing', small, swallow],
  ['a server that reads nothing', big, ignore],
  ['a server that reads byte by byte', big, readByDrops(10)],
  ['a head byte by byte', small, repeat(`${head}x-drip: `, 'x', 10)],
  ['informational responses without end', small, repeat('', 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n', 5)],
  ['a body byte by byte', small, repeat(`${head}content-length: 1000000\r\n\r\n`, ' ', 10)],
] as const;

describe('one limit bounds the whole exchange', { concurrency: true }, () => {
  for (const [name, request, fault] of endless) {
    test(name, async () => {
      await using server = await startFaultServer(fault);
      await assertLost(server.origin, { code: 'attempt_timeout', sent: true }, { request, attemptMs: 400 });
    });
  }

  test('a refusal whose text never ends, which is one by its status', async () => {
    await using server = await startFaultServer(repeat('HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n', ' ', 10));
    assert.equal((await exchange(server.origin, { attemptMs: 400 })).status, 422);
  });

  test('that of a request which has less time than an attempt', async () => {
    await using server = await startFaultServer(swallow);
    await assertLost(server.origin, { code: 'attempt_timeout', sent: true }, { request: { ...readOne, limitMs: 400 } });
    await server.whenIdle();
  });
});

describe('a cancel ends the exchange at once', () => {
  const sent = { code: 'cancelled', sent: true, message: /the run was cancelled$/ } as const;

  for (const [name, request, fault] of endless) {
    test(name, async (t) => {
      await using server = await startFaultServer(fault);
      const controller = new AbortController();
      const cancel = () => setTimeout(() => controller.abort(endByCancel()), 10);
      subscribe('undici:client:sendHeaders', cancel);
      t.after(() => unsubscribe('undici:client:sendHeaders', cancel));
      await assertLost(server.origin, sent, { request, signal: controller.signal });
    });
  }

  test('during the handshake, and nothing was sent', async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(async (peer) => {
      await peer.waitForBytes(1);
      controller.abort(endByCancel());
    });
    const origin = server.origin.replace('http:', 'https:');
    await assertLost(origin, { code: 'cancelled', sent: false }, { request: small, signal: controller.signal });
    await server.whenIdle();
  });

  test('also where a body stops for the same reason', async () => {
    await using server = await startFaultServer(swallow);
    const controller = new AbortController();
    async function* stream() {
      yield Buffer.alloc(50);
      controller.abort(endByCancel());
      throw controller.signal.reason;
    }
    const stopped = deploy({ length: 100, stream });
    await assertLost(server.origin, { code: 'cancelled' }, { request: stopped, signal: controller.signal });
  });

  test('and one before the exchange sends nothing', async () => {
    await using server = await startFaultServer(answer(200, '{}'));
    const signal = AbortSignal.abort(endByDeadline(10));
    await assertLost(server.origin, { code: 'deadline', sent: false, message: /: 10$/ }, { signal });
    assert.equal(server.connections(), 0);
  });
});

test('the end of the run ends an exchange that has the usual time for an attempt', async () => {
  await using server = await startFaultServer(async (peer) => {
    await peer.readRequest();
    controller.abort(endByDeadline(10));
  });
  const controller = new AbortController();
  const transport = openTransport(server.origin);
  await assert.rejects(transport(readOne, controller.signal), { code: 'deadline', sent: true });
});

describe('a response is given up at 8 MiB', () => {
  const coded = 'content-encoding: gzip';
  const bomb = answer(200, gzipSync(Buffer.alloc(9 * 1024 * 1024, ' ')), [coded]);
  const emptyBlocks = Buffer.from('000000ffff'.repeat(20_000), 'hex');
  const emptyStart = Buffer.concat([Buffer.from(`${head}${coded}\r\n\r\n`), gzipSync('').subarray(0, 10)]);
  for (const [name, fault] of [
    ['that has no end', repeat(`${head}\r\n["`, Buffer.alloc(65_536, 'x'))],
    ['that is small, and decompresses to more', bomb],
    ['that has no end, and decompresses to nothing', repeat(emptyStart, emptyBlocks)],
  ] as const) {
    test(name, async () => {
      await using server = await startFaultServer(fault);
      const message = /is larger than 8388608 bytes$/;
      await assertLost(server.origin, { code: 'response_too_large', sent: true, message });
      await server.whenIdle();
    });
  }

  const tooLarge = { kind: 'unreadable', why: 'is larger than 8388608 bytes', start: '' };
  for (const [name, body, headers] of [
    ['with more to say', `"${'x'.repeat(9 * 1024 * 1024)}"`, []],
    ['that decompresses to more', gzipSync(Buffer.alloc(9 * 1024 * 1024, ' ')), [coded]],
  ] as const) {
    test(`and a refusal ${name} is one anyway`, async () => {
      await using server = await startFaultServer(answer(422, body, headers));
      assert.partialDeepStrictEqual(await exchange(server.origin), { status: 422, body: tooLarge });
      await server.whenIdle();
    });
  }

  test('but for the read of one app, as long as that is its files', async () => {
    const text = JSON.stringify({ slug: 'tides', files: { 'assets/a.txt': 'x'.repeat(9 * 1024 * 1024) } });
    await using server = await startFaultServer([answer(200, text), answer(500, text), answer(200, text)]);
    assert.equal((await exchange(server.origin, { request: readOne })).body.kind, 'json');
    // Neither an error nor the list is such a read.
    assert.deepEqual((await exchange(server.origin, { request: readOne })).body, tooLarge);
    await assertLost(server.origin, { code: 'response_too_large' });
  });
});

test('200,000 levels of JSON are not read', async () => {
  await using server = await startFaultServer(answer(200, '['.repeat(200_000)));
  const { body } = await exchange(server.origin, { request: readOne });
  assert.deepEqual(body, { kind: 'unreadable', why: 'is nested deeper than 200 levels', start: '' });
});
