import { afterEach, test } from 'node:test';
import * as status from '../../../src/model/app-status.ts';
import { type Frontend, setFrontend } from '../../../src/text/frontend.ts';
import { compareSections } from '../../support/snapshot.ts';

const names =
  'draft in_review not_approved published published_with_unreviewed_changes taken_down changes_requested';

afterEach(() => setFrontend('github'));

test('each status is described and classified (snapshots/statuses.md)', () => {
  const parts = [...names.split(' '), 'toString', null].map((name) => {
    const explain = (frontend: Frontend, publishedAt: string | null) => {
      setFrontend(frontend);
      return status.explainStatus({ status: name, publishedAt });
    };
    const lines = [
      `- documented: ${status.isDocumentedStatus(name ?? '')}`,
      `- review: ${status.toReviewState(name)}`,
      `- may be in review: ${status.mayBeInReview(name ?? '')}`,
      `- never published: ${explain('github', null)}`,
      `- never published, on a terminal: ${explain('terminal', null)}`,
      `- published before: ${explain('github', '2026-10-01')}`,
    ];
    return [`${name}: the app ${status.describeStatus(name)}`, lines] as const;
  });
  compareSections('test/unit/model/snapshots/statuses.md', parts);
});
