import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { passOn, startFaultServer, tunnelTo } from '../support/fault-server/index.ts';
import { openDeployed, openStage, slug, submit, type With } from './stage.ts';

const certificates = join(import.meta.dirname, '..', 'support', 'fault-server', 'certificates');

/** As somebody with a certificate authority of one's own sets it for a job. */
const trusting = { NODE_EXTRA_CA_CERTS: join(certificates, 'test-only-localhost.cert.pem') };

describe('https', { concurrency: true }, () => {
  test('a service with a certificate of a known authority is deployed to', async () => {
    await using stage = await openStage();
    await using front = await startFaultServer(passOn(stage.sandbox.url), { certificate: 'localhost' });
    const result = await stage.run({ 'base-url': front.origin, create: 'true' }, { env: trusting });
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    assert.equal(result.requests.length, 3);
  });

  test('a certificate that nobody vouches for is refused once and for good, and the key not sent', async () => {
    await using stage = await openStage();
    await using front = await startFaultServer(passOn(stage.sandbox.url), { certificate: 'localhost' });
    const result = await stage.run({ 'base-url': front.origin, create: 'true' });
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /NODE_EXTRA_CA_CERTS/);
    assert.deepEqual([front.connections(), result.requests.length], [1, 0]);
    assert.doesNotMatch(result.output, /retrying in/);
  });

  test('a certificate of another name is refused once and for good', async () => {
    await using stage = await openStage();
    await using front = await startFaultServer(passOn(stage.sandbox.url), { certificate: 'elsewhere' });
    const env = { NODE_EXTRA_CA_CERTS: join(certificates, 'test-only-elsewhere.cert.pem') };
    const result = await stage.run({ 'base-url': front.origin }, { env });
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/);
    assert.deepEqual([front.connections(), result.requests.length], [1, 0]);
    assert.doesNotMatch(result.output, /retrying in/);
  });

  test('https to a port that speaks plain http is refused once and for good', async () => {
    await using stage = await openStage();
    const address = stage.sandbox.url.replace('http:', 'https:');
    const result = await stage.run({ 'base-url': address });
    assert.equal(result.outputs['outcome'], 'failed');
    assert.doesNotMatch(result.output, /retrying in/);
  });

  test('a proxy carries the whole deploy, and gets nothing of the key', async () => {
    await using stage = await openStage();
    await using front = await startFaultServer(passOn(stage.sandbox.url), { certificate: 'localhost' });
    const heads: string[] = [];
    await using proxy = await startFaultServer(
      tunnelTo(front.port, ({ path, headers }) => heads.push(JSON.stringify({ path, headers }))),
    );
    const env = { ...trusting, HTTPS_PROXY: `http://someone:pass-word@127.0.0.1:${proxy.port}` };
    const result = await stage.run({ 'base-url': `https://localhost:${front.port}`, create: 'true' }, { env });
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    assert.equal(result.outputs['slug'], slug);
    assert.equal(heads.length, 1);
    for (const head of heads) {
      assert.match(head, new RegExp(`"path":"localhost:${front.port}"`));
      assert.match(head, /"proxy-authorization":"Basic /);
      assert.doesNotMatch(head, /key-of-the-tests|bearer/i);
    }
    assert.ok(!`${result.output}${result.summary}`.includes('pass-word'));
  });

  test('NO_PROXY names the hosts that are reached directly', async () => {
    await using stage = await openStage();
    await using front = await startFaultServer(passOn(stage.sandbox.url), { certificate: 'localhost' });
    await using proxy = await startFaultServer(() => undefined);
    const env = { ...trusting, HTTPS_PROXY: proxy.origin, NO_PROXY: 'localhost' };
    const result = await stage.run({ 'base-url': `https://localhost:${front.port}`, create: 'true' }, { env });
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    assert.equal(proxy.connections(), 0);
  });
});

const runs: readonly (readonly [requests: number, inputs: With])[] = [
  [1, {}],
  [2, { force: 'true' }],
  [3, { ...submit }],
  [4, { ...submit, force: 'true' }],
  [3, { command: 'delete', confirm: slug }],
];
for (const [requests, inputs] of runs) {
  test(`sends all its requests over one connection: ${JSON.stringify(inputs)}`, async () => {
    await using stage = await openDeployed('draft');
    await using front = await startFaultServer(passOn(stage.sandbox.url));
    const result = await stage.run({ 'base-url': front.origin, ...inputs });
    assert.deepEqual([result.requests.length, front.connections()], [requests, 1], result.output);
  });
}
