import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { passOn, refuseTunnel, startFaultServer, tunnelTo } from '../support/fault-server/index.ts';
import { assertHidden } from './contract.ts';
import { startScripted } from './scripted-service.ts';
import {
  githubToken,
  openDeployed,
  openStage,
  otherPage,
  type Stage,
  slug,
  submit,
} from './stage.ts';

const certificates = join(import.meta.dirname, '..', 'support', 'fault-server', 'certificates');

/** As somebody with a certificate authority of one's own sets it for a job. */
const trusting = { NODE_EXTRA_CA_CERTS: join(certificates, 'test-only-localhost.cert.pem') };

/** A server before the stage that speaks TLS. */
function startFront({ sandbox }: Stage) {
  return startFaultServer(passOn(sandbox.url), { certificate: 'localhost' });
}

describe('https', { concurrency: true }, () => {
  test('an untrusted certificate is refused without a retry, and the key is not sent', async () => {
    await using stage = await openStage();
    await using front = await startFront(stage);
    const result = await stage.run({ 'base-url': front.origin });
    assert.partialDeepStrictEqual(result, {
      outputs: { outcome: 'failed' },
      code: 'tls',
      asked: '',
    });
    assert.match(result.annotations.at(-1)?.message ?? '', /NODE_EXTRA_CA_CERTS/);
    assert.equal(front.connections(), 1);
    assert.doesNotMatch(result.output, /retrying in/);
  });

  test('a deploy works through a proxy, which never sees the key', async () => {
    await using stage = await openStage();
    await using front = await startFront(stage);
    const { port } = front;
    const heads: string[] = [];
    await using proxy = await startFaultServer(
      tunnelTo(port, ({ path, headers }) => heads.push(JSON.stringify({ path, headers }))),
    );
    const env = { ...trusting, HTTPS_PROXY: `http://someone:pass-word@127.0.0.1:${proxy.port}` };
    const result = await stage.run(
      { 'base-url': `https://localhost:${port}`, create: 'true' },
      { env },
    );
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    const [head = '', ...others] = heads;
    assert.deepEqual(others, []);
    assert.match(head, new RegExp(`"path":"localhost:${port}".*"proxy-authorization":"Basic `));
    assert.doesNotMatch(head, /key-of-the-tests|bearer/i);
    assertHidden(result, ['pass-word']);
  });

  test('requests to GitHub use HTTP/2 if it supports nothing else', async () => {
    await using stage = await openDeployed();
    const cert = readFileSync(trusting.NODE_EXTRA_CA_CERTS);
    const key = readFileSync(join(certificates, 'test-only-localhost.key.pem'));
    await using github = createSecureServer({ cert, key }, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ahead_by":3}');
    });
    await once(github.listen(0, '127.0.0.1'), 'listening');
    const apiUrl = `https://localhost:${(github.address() as AddressInfo).port}`;
    const inputs = { 'on-stale': 'fail', 'github-token': githubToken };
    const result = await stage.run(inputs, { env: { ...trusting, GITHUB_API_URL: apiUrl } });
    assert.partialDeepStrictEqual(result, { exitCode: 1, code: 'stale', asked: '' });
  });
});

describe('a request to the service', { concurrency: true }, () => {
  test('a redirect is never followed, and its target never sees the key', async () => {
    await using stage = await openDeployed('draft');
    await using target = await startScripted({});
    await stage.write(otherPage);
    const location = `${target.url}/api/miniapps/${slug}`;
    for (const method of ['GET', 'POST'] as const) {
      stage.sandbox.faults.set([
        { kind: 'redirect', status: 307, location, method, when: 'after' },
      ]);
      const result = await stage.run();
      assert.equal(result.outputs['outcome'], method === 'GET' ? 'failed' : 'deployed');
    }
    assert.equal(target.asked(), '');
  });

  test('requests to this machine do not go through a proxy', async () => {
    await using stage = await openStage();
    await using proxy = await startFaultServer(refuseTunnel(403));
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = { HTTPS_PROXY: address, HTTP_PROXY: address, http_proxy: address };
    const result = await stage.run({ create: 'true' }, { env });
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    assert.equal(proxy.connections(), 0);
  });

  test('all requests use one connection, and have a User-Agent and no-cache', async () => {
    await using stage = await openStage();
    await using front = await startFaultServer(passOn(stage.sandbox.url));
    const result = await stage.run({ 'base-url': front.origin, create: 'true', ...submit });
    assert.equal(result.outputs['submitted'], 'true', result.output);
    assert.equal(front.connections(), 1);
    const sender =
      /^miniapp-deploy\/\S+ \(\+https:\/\/github\.com\/octo\/apps\/actions\/runs\/1234567890\)$/;
    for (const { headers, method } of stage.sandbox.requests) {
      assert.match(headers['user-agent'] ?? '', sender);
      if (method === 'GET') assert.equal(headers['cache-control'], 'no-cache');
    }
  });
});
