import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AppFolder, ScannedFolder } from '../../../src/folder/folder.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import { endByCancel } from '../../../src/model/action-error.ts';
import {
  createFakeFolder,
  makeFiles,
  packFiles,
  toWireFiles,
} from '../../support/fake-service/folder.ts';
import {
  type Doing,
  fail,
  hideFiles,
  play,
  put,
  renderPage,
  replace,
  review,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const files = makeFiles();
const same = { files: toWireFiles(files) };
const forbidden = makeFiles({ 'index.html': forbiddenText });
const submit = { submit: true } as const;
const waits = { ...submit, waitForReviewMinutes: 5 };
const theirs = replace({ 'index.html': 'theirs' });
const reject = review('reject');

test('a deploy notes what the folder holds', async () => {
  const { facts } = await play({});
  const { contentHash } = packFiles(files);
  assert.partialDeepStrictEqual(facts, { contentHash, fileCount: 2, byteCount: 30 });
});

const inReview: Scene = { app: { status: 'in_review' }, inputs: { onInReview: 'replace' } };
const submitsInReview: Scene = { ...inReview, inputs: { ...inReview.inputs, ...submit } };
/** Its state stays as it was for long. */
const stays: Scene = { faults: [{ kind: 'late_state', ms: 60_000 }] };
const published: Scene = { ...stays, app: { status: 'published' }, inputs: submit };
testEnds('a deploy of other content', {
  'a draft': {},
  'beside a file of the service': { options: { own_file: 'yes' } },
  'a page that is shown as html alone, and is rendered 10 s later': { prepare: renderPage(10_000) },
  'reads that show no files': { prepare: hideFiles, inputs: submit },
  'in review, submit': submitsInReview,
  'in review, and rejected right before': { ...submitsInReview, before: { 1: reject } },
  'in review, and its state stays': { ...inReview, ...stays },
  'not approved': { app: { status: 'not_approved' } },
  'published, and its state stays, submit': published,
  'the same, and it cannot be read': { ...published, before: { 3: fail({ times: null }) } },
  'the same, and somebody changes it': { ...published, after: { 2000: theirs } },
  'the same, and somebody changes it before the submission': {
    ...published,
    after: { 10000: theirs },
  },
});

/** An app of the folder's content in this state. */
function equal(status: string, inputs: Scene['inputs'] = {}): Scene {
  return { app: { ...same, status }, inputs };
}

/** The same with files that a read does not show. */
function unlisted(status: string): Scene {
  const all = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  return {
    options: { listed_files: 'documented' },
    files: all,
    app: { status, files: toWireFiles(all) },
  };
}

testEnds('a deploy of the same content', {
  'that the first read does not show yet': {
    app: same,
    faults: [{ status: 404, body: 'service' }],
  },
  'draft, force': equal('draft', { force: true }),
  'in review, submit': equal('in_review', submit),
  'in review, and rejected by a read of age': {
    ...equal('in_review', submit),
    after: { 3000: reject },
  },
  'in review, and waited for': { ...equal('in_review', waits), after: { 10000: reject } },
  // Our content is none that this run never saw.
  'published, and changed by a read of age': {
    ...equal('published', submit),
    after: { 3000: theirs },
  },
  'files that are not shown, draft': unlisted('draft'),
  'files that are not shown, in review': unlisted('in_review'),
  'files that are not shown, published': unlisted('published'),
  'a prompt that the folder lacks': {
    app: { files: { ...same.files, 'instructions.md': 'Be kind.' } },
  },
});

const creates = { app: null, inputs: { create: true } } as const;
const isOther = put({ files: { 'index.html': 'theirs' }, status: 'in_review' });
testEnds('a deploy of no app', {
  'whose deploy is refused': { ...creates, files: forbidden },
  // Another run does the same.
  'that is deployed before': { ...creates, before: { 1: put(same) } },
  'that is in review before': { ...creates, before: { 1: isOther } },
  'that is in review right after': { ...creates, before: { 2: isOther } },
});

test('a deploy of no app creates it with its name alone, and without one where the folder has none', async () => {
  for (const [service, name] of [
    ['{"name":"Tides","tagline":"High"}', { name: 'Tides' }],
    ['{}', {}],
  ] as const) {
    const played = await play({ ...creates, files: makeFiles({ 'service.json': service }) });
    assert.deepEqual(played.service.exchanges[1]?.body, { slug: 'tides', ...name });
  }
});

test('a deploy of no app tells all that does not fit at once, also where its name is of it', async () => {
  const files = makeFiles({ 'service.json': '{"name":"","tagline":"High\\n","color":"red"}' });
  const { ending, facts, service } = await play({ ...creates, files });
  assert.equal(ending, 'rejected folder_rejected');
  const codes = facts.problems.map(({ code }) => code);
  assert.deepEqual(codes.sort(), ['color_format', 'name_format', 'tagline_format']);
  const bodies = service.exchanges.map(({ body }) => body).filter((body) => body !== null);
  assert.deepEqual(bodies.slice(0, 2), [
    { slug: 'tides', name: '' },
    { slug: 'tides', name: 'tides' },
  ]);
});

describe('a deploy that is refused', () => {
  const warning = {
    path: 'a',
    line: 1,
    column: 1,
    code: 'x',
    message: 'x',
    fix: null,
    severity: 'warning',
  } as const;
  const changed = new FolderError('index.html changed.', { code: 'file_changed', next: 'Again.' });
  const both = ['page_too_large', 'x'];
  for (const [name, error, ending, codes] of [
    ['tells its problems before those of the check', null, 'rejected folder_rejected', both],
    [
      'stands where the folder has changed and they cannot be placed',
      changed,
      'rejected folder_rejected',
      both,
    ],
    ['does not hide a bug in placing them', new TypeError('a bug'), 'failed bug', ['x']],
  ] as const) {
    test(name, async () => {
      const fake = createFakeFolder(forbidden, [warning]);
      const locate: ScannedFolder['locate'] = () => Promise.reject(error);
      const scan = async () => ({ ...(await fake.scan()), ...(error === null ? {} : { locate }) });
      const played = await play({ folder: { ...fake, scan } });
      const found = { ending: played.ending, codes: played.facts.problems.map(({ code }) => code) };
      assert.deepEqual(found, { ending, codes });
    });
  }
});

/** Somebody adds a file right before this request of a run. */
function added(request: number, more: Scene = {}): Scene {
  const addFile: Doing = (service) =>
    service.replace({ ...service.app?.files, 'assets/theirs.css': 'a{}' });
  return { inputs: submit, ...more, before: { [request]: addFile } };
}

/** Lets reads show no prompt. */
const hidePrompt: Doing = (_service, { context: { client } }) => {
  const { readApp } = client;
  const readBare: typeof readApp = async (slug, options) => {
    const app = await readApp(slug, options);
    const files = new Map([...(app?.files ?? [])].filter(([path]) => path !== 'instructions.md'));
    return app === null ? null : { ...app, systemPrompt: null, files };
  };
  Object.assign(client, { readApp: readBare });
};
const createsAll = { app: null, inputs: { ...submit, create: true } };
const cancel: Doing = (service, { abort }) => service.clock.after(0, () => abort(endByCancel()));
const bare = createFakeFolder({ 'service.json': '{"name":"Tides"}' });
/** A folder without a page, to a service that makes one: as if it had been sent. */
const pageless: AppFolder = {
  ...bare,
  scan: async () => ({
    ...(await bare.scan()),
    createBody: (await createFakeFolder(files).scan()).createBody,
  }),
};
const readme = makeFiles({ 'README.md': 'Tides' });
testEnds('a submission behind a deploy', {
  'of a folder that reads do not list all of': {
    files: readme,
    options: { listed_files: 'documented' },
    inputs: submit,
  },
  'that another run has made': { inputs: submit, before: { 3: review('submit') } },
  'of an equal draft, which another run submits and the reviewer approves meanwhile': {
    app: same,
    inputs: submit,
    before: { 1: (service) => [service.review('submit'), service.review('approve')] },
  },
  'that is waited for': { inputs: waits, before: { 5: reject } },
  'of a new app to which the deploy adds a file': added(4, createsAll),
  'of a draft to which somebody adds a file': added(3),
  'of an equal draft with such a file': added(1, { app: same }),
  'of a new app with such a file': added(5, createsAll),
  "after such a file, which is the service's own by age": added(2),
  'of a folder without a page, for which the service makes one': {
    folder: pageless,
    app: { files: {} },
    inputs: submit,
  },
  'of a service that shows the files 10 s after the state': {
    app: { status: 'published' },
    inputs: submit,
    faults: [{ kind: 'stale', part: 'files', skip: 1, for_ms: 10_050 }],
  },
  'of a service that hides the prompt': {
    files: makeFiles({ 'instructions.md': 'Be kind.' }),
    prepare: hidePrompt,
    inputs: submit,
  },
  'whose deploy is made after a 202, and whose status follows later': {
    app: { status: 'published' },
    inputs: submit,
    faults: [
      { kind: 'late', status: 202, ms: 6_500 },
      { kind: 'stale', part: 'status', lag_ms: 29_000, skip: 1, times: null },
    ],
  },
  'after a cancel, not sent': { inputs: submit, before: { 2: cancel } },
});
