import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByDeadline } from '../../../src/action-error.ts';
import {
  describeBrokenExchange,
  describeRunEnd,
  NetworkError,
  type NetworkErrorCode,
  ProxyAddressError,
  toUnreadable,
} from '../../../src/api/network-error.ts';

const request = { method: 'POST', path: '/api/miniapps/deploy' };
const host = 'apps:443';
const proxy = 'proxy:80';

describe('the error of a request without a usable response', () => {
  test('names the request and what happened, and keeps its cause', () => {
    const fault = { code: 'connection_lost', sent: true, next: 'Wait.', cause: new Error('socket') } as const;
    const { message, code, sent, next, cause } = new NetworkError(request, { ...fault, what: 'it broke' });
    assert.equal(message, 'POST /api/miniapps/deploy: it broke');
    assert.deepEqual({ code, sent, next, cause }, fault);
  });

  test('says of a response that cannot be used that it was sent, and that base-url is to be checked', () => {
    const { message, code, sent, next } = toUnreadable(request, 'the response is not JSON');
    assert.deepEqual({ code, sent }, { code: 'response_unreadable', sent: true });
    assert.match(message, /: the response is not JSON$/);
    assert.match(next, /base-url/);
  });

  test('says of the end of the run what ended it', () => {
    const what = 'the run took longer than timeout-minutes: 10';
    assert.deepEqual(describeRunEnd(endByDeadline(10)), { code: 'deadline', what, next: endByDeadline(10).next });
  });
});

/** An error as Node and undici throw it: its text may quote the headers. */
function fail(code: unknown, cause?: unknown): Error {
  return Object.assign(new Error('Bearer k3y', { cause }), { code });
}

/** An error with so many around it. */
function wrap(error: Error, levels: number): Error {
  return levels === 0 ? error : new Error('outer', { cause: wrap(error, levels - 1) });
}

function refuseTunnel(status: number): Error {
  return new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
}

describe('a broken exchange', () => {
  const codes: Readonly<Partial<Record<NetworkErrorCode, readonly string[]>>> = {
    connection_refused: ['ECONNREFUSED'],
    host_not_found: ['ENOTFOUND', 'EAI_AGAIN'],
    connection_failed: ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    connection_lost: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'EPROTONOSUPPORT'],
    tls: [
      ...['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO', 'INVALID_CA'],
      ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
      'HOSTNAME_MISMATCH',
    ],
  };
  for (const [expected, systemCodes] of Object.entries(codes)) {
    test(`is ${expected} by ${systemCodes.join(', ')}, and names the host and the code`, () => {
      for (const systemCode of systemCodes) {
        const { code, what } = describeBrokenExchange(fail(systemCode), host, null);
        assert.equal(code, expected, systemCode);
        assert.ok(what?.endsWith(`: ${host} (${systemCode})`), what);
      }
    });
  }

  const lost = 'the connection was lost: apps:443';
  const refused = 'connection refused: apps:443';
  const circular = fail('EPIPE');
  circular.cause = circular;
  const bundle = new AggregateError([fail('ECONNREFUSED'), fail('ECONNREFUSED'), fail('ETIMEDOUT'), 'text']);
  const expired = fail('ECONNREFUSED', fail('CERT_HAS_EXPIRED'));
  const foreign = fail(12, fail('lower', fail('AB', fail('BEARER k3y', fail('k3y BEARER')))));
  const refusal = wrap(refuseTunnel(403), 3);
  type Row = readonly [
    name: string,
    error: unknown,
    proxy: string | null,
    code: NetworkErrorCode,
    what: string | undefined,
  ];
  const rows: readonly Row[] = [
    ['a text that was thrown', 'Bearer k3y', null, 'connection_lost', lost],
    ['codes that are none of a system', foreign, null, 'connection_lost', lost],
    ['a cause of itself', circular, null, 'connection_lost', `${lost} (EPIPE)`],
    ['bundled errors', bundle, null, 'connection_refused', `${refused} (ECONNREFUSED, ETIMEDOUT)`],
    ['the tenth error in another', wrap(fail('EPIPE'), 9), null, 'connection_lost', `${lost} (EPIPE)`],
    ['the eleventh, which is not looked at', wrap(fail('EPIPE'), 10), null, 'connection_lost', lost],
    ['a certificate', expired, proxy, 'tls', 'no secure connection: apps:443 (ECONNREFUSED, CERT_HAS_EXPIRED)'],
    ['a proxy', fail('EPIPE'), proxy, 'connection_lost', 'the connection was lost: the proxy proxy:80 (EPIPE)'],
    ['no proxy', fail('ENOTFOUND'), proxy, 'proxy', 'host name not found: the proxy proxy:80 (ENOTFOUND)'],
    ['a login', refuseTunnel(407), proxy, 'proxy_refused', 'the proxy proxy:80 requires a login (407)'],
    ['a refusal', refusal, proxy, 'proxy_refused', 'the proxy proxy:80 refused the connection (403)'],
    ['a gateway', refuseTunnel(500), proxy, 'proxy', 'the proxy proxy:80 refused the connection (500)'],
    ['what a proxy would say', refuseTunnel(407), null, 'connection_lost', lost],
    ['a setting', new ProxyAddressError('k3y'), null, 'proxy_refused', undefined],
  ];
  for (const [name, error, through, code, what] of rows) {
    test(`is ${code} by ${name}, and never shows the text of an error`, () => {
      const fault = describeBrokenExchange(error, host, through);
      assert.deepEqual({ code: fault.code, what: fault.what }, { code, what });
      if (what?.includes(proxy)) assert.match(fault.next ?? '', /NO_PROXY/);
    });
  }
});
