import { afterEach, test } from 'node:test';
import * as status from '../../../src/app/status.ts';
import { type Frontend, setFrontend } from '../../../src/text/frontend.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';

const names =
  'draft in_review not_approved published published_with_unreviewed_changes taken_down changes_requested';
const now = Date.UTC(2026, 10, 24, 14, 5);

afterEach(() => setFrontend('github'));

test('each status is described and classified (snapshots/statuses.md)', () => {
  const parts = [...names.split(' '), 'toString', null].map((name) => {
    const explain = (frontend: Frontend, publishedAt: string | null, submittedAt = publishedAt) => {
      setFrontend(frontend);
      return status.explainStatus({ status: name, publishedAt, submittedAt }, now);
    };
    const lines = [
      `- documented: ${status.isDocumentedStatus(name ?? '')}`,
      `- review: ${status.toReviewState(name)}`,
      `- may be in review: ${status.mayBeInReview(name ?? '')}`,
      `- never published: ${explain('github', null)}`,
      `- never published, on a terminal: ${explain('terminal', null)}`,
      `- submitted and published before: ${explain('github', '2026-11-21T14:05:00Z')}`,
    ];
    return [`${name}: the app ${status.describeStatus(name)}`, lines] as const;
  });
  compareSections('test/unit/app/snapshots/statuses.md', parts);
});

test('the age of a status is described by the times of the app (snapshots/status-ages.md)', () => {
  const times: Readonly<Record<string, string | null>> = {
    'three days ago': '2026-11-21T14:05:00Z',
    'two days ago': '2026-11-22T14:05:00Z',
    'almost two days ago': '2026-11-22T14:05:01Z',
    'an hour ago': '2026-11-24T13:05:00.000Z',
    'almost an hour ago': '2026-11-24T13:05:00.001Z',
    'a minute ago': '2026-11-24T14:04:00Z',
    'less than a minute ago': '2026-11-24T14:04:01Z',
    'in half a minute': '2026-11-24T14:05:30Z',
    'in an hour, by another clock': '2026-11-24T15:05:00Z',
    'in another zone': '2026-11-24T14:05+02:00',
    'in another year': '2025-12-31T23:59:59Z',
    'not a time of ISO 8601': 'last Tuesday',
    'a date only': '2026-11-21',
    'a month that does not exist': '2026-13-01T00:00:00Z',
    'not known': null,
    empty: '',
  };
  const parts = Object.entries(times).map(([name, time]): Section => {
    const describe = (word: string) =>
      status.describeStatusAge({ status: word, submittedAt: time, publishedAt: time }, now);
    return [name, [`in_review${describe('in_review')}`, `published${describe('published')}`]];
  });
  compareSections('test/unit/app/snapshots/status-ages.md', parts);
});
