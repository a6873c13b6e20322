import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Inputs } from '../../../src/inputs.ts';
import { runCommand } from '../../support/fake-service/run.ts';
import { FakeService } from '../../support/fake-service/service.ts';

describe('list', () => {
  test('lists the apps of the key in the order of the service, with their states', async () => {
    const service = new FakeService();
    service.put('waves', { status: 'published' });
    service.put('dunes', { reviewNote: 'Nice', status: 'not_approved' });
    service.put('tides');
    const { outcome, facts, exitCode, lines } = await runCommand({ service, inputs: { command: 'list', slug: '' } });
    assert.deepEqual(service.requests, ['GET /api/miniapps']);
    assert.deepEqual([outcome, exitCode, facts.slug], [{ kind: 'listed' }, 0, null]);
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
    assert.deepEqual(lines, ['3 apps']);
  });

  test('of an account without apps is an empty list', async () => {
    const { facts } = await runCommand({ service: new FakeService(), inputs: { command: 'list', slug: '' } });
    assert.deepEqual(facts.apps, []);
  });

  test('fails with a key that is not valid', async () => {
    const service = new FakeService();
    service.isKeyValid = false;
    const { outcome, facts } = await runCommand({ service, inputs: { command: 'list', slug: '' } });
    assert.ok(outcome.kind === 'failed' && outcome.failure.code === 'unauthorized');
    assert.equal(facts.apps, null);
  });
});

describe('status', () => {
  async function readStatus(status: string | null, inputs: Partial<Inputs> = {}, service = new FakeService()) {
    if (status !== null) service.put('tides', { status, reviewNote: 'A note' });
    const ended = await runCommand({ service, inputs: { ...inputs, command: 'status' } });
    return { ...ended, service };
  }

  for (const status of ['draft', 'in_review', 'not_approved', 'published', 'taken_down', 'a_state_of_tomorrow']) {
    test(`reads an app in the state ${status}, and is green`, async () => {
      const { service, outcome, facts, exitCode, lines } = await readStatus(status);
      assert.deepEqual(service.requests, ['GET /api/miniapps/tides']);
      assert.deepEqual([outcome, exitCode, facts.verdict], [{ kind: 'read' }, 0, null]);
      assert.deepEqual([facts.app?.status, facts.app?.reviewNote], [status, 'A note']);
      assert.equal(facts.submitted, false);
      assert.deepEqual([facts.notices, facts.warnings], [[], []]);
      assert.deepEqual(lines, [`tides is ${status}`]);
    });
  }

  test('notices changes that nobody has reviewed', async () => {
    const { facts } = await readStatus('published_with_unreviewed_changes');
    assert.match(String(facts.notices[0]), /draft holds changes that nobody has reviewed/);
  });

  test('fails for an app that does not exist', async () => {
    const { outcome, exitCode } = await readStatus(null);
    assert.ok(outcome.kind === 'failed' && outcome.failure.code === 'app_missing');
    assert.equal(exitCode, 1);
  });

  test('names an app without a state', async () => {
    const { lines } = await readStatus(null, {}, withStatus(null));
    assert.deepEqual(lines, ['tides is in no known state']);
  });

  function withStatus(status: string | null): FakeService {
    const service = new FakeService();
    service.put('tides', { status: status as unknown as string });
    return service;
  }

  describe('with wait-for-review', () => {
    const waitForReviewMinutes = 5;

    test('is the verdict that is there already', async () => {
      const published = await readStatus('published', { waitForReviewMinutes });
      assert.deepEqual([published.facts.verdict, published.exitCode], ['approved', 0]);
      const refused = await readStatus('not_approved', { waitForReviewMinutes });
      assert.deepEqual([refused.facts.verdict, refused.exitCode], ['refused', 1]);
    });

    test('waits for an app in review', async () => {
      const service = new FakeService();
      service.clock.after(9_000, () => service.review('tides', 'approve'));
      const { facts, exitCode } = await readStatus('in_review', { waitForReviewMinutes }, service);
      assert.deepEqual([facts.verdict, facts.app?.status, exitCode], ['approved', 'published', 0]);
    });

    for (const status of ['draft', 'taken_down']) {
      test(`does not wait for an app that is ${status}, and does not warn`, async () => {
        const { service, facts, exitCode } = await readStatus(status, { waitForReviewMinutes });
        assert.deepEqual([service.requests.length, facts.warnings, exitCode], [1, [], 0]);
      });
    }
  });
});
