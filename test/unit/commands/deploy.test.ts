import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import type { Problem } from '../../../src/problem.ts';
import { createFakeFolder, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, hideFiles, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeService, forbiddenText } from '../../support/fake-service/service.ts';
import { summarize, testEnds } from './ends.ts';

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

const once = 'read deploy read';
const both = 'read deploy read submit read';
const createsBoth = 'read create read deploy read submit read';
const looks = 'read read read read';
const noProof = `read deploy ${looks}`;
const sent = 'deployed 0 in_review changed submitted';
const kept = 'unchanged 0 in_review submitted';

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

  test('does not count as changed what only the service has, and keeps', async () => {
    const { facts } = await play({ options: { own_file: 'yes' } });
    assert.deepEqual(facts.warnings, hasOwnFile.warnings);
    assert.equal(facts.filesVerified, false);
    assert.deepEqual(new Set(facts.changes?.map(({ kind }) => kind)), new Set(['changed']));
  });

  const replaceAndSubmit = { ...submit, ...replace };
  const keepsState = { options: { follow: () => 60_000 } };
  const becomesPublished = { before: { 2: put({ ...same, status: 'published' }) } };
  const cannotBeRead = { faults: [null, null, null, ...Array(9).fill({ kind: '503', when: 'before' })] };
  const taken = 'rejected final_not_approved 1 not_approved changed';
  testEnds([
    ['reads that show no files', { prepare: hideFiles, inputs: submit }, noProof, 'unknown unverified 1 draft'],
    ['in review, skip', other('in_review', { ...submit, onInReview: 'skip' }), 'read', 'skipped 0 in_review'],
    ['in review, replace', other('in_review', replace), once, 'deployed 0 draft changed', outOfReview],
    ['the same, submit', other('in_review', replaceAndSubmit), `${once} submit ${looks}`, sent, outOfReview],
    [
      'the same, rejected on the way',
      other('in_review', replaceAndSubmit, { before: { 1: reject } }),
      noProof,
      taken,
      outOfReview,
    ],
    [
      'in review, replace, and its state stays',
      other('in_review', replace, keepsState),
      once,
      'deployed 0 in_review changed',
      outOfReview,
    ],
    ['not approved', other('not_approved'), once, 'deployed 0 not_approved changed', isFinal],
    [
      'published by the deploy, submit',
      other('draft', submit, becomesPublished),
      noProof,
      'deployed 0 published changed',
      published,
    ],
    [
      'published, and its state stays, submit',
      other('published', submit, keepsState),
      `${noProof} read read`,
      'deployed 0 published changed',
      published,
    ],
    [
      'the same, and it cannot be read',
      other('published', submit, { ...keepsState, ...cannotBeRead }),
      `${noProof} read read`,
      'unknown draft_changed 1 published changed',
    ],
    [
      'the same, and somebody changes it',
      other('published', submit, { ...keepsState, after: { 2000: theirs } }),
      noProof,
      'unknown draft_changed 1 published changed',
      { submitting: true },
    ],
  ]);
});

describe('a deploy of the same content', () => {
  const waits = { ...submit, waitForReviewMinutes: 5 };
  const isOld = { after: { 3000: reject } };
  const isFinalNow = 'rejected final_not_approved 1 not_approved';
  testEnds([
    ['draft', equal('draft'), 'read', 'unchanged 0 draft'],
    ['draft, submit', equal('draft', submit), 'read submit read', kept, { sentForReview: true }],
    ['draft, force', equal('draft', force), noProof, 'deployed 0 draft changed'],
    ['in review', equal('in_review'), 'read', kept],
    ['in review, submit', equal('in_review', submit), 'read read', kept, { sentForReview: false }],
    [
      'in review by a first read, and rejected by one of age',
      equal('in_review', submit, isOld),
      'read read',
      isFinalNow,
    ],
    [
      'in review, and waited for',
      equal('in_review', waits, { after: { 10000: reject } }),
      'read read read read',
      'unchanged 1 not_approved review rejected',
    ],
    ['published', equal('published'), 'read', 'unchanged 0 published'],
    ['published, submit', equal('published', submit), 'read read', 'unchanged 0 published', published],
    // Our content is none that this run never saw.
    [
      'published by a first read, and changed by one of age',
      equal('published', submit, { after: { 3000: theirs } }),
      `read ${noProof} submit read`,
      sent,
    ],
  ]);

  const unlisted = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  const text = 'The service does not show these files, so that they could not be compared: LICENSE, README.md.';
  const cannotCompare = { filesVerified: false, warnings: [`${text} To deploy them anyway, set force: true.`] };
  const listed = (status: string): Scene => {
    return { options: { listed_files: 'documented' }, files: unlisted, app: { status, files: toWireFiles(unlisted) } };
  };
  const prompted = { app: { files: { ...same.files, 'instructions.md': 'Be kind.' } } };
  const notCompared = 'The app has a prompt and the folder has no instructions.md: the prompt was not compared.';
  testEnds([
    ['files that are not shown, draft', listed('draft'), noProof, 'deployed 0 draft changed'],
    ['files that are not shown, in review', listed('in_review'), 'read', kept, cannotCompare],
    ['files that are not shown, published', listed('published'), 'read', 'unchanged 0 published', cannotCompare],
    ['a prompt that the folder lacks', prompted, 'read', 'unchanged 0 draft', { notices: [notCompared] }],
  ]);
});

describe('a deploy of an app that does not exist', () => {
  const others = { ...same.files, 'index.html': 'theirs' };
  const creates = { app: null, inputs: create };
  const createsAll = { app: null, inputs: { ...create, ...submit } };
  const refused = { ...creates, files: makeFiles({ 'index.html': forbiddenText }) };
  const inReview = put({ files: others, status: 'in_review' });
  const isOther = 'failed in_review 1 in_review';
  testEnds([
    ['without create', { app: null }, 'read', 'failed app_missing 1'],
    ['with create and submit', createsAll, createsBoth, sent, { statusBefore: null, created: true }],
    ['whose deploy is refused', refused, 'read create read deploy', 'rejected folder_rejected 1 draft changed'],
    // Another run does the same.
    ['that is deployed before', { ...creates, before: { 1: put(same) } }, 'read create read', 'unchanged 0 draft'],
    ['that is in review before', { ...creates, before: { 1: inReview } }, 'read create read', isOther],
    [
      'that is in review right after',
      { ...creates, before: { 2: inReview } },
      'read create read',
      `${isOther} changed`,
      { statusBefore: null },
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
  const creates = { app: null, inputs: { ...submit, ...create } };
  const waits = { ...submit, waitForReviewMinutes: 5 };
  const readme = { files: makeFiles({ 'README.md': 'Tides' }), options: { listed_files: 'documented' } } as const;
  const hasTheirs = { warnings: ['The service still has files that are not in the folder: assets/theirs.css.'] };
  const disturbed = 'unknown unverified 1 in_review changed';
  const wrongTerms = { options: { terms: '2027-01' }, inputs: submit };
  testEnds([
    [
      'whose terms are old',
      wrongTerms,
      'read deploy read submit',
      'rejected terms_required 1 draft changed',
      { termsRequired: '2027-01' },
    ],
    ['of a folder that reads do not list all of', { ...readme, inputs: submit }, both, sent],
    [
      'of a new app that holds a file of the service',
      { ...creates, options: { own_file: 'yes' } },
      createsBoth,
      sent,
      hasOwnFile,
    ],
    [
      'of a new app to which the deploy adds a file',
      { ...creates, before: { 4: addFile } },
      createsBoth,
      sent,
      hasTheirs,
    ],
    ['that another run has made', { inputs: submit, before: { 3: submitToo } }, both, sent],
    [
      'that is waited for, and rejected',
      { inputs: waits, before: { 5: reject } },
      `${both} read`,
      'deployed 1 not_approved changed submitted review rejected',
    ],
    // Somebody adds a file right before it, or right after the deploy.
    [
      'of a draft with a file of somebody else',
      { inputs: submit, before: { 3: addFile } },
      `${once} submit ${looks}`,
      disturbed,
    ],
    [
      'of an equal draft with such a file',
      equal('draft', submit, { before: { 1: addFile } }),
      `read submit ${looks}`,
      'unknown unverified 1 in_review',
    ],
    [
      'of a new app with a file of somebody else',
      { ...creates, before: { 5: addFile } },
      `read create ${once} submit ${looks}`,
      disturbed,
    ],
    [
      'that is not sent, after such a file',
      { inputs: submit, before: { 2: addFile } },
      noProof,
      'unknown unverified 1 draft',
    ],
  ]);

  test('that is made some seconds after a 202 is not taken for withdrawn by a read that lags', async () => {
    let reads = 0;
    const lag = (): number => (reads++ % 2 === 0 ? 0 : 6_500);
    const inputs = { ...submit, waitForReviewMinutes: 2 };
    const { facts } = await play({ app: same, inputs, options: { pendingMs: 4_200, lag } });
    assert.equal(facts.reviewResult, 'pending');
  });

  test('is never begun after a cancel', async () => {
    const cancel: Doing = (service, { abort }) => service.clock.after(0, () => abort(endByCancel()));
    const played = await play({ inputs: submit, before: { 2: cancel } });
    assert.equal(played.requests, 'read deploy read');
    assert.equal(summarize(played), 'failed cancelled 1 draft changed');
  });
});
