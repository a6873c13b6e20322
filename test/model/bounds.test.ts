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

// Each story is a case that the rules of evidence cannot detect, and neither could any other
// client. The model excludes these cases, and docs/reliability.md lists them for users. An entry
// ends with the result of the run, its changes, and the state of the service a minute later.
const stories: Readonly<Record<string, readonly [scene: Scene, end: string]>> = {
  'that the first read lags: content that was just replaced is reported as unchanged': [
    { ...same, faults: [lag(3_000)], prepare: replace(theirs) },
    'unchanged: nothing; other draft',
  ],
  'that reads lag by more than 7 s: an app that was taken out of review is reported as in review': [
    {
      app: { files: ours, status: 'in_review' },
      inputs: submits,
      faults: [lag(12_000)],
      prepare: withdraw,
    },
    'unchanged submitted: nothing; ours draft',
  ],
  'that a cache ignores no-cache for a minute: a lost deploy is applied twice': [
    { faults: [lag(60_000), lostAfter] },
    'deployed: deploy deploy; ours draft',
  ],
  'that a lost submission was withdrawn before any read, without a trace: the app is submitted twice':
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
  'that the app was deleted right before the run: a lost creation is reported as applied': [
    {
      ...same,
      inputs: { command: 'create' },
      ...deletedBefore,
      faults: [{ skip: 1, status: 502 }, moment],
    },
    'created: nothing; other undefined',
  ],
  'that the draft went back to the published version right before a submission without a folder: that looks like the approval of another run':
    [
      {
        app: { files: ours, status: 'published' },
        inputs: { command: 'submit', folder: '' },
        prepare: (service) => [service.replace(theirs), service.clock.pass(60_000)],
        before: { 1: review('discard') },
      },
      'unchanged: nothing; ours published',
    ],
  'that somebody else adds a file right after our deploy: it is taken for a file of the service, and is in review':
    [
      { inputs: submits, before: { 2: replace({ ...ours, 'extra.txt': 'x' }) } },
      'deployed submitted: deploy submit; other in_review',
    ],
  'that somebody else deploys between our last read and our submission: their content is in review, and the run fails':
    [
      { inputs: submits, before: { 3: replace(theirs) } },
      'unknown unverified: deploy submit; other in_review',
    ],
  'that the two halves of a read never existed together: our files, with the status of their version':
    [
      {
        inputs: submits,
        faults: [{ ...lag(1_000), skip: 2, part: 'files' }],
        before: { 3: replaceLate },
      },
      'deployed submitted: deploy submit; other in_review',
    ],
  'that a change is applied after the last read: a deploy that was sent again takes the app out of review':
    [
      { inputs: submits, faults: [{ kind: 'late', ms: 32_000 }] },
      'deployed submitted: deploy submit; ours draft',
    ],
  'that a service rewrites texts: the stored content differs from the sent content, and the run fails':
    [{ options: { rewrites: 'html' } }, 'unknown unverified: deploy; other draft'],
  'that a service encodes pictures again: their bytes differ, and the run fails': [
    {
      options: { rewrites: 'pictures' },
      files: makeFiles({ 'assets/pier.jpg': Buffer.from('ffd8ffd9', 'hex') }),
    },
    'unknown unverified: deploy; other draft',
  ],
  'what changes after the last read: the run reports the earlier state': [
    { after: { 20000: replace(theirs) } },
    'deployed: deploy; other draft',
  ],
  'that content was replaced and restored: the submission may be of other content, and the run succeeds':
    [
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
