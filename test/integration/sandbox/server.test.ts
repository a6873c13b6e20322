import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { SeenRequest } from '../../../sandbox/parts.ts';
import { type ServerOptions, startSandbox } from '../../../sandbox/server.ts';

const accounts = [{ name: 'ann', key: 'key-of-ann' }];

async function start(t: TestContext, options: ServerOptions = {}) {
  const sandbox = await startSandbox({ accounts, ...options });
  t.after(() => sandbox.close());
  const head = 'Host: localhost\r\nConnection: close\r\nAuthorization: Bearer key-of-ann\r\n';
  const send = (start: string) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    socket.write(`${start.replace('\r\n', `\r\n${head}`)}`);
    return socket;
  };
  return { sandbox, send };
}

test('a fault resets the connection', async (t) => {
  const { sandbox, send } = await start(t, { faults: [{ kind: 'reset' }] });
  await assert.rejects(text(send('GET /api/miniapps HTTP/1.1\r\n\r\n')), { code: 'ECONNRESET' });
  assert.equal(sandbox.requests[0]?.status, null);
});

test('a response that is cut off announces all and gives half', async (t) => {
  const { sandbox, send } = await start(t);
  const whole = await text(send('GET /api/miniapps HTTP/1.1\r\n\r\n'));
  sandbox.faults.add({ kind: 'cut_off' });
  const half = await text(send('GET /api/miniapps HTTP/1.1\r\n\r\n'));
  const [, announced = ''] = /content-length: (\d+)/i.exec(half) ?? [];
  const body = (reply: string) => reply.slice(reply.indexOf('\r\n\r\n') + 4);
  assert.equal(Number(announced), body(whole).length);
  assert.equal(body(half), body(whole).slice(0, Math.floor(Number(announced) / 2)));
});

test('a request without a name that can be understood is a 400', async (t) => {
  const { sandbox } = await start(t);
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 400 /);
});

test('an upload that breaks off is no error of the sandbox, and changes nothing', async (t) => {
  const errors: Error[] = [];
  const seen = Promise.withResolvers<SeenRequest>();
  const onError = (error: Error) => errors.push(error);
  const { sandbox, send } = await start(t, { onError, onRequest: seen.resolve });
  const socket = send(
    'POST /api/miniapps HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"slug":',
  );
  socket.write(' ', () => socket.destroy());
  assert.equal((await seen.promise).status, null);
  assert.deepEqual([errors, sandbox.store.apps()], [[], []]);
});
