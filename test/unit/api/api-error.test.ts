import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type ApiErrorDetails } from '../../../src/api/api-error.ts';
import type { Operation } from '../../../src/api/transport.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const operations: readonly Operation[] = ['read', 'list', 'create', 'deploy', 'update', 'submit', 'delete'];

const usual: ApiErrorDetails = {
  ...{ status: 409, serverCode: null, message: null, termsVersion: null, retryAfterMs: null },
  ...{ isDocumented: true, problems: [], moreProblems: 0 },
};
const problem = {
  ...{ path: null, line: null, column: null, code: null, message: 'No.', fix: null },
  severity: 'error',
} as const;

const refusals: Readonly<Record<string, Partial<ApiErrorDetails>>> = {
  '200 that says error': { status: 200 },
  '308, whatever its body says': { status: 308, serverCode: 'terms_required' },
  '400 that says nothing': { status: 400 },
  '400 with a message': { status: 400, message: 'is too long' },
  '400 with a problem': { status: 400, problems: [problem] },
  '400 terms_required': { status: 400, serverCode: 'terms_required', termsVersion: '2026-10' },
  401: { status: 401 },
  403: { status: 403 },
  404: { status: 404 },
  '404 in another form': { status: 404, isDocumented: false },
  '409 in another form': { isDocumented: false, message: 'is taken' },
  '409 not_approved': { serverCode: 'not_approved' },
  413: { status: 413 },
  418: { status: 418 },
  '422 that says nothing, but for a code of another status': { status: 422, serverCode: 'terms_required' },
  '422 with a message': { status: 422, message: 'is too long' },
  '422 with a problem': { status: 422, problems: [problem] },
  '422 with 10,000 problems and a message': { status: 422, problems: [problem], moreProblems: 9_999, message: 'Many.' },
  429: { status: 429 },
  500: { status: 500, retryAfterMs: 0 },
  '599 that asks to wait': { status: 599, retryAfterMs: 1_200 },
};

test('what an operation is refused with has a code, and says what it means and what to do', () => {
  const parts = Object.entries(refusals).map(([name, details]) => {
    const byWords = Map.groupBy(operations, (operation) => {
      const request = { method: 'POST', path: '/path', operation };
      const { code, kind, message, next } = new ApiError(request, { ...usual, ...details });
      return `${code} (${kind}): ${message}\n  ${next}`;
    });
    const told = Array.from(byWords, ([words, asked]) => `- ${asked.join(', ')}:\n  ${words}`);
    return `# ${name}\n\n${told.join('\n')}`;
  });
  compareWithFile('test/unit/api/snapshots/api-errors.md', parts.join('\n\n'));
});

test('the caller may know better what to do', () => {
  const request = { method: 'POST', path: '/path', operation: 'deploy' } as const;
  assert.equal(new ApiError(request, usual, 'Re-run in 300 s.').next, 'Re-run in 300 s.');
});
