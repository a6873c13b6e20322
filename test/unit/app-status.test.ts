import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeStatus,
  explainStatus,
  isDocumentedStatus,
  mayBeInReview,
  toReviewState,
} from '../../src/app-status.ts';

for (const [status, review, isDocumented, mayBe] of [
  ['draft', 'none', true, false],
  ['in_review', 'pending', true, true],
  ['not_approved', 'rejected', true, false],
  ['published', 'approved', true, false],
  ['published_with_unreviewed_changes', 'none', true, false],
  ['taken_down', 'none', true, false],
  ['changes_requested', 'rejected', false, false],
  ['toString', 'pending', false, true],
] as const) {
  test(`what ${status} means for a review: ${review}`, () => {
    const means = {
      review: toReviewState(status),
      isDocumented: isDocumentedStatus(status),
      mayBe: mayBeInReview(status),
    };
    assert.deepEqual(means, { review, isDocumented, mayBe });
  });
}

test('a status that is not known is shown as it is, and not explained', () => {
  assert.equal(describeStatus('toString'), 'has the status toString');
  assert.equal(describeStatus(null), 'has no known status');
  for (const app of [null, { status: null, publishedAt: null }, { status: 'toString', publishedAt: null }]) {
    assert.equal(explainStatus(app), '');
  }
});

test('who can see an app depends on who reads it, and on whether it was published', () => {
  const [never, once] = [null, '2026-10-01'];
  const explain = (status: string, publishedAt: string | null, reader?: 'anybody') =>
    explainStatus({ status, publishedAt }, reader);
  assert.match(explain('draft', never), /^Draft: visible only to you\. Try it at its address/);
  assert.equal(explain('draft', never, 'anybody'), 'Draft: visible only to the owner of its API key.');
  assert.match(explain('in_review', never), /visible only to you until/);
  assert.match(explain('in_review', once), /the published version stays public/);
  assert.match(explain('not_approved', never), /the app stays visible only to you/);
  assert.match(explain('not_approved', once), /the app is no longer public/);
});
