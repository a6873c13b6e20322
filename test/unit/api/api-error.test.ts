import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, type ApiErrorCode, type ApiErrorDetails } from '../../../src/api/api-error.ts';
import type { Operation } from '../../../src/api/transport.ts';

const reads: readonly Operation[] = ['read', 'list'];
const changes: readonly Operation[] = ['create', 'deploy', 'update', 'submit', 'delete'];

const problem = {
  ...{ path: null, line: null, column: null, code: null, message: 'No.', fix: null },
  severity: 'error',
} as const;

/** The error of a request that was refused with a 409 and the code `taken`, but for what is said. */
function refuse(operation: Operation, details: Partial<ApiErrorDetails>, next: string | null = null): ApiError {
  const usual = {
    ...{ status: 409, serverCode: 'taken', message: null, termsVersion: null, retryAfterMs: null },
    ...{ isDocumented: true, problems: [], moreProblems: 0 },
  };
  return new ApiError({ method: 'POST', path: '/path', operation }, { ...usual, ...details }, next);
}

describe('the code of an error comes from the status, and from the body', () => {
  const rows: readonly (readonly [status: number, body: Partial<ApiErrorDetails>, code: ApiErrorCode])[] = [
    [200, {}, 'service_error'],
    [300, {}, 'redirected'],
    [308, { serverCode: 'terms_required' }, 'redirected'],
    [400, {}, 'field_rejected'],
    [400, { serverCode: 'terms_required' }, 'terms_required'],
    [400, { serverCode: 'not_approved' }, 'field_rejected'],
    [401, {}, 'unauthorized'],
    [403, {}, 'forbidden'],
    [404, {}, 'not_found'],
    [404, { isDocumented: false }, 'not_the_service'],
    [409, {}, 'conflict'],
    [409, { isDocumented: false }, 'conflict'],
    [409, { serverCode: 'not_approved' }, 'not_approved'],
    [409, { serverCode: 'terms_required' }, 'conflict'],
    [413, {}, 'too_large'],
    [418, {}, 'refused'],
    [422, { serverCode: 'terms_required' }, 'folder_rejected'],
    [429, {}, 'too_many_changes'],
    [500, {}, 'service_error'],
    [599, {}, 'service_error'],
  ];
  for (const [status, body, code] of rows) {
    test(`${status} with ${JSON.stringify(body)} is ${code}`, () => {
      for (const operation of [...reads, ...changes]) {
        const error = refuse(operation, { status, ...body });
        // An app that is created has no state yet.
        const expected = code === 'conflict' && operation === 'create' ? 'address_taken' : code;
        // What refuses a read says nothing of the content.
        const kind = [400, 409, 422].includes(status) && !reads.includes(operation) ? 'rejected' : 'failed';
        assert.deepEqual({ code: error.code, kind: error.kind }, { code: expected, kind }, operation);
      }
    });
  }
});

describe('an error says what it means and what to do', () => {
  type Row = readonly [operation: Operation, details: Partial<ApiErrorDetails>, message: RegExp, next: RegExp];
  const rows: readonly Row[] = [
    [
      'create',
      { message: 'is taken' },
      /^The address is taken \(POST \/path returned 409: is taken\)$/,
      /another slug/,
    ],
    ['create', { status: 404 }, /does not create apps at this address/, /base-url/],
    ['create', { status: 422 }, /folder rules/, /does not say/],
    ['read', {}, /state of the app does not allow this/, /status of the app/],
    ['read', { status: 404 }, /does not exist/, /belongs to the owner of the app\.$/],
    ['read', { status: 413 }, /too large/, /base-url/],
    ['read', { status: 422 }, /rejected the request/, /does not say/],
    ['list', { status: 403 }, /does not allow this/, /API key in the developer dashboard/],
    ['list', { status: 404 }, /lists no apps at this address/, /base-url/],
    ['list', {}, /does not list the apps/, /Re-run/],
    ['list', { status: 413 }, /too large/, /base-url/],
    ['deploy', { status: 404 }, /does not exist/, /create: true/],
    ['deploy', { status: 413 }, /too large/, /exclude/],
    ['deploy', { status: 401 }, /not valid/, /new key/],
    ['deploy', { status: 429 }, /30 changes/, /fewer deploys at once/],
    ['submit', {}, /does not allow a submission/, /status of the app.* in review already/],
    ['delete', {}, /does not allow its deletion/, /status of the app/],
    ['delete', { status: 413 }, /too large/, /base-url/],
    ['delete', { status: 422 }, /rejected the request/, /does not say/],
    ['deploy', { status: 400 }, /rejected a field \(POST \/path returned 400\)$/, /does not say what is wrong/],
    ['deploy', { status: 400, message: 'x' }, /rejected a field .*: x\)$/, /the field that the message names/],
    ['deploy', { status: 400, problems: [problem] }, /rejected a field/, /the field that the message names/],
    ['deploy', { status: 400, termsVersion: '2' }, /rejected a field/, /^Set terms-version: 2 /],
    ['deploy', { status: 422 }, /folder rules/, /does not say what is wrong/],
    ['deploy', { status: 422, message: 'x' }, /folder rules .*: x\)$/, /Fix what the message/],
    ['deploy', { status: 422, problems: [problem] }, /^The service found 1 problem \(HTTP 422\)$/, /problems listed/],
    ['deploy', { status: 422, problems: [problem], message: 'x' }, / 1 problem \(HTTP 422\): x$/, /problems listed/],
    ['deploy', { status: 422, problems: [problem], moreProblems: 9_999 }, / 10,000 problems /, /problems listed/],
    ['deploy', { status: 503, retryAfterMs: 1_200 }, /The service failed/, /^Re-run in 2 s\.$/],
    ['deploy', { status: 503, retryAfterMs: 0 }, /The service failed/, /^Re-run the job later/],
  ];
  for (const [operation, details, message, next] of rows) {
    test(`${operation}: ${JSON.stringify(details)}`, () => {
      const error = refuse(operation, details);
      assert.match(error.message, message);
      assert.match(error.next, next);
    });
  }

  test('the caller may know better what to do', () => {
    assert.equal(refuse('deploy', { status: 429 }, 'Re-run in 300 s.').next, 'Re-run in 300 s.');
  });
});
