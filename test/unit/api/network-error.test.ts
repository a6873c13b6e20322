import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ActionError, endByDeadline } from '../../../src/action-error.ts';
import {
  describeBrokenExchange,
  describeRunEnd,
  NetworkError,
  type NetworkErrorCode,
  ProxyAddressError,
  toUnreadable,
} from '../../../src/api/network-error.ts';

const request = { method: 'POST', path: '/api/miniapps/deploy' };
const host = 'apps.example:443';
const proxy = 'proxy.example:8080';

/** Those that another attempt cannot help, and the others. */
const networkCodes: Readonly<Record<'final' | 'not final', readonly NetworkErrorCode[]>> = {
  final: ['cancelled', 'deadline', 'tls', 'proxy_refused', 'response_too_large', 'dry_run'],
  'not final': [
    ...(['attempt_timeout', 'connection_refused', 'host_not_found', 'connection_failed', 'connection_lost'] as const),
    ...(['proxy', 'response_unreadable'] as const),
  ],
};

describe('NetworkError', () => {
  test('says what was asked for, what happened, whether it was sent, and keeps its cause', () => {
    const cause = new Error('socket');
    const failure = { code: 'connection_lost', sent: true, what: 'it broke', next: 'Wait.', cause } as const;
    const error = new NetworkError(request, failure);
    assert.equal(error.message, 'POST /api/miniapps/deploy: it broke');
    assert.deepEqual([error.code, error.sent, error.next, error.cause], ['connection_lost', true, 'Wait.', cause]);
    assert.ok(error instanceof ActionError);
    assert.deepEqual([error.name, error.kind, error.path], ['NetworkError', 'failed', null]);
  });

  for (const [end, codes] of Object.entries(networkCodes)) {
    test(`of the codes ${codes.join(', ')} has words of its own, and is ${end}`, () => {
      for (const code of codes) {
        const error = new NetworkError(request, { code, sent: false });
        assert.match(error.message, /^POST \/api\/miniapps\/deploy: (?!undefined)[a-z].*[^.]$/);
        assert.match(error.next, /^[A-Z].*\.$/);
        assert.equal(error.isFinal, end === 'final', code);
      }
    });
  }

  test('of a response that cannot be used was sent, and base-url is what to check', () => {
    const error = toUnreadable(request, 'the response is not JSON');
    assert.deepEqual([error.code, error.sent], ['response_unreadable', true]);
    assert.match(error.message, /: the response is not JSON$/);
    assert.match(error.next, /base-url/);
  });

  test('of the end of the run has its words', () => {
    const end = endByDeadline(10);
    const what = 'the run took longer than timeout-minutes: 10';
    assert.deepEqual(describeRunEnd(end), { code: 'deadline', what, next: end.next });
  });
});

function fail(code: unknown, message = 'Bearer k3y', options?: ErrorOptions): Error {
  return Object.assign(new Error(message, options), { code });
}

/** What becomes of this error on the way to the service, or through a proxy. */
function describeBroken(error: unknown, proxy: string | null = null) {
  return describeBrokenExchange(error, host, proxy);
}

describe('a broken exchange', () => {
  const systemCodes: Readonly<Partial<Record<NetworkErrorCode, readonly string[]>>> = {
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
  for (const [expected, codes] of Object.entries(systemCodes)) {
    test(`of ${codes.join(', ')} is ${expected}, with the host and the code`, () => {
      for (const code of codes) {
        const failure = describeBroken(fail(code));
        assert.equal(failure.code, expected, code);
        assert.ok(failure.what?.endsWith(`: ${host} (${code})`), failure.what);
      }
    });
  }

  test('never shows the text of an error: it may quote the key', () => {
    const errors = [
      fail('ECONNRESET'),
      fail('Bearer k3y'),
      fail('BEARER k3y'),
      fail('k3y BEARER'),
      fail(12),
      new Error('Bearer k3y'),
      'Bearer k3y',
      undefined,
    ];
    for (const error of errors) {
      for (const through of [null, proxy]) {
        assert.doesNotMatch(JSON.stringify(describeBroken(error, through)), /k3y/);
      }
    }
  });

  test('has the codes of causes and of bundled errors, each once', () => {
    const bundled = new AggregateError([fail('ECONNREFUSED'), fail('ECONNREFUSED'), fail('ETIMEDOUT'), 'text']);
    const error = new Error('outer', { cause: fail('UND_ERR_CONNECT', 'inner', { cause: bundled }) });
    const failure = describeBroken(error);
    assert.equal(failure.code, 'connection_refused');
    assert.match(failure.what ?? '', /\(UND_ERR_CONNECT, ECONNREFUSED, ETIMEDOUT\)$/);
  });

  test('may have no code', () => {
    for (const error of [new Error('x'), 'text', fail(12), fail('lower'), fail('AB')]) {
      assert.deepEqual(describeBroken(error), { code: 'connection_lost', what: `the connection was lost: ${host}` });
    }
  });

  test('may be its own cause', () => {
    const circular = fail('EPIPE');
    circular.cause = circular;
    const { what } = describeBroken(circular);
    assert.equal(what, `the connection was lost: ${host} (EPIPE)`);
  });

  test('is looked into down to the tenth error, and no deeper', () => {
    let deep = fail('ECONNREFUSED');
    for (let level = 1; level < 10; level += 1) deep = new Error('outer', { cause: deep });
    assert.equal(describeBroken(deep).code, 'connection_refused');
    assert.equal(describeBroken(new Error('outer', { cause: deep })).code, 'connection_lost');
  });

  test('names the proxy that it went through, and what to check of it', () => {
    for (const [code, expected, words] of [
      ['ECONNREFUSED', 'proxy', 'connection refused'],
      ['ECONNRESET', 'connection_lost', 'the connection was lost'],
    ] as const) {
      const { next, ...rest } = describeBroken(fail(code), proxy);
      assert.deepEqual(rest, { code: expected, what: `${words}: the proxy ${proxy} (${code})` });
      assert.match(next ?? '', /HTTPS_PROXY and NO_PROXY/);
    }
  });

  test('names the host whose certificate was refused, also behind a proxy', () => {
    const failure = describeBroken(fail('CERT_HAS_EXPIRED'), proxy);
    assert.deepEqual(failure, { code: 'tls', what: `no secure connection: ${host} (CERT_HAS_EXPIRED)` });
  });

  for (const [status, code, words] of [
    [407, 'proxy_refused', 'requires a login (407)'],
    [403, 'proxy_refused', 'refused the connection (403)'],
    [500, 'proxy', 'refused the connection (500)'],
  ] as const) {
    test(`has the ${status} of a proxy's own response, also from deep below`, () => {
      const refusal = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
      for (const error of [refusal, new Error('outer', { cause: refusal })]) {
        const failure = describeBroken(error, proxy);
        assert.deepEqual([failure.code, failure.what], [code, `the proxy ${proxy} ${words}`]);
        assert.match(failure.next ?? '', /NO_PROXY\.$/);
        assert.equal(describeBroken(error).code, 'connection_lost');
      }
    });
  }

  test('shows nothing of an address that is not that of a proxy', () => {
    const failure = describeBroken(new ProxyAddressError('x'));
    assert.deepEqual(failure, { code: 'proxy_refused' });
  });
});
