import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChangeResponse } from '../../../src/api/client.ts';
import { describeResult } from '../../../src/report/messages.ts';
import { createFakeFolder, type Files, makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { runCommand } from '../../support/fake-service/run.ts';
import { type Doing, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeOptions, forbiddenText } from '../../support/fake-service/service.ts';

// Each was seen to be told wrong once: green and not true, or red and nothing was wrong.

const files = makeFiles();
const same = { files: toWireFiles(files) };
const published = { status: 'published', publishedAt: '2026-09-01T00:00:00.123Z' } as const;
const sends = { submit: true, onInReview: 'replace' } as const;
const waits = { ...sends, waitForReviewMinutes: 5 } as const;
const theirs: Doing = (service) => service.replace('tides', { 'index.html': '<h1>Theirs</h1>' });

/** What is said of the review, and how the run ends. */
function result({ facts, exitCode }: Played): readonly unknown[] {
  return [facts.reviewResult, facts.app?.status, exitCode];
}

/** Runs a command again on the service that a scene left behind, and says how that ended and with which requests. */
async function repeat({ service }: Played, folder: Files, inputs: Scene['inputs'] = {}): Promise<string> {
  const first = service.requests.length;
  const { outcome } = await runCommand({ service, folder: createFakeFolder(folder), inputs });
  return `${outcome.kind}: ${service.requests.slice(first).length}`;
}

describe('1: a review that somebody ends beside a published version', () => {
  const withdraw: Scene['after'] = { 20000: (service) => service.review('tides', 'withdraw') };
  const withdrawn = ['withdrawn', 'published_with_unreviewed_changes', 1];

  const inReview = { ...published, status: 'in_review', publishedFiles: same.files };
  for (const [name, app, inputs] of [
    ['a run that submitted', published, waits],
    ['the command status', inReview, { command: 'status', waitForReviewMinutes: 5 }],
  ] as const) {
    test(`is withdrawn, and not approved, for ${name}`, async () => {
      assert.deepEqual(result(await play({ app, inputs, after: withdraw })), withdrawn);
    });
  }
});

describe('2: reads that lag 4 s after a submission', () => {
  const lag = (): number => 4_000;
  const approve: Scene['after'] = { 60000: (service) => service.review('tides', 'approve') };
  /** A response that shows the state of before beside the new time of submission. */
  const showDraft: Doing = (_service, { ports: { client } }) => {
    const { submitApp } = client;
    const submitStale: typeof submitApp = async (...given): Promise<ChangeResponse> => {
      const response = await submitApp(...given);
      return { ...response, app: response.app === null ? null : { ...response.app, status: 'draft' } };
    };
    Object.assign(client, { submitApp: submitStale });
  };

  for (const [name, scene] of [
    ['published', { app: published }],
    ['a draft', {}],
    ['a draft, and so does the response to the submission', { prepare: showDraft }],
  ] as const) {
    for (const answers of ['files', 'wrapped', 'empty'] as const) {
      test(`show the app as ${name}: the review is waited for anyway (${answers})`, async () => {
        const options = { lag, answers };
        const ended = await play({ ...scene, options, inputs: waits, after: approve });
        assert.deepEqual(result(ended), ['approved', 'published', 0]);
        const open = await play({ ...scene, options, inputs: waits });
        assert.deepEqual(result(open), ['pending', 'in_review', 0]);
        assert.ok(open.tookMs > 300_000, `waited ${open.tookMs} ms`);
        assert.equal(open.service.apps.get('tides')?.status, 'in_review');
      });
    }
  }
});

test('3: the deploy’s response shows the app as it was and reads lag 5 s: it is submitted, and not only said to be', async () => {
  for (const status of ['in_review', 'published']) {
    const played = await play({ app: { status }, options: { answers: 'before', lag: () => 5_000 }, inputs: sends });
    assert.deepEqual([played.ending, played.facts.submitted], ['deployed', true], status);
    assert.equal(played.commits, 'deploy submit');
    assert.equal(played.service.apps.get('tides')?.status, 'in_review');
  }
});

test('4: somebody else’s deploy lands between ours and our submission: unknown, whatever the responses show', async () => {
  for (const answers of ['wrapped', 'app', 'files', 'before', 'appless', 'empty'] as const) {
    const last = answers === 'before' || answers === 'appless' || answers === 'empty' ? 3 : 2;
    const played = await play({ options: { answers }, inputs: { submit: true }, before: { [last]: theirs } });
    const { ending, exitCode, facts, commits } = played;
    assert.deepEqual([ending, exitCode, facts.submitted], ['unknown unverified', 1, false], answers);
    assert.equal(commits, 'deploy submit', answers);
  }
});

test('5: a submission whose response is lost while reads lag 3 s is made once', async () => {
  const played = await play({
    options: { lag: () => 3_000, answers: 'files' },
    inputs: sends,
    faults: [null, null, { kind: 'reset', when: 'after' }],
  });
  assert.deepEqual([played.ending, played.commits], ['deployed', 'deploy submit']);
  assert.equal(played.facts.submitted, true);
});

describe('6: a prompt that the folder lacks, or that the service trims', () => {
  const prompted = { files: { ...same.files, 'instructions.md': 'Be kind.', 'index.html': 'old' } };
  const rows: readonly (readonly [string, Files, Partial<FakeOptions>])[] = [
    ['is kept by the service', files, { keepsPrompt: true }],
    ['has blank lines at the end', makeFiles({ 'instructions.md': 'Be kind.\n\n' }), { trims: true }],
    ['has blank lines at the beginning', makeFiles({ 'instructions.md': '\n\nBe kind.' }), { trims: true }],
    ['has spaces at the end', makeFiles({ 'instructions.md': 'Be short.  ' }), { trims: true }],
    ['has a byte order mark', makeFiles({ 'instructions.md': '\uFEFFBe short.' }), { trims: true }],
  ];
  for (const [name, folder, behaviour] of rows) {
    test(`${name}: deployed at once, and unchanged the next time`, async () => {
      for (const answers of ['wrapped', 'files', 'appless'] as const) {
        for (const listed of ['all', 'documented'] as const) {
          const options = { ...behaviour, answers, listed };
          const first = await play({ app: prompted, files: folder, options });
          assert.deepEqual([first.ending, first.service.clock.slept], ['deployed', []], answers);
          assert.equal(await repeat(first, folder), 'unchanged: 1', answers);
        }
      }
    });
  }
});

test('7: a file that the service takes and does not list does not end a review, nor is submitted twice', async () => {
  const folder = makeFiles({ 'README.md': 'Tides' });
  for (const inputs of [{ submit: true }, sends]) {
    const first = await play({ files: folder, options: { listed: 'documented' }, inputs });
    assert.equal(first.facts.submitted, true);
    assert.equal(await repeat(first, folder, inputs), 'unchanged: 1');
    assert.equal(first.service.commits.length, 2);
    assert.equal(first.service.apps.get('tides')?.status, 'in_review');
  }
});

test('8: a 202 that shows the app as it was is no deploy: only the app itself tells when it is one', async () => {
  const made = await play({ options: { answers: 'before', pendingMs: 20_000 } });
  assert.deepEqual([made.ending, made.facts.filesVerified], ['deployed', true]);
  assert.ok(made.tookMs >= 20_000);
  const open = await play({ options: { answers: 'before', pendingMs: 200_000 } });
  assert.deepEqual([open.ending, open.facts.changed, open.facts.filesVerified], ['unknown unverified', false, false]);
});

test('9: a colour in small letters and a trimmed name are the fields that were sent', async () => {
  const folder = makeFiles({ 'service.json': '{"name":" Tides ","color":"#0A7EA4"}' });
  for (const answers of ['wrapped', 'files', 'appless'] as const) {
    const inputs = { command: 'update' } as const;
    const first = await play({ files: folder, options: { answers, rewrites: true }, inputs });
    assert.deepEqual([first.ending, first.service.clock.slept], ['updated', []], answers);
    assert.equal(await repeat(first, folder, inputs), 'unchanged: 1', answers);
  }
});

test('10: numbers that differ only beyond a double’s digits are a change', async () => {
  const [old, folder] = ['9007199254740993', '9007199254740992'].map((number) =>
    makeFiles({ 'service.json': `{"name":"Tides","x":${number}}` }),
  );
  const played = await play({ app: { files: toWireFiles(old ?? {}) }, files: folder ?? {} });
  assert.deepEqual([played.ending, played.commits], ['deployed', 'deploy']);
});

test('11: a 409 because another run has just submitted this very content is success', async () => {
  const inputs = { submit: true } as const;
  const behind = await play({ inputs, before: { 2: (service) => service.submit('tides') } });
  assert.deepEqual([behind.ending, behind.facts.submitted, behind.commits], ['deployed', true, 'deploy']);
  const alone = await play({ app: same, inputs, before: { 1: (service) => service.submit('tides') } });
  assert.deepEqual([alone.ending, alone.facts.submitted, alone.commits], ['unchanged', true, '']);
});

test('12: a dry run of a page that the service refuses promises nothing', async () => {
  const folder = makeFiles({ 'index.html': forbiddenText });
  const { outcome, facts, requests } = await play({ files: folder, inputs: { dryRun: true } });
  assert.equal(requests, 'read');
  const { sign, headline, lines } = describeResult({ command: 'deploy', outcome, facts });
  const sentence = lines.join('\n');
  assert.deepEqual([sign, headline], ['ℹ️', 'Dry run of tides: 1 change planned (deploy)']);
  assert.doesNotMatch(`${headline} ${sentence}`, /would be deployed|succeed/);
  assert.match(
    sentence,
    /^Checked 2 files offline: .* 2 files differ from the draft\. No changes were made\. A real run sends: deploy\./,
  );
  assert.match(sentence, /The service's own rules are checked only when the change is sent\.$/);
});
