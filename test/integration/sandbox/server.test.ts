import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { type ServerOptions, startSandbox } from '../../../sandbox/server.ts';
import type { SeenRequest } from '../../../sandbox/service/request-log.ts';

/** Starts a sandbox, with a client that sends raw text. */
async function start(t: TestContext, options: ServerOptions = {}) {
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key: 'k' }], ...options });
  t.after(() => sandbox.close());
  const send = (call: string, rest = '\r\n', host = 'localhost') => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    const head = `Host: ${host}\r\nConnection: close\r\nAuthorization: Bearer k\r\nContent-Type: application/json\r\n`;
    socket.write(`${call} HTTP/1.1\r\n${head}${rest}`);
    return socket;
  };
  return { sandbox, send };
}

test('fault reset: the connection is reset without a response', async (t) => {
  const { send } = await start(t, { faults: [{ kind: 'reset' }] });
  await assert.rejects(text(send('GET /api/miniapps')), { code: 'ECONNRESET' });
});

test('fault cut_off: full Content-Length, half the body', async (t) => {
  const { sandbox, send } = await start(t);
  const whole = await text(send('GET /api/miniapps'));
  sandbox.faults.add({ kind: 'cut_off' });
  const half = await text(send('GET /api/miniapps'));
  const body = (reply: string) => reply.slice(reply.indexOf('\r\n\r\n') + 4);
  assert.match(half, new RegExp(`content-length: ${body(whole).length}\r`, 'i'));
  assert.equal(body(half), body(whole).slice(0, Math.floor(body(whole).length / 2)));
});

test('a foreign or malformed Host header gets a 403 and is logged', async (t) => {
  const seen: SeenRequest[] = [];
  const { send } = await start(t, { onRequest: (request) => seen.push(request) });
  for (const host of ['evil.example', '1.2.3.4.5']) {
    assert.match(
      await text(send('GET /api/miniapps', '\r\n', host)),
      /^HTTP\/1\.1 403 .*"code":"forbidden"/s,
    );
    assert.partialDeepStrictEqual(seen.shift(), {
      status: 403,
      method: 'GET',
      path: `http://${host}/api/miniapps`,
    });
  }
});

test('an aborted upload raises no sandbox error and changes nothing', async (t) => {
  const errors: Error[] = [];
  const seen = Promise.withResolvers<SeenRequest>();
  const { sandbox, send } = await start(t, {
    onError: (error) => errors.push(error),
    onRequest: seen.resolve,
  });
  const socket = send('POST /api/miniapps', 'Content-Length: 99\r\n\r\n{"slug":');
  socket.write(' ', () => socket.destroy());
  assert.equal((await seen.promise).status, null);
  assert.deepEqual([errors, sandbox.store.apps()], [[], []]);
});

test('the server shuts down despite idle connections and unfinished requests', {
  timeout: 10_000,
}, async (t) => {
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key: 'k' }] });
  const sockets = [
    '',
    'POST /api/miniapps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{',
  ].map((begin) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1').on(
      'error',
      () => undefined,
    );
    t.after(() => socket.destroy());
    return { socket, isOpen: once(socket, 'connect').then(() => socket.write(begin)) };
  });
  for (const { isOpen } of sockets) await isOpen;
  // The server accepts this connection after the other two.
  assert.equal((await fetch(`${sandbox.url}/api/miniapps`)).status, 401);
  await sandbox.close();
});
