import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Played, play, type Scene } from '../../support/fake-service/scene.ts';

function deleteTides({ inputs, ...scene }: Scene = {}): Promise<Played> {
  return play({ app: { status: 'published' }, ...scene, inputs: { ...inputs, command: 'delete' } });
}

describe('delete', () => {
  test('deletes the app, and is proven by a read that finds none', async () => {
    const { requests, kind, exitCode, facts, lines } = await deleteTides();
    assert.deepEqual([requests, kind, exitCode], ['read delete read', 'deleted', 0]);
    assert.partialDeepStrictEqual(facts, { app: null, statusBefore: 'published', changed: true });
    assert.equal(lines.at(-1), 'Deleted tides');
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
