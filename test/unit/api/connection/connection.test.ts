import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import * as undici from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { deferWriteErrors, openDispatcher } from '../../../../src/api/connection/connection.ts';

type Done = (error?: Error | null) => void;

/**
 * Writes to a socket whose writes end at once with `end`. Resolves with the result of the write.
 */
function write(way: '_write' | '_writev', end: Error | null): Promise<unknown> {
  const finish = (...args: readonly unknown[]): void => (args.at(-1) as Done)(end);
  const socket = deferWriteErrors(
    Object.assign(new Socket(), { _write: finish, _writev: finish }),
    1,
  );
  return new Promise((resolve) => {
    if (way === '_write') socket._write(Buffer.from('x'), 'utf8', resolve);
    else socket._writev?.([{ chunk: Buffer.from('x'), encoding: 'utf8' }], resolve);
  });
}

for (const way of ['_write', '_writev'] as const) {
  test(`${way} stays pending for the response if the other side closed, and fails at once for any other error`, async () => {
    for (const code of ['EPIPE', 'ECONNRESET', 'ETIMEDOUT', null]) {
      const end = code === null ? null : Object.assign(new Error(code), { code });
      const ending = write(way, end);
      const isDeferred = code === 'EPIPE' || code === 'ECONNRESET';
      assert.equal(await Promise.race([ending, 'open']), isDeferred ? 'open' : end);
      assert.equal(await ending, end);
    }
  });
}

test('a connection that fails is not retried', async () => {
  const failure = Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' });
  let asked = 0;
  const client = openDispatcher('http://127.0.0.1:9', {
    connect: (_address, callback) => {
      asked += 1;
      // Without the fix, undici connects again for ever.
      if (asked < 10) setImmediate(() => callback(failure, null));
    },
  });
  const error = await client
    .request({ method: 'GET', path: '/' })
    .catch((reason: unknown) => reason);
  assert.ok(error instanceof Error && error.cause === failure);
  assert.equal(asked, 1);
});

test('the undici files that are imported by path are the ones that its index exports', () => {
  assert.equal(Client, undici.Client);
  assert.equal(buildConnector, undici.buildConnector);
  assert.equal(Dispatcher, undici.Dispatcher);
  assert.equal(EnvHttpProxyAgent, undici.EnvHttpProxyAgent);
  assert.equal(connect, undici.Dispatcher.prototype.connect);
});
