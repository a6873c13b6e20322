import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import {
  answerRaw,
  repeat,
  resetAfterAnswering,
  resetAfterBytes,
  startFaultServer,
} from '../../support/fault-server/index.ts';
import { apiKey, assertLost, deploy, exchange } from './exchange.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

for (const [name, fault] of [
  ['a reset while the body goes out', resetAfterBytes(1_000_000)],
  ['a reset right after the head', resetAfterBytes(1)],
  ['an end without a response', answerRaw('')],
  ['a reset in the middle of the head', resetAfterAnswering(head)],
  [
    'a reset before a compressed body',
    resetAfterAnswering(`${head}content-encoding: gzip\r\ncontent-length: 9\r\n\r\n`),
  ],
  ['a short body that repeats the key', answerRaw(`${head}x: ${apiKey}\r\ncontent-length: 90\r\n\r\n${apiKey}`)],
  ['chunks without an end', answerRaw(`${head}transfer-encoding: chunked\r\n\r\n10\r\n{"slug":"tides"}\r\n`)],
  ['a response that is not HTTP', answerRaw('220 mail.example ready\r\n')],
  ['a head without end', answerRaw(`${head}x-long: ${'x'.repeat(100_000)}\r\n\r\n{}`)],
  [
    'a change of protocol',
    answerRaw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  ],
  ['a 100 that nobody asked for', answerRaw(`HTTP/1.1 100 Continue\r\n\r\n${head}content-length: 2\r\n\r\n{}`)],
] as const) {
  test(`${name}: the change was sent once, and its ending is unknown`, async () => {
    await using server = await startFaultServer(fault);
    await assertLost(server.origin, { code: 'connection_lost', sent: true }, { request: deploy(2_000_000) });
    await server.whenIdle();
    assert.equal(server.connections(), 1);
  });
}

const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
for (const [name, text, body] of [
  ['that the end of the connection ends is read', `${head}\r\n["one"]`, { kind: 'json', value: ['one'] }],
  // Its only word is cut off, and may be a piece of a key.
  [
    'that the end of the connection cuts off is not taken for a whole one',
    `${head}\r\n{"slug":"tides","status":"dra`,
    { kind: 'unreadable', why: 'ends early', start: '' },
  ],
  [
    'behind early hints (103) is read',
    `${early}${early}${head}content-length: 2\r\n\r\n{}`,
    { kind: 'json', value: {} },
  ],
] as const) {
  test(`a response ${name}`, async () => {
    await using server = await startFaultServer(answerRaw(text));
    assert.partialDeepStrictEqual(await exchange(server.origin), { status: 200, body });
  });
}

for (const status of [302, 422]) {
  test(`a response of ${status} is one by its status, though its text breaks off`, async () => {
    const text = `HTTP/1.1 ${status} No\r\ncontent-length: 1000\r\n\r\n{"error":`;
    await using server = await startFaultServer(resetAfterAnswering(text));
    const body = { kind: 'unreadable', why: 'broke off', start: '' };
    assert.deepEqual(await exchange(server.origin), { status, retryAfter: null, date: null, body });
  });
}

test('a run that is cancelled while a refusal arrives is cancelled', async (t) => {
  await using server = await startFaultServer(repeat('HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n', ' ', 100));
  const controller = new AbortController();
  const cancel = () => controller.abort(endByCancel());
  // Once the head of the response is in.
  subscribe('undici:request:headers', cancel);
  t.after(() => unsubscribe('undici:request:headers', cancel));
  await assertLost(server.origin, { code: 'cancelled', sent: true }, { signal: controller.signal });
});
