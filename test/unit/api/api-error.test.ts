import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ActionError } from '../../../src/action-error.ts';
import { ApiError, type ApiErrorCode, type ApiErrorDetails, describeApiError } from '../../../src/api/api-error.ts';
import { isRead } from '../../../src/api/policy.ts';
import type { Operation } from '../../../src/api/transport.ts';

const operations: readonly Operation[] = ['read', 'list', 'create', 'deploy', 'update', 'submit', 'delete'];
/** By status, and by what the body says in place of the code `taken`. */
const table: readonly (readonly [status: number, said: Partial<ApiErrorDetails>, code: ApiErrorCode])[] = [
  [200, {}, 'service_error'],
  [300, {}, 'redirected'],
  [308, { serverCode: 'terms_required' }, 'redirected'],
  [400, {}, 'field_rejected'],
  [400, { serverCode: 'terms_required' }, 'terms_required'],
  [400, { serverCode: 'not_approved' }, 'field_rejected'],
  [401, {}, 'unauthorized'],
  [403, {}, 'forbidden'],
  [404, {}, 'not_found'],
  [404, { isDocumented: false, serverCode: null }, 'not_the_service'],
  [409, {}, 'address_taken'],
  [409, { serverCode: null, isDocumented: false }, 'address_taken'],
  [409, { serverCode: 'not_approved' }, 'not_approved'],
  [409, { serverCode: 'terms_required' }, 'address_taken'],
  [413, {}, 'too_large'],
  [418, {}, 'refused'],
  [422, { serverCode: 'terms_required' }, 'folder_rejected'],
  [429, {}, 'too_many_changes'],
  [500, {}, 'service_error'],
  [599, {}, 'service_error'],
];

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
    moreProblems: 0,
    termsVersion: null,
    isDocumented: true,
    retryAfterMs: null,
  };
  return new ApiError({ method: 'POST', path: '/api/miniapps/deploy', operation }, { ...usual, ...details }, next);
}

describe('ApiError', () => {
  for (const [status, said, code] of table) {
    test(`of ${status} with ${JSON.stringify(said)} is ${code}`, () => {
      for (const operation of operations) {
        const error = refuse({ status, ...said }, operation);
        // What refuses a read says nothing of the content.
        const isRejected = [400, 409, 422].includes(status) && !isRead(operation);
        assert.deepEqual([error.code, error.kind], [code, isRejected ? 'rejected' : 'failed'], operation);
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
    assert.equal(codes.size, 14);
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
    const more = refuse({ status: 422, problems, moreProblems: 9_998 });
    assert.equal(more.message, 'The service found 10,000 problems (HTTP 422)');
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
