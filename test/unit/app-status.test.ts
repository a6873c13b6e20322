import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeStatus,
  explainStatus,
  isDocumentedStatus,
  mayBeInReview,
  toReviewState,
} from '../../src/app-status.ts';

const never = 'visible only to you';

for (const [status, is, review, draft, published] of [
  [
    'draft',
    'is a draft',
    'none',
    `Draft: ${never}. Try it at its address, and submit it for review when it is ready.`,
    null,
  ],
  [
    'in_review',
    'is in review',
    'pending',
    `In review: ${never} until the review is done.`,
    'In review: the published version stays public until the review is done.',
  ],
  [
    'not_approved',
    'was not approved',
    'rejected',
    `Not approved, which is final: the app stays ${never} and cannot be submitted again.`,
    'Not approved, which is final: the app is no longer public and cannot be submitted again.',
  ],
  ['published', 'is published', 'approved', 'Published: it is public.', null],
  [
    'published_with_unreviewed_changes',
    'is published, with changes that are not reviewed',
    'none',
    `The published version is public. The changes are ${never} until they are reviewed.`,
    null,
  ],
  ['taken_down', 'was taken down', 'none', `Taken down: it is no longer public, and ${never}.`, null],
  [
    'changes_requested',
    'needs changes',
    'rejected',
    'The reviewer requests changes: make them, deploy, and submit the app for review again.',
    null,
  ],
  ['toString', 'has the status toString', 'pending', '', null],
  [null, 'has no known status', 'pending', '', null],
] as const) {
  test(`the words for ${status}, and what it means for a review`, () => {
    assert.deepEqual([describeStatus(status), toReviewState(status)], [is, review]);
    assert.equal(explainStatus({ status, publishedAt: null }), draft);
    assert.equal(explainStatus({ status, publishedAt: '2026-10-01' }), published ?? draft);
    const other = draft.replace(never, 'visible only to the owner of its API key').replace(/ Try it.*/, '');
    assert.equal(explainStatus({ status, publishedAt: null }, 'anybody'), other);
    const isDocumented = !['changes_requested', 'toString', null].includes(status);
    assert.equal(isDocumentedStatus(status ?? ''), isDocumented);
    assert.equal(mayBeInReview(status ?? ''), ['in_review', 'toString', null].includes(status));
  });
}

test('there are no words for no app', () => assert.equal(explainStatus(null), ''));
