import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ApiError,
  type ApiErrorCode,
  type ApiErrorDetails,
  describeApiError,
  describeBrokenExchange,
  describeRunEnd,
  NetworkError,
  type NetworkErrorCode,
  ProxyAddressError,
  toUnreadable,
} from '../../../src/api/errors.ts';
import type { Operation } from '../../../src/api/retry.ts';
import { ActionError, endByDeadline } from '../../../src/errors.ts';

const request = { method: 'POST', path: '/api/miniapps/deploy' };
const host = 'apps.example:443';
const proxy = 'proxy.example:8080';

/** Whether another attempt can help; the type makes the list whole. */
const finals: Readonly<Record<NetworkErrorCode, boolean>> = {
  cancelled: true,
  deadline: true,
  attempt_timeout: false,
  connection_refused: false,
  host_not_found: false,
  connection_failed: false,
  connection_lost: false,
  tls: true,
  proxy: false,
  proxy_refused: true,
  response_unreadable: false,
  response_too_large: true,
  dry_run: true,
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

  for (const [code, isFinal] of Object.entries(finals) as [NetworkErrorCode, boolean][]) {
    test(`of the code ${code} has words of its own, and is ${isFinal ? '' : 'not '}final`, () => {
      const error = new NetworkError(request, { code, sent: false });
      assert.match(error.message, /^POST \/api\/miniapps\/deploy: [a-z].*[^.]$/);
      assert.match(error.next, /^[A-Z].*\.$/);
      assert.equal(error.isFinal, isFinal);
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
    const error = new NetworkError(request, { ...describeRunEnd(end), sent: true });
    assert.equal(error.code, 'deadline');
    assert.equal(error.message, 'POST /api/miniapps/deploy: the run took longer than timeout-minutes: 10');
    assert.equal(error.next, end.next);
  });
});

function fail(code: unknown, message = 'Bearer k3y', options?: ErrorOptions): Error {
  return Object.assign(new Error(message, options), { code });
}

describe('a broken exchange', () => {
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
    test(`of ${code} is ${expected}, with the host and the code`, () => {
      const failure = describeBrokenExchange({ error: fail(code), host, proxy: null });
      assert.equal(failure.code, expected);
      assert.ok(failure.what?.endsWith(`: ${host} (${code})`), failure.what);
    });
  }

  test('never shows the text of an error: it may quote the key', () => {
    const errors = [fail('ECONNRESET'), fail('Bearer k3y'), fail(12), new Error('Bearer k3y'), 'Bearer k3y', undefined];
    for (const error of errors) {
      for (const through of [null, proxy]) {
        assert.doesNotMatch(JSON.stringify(describeBrokenExchange({ error, host, proxy: through })), /k3y/);
      }
    }
  });

  test('has the codes of causes and of bundled errors, each once', () => {
    const bundled = new AggregateError([fail('ECONNREFUSED'), fail('ECONNREFUSED'), 'text']);
    const error = new Error('outer', { cause: fail('UND_ERR_CONNECT', 'inner', { cause: bundled }) });
    const failure = describeBrokenExchange({ error, host, proxy: null });
    assert.equal(failure.code, 'connection_refused');
    assert.match(failure.what ?? '', /\(UND_ERR_CONNECT, ECONNREFUSED\)$/);
  });

  test('may be its own cause, or have endless causes', () => {
    const circular = fail('EPIPE');
    circular.cause = circular;
    const { what } = describeBrokenExchange({ error: circular, host, proxy: null });
    assert.equal(what, `the connection was lost: ${host} (EPIPE)`);
    let deep = fail('ECONNREFUSED');
    for (let level = 0; level < 50; level += 1) deep = new Error('outer', { cause: deep }) as typeof deep;
    assert.equal(describeBrokenExchange({ error: deep, host, proxy: null }).code, 'connection_lost');
  });

  test('names the proxy that it went through', () => {
    const refused = describeBrokenExchange({ error: fail('ECONNREFUSED'), host, proxy });
    assert.deepEqual([refused.code, refused.what], ['proxy', `connection refused: the proxy ${proxy} (ECONNREFUSED)`]);
    const broken = describeBrokenExchange({ error: fail('ECONNRESET'), host, proxy });
    assert.deepEqual(
      [broken.code, broken.what],
      ['connection_lost', `the connection was lost: the proxy ${proxy} (ECONNRESET)`],
    );
    for (const { next } of [refused, broken]) assert.match(next ?? '', /HTTPS_PROXY and NO_PROXY/);
  });

  test('names the host whose certificate was refused, also behind a proxy', () => {
    const failure = describeBrokenExchange({ error: fail('CERT_HAS_EXPIRED'), host, proxy });
    assert.deepEqual(failure, { code: 'tls', what: `no secure connection: ${host} (CERT_HAS_EXPIRED)` });
  });

  test("has the status of a proxy's own response, also from deep below", () => {
    const login = new Error('outer', { cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling') });
    const asked = describeBrokenExchange({ error: login, host, proxy });
    assert.match(asked.what ?? '', /requires a login \(407\)$/);
    assert.equal(asked.code, 'proxy_refused');
    for (const [status, code] of [
      [403, 'proxy_refused'],
      [503, 'proxy'],
    ] as const) {
      const refusal = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
      const failure = describeBrokenExchange({ error: refusal, host, proxy });
      assert.deepEqual([failure.code, failure.what], [code, `the proxy ${proxy} refused the connection (${status})`]);
      assert.equal(describeBrokenExchange({ error: refusal, host, proxy: null }).code, 'connection_lost');
    }
  });

  test('shows nothing of an address that is not that of a proxy', () => {
    const failure = describeBrokenExchange({ error: new ProxyAddressError('x'), host, proxy: null });
    assert.deepEqual(failure, { code: 'proxy_refused' });
  });
});

const table: readonly (readonly [status: number, serverCode: string | null, code: ApiErrorCode])[] = [
  [300, null, 'redirected'],
  [304, null, 'redirected'],
  [308, 'terms_required', 'redirected'],
  [400, null, 'field_rejected'],
  [400, 'something', 'field_rejected'],
  [400, 'terms_required', 'terms_required'],
  [400, 'not_approved', 'field_rejected'],
  [401, null, 'unauthorized'],
  [403, null, 'forbidden'],
  [404, null, 'not_found'],
  [409, null, 'address_taken'],
  [409, 'slug_taken', 'address_taken'],
  [409, 'not_approved', 'not_approved'],
  [409, 'terms_required', 'address_taken'],
  [413, null, 'too_large'],
  [418, null, 'refused'],
  [422, 'terms_required', 'folder_rejected'],
  [429, null, 'too_many_changes'],
  [500, null, 'service_error'],
  [501, null, 'service_error'],
  [504, null, 'service_error'],
  [599, null, 'service_error'],
];

const operations: readonly Operation[] = ['read', 'list', 'create', 'deploy', 'update', 'submit', 'delete'];
const details: ApiErrorDetails = { status: 409, serverCode: 'taken', message: null, problems: [], termsVersion: null };

describe('ApiError', () => {
  for (const [status, serverCode, code] of table) {
    test(`of ${status} with ${serverCode ?? 'no code'} is ${code}`, () => {
      const error = new ApiError(request, { ...details, status, serverCode }, { operation: 'deploy' });
      assert.equal(error.code, code);
      assert.equal(error.kind, [400, 409, 422].includes(status) ? 'rejected' : 'failed');
    });
  }

  test('says what it means, what was asked for, what came back, and what to do', () => {
    const error = new ApiError(request, { ...details, message: 'tides is taken' }, { operation: 'create' });
    assert.equal(error.message, 'The address is taken (POST /api/miniapps/deploy returned 409: tides is taken)');
    assert.match(error.next, /another slug/);
    assert.match(new ApiError(request, details, { operation: 'create' }).message, /returned 409\)$/);
    assert.ok(error instanceof ActionError);
    assert.equal(error.details.serverCode, 'taken');
  });

  test('passes on better advice than the usual', () => {
    const limited = { ...details, status: 429 };
    assert.equal(
      new ApiError(request, limited, { operation: 'deploy', next: 'Re-run in 300 s.' }).next,
      'Re-run in 300 s.',
    );
    const usual = new ApiError(request, limited, { operation: 'deploy', next: null }).next;
    assert.equal(usual, describeApiError('too_many_changes', 'deploy').next);
    assert.doesNotMatch(usual, /timeout-minutes/);
  });

  test('has words for every operation', () => {
    const codes = new Set(table.map(([, , code]) => code));
    assert.equal(codes.size, 13);
    for (const code of codes) {
      for (const operation of operations) {
        const { sentence, next } = describeApiError(code, operation);
        assert.match(sentence, /^[A-Z].*[^.]$/);
        assert.match(next, /^[A-Z].*\.$/);
      }
    }
  });

  test('speaks of problems only where there are some, and of a folder only where one matters', () => {
    const rejected = { ...details, status: 422 };
    const problem = { path: null, line: null, column: null, code: null, message: 'No.', fix: null } as const;
    const listed = { ...rejected, problems: [{ ...problem, severity: 'error' } as const] };
    for (const operation of operations) {
      const isOfFolder = !['read', 'list', 'delete'].includes(operation);
      assert.match(new ApiError(request, listed, { operation }).next, /problems listed/);
      assert.doesNotMatch(new ApiError(request, rejected, { operation }).next, /listed/);
      assert.equal(/folder/.test(new ApiError(request, rejected, { operation }).message), isOfFolder, operation);
      assert.equal(/assets/.test(describeApiError('too_large', operation).next), isOfFolder, operation);
    }
  });

  test('speaks of a message only where there is one', () => {
    const adviceOf = (status: number, message: string | null) =>
      new ApiError(request, { ...details, status, message }, { operation: 'deploy' }).next;
    const silent = "The response does not say what is wrong: contact the service's support.";
    for (const status of [400, 422]) {
      assert.equal(adviceOf(status, null), silent);
      assert.match(
        adviceOf(status, 'name is too long'),
        /message .*then re-run\.$|that the message names, then re-run\.$/,
      );
    }
    assert.notEqual(adviceOf(401, null), silent);
  });

  test('speaks of creating an app only where that would help', () => {
    for (const operation of operations) {
      const { next } = describeApiError('not_found', operation);
      assert.equal(next.includes('create: true'), operation === 'deploy', operation);
      const taken = describeApiError('address_taken', operation);
      assert.equal(/another slug/.test(taken.next), operation === 'create', operation);
      assert.equal(/address is taken/.test(taken.sentence), operation === 'create', operation);
    }
    assert.match(describeApiError('not_found', 'list').next, /base-url/);
    assert.match(describeApiError('address_taken', 'submit').sentence, /submission/);
    assert.match(describeApiError('address_taken', 'delete').sentence, /deletion/);
  });
});

test('what refuses a read says nothing of the content: the run failed', () => {
  const details = { status: 409, serverCode: null, message: null, problems: [], termsVersion: null };
  const request = { method: 'GET', path: '/api/miniapps' };
  for (const [operation, kind] of [
    ['read', 'failed'],
    ['list', 'failed'],
    ['deploy', 'rejected'],
  ] as const) {
    assert.equal(new ApiError(request, details, { operation }).kind, kind);
  }
});
