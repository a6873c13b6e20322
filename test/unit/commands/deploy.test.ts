import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import type { Problem } from '../../../src/problem.ts';
import { createFakeFolder, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, hideFiles, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeService, forbiddenText } from '../../support/fake-service/service.ts';
import { type EndRow, summarize, testEnds } from './ends.ts';

const files = makeFiles();
const same = { files: toWireFiles(files) };
const submit = { submit: true } as const;
const replace = { onInReview: 'replace' } as const;
const force = { force: true } as const;
const create = { create: true } as const;

const published = { notices: ['tides is published with this content: there is nothing to review.'] };
const outOfReview = { warnings: ['The deploy took the app out of review.'] };
const isFinal = {
  warnings: ['The app was not approved, which is final: it can never be published. Deploy it under a new slug.'],
};
const hasOwnFile = {
  warnings: ['The service still has files that are not in the folder: assets/made-by-the-service.json.'],
};

const looks = 'read read read read';
const put =
  (parts: Parameters<FakeService['put']>[1]): Doing =>
  (service) =>
    service.put('tides', parts);
const theirs: Doing = (service) => service.replace('tides', { 'index.html': 'theirs' });
const reject: Doing = (service) => service.review('tides', 'reject');
const submitToo: Doing = (service) => service.submit('tides');
const addFile: Doing = (service) =>
  service.replace('tides', { ...service.apps.get('tides')?.files, 'assets/theirs.css': 'a{}' });

/** An app of other content in this state. */
function other(status: string, inputs: Scene['inputs'] = {}, more: Scene = {}): Scene {
  return { app: { status }, inputs, ...more };
}

/** An app of the folder's content in this state. */
function equal(status: string, inputs: Scene['inputs'] = {}, more: Scene = {}): Scene {
  return { ...other(status, inputs, more), app: { ...same, status } };
}

describe('a deploy of other content', () => {
  test('sends the folder, and tells what differed and what is there now', async () => {
    const { facts, service, requests } = await play({});
    assert.equal(requests, 'read deploy read');
    assert.deepEqual(service.apps.get('tides')?.files, same.files);
    const { contentHash } = packFiles(files);
    assert.partialDeepStrictEqual(facts, {
      ...{ contentHash, fileCount: 2, byteCount: 30, filesVerified: true, statusBefore: 'draft' },
      changes: [
        { path: 'index.html', kind: 'changed' },
        { path: 'service.json', kind: 'changed' },
      ],
    });
  });

  test('is not verified where reads show no files', async () => {
    const { ending, facts, commits } = await play({ prepare: hideFiles, inputs: submit });
    assert.deepEqual(
      { ending, commits, changes: facts.changes },
      {
        ...{ ending: 'unknown unverified', commits: 'deploy', changes: null },
      },
    );
  });

  test('does not count as changed what only the service has, and keeps', async () => {
    const { facts } = await play({ options: { own_file: 'yes' } });
    assert.deepEqual(facts.warnings, hasOwnFile.warnings);
    assert.equal(facts.filesVerified, false);
    assert.deepEqual(new Set(facts.changes?.map(({ kind }) => kind)), new Set(['changed']));
  });

  testEnds([
    ['in review, skip', other('in_review', { ...submit, onInReview: 'skip' }), 'read', 'skipped 0 in_review'],
    ['in review, replace', other('in_review', replace), 'read deploy read', 'deployed 0 draft changed', outOfReview],
    [
      'in review, replace, submit',
      other('in_review', { ...submit, ...replace }),
      `read deploy read submit ${looks}`,
      'deployed 0 in_review changed submitted',
      outOfReview,
    ],
    [
      'in review, replace, and its state stays',
      other('in_review', replace, { options: { follow: () => 60_000 } }),
      'read deploy read',
      'deployed 0 in_review changed',
      outOfReview,
    ],
    ['not approved', other('not_approved'), 'read deploy read', 'deployed 0 not_approved changed', isFinal],
    [
      'rejected while it is deployed, submit',
      other('in_review', { ...submit, ...replace }, { before: { 1: reject } }),
      `read deploy ${looks}`,
      'rejected final_not_approved 1 not_approved changed',
      outOfReview,
    ],
    [
      'published by the deploy itself, submit',
      other('draft', submit, { before: { 2: put({ ...same, status: 'published' }) } }),
      `read deploy ${looks}`,
      'deployed 0 published changed',
      published,
    ],
    [
      'put into review by the deploy itself, submit',
      other('draft', submit, { before: { 2: put({ ...same, status: 'in_review' }) } }),
      `read deploy ${looks}`,
      'deployed 0 in_review changed submitted',
    ],
    [
      'published for 30 s after the deploy, submit',
      other('published', submit, { options: { follow: () => 60_000 } }),
      `read deploy ${looks} read read`,
      'deployed 0 published changed',
      published,
    ],
    [
      'published after the deploy, until it cannot be read, submit',
      other('published', submit, {
        options: { follow: () => 60_000 },
        faults: [null, null, null, ...Array(9).fill({ kind: '503', when: 'before' })],
      }),
      `read deploy ${looks} read read`,
      'unknown draft_changed 1 published changed',
    ],
    [
      'published after the deploy, until somebody changes it, submit',
      other('published', submit, { options: { follow: () => 60_000 }, after: { 2000: theirs } }),
      `read deploy ${looks}`,
      'unknown draft_changed 1 published changed',
      { submitting: true },
    ],
  ]);
});

describe('a deploy of the same content', () => {
  testEnds([
    ['draft', equal('draft'), 'read', 'unchanged 0 draft'],
    ['draft, submit', equal('draft', submit), 'read submit read', 'unchanged 0 in_review submitted'],
    ['draft, force', equal('draft', force), `read deploy ${looks}`, 'deployed 0 draft changed'],
    ['in review', equal('in_review'), 'read', 'unchanged 0 in_review submitted'],
    ['in review, submit', equal('in_review', submit), 'read read', 'unchanged 0 in_review submitted'],
    ['published', equal('published'), 'read', 'unchanged 0 published'],
    ['published, submit', equal('published', submit), 'read read', 'unchanged 0 published', published],
    [
      'in review by a first read, and rejected by one of age',
      equal('in_review', submit, { after: { 3000: reject } }),
      'read read',
      'rejected final_not_approved 1 not_approved',
    ],
    [
      'published by a first read, and a draft by one of age',
      equal('published', submit, { after: { 3000: put(same) } }),
      'read read submit read',
      'unchanged 0 in_review submitted',
    ],
    [
      'published by a first read, and changed by one of age',
      equal('published', submit, { after: { 3000: theirs } }),
      // Our content is none that this run never saw.
      `read read deploy ${looks} submit read`,
      'deployed 0 in_review changed submitted',
    ],
    [
      'submitted by another run at the same time',
      equal('draft', submit, { before: { 1: submitToo } }),
      'read submit read',
      'unchanged 0 in_review submitted',
    ],
    [
      'in review already, and the review is waited for',
      equal('in_review', { ...submit, waitForReviewMinutes: 5 }, { after: { 10000: reject } }),
      'read read read read',
      'unchanged 1 not_approved review rejected',
    ],
  ]);

  const unlisted = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  const text = 'The service does not show these files, so that they could not be compared: LICENSE, README.md.';
  const cannotCompare = { filesVerified: false, warnings: [`${text} To deploy them anyway, set force: true.`] };
  const listed = (status: string, inputs: Scene['inputs'] = {}): Scene => ({
    ...other(status, inputs, { options: { listed_files: 'documented' }, files: unlisted }),
    app: { status, files: toWireFiles(unlisted) },
  });
  testEnds([
    ['files that are not shown, draft', listed('draft'), `read deploy ${looks}`, 'deployed 0 draft changed'],
    [
      'files that are not shown, in review',
      listed('in_review', submit),
      'read read',
      'unchanged 0 in_review submitted',
      { ...cannotCompare, warnings: Array(2).fill(cannotCompare.warnings[0]) },
    ],
    ['files that are not shown, published', listed('published'), 'read', 'unchanged 0 published', cannotCompare],
    [
      'a prompt that the folder says nothing about',
      { app: { files: { ...same.files, 'instructions.md': 'Be kind.' } } },
      'read',
      'unchanged 0 draft',
      { notices: ['The app has a prompt and the folder has no instructions.md: the prompt was not compared.'] },
    ],
  ]);
});

describe('a deploy of an app that does not exist', () => {
  const others = { ...same.files, 'index.html': 'theirs' };
  /** Another run creates the app, right before ours is sent or right after. */
  const meanwhile = (when: 1 | 2, app: Parameters<FakeService['put']>[1], inputs: Scene['inputs'] = {}): Scene => ({
    ...{ app: null, inputs: { ...create, ...inputs }, before: { [when]: put(app) } },
  });
  const othersInReview = { files: others, status: 'in_review' };
  testEnds([
    ['without create', { app: null }, 'read', 'failed app_missing 1'],
    [
      'with create and submit',
      { app: null, inputs: { ...create, ...submit } },
      'read create read deploy read submit read',
      'deployed 0 in_review changed submitted',
      { statusBefore: null, created: true },
    ],
    [
      'that is somebody else’s',
      { app: null, inputs: create, prepare: (service) => service.foreign.add('tides') },
      `read create ${looks} list`,
      'rejected address_taken 1',
    ],
    [
      'whose deploy is refused stays created',
      { app: null, inputs: create, files: makeFiles({ 'index.html': forbiddenText }) },
      'read create read deploy',
      'rejected folder_rejected 1 draft changed',
    ],
    [
      'that another run creates',
      meanwhile(1, { files: others }),
      'read create read deploy read',
      'deployed 0 draft changed',
    ],
    ['that another run deploys, too', meanwhile(1, same), 'read create read', 'unchanged 0 draft'],
    [
      'that another run has in review',
      meanwhile(1, othersInReview),
      'read create read',
      'failed in_review 1 in_review',
    ],
    [
      'that another run submits, too',
      meanwhile(1, { ...same, status: 'in_review' }, submit),
      'read create read read',
      'unchanged 0 in_review submitted',
    ],
    [
      'that is created, and in review by another run before it is seen',
      meanwhile(2, othersInReview),
      'read create read',
      'failed in_review 1 in_review changed',
      { statusBefore: null },
    ],
    [
      'the same, replace',
      meanwhile(2, othersInReview, replace),
      'read create read deploy read',
      'deployed 0 draft changed',
      outOfReview,
    ],
  ]);

  test('creates it with its name alone, and without one where the folder has none', async () => {
    for (const [service, body] of [
      ['{"name":"Tides","tagline":"High"}', { slug: 'tides', name: 'Tides' }],
      ['{}', { slug: 'tides' }],
    ] as const) {
      const played = await play({ app: null, inputs: create, files: makeFiles({ 'service.json': service }) });
      assert.deepEqual(played.service.bodies[1], body);
    }
  });
});

describe('a deploy that is refused', () => {
  const problem: Problem = {
    ...{ path: 'index.html', line: null, column: null, code: 'page_too_large', severity: 'error' },
    message: 'The page has 1001 bytes; at most 1000 are allowed.',
    fix: 'Move pictures and data to files under assets/.',
  };
  const blinking = makeFiles({ 'index.html': forbiddenText });

  test('brings the problems in place, before those of the check', async () => {
    const warning: Problem = { ...problem, message: 'No title', severity: 'warning' };
    const { ending, facts, commits } = await play({ files: blinking, problems: [warning] });
    assert.deepEqual({ ending, commits }, { ending: 'rejected folder_rejected', commits: '' });
    assert.deepEqual(facts.problems, [problem, warning]);
  });

  const changed = new FolderError('index.html changed.', { code: 'file_changed', next: 'Again.' });
  for (const [name, error, ending, count] of [
    ['stands where the folder has changed and its problems cannot be placed', changed, 'rejected folder_rejected', 1],
    ['does not hide a bug in placing its problems', new TypeError('a bug'), 'failed bug', 0],
  ] as const) {
    test(name, async () => {
      const fake = createFakeFolder(blinking);
      const locate: ScannedFolder['locate'] = () => Promise.reject(error);
      const played = await play({ folder: { ...fake, scan: async () => ({ ...(await fake.scan()), locate }) } });
      assert.deepEqual({ ending: played.ending, count: played.facts.problems.length }, { ending, count });
    });
  }
});

describe('a submission behind a deploy', () => {
  const end = 'deployed 0 in_review changed submitted';
  const disturbed = 'unknown unverified 1 in_review';
  const rows: readonly EndRow[] = [
    [
      'whose terms are not the current ones',
      { options: { terms: '2027-01' }, inputs: submit },
      'read deploy read submit',
      'rejected terms_required 1 draft changed',
      { termsRequired: '2027-01' },
    ],
    [
      'of a folder that reads do not list all of',
      { options: { listed_files: 'documented' }, files: makeFiles({ 'README.md': 'Tides' }), inputs: submit },
      'read deploy read submit read',
      end,
    ],
    [
      'of a new app that holds a file of the service',
      { app: null, options: { own_file: 'yes' }, inputs: { ...submit, ...create } },
      'read create read deploy read submit read',
      end,
      hasOwnFile,
    ],
    [
      'of a new app to which the deploy adds a file',
      { app: null, inputs: { ...submit, ...create }, before: { 4: addFile } },
      'read create read deploy read submit read',
      end,
      { warnings: ['The service still has files that are not in the folder: assets/theirs.css.'] },
    ],
    [
      'that is approved at once',
      { inputs: submit, before: { 4: (service) => service.review('tides', 'approve') } },
      'read deploy read submit read',
      'deployed 0 published changed submitted',
    ],
    ['that another run has made', { inputs: submit, before: { 3: submitToo } }, 'read deploy read submit read', end],
    [
      'that is waited for, and rejected',
      { inputs: { ...submit, waitForReviewMinutes: 5 }, before: { 5: reject } },
      'read deploy read submit read read',
      'deployed 1 not_approved changed submitted review rejected',
    ],
    [
      'before which somebody adds a file to the draft',
      { inputs: submit, before: { 3: addFile } },
      `read deploy read submit ${looks}`,
      `${disturbed} changed`,
    ],
    [
      'before which somebody adds a file to a draft that was the same already',
      equal('draft', submit, { before: { 1: addFile } }),
      `read submit ${looks}`,
      disturbed,
    ],
    [
      'before which somebody adds a file to the new app',
      { app: null, inputs: { ...submit, ...create }, before: { 5: addFile } },
      `read create read deploy read submit ${looks}`,
      `${disturbed} changed`,
    ],
    [
      'that is not sent, since somebody adds a file right after the deploy',
      { inputs: submit, before: { 2: addFile } },
      `read deploy ${looks}`,
      'unknown unverified 1 draft',
    ],
  ];
  testEnds(rows);

  test('is the run’s own only where this run sent it', async () => {
    for (const scene of [{ inputs: submit }, equal('in_review', submit)]) {
      const { facts, commits } = await play(scene);
      assert.equal(facts.sentForReview, commits.endsWith('submit'));
    }
  });

  test('is never begun after a cancel', async () => {
    const cancel: Doing = (service, { abort }) => service.clock.after(0, () => abort(endByCancel()));
    const played = await play({ inputs: submit, before: { 2: cancel } });
    assert.equal(played.requests, 'read deploy read');
    assert.equal(summarize(played), 'failed cancelled 1 draft changed');
  });
});
