import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { play, type Scene } from '../../support/fake-service/scene.ts';
import { type EndRow, testEnds } from './ends.ts';

describe('list', () => {
  const lists = { app: null, inputs: { command: 'list', slug: '' } } as const;

  test('lists the apps of the key in the order of the service, and not what is in them', async () => {
    const { facts } = await play({
      ...lists,
      prepare: (service) => {
        service.put('waves', { status: 'published' });
        service.put('dunes', { reviewNote: 'Nice', status: 'not_approved', updatedAt: '2026-10-01T00:00:00.000Z' });
      },
    });
    const url = 'https://apps.example.com/a/dunes';
    const times = { updatedAt: '2026-10-01T00:00:00.000Z', submittedAt: null, publishedAt: null };
    assert.partialDeepStrictEqual(facts.apps, [{ slug: 'waves', status: 'published' }]);
    assert.deepEqual(facts.apps?.slice(1), [
      { slug: 'dunes', name: 'Old', url, status: 'not_approved', reviewNote: 'Nice', ...times },
    ]);
  });

  testEnds(
    [
      ['of an account without apps', {}, 'list', 'listed 0', { apps: [], slug: null }],
      [
        'with a key that is not valid',
        { prepare: (service) => Object.assign(service, { isKeyValid: false }) },
        'list',
        'failed unauthorized 1',
        { apps: null },
      ],
    ],
    lists,
  );
});

describe('status', () => {
  const waits = { waitForReviewMinutes: 5 } as const;
  const approve: Scene['after'] = { 9000: (service) => service.review('tides', 'approve') };
  const read = (status: string, parts: Scene = {}): Scene => ({ app: { status, reviewNote: 'A note' }, ...parts });
  const unreviewed = {
    notices: ['tides is published, but its draft has changes that are not reviewed: submit them to publish them.'],
  };
  testEnds(
    [
      ...['draft', 'not_approved', 'published', 'taken_down', 'a_state_of_tomorrow'].map((status): EndRow => {
        return ['of an app', read(status), 'read', `read 0 ${status}`, { reviewResult: null }];
      }),
      ['of an app in review', read('in_review'), 'read', 'read 0 in_review', { reviewResult: 'pending' }],
      [
        'of unreviewed changes',
        read('published_with_unreviewed_changes'),
        'read',
        'read 0 published_with_unreviewed_changes',
        unreviewed,
      ],
      ['of no app', { app: null }, 'read', 'failed app_missing 1'],
      // Neither was ever submitted for certain: there is no result to wait for.
      ...['draft', 'taken_down', 'published'].map((status): EndRow => {
        return ['that waits for nothing', read(status, { inputs: waits }), 'read', `read 0 ${status}`];
      }),
      [
        'that waits for a rejection that is there already',
        read('not_approved', { inputs: waits }),
        'read',
        'read 1 not_approved review rejected',
      ],
      ...['in_review', 'in_first_review'].map((status): EndRow => {
        const name = `that waits for an app that is ${status}`;
        const scene = read(status, { inputs: waits, after: approve });
        return [name, scene, 'read read read read', 'read 0 published review approved'];
      }),
    ],
    { inputs: { command: 'status' } },
  );
});
