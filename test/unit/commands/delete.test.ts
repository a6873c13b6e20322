import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hideFiles, type Played, play, type Scene } from '../../support/fake-service/scene.ts';

const published = { status: 'published' } as const;

function deleteTides(scene: Scene = {}): Promise<Played> {
  return play({ app: published, ...scene, inputs: { ...scene.inputs, command: 'delete' } });
}

describe('delete', () => {
  // A response that shows the app as it was says nothing: only a read that finds none does.
  for (const answers of ['wrapped', 'before', 'files', 'appless', 'empty'] as const) {
    test(`is proven by a read that finds no app (${answers})`, async () => {
      const { requests, kind, exitCode, facts, lines } = await deleteTides({ options: { answers } });
      assert.deepEqual([requests, kind, exitCode], ['read delete read', 'deleted', 0]);
      assert.deepEqual([facts.app, facts.statusBefore, facts.changed], [null, 'published', true]);
      assert.equal(lines.at(-1), 'Deleted tides');
    });
  }

  test('that the service only accepts is not green', async () => {
    const { ending, exitCode, failure, facts, tookMs } = await deleteTides({
      prepare: (_service, { ports }) =>
        Object.assign(ports.client, { deleteApp: async () => ({ app: null, isPending: false, lost: null }) }),
    });
    assert.deepEqual([ending, exitCode, facts.app?.status], ['unknown unverified', 1, 'published']);
    assert.match(failure?.message ?? '', /the service accepted the change, but the app does not show the change$/);
    assert.equal(tookMs, 25 + 7_000 + 25);
  });

  test('that is lost is sent again, too, where reads show no files', async () => {
    const faults = [null, { kind: 'timeout', when: 'before' }] as const;
    const { requests, kind } = await deleteTides({ faults, prepare: hideFiles });
    assert.deepEqual([requests, kind], ['read delete read read read read delete read', 'deleted']);
  });

  for (const dryRun of [false, true]) {
    test(`of an app that is not there fails: it may be somebody else's${dryRun ? ', in a dry run too' : ''}`, async () => {
      const { requests, ending, exitCode, facts } = await deleteTides({ app: null, inputs: { dryRun } });
      assert.deepEqual([requests, ending, exitCode, facts.changed], ['read', 'failed app_missing', 1, false]);
    });
  }

  test('only plans in a dry run', async () => {
    const { requests, outcome, service } = await deleteTides({ inputs: { dryRun: true } });
    assert.deepEqual(outcome, { kind: 'planned', plan: { do: 'change', steps: ['delete'] } });
    assert.deepEqual([requests, service.apps.size], ['read', 1]);
  });
});
