import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSender } from '../../../src/api/sender.ts';
import {
  answer,
  type FaultServer,
  findFreePort,
  resetOnAccept,
  startFaultServer,
  swallow,
} from '../../support/fault-server/index.ts';
import { createBody, deploy, describeLost, lose, openTransport } from './exchange.ts';

const big = deploy(createBody(2_000_000));

test('a port on which nothing listens refuses, and nothing was sent', async () => {
  const origin = `http://127.0.0.1:${await findFreePort()}`;
  const error = await lose(origin, { request: big });
  assert.deepEqual([error.code, error.sent], ['connection_refused', false]);
  assert.equal(error.message, `POST /api/miniapps/deploy: connection refused: ${new URL(origin).host} (ECONNREFUSED)`);
});

test('a port that opens late gets the change on a later attempt, once', async () => {
  const port = await findFreePort();
  let server: FaultServer | undefined;
  const waits: string[] = [];
  const send = createSender({
    transport: openTransport(`http://127.0.0.1:${port}`),
    clock: {
      now: () => 0,
      async sleep() {
        if (waits.length === 2) server = await startFaultServer(answer(200, '{}'), { port });
      },
    },
    random: () => 0.5,
    signal: new AbortController().signal,
    deadline: () => 600_000,
    onWait: ({ why }) => waits.push(why),
  });
  const { ending } = await send(big);
  assert.equal(ending, 'accepted');
  assert.deepEqual(waits, ['no connection', 'no connection']);
  assert.equal(server?.connections(), 1);
  await server?.[Symbol.asyncDispose]();
});

test('a host that does not exist is told as such, and nothing was sent', async () => {
  const error = await lose('http://no-such-host.invalid:8080', { request: big });
  assert.deepEqual([error.code, error.sent], ['host_not_found', false]);
  assert.match(error.message, /host name not found: no-such-host\.invalid:8080/);
});

test('a connection that is reset when it is accepted is lost', async () => {
  await using server = await startFaultServer(resetOnAccept);
  // Whether the head had gone out by then is a race that the machine decides; the channel knows who won.
  assert.equal((await lose(server.origin, { request: big })).code, 'connection_lost');
});

test('a secure connection that is reset in its handshake is lost before anything was sent', async () => {
  await using server = await startFaultServer(resetOnAccept);
  const origin = server.origin.replace('http:', 'https:');
  assert.deepEqual(await describeLost(origin, { request: big }), { code: 'connection_lost', sent: false });
});

test('a self-signed certificate is refused for good, and nothing was sent', async () => {
  await using server = await startFaultServer(answer(200, '{}'), { certificate: 'localhost' });
  const error = await lose(server.origin, { request: big });
  assert.deepEqual([error.code, error.sent], ['tls', false]);
  assert.match(error.message, /no secure connection: 127\.0\.0\.1:\d+ \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  await server.whenIdle();
});

test('https to a port that speaks http is no secure connection, and nothing was sent', async () => {
  await using server = await startFaultServer(async (peer) => {
    await peer.waitForBytes(1);
    await peer.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
  });
  const origin = server.origin.replace('http:', 'https:');
  assert.deepEqual(await describeLost(origin, { request: big }), { code: 'tls', sent: false });
});

test('http to a port that speaks https gets no answer that is HTTP', async () => {
  await using server = await startFaultServer(answer(200, '{}'), { certificate: 'localhost' });
  const origin = server.origin.replace('https:', 'http:');
  assert.deepEqual(await describeLost(origin), { code: 'connection_lost', sent: true });
});

test('a handshake that is never answered ends with the attempt, and its socket is closed', async () => {
  await using server = await startFaultServer(swallow);
  const origin = server.origin.replace('http:', 'https:');
  assert.deepEqual(await describeLost(origin, { attemptMs: 100 }), { code: 'attempt_timeout', sent: false });
  await server.whenIdle();
});
