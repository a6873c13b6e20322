import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBrokenExchange, ProxyAddressError } from '../../../src/api/network-error.ts';
import { onTerminal } from '../../support/frontend.ts';
import { compareWithFile } from '../../support/snapshot.ts';

/** Makes an error as Node and undici throw it: its text may quote headers. */
function fail(code: unknown, cause?: unknown): Error {
  return Object.assign(new Error('Bearer k3y', { cause }), { code });
}

/** Wraps an error in so many others. */
function wrap(error: Error, levels: number): Error {
  return levels === 0 ? error : new Error('outer', { cause: wrap(error, levels - 1) });
}

function refuseTunnel(status: number): Error {
  return new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
}

test('a network error is described by its error codes, never by their messages', () => {
  const systemCodes = `ECONNREFUSED ENOTFOUND EAI_AGAIN UND_ERR_CONNECT_TIMEOUT ETIMEDOUT EHOSTUNREACH ENETUNREACH
    ECONNRESET EPROTONOSUPPORT CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT EPROTO INVALID_CA
    UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER HOSTNAME_MISMATCH`;
  const circular = fail('EPIPE');
  circular.cause = circular;
  const bundle = new AggregateError([
    fail('ECONNREFUSED'),
    fail('ECONNREFUSED'),
    fail('ETIMEDOUT'),
    'text',
  ]);
  const foreign = fail(12, fail('lower', fail('AB', fail('BEARER k3y', fail('k3y BEARER')))));
  const expired = fail('ECONNREFUSED', fail('CERT_HAS_EXPIRED'));
  const rows: readonly (readonly [name: string, error: unknown, proxy?: string])[] = [
    ...systemCodes.split(/\s+/).map((code) => [code, fail(code)] as const),
    ['a text that was thrown', 'Bearer k3y'],
    ['codes that are not system codes', foreign],
    ['a cause of itself', circular],
    ['bundled errors', bundle],
    ['the tenth error in another', wrap(fail('EPIPE'), 9)],
    ['the eleventh error in another, which is ignored', wrap(fail('EPIPE'), 10)],
    ['a certificate behind a proxy', expired, 'proxy:80'],
    ['a service behind a proxy that does not respond', fail('UND_ERR_HEADERS_TIMEOUT'), 'proxy:80'],
    ['a proxy that breaks off', fail('EPIPE'), 'proxy:80'],
    ['a proxy that does not exist', fail('ENOTFOUND'), 'proxy:80'],
    ['a proxy that requires a login', refuseTunnel(407), 'proxy:80'],
    ['a proxy that refuses', wrap(refuseTunnel(403), 3), 'proxy:80'],
    ['a proxy that fails', refuseTunnel(500), 'proxy:80'],
    ['the error of a proxy, without a proxy', refuseTunnel(407)],
    ['a setting', new ProxyAddressError('ALL_PROXY is set')],
  ];
  const told = rows.map(([name, error, proxy = null]) => {
    const { code, what = '', next = '' } = describeBrokenExchange(error, 'apps:443', proxy);
    return [`- ${name}: ${code}`, what, next].filter((line) => line !== '').join('\n  ');
  });
  assert.doesNotMatch(told.join(), /k3y/);
  compareWithFile('test/unit/api/snapshots/broken-exchanges.md', told.join('\n'));
});

test('a refused connection to a local service is retried in a workflow, but not in a terminal', async () => {
  for (const host of ['localhost:8420', '127.0.0.2:80', '[::1]:80']) {
    const list = () =>
      [null, 'proxy:80'].map(
        (proxy) => describeBrokenExchange(fail('ECONNREFUSED'), host, proxy).code,
      );
    assert.deepEqual(list(), ['connection_refused', 'proxy'], host);
    assert.deepEqual(await onTerminal(async () => list()), ['nothing_listens', 'proxy'], host);
  }
});
