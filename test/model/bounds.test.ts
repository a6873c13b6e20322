import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { type Doing, inTurn, play, type Scene } from '../support/fake-service/scene.ts';
import type { FakeApp, FakeService } from '../support/fake-service/service.ts';

const ours = toWireFiles(makeFiles());
const theirs = { 'service.json': '{"name":"Theirs"}', 'index.html': '<h1>Theirs</h1>' };
const put =
  (files: FakeApp['files']): Doing =>
  (service) =>
    service.replace('tides', files);
const submits: Scene['inputs'] = { submit: true };

/** What the service holds a minute later: `ours in_review`. */
function tellHeld(service: FakeService): string {
  service.clock.pass(60_000);
  const app = service.apps.get('tides');
  return `${JSON.stringify(app?.files) === JSON.stringify(ours) ? 'ours' : 'other'} ${app?.status}`;
}

interface Expected {
  readonly ending: string;
  readonly commits: string;
  readonly held: string;
  readonly submitted?: boolean;
}

// Each of these is a story that the rules of evidence do not catch, nor could those of any other client: the model keeps
// within them, and docs/reliability.md has them among what users should know.
const stories: Readonly<Record<string, readonly [Scene, Expected]>> = {
  'that the first read lags: what was replaced a moment ago is called unchanged': [
    { app: { files: ours }, options: { lag: () => 3_000 }, prepare: put(theirs) },
    { ending: 'unchanged', commits: '', held: 'other draft' },
  ],
  'that reads lag by more than 7 s: an app that was taken out of review is called in review': [
    {
      app: { files: ours, status: 'in_review' },
      inputs: submits,
      options: { lag: () => 12_000 },
      prepare: (service) => service.review('tides', 'withdraw'),
    },
    { ending: 'unchanged', commits: '', submitted: true, held: 'ours draft' },
  ],
  'that a cache of a minute ignores no-cache: what was lost is made twice': [
    { options: { lag: () => 60_000 }, faults: [null, { kind: 'reset', when: 'after' }] },
    { ending: 'deployed', commits: 'deploy deploy', held: 'ours draft' },
  ],
  'that our content is of shortly before the run: a read that goes back to it proves a deploy that was not made': [
    {
      app: { files: ours },
      options: { lag: inTurn(0, 4_000) },
      faults: [null, { kind: 'reset', when: 'before' }],
      prepare: (service) => {
        service.replace('tides', theirs);
        service.clock.pass(2_000);
      },
    },
    { ending: 'deployed', commits: '', held: 'other draft' },
  ],
  'that a submission was withdrawn before any look and left no trace: one that was lost is made twice': [
    {
      app: { files: ours },
      inputs: { command: 'submit' },
      options: { submitted_at: 'never', updated_at_moves: 'nothing' },
      faults: [null, { kind: 'reset', when: 'after' }],
      before: { 2: (service) => service.review('tides', 'withdraw') },
    },
    { ending: 'submitted', commits: 'submit submit', held: 'ours in_review' },
  ],
  'that somebody else writes between our proof and our submission: theirs is in review, and the run is red': [
    { inputs: submits, before: { 3: put(theirs) } },
    { ending: 'unknown unverified', commits: 'deploy submit', held: 'other in_review' },
  ],
  'that the two halves of a read were never there together: our files, and the state of theirs': [
    {
      inputs: submits,
      options: { lag: inTurn(0, 0, 1_000), lagging: 'files' },
      before: {
        3: (service) => {
          service.clock.pass(2_000);
          service.replace('tides', theirs);
        },
      },
    },
    { ending: 'deployed', commits: 'deploy submit', submitted: true, held: 'other in_review' },
  ],
  'that a change is made after the last look: a deploy that was sent again takes the app out of review': [
    { inputs: submits, options: { late: inTurn(32_000, 0) }, faults: [null, { kind: '504', when: 'after' }] },
    { ending: 'deployed', commits: 'deploy submit', held: 'ours draft' },
  ],
};

describe('no client can tell', () => {
  for (const [name, [scene, expected]] of Object.entries(stories)) {
    test(name, async () => {
      const { ending, commits, facts, service } = await play(scene);
      const told = { ending, commits, submitted: facts.submitted, held: tellHeld(service) };
      assert.partialDeepStrictEqual(told, expected);
    });
  }

  test('that content leaves and comes back: what we sent for review was theirs', async () => {
    const putBack: Doing = (service) => {
      service.replace('tides', ours);
      service.review('tides', 'submit');
    };
    const { ending, service } = await play({ inputs: submits, before: { 3: put(theirs), 4: putBack } });
    assert.deepEqual({ ending, held: tellHeld(service) }, { ending: 'deployed', held: 'ours in_review' });
    const sent = service.commits.find(({ did }) => did === 'submit');
    assert.deepEqual(Object.fromEntries(sent?.app?.draft ?? []), theirs);
  });

  test('that a service rewrites texts: what it stores is not what was sent, and the run is red', async () => {
    const { ending, commits, failure } = await play({ options: { rewrites: 'html' } });
    assert.deepEqual({ ending, commits }, { ending: 'unknown unverified', commits: 'deploy' });
    assert.match(failure?.message ?? '', /index\.html/);
  });

  test('what comes after its last read: the run reports what was there', async () => {
    const { ending, service } = await play({});
    service.replace('tides', theirs);
    assert.deepEqual({ ending, held: tellHeld(service) }, { ending: 'deployed', held: 'other draft' });
  });
});
