import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Inputs } from '../../../src/inputs.ts';
import { type Played, play, type Scene } from '../../support/fake-service/scene.ts';

describe('list', () => {
  const list = (scene: Scene = {}): Promise<Played> =>
    play({ app: null, ...scene, inputs: { command: 'list', slug: '' } });

  test('lists the apps of the key in the order of the service, with their states', async () => {
    const { requests, outcome, exitCode, facts, lines } = await list({
      prepare: (service) => {
        service.put('waves', { status: 'published' });
        service.put('dunes', { reviewNote: 'Nice', status: 'not_approved', updatedAt: '2026-10-01T00:00:00.000Z' });
        service.put('tides');
      },
    });
    assert.deepEqual([requests, outcome, exitCode, facts.slug], ['list', { kind: 'listed' }, 0, null]);
    assert.deepEqual(facts.apps?.[1], {
      slug: 'dunes',
      url: 'https://apps.example.com/a/dunes',
      status: 'not_approved',
      reviewNote: 'Nice',
      name: 'Old',
      updatedAt: '2026-10-01T00:00:00.000Z',
      submittedAt: null,
      publishedAt: null,
    });
    assert.deepEqual(
      facts.apps?.map(({ slug, status }) => `${slug} ${status}`),
      ['waves published', 'dunes not_approved', 'tides draft'],
    );
    assert.deepEqual(lines, ['Listed 3 apps']);
  });

  test('of an account without apps is an empty list', async () => {
    assert.deepEqual((await list()).facts.apps, []);
  });

  test('fails with a key that is not valid', async () => {
    const { ending, facts } = await list({ prepare: (service) => Object.assign(service, { isKeyValid: false }) });
    assert.deepEqual([ending, facts.apps], ['failed unauthorized', null]);
  });
});

describe('status', () => {
  const waiting = { waitForReviewMinutes: 5 } as const;
  const read = (status: string, inputs: Partial<Inputs> = {}, scene: Scene = {}): Promise<Played> =>
    play({
      app: { status, reviewNote: 'A note' },
      ...scene,
      inputs: { ...inputs, command: 'status' },
    });

  for (const status of ['draft', 'in_review', 'not_approved', 'published', 'taken_down', 'a_state_of_tomorrow']) {
    test(`reads an app in the state ${status}, and is green`, async () => {
      const { requests, outcome, exitCode, facts, lines } = await read(status);
      assert.deepEqual([requests, outcome, exitCode], ['read', { kind: 'read' }, 0]);
      assert.deepEqual([facts.app?.status, facts.app?.reviewNote, facts.submitted], [status, 'A note', false]);
      assert.deepEqual([facts.reviewResult, facts.waitedForReview], [status === 'in_review' ? 'pending' : null, false]);
      assert.deepEqual([facts.notices, facts.warnings], [[], []]);
      assert.deepEqual(
        lines.filter((line) => !line.startsWith('debug: ')),
        [`Remote: ${status}`],
      );
    });
  }

  test('notices changes that are not reviewed', async () => {
    const { facts } = await read('published_with_unreviewed_changes');
    assert.deepEqual(facts.notices, [
      'tides is published, but its draft has changes that are not reviewed: submit them to publish them.',
    ]);
  });

  test('fails for an app that does not exist', async () => {
    const { ending, exitCode } = await read('', {}, { app: null });
    assert.deepEqual([ending, exitCode], ['failed app_missing', 1]);
  });

  describe('with wait-for-review', () => {
    // Neither was ever submitted for certain: there is no result to wait for.
    for (const status of ['draft', 'taken_down', 'published', 'published_with_unreviewed_changes']) {
      test(`does not wait for an app that is ${status}, and does not warn`, async () => {
        const { requests, facts, exitCode } = await read(status, waiting);
        assert.deepEqual([requests, facts.warnings, facts.reviewResult, exitCode], ['read', [], null, 0]);
      });
    }

    for (const waitForReviewMinutes of [0.5, 5]) {
      test(`is the rejection that is there already (${waitForReviewMinutes})`, async () => {
        const { requests, facts, exitCode } = await read('not_approved', { waitForReviewMinutes });
        assert.deepEqual([requests, facts.reviewResult, exitCode], ['read', 'rejected', 1]);
      });
    }

    for (const status of ['in_review', 'in_first_review']) {
      test(`waits for an app that is ${status}`, async () => {
        const { facts, exitCode } = await read(status, waiting, {
          after: { 9000: (service) => service.review('tides', 'approve') },
        });
        assert.deepEqual([facts.reviewResult, facts.app?.status, exitCode], ['approved', 'published', 0]);
      });
    }
  });
});
