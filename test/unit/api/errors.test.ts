import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ActionError, endByDeadline } from '../../../src/action-error.ts';
import { ApiError, type ApiErrorCode, type ApiErrorDetails, describeApiError } from '../../../src/api/api-error.ts';
import {
  describeBrokenExchange,
  describeRunEnd,
  NetworkError,
  type NetworkErrorCode,
  ProxyAddressError,
  toUnreadable,
} from '../../../src/api/network-error.ts';
import type { Operation } from '../../../src/api/retry.ts';

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
    for (const code of codes) {
      test(`of the code ${code} has words of its own, and is ${end}`, () => {
        const error = new NetworkError(request, { code, sent: false });
        assert.match(error.message, /^POST \/api\/miniapps\/deploy: (?!undefined)[a-z].*[^.]$/);
        assert.match(error.next, /^[A-Z].*\.$/);
        assert.equal(error.isFinal, end === 'final');
      });
    }
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
    for (const code of codes) {
      test(`of ${code} is ${expected}, with the host and the code`, () => {
        const failure = describeBroken(fail(code));
        assert.equal(failure.code, expected);
        assert.ok(failure.what?.endsWith(`: ${host} (${code})`), failure.what);
      });
    }
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
const problem = {
  path: null,
  line: null,
  column: null,
  code: null,
  message: 'No.',
  fix: null,
  severity: 'error',
} as const;

/** The error of a deploy that was refused with a 409, but for what is said. */
function refuse(
  details: Partial<ApiErrorDetails> = {},
  operation: Operation = 'deploy',
  next: string | null = null,
): ApiError {
  const usual = {
    status: 409,
    serverCode: 'taken',
    message: null,
    problems: [],
    termsVersion: null,
    retryAfterMs: null,
  };
  return new ApiError({ ...request, operation }, { ...usual, ...details }, next);
}

describe('ApiError', () => {
  for (const [status, serverCode, code] of table) {
    test(`of ${status} with ${serverCode ?? 'no code'} is ${code}`, () => {
      const error = refuse({ status, serverCode });
      assert.equal(error.code, code);
      assert.equal(error.kind, [400, 409, 422].includes(status) ? 'rejected' : 'failed');
      // What refuses a read says nothing of the content.
      for (const operation of ['read', 'list'] as const) {
        assert.equal(refuse({ status, serverCode }, operation).kind, 'failed');
      }
    });
  }

  test('says what it means, what was asked for, what came back, and what to do', () => {
    const error = refuse({ message: 'tides is taken' }, 'create');
    assert.equal(error.message, 'The address is taken (POST /api/miniapps/deploy returned 409: tides is taken)');
    assert.match(error.next, /another slug/);
    assert.match(refuse().message, /returned 409\)$/);
    assert.ok(error instanceof ActionError);
    assert.deepEqual([error.name, error.details.serverCode], ['ApiError', 'taken']);
  });

  test('has words for every operation', () => {
    const codes = new Set(table.map(([, , code]) => code));
    assert.equal(codes.size, 13);
    for (const code of codes) {
      for (const operation of operations) {
        const [sentence, next] = describeApiError(code, operation);
        assert.match(sentence, /^[A-Z].*[^.]$/);
        assert.match(next, /^[A-Z].*\.$/);
      }
    }
  });

  const advice: readonly (readonly [name: string, error: ApiError, next: RegExp])[] = [
    ['better advice than the usual', refuse({ status: 429 }, 'deploy', 'Re-run in 300 s.'), /^Re-run in 300 s\.$/],
    ['the usual advice', refuse({ status: 429 }), /^Re-run in a minute, and run fewer deploys at once/],
    ['the time that the service asks for', refuse({ status: 503, retryAfterMs: 1_200 }), /^Re-run in 2 s\.$/],
    ['no time where it asks for none', refuse({ status: 503, retryAfterMs: 0 }), /^Re-run the job later/],
    [
      'the terms version',
      refuse({ status: 400, termsVersion: '2' }),
      /^Set terms-version: 2 after reading the terms\.$/,
    ],
    [
      'a field that the message names',
      refuse({ status: 400, message: 'x' }),
      /^Correct the field that the message names/,
    ],
    ['what the message names', refuse({ status: 422, message: 'x' }), /^Fix what the message of the service names/],
    ['a silent 400', refuse({ status: 400 }), /^The response does not say what is wrong/],
    ['a silent 422', refuse({ status: 422 }), /^The response does not say what is wrong/],
    ['problems', refuse({ status: 422, problems: [problem] }), /^Fix the problems listed/],
    ['the owner of the key', refuse({ status: 401 }), /^Create a new key/],
  ];
  for (const [name, { next }, expected] of advice) test(`advises by ${name}`, () => assert.match(next, expected));

  test('counts the problems of a 422, and of nothing else', () => {
    const problems = [problem, problem];
    assert.equal(refuse({ status: 422, problems }).message, 'The service found 2 problems (HTTP 422)');
    assert.equal(
      refuse({ status: 422, problems, message: 'no' }).message,
      'The service found 2 problems (HTTP 422): no',
    );
    assert.match(refuse({ status: 400, problems }).message, /^The service rejected a field/);
  });

  for (const operation of operations) {
    test(`of ${operation} speaks of a folder, of creating an app and of another slug only where that helps`, () => {
      const isOfFolder = !['read', 'list', 'delete'].includes(operation);
      assert.equal(/folder/.test(refuse({ status: 422 }, operation).message), isOfFolder);
      assert.equal(/assets/.test(refuse({ status: 413 }, operation).next), isOfFolder);
      assert.equal(/create: true/.test(refuse({ status: 404 }, operation).next), operation === 'deploy');
      const taken = refuse({}, operation);
      assert.equal(/another slug/.test(taken.next), operation === 'create');
      assert.equal(/The address is taken/.test(taken.message), operation === 'create');
    });
  }

  for (const [operation, status, sentence, next] of [
    ['list', 403, /does not allow this/, /Check the API key/],
    ['list', 404, /lists no apps at this address/, /base-url/],
    ['list', 409, /does not list the apps/, /Re-run/],
    ['list', 413, /too large/, /base-url/],
    ['create', 404, /does not create apps at this address/, /base-url/],
    ['submit', 409, /does not allow a submission/, /status of the app.* in review already/],
    ['delete', 409, /does not allow its deletion/, /status of the app/],
    ['delete', 422, /rejected the request/, /does not say/],
  ] as const) {
    test(`of ${operation} has words of its own for ${status}`, () => {
      const error = refuse({ status }, operation);
      assert.match(error.message, sentence);
      assert.match(error.next, next);
    });
  }
});
