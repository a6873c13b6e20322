import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { type Doing, play } from '../support/fake-service/scene.ts';
import type { FakeService } from '../support/fake-service/service.ts';

const ours = toWireFiles(makeFiles());
const other = { 'service.json': '{"name":"Theirs"}', 'index.html': '<h1>Theirs</h1>' };
const put =
  (files: typeof other | typeof ours): Doing =>
  (service) =>
    service.replace('tides', files);

/** What the service holds: `ours in_review`. */
function held(service: FakeService): string {
  const app = service.apps.get('tides');
  const isOurs = JSON.stringify(app?.files) === JSON.stringify(ours);
  return `${isOurs ? 'ours' : 'theirs'} ${app?.status}`;
}

/** The first values one after the other, then the last again and again. */
function inTurn(...values: readonly number[]): () => number {
  let next = -1;
  return () => {
    next = Math.min(next + 1, values.length - 1);
    return values[next] ?? 0;
  };
}

// Each of these is a story that the rules of evidence do not catch, nor could those of any other client: the model keeps
// within them, and docs/reliability.md has them among what users should know.
describe('no client can tell', () => {
  test('that the first read lags: what was replaced a moment ago is called unchanged', async () => {
    const { ending, requests, facts, service } = await play({
      app: { files: ours },
      options: { lag: () => 3_000 },
      prepare: put(other),
    });
    assert.deepEqual([ending, requests, facts.changed], ['unchanged', 'read', false]);
    assert.equal(held(service), 'theirs draft');
  });

  test('that reads lag by more than 7 s: an app that was taken out of review is called in review', async () => {
    const { ending, commits, facts, service } = await play({
      app: { files: ours, status: 'in_review' },
      inputs: { submit: true },
      options: { lag: () => 12_000 },
      prepare: (fake) => fake.review('tides', 'withdraw'),
    });
    assert.deepEqual([ending, commits, facts.submitted], ['unchanged', '', true]);
    assert.equal(held(service), 'ours draft');
  });

  test('that a cache of a minute ignores no-cache: what was lost is made twice', async () => {
    const { commits, service } = await play({
      options: { lag: () => 60_000 },
      faults: [null, { kind: 'reset', when: 'after' }],
    });
    assert.deepEqual([commits, held(service)], ['deploy deploy', 'ours draft']);
  });

  test('that our content is of shortly before the run: a read that goes back to it proves a deploy that was not made', async () => {
    const { ending, commits, service } = await play({
      app: { files: ours },
      options: { lag: inTurn(0, 4_000) },
      faults: [null, { kind: 'reset', when: 'before' }],
      prepare: (fake) => {
        fake.replace('tides', other);
        fake.clock.pass(2_000);
      },
    });
    assert.deepEqual([ending, commits, held(service)], ['deployed', '', 'theirs draft']);
  });

  test('that content leaves and comes back: what we sent for review was theirs', async () => {
    const { ending, facts, service } = await play({
      inputs: { submit: true },
      before: {
        3: put(other),
        4: (fake) => {
          fake.replace('tides', ours);
          fake.submit('tides');
        },
      },
    });
    assert.deepEqual([ending, facts.submitted, held(service)], ['deployed', true, 'ours in_review']);
    const sent = service.commits.find(({ did }) => did === 'submit');
    assert.deepEqual(Object.fromEntries(sent?.app?.draft ?? []), other);
  });

  test('that a submission was withdrawn before any look and left no trace: one that was lost is made twice', async () => {
    const { ending, commits, service } = await play({
      app: { files: ours },
      inputs: { command: 'submit' },
      options: { submitted_at: 'never', updated_at_moves: 'nothing' },
      faults: [null, { kind: 'reset', when: 'after' }],
      before: { 2: (fake) => fake.review('tides', 'withdraw') },
    });
    assert.deepEqual([ending, commits, held(service)], ['submitted', 'submit submit', 'ours in_review']);
  });

  test('that somebody else writes between our proof and our submission: theirs is in review, and the run is red', async () => {
    const { ending, commits, service } = await play({ inputs: { submit: true }, before: { 3: put(other) } });
    assert.deepEqual([ending, commits, held(service)], ['unknown unverified', 'deploy submit', 'theirs in_review']);
  });

  test('that the two halves of a read were never there together: our files, and the state of theirs', async () => {
    const { ending, facts, service } = await play({
      inputs: { submit: true },
      options: { lag: inTurn(0, 0, 1_000), lagging: 'files' },
      before: {
        3: (fake) => {
          fake.clock.pass(2_000);
          fake.replace('tides', other);
        },
      },
    });
    assert.deepEqual([ending, facts.submitted, held(service)], ['deployed', true, 'theirs in_review']);
  });

  test('that a change is made after the last look: a deploy that was sent again takes the app out of review', async () => {
    const { ending, commits, service } = await play({
      inputs: { submit: true },
      options: { late: inTurn(32_000, 0) },
      faults: [null, { kind: '504', when: 'after' }],
    });
    service.clock.pass(60_000);
    assert.deepEqual([ending, commits], ['deployed', 'deploy submit']);
    assert.equal(held(service), 'ours draft');
  });

  test('that a service rewrites texts: what it stores is not what was sent, and the run is red', async () => {
    const { ending, commits, failure } = await play({ options: { rewrites: 'html' } });
    assert.deepEqual([ending, commits], ['unknown unverified', 'deploy']);
    assert.match(failure?.message ?? '', /index\.html/);
  });

  test('what comes after its last read: the run reports what was there', async () => {
    const { ending, requests, service } = await play({});
    service.replace('tides', other);
    assert.deepEqual([ending, requests], ['deployed', 'read deploy read']);
    assert.equal(held(service), 'theirs draft');
  });
});
