import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { deferWriteErrors } from '../../../src/api/connection.ts';

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
