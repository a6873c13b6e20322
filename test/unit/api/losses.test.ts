import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LossCode } from '../../../src/api/errors.ts';
import { describeLoss, isFinalLoss, ProxyAddressError } from '../../../src/api/losses.ts';

const host = 'apps.example:443';
const proxy = 'proxy.example:8080';

function fail(code: unknown, message = 'Bearer k3y', options?: ErrorOptions): Error {
  return Object.assign(new Error(message, options), { code });
}

for (const [code, expected] of [
  ['ECONNREFUSED', 'connection_refused'],
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'host_not_found'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection_failed'],
  ['ETIMEDOUT', 'connection_failed'],
  ['EHOSTUNREACH', 'connection_failed'],
  ['ENETUNREACH', 'connection_failed'],
  ['ECONNRESET', 'connection_lost'],
  ['EPIPE', 'connection_lost'],
  ['UND_ERR_SOCKET', 'connection_lost'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['HOSTNAME_MISMATCH', 'tls'],
  ['INVALID_CA', 'tls'],
] as const) {
  test(`${code} is told as ${expected}, with the host and the code`, () => {
    const loss = describeLoss({ error: fail(code), host, proxy: null });
    assert.equal(loss.code, expected);
    assert.ok(loss.what.endsWith(`${host} (${code})`), loss.what);
    assert.match(loss.next, /\.$/);
  });
}

test('the text of an error is never told: it may quote the key', () => {
  const errors = [fail('ECONNRESET'), fail('Bearer k3y'), fail(12), new Error('Bearer k3y'), 'Bearer k3y', undefined];
  for (const error of errors) {
    for (const through of [null, proxy]) {
      assert.doesNotMatch(JSON.stringify(describeLoss({ error, host, proxy: through })), /k3y/);
    }
  }
});

test('codes are found in causes and in bundled errors, each told once', () => {
  const bundled = new AggregateError([fail('ECONNREFUSED'), fail('ECONNREFUSED'), 'text']);
  const error = new Error('outer', { cause: fail('UND_ERR_CONNECT', 'inner', { cause: bundled }) });
  const loss = describeLoss({ error, host, proxy: null });
  assert.equal(loss.code, 'connection_refused');
  assert.match(loss.what, /\(UND_ERR_CONNECT, ECONNREFUSED\)$/);
});

test('an error that is its own cause, or has endless causes, is no trap', () => {
  const circular = fail('EPIPE');
  circular.cause = circular;
  assert.equal(describeLoss({ error: circular, host, proxy: null }).what, `the connection broke: ${host} (EPIPE)`);
  let deep = fail('ECONNREFUSED');
  for (let level = 0; level < 50; level += 1) deep = new Error('outer', { cause: deep }) as typeof deep;
  assert.equal(describeLoss({ error: deep, host, proxy: null }).code, 'connection_lost');
});

test('through a proxy, it is the proxy that is named', () => {
  const refused = describeLoss({ error: fail('ECONNREFUSED'), host, proxy });
  assert.deepEqual([refused.code, refused.what], ['proxy', `connection refused: the proxy ${proxy} (ECONNREFUSED)`]);
  const broken = describeLoss({ error: fail('ECONNRESET'), host, proxy });
  assert.deepEqual(
    [broken.code, broken.what],
    ['connection_lost', `the connection broke: the proxy ${proxy} (ECONNRESET)`],
  );
  for (const { next } of [refused, broken]) assert.match(next, /HTTPS_PROXY and NO_PROXY/);
});

test("a proxy's own answer is told from undici's words, also from deep below", () => {
  const login = new Error('outer', { cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling') });
  assert.match(describeLoss({ error: login, host, proxy }).what, /asks for a login \(407\)$/);
  const refusal = new Error('Proxy response (503) !== 200 when HTTP Tunneling');
  assert.match(describeLoss({ error: refusal, host, proxy }).what, /refused the connection \(503\)$/);
  assert.equal(describeLoss({ error: refusal, host, proxy: null }).code, 'connection_lost');
});

test('an address that is none of a proxy is told without the address', () => {
  const loss = describeLoss({ error: new ProxyAddressError('x'), host, proxy: null });
  assert.deepEqual([loss.code, loss.what], ['proxy_refused', 'HTTPS_PROXY does not hold the address of a proxy']);
});

test('only what another attempt might mend is worth one', () => {
  const finals = ['cancelled', 'deadline', 'tls', 'proxy_refused', 'dry_run', 'answer_too_large'] as const;
  const others: readonly LossCode[] = [
    'attempt_timeout',
    'connection_refused',
    'host_not_found',
    'connection_failed',
    'connection_lost',
    'proxy',
    'answer_unreadable',
  ];
  for (const code of finals) assert.equal(isFinalLoss(code), true, code);
  for (const code of others) assert.equal(isFinalLoss(code), false, code);
});
