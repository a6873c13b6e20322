import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { createFakeFolder, type Files, makeFiles } from '../../support/fake-service/folder.ts';
import { hideFiles, play, type Scene } from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const service = '{"name":"Tides","tagline":"High and low","color":"#003366"}';
const local = makeFiles({ 'service.json': service, 'instructions.md': 'Be kind.' });
const shown = { ...local, 'assets/a.css': 'a{}' };
const page = { 'index.html': '<h1>' };
const updates = { inputs: { command: 'update' } } as const;

/** An update of an app that shows what the folder holds and an asset, save for `files`. */
function over(files: Files, { app, ...scene }: Scene = {}): Scene {
  return { files: local, ...scene, app: { ...app, files: { ...shown, ...files } as Record<string, string> } };
}

for (const [name, files, body] of [
  ['fields', { 'service.json': '{"name":"T","color":"#003366"}' }, { name: 'Tides', tagline: 'High and low' }],
  ['page and prompt', { ...page, 'instructions.md': '' }, { system_prompt: 'Be kind.', html: '<h1>Tides</h1>' }],
] as const) {
  test(`update sends only what differs: ${name}`, async () => {
    const played = await play({ ...over(files), ...updates });
    assert.deepEqual(played.service.exchanges[1]?.body, body);
    assert.equal(played.service.app?.files['assets/a.css'], 'a{}');
  });
}

test('update refuses a file that cannot be a field, and asks nothing of the service', async () => {
  const fake = createFakeFolder(local);
  const scan = async (): Promise<ScannedFolder> => ({ ...(await fake.scan()), fields: { html: '<h1>' } });
  const { requests, ending, failure } = await play({ ...updates, folder: { ...fake, scan } });
  assert.deepEqual([requests, ending, failure?.path], ['', 'rejected field_unreadable', 'instructions.md']);
});

describe('update', () => {
  const updated = ['read update read', 'updated 0 draft changed'] as const;
  const unchanged = ['read', 'unchanged 0 draft'] as const;
  const unsent = 'that update does not send: the command deploy sends all files.';
  const leavesOne = { notices: [`1 file differs ${unsent}`] };
  const leavesTwo = { notices: [`2 files differ ${unsent}`] };
  const inReview = { app: { status: 'in_review' } };
  const replaced = over(page, { ...inReview, inputs: { onInReview: 'replace' } });
  const skipped = over(page, { ...inReview, inputs: { onInReview: 'skip' } });
  const outOfReview = { ...leavesOne, warnings: ['The update took the app out of review.'] };
  const refused = over({}, { files: { ...local, 'index.html': forbiddenText } });
  const fieldless = over({}, { files: { 'index.html': '<h1>Tides</h1>' } });
  const otherLogo = over({ 'service.json': `${service.slice(0, -1)},"logo":"assets/a.png"}` });
  const exact = over({}, { ...inReview, files: shown });
  const otherAsset = over({ 'assets/b.css': 'b{}' }, { ...inReview, files: shown });
  testEnds(
    [
      ['of a draft', over(page), ...updated, { ...leavesOne, statusBefore: 'draft' }],
      ['in review, skip', skipped, 'read', 'skipped 0 in_review'],
      ['in review, replace', replaced, ...updated, outOfReview],
      ['of a page that is refused', refused, 'read update', 'rejected folder_rejected 1 draft', leavesOne],
      ['of no app', { app: null }, 'read', 'failed app_missing 1'],
      ['of a folder without the fields', fieldless, ...unchanged, leavesTwo],
      ['beside files that it does not send', over({ ...page, 'README.md': 'Tides' }), ...updated, leavesTwo],
      ['beside a key that no field carries', otherLogo, ...unchanged, leavesTwo],
      ['of an app that shows no files', over({}, { prepare: hideFiles }), ...unchanged],
      ['of this content in review', exact, 'read', 'unchanged 0 in_review submitted'],
      ['of the same fields in review, and other files', otherAsset, 'read', 'unchanged 0 in_review', leavesOne],
    ],
    updates,
  );
});
