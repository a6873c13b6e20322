import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import type { OpenTransport, TransportOptions, WireRequest } from '../../../src/api/transport.ts';
import {
  answer,
  answerCoded,
  answerEarly,
  type Fault,
  readCertificate,
  resetAfterRequest,
  startFaultServer,
  swallow,
  toAnswer,
  tunnelTo,
} from '../../support/fault-server/index.ts';
import { createBody, deploy, openTransport, readList, readOne, remove } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

const change = deploy(createBody(100));
const { signal } = new AbortController();
const ok = answer(200, '{"is":"right"}');

interface Setting extends Partial<TransportOptions> {
  readonly certificate?: 'localhost' | undefined;
}

interface Scene {
  readonly transport: OpenTransport;
  /** How many connections were opened so far. */
  readonly connections: () => number;
  /** Waits until all are closed. */
  readonly whenIdle: () => Promise<void>;
}

/** Plays this with a transport to a server that does this with its requests. In the end the transport leaves nothing open. */
async function play(
  faults: Fault | readonly Fault[],
  { certificate, ...options }: Setting,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using server = await startFaultServer(faults, certificate === undefined ? {} : { certificate });
  const transport = openTransport(server.origin, options);
  await work({ transport, connections: () => server.connections(), whenIdle: () => server.whenIdle() });
  transport.close();
  await server.whenIdle();
}

/** Sends one request and holds that its response is the one meant for it. */
async function send(transport: OpenTransport, request: WireRequest): Promise<void> {
  const { body } = await transport(request, signal);
  assert.deepEqual(body, { kind: 'json', value: { is: 'right' } });
}

describe('the requests of a run share one connection', () => {
  for (const certificate of [undefined, 'localhost'] as const) {
    test(`over ${certificate ? 'https' : 'http'}`, () =>
      play(ok, { certificate }, async ({ transport, connections }) => {
        for (const request of [readOne, change, readList, deploy(createBody(2_000_000)), remove]) {
          await send(transport, request);
        }
        assert.equal(connections(), 1);
      }));
  }

  test('through a proxy', async () => {
    await using server = await startFaultServer(ok, { certificate: 'localhost' });
    await using proxy = await startFaultServer(tunnelTo(server.port));
    const transport = openTransport('https://localhost:4443', { proxy: { httpsProxy: proxy.origin, noProxy: '' } });
    for (const request of [readOne, change, readOne]) await send(transport, request);
    assert.deepEqual([proxy.connections(), server.connections()], [1, 1]);
    transport.close();
    await Promise.all([proxy.whenIdle(), server.whenIdle()]);
  });

  test('though the service keeps it for no more than 2 s', () =>
    play(answer(200, '{"is":"right"}', ['keep-alive: timeout=2']), {}, async ({ transport, connections }) => {
      for (const request of [readOne, change]) await send(transport, request);
      assert.equal(connections(), 1);
    }));
});

describe('another connection is opened', () => {
  test('after too long a silence', () =>
    play(ok, { keepAliveMs: 20 }, async ({ transport, connections, whenIdle }) => {
      await send(transport, readOne);
      await whenIdle();
      await send(transport, change);
      assert.equal(connections(), 2);
    }));

  test('after too long a silence that no timer could tell of, since the process was busy', () =>
    play(ok, { keepAliveMs: 20 }, async ({ transport, connections }) => {
      await send(transport, readOne);
      // The timer begins a turn of the event loop after the response.
      await sleep(1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
      await send(transport, change);
      assert.equal(connections(), 2);
    }));

  test('where the service says that it closes', () =>
    play(answer(200, '{"is":"right"}', ['connection: close']), {}, async ({ transport, connections }) => {
      for (const request of [readOne, change]) await send(transport, request);
      assert.equal(connections(), 2);
    }));

  test('where the service closes without a word: the change goes out once', async () => {
    const closed = Promise.withResolvers<void>();
    const changes: string[] = [];
    const close: Fault = async (peer) => {
      await ok(peer);
      peer.socket.end(() => closed.resolve());
    };
    const take: Fault = async (peer) => {
      changes.push((await peer.readRequest()).method);
      await ok(peer);
    };
    await play([close, take], {}, async ({ transport, connections }) => {
      await send(transport, readOne);
      await closed.promise;
      await send(transport, change);
      assert.deepEqual([connections(), changes], [2, ['POST']]);
    });
  });

  for (const certificate of [undefined, 'localhost'] as const) {
    test(`where a response came that nobody asked for, over ${certificate ? 'https' : 'http'}`, async () => {
      const twice: Fault = async (peer) => {
        await peer.readRequest();
        peer.socket.write(toAnswer(200, '{"is":"right"}', []));
        peer.socket.write(toAnswer(200, '{"is":"wrong"}', []));
      };
      const late = Promise.withResolvers<void>();
      const later: Fault = async (peer) => {
        await ok(peer);
        await sleep(5);
        await peer.write(toAnswer(408, '{}', ['connection: close']));
        late.resolve();
      };
      await play([twice, later, ok], { certificate }, async ({ transport, connections }) => {
        await send(transport, readOne);
        await send(transport, change);
        await late.promise;
        await send(transport, change);
        assert.equal(connections(), 3);
      });
    });
  }

  test('after an exchange that its time limit ended', () =>
    play([ok, swallow, ok], {}, async ({ transport, connections }) => {
      await send(transport, readOne);
      await assert.rejects(transport({ ...readOne, limitMs: 30 }, signal), { code: 'attempt_timeout' });
      await send(transport, change);
      assert.equal(connections(), 2);
    }));

  test('after a response that was not read to its end', () =>
    play([answerCoded(200, 'zstd'), ok], {}, async ({ transport, connections }) => {
      const { body } = await transport(readOne, signal);
      assert.equal(body.kind, 'unreadable');
      await send(transport, change);
      assert.equal(connections(), 2);
    }));

  test('after a response that came while the body went out', () =>
    play([answerEarly(413, '{}', { thenReads: true }), ok], {}, async ({ transport, connections }) => {
      const { status } = await transport(deploy(createBody(20_000_000)), signal);
      assert.equal(status, 413);
      await send(transport, change);
      assert.equal(connections(), 2);
    }));
});

test('the end of what bounded an exchange does not end the connection that a later one uses', async () => {
  const bound = new AbortController();
  const abortFirst: Fault = async (peer) => {
    await peer.readRequest();
    bound.abort();
    await setImmediate();
    await ok(peer);
  };
  await play([ok, abortFirst], {}, async ({ transport, connections }) => {
    await transport(readOne, bound.signal);
    await send(transport, change);
    assert.equal(connections(), 1);
  });
});

test('a change that is lost on a kept connection is not sent again', () =>
  play([ok, resetAfterRequest], {}, async ({ transport, connections }) => {
    await send(transport, readOne);
    await assert.rejects(transport(change, signal), { code: 'connection_lost', sent: true });
    assert.equal(connections(), 1);
  }));

test('a 408 is a response like any other', () =>
  play(answer(408, '{}', ['connection: close']), {}, async ({ transport }) => {
    assert.equal((await transport(change, signal)).status, 408);
  }));
