import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/errors.ts';
import { createBody } from '../../../src/folder/deploy-payload.ts';
import { makeFiles, makeFolder, toWireFiles } from '../../support/fake-service/folder.ts';
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

const inReview: Scene = { app: { status: 'in_review' }, inputs: { onInReview: 'replace' } };
const submitsInReview: Scene = { ...inReview, inputs: { ...inReview.inputs, ...submit } };
const published: Scene = { app: { status: 'published' }, inputs: submit };
testEnds('a deploy of other content', {
  'a draft': {},
  'a draft, diff': { inputs: { diff: true } },
  'to a service that adds a file of its own': { options: { own_file: 'yes' } },
  'shown only as html, which is rendered 10 s later': { prepare: renderPage(10_000) },
  'reads that show no files': { prepare: hideFiles, inputs: submit },
  'in review, submit': submitsInReview,
  'in review, and rejected right before the deploy': { ...submitsInReview, before: { 1: reject } },
  'not approved': { app: { status: 'not_approved' } },
  'published, submit': published,
  'published, submit, and the app cannot be read afterwards': {
    ...published,
    before: { 3: fail({ times: null }) },
  },
  'published, submit, and somebody changes the app before the submission': {
    ...published,
    before: { 3: theirs },
  },
});

/** Returns a scene with an app that has the folder's content and this status. */
function equal(status: string, inputs: Scene['inputs'] = {}): Scene {
  return { app: { ...same, status }, inputs };
}

/** Returns a scene like `equal`, with files that reads do not list. */
function unlisted(status: string): Scene {
  const all = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  return {
    options: { listed_files: 'documented' },
    files: all,
    app: { status, files: toWireFiles(all) },
  };
}

testEnds('a deploy of the same content', {
  'if the first read answers 404': {
    app: same,
    faults: [{ status: 404, body: 'service' }],
  },
  'draft, force': equal('draft', { force: true }),
  'in review, submit': equal('in_review', submit),
  'published, submit': equal('published', submit),
  'an undocumented status, submit': equal('in_first_review', submit),
  'in review, submit, wait-for-review': { ...equal('in_review', waits), after: { 10000: reject } },
  'files that are not listed, draft': unlisted('draft'),
  'files that are not listed, in review': unlisted('in_review'),
  'files that are not listed, published': unlisted('published'),
  'a prompt that is only in the draft': {
    app: { files: { ...same.files, 'instructions.md': 'Be kind.' } },
  },
});

const creates = { app: null, inputs: { create: true } } as const;
const isOther = put({ files: { 'index.html': 'theirs' }, status: 'in_review' });
testEnds('a deploy of a new app', {
  'whose deploy is rejected': { ...creates, files: forbidden },
  'that another run creates with the same content': { ...creates, before: { 1: put(same) } },
  'that another run creates and submits before the creation': {
    ...creates,
    before: { 1: isOther },
  },
  'that another run submits right after the creation': { ...creates, before: { 2: isOther } },
});

test('a new app with an undocumented status and a rejected deploy is not submitted', async () => {
  const before = { 2: put({ status: 'processing', files: {} }) };
  const { ending, facts } = await play({ ...creates, files: forbidden, before });
  assert.deepEqual([ending, facts.submitted], ['rejected folder_rejected', false]);
});

test('deploy with create: true sends the slug, and the name if service.json has one', async () => {
  for (const [service, name] of [
    ['{"name":"Tides","tagline":"High"}', { name: 'Tides' }],
    ['{}', {}],
  ] as const) {
    const played = await play({ ...creates, files: makeFiles({ 'service.json': service }) });
    assert.deepEqual(played.service.exchanges[1]?.body, { slug: 'tides', ...name });
  }
});

test('deploy with create: true reports all invalid fields at once, even if the name is one', async () => {
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

describe('a deploy that the service rejects', () => {
  const warning = {
    path: 'a',
    line: 1,
    column: 1,
    code: 'x',
    message: 'x',
    fix: null,
    severity: 'warning',
  } as const;
  test('lists the problems of the service before the warnings of the check', async () => {
    const played = await play({ folder: makeFolder(forbidden, [warning]) });
    const codes = played.facts.problems.map(({ code }) => code);
    assert.equal(played.ending, 'rejected folder_rejected');
    assert.deepEqual(codes, ['page_too_large', 'x']);
  });
});

/** Returns a scene in which somebody adds a file right before this request of the run. */
function added(request: number, more: Scene = {}): Scene {
  const addFile: Doing = (service) =>
    service.replace({ ...service.app?.files, 'assets/theirs.css': 'a{}' });
  return { inputs: submit, ...more, before: { [request]: addFile } };
}

/** Removes the prompt from what reads show. */
const hidePrompt: Doing = (_service, { run: { client } }) => {
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
/** A folder without a page. */
const pageless = makeFolder({ 'service.json': '{"name":"Tides"}' });
/** The service gets a page, too, as if it made one for a folder that has none. */
const addPage: Doing = (_service, { run: { client } }) => {
  const { deployApp } = client;
  const deployPage: typeof deployApp = () => deployApp(createBody('tides', makeFolder(files)));
  Object.assign(client, { deployApp: deployPage });
};
const readme = makeFiles({ 'README.md': 'Tides' });
testEnds('a submission after a deploy', {
  'of a folder with files that reads do not list': {
    files: readme,
    options: { listed_files: 'documented' },
    inputs: submit,
  },
  'that another run has already made': { inputs: submit, before: { 3: review('submit') } },
  'of an unchanged draft that another run submits and the reviewer approves meanwhile': {
    app: same,
    inputs: submit,
    before: { 1: (service) => [service.review('submit'), service.review('approve')] },
  },
  'with wait-for-review': { inputs: waits, before: { 5: reject } },
  'of a new app to which somebody adds a file during the deploy': added(4, createsAll),
  'of a draft to which somebody adds a file after the deploy': added(3),
  'of an unchanged draft to which somebody adds a file': added(1, { app: same }),
  'of a new app to which somebody adds a file after the deploy': added(5, createsAll),
  'of a draft to which somebody adds a file before the first read': added(2),
  'of a folder without a page, for which the service makes one': {
    folder: pageless,
    app: { files: {} },
    prepare: addPage,
    inputs: submit,
  },
  'if the service hides the prompt': {
    files: makeFiles({ 'instructions.md': 'Be kind.' }),
    prepare: hidePrompt,
    inputs: submit,
  },
  'after a deploy with 202': {
    app: { status: 'published' },
    inputs: submit,
    faults: [{ kind: 'late', status: 202, ms: 6_500 }],
  },
  'whose reads lag by 5 s': {
    app: { status: 'published' },
    inputs: submit,
    faults: [{ kind: 'stale', skip: 1, lag_ms: 5_000, times: null }],
  },
  'that is not sent because the run is cancelled': { inputs: submit, before: { 2: cancel } },
});
