import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeStatus,
  explainStatus,
  isDocumentedStatus,
  mayBeInReview,
  toReviewState,
} from '../../src/app-status.ts';
import { compareWithFile } from '../support/snapshot.ts';

const documented = [
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
];

test('what each status means, for whom and after what, is as snapshots/statuses.md shows', () => {
  const parts = [...documented, 'changes_requested', 'toString', null].map((status) => {
    const [never, once] = [
      { status, publishedAt: null },
      { status, publishedAt: '2026-10-01' },
    ];
    return [
      `# ${status}: the app ${describeStatus(status)}\n`,
      `- review: ${toReviewState(status)}`,
      `- may be in review: ${mayBeInReview(status ?? '')}`,
      `- never published, to the owner: ${explainStatus(never)}`,
      `- never published, to anybody: ${explainStatus(never, 'anybody')}`,
      `- published before, to the owner: ${explainStatus(once)}`,
    ].join('\n');
  });
  compareWithFile('test/unit/snapshots/statuses.md', parts.join('\n\n'));
  assert.equal(explainStatus(null), '');
  assert.deepEqual([...documented, 'changes_requested', 'toString'].filter(isDocumentedStatus), documented);
});
