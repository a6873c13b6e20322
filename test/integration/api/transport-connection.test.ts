import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { OpenTransport, TransportOptions, WireRequest } from '../../../src/api/transport.ts';
import { endByCancel } from '../../../src/errors.ts';
import {
  answer,
  answerCoded,
  answerEarly,
  answerRaw,
  type Fault,
  holdPort,
  refuseTunnel,
  resetAfterBytes,
  startFaultServer,
  swallow,
  toAnswer,
  trust,
  tunnelHere,
  tunnelTo,
} from '../../support/fault-server/index.ts';
import {
  assertLost,
  deploy,
  exchange,
  LimitClock,
  openTransport,
  proxyPassword,
  readOne,
} from './exchange.ts';

const request = deploy(300_000);
const change = deploy(100);
const ok = answer(200, '{"is":"right"}');
const { signal } = new AbortController();

test('a refused connection is reported as not sent', async () => {
  await using closed = await holdPort();
  const message = new RegExp(
    `: connection refused.*: 127\\.0\\.0\\.1:${closed.port} \\(ECONNREFUSED\\)$`,
  );
  await assertLost(
    `http://127.0.0.1:${closed.port}`,
    { code: 'connection_refused', sent: false, message },
    { request },
  );
});

// A socket that nobody closes is closed by its own timeout, after 15 s.
describe('an HTTPS connection', { timeout: 10_000 }, () => {
  before(() => trust('elsewhere'));

  const refuseInPlain: Fault = async (peer) => {
    await peer.waitForBytes(1);
    await peer.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
  };
  for (const [name, fault, certificate, code, message] of [
    [
      'with a self-signed certificate is refused',
      ok,
      'localhost',
      'tls',
      /\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    ],
    [
      'with a certificate for another host is refused',
      ok,
      'elsewhere',
      'tls',
      /\(ERR_TLS_CERT_ALTNAME_INVALID\)$/,
    ],
    [
      'to a server that speaks plain HTTP fails',
      refuseInPlain,
      undefined,
      'tls',
      /: no secure connection: /,
    ],
    [
      'that is reset during the TLS handshake is lost',
      resetAfterBytes(0),
      undefined,
      'connection_lost',
      /\(ECONNRESET\)$/,
    ],
    [
      'whose TLS handshake is never answered times out',
      swallow,
      undefined,
      'connection_failed',
      /cannot connect: .*ETIMEDOUT/,
    ],
  ] as const) {
    test(`an HTTPS connection ${name}, and nothing was sent`, async () => {
      await using server = await startFaultServer(fault, { certificate });
      const origin = server.origin.replace('http:', 'https:');
      const totalTimeoutMs = fault === swallow ? 50 : 60_000;
      await assertLost(origin, { code, sent: false, message }, { request, totalTimeoutMs });
      await server.whenIdle();
    });
  }
});

/** A service that can only be reached through the proxy. */
const hidden = 'https://localhost:4443';
function toProxy(port: number, noProxy = '') {
  return {
    httpsProxy: `http://deployer:${proxyPassword}@127.0.0.1:${port}`,
    allProxy: 'socks5://127.0.0.1:1',
    noProxy,
  };
}

describe('with a proxy', () => {
  before(() => trust('localhost'));

  test('a request counts as sent if the service behind the proxy closes the connection', async () => {
    await using proxy = await startFaultServer(tunnelHere(answerRaw(''), 'localhost'));
    const loss = { code: 'connection_lost', sent: true } as const;
    await assertLost(hidden, loss, { request, proxy: toProxy(proxy.port) });
  });

  test('a proxy address without a scheme is that of an HTTP proxy, also in ALL_PROXY', async () => {
    await using proxy = await startFaultServer(tunnelHere(ok, 'localhost'));
    const httpsProxy = toProxy(proxy.port).httpsProxy.replace('http://', '');
    for (const settings of [
      { httpsProxy, allProxy: '', noProxy: '' },
      { httpsProxy: '', allProxy: httpsProxy, noProxy: '' },
    ]) {
      assert.equal((await exchange(hidden, { request, proxy: settings })).status, 200);
    }
    assert.equal(proxy.connections(), 2);
  });

  test('an early 413 is returned although the upload was not finished', async () => {
    await using proxy = await startFaultServer(
      tunnelHere(answerEarly(413, '{}', 'closes'), 'localhost'),
    );
    const response = await exchange(hidden, {
      request: deploy(20_000_000),
      proxy: toProxy(proxy.port),
    });
    assert.partialDeepStrictEqual(response, { status: 413, body: { kind: 'json' } });
  });

  test('the hosts of NO_PROXY are reached directly, and errors do not name the proxy', async () => {
    await using service = await startFaultServer(ok, { certificate: 'localhost' });
    await using other = await startFaultServer(refuseTunnel(403));
    const proxy = toProxy(other.port, 'example.org, 127.0.0.1');
    assert.equal((await exchange(service.origin, { proxy })).status, 200);
    await using closed = await holdPort();
    const message = /: connection refused.*: 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/;
    const loss = { code: 'connection_refused', sent: false, message } as const;
    await assertLost(`https://127.0.0.1:${closed.port}`, loss, { proxy });
    assert.equal(other.connections(), 0);
  });
});

describe('the request was not sent, and the error names the proxy', () => {
  for (const [name, fault, code] of [
    ['that requires a login', refuseTunnel(407), 'proxy_refused'],
    ['that closes the connection', answerRaw(''), 'connection_lost'],
  ] as const) {
    test(`the error names a proxy ${name}`, async () => {
      await using server = await startFaultServer(fault);
      const message = new RegExp(`: .*the proxy 127\\.0\\.0\\.1:${server.port} `);
      await assertLost(
        hidden,
        { code, sent: false, message },
        { request, proxy: toProxy(server.port) },
      );
      await server.whenIdle();
    });
  }

  const noAddress = /: the value of HTTPS_PROXY is not the address of a proxy$/;
  const socks = /: HTTPS_PROXY names a socks5h?: proxy, and only http: and https: are known$/;
  for (const [name, message, httpsProxy, allProxy = ''] of [
    ['HTTPS_PROXY has an odd port', noAddress, `deployer:${proxyPassword}@proxy.example:80x`],
    [
      'HTTPS_PROXY is encoded wrongly',
      noAddress,
      `http://deployer:%zz${proxyPassword}@127.0.0.1:8080`,
    ],
    ['HTTPS_PROXY speaks SOCKS', socks, `socks5h://deployer:${proxyPassword}@127.0.0.1:1080`],
    [
      'only ALL_PROXY is set',
      /: ALL_PROXY names a socks5: proxy, and only http: and https: are known$/,
      '',
      'socks5://127.0.0.1:1080',
    ],
  ] as const) {
    test(`the error names the proxy and its variable if ${name}`, async () => {
      const proxy = { httpsProxy, allProxy, noProxy: 'apps.example, .host' };
      await assertLost(hidden, { code: 'proxy_refused', sent: false, message }, { request, proxy });
      if (message === noAddress) return;
      await using service = await startFaultServer(ok, { certificate: 'localhost' });
      assert.equal(
        (await exchange(service.origin, { proxy: { ...proxy, noProxy: 'x, 127.0.0.1' } })).status,
        200,
      );
    });
  }
});

test('a proxy, or a service behind it, that never responds times out, and can be cancelled', async (context) => {
  const clock = new LimitClock(context);
  let end = (): void => undefined;
  await using silent = await startFaultServer(async (peer) => {
    await peer.waitForBytes(1);
    end();
  });
  await using tunnel = await startFaultServer(tunnelTo(silent.port));
  for (const { port } of [silent, tunnel]) {
    const proxy = toProxy(port);
    const message = /: cannot connect: the proxy 127\.0\.0\.1:\d+ \(ETIMEDOUT\)$/;
    const loss = { code: 'proxy', sent: false, message } as const;
    end = () => clock.pass(60);
    await assertLost(hidden, loss, { request, proxy, totalTimeoutMs: 60 });
    const controller = new AbortController();
    end = () => controller.abort(endByCancel());
    await assertLost(
      hidden,
      { code: 'cancelled', sent: false },
      { request, proxy, signal: controller.signal },
    );
    await Promise.all([silent.whenIdle(), tunnel.whenIdle()]);
  }
});

interface Setting extends Partial<TransportOptions> {
  readonly faults: Fault | readonly Fault[];
  readonly certificate?: 'localhost';
  /** The number of connections that the work opens. */
  readonly connections: number;
}

/**
 * Runs `work` with a transport to a server with these faults, and checks that nothing stays open.
 */
async function play(
  setting: Setting,
  work: (transport: OpenTransport) => Promise<void>,
): Promise<void> {
  const { faults, certificate, connections, ...options } = setting;
  await using server = await startFaultServer(faults, { certificate });
  const transport = openTransport(server.origin, options);
  await work(transport);
  assert.equal(server.connections(), connections);
  transport.close();
  await server.whenIdle();
}

/** Sends requests one after the other, and checks that each gets its own response. */
async function send(transport: OpenTransport, requests: readonly WireRequest[]): Promise<void> {
  for (const request of requests) {
    assert.deepEqual((await transport(request, signal)).body, {
      kind: 'json',
      value: { is: 'right' },
    });
  }
}

describe('a connection', () => {
  before(() => trust('localhost'));

  test('a connection is reused by later requests, even if an earlier request was aborted', () => {
    const bound = new AbortController();
    return play({ faults: ok, certificate: 'localhost', connections: 1 }, async (transport) => {
      await transport(readOne, bound.signal);
      bound.abort();
      await send(transport, [change]);
    });
  });

  test('a connection that idled too long is replaced, even if the process was too busy for timers', () =>
    play({ faults: ok, keepAliveMs: 20, connections: 2 }, async (transport) => {
      await send(transport, [readOne]);
      // The timer begins a turn of the event loop after the response.
      await setImmediate();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
      await send(transport, [change]);
    }));

  for (const [name, fault] of [
    ['if the service sends no Keep-Alive header', ok],
    [
      'even if the service sends Keep-Alive: timeout=60',
      answer(200, '{"is":"right"}', ['keep-alive: timeout=60']),
    ],
  ] as const) {
    test(`a connection is replaced after one second of idling, ${name}`, async (context) => {
      await play({ faults: fault, keepAliveMs: undefined, connections: 2 }, async (transport) => {
        context.mock.timers.enable({ apis: ['setTimeout'] });
        await send(transport, [readOne]);
        await setImmediate();
        context.mock.timers.tick(999);
        await send(transport, [change]);
        await setImmediate();
        context.mock.timers.tick(1_000);
        await send(transport, [change]);
        context.mock.timers.reset();
      });
    });
  }

  test('a connection is replaced if the service closed it or sent an unrequested response', async () => {
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
    await play(
      { faults: [close, goOn, ok], certificate: 'localhost', connections: 3 },
      async (transport) => {
        await send(transport, [readOne]);
        await disturbed[0].promise;
        await send(transport, [change]);
        await disturbed[1].promise;
        await send(transport, [change]);
      },
    );
  });

  test('a connection sends nothing if a cancel arrived together with the last response', () =>
    play({ faults: ok, connections: 1 }, async (transport) => {
      const controller = new AbortController();
      await send(transport, [readOne]);
      void setImmediate().then(() => controller.abort(endByCancel()));
      await assert.rejects(transport(change, controller.signal), {
        code: 'cancelled',
        sent: false,
      });
    }));

  for (const [name, fault, status, request] of [
    ['that was not read to its end', answerCoded(200, 'zstd'), 200, readOne],
    [
      'that arrived while the body was being sent',
      answerEarly(413, '{}', 'reads on'),
      413,
      deploy(20_000_000),
    ],
  ] as const) {
    test(`a connection is replaced after a response ${name}`, () =>
      play({ faults: [fault, ok], connections: 2 }, async (transport) => {
        assert.equal((await transport(request, signal)).status, status);
        await send(transport, [change]);
      }));
  }

  test('a connection is replaced after a cancelled or lost request, and a change is never sent again', async () => {
    const controller = new AbortController();
    const end: Fault = async (peer) => {
      await peer.readRequest();
      controller.abort(endByCancel());
    };
    await play(
      { faults: [ok, end, ok, answerRaw('', 'resets'), ok], connections: 3 },
      async (transport) => {
        await send(transport, [readOne]);
        await assert.rejects(transport(change, controller.signal), {
          code: 'cancelled',
          sent: true,
        });
        await send(transport, [change]);
        await assert.rejects(transport(change, signal), { code: 'connection_lost', sent: true });
        await send(transport, [change]);
      },
    );
  });
});
