import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { endByCancel } from '../../../src/action-error.ts';
import type { OpenTransport, TransportOptions } from '../../../src/api/transport.ts';
import {
  answer,
  answerCoded,
  answerEarly,
  type Fault,
  readCertificate,
  resetAfterRequest,
  startFaultServer,
  toAnswer,
  tunnelTo,
} from '../../support/fault-server/index.ts';
import { deploy, openTransport, readList, readOne, remove } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

const { signal } = new AbortController();
const change = deploy(100);
const ok = answer(200, '{"is":"right"}');

interface Setting extends Partial<TransportOptions> {
  /** What the server does with its requests. */
  readonly faults: Fault | readonly Fault[];
  readonly certificate?: 'localhost' | undefined;
  /** How many connections the work takes, all told. */
  readonly connections: number;
}

/** A transport to such a server at work. In the end it leaves nothing open. */
async function play(
  { faults, certificate, connections, ...options }: Setting,
  work: (transport: OpenTransport, whenIdle: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await using server = await startFaultServer(faults, { certificate });
  const transport = openTransport(server.origin, options);
  await work(transport, server.whenIdle);
  assert.equal(server.connections(), connections);
  transport.close();
  await server.whenIdle();
}

/** Sends requests one after the other and holds that each gets the response that is meant for it. */
async function send(transport: OpenTransport, requests = [readOne, change]): Promise<void> {
  for (const request of requests) {
    assert.deepEqual((await transport(request, signal)).body, { kind: 'json', value: { is: 'right' } });
  }
}

describe('the requests of a run share one connection', () => {
  const all = [readOne, change, readList, deploy(2_000_000), remove];

  test('over http', () => play({ faults: ok, connections: 1 }, (transport) => send(transport, all)));

  test('over https', () =>
    play({ faults: ok, certificate: 'localhost', connections: 1 }, (transport) => send(transport, all)));

  test('through a proxy', async () => {
    await using server = await startFaultServer(ok, { certificate: 'localhost' });
    const proxy = (port: number) => ({ httpsProxy: `http://127.0.0.1:${port}`, noProxy: '' });
    await using tunnel = await startFaultServer(tunnelTo(server.port));
    const transport = openTransport('https://localhost:4443', { proxy: proxy(tunnel.port) });
    await send(transport, all);
    assert.deepEqual({ tunnel: tunnel.connections(), server: server.connections() }, { tunnel: 1, server: 1 });
    transport.close();
    await Promise.all([tunnel.whenIdle(), server.whenIdle()]);
  });

  test('though the service keeps it for no more than 2 s', () =>
    play({ faults: answer(200, '{"is":"right"}', ['keep-alive: timeout=2']), connections: 1 }, (transport) =>
      send(transport),
    ));

  test('though what bounded an earlier exchange ends', async () => {
    const bound = new AbortController();
    const endBound: Fault = async (peer) => {
      await peer.readRequest();
      bound.abort();
      await setImmediate();
      await ok(peer);
    };
    await play({ faults: [ok, endBound], connections: 1 }, async (transport) => {
      await transport(readOne, bound.signal);
      await send(transport, [change]);
    });
  });
});

describe('another connection is opened', () => {
  test('after too long a silence', () =>
    play({ faults: ok, keepAliveMs: 20, connections: 2 }, async (transport, whenIdle) => {
      await send(transport, [readOne]);
      await whenIdle();
      await send(transport, [change]);
    }));

  test('after too long a silence that no timer could tell of, since the process was busy', () =>
    play({ faults: ok, keepAliveMs: 20, connections: 2 }, async (transport) => {
      await send(transport, [readOne]);
      // The timer begins a turn of the event loop after the response.
      await setImmediate();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
      await send(transport, [change]);
    }));

  test('where the service says that it closes', () =>
    play({ faults: answer(200, '{"is":"right"}', ['connection: close']), connections: 2 }, (transport) =>
      send(transport),
    ));

  test('where the service closes without a word: the change goes out once', async () => {
    const closed = Promise.withResolvers<void>();
    const methods: string[] = [];
    const close: Fault = async (peer) => {
      await ok(peer);
      peer.socket.end(() => closed.resolve());
    };
    const take: Fault = async (peer) => {
      methods.push((await peer.readRequest()).method);
      await ok(peer);
    };
    await play({ faults: [close, take], connections: 2 }, async (transport) => {
      await send(transport, [readOne]);
      await closed.promise;
      await send(transport, [change]);
    });
    assert.deepEqual(methods, ['POST']);
  });

  for (const certificate of [undefined, 'localhost'] as const) {
    test(`where a response came that nobody asked for, over ${certificate ? 'https' : 'http'}`, async () => {
      const twice: Fault = async (peer) => {
        await peer.readRequest();
        peer.socket.write(toAnswer(200, '{"is":"right"}'));
        peer.socket.write(toAnswer(200, '{"is":"wrong"}'));
      };
      const late = Promise.withResolvers<void>();
      const later: Fault = async (peer) => {
        await ok(peer);
        await sleep(5);
        await peer.write(toAnswer(408, '{}', ['connection: close']));
        late.resolve();
      };
      await play({ faults: [twice, later, ok], certificate, connections: 3 }, async (transport) => {
        await send(transport);
        await late.promise;
        await send(transport, [change]);
      });
    });
  }

  for (const [name, fault, status, request] of [
    ['that was not read to its end', answerCoded(200, 'zstd'), 200, readOne],
    ['that came while the body went out', answerEarly(413, '{}', 'reads on'), 413, deploy(20_000_000)],
    ['of 408, after which the service closes', answer(408, '{}', ['connection: close']), 408, change],
  ] as const) {
    test(`after a response ${name}`, () =>
      play({ faults: [fault, ok], connections: 2 }, async (transport) => {
        assert.equal((await transport(request, signal)).status, status);
        await send(transport, [change]);
      }));
  }

  test('after an exchange that was ended, and one whose change was lost, which is not sent again', async () => {
    const controller = new AbortController();
    const end: Fault = async (peer) => {
      await peer.readRequest();
      controller.abort(endByCancel());
    };
    await play({ faults: [ok, end, ok, resetAfterRequest, ok], connections: 3 }, async (transport) => {
      await send(transport, [readOne]);
      await assert.rejects(transport(change, controller.signal), { code: 'cancelled', sent: true });
      await send(transport, [change]);
      await assert.rejects(transport(change, signal), { code: 'connection_lost', sent: true });
      await send(transport, [change]);
    });
  });
});
