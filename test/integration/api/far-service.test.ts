import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { exchange } from './exchange.ts';

/** The addresses of a host, of which only the first one has a server. */
const addresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

test('a service that takes a second to connect is reached, although its other address is not', {
  // Other systems keep more connections in the queue, or refuse the third one.
  skip: process.platform !== 'linux',
}, async (context) => {
  const server = fork(join(import.meta.dirname, 'far-server.ts'), {
    execArgv: [],
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await once(server, 'message');
  const queued = [1, 2].map(() => connect(Number(port), '127.0.0.1'));
  const lookup = context.mock.method(dns, 'lookup', answerLookup);
  try {
    await Promise.all(queued.map((socket) => once(socket, 'connect')));
    // With the time that Node gives an address by default, there is no connection.
    const usual = connect({ host: 'localhost', port: Number(port), autoSelectFamily: true });
    await assert.rejects(once(usual, 'connect'), { code: 'ETIMEDOUT' });

    // The first packet of the next client is dropped before the server can accept anything.
    lookup.mock.mockImplementation((...given: Parameters<typeof answerLookup>) => {
      answerLookup(...given);
      server.stdin?.write(' ');
    });
    const response = await exchange(`http://localhost:${port}`);
    assert.deepEqual(response.body, { kind: 'json', value: { is: 'right' } });
  } finally {
    for (const socket of queued) socket.destroy();
    server.disconnect();
  }
});

type LookupCallback = (error: null, found: typeof addresses) => void;

function answerLookup(_host: string, _options: object, callback: LookupCallback): void {
  callback(null, addresses);
}
