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
  answerRaw,
  type Fault,
  readCertificate,
  startFaultServer,
  toAnswer,
} from '../../support/fault-server/index.ts';
import { deploy, openTransport, readList, readOne, remove } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

const { signal } = new AbortController();
const change = deploy(100);
const ok = answer(200, '{"is":"right"}');

interface Setting extends Partial<TransportOptions> {
  /** What the server does with its requests. */
  readonly faults: Fault | readonly Fault[];
  readonly certificate?: 'localhost';
  /** How many connections the work takes, all told. */
  readonly connections: number;
}

/** A transport to such a server at work. In the end it leaves nothing open. */
async function play(
  { faults, certificate, connections, ...options }: Setting,
  work: (transport: OpenTransport) => Promise<void>,
): Promise<void> {
  await using server = await startFaultServer(faults, { certificate });
  const transport = openTransport(server.origin, options);
  await work(transport);
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
  test('over https', () => {
    const all = [readOne, change, readList, deploy(2_000_000), remove];
    return play({ faults: ok, certificate: 'localhost', connections: 1 }, (transport) => send(transport, all));
  });

  test('though the service keeps it for no more than 2 s', () => {
    const faults = answer(200, '{"is":"right"}', ['keep-alive: timeout=2']);
    return play({ faults, connections: 1 }, (transport) => send(transport));
  });

  test('though what bounded an earlier exchange ends', () => {
    const bound = new AbortController();
    return play({ faults: ok, connections: 1 }, async (transport) => {
      await transport(readOne, bound.signal);
      bound.abort();
      await send(transport, [change]);
    });
  });
});

describe('another connection is opened', () => {
  test('after too long a silence that no timer could tell of, since the process was busy', () =>
    play({ faults: ok, keepAliveMs: 20, connections: 2 }, async (transport) => {
      await send(transport, [readOne]);
      // The timer begins a turn of the event loop after the response.
      await setImmediate();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
      await send(transport, [change]);
    }));

  test('where the service closes, or a response came that nobody asked for', async () => {
    const disturbed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const close: Fault = async (peer) => {
      await ok(peer);
      peer.socket.end(() => disturbed[0].resolve());
    };
    const goOn: Fault = async (peer) => {
      await ok(peer);
      await sleep(5);
      await peer.write(toAnswer(408, '{}', ['connection: close']));
      disturbed[1].resolve();
    };
    await play({ faults: [close, goOn, ok], certificate: 'localhost', connections: 3 }, async (transport) => {
      await send(transport, [readOne]);
      await disturbed[0].promise;
      await send(transport, [change]);
      await disturbed[1].promise;
      await send(transport, [change]);
    });
  });

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
    await play({ faults: [ok, end, ok, answerRaw('', 'resets'), ok], connections: 3 }, async (transport) => {
      await send(transport, [readOne]);
      await assert.rejects(transport(change, controller.signal), { code: 'cancelled', sent: true });
      await send(transport, [change]);
      await assert.rejects(transport(change, signal), { code: 'connection_lost', sent: true });
      await send(transport, [change]);
    });
  });
});
