import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { endByCancel } from '../../../src/action-error.ts';
import { Connection } from '../../../src/api/undici-connection.ts';
import {
  answerRaw,
  type Fault,
  finAfterRequest,
  repeat,
  resetAfterAnswering,
  resetAfterBytes,
  resetAfterRequest,
  startFaultServer,
} from '../../support/fault-server/index.ts';
import { createBody, deploy, describeLost, exchange } from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const lost = { code: 'connection_lost', sent: true };

const faults: Readonly<Record<string, Fault>> = {
  'a reset while the body goes out': resetAfterBytes(1_000_000),
  'a reset right after the head': resetAfterBytes(1),
  'a reset after the request': resetAfterRequest,
  'an end without an answer': finAfterRequest,
  'a reset in the middle of the head': resetAfterAnswering(head),
  'a reset in the middle of the answer': resetAfterAnswering(`${head}content-length: 1000\r\n\r\n{"slug":"tides"`),
  'an answer shorter than it says': answerRaw(`${head}content-length: 1000\r\n\r\n{"slug":"tides"}`),
  'a chunked answer without its end': answerRaw(`${head}transfer-encoding: chunked\r\n\r\n10\r\n{"slug":"tides"}\r\n`),
  'a chunk of no length': answerRaw(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  'an answer that is not HTTP': answerRaw('220 mail.example ready\r\n'),
  'an answer of zero bytes and odd ones': answerRaw(Buffer.from([0, 255, 0, 22, 3, 1])),
  'a head without end': answerRaw(`${head}x-long: ${'x'.repeat(100_000)}\r\n\r\n{}`),
  'a change of protocol': answerRaw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  'a 100 that nobody asked for': answerRaw(`HTTP/1.1 100 Continue\r\n\r\n${head}content-length: 2\r\n\r\n{}`),
  'a packed answer that breaks off with a reset': resetAfterAnswering(
    `${head}content-encoding: gzip\r\ncontent-length: 1000\r\n\r\n`,
  ),
};

for (const [name, fault] of Object.entries(faults)) {
  test(`${name}: the change was sent and its ending is unknown`, async () => {
    await using server = await startFaultServer(fault);
    assert.deepEqual(await describeLost(server.origin, { request: deploy(createBody(20_000_000)) }), lost);
    await server.whenIdle();
    assert.equal(server.connections(), 1);
  });
}

test('an answer that only the end of the connection ends, and that ends early, is not taken for a whole one', async () => {
  await using server = await startFaultServer(answerRaw(`${head}\r\n{"slug":"tides","status":"dra`));
  const { status, body } = await exchange(server.origin);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    kind: 'unreadable',
    why: 'ends early',
    // Its only word is cut off, and may be a piece of a key.
    start: '',
  });
});

test('an answer that only the end of the connection ends is read', async () => {
  await using server = await startFaultServer(answerRaw(`${head}\r\n{"slug":"tides"}`));
  assert.deepEqual((await exchange(server.origin)).body, { kind: 'json', value: { slug: 'tides' } });
});

test('early hints (103) before the answer are passed over', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
  await using server = await startFaultServer(answerRaw(`${early}${early}${head}content-length: 2\r\n\r\n{}`));
  assert.equal((await exchange(server.origin)).status, 200);
});

for (const status of [302, 401, 413, 422, 429, 503]) {
  test(`a ${status} is one by its status, though its text breaks off`, async () => {
    const refusal = `HTTP/1.1 ${status} No\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"error":`;
    await using server = await startFaultServer(resetAfterAnswering(refusal));
    const answer = await exchange(server.origin);
    assert.equal(answer.status, status);
    assert.deepEqual(answer.body, { kind: 'unreadable', why: 'broke off', start: '' });
  });
}

const endless = repeat('HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n', ' ', 100);

test('a refusal whose text never ends is one when the time for the attempt is over', async () => {
  await using server = await startFaultServer(endless);
  assert.equal((await exchange(server.origin, { attemptMs: 500 })).status, 422);
});

test('a run that is cancelled while a refusal arrives is cancelled', async (t) => {
  await using server = await startFaultServer(endless);
  const controller = new AbortController();
  const cancel = () => controller.abort(endByCancel());
  // Once the head of the answer is in.
  subscribe('undici:request:headers', cancel);
  t.after(() => unsubscribe('undici:request:headers', cancel));
  assert.deepEqual(await describeLost(server.origin, { signal: controller.signal }), { code: 'cancelled', sent: true });
});

test('a response that nobody reads breaks for nobody', async () => {
  await using server = await startFaultServer(
    resetAfterAnswering(`${head}content-length: 1000\r\n\r\n{"slug":"tides"`),
  );
  const connection = new Connection({ origin: server.origin, proxy: null });
  const request = { method: 'GET', path: '/', headers: {}, body: null, maxBytes: 1000, onSent: () => undefined };
  const stream = await connection.exchange(request, new AbortController().signal, async (response) => response.stream);
  // Its error would end the process.
  while (stream.errored === null) await setImmediate();
});
