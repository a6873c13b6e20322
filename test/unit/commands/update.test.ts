import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Files, makeFiles, makeFolder } from '../../support/fake-service/folder.ts';
import {
  hide,
  hideFiles,
  play,
  put,
  renderPage,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const service = '{"name":"Tides","tagline":"High and low","color":"#003366"}';
const local = makeFiles({ 'service.json': service, 'instructions.md': 'Be kind.' });
const shown = { ...local, 'assets/a.css': 'a{}' };
const page = { 'index.html': '<h1>' };
const updates = { inputs: { command: 'update' } } as const;

/** Returns a scene with an app that shows the folder and an asset, except for `files`. */
function over(files: Files, { app, ...scene }: Scene = {}): Scene {
  return {
    files: local,
    ...scene,
    app: { ...app, files: { ...shown, ...files } as Record<string, string> },
  };
}

for (const [name, files, body, logged] of [
  [
    'fields',
    { 'service.json': '{"name":"T","color":"#003366"}' },
    { name: 'Tides', tagline: 'High and low' },
    'Remote: draft, fields that differ: name and tagline',
  ],
  [
    'page and prompt',
    { ...page, 'instructions.md': '' },
    { system_prompt: 'Be kind.', html: '<h1>Tides</h1>' },
    'Remote: draft, fields that differ: instructions.md and index.html',
  ],
] as const) {
  test(`update sends and logs only the fields that have changed: ${name}`, async () => {
    const played = await play({ ...over(files), ...updates });
    assert.deepEqual(played.service.exchanges[1]?.body, body);
    assert.equal(played.service.app?.files['assets/a.css'], 'a{}');
    assert.ok(played.lines.includes(logged), played.lines.join('\n'));
  });
}

test('update rejects a prompt that cannot be read, and sends no request', async () => {
  const folder = { ...makeFolder(local), fields: { html: '<h1>' } };
  const { requests, ending, failure } = await play({ ...updates, folder });
  assert.deepEqual(
    [requests, ending, failure?.path],
    ['', 'rejected field_unreadable', 'instructions.md'],
  );
});

const inReview = { app: { status: 'in_review' } };

/** Returns a scene with an app that is in review again, with all files, right after the update. */
function stays(files: Files): Scene {
  const inputs = { onInReview: 'replace' } as const;
  const before = { 2: put({ status: 'in_review', files: shown }) };
  return over(page, { ...inReview, files, before, inputs });
}

testEnds(
  'update',
  {
    'a draft': over(page),
    'in review, skip': over(page, { ...inReview, inputs: { onInReview: 'skip' } }),
    'in review, replace': over(page, { ...inReview, inputs: { onInReview: 'replace' } }),
    'in review, replace, and in review with the same files afterwards': stays(shown),
    'in review, replace, and in review with other files afterwards': stays(local),
    'a draft, diff': over({ ...page, 'assets/b.css': 'b{}' }, { inputs: { diff: true } }),
    'a page that the service rejects': over(
      {},
      { files: { ...local, 'index.html': forbiddenText } },
    ),
    'a page that is shown only as html, rendered 10 s later': over(
      { 'service.json': '{}' },
      { prepare: renderPage(10_000) },
    ),
    'no app': { app: null },
    'a folder without the fields': over({}, { files: { 'index.html': '<h1>Tides</h1>' } }),
    'a folder with files that update does not send': over({ ...page, 'README.md': 'Tides' }),
    'a key of service.json that is not a field': over({
      'service.json': `${service.slice(0, -1)},"logo":"assets/a.png"}`,
    }),
    'an app that shows no files': over({}, { prepare: hideFiles }),
    'an app that shows neither tagline nor prompt': over(page, {
      prepare: hide({ files: null, tagline: null, systemPrompt: null }),
    }),
    'this content in review': over({}, { ...inReview, files: shown }),
    'the same fields in review, and other files': over(
      { 'assets/b.css': 'b{}' },
      { ...inReview, files: shown },
    ),
  },
  updates,
);
