import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Inputs } from '../../../src/inputs.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { hideFiles, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import type { FakeService } from '../../support/fake-service/service.ts';

function submit(inputs: Partial<Inputs> = {}, scene: Scene = {}): Promise<Played> {
  return play({ ...scene, inputs: { ...inputs, command: 'submit' } });
}

describe('submit', () => {
  for (const status of ['draft', 'published_with_unreviewed_changes', 'changes_requested']) {
    test(`sends an app in the state ${status} for review, with the terms that the workflow accepts`, async () => {
      const { service, requests, outcome, facts, exitCode, lines } = await submit({}, { app: { status } });
      assert.equal(requests, 'read submit read');
      assert.deepEqual(service.bodies[1], { accept_terms: '2026-10' });
      assert.deepEqual([outcome, exitCode, facts.statusBefore], [{ kind: 'submitted' }, 0, status]);
      assert.deepEqual([facts.submitted, facts.sentForReview, facts.changed], [true, true, false]);
      assert.equal(facts.app?.status, 'in_review');
      assert.deepEqual(
        lines.filter((line) => !line.startsWith('debug: ')),
        ['Submitted for review, with the developer terms 2026-10 accepted'],
      );
      assert.deepEqual(facts.notices, ['The draft of tides was last updated at 2026-09-30T23:58:19.877Z.']);
    });
  }

  test('says so where the draft has no time', async () => {
    const { facts } = await submit({}, { options: { timestamps: 'none' } });
    assert.deepEqual(facts.notices, ['The draft of tides was last updated at an unknown time.']);
  });

  const rows = [
    ['in_review', {}, 'unchanged', 'read read', true, false],
    ['published', {}, 'unchanged', 'read read', false, true],
    ['not_approved', {}, 'rejected final_not_approved', 'read', false, false],
    ['taken_down', {}, 'rejected taken_down', 'read submit read read read read', false, false],
    ['draft', { termsVersion: '2025-01' }, 'rejected terms_required', 'read submit', false, false],
  ] as const;
  for (const [status, inputs, ending, requests, isSubmitted, isPublished] of rows) {
    test(`of an app in the state ${status}, with ${JSON.stringify(inputs)}: ${ending}`, async () => {
      const { facts, ...played } = await submit(inputs, { app: { status } });
      assert.deepEqual([played.ending, played.requests, facts.submitted], [ending, requests, isSubmitted]);
      assert.deepEqual([facts.sentForReview, facts.changed], [false, false]);
      const text = 'tides is published with this content: there is nothing to review.';
      assert.equal(facts.notices.includes(text), isPublished);
      assert.equal(facts.termsRequired, status === 'draft' ? '2026-10' : null);
    });
  }

  test('takes the word of a service that has rejected the app meanwhile, without a look', async () => {
    const reject = (service: FakeService): unknown => service.put('tides', { status: 'not_approved' });
    const { requests, ending } = await submit({}, { before: { 1: reject } });
    assert.deepEqual([requests, ending], ['read submit', 'rejected not_approved']);
  });

  test('fails for an app that does not exist', async () => {
    const { requests, ending } = await submit({}, { app: null });
    assert.deepEqual([requests, ending], ['read', 'failed app_missing']);
  });

  for (const [status, requests, plan] of [
    ['draft', 'read', { do: 'change', steps: ['submit'] }],
    ['in_review', 'read read', { do: 'nothing', why: 'in_review' }],
    ['published', 'read read', { do: 'nothing', why: 'published' }],
  ] as const) {
    test(`only plans in a dry run (${status}: ${plan.do})`, async () => {
      const inputs = { dryRun: true, waitForReviewMinutes: 5 };
      const { facts, ...played } = await submit(inputs, { app: { status } });
      assert.deepEqual([played.requests, played.outcome], [requests, { kind: 'planned', plan }]);
      assert.deepEqual([facts.submitted, facts.waitedForReview], [status === 'in_review', false]);
    });
  }

  test('refuses a final app in a dry run, too', async () => {
    const { requests, ending, exitCode } = await submit({ dryRun: true }, { app: { status: 'not_approved' } });
    assert.deepEqual([requests, ending, exitCode], ['read', 'rejected final_not_approved', 1]);
  });

  for (const status of ['draft', 'in_review']) {
    test(`waits for the result of an app that was ${status}`, async () => {
      const { facts, exitCode } = await submit(
        { waitForReviewMinutes: 5 },
        { app: { status }, after: { 10000: (service) => service.review('tides', 'reject', 'Too loud') } },
      );
      assert.deepEqual([facts.reviewResult, facts.app?.reviewNote, exitCode], ['rejected', 'Too loud', 1]);
    });
  }

  for (const [status, name, work, ending, commits] of [
    ['in_review', 'is a draft', (service: FakeService) => service.put('tides'), 'submitted', 'submit'],
    [
      'published',
      'is rejected',
      (service: FakeService) => service.put('tides', { status: 'not_approved' }),
      'rejected final_not_approved',
      '',
    ],
    ['in_review', 'is gone', (service: FakeService) => service.remove('tides'), 'failed app_missing', ''],
  ] as const) {
    test(`believes what a read of age shows: what was ${status} ${name}`, async () => {
      const played = await submit({}, { app: { status }, after: { 3000: work } });
      assert.deepEqual([played.ending, played.commits], [ending, commits]);
    });
  }

  test('takes for its own only what the read before it showed', async () => {
    const theirs = (service: FakeService): unknown => service.replace('tides', { 'index.html': 'theirs' });
    const { ending, facts } = await submit({}, { before: { 1: theirs } });
    assert.deepEqual([ending, facts.submitted], ['unknown unverified', false]);
  });

  test('quotes the service beside what a take-down means', async () => {
    const { failure } = await submit({}, { app: { status: 'taken_down' } });
    assert.match(
      failure?.message ?? '',
      /^The app was taken down, .*: tides \(The app was taken down and cannot be sent for review\.\)$/,
    );
  });
});

describe('submit with a folder as a guard', () => {
  const files = makeFiles({ 'README.md': 'Tides' });
  const folder = 'app';
  const same = { files: toWireFiles(files) };

  test('sends a draft that holds what the folder does', async () => {
    const { requests, kind, facts, tookMs } = await submit({ folder }, { app: same, files });
    assert.deepEqual([requests, kind, facts.changes], ['read submit read', 'submitted', []]);
    assert.deepEqual([facts.notices, facts.warnings, facts.fileCount], [[], [], 3]);
    assert.ok(tookMs < 1_000);
  });

  test('refuses a draft that differs by a look at 7 s, names the files, and sends nothing', async () => {
    const { requests, ending, failure, facts, tookMs, exitCode } = await submit({ folder }, { files });
    assert.deepEqual([requests, ending, exitCode], ['read read read read', 'failed draft_differs', 1]);
    assert.match(failure?.message ?? '', / in index\.html, service\.json\. Nothing was sent$/);
    assert.deepEqual(
      facts.changes?.map(({ path, kind }) => `${kind} ${path}`),
      ['changed index.html', 'changed service.json'],
    );
    assert.equal(tookMs, 25 + 7_000 + 25);
  });

  test('believes an older read no more than a newer one: a draft that comes to be the same is sent', async () => {
    const { requests, kind, facts } = await submit(
      { folder },
      { files, after: { 2000: (service) => service.replace('tides', same.files) } },
    );
    assert.deepEqual([requests, kind, facts.changes], ['read read read submit read', 'submitted', []]);
  });

  test('refuses a draft in a dry run, too', async () => {
    const { ending, requests } = await submit({ folder, dryRun: true }, { files });
    assert.deepEqual([ending, requests], ['failed draft_differs', 'read read read read']);
  });

  test('does not report the problems of the folder, which is not sent', async () => {
    const problems = [
      { path: 'a', line: 1, column: 1, code: 'x', message: 'x', fix: null, severity: 'error' },
    ] as const;
    const { kind, facts } = await submit({ folder }, { app: same, files, problems });
    assert.deepEqual([kind, facts.problems], ['submitted', []]);
  });

  test('warns of files that the service does not show', async () => {
    const { kind, facts } = await submit({ folder }, { app: same, files, options: { listed_files: 'documented' } });
    assert.equal(kind, 'submitted');
    assert.deepEqual(facts.warnings, [
      'The service does not show these files, so that they could not be compared: README.md.',
    ]);
  });

  test('refuses what has come to differ by the read of age', async () => {
    const theirs = (service: FakeService): unknown => service.replace('tides', { 'index.html': 'theirs' });
    const app = { ...same, status: 'published' };
    const { ending, commits } = await submit({ folder }, { files, app, after: { 3000: theirs } });
    assert.deepEqual([ending, commits], ['failed draft_differs', '']);
  });

  test('refuses where the service shows no files at all', async () => {
    const { ending, failure, facts } = await submit({ folder }, { files, app: same, prepare: hideFiles });
    assert.deepEqual([ending, facts.changes], ['failed draft_differs', null]);
    assert.match(failure?.message ?? '', / in files that the service does not show\. Nothing was sent$/);
  });

  test('ends as missing where the app goes meanwhile', async () => {
    const { ending } = await submit({ folder }, { files, after: { 500: (service) => service.remove('tides') } });
    assert.equal(ending, 'failed app_missing');
  });
});
