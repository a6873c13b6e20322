import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { endByCancel } from '../../../src/action-error.ts';
import type { OpenTransport, TransportOptions, WireRequest } from '../../../src/api/transport.ts';
import {
  answer,
  type Fault,
  type FaultServer,
  findFreePort,
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

interface Setting extends Partial<TransportOptions> {
  /** What the server does on each connection in turn; by default it responds. */
  readonly faults?: (serve: Fault) => readonly Fault[];
  readonly certificate?: 'localhost';
  /** What stands on each connection in turn between the transport and the server, which then has TLS. */
  readonly line?: (port: number) => readonly Fault[];
}

interface Scene {
  /** Which request came on which connection, such as `2 POST /api/miniapps/deploy`. */
  readonly log: readonly string[];
  readonly transport: OpenTransport;
  /** How many connections were opened. */
  readonly connections: () => number;
  /** Waits until so many were opened: a spare arrives when it likes. */
  readonly whenConnected: (count: number) => Promise<void>;
  /** Waits until all are closed. */
  readonly whenIdle: () => Promise<void>;
}

/** Plays this with a transport that keeps one spare, and a service that may break. In the end no connection may be open. */
async function play(
  { faults = (serve) => [serve], certificate, line, ...options }: Setting,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const log: string[] = [];
  let count = 0;
  const serve: Fault = async (peer) => {
    count += 1;
    const number = count;
    const { method, path } = await peer.readRequest();
    log.push(`${number} ${method} ${path}`);
    await peer.write(toAnswer(200, '{}', []));
  };
  const secure = certificate ?? (line === undefined ? undefined : 'localhost');
  await using server = await startFaultServer(faults(serve), secure === undefined ? {} : { certificate: secure });
  await using relay = line === undefined ? null : await startFaultServer(line(server.port));
  const front: FaultServer = relay ?? server;
  const origin = relay === null ? server.origin : relay.origin.replace('http:', 'https:');
  const transport = openTransport(origin, { spares: { atOnce: 1, changes: 1 }, ...options });
  const whenIdle = async (): Promise<void> => {
    await Promise.all([server.whenIdle(), relay?.whenIdle()]);
  };
  await work({
    log,
    transport,
    connections: () => front.connections(),
    async whenConnected(opened) {
      while (front.connections() < opened) await sleep(5);
      // For the client to hear that it is connected, and of what the server does then.
      await sleep(20);
    },
    whenIdle,
  });
  await whenIdle();
}

async function send(transport: OpenTransport, ...requests: readonly WireRequest[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await transport(request, signal)).status);
  return statuses;
}

describe('a spare connection', () => {
  for (const certificate of [undefined, 'localhost'] as const) {
    const secure = certificate === undefined ? {} : { certificate };
    test(`is opened while a request runs, and takes the change after it, over ${certificate ? 'https' : 'http'}`, () =>
      play(secure, async ({ log, transport, connections, whenConnected, whenIdle }) => {
        await send(transport, readOne);
        await whenConnected(2);
        await send(transport, change);
        assert.deepEqual(log, ['1 GET /api/miniapps/tides', '2 POST /api/miniapps/deploy']);
        await whenIdle();
        assert.equal(connections(), 2);
      }));
  }

  test('that is ready is all that its change needs: no other is tried beside it', (t) =>
    play({}, async ({ transport, whenConnected }) => {
      await send(transport, readOne);
      await whenConnected(2);
      let tried = 0;
      const count = (): void => {
        tried += 1;
      };
      subscribe('net.client.socket', count);
      t.after(() => unsubscribe('net.client.socket', count));
      await send(transport, change);
      assert.equal(tried, 0);
    }));

  test('is opened for each of two changes in a row, and for none after them', () =>
    play({ spares: { atOnce: 2, changes: 2 } }, async ({ log, transport, connections, whenConnected, whenIdle }) => {
      await send(transport, readOne);
      await whenConnected(3);
      await send(transport, change, submit, readOne, submit);
      assert.deepEqual(
        log.map((line) => line.split(' ')[0]),
        ['1', '2', '3', '4', '5'],
      );
      await whenIdle();
      assert.equal(connections(), 5);
    }));

  test('takes a read too, and never are there more than may wait', () =>
    play({ spares: { atOnce: 1, changes: 2 } }, async ({ log, transport, connections, whenConnected }) => {
      for (const count of [2, 3, 4]) {
        await send(transport, readOne);
        await whenConnected(count);
        assert.equal(connections(), count);
      }
      await send(transport, change);
      await whenConnected(5);
      await send(transport, submit);
      assert.deepEqual(log.slice(-2), ['4 POST /api/miniapps/deploy', '5 POST /api/miniapps/tides/submit']);
    }));

  test('that nobody needs is closed with the transport', () =>
    play({ spares: { atOnce: 2, changes: 2 } }, async ({ transport, connections, whenConnected, whenIdle }) => {
      await send(transport, readOne);
      await whenConnected(3);
      transport.close();
      await whenIdle();
      await send(transport, readOne);
      await whenIdle();
      assert.equal(connections(), 4);
    }));

  test('that is still on its way is closed with the transport', () =>
    play({ line: (port) => [pipeTo(port), swallow] }, async ({ transport, whenConnected }) => {
      await send(transport, readOne);
      await whenConnected(2);
      transport.close();
    }));

  test('is closed when it has waited for too long, and the change opens one of its own', () =>
    play({ maxSpareMs: 60 }, async ({ log, transport, whenConnected, whenIdle }) => {
      await send(transport, readOne);
      await whenConnected(2);
      await whenIdle();
      await send(transport, change);
      assert.deepEqual(log.at(-1), '3 POST /api/miniapps/deploy');
    }));

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
      const refused = Promise.withResolvers<void>();
      let got = 0;
      const refuse: Fault = async (peer) => {
        peer.socket.on('close', () => {
          got = peer.socket.bytesRead;
        });
        await fault(peer);
        refused.resolve();
      };
      const faults = (serve: Fault) => [serve, refuse, serve];
      await play({ faults }, async ({ log, transport, connections, whenIdle }) => {
        await send(transport, readOne);
        await refused.promise;
        // What was sent is there at once: the client hears of it in its next turns, however busy the machine is.
        for (let turn = 0; turn < 10; turn += 1) await setImmediate();
        assert.deepEqual(await send(transport, change), [200]);
        assert.deepEqual(log, ['1 GET /api/miniapps/tides', '2 POST /api/miniapps/deploy']);
        await whenIdle();
        assert.equal(connections(), 3);
        assert.equal(got, 0, 'bytes of the change on the connection that is not used');
      });
    });
  }

  test('that does not get ready is left for a connection that does', () =>
    play({ line: (port) => [pipeTo(port), swallow, pipeTo(port)] }, async ({ log, transport, whenConnected }) => {
      await send(transport, readOne);
      await whenConnected(2);
      assert.deepEqual(await send(transport, change), [200]);
      assert.deepEqual(log.at(-1), '2 POST /api/miniapps/deploy');
    }));

  const breakLate: Fault = async ({ socket }) => {
    await sleep(60);
    socket.resetAndDestroy();
  };

  test('that breaks off on its way is left for a connection that does not', () =>
    play({ line: (port) => [pipeTo(port), breakLate, pipeTo(port, 40)] }, async ({ transport }) => {
      assert.deepEqual(await send(transport, readOne, change), [200, 200]);
    }));

  test('that gets ready first is used though it was late', () =>
    play({ line: (port) => [pipeTo(port), pipeTo(port, 30), swallow] }, async ({ log, transport }) => {
      assert.deepEqual(await send(transport, readOne, change), [200, 200]);
      assert.deepEqual(log.at(-1), '2 POST /api/miniapps/deploy');
    }));

  test('does not make a change wait when the service is gone: its own connection decides', () =>
    play({ line: (port) => [pipeTo(port), swallow, resetOnAccept] }, async ({ transport }) => {
      await send(transport, readOne);
      await assert.rejects(send(transport, change), { code: 'connection_lost', sent: false });
    }));

  test('ends with the run, and so does the connection beside it', () =>
    play({ line: (port) => [pipeTo(port), swallow] }, async ({ transport }) => {
      await send(transport, readOne);
      const controller = new AbortController();
      setTimeout(() => controller.abort(endByCancel()), 30);
      await assert.rejects(transport(change, controller.signal), { code: 'cancelled', sent: false });
    }));

  test('that the service gives up with a 408 just when the change goes out: only a read can tell what became of it', async () => {
    const giveUp: Fault = async (peer) => {
      await peer.readRequest();
      await peer.write(toAnswer(408, '{}', ['connection: close']));
      peer.socket.end();
    };
    await play({ faults: (serve) => [serve, giveUp] }, async ({ transport, whenConnected }) => {
      await send(transport, readOne);
      await whenConnected(2);
      await assert.rejects(send(transport, change), { code: 'connection_lost', sent: true });
      // On a connection of its own a 408 is a response like any other.
      assert.deepEqual(await send(transport, change), [408]);
    });
  });

  test('that the service closes just when the change goes out: only a read can tell what became of it', async () => {
    const reset: Fault = async (peer) => {
      await peer.waitForBytes(1);
      peer.socket.resetAndDestroy();
    };
    await play({ faults: (serve) => [serve, reset] }, async ({ transport, connections, whenConnected }) => {
      await send(transport, readOne);
      await whenConnected(2);
      await assert.rejects(send(transport, change), { code: 'connection_lost', sent: true });
      assert.equal(connections(), 2);
    });
  });

  test('that is gone when undici has it is replaced, and the change goes out once', (t) =>
    play({}, async ({ log, transport, whenConnected }) => {
      await send(transport, readOne);
      await whenConnected(2);
      const cut = (message: unknown): void => {
        unsubscribe('undici:client:connected', cut);
        (message as { socket: { destroy(): void } }).socket.destroy();
      };
      subscribe('undici:client:connected', cut);
      t.after(() => unsubscribe('undici:client:connected', cut));
      assert.deepEqual(await send(transport, change), [200]);
      assert.deepEqual(log.at(-1), '3 POST /api/miniapps/deploy');
    }));

  test('to a port on which nothing listens is no error of its own', async () => {
    const transport = openTransport(`http://127.0.0.1:${await findFreePort()}`, { spares: { atOnce: 2, changes: 2 } });
    for (const request of [readOne, change]) {
      await assert.rejects(send(transport, request), { code: 'connection_refused', sent: false });
    }
  });

  test('is not opened in a dry run', () =>
    play({ dryRun: true }, async ({ transport, connections, whenIdle }) => {
      await send(transport, readOne);
      await whenIdle();
      assert.equal(connections(), 1);
    }));

  test('is not opened through a proxy', async () => {
    await using server = await startFaultServer(answer(200, '{}'), { certificate: 'localhost' });
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
