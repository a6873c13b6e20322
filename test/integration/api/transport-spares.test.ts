import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import type { OpenTransport, WireRequest } from '../../../src/api/transport.ts';
import { endByCancel } from '../../../src/errors.ts';
import {
  answer,
  type Fault,
  type FaultServer,
  findFreePort,
  type Peer,
  pipeTo,
  readCertificate,
  resetOnAccept,
  startFaultServer,
  swallow,
  toAnswer,
  tunnelTo,
} from '../../support/fault-server/index.ts';
import { createBody, deploy, openTransport, readOne } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

const change = deploy(createBody(100));
const submit: WireRequest = { ...change, path: '/api/miniapps/tides/submit' };
const { signal } = new AbortController();

/** Which request came on which connection, such as `2 POST /api/miniapps/deploy`. */
function record(): { readonly log: string[]; readonly serve: Fault } {
  const log: string[] = [];
  let count = 0;
  return {
    log,
    async serve(peer) {
      count += 1;
      const number = count;
      const { method, path } = await peer.readRequest();
      log.push(`${number} ${method} ${path}`);
      await peer.write(toAnswer(200, '{}', []));
    },
  };
}

/** Waits until the server has seen so many connections: a spare arrives when it likes. */
async function whenConnected(server: FaultServer, count: number): Promise<void> {
  while (server.connections() < count) await sleep(5);
  // For the client to hear that it is connected, and of what the server does then.
  await sleep(20);
}

async function send(transport: OpenTransport, ...requests: readonly WireRequest[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await transport(request, signal)).status);
  return statuses;
}

describe('a spare connection', () => {
  for (const certificate of [undefined, 'localhost'] as const) {
    const secure = certificate === undefined ? {} : { certificate };
    test(`is opened while a request runs, and takes the change after it, over ${certificate ? 'https' : 'http'}`, async () => {
      const { log, serve } = record();
      await using server = await startFaultServer(serve, secure);
      const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 1 } });
      await send(transport, readOne);
      await whenConnected(server, 2);
      await send(transport, change);
      assert.deepEqual(log, ['1 GET /api/miniapps/tides', '2 POST /api/miniapps/deploy']);
      await server.whenIdle();
      assert.equal(server.connections(), 2);
    });
  }

  test('is opened for each of two changes in a row, and for none after them', async () => {
    const { log, serve } = record();
    await using server = await startFaultServer(serve);
    const transport = openTransport(server.origin, { spares: { atOnce: 2, changes: 2 } });
    await send(transport, readOne);
    await whenConnected(server, 3);
    await send(transport, change, submit, readOne, submit);
    assert.deepEqual(
      log.map((line) => line.split(' ')[0]),
      ['1', '2', '3', '4', '5'],
    );
    await server.whenIdle();
    assert.equal(server.connections(), 5);
  });

  test('takes a read too, and never are there more than may wait', async () => {
    const { log, serve } = record();
    await using server = await startFaultServer(serve);
    const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 2 } });
    for (const count of [2, 3, 4]) {
      await send(transport, readOne);
      await whenConnected(server, count);
      assert.equal(server.connections(), count);
    }
    await send(transport, change);
    await whenConnected(server, 5);
    await send(transport, submit);
    assert.deepEqual(log.at(-2), '4 POST /api/miniapps/deploy');
    assert.deepEqual(log.at(-1), '5 POST /api/miniapps/tides/submit');
    await server.whenIdle();
  });

  test('that nobody needs is closed with the transport', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve);
    const transport = openTransport(server.origin, { spares: { atOnce: 2, changes: 2 } });
    await send(transport, readOne);
    await whenConnected(server, 3);
    transport.close();
    await server.whenIdle();
    await send(transport, readOne);
    await server.whenIdle();
    assert.equal(server.connections(), 4);
  });

  test('that is still on its way is closed with the transport', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    await using line = await startFaultServer([pipeTo(server.port), swallow]);
    const transport = openTransport(line.origin.replace('http:', 'https:'), { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    await whenConnected(line, 2);
    transport.close();
    await line.whenIdle();
  });

  test('is closed when it has waited for too long, and the change opens one of its own', async () => {
    const { log, serve } = record();
    await using server = await startFaultServer(serve);
    const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 1 }, maxSpareMs: 60 });
    await send(transport, readOne);
    await whenConnected(server, 2);
    await server.whenIdle();
    await send(transport, change);
    assert.deepEqual(log.at(-1), '3 POST /api/miniapps/deploy');
    await server.whenIdle();
  });

  const refusals: Readonly<Record<string, Fault>> = {
    'the service resets at once': resetOnAccept,
    'the service closes while it waits': async ({ socket }) => {
      await sleep(10);
      await new Promise<void>((resolve) => socket.end(resolve));
    },
    'the service answers with a 408': async (peer) => {
      await sleep(10);
      await peer.write(toAnswer(408, '{}', ['connection: close']));
      await new Promise<void>((resolve) => peer.socket.end(resolve));
    },
    'the service writes to and keeps open': (peer) => peer.write('220 mail.example ready\r\n'),
  };
  for (const [name, fault] of Object.entries(refusals)) {
    test(`that ${name} is not used: the change goes out once, on another`, async () => {
      const { log, serve } = record();
      const refused = Promise.withResolvers<void>();
      const refuse: Fault = async (peer) => {
        await fault(peer);
        refused.resolve();
      };
      await using server = await startFaultServer([serve, refuse, serve]);
      const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 1 } });
      await send(transport, readOne);
      await refused.promise;
      // What was sent is there at once: the client hears of it in its next turns, however busy the machine is.
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      assert.deepEqual(await send(transport, change), [200]);
      assert.deepEqual(log, ['1 GET /api/miniapps/tides', '2 POST /api/miniapps/deploy']);
      await server.whenIdle();
      assert.equal(server.connections(), 3);
    });
  }

  test('that does not get ready is left for a connection that does', async () => {
    const { log, serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    await using line = await startFaultServer([pipeTo(server.port), swallow, pipeTo(server.port)]);
    const transport = openTransport(line.origin.replace('http:', 'https:'), { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    await whenConnected(line, 2);
    assert.deepEqual(await send(transport, change), [200]);
    assert.deepEqual(log.at(-1), '2 POST /api/miniapps/deploy');
    await Promise.all([server.whenIdle(), line.whenIdle()]);
  });

  test('that breaks off on its way is left for a connection that does not', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    const breakLate: Fault = async ({ socket }) => {
      await sleep(60);
      socket.resetAndDestroy();
    };
    await using line = await startFaultServer([pipeTo(server.port), breakLate, pipeTo(server.port, 40)]);
    const transport = openTransport(line.origin.replace('http:', 'https:'), { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    assert.deepEqual(await send(transport, change), [200]);
    await Promise.all([server.whenIdle(), line.whenIdle()]);
  });

  test('that gets ready first is used though it was late', async () => {
    const { log, serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    await using line = await startFaultServer([pipeTo(server.port), pipeTo(server.port, 30), swallow]);
    const transport = openTransport(line.origin.replace('http:', 'https:'), { spares: { atOnce: 1, changes: 1 } });
    assert.deepEqual(await send(transport, readOne, change), [200, 200]);
    assert.deepEqual(log.at(-1), '2 POST /api/miniapps/deploy');
    await Promise.all([server.whenIdle(), line.whenIdle()]);
  });

  test('does not make a change wait when the service is gone: its own connection decides', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    await using line = await startFaultServer([pipeTo(server.port), swallow, resetOnAccept]);
    const transport = openTransport(line.origin.replace('http:', 'https:'), { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    await assert.rejects(send(transport, change), { code: 'connection_lost', sent: false });
    await line.whenIdle();
  });

  test('ends with the run, and so does the connection beside it', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    await using line = await startFaultServer([pipeTo(server.port), swallow]);
    const transport = openTransport(line.origin.replace('http:', 'https:'), { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    const controller = new AbortController();
    setTimeout(() => controller.abort(endByCancel()), 30);
    await assert.rejects(transport(change, controller.signal), { code: 'cancelled', sent: false });
    await line.whenIdle();
  });

  test('that the service gives up with a 408 just when the change goes out: only a read can tell what became of it', async () => {
    const giveUp: Fault = async (peer: Peer) => {
      await peer.readRequest();
      await peer.write(toAnswer(408, '{}', ['connection: close']));
      peer.socket.end();
    };
    const { serve } = record();
    await using server = await startFaultServer([serve, giveUp]);
    const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    await whenConnected(server, 2);
    await assert.rejects(send(transport, change), { code: 'connection_lost', sent: true });
    // On a connection of its own a 408 is a response like any other.
    assert.deepEqual(await send(transport, change), [408]);
    await server.whenIdle();
  });

  test('that the service closes just when the change goes out: only a read can tell what became of it', async () => {
    const { serve } = record();
    const reset: Fault = async (peer) => {
      await peer.waitForBytes(1);
      peer.socket.resetAndDestroy();
    };
    await using server = await startFaultServer([serve, reset]);
    const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    await whenConnected(server, 2);
    await assert.rejects(send(transport, change), { code: 'connection_lost', sent: true });
    await server.whenIdle();
    assert.equal(server.connections(), 2);
  });

  test('that is gone when undici has it is replaced, and the change goes out once', async (t) => {
    const { log, serve } = record();
    await using server = await startFaultServer(serve);
    const transport = openTransport(server.origin, { spares: { atOnce: 1, changes: 1 } });
    await send(transport, readOne);
    await whenConnected(server, 2);
    const cut = (message: unknown): void => {
      unsubscribe('undici:client:connected', cut);
      (message as { socket: { destroy(): void } }).socket.destroy();
    };
    subscribe('undici:client:connected', cut);
    t.after(() => unsubscribe('undici:client:connected', cut));
    assert.deepEqual(await send(transport, change), [200]);
    assert.deepEqual(log.at(-1), '3 POST /api/miniapps/deploy');
    await server.whenIdle();
  });

  test('to a port on which nothing listens is no error of its own', async () => {
    const transport = openTransport(`http://127.0.0.1:${await findFreePort()}`, { spares: { atOnce: 2, changes: 2 } });
    for (const request of [readOne, change]) {
      await assert.rejects(send(transport, request), { code: 'connection_refused', sent: false });
    }
  });

  test('is not opened in a dry run', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve);
    const transport = openTransport(server.origin, { spares: { atOnce: 2, changes: 2 }, dryRun: true });
    await send(transport, readOne);
    await server.whenIdle();
    assert.equal(server.connections(), 1);
  });

  test('is not opened through a proxy', async () => {
    const { serve } = record();
    await using server = await startFaultServer(serve, { certificate: 'localhost' });
    await using line = await startFaultServer(tunnelTo(server.port));
    const proxy = { httpsProxy: line.origin, noProxy: '' };
    const transport = openTransport('https://localhost:4443', { spares: { atOnce: 2, changes: 2 }, proxy });
    await send(transport, readOne, change);
    transport.close();
    await line.whenIdle();
    assert.equal(line.connections(), 2);
  });
});

test('through a proxy a 408 is a response like any other', async () => {
  await using server = await startFaultServer(answer(408, '{}'), { certificate: 'localhost' });
  await using line = await startFaultServer(tunnelTo(server.port));
  const transport = openTransport('https://localhost:4443', { proxy: { httpsProxy: line.origin, noProxy: '' } });
  assert.deepEqual(await send(transport, change), [408]);
});
