import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as undici from 'undici';
import { createClient } from '../../../src/api/undici-connection.ts';
import { buildConnector, Client } from '../../../src/api/undici-private.ts';

test('a connector that fails is asked once', async () => {
  const failure = Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' });
  let asked = 0;
  const client = createClient('http://127.0.0.1:9', {
    connect: (_address, callback) => {
      asked += 1;
      // undici would go on for ever.
      if (asked < 10) setImmediate(() => callback(failure, null));
    },
  });
  const error = await client.request({ method: 'GET', path: '/' }).catch((reason: unknown) => reason);
  assert.ok(error instanceof Error && error.cause === failure);
  assert.equal(asked, 1);
});

test('the two files of undici that are no public interface are what its index gives', () => {
  assert.equal(Client, undici.Client);
  assert.equal(buildConnector, undici.buildConnector);
});
