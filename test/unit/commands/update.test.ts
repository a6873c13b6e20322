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

/** An update of an app that shows what the folder holds and an asset, save for `files`. */
function over(files: Files, { app, ...scene }: Scene = {}): Scene {
  return { files: local, ...scene, app: { ...app, files: { ...shown, ...files } as Record<string, string> } };
}

const updates = { inputs: { command: 'update' } } as const;
const updated = ['read update read', 'updated 0 draft changed'] as const;
const unchanged = ['read', 'unchanged 0 draft'] as const;
const leaves = (count: string): { readonly notices: readonly string[] } => {
  return { notices: [`${count} that update does not send: the command deploy sends all files.`] };
};
const leavesOne = leaves('1 file differs');
const leavesTwo = leaves('2 files differ');

describe('update', () => {
  for (const [name, files, body] of [
    ['the name', { 'service.json': service.replace('Tides', 'T') }, { name: 'Tides' }],
    ['fields of service.json', { 'service.json': '{"name":"Tides"}' }, { tagline: 'High and low', color: '#003366' }],
    [
      'the page and the prompt',
      { 'index.html': '', 'instructions.md': '' },
      { system_prompt: 'Be kind.', html: '<h1>Tides</h1>' },
    ],
  ] as const) {
    test(`sends only what differs: ${name}`, async () => {
      const played = await play({ ...over(files), ...updates });
      assert.deepEqual(played.service.bodies[1], body);
      assert.equal(played.service.apps.get('tides')?.files['assets/a.css'], 'a{}');
    });
  }

  for (const [path, lost] of [
    ['index.html', 'html'],
    ['instructions.md', 'system_prompt'],
  ] as const) {
    test(`refuses ${path} that cannot be a field, and asks nothing of the service`, async () => {
      const fake = createFakeFolder(local);
      const scan = async (): Promise<ScannedFolder> => {
        const scanned = await fake.scan();
        return { ...scanned, fields: { ...scanned.fields, [lost]: undefined } };
      };
      const { requests, ending, failure } = await play({ ...updates, folder: { ...fake, scan } });
      assert.deepEqual(
        { requests, ending, path: failure?.path },
        { requests: '', ending: 'rejected field_unreadable', path },
      );
    });
  }

  const outOfReview = { ...leavesOne, warnings: ['The update took the app out of review.'] };
  const on = (status: string, onInReview: 'fail' | 'skip' | 'replace' = 'fail'): Scene =>
    over(page, { app: { status }, inputs: { onInReview } });
  const whole = { files: shown };
  testEnds(
    [
      ['of a draft', over(page), ...updated, { ...leavesOne, statusBefore: 'draft' }],
      ['in review', on('in_review'), 'read', 'failed in_review 1 in_review'],
      ['in review, skip', on('in_review', 'skip'), 'read', 'skipped 0 in_review'],
      ['in review, replace', on('in_review', 'replace'), ...updated, outOfReview],
      ['unknown state', on('queued'), 'read', 'failed unknown_state 1 queued'],
      ['not approved', on('not_approved'), 'read update read', 'updated 0 not_approved changed', leavesOne],
      [
        'of a page that the service refuses',
        over({}, { files: { ...local, 'index.html': forbiddenText } }),
        'read update',
        'rejected folder_rejected 1 draft',
        leavesOne,
      ],
      ['of no app', { app: null }, 'read', 'failed app_missing 1'],
      ['where no field differs', over({}), ...unchanged, leavesOne],
      [
        'of a folder without the fields',
        over({}, { files: { 'index.html': '<h1>Tides</h1>' } }),
        ...unchanged,
        leavesTwo,
      ],
      ['beside files that it does not send', over({ ...page, 'README.md': 'Tides' }), ...updated, leavesTwo],
      [
        'beside a key of service.json that no field carries',
        over({ 'service.json': `${service.slice(0, -1)},"logo":"assets/a.png"}` }),
        ...unchanged,
        leavesTwo,
      ],
      ['of an app that shows no files', over({}, { prepare: hideFiles }), ...unchanged],
      [
        'of exactly this content in review',
        over({}, { ...whole, app: { status: 'in_review' } }),
        'read',
        'unchanged 0 in_review submitted',
      ],
      [
        'of the same fields in review, and other files',
        over({ 'assets/b.css': 'b{}' }, { ...whole, app: { status: 'in_review' } }),
        'read',
        'unchanged 0 in_review',
        leavesOne,
      ],
    ],
    updates,
  );
});
