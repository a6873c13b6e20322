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

// Each of these is a story that the rules of evidence do not catch, nor could those of any other client: the model keeps
// within them, and docs/reliability.md has them among what users should know.
describe('no client can tell', () => {
  test('that a change was made where reads show it only after 7 s and more: one that was lost is made twice', async () => {
    const { ending, commits, service } = await play({
      options: { lag: () => 8_000 },
      faults: [null, { kind: 'reset', when: 'after' }],
    });
    assert.deepEqual([ending, commits, held(service)], ['deployed', 'deploy deploy', 'ours draft']);
  });

  test('that the first read lags: what was replaced a moment ago is called unchanged', async () => {
    const { ending, requests, facts, service } = await play({
      app: { files: ours },
      options: { lag: () => 3_000 },
      prepare: put(other),
    });
    assert.deepEqual([ending, requests, facts.changes], ['unchanged', 'read', []]);
    assert.equal(held(service), 'theirs draft');
  });

  test('that somebody else’s change came between ours and its response: without files that response passes for ours', async () => {
    const { ending, facts, service } = await play({
      prepare: (fake, { ports: { client } }) => {
        const { deployApp } = client;
        const deployAndRender: typeof deployApp = async (...given) => {
          const response = await deployApp(...given);
          fake.replace('tides', other);
          const [app = null] = await client.listApps();
          return { ...response, app };
        };
        Object.assign(client, { deployApp: deployAndRender });
      },
    });
    assert.deepEqual([ending, facts.changed, held(service)], ['deployed', true, 'theirs draft']);
    // At least it does not say that it saw the files.
    assert.equal(facts.filesVerified, false);
  });

  test('that our content is of shortly before the run: a read that goes back to it proves a deploy that was not made', async () => {
    let reads = 0;
    const { ending, commits, service } = await play({
      app: { files: ours },
      options: {
        dates: new Set(),
        lag: () => {
          reads += 1;
          return reads === 1 ? 0 : 4_000;
        },
      },
      faults: [null, { kind: 'reset', when: 'before' }],
      prepare: (fake) => {
        fake.replace('tides', other);
        fake.clock.pass(2_000);
      },
    });
    assert.deepEqual([ending, commits, held(service)], ['deployed', '', 'theirs draft']);
  });

  test('that the second of two changes by others hides the first: what we sent for review was theirs', async () => {
    const { ending, facts, service } = await play({
      inputs: { submit: true },
      options: { answers: 'appless' },
      before: {
        3: put(other),
        4: (fake) => {
          fake.replace('tides', ours);
          fake.submit('tides');
        },
      },
    });
    assert.deepEqual([ending, facts.sentForReview, held(service)], ['deployed', true, 'ours in_review']);
    const sent = service.commits.find(({ did }) => did === 'submit');
    assert.deepEqual(sent?.app?.files, other);
  });

  test('that a submission was withdrawn within 7 s and left no trace: one that was lost is made twice', async () => {
    const { ending, commits, service } = await play({
      app: { files: ours },
      inputs: { command: 'submit' },
      options: { submittedAt: 'absent', dates: new Set() },
      faults: [null, { kind: 'reset', when: 'after' }],
      before: { 2: (fake) => fake.review('tides', 'withdraw') },
    });
    assert.deepEqual([ending, commits, held(service)], ['submitted', 'submit submit', 'ours in_review']);
  });

  test('what comes after its last read: the run reports what was there', async () => {
    const { ending, facts, requests, service } = await play({ options: { answers: 'empty' } });
    service.replace('tides', other);
    assert.deepEqual([ending, requests, facts.filesVerified], ['deployed', 'read deploy read', true]);
    assert.equal(held(service), 'theirs draft');
  });
});
