import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import {
  answer,
  answerByDrops,
  type Fault,
  ignore,
  informForEver,
  readByDrops,
  repeat,
  startFaultServer,
  swallow,
} from '../../support/fault-server/index.ts';
import { createBody, deploy, describeLost, exchange, lose, openTransport, readList, readOne } from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const big = deploy(createBody(20_000_000));

const endless: Readonly<Record<string, Fault>> = {
  'a server that says nothing': swallow,
  'a server that reads nothing': ignore,
  'a server that reads byte by byte': readByDrops(10),
  'an answer byte by byte': answerByDrops(`${head}content-length: 1000\r\n\r\n${' '.repeat(1000)}`, 10),
  'informational answers without end': informForEver(5),
  'a body byte by byte': repeat(`${head}content-length: 1000000\r\n\r\n`, ' ', 10),
};

for (const [name, fault] of Object.entries(endless)) {
  test(`${name}: one limit bounds the whole exchange`, async () => {
    await using server = await startFaultServer(fault);
    const lost = await describeLost(server.origin, { request: big, attemptMs: 300 });
    assert.deepEqual(lost, { code: 'attempt_timeout', sent: true });
    if (fault === swallow) await server.whenIdle();
  });

  test(`${name}: a cancel ends the exchange at once`, async (t) => {
    await using server = await startFaultServer(fault);
    const controller = new AbortController();
    const cancel = () => setTimeout(() => controller.abort(endByCancel()), 20);
    subscribe('undici:client:sendHeaders', cancel);
    t.after(() => unsubscribe('undici:client:sendHeaders', cancel));
    const error = await lose(server.origin, { request: big, attemptMs: 60_000, signal: controller.signal });
    assert.deepEqual([error.code, error.sent], ['cancelled', true]);
    assert.match(error.message, /the run was cancelled$/);
  });
}

test('a request with less time than an attempt may take ends with its own', async () => {
  await using server = await startFaultServer(swallow);
  const request = { ...readOne, limitMs: 100 };
  const lost = await describeLost(server.origin, { request, attemptMs: 60_000 });
  assert.deepEqual(lost, { code: 'attempt_timeout', sent: true });
});

test('a run that is over before the exchange sends nothing', async () => {
  await using server = await startFaultServer(answer(200, '{}'));
  const signal = AbortSignal.abort(endByDeadline(10));
  const error = await lose(server.origin, { request: big, signal });
  assert.deepEqual([error.code, error.sent], ['deadline', false]);
  assert.match(error.message, /timeout-minutes: 10/);
  assert.equal(server.connections(), 0);
});

test('a cancel during the handshake ends the exchange at once, and nothing was sent', async () => {
  const controller = new AbortController();
  await using server = await startFaultServer(async (peer) => {
    await peer.waitForBytes(1);
    controller.abort(endByCancel());
  });
  const origin = server.origin.replace('http:', 'https:');
  const lost = await describeLost(origin, { request: big, attemptMs: 60_000, signal: controller.signal });
  assert.deepEqual(lost, { code: 'cancelled', sent: false });
  await server.whenIdle();
});

test('a cancel wins over the error of a body that stops for the same reason', async () => {
  await using server = await startFaultServer(swallow);
  const controller = new AbortController();
  const body = {
    length: 100,
    async *stream() {
      yield Buffer.alloc(50);
      controller.abort(endByCancel());
      throw controller.signal.reason;
    },
  };
  const error = await lose(server.origin, { request: deploy(body), signal: controller.signal });
  assert.equal(error.code, 'cancelled');
});

test('an answer without end is given up at 8 MiB', async () => {
  await using server = await startFaultServer(repeat(`${head}\r\n[1`, Buffer.from(',1'.repeat(32_768))));
  const error = await lose(server.origin);
  assert.deepEqual([error.code, error.sent], ['response_too_large', true]);
  assert.match(error.message, /larger than 8388608 bytes/);
  await server.whenIdle();
});

test('a small packed answer that unfolds without end is given up at 8 MiB', async () => {
  const bomb = gzipSync(`[${'1,'.repeat(50_000_000)}1]`);
  assert.ok(bomb.length < 200_000);
  await using server = await startFaultServer(
    [200, 422].map((status) => answer(status, bomb, ['content-encoding: gzip'])),
  );
  assert.equal((await lose(server.origin, { request: big })).code, 'response_too_large');
  const { status, body } = await exchange(server.origin, { request: big });
  assert.deepEqual([status, body.kind], [422, 'unreadable']);
  await server.whenIdle();
});

test('a packed answer without end that unfolds to nothing is given up at 8 MiB of what arrives', async () => {
  const start = gzipSync('').subarray(0, 10);
  const emptyBlocks = Buffer.from('000000ffff'.repeat(20_000), 'hex');
  const first = Buffer.concat([Buffer.from(`${head}content-encoding: gzip\r\n\r\n`), start]);
  await using server = await startFaultServer(repeat(first, emptyBlocks));
  const error = await lose(server.origin);
  assert.deepEqual([error.code, error.sent], ['response_too_large', true]);
  await server.whenIdle();
});

test('a refusal with more to say than is read is a refusal anyway', async () => {
  await using server = await startFaultServer(answer(422, `"${'x'.repeat(9 * 1024 * 1024)}"`));
  const { status, body } = await exchange(server.origin);
  assert.deepEqual([status, body], [422, { kind: 'unreadable', why: 'is larger than 8388608 bytes', start: '' }]);
});

test('the read of one app may be larger than that, as long as it is its files', async () => {
  const text = JSON.stringify({ slug: 'tides', files: { 'assets/a.txt': 'x'.repeat(20_000_000) } });
  await using server = await startFaultServer([answer(200, text), answer(500, text), answer(200, text)]);
  assert.equal((await exchange(server.origin, { request: readOne })).body.kind, 'json');
  // Neither an error nor the list is such a read.
  assert.equal((await exchange(server.origin, { request: readOne })).body.kind, 'unreadable');
  assert.equal((await lose(server.origin, { request: readList })).code, 'response_too_large');
});

test('without a limit of its own, an attempt still ends with the run', async () => {
  await using server = await startFaultServer(swallow);
  const controller = new AbortController();
  setTimeout(() => controller.abort(endByDeadline(10)), 60);
  await assert.rejects(openTransport(server.origin)(big, controller.signal), (error) => {
    return error instanceof NetworkError && error.code === 'deadline' && error.sent;
  });
});
