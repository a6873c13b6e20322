import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { App } from '../../../src/api/wire.ts';
import type { Proof, Source } from '../../../src/commands/proof.ts';
import { judgeUpdate, listDifferent } from '../../../src/commands/proof-fields.ts';
import { showTides } from '../../support/fake-service/shown.ts';

const early = '2026-10-01T00:00:00Z';
const late = '2026-10-01T00:00:09Z';

describe('judgeUpdate', () => {
  const before = { name: 'Old', color: '#111111', html: '<h1>Old</h1>', updated_at: early };
  const fields = { name: 'New', html: '<h1>New</h1>', system_prompt: 'Be kind.\n' };
  const rows: readonly (readonly [string, object | null, Source, Proof])[] = [
    ['all fields as sent', { ...before, ...fields, updated_at: late }, 'read', 'done'],
    ['an answer without the page', { name: 'New', updated_at: late }, 'answer', 'done'],
    ['an answer without the page, and the old name', { name: 'Old', updated_at: early }, 'answer', 'unclear'],
    ['an answer without the prompt', { name: 'New', html: '<h1>New</h1>' }, 'answer', 'done'],
    ['an answer with the old page alone', { html: '<h1>Old</h1>' }, 'answer', 'unclear'],
    ['an answer with the old page among its files', { files: { 'index.html': '<h1>Old</h1>' } }, 'answer', 'unclear'],
    ['an answer with no field at all', { status: 'draft' }, 'answer', 'done'],
    ['a read with the prompt trimmed', { ...fields, system_prompt: 'Be kind.' }, 'read', 'done'],
    ['a read with another prompt', { ...fields, system_prompt: 'Be.' }, 'read', 'unclear'],
    ['a read without the page', { name: 'New', updated_at: late }, 'read', 'unclear'],
    ['a read in doubt without the page', { name: 'New', updated_at: late }, 'doubt', 'unclear'],
    ['all as before', before, 'read', 'undone'],
    ['the fields as before, at another time', { ...before, updated_at: late }, 'read', 'unclear'],
    ['one field as sent, one as before', { ...before, name: 'New' }, 'read', 'unclear'],
    ['no app', null, 'read', 'unclear'],
  ];
  for (const [title, now, from, proof] of rows) {
    test(`${title}: ${proof}`, () => {
      assert.equal(judgeUpdate({ before: showTides(before), fields })(toApp(now), from), proof);
    });
  }
});

describe('listDifferent', () => {
  const fields = { name: 'A', tagline: 'B', color: '#000000', system_prompt: 'C', html: 'D' };

  test('names every field that an empty app shows otherwise', () => {
    assert.deepEqual(listDifferent(showTides(), fields), ['name', 'tagline', 'color', 'system_prompt', 'html']);
  });

  test('names none where all are shown so, and none that is not given', () => {
    assert.deepEqual(listDifferent(showTides(fields), fields), []);
    assert.deepEqual(listDifferent(showTides(), {}), []);
  });

  test('takes an absent field for an empty one, save the name', () => {
    assert.deepEqual(listDifferent(showTides(), { name: '', tagline: '', color: '', system_prompt: '' }), ['name']);
  });

  test('compares the page with the file, and with the page as it runs only where no file is shown', () => {
    const html = '<p>as it runs</p>';
    assert.deepEqual(listDifferent(showTides({ html, files: { 'index.html': 'D' } }), { html: 'D' }), []);
    assert.deepEqual(listDifferent(showTides({ html, files: { 'index.html': 'D' } }), { html }), ['html']);
    assert.deepEqual(listDifferent(showTides({ html, files: {} }), { html }), []);
    assert.deepEqual(listDifferent(showTides({ html: '\ud800' }), { html: '\ufffd' }), ['html']);
  });

  test('knows the page in either form', () => {
    const url = `data:text/html;base64,${Buffer.from('<h1>').toString('base64')}`;
    assert.deepEqual(listDifferent(showTides({ files: { 'index.html': url } }), { html: '<h1>' }), []);
    assert.deepEqual(listDifferent(showTides({ html: url }), { html: '<h1>' }), []);
    assert.deepEqual(listDifferent(showTides({ html: url }), { html: '<h2>' }), ['html']);
  });
});

function toApp(parts: object | null): App | null {
  return parts === null ? null : showTides({ ...parts });
}
