import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { SeenRequest } from '../../../sandbox/parts.ts';
import { type ServerOptions, startSandbox } from '../../../sandbox/server.ts';

/** A sandbox on a socket, and a client that writes what it is told to. */
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

test('a fault resets the connection', async (t) => {
  const { send } = await start(t, { faults: [{ kind: 'reset' }] });
  await assert.rejects(text(send('GET /api/miniapps')), { code: 'ECONNRESET' });
});

test('a response that is cut off announces all and gives half', async (t) => {
  const { sandbox, send } = await start(t);
  const whole = await text(send('GET /api/miniapps'));
  sandbox.faults.add({ kind: 'cut_off' });
  const half = await text(send('GET /api/miniapps'));
  const body = (reply: string) => reply.slice(reply.indexOf('\r\n\r\n') + 4);
  assert.match(half, new RegExp(`content-length: ${body(whole).length}\r`, 'i'));
  assert.equal(body(half), body(whole).slice(0, Math.floor(body(whole).length / 2)));
});

test('a Host that is not the sandbox’s, or that no URL can hold, is a 403 with a line in the log', async (t) => {
  const seen: SeenRequest[] = [];
  const { send } = await start(t, { onRequest: (request) => seen.push(request) });
  for (const host of ['evil.example', 'xn--zz--9.localhost']) {
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

test('an upload that breaks off is no error of the sandbox, and changes nothing', async (t) => {
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

test('a connection that is open, and a request that is not whole, do not keep it from ending', {
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
  // The last connection is taken after those before it.
  assert.equal((await fetch(`${sandbox.url}/api/miniapps`)).status, 401);
  await sandbox.close();
});
