import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import { before } from '../../support/fake-service/faults.ts';
import { createFakeFolder, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, hideFiles, play, put, replace, review, type Scene } from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const files = makeFiles();
const same = { files: toWireFiles(files) };
const submit = { submit: true } as const;
const create = { create: true } as const;
const waits = { ...submit, waitForReviewMinutes: 5 };
const theirs = replace({ 'index.html': 'theirs' });
const addFile: Doing = (service) => service.replace({ ...service.app?.files, 'assets/theirs.css': 'a{}' });

const once = 'read deploy read';
const both = 'read deploy read submit read';
const createsBoth = 'read create read deploy read submit read';
const looks = 'read read read read';
const noProof = `read deploy ${looks}`;
const sent = 'deployed 0 in_review changed submitted';
const kept = 'unchanged 0 in_review submitted';
const rejectedNow = 'rejected final_not_approved 1 not_approved';

/** An app of the folder's content in this state. */
function equal(status: string, inputs: Scene['inputs'] = {}, more: Scene = {}): Scene {
  return { app: { ...same, status }, inputs, ...more };
}

function listBeside(path: string): { readonly warnings: readonly string[] } {
  return { warnings: [`The service still has files that are not in the folder: ${path}.`] };
}

describe('a deploy of other content', () => {
  const changes = [
    { path: 'index.html', kind: 'changed', bytesBefore: 12, bytesAfter: 14 },
    { path: 'service.json', kind: 'changed', bytesBefore: 14, bytesAfter: 16 },
  ] as const;
  const { contentHash } = packFiles(files);
  const all = { contentHash, fileCount: 2, byteCount: 30, filesVerified: true, statusBefore: 'draft', changes };
  const ownFile = { ...listBeside('assets/made-by-the-service.json'), filesVerified: false, changes };
  const outOfReview = { warnings: ['The deploy took the app out of review.'] };
  const final = 'The app was not approved, which is final: it can never be published. Deploy it under a new slug.';
  const nothingToDo = { notices: ['tides is published with this content: there is nothing to review.'] };
  const replaces: Scene = { app: { status: 'in_review' }, inputs: { onInReview: 'replace' } };
  const submits: Scene = { ...replaces, inputs: { ...replaces.inputs, ...submit } };
  const rejected: Scene = { ...submits, before: { 1: review('reject') } };
  /** Its state stays as it was for long. */
  const stays: Scene = { options: { follow: () => 60_000 } };
  const published: Scene = { ...stays, app: { status: 'published' }, inputs: submit };
  const unreadable = { ...published, faults: [null, null, null, ...Array(9).fill(before('503'))] };
  const unsure = 'unknown draft_changed 1 published changed';
  testEnds([
    ['sends the folder', {}, once, 'deployed 0 draft changed', all],
    ['beside a file of the service', { options: { own_file: 'yes' } }, once, 'deployed 0 draft changed', ownFile],
    ['reads show no files', { prepare: hideFiles, inputs: submit }, noProof, 'unknown unverified 1 draft'],
    ['in review, submit', submits, `${once} submit ${looks}`, sent, outOfReview],
    ['in review, and rejected right before', rejected, noProof, `${rejectedNow} changed`, outOfReview],
    ['in review, and its state stays', { ...replaces, ...stays }, once, 'deployed 0 in_review changed', outOfReview],
    [
      'not approved',
      { app: { status: 'not_approved' } },
      once,
      'deployed 0 not_approved changed',
      { warnings: [final] },
    ],
    ['published, and its state stays', published, `${noProof} read read`, 'deployed 0 published changed', nothingToDo],
    ['the same, and it cannot be read', unreadable, `${noProof} read read`, unsure],
    ['the same, and somebody changes it', { ...published, after: { 2000: theirs } }, noProof, unsure],
  ]);
});

describe('a deploy of the same content', () => {
  const reject = review('reject');
  const rejected = equal('in_review', submit, { after: { 3000: reject } });
  const waited = equal('in_review', waits, { after: { 10000: reject } });
  const replaced = equal('published', submit, { after: { 3000: theirs } });
  const unlisted = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  const text = 'The service does not show these files, so that they could not be compared: LICENSE, README.md.';
  const cannotCompare = { filesVerified: false, warnings: [`${text} To deploy them anyway, set force: true.`] };
  const listed = (status: string): Scene => {
    return { options: { listed_files: 'documented' }, files: unlisted, app: { status, files: toWireFiles(unlisted) } };
  };
  const prompted = { app: { files: { ...same.files, 'instructions.md': 'Be kind.' } } };
  const notCompared = 'The app has a prompt and the folder has no instructions.md: the prompt was not compared.';
  testEnds([
    ['draft, force', equal('draft', { force: true }), noProof, 'deployed 0 draft changed'],
    ['in review', equal('in_review', submit), 'read read', kept, { sentForReview: false }],
    ['in review, and rejected by a read of age', rejected, 'read read', rejectedNow],
    ['in review, and waited for', waited, looks, 'unchanged 1 not_approved review rejected'],
    // Our content is none that this run never saw.
    ['published, and changed by a read of age', replaced, `read ${noProof} submit read`, sent],
    ['files that are not shown, draft', listed('draft'), noProof, 'deployed 0 draft changed'],
    ['files that are not shown, in review', listed('in_review'), 'read', kept, cannotCompare],
    ['files that are not shown, published', listed('published'), 'read', 'unchanged 0 published', cannotCompare],
    ['a prompt that the folder lacks', prompted, 'read', 'unchanged 0 draft', { notices: [notCompared] }],
  ]);
});

describe('a deploy of an app that does not exist', () => {
  const creates = { app: null, inputs: create };
  const refused = { ...creates, files: makeFiles({ 'index.html': forbiddenText }) };
  const inReview = put({ files: { 'index.html': 'theirs' }, status: 'in_review' });
  const isOther = 'failed in_review 1 in_review';
  testEnds([
    ['whose deploy is refused', refused, 'read create read deploy', 'rejected folder_rejected 1 draft changed'],
    // Another run does the same.
    ['that is deployed before', { ...creates, before: { 1: put(same) } }, 'read create read', 'unchanged 0 draft'],
    ['that is in review before', { ...creates, before: { 1: inReview } }, 'read create read', isOther],
    ['that is in review just after', { ...creates, before: { 2: inReview } }, 'read create read', `${isOther} changed`],
  ]);

  test('creates it with its name alone, and without one where the folder has none', async () => {
    for (const [service, name] of [
      ['{"name":"Tides","tagline":"High"}', { name: 'Tides' }],
      ['{}', {}],
    ] as const) {
      const played = await play({ ...creates, files: makeFiles({ 'service.json': service }) });
      assert.deepEqual(played.service.exchanges[1]?.body, { slug: 'tides', ...name });
    }
  });
});

describe('a deploy that is refused', () => {
  const warning = { path: 'a', line: 1, column: 1, code: 'x', message: 'x', fix: null, severity: 'warning' } as const;
  const changed = new FolderError('index.html changed.', { code: 'file_changed', next: 'Again.' });
  const both = ['page_too_large', 'x'];
  for (const [name, error, ending, codes] of [
    ['tells its problems before those of the check', null, 'rejected folder_rejected', both],
    ['stands where the folder has changed and they cannot be placed', changed, 'rejected folder_rejected', both],
    ['does not hide a bug in placing them', new TypeError('a bug'), 'failed bug', ['x']],
  ] as const) {
    test(name, async () => {
      const fake = createFakeFolder(makeFiles({ 'index.html': forbiddenText }), [warning]);
      const locate: ScannedFolder['locate'] = () => Promise.reject(error);
      const scan = async () => ({ ...(await fake.scan()), ...(error === null ? {} : { locate }) });
      const played = await play({ folder: { ...fake, scan } });
      const found = { ending: played.ending, codes: played.facts.problems.map(({ code }) => code) };
      assert.deepEqual(found, { ending, codes });
    });
  }
});

describe('a submission behind a deploy', () => {
  const creates = { app: null, inputs: { ...submit, ...create } };
  const readme: Scene = { files: makeFiles({ 'README.md': 'Tides' }), options: { listed_files: 'documented' } };
  const theirFile = listBeside('assets/theirs.css');
  const unknown = 'unknown unverified 1 in_review';
  const rejected = { inputs: waits, before: { 5: review('reject') } };
  const added = (request: number): Scene => ({ inputs: submit, before: { [request]: addFile } });
  const cancel: Doing = (service, { abort }) => service.clock.after(0, () => abort(endByCancel()));
  testEnds([
    ['of a folder that reads do not list all of', { ...readme, inputs: submit }, both, sent],
    ['that another run has made', { inputs: submit, before: { 3: review('submit') } }, both, sent],
    ['that is waited for', rejected, `${both} read`, 'deployed 1 not_approved changed submitted review rejected'],
    ['of a new app with a file of the deploy', { ...added(4), ...creates }, createsBoth, sent, theirFile],
    ['of a draft to which somebody adds a file', added(3), `${once} submit ${looks}`, `${unknown} changed`],
    ['of an equal draft with such a file', { ...added(1), app: same }, `read submit ${looks}`, unknown],
    [
      'of a new app with such a file',
      { ...added(5), ...creates },
      `read create ${once} submit ${looks}`,
      `${unknown} changed`,
    ],
    ['after such a file is not sent', added(2), noProof, 'unknown unverified 1 draft'],
    ['after a cancel is not sent', { inputs: submit, before: { 2: cancel } }, once, 'failed cancelled 1 draft changed'],
  ]);
});
