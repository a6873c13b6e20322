import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { play, review, revokeKey, type Scene } from '../../support/fake-service/scene.ts';
import type { FakeService } from '../../support/fake-service/service.ts';
import { type EndRow, testEnds } from './ends.ts';

describe('list', () => {
  const lists = { app: null, inputs: { command: 'list', slug: '' } } as const;

  test('lists the apps of the key in the order of the service, and not what is in them', async () => {
    const dunes = { reviewNote: 'Nice', status: 'not_approved', submittedAt: null, publishedAt: null };
    const prepare = (service: FakeService): void => {
      service.put({ status: 'published' }, 'waves');
      service.put({ ...dunes, updatedAt: Date.UTC(2026, 9, 1) }, 'dunes');
    };
    const { apps } = (await play({ ...lists, prepare })).facts;
    assert.partialDeepStrictEqual(apps, [{ slug: 'waves', status: 'published' }]);
    const fields = { slug: 'dunes', name: 'Old', url: 'https://apps.example.com/a/dunes' };
    assert.deepEqual(apps?.[1], { ...dunes, ...fields, updatedAt: '2026-10-01T00:00:00.000Z' });
  });

  testEnds(
    [
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
