import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { endByCancel } from '../../../src/action-error.ts';
import {
  answer,
  answerEarlyAndClose,
  finAfterRequest,
  findFreePort,
  type ReceivedRequest,
  readCertificate,
  refuseTunnel,
  resetOnAccept,
  startFaultServer,
  swallow,
  tunnelHere,
  tunnelTo,
} from '../../support/fault-server/index.ts';
import { apiKey, createBody, deploy, describeLost, exchange, lose, proxyPassword } from './exchange.ts';

before(() => setDefaultCACertificates([readCertificate('localhost')]));

const request = deploy(createBody(300_000));
/** A service that no name server knows: only the proxy can lead to it. */
const hidden = 'https://localhost:4443';

function toProxy(host: string, noProxy = '') {
  return { httpsProxy: `http://deployer:${proxyPassword}@${host}`, noProxy };
}

test('a proxy tunnels to the service and never sees the key', async () => {
  const requests: ReceivedRequest[] = [];
  const tunnels: ReceivedRequest[] = [];
  await using service = await startFaultServer(
    async (peer) => {
      requests.push(await peer.readRequest());
      await peer.write('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}');
    },
    { certificate: 'localhost' },
  );
  await using proxy = await startFaultServer(tunnelTo(service.port, (tunnel) => tunnels.push(tunnel)));
  const got = await exchange(hidden, { request, proxy: toProxy(`127.0.0.1:${proxy.port}`) });
  assert.equal(got.status, 201);
  const [tunnel, ...others] = tunnels;
  assert.deepEqual([tunnel?.method, tunnel?.path, others], ['CONNECT', 'localhost:4443', []]);
  assert.equal(
    tunnel?.headers['proxy-authorization'],
    `Basic ${Buffer.from(`deployer:${proxyPassword}`).toString('base64')}`,
  );
  assert.ok(!JSON.stringify(tunnels).includes(apiKey));
  assert.equal(requests[0]?.headers['authorization'], `Bearer ${apiKey}`);
  assert.equal(requests[0]?.headers['proxy-authorization'], undefined);
  assert.equal(requests[0]?.body.length, 300_000);
  await Promise.all([service.whenIdle(), proxy.whenIdle()]);
});

test('a service that breaks off behind the proxy has been sent the request', async () => {
  await using service = await startFaultServer(finAfterRequest, { certificate: 'localhost' });
  await using proxy = await startFaultServer(tunnelTo(service.port));
  const lost = await describeLost(hidden, { request, proxy: toProxy(`127.0.0.1:${proxy.port}`) });
  assert.deepEqual(lost, { code: 'connection_lost', sent: true });
});

test('a 413 from a service behind the proxy that closes with the body unread is an answer', async () => {
  await using proxy = await startFaultServer(tunnelHere(answerEarlyAndClose(413, '{}'), 'localhost'));
  for (let round = 0; round < 5; round += 1) {
    const body = createBody(20_000_000);
    const got = await exchange(hidden, { request: deploy(body), proxy: toProxy(`127.0.0.1:${proxy.port}`) });
    assert.deepEqual([got.status, got.body.kind], [413, 'json']);
  }
});

for (const [name, fault, words, code] of [
  ['asks for a login', refuseTunnel(407), /the proxy 127\.0\.0\.1:\d+ requires a login \(407\)$/, 'proxy_refused'],
  ['refuses', refuseTunnel(403), /the proxy 127\.0\.0\.1:\d+ refused the connection \(403\)$/, 'proxy_refused'],
  [
    'cannot reach the service',
    refuseTunnel(502),
    /the proxy 127\.0\.0\.1:\d+ refused the connection \(502\)$/,
    'proxy',
  ],
] as const) {
  test(`a proxy that ${name} is named, and nothing was sent`, async () => {
    await using proxy = await startFaultServer(fault);
    const error = await lose(hidden, { request, proxy: toProxy(`127.0.0.1:${proxy.port}`) });
    assert.deepEqual([error.code, error.sent], [code, false]);
    assert.match(error.message, words);
    assert.match(error.next, /NO_PROXY/);
    await proxy.whenIdle();
  });
}

test('a proxy that nothing answers for is named, and nothing was sent', async () => {
  const error = await lose(hidden, { request, proxy: toProxy(`127.0.0.1:${await findFreePort()}`) });
  assert.deepEqual([error.code, error.sent], ['proxy', false]);
  assert.match(error.message, /connection refused: the proxy 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/);
  assert.match(error.next, /HTTPS_PROXY/);
});

test('a proxy that breaks off is named, and nothing was sent', async () => {
  for (const fault of [resetOnAccept, finAfterRequest]) {
    await using proxy = await startFaultServer(fault);
    const error = await lose(hidden, { request, proxy: toProxy(`127.0.0.1:${proxy.port}`) });
    assert.deepEqual([error.code, error.sent], ['connection_lost', false]);
    assert.match(error.message, /the proxy 127\.0\.0\.1:\d+/);
  }
});

for (const address of [
  `deployer:${proxyPassword}@proxy.example:8080`,
  `not an address ${proxyPassword}`,
  `ftp://deployer:${proxyPassword}@127.0.0.1:8080`,
  `http://deployer:%zz${proxyPassword}@127.0.0.1:8080`,
]) {
  test(`"${address.replace(proxyPassword, '…')}" is said to be no address of a proxy`, async () => {
    const error = await lose(hidden, { request, proxy: { httpsProxy: address, noProxy: '' } });
    assert.deepEqual([error.code, error.sent], ['proxy_refused', false]);
    assert.match(error.message, /the value of HTTPS_PROXY is not the address of a proxy$/);
  });
}

test('a silent proxy, and a silent service behind one, end with the attempt and at once with the run', async () => {
  await using silent = await startFaultServer(swallow);
  await using tunnel = await startFaultServer(tunnelTo(silent.port));
  for (const { port } of [silent, tunnel]) {
    const proxy = toProxy(`127.0.0.1:${port}`);
    const lost = await describeLost(hidden, { request, proxy, attemptMs: 150 });
    assert.deepEqual(lost, { code: 'attempt_timeout', sent: false });
    const controller = new AbortController();
    setTimeout(() => controller.abort(endByCancel()), 60);
    const cancelled = await describeLost(hidden, { request, proxy, attemptMs: 60_000, signal: controller.signal });
    assert.deepEqual(cancelled, { code: 'cancelled', sent: false });
    await Promise.all([silent.whenIdle(), tunnel.whenIdle()]);
  }
});

test('NO_PROXY leads past the proxy, and then errors do not name it', async () => {
  await using service = await startFaultServer(answer(200, '{}'), { certificate: 'localhost' });
  await using proxy = await startFaultServer(refuseTunnel(403));
  const settings = toProxy(`127.0.0.1:${proxy.port}`, 'example.org, 127.0.0.1');
  assert.equal((await exchange(service.origin, { proxy: settings })).status, 200);
  const error = await lose(`https://127.0.0.1:${await findFreePort()}`, { proxy: settings });
  assert.deepEqual([error.code, error.sent], ['connection_refused', false]);
  assert.doesNotMatch(error.message, /proxy/);
  assert.equal(proxy.connections(), 0);
  await service.whenIdle();
});

test('plain http, which is for this machine only, goes past the proxy', async () => {
  await using service = await startFaultServer(answer(200, '{}'));
  await using proxy = await startFaultServer(refuseTunnel(403));
  for (const settings of [toProxy(`127.0.0.1:${proxy.port}`), { httpsProxy: 'not an address', noProxy: '' }]) {
    assert.equal((await exchange(service.origin, { proxy: settings })).status, 200);
  }
  assert.equal(proxy.connections(), 0);
});

test('the environment is not looked into: HTTP_PROXY may hold anything', async (t) => {
  process.env['HTTP_PROXY'] = 'nonsense';
  t.after(() => delete process.env['HTTP_PROXY']);
  await using service = await startFaultServer(answer(200, '{}'), { certificate: 'localhost' });
  await using proxy = await startFaultServer(tunnelTo(service.port));
  assert.equal((await exchange(hidden, { proxy: toProxy(`127.0.0.1:${proxy.port}`) })).status, 200);
});
