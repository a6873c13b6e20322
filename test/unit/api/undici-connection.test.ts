import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createClient, deferWriteErrors } from '../../../src/api/undici-connection.ts';

type Done = (error?: Error | null) => void;
type Ways = Pick<Required<Socket>, '_write' | '_writev'>;

const ways: Readonly<Record<string, (socket: Ways, done: Done) => void>> = {
  'one chunk': (socket, done) => socket._write(Buffer.from('x'), 'utf8', done),
  'some chunks at once': (socket, done) => socket._writev([{ chunk: Buffer.from('x'), encoding: 'utf8' }], done),
};

const otherEnds: readonly (Error | null | undefined)[] = [
  undefined,
  null,
  new Error('no code'),
  Object.assign(new Error('late'), { code: 'ETIMEDOUT' }),
];

for (const [name, write] of Object.entries(ways)) {
  for (const code of ['EPIPE', 'ECONNRESET']) {
    test(`${name}: a write that fails with ${code} stays open for a while, so that the response can be read`, async () => {
      const error = Object.assign(new Error('closed'), { code });
      let isOver = false;
      const over = new Promise<unknown>((resolve) => {
        write(openSocket(error), (result) => {
          isOver = true;
          resolve(result);
        });
      });
      assert.equal(isOver, false);
      assert.equal(await over, error);
    });
  }

  for (const end of otherEnds) {
    test(`${name}: a write that ends with ${end} ends at once`, (t) => {
      const done = t.mock.fn<Done>();
      write(openSocket(end), done);
      assert.deepEqual(done.mock.calls[0]?.arguments, [end]);
    });
  }
}

for (const code of ['UND_ERR_SOCKET', 'UND_ERR_INFO', 'ECONNREFUSED']) {
  test(`a connector that fails with ${code} is asked once`, async () => {
    const failure = Object.assign(new Error('no socket'), { code });
    let asked = 0;
    const client = createClient('http://127.0.0.1:9', {
      connect: (_address, callback) => {
        asked += 1;
        // undici would go on for ever.
        if (asked < 10) setImmediate(() => callback(failure, null));
      },
    });
    const error = await new Promise<Error>((resolve) => {
      client.dispatch(
        { origin: 'http://127.0.0.1:9', method: 'GET', path: '/' },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => undefined,
          onResponseError: (_controller, reason) => resolve(reason),
        },
      );
    });
    assert.deepEqual([error.cause, asked], [failure, 1]);
  });
}

/** A socket on which each write ends at once with this. */
function openSocket(end: Error | null | undefined): Socket & Ways {
  const write = (...args: readonly unknown[]): void => (args.at(-1) as Done)(end);
  const socket = Object.assign(new Socket(), { _write: write, _writev: write });
  return deferWriteErrors(socket, 1) as Socket & Ways;
}
