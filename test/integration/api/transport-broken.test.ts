import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerRaw,
  type Fault,
  finAfterRequest,
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
  'a packed answer that breaks off with a reset': resetAfterAnswering(
    `${head}content-encoding: gzip\r\ncontent-length: 1000\r\n\r\n`,
  ),
};

for (const [name, fault] of Object.entries(faults)) {
  test(`${name}: the change was sent and its fate is unknown`, async () => {
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

test('informational answers before the answer are passed over', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
  await using server = await startFaultServer(answerRaw(`${early}${early}${head}content-length: 2\r\n\r\n{}`));
  assert.equal((await exchange(server.origin)).status, 200);
});
