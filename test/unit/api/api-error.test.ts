import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ApiError,
  type ApiErrorDetails,
  isServiceUnreachable,
} from '../../../src/api/api-error.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { Operation } from '../../../src/api/transport.ts';
import { compareSections } from '../../support/snapshot.ts';

const operations: readonly Operation[] = [
  'read',
  'list',
  'create',
  'deploy',
  'update',
  'submit',
  'delete',
];

const usual: ApiErrorDetails = {
  ...{ status: 409, serverCode: null, message: null, termsVersion: null, retryAfterMs: null },
  ...{ isDocumented: true, problems: [], moreProblems: 0 },
};
const problem = {
  ...{ path: null, line: null, column: null, code: null, message: 'No.', fix: null },
  severity: 'error',
} as const;

const message = 'is too long';
const refusals: readonly Partial<ApiErrorDetails>[] = [
  ...[200, 400, 401, 402, 403, 404, 413, 415, 422, 429, 500].map((status) => ({ status })),
  { status: 308, serverCode: 'terms_required' },
  ...[400, 422].flatMap((status) => [
    { status, message },
    { status, problems: [problem] },
  ]),
  { status: 400, serverCode: 'terms_required', termsVersion: '2026-10' },
  ...[401, 403, 404].map((status) => ({ status, isDocumented: false })),
  { status: 405, isDocumented: false },
  { status: 409, isDocumented: false, message: 'is taken' },
  ...[{ serverCode: 'not_approved' }, { serverCode: 'terms_required' }].map((code) => ({
    status: 409,
    ...code,
  })),
  { status: 422, serverCode: 'terms_required', problems: [problem], moreProblems: 9_999, message },
  ...[0, 1_200].map((retryAfterMs) => ({ status: 599, retryAfterMs })),
];

test('snapshots/api-errors.md shows the code, message and advice of each error, by operation', () => {
  const parts = refusals.map((details) => {
    const byWords = Map.groupBy(operations, (operation) => {
      const request = { method: 'POST', path: '/path', operation };
      const { code, kind, message, next } = new ApiError(request, { ...usual, ...details });
      return `${code} (${kind}): ${message}\n  ${next}`;
    });
    const told = Array.from(byWords, ([words, asked]) => `- ${asked.join(', ')}:\n  ${words}`);
    const refusal = JSON.stringify(details, (key, value) =>
      key === 'problems' ? value.length : value,
    );
    return [refusal, told] as const;
  });
  compareSections('test/unit/api/snapshots/api-errors.md', parts);
});

test('a terms version that may be an unquoted number is shown, with the advice to quote it', () => {
  const advise = (sent: string, asked: string | null): string => {
    const request = {
      method: 'POST',
      path: '/path',
      operation: 'submit',
      termsVersion: sent,
    } as const;
    const terms = { status: 400, serverCode: 'terms_required', termsVersion: asked };
    return new ApiError(request, { ...usual, ...terms }).next;
  };
  const quotes = / The version that was sent is 1\. YAML reads .* quoted: terms-version: '1\.0'\.$/;
  assert.match(advise('1', '1.0'), quotes);
  assert.match(advise('1', null), quotes);
  assert.doesNotMatch(advise('2026-10', '2026-11'), /YAML/);
});

test('an error with the documented body never advises to check base-url', () => {
  for (const operation of operations) {
    for (let status = 400; status < 600; status += 1) {
      for (const words of [null, message]) {
        const request = { method: 'POST', path: '/path', operation };
        const { next } = new ApiError(request, { ...usual, status, message: words });
        assert.doesNotMatch(next, /base-url/, `${operation} ${status}`);
      }
    }
  }
});

test('advice passed by the caller replaces the default advice', () => {
  const request = { method: 'POST', path: '/path', operation: 'deploy' } as const;
  assert.equal(new ApiError(request, usual, 'Re-run in 300 s.').next, 'Re-run in 300 s.');
});

test('only requests without a usable response show that the service cannot be reached', () => {
  const request = { method: 'GET', path: '/path', operation: 'read' } as const;
  for (const [status, isUnreachable] of [
    [200, false],
    [302, false],
    [401, false],
    [404, false],
    [429, false],
    [500, true],
    [503, true],
  ] as const) {
    const error = new ApiError(request, { ...usual, status });
    assert.equal(isServiceUnreachable(error), isUnreachable, `${status}`);
  }
  for (const [code, isUnreachable] of [
    ['connection_refused', true],
    ['tls', true],
    ['attempt_timeout', true],
    ['response_unreadable', true],
    ['cancelled', false],
    ['deadline', false],
    ['response_too_large', false],
  ] as const) {
    const error = new NetworkError(request, { code, sent: false });
    assert.equal(isServiceUnreachable(error), isUnreachable, code);
  }
  assert.equal(isServiceUnreachable(new Error('x')), false);
});
