import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareTexts, RunState, toAppFacts } from '../../src/outcome.ts';
import { showTides } from '../support/fake-service/app.ts';

describe('RunState', () => {
  test('begins with nothing proven', () => {
    const { facts } = new RunState('tides');
    assert.deepEqual([facts.slug, facts.app, facts.changed, facts.submitted], ['tides', null, false, false]);
    assert.deepEqual([facts.problems, facts.waits, facts.notices, facts.warnings], [[], [], [], []]);
    assert.equal(new RunState('').facts.slug, null);
  });

  test('adds what is learned, and never changes facts that were handed out', () => {
    const state = new RunState('tides');
    const before = state.facts;
    state.update({ changed: true });
    state.notice('one');
    state.notice('two');
    state.warn('three');
    state.addWait({ what: 'deploy', milliseconds: 5, why: 'test', attempt: 2, maxAttempts: 4 });
    assert.deepEqual([before.changed, before.notices], [false, []]);
    assert.equal(state.facts.changed, true);
    assert.deepEqual([state.facts.notices, state.facts.warnings], [['one', 'two'], ['three']]);
    assert.deepEqual(state.facts.waits, [{ what: 'deploy', milliseconds: 5, why: 'test', attempt: 2, maxAttempts: 4 }]);
  });

  test('keeps the address of an app that a later answer left out, and forgets an app that is gone', () => {
    const state = new RunState('tides');
    state.updateApp(showTides({ status: 'draft' }));
    assert.equal(state.facts.app?.url, 'https://apps.example/a/tides');
    state.updateApp(showTides({ url: 'https://tides.apps.example', status: 'draft' }));
    state.updateApp(showTides({ status: 'in_review' }));
    assert.deepEqual([state.facts.app?.url, state.facts.app?.status], ['https://tides.apps.example', 'in_review']);
    state.updateApp(null);
    assert.equal(state.facts.app, null);
  });
});

test('toAppFacts takes what is told to people, and no contents', () => {
  const app = showTides({ name: 'Tides', status: 'draft', html: '<h1>', files: { a: 'b' }, updated_at: 'now' });
  assert.deepEqual(toAppFacts(app), {
    slug: 'tides',
    url: 'https://apps.example/a/tides',
    status: 'draft',
    reviewNote: null,
    name: 'Tides',
    updatedAt: 'now',
    submittedAt: null,
    publishedAt: null,
  });
});

test('compareTexts orders by code units: the same on every machine', () => {
  assert.deepEqual(['b', 'B', 'ä', 'a', 'b'].sort(compareTexts), ['B', 'a', 'b', 'b', 'ä']);
});
