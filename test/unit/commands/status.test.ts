import { describe } from 'node:test';
import { type Doing, review, revokeKey, type Scene } from '../../support/fake-service/scene.ts';
import { type EndRow, testEnds } from './ends.ts';

describe('list', () => {
  const lists = { app: null, inputs: { command: 'list', slug: '' } } as const;
  const prepare: Doing = (service) => [
    service.put({ status: 'published' }, 'waves'),
    service.put({ status: 'not_approved', reviewNote: 'Nice' }, 'dunes'),
  ];
  const facts = { name: 'Old', updatedAt: '2026-09-30T23:58:19.877Z', submittedAt: null, publishedAt: null };
  const url = 'https://apps.example.com/a';
  const apps = [
    { slug: 'waves', url: `${url}/waves`, status: 'published', reviewNote: null, ...facts },
    { slug: 'dunes', url: `${url}/dunes`, status: 'not_approved', reviewNote: 'Nice', ...facts },
  ];
  testEnds(
    [
      ['of two apps, in the order of the service', { prepare }, 'list', 'listed 0', { apps }],
      ['of an account without apps', {}, 'list', 'listed 0', { apps: [], slug: null }],
      ['with a key that is not valid', { prepare: revokeKey }, 'list', 'failed unauthorized 1', { apps: null }],
    ],
    lists,
  );
});

describe('status', () => {
  const read = (status: string): Scene => ({ app: { status, reviewNote: 'A note' } });
  const waitFor = (status: string): Scene => ({ ...read(status), inputs: { waitForReviewMinutes: 5 } });
  const changed = 'published_with_unreviewed_changes';
  const notice = 'tides is published, but its draft has changes that are not reviewed: submit them to publish them.';
  testEnds(
    [
      ...['draft', 'not_approved', 'a_state_of_tomorrow'].map((status): EndRow => {
        return ['of an app', read(status), 'read', `read 0 ${status}`, { reviewResult: null }];
      }),
      ['of an app in review', read('in_review'), 'read', 'read 0 in_review', { reviewResult: 'pending' }],
      ['of unreviewed changes', read(changed), 'read', `read 0 ${changed}`, { notices: [notice] }],
      ['of no app', { app: null }, 'read', 'failed app_missing 1'],
      // Neither was ever submitted for certain: there is no result to wait for.
      ...['draft', 'taken_down', 'published'].map((status): EndRow => {
        return ['that waits for nothing', waitFor(status), 'read', `read 0 ${status}`];
      }),
      ['that finds a rejection', waitFor('not_approved'), 'read', 'read 1 not_approved review rejected'],
      ...['in_review', 'in_first_review'].map((status): EndRow => {
        const scene = { ...waitFor(status), after: { 9000: review('approve') } };
        return [`that waits on ${status}`, scene, 'read read read read', 'read 0 published review approved'];
      }),
    ],
    { inputs: { command: 'status' } },
  );
});
