import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { endByCancel } from '../../../src/action-error.ts';
import {
  answer,
  answerEarly,
  answerRaw,
  findFreePort,
  type ReceivedRequest,
  readCertificate,
  refuseTunnel,
  startFaultServer,
  swallow,
  tunnelHere,
  tunnelTo,
} from '../../support/fault-server/index.ts';
import { apiKey, assertLost, deploy, exchange, openTransport, proxyPassword } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

const request = deploy(300_000);
/** A service that no name server knows: only the proxy can lead to it. */
const hidden = 'https://localhost:4443';
const ok = answer(200, '{}');

function toProxy(port: number, noProxy = '') {
  return { httpsProxy: `http://deployer:${proxyPassword}@127.0.0.1:${port}`, noProxy };
}

describe('through a proxy', () => {
  test('requests share a tunnel to the service, and the proxy never sees the key', async (t) => {
    // The environment is not looked into.
    process.env['HTTP_PROXY'] = 'nonsense';
    t.after(() => delete process.env['HTTP_PROXY']);
    const tunnels: ReceivedRequest[] = [];
    await using service = await startFaultServer(ok, { certificate: 'localhost' });
    await using proxy = await startFaultServer(tunnelTo(service.port, (tunnel) => tunnels.push(tunnel)));
    const transport = openTransport(hidden, { proxy: toProxy(proxy.port) });
    const { signal } = new AbortController();
    await transport(request, signal);
    await transport(request, signal);
    const login = `Basic ${Buffer.from(`deployer:${proxyPassword}`).toString('base64')}`;
    const headers = { 'proxy-authorization': login };
    assert.partialDeepStrictEqual(tunnels, [{ method: 'CONNECT', path: 'localhost:4443', headers }]);
    assert.ok(!JSON.stringify(tunnels).includes(apiKey));
    assert.deepEqual([tunnels.length, service.connections()], [1, 1]);
    transport.close();
    await Promise.all([service.whenIdle(), proxy.whenIdle()]);
  });

  test('a request to a service that breaks off has been sent', async () => {
    await using proxy = await startFaultServer(tunnelHere(answerRaw(''), 'localhost'));
    const loss = { code: 'connection_lost', sent: true } as const;
    await assertLost(hidden, loss, { request, proxy: toProxy(proxy.port) });
  });

  test('a 413 from a service that closes with the body unread is a response', async () => {
    await using proxy = await startFaultServer(tunnelHere(answerEarly(413, '{}', 'closes'), 'localhost'));
    const response = await exchange(hidden, { request: deploy(20_000_000), proxy: toProxy(proxy.port) });
    assert.partialDeepStrictEqual(response, { status: 413, body: { kind: 'json' } });
  });
});

describe('nothing was sent, and the proxy is named,', () => {
  for (const [name, fault, code] of [
    ['that asks for a login', refuseTunnel(407), 'proxy_refused'],
    ['that breaks off', answerRaw(''), 'connection_lost'],
    ['where nothing listens', null, 'proxy'],
  ] as const) {
    test(name, async () => {
      await using server = await startFaultServer(fault ?? ok);
      const port = fault === null ? await findFreePort() : server.port;
      const message = new RegExp(`: .*the proxy 127\\.0\\.0\\.1:${port} `);
      await assertLost(hidden, { code, sent: false, message }, { request, proxy: toProxy(port) });
      await server.whenIdle();
    });
  }

  for (const [name, httpsProxy] of [
    ['has no scheme', `deployer:${proxyPassword}@proxy.example:8080`],
    ['is encoded wrongly', `http://deployer:%zz${proxyPassword}@127.0.0.1:8080`],
  ] as const) {
    test(`by HTTPS_PROXY alone, where that ${name}`, async () => {
      const loss = { code: 'proxy_refused', sent: false, message: /: the value of HTTPS_PROXY is not / } as const;
      await assertLost(hidden, loss, { request, proxy: { httpsProxy, noProxy: '' } });
    });
  }
});

test('a silent proxy, and a silent service behind one, end with the attempt and at once with the run', async () => {
  await using silent = await startFaultServer(swallow);
  await using tunnel = await startFaultServer(tunnelTo(silent.port));
  for (const { port } of [silent, tunnel]) {
    const proxy = toProxy(port);
    await assertLost(hidden, { code: 'attempt_timeout', sent: false }, { request, proxy, attemptMs: 60 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(endByCancel()), 60);
    await assertLost(hidden, { code: 'cancelled', sent: false }, { request, proxy, signal: controller.signal });
    await Promise.all([silent.whenIdle(), tunnel.whenIdle()]);
  }
});

test('the hosts of NO_PROXY are reached past the proxy, and then errors do not name it', async () => {
  await using service = await startFaultServer(ok, { certificate: 'localhost' });
  await using other = await startFaultServer(refuseTunnel(403));
  const proxy = toProxy(other.port, 'example.org, 127.0.0.1');
  assert.equal((await exchange(service.origin, { proxy })).status, 200);
  const message = /: connection refused: 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/;
  const loss = { code: 'connection_refused', sent: false, message } as const;
  await assertLost(`https://127.0.0.1:${await findFreePort()}`, loss, { proxy });
  assert.equal(other.connections(), 0);
});

test('plain http, which is for this machine only, goes past the proxy', async () => {
  await using service = await startFaultServer(ok);
  const proxy = { httpsProxy: 'not an address', noProxy: '' };
  assert.equal((await exchange(service.origin, { proxy })).status, 200);
});
