import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { App } from '../../../src/api/wire.ts';
import {
  judgeCreate,
  judgeDelete,
  judgeDeploy,
  judgeSubmit,
  type Proof,
  type Source,
  showsFolder,
} from '../../../src/commands/proof.ts';
import { type Files, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { showTides } from '../../support/fake-service/shown.ts';

const early = '2026-10-01T00:00:00Z';
const late = '2026-10-01T00:00:09Z';

describe('judgeDeploy', () => {
  const folder = makeFiles();
  const old = { files: toWireFiles(makeFiles({ 'index.html': '<h1>Old</h1>' })), updated_at: early };
  const other = { files: toWireFiles(makeFiles({ 'index.html': '<h1>Other</h1>' })), updated_at: late };
  const ours = { files: toWireFiles(folder), updated_at: late };
  const filesless = { updated_at: late };

  interface Row {
    readonly title: string;
    readonly before?: object | null;
    readonly isNew?: boolean;
    readonly now: object | null;
    readonly from?: Source;
    readonly proof: Proof;
  }
  const rows: readonly Row[] = [
    { title: 'our content is shown', now: ours, proof: 'done' },
    { title: 'our content is shown by the answer', now: ours, from: 'answer', proof: 'done' },
    { title: 'our content is shown in doubt', now: ours, from: 'doubt', proof: 'done' },
    { title: 'our content was there before', before: ours, now: ours, proof: 'done' },
    { title: 'our content was there before, in doubt', before: ours, now: ours, from: 'doubt', proof: 'undone' },
    {
      title: 'our content was there before, and is there since another time, in doubt',
      before: { ...ours, updated_at: early },
      now: ours,
      from: 'doubt',
      proof: 'done',
    },
    { title: 'the old content is shown', now: old, proof: 'undone' },
    { title: 'the old content is shown by the answer', now: old, from: 'answer', proof: 'undone' },
    { title: 'a third content is shown', now: other, proof: 'unclear' },
    { title: 'an answer without files is taken at its word', now: filesless, from: 'answer', proof: 'done' },
    { title: 'a read without files is not', now: { updated_at: early }, proof: 'unclear' },
    { title: 'a read without files, but with a later time is', now: filesless, proof: 'done' },
    { title: 'a read without files and time is not', now: {}, proof: 'unclear' },
    { title: 'the app is gone', now: null, proof: 'unclear' },
    { title: 'the app was never there', before: null, now: null, proof: 'undone' },
    { title: 'another app came up where none was', before: null, now: other, proof: 'unclear' },
    { title: 'the app without files came up where none was', before: null, now: filesless, proof: 'done' },
    { title: 'the beginning of an app of this run is shown', isNew: true, before: null, now: other, proof: 'undone' },
    { title: 'our content is shown in an app of this run', isNew: true, before: null, now: ours, proof: 'done' },
  ];
  for (const { title, before = old, isNew = false, now, from = 'read', proof } of rows) {
    test(`${title}: ${proof}`, () => {
      const local = { packed: packFiles(folder), serviceJson: String(folder['service.json']) };
      const judge = judgeDeploy({ before: toApp(before), isNew, local });
      assert.equal(judge(toApp(now), from), proof);
    });
  }

  describe('with files that the document does not list', () => {
    const judgeShown = (files: Files, shown: object, before: object): Proof => {
      const local = { packed: packFiles(files), serviceJson: String(files['service.json']) };
      return judgeDeploy({ before: showTides({ ...before }), isNew: false, local })(showTides({ ...shown }), 'read');
    };
    const files = makeFiles({ 'README.md': 'x' });

    test('they may be missing from what is shown', () => {
      assert.equal(judgeShown(files, { files: toWireFiles(makeFiles()) }, old), 'done');
    });

    test('other files may not', () => {
      const shown = { files: toWireFiles(makeFiles()) };
      assert.equal(judgeShown(makeFiles({ 'assets/a.css': 'a{}' }), shown, old), 'unclear');
    });

    test('the time tells where the draft looked the same before', () => {
      const shown = { files: toWireFiles(makeFiles()), updated_at: early };
      assert.equal(judgeShown(files, shown, shown), 'undone');
      assert.equal(judgeShown(files, { ...shown, updated_at: late }, shown), 'done');
    });

    test('they may be missing from an app of this run too', () => {
      const local = { packed: packFiles(files), serviceJson: String(files['service.json']) };
      const judge = judgeDeploy({ before: showTides({ updated_at: early }), isNew: true, local });
      assert.equal(judge(showTides({ files: toWireFiles(makeFiles()) }), 'read'), 'done');
      assert.equal(judge(showTides({ files: { 'service.json': '{"name":"Tides"}' } }), 'read'), 'undone');
    });
  });
});

describe('showsFolder', () => {
  const files = makeFiles({ 'README.md': 'x', 'assets/a.css': 'a{}' });
  const local = { packed: packFiles(files), serviceJson: String(files['service.json']) };
  const rows: readonly (readonly [string, object, boolean])[] = [
    ['all files', { files: toWireFiles(files) }, true],
    ['all files that the document lists', { files: toWireFiles(makeFiles({ 'assets/a.css': 'a{}' })) }, true],
    ['no files at all', {}, true],
    ['one asset less', { files: toWireFiles(makeFiles({ 'README.md': 'x' })) }, false],
    ['one file more', { files: { ...toWireFiles(files), 'b.txt': '' } }, false],
    ['an unlisted file with other content', { files: { ...toWireFiles(files), 'README.md': 'y' } }, false],
    ['a prompt that the folder lacks', { files: toWireFiles(files), system_prompt: 'p' }, false],
  ];
  for (const [title, shown, expected] of rows) {
    test(`${title}: ${expected}`, () => assert.equal(showsFolder(showTides({ ...shown }), local), expected));
  }
});

describe('judgeSubmit', () => {
  const rows: readonly (readonly [before: string | null, now: string | null, from: Source, ours: boolean, Proof])[] = [
    ['draft', 'in_review', 'answer', true, 'done'],
    ['draft', 'in_review', 'read', true, 'done'],
    ['draft', 'in_review', 'answer', false, 'done'],
    ['draft', 'in_review', 'read', false, 'unclear'],
    ['draft', 'in_review', 'doubt', true, 'done'],
    ['draft', 'in_review', 'doubt', false, 'unclear'],
    ['draft', 'draft', 'doubt', true, 'undone'],
    ['draft', 'waiting_for_somebody', 'doubt', true, 'unclear'],
    ['draft', 'draft', 'answer', true, 'undone'],
    ['draft', 'draft', 'read', true, 'undone'],
    ['draft', 'draft', 'read', false, 'undone'],
    ['draft', 'published', 'read', true, 'done'],
    ['draft', 'not_approved', 'read', true, 'done'],
    ['draft', 'waiting_for_somebody', 'answer', true, 'done'],
    ['draft', 'waiting_for_somebody', 'read', true, 'done'],
    ['draft', 'waiting_for_somebody', 'read', false, 'unclear'],
    ['draft', null, 'answer', true, 'unclear'],
    ['draft', null, 'read', true, 'unclear'],
    [null, null, 'answer', true, 'undone'],
    [null, 'draft', 'read', true, 'unclear'],
    ['published', 'draft', 'answer', true, 'unclear'],
    ['published_with_unreviewed_changes', 'published_with_unreviewed_changes', 'read', true, 'undone'],
    ['published_with_unreviewed_changes', 'published', 'read', true, 'done'],
  ];
  for (const [before, now, from, ours, proof] of rows) {
    test(`from ${before} to ${now}, from ${from}, of ${ours ? 'our' : 'other'} content: ${proof}`, () => {
      const judge = judgeSubmit({ statusBefore: before, submittedAtBefore: early, isOurs: () => ours });
      assert.equal(judge(showTides({ status: now }), from), proof);
    });
  }

  test('of an app that is gone: unclear', () => {
    assert.equal(judgeSubmit({ ...unsubmitted, isOurs: () => true })(null, 'read'), 'unclear');
  });

  const unsubmitted = { statusBefore: 'changes_requested', submittedAtBefore: early };
  const times: readonly (readonly [string | null, Source, ours: boolean, Proof])[] = [
    [late, 'answer', true, 'done'],
    [late, 'doubt', true, 'done'],
    [late, 'doubt', false, 'unclear'],
    [early, 'doubt', true, 'undone'],
    [null, 'doubt', true, 'undone'],
  ];
  for (const [time, from, ours, proof] of times) {
    test(`whose verdict led back to the status before, in ${from}, sent at ${time}, ${ours ? 'our' : 'other'} content: ${proof}`, () => {
      const app = showTides({ status: 'changes_requested', submitted_at: time });
      assert.equal(judgeSubmit({ ...unsubmitted, isOurs: () => ours })(app, from), proof);
    });
  }
});

test('an app that is there was created, unless it came up in doubt under another name', () => {
  const judge = judgeCreate({ name: 'Tides' });
  assert.equal(judge(null, 'doubt'), 'undone');
  for (const from of ['answer', 'read', 'doubt'] as const) {
    assert.equal(judge(showTides(), from), 'done');
    assert.equal(judge(showTides({ name: 'Tides' }), from), 'done');
    assert.equal(judgeCreate({})(showTides({ name: 'Tides' }), from), 'done');
    assert.equal(judge(showTides({ name: 'Other' }), from), from === 'doubt' ? 'unclear' : 'done');
  }
});

test('an app that is gone was deleted', () => {
  assert.equal(judgeDelete(null), 'done');
  assert.equal(judgeDelete(showTides()), 'undone');
});

function toApp(parts: object | null): App | null {
  return parts === null ? null : showTides({ ...parts });
}
