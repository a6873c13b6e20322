import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { type Doing, play, replace, review, type Scene } from '../support/fake-service/scene.ts';

const ours = toWireFiles(makeFiles());
const theirs = { 'service.json': '{"name":"Theirs"}', 'index.html': '<h1>Theirs</h1>' };
const submits: Scene['inputs'] = { submit: true };
const same: Scene = { app: { files: ours } };
const lostAfter = { kind: 'reset', method: 'changes', when: 'after' } as const;
const lag = (ms: number) => ({ kind: 'stale', lag_ms: ms, times: null }) as const;
const replaceLate: Doing = (service) => [service.clock.pass(2_000), service.replace(theirs)];
const putBack: Doing = (service) => [service.replace(ours), service.review('submit')];
const withdraw = review('withdraw');
const isTraceless = { submitted_at: 'never', updated_at_moves: 'nothing' } as const;

const moment = { kind: 'stale', lag_ms: 3_000, skip: 1, times: null } as const;
const deletedBefore: Scene = {
  prepare: (service) => [service.remove(), service.clock.pass(1_000)],
};

// Each of these is a story that the rules of evidence do not catch, nor could those of any other
// client: the model keeps within them, and docs/reliability.md has them among what users should
// know. Its end: what the run says and has changed, and what the service holds a minute later.
const stories: Readonly<Record<string, readonly [scene: Scene, end: string]>> = {
  'that the first read lags: what was replaced a moment ago is called unchanged': [
    { ...same, faults: [lag(3_000)], prepare: replace(theirs) },
    'unchanged: nothing; other draft',
  ],
  'that reads lag by more than 7 s: an app that was taken out of review is called in review': [
    {
      app: { files: ours, status: 'in_review' },
      inputs: submits,
      faults: [lag(12_000)],
      prepare: withdraw,
    },
    'unchanged submitted: nothing; ours draft',
  ],
  'that a cache of a minute ignores no-cache: what was lost is made twice': [
    { faults: [lag(60_000), lostAfter] },
    'deployed: deploy deploy; ours draft',
  ],
  'that a submission was withdrawn before any look and left no trace: one that was lost is made twice':
    [
      {
        ...same,
        faults: [lostAfter],
        inputs: { command: 'submit' },
        options: isTraceless,
        before: { 2: withdraw },
      },
      'submitted submitted: submit submit; ours in_review',
    ],
  'that the app was deleted a moment before the run: a lost creation is believed': [
    {
      ...same,
      inputs: { command: 'create' },
      ...deletedBefore,
      faults: [{ skip: 1, status: 502 }, moment],
    },
    'created: nothing; other undefined',
  ],
  'that the draft went back to the published version right before a submission of whatever it holds: it looks like the approval of another run':
    [
      {
        app: { files: ours, status: 'published' },
        inputs: { command: 'submit', folder: '' },
        prepare: (service) => [service.replace(theirs), service.clock.pass(60_000)],
        before: { 1: review('discard') },
      },
      'unchanged: nothing; ours published',
    ],
  'that somebody else adds a file to ours right after our deploy: it passes for one of the service, and is in review':
    [
      { inputs: submits, before: { 2: replace({ ...ours, 'extra.txt': 'x' }) } },
      'deployed submitted: deploy submit; other in_review',
    ],
  'that somebody else writes between our proof and our submission: theirs is in review, and the run is red':
    [
      { inputs: submits, before: { 3: replace(theirs) } },
      'unknown unverified: deploy submit; other in_review',
    ],
  'that the two halves of a read were never there together: our files, and the state of theirs': [
    {
      inputs: submits,
      faults: [{ ...lag(1_000), skip: 2, part: 'files' }],
      before: { 3: replaceLate },
    },
    'deployed submitted: deploy submit; other in_review',
  ],
  'that a change is made after the last look: a deploy that was sent again takes the app out of review':
    [
      { inputs: submits, faults: [{ kind: 'late', ms: 32_000 }] },
      'deployed submitted: deploy submit; ours draft',
    ],
  'that a service rewrites texts: what it stores is not what was sent, and the run is red': [
    { options: { rewrites: 'html' } },
    'unknown unverified: deploy; other draft',
  ],
  'what comes after its last read: the run reports what was there': [
    { after: { 20000: replace(theirs) } },
    'deployed: deploy; other draft',
  ],
  'that content leaves and comes back: theirs is sent for review, and the run is green': [
    { inputs: submits, before: { 3: replace(theirs), 4: putBack } },
    'deployed submitted: deploy submit; ours in_review',
  ],
};

describe('no client can tell', () => {
  for (const [name, [scene, end]] of Object.entries(stories)) {
    test(name, async () => {
      const { service, facts, ending, commits } = await play(scene);
      service.clock.pass(60_000);
      const { files, status } = service.app ?? {};
      const held = `${JSON.stringify(files) === JSON.stringify(ours) ? 'ours' : 'other'} ${status}`;
      assert.equal(
        `${ending}${facts.submitted ? ' submitted' : ''}: ${commits || 'nothing'}; ${held}`,
        end,
      );
    });
  }
});
