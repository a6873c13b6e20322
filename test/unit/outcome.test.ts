import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RunState, toAppFacts } from '../../src/outcome.ts';
import { showTides } from '../support/fake-service/app.ts';

describe('RunState', () => {
  test('begins with nothing proven', () => {
    const { facts } = new RunState('tides');
    assert.deepEqual([facts.slug, facts.app, facts.changed, facts.submitted], ['tides', null, false, false]);
    assert.deepEqual([facts.problems, facts.waits, facts.notices, facts.warnings], [[], [], [], []]);
    assert.equal(new RunState('').facts.slug, null);
  });

  test('adds what is learned, and never changes facts that were handed out', () => {
    const ledger = new RunState('tides');
    const before = ledger.facts;
    ledger.update({ changed: true });
    ledger.notice('one');
    ledger.notice('two');
    ledger.warn('three');
    ledger.addWait({ what: 'deploy', milliseconds: 5, why: 'test' });
    assert.deepEqual([before.changed, before.notices], [false, []]);
    assert.equal(ledger.facts.changed, true);
    assert.deepEqual([ledger.facts.notices, ledger.facts.warnings], [['one', 'two'], ['three']]);
    assert.deepEqual(ledger.facts.waits, [{ what: 'deploy', milliseconds: 5, why: 'test' }]);
  });

  test('keeps the address of an app that a later answer left out, and forgets an app that is gone', () => {
    const ledger = new RunState('tides');
    ledger.updateApp(showTides({ status: 'draft' }));
    assert.equal(ledger.facts.app?.url, 'https://apps.example/a/tides');
    ledger.updateApp(showTides({ url: 'https://tides.apps.example', status: 'draft' }));
    ledger.updateApp(showTides({ status: 'in_review' }));
    assert.deepEqual([ledger.facts.app?.url, ledger.facts.app?.status], ['https://tides.apps.example', 'in_review']);
    ledger.updateApp(null);
    assert.equal(ledger.facts.app, null);
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
