import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import * as undici from 'undici';
import { createClient, deferWriteErrors } from '../../../src/api/undici-connection.ts';
import { buildConnector, Client } from '../../../src/api/undici-private.ts';

type Done = (error?: Error | null) => void;
type Writer = Pick<Required<Socket>, '_write' | '_writev'>;

function fail(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A socket on which each write ends at once with this. */
function openSocket(end: Error | null | undefined): Writer {
  const write = (...args: readonly unknown[]): void => (args.at(-1) as Done)(end);
  const socket = Object.assign(new Socket(), { _write: write, _writev: write });
  return deferWriteErrors(socket, 1) as Socket & Writer;
}

for (const [name, write] of [
  ['one chunk', (socket: Writer, done: Done) => socket._write(Buffer.from('x'), 'utf8', done)],
  ['many', (socket: Writer, done: Done) => socket._writev([{ chunk: Buffer.from('x'), encoding: 'utf8' }], done)],
] as const) {
  for (const error of [fail('EPIPE'), fail('ECONNRESET')]) {
    test(`a write of ${name} that fails as the other side closed stays open, so that the response can be read: ${error}`, async (t) => {
      const done = t.mock.fn<Done>();
      const over = new Promise<unknown>((resolve) => done.mock.mockImplementation(resolve));
      write(openSocket(error), done);
      assert.equal(done.mock.callCount(), 0);
      assert.equal(await over, error);
    });
  }

  for (const end of [undefined, null, new Error('no code'), fail('ETIMEDOUT')]) {
    test(`a write of ${name} that ends with ${end} ends at once`, (t) => {
      const done = t.mock.fn<Done>();
      write(openSocket(end), done);
      assert.deepEqual(done.mock.calls[0]?.arguments, [end]);
    });
  }
}

for (const code of ['UND_ERR_SOCKET', 'UND_ERR_INFO', 'ECONNREFUSED']) {
  test(`a connector that fails with ${code} is asked once`, async () => {
    const failure = fail(code);
    let asked = 0;
    const client = createClient('http://127.0.0.1:9', {
      connect: (_address, callback) => {
        asked += 1;
        // undici would go on for ever.
        if (asked < 10) setImmediate(() => callback(failure, null));
      },
    });
    const request = { origin: 'http://127.0.0.1:9', method: 'GET', path: '/' } as const;
    const { promise, resolve } = Promise.withResolvers<Error>();
    const ignore = (): void => undefined;
    const others = { onRequestStart: ignore, onResponseStart: ignore, onResponseData: ignore, onResponseEnd: ignore };
    client.dispatch(request, { ...others, onResponseError: (_, error) => resolve(error) });
    assert.equal((await promise).cause, failure);
    assert.equal(asked, 1);
  });
}

test('the two files of undici that are no public interface are what its index gives', () => {
  assert.equal(Client, undici.Client);
  assert.equal(buildConnector, undici.buildConnector);
});
