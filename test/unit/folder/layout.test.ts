import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLayout, mostLayoutWarnings } from '../../../src/folder/layout.ts';
import { createPacked } from './packed-sample.ts';

function check(paths: readonly string[]) {
  return checkLayout(createPacked(paths)).map(({ severity, code, path, message }) => [severity, code, path, message]);
}

test('the documented files and all in assets/ are fine', () => {
  assert.deepEqual(check(['service.json', 'index.html', 'instructions.md', 'assets/a/b.js']), []);
});

test('each name at the top that is not documented is one warning, however many files it holds', () => {
  const found = check(['a.js', 'src/a.js', 'src/b/c.js', 'lib/x.js', 'sub/index.html']);
  assert.deepEqual(
    found.map(([severity, code, path, message]) => [severity, code, path, String(message).split(' outside')[0]]),
    [
      ['warning', 'outside_assets', 'a.js', 'a.js lies'],
      ['warning', 'outside_assets', null, 'src/ holds 2 files'],
      ['warning', 'outside_assets', null, 'lib/ holds 1 file'],
      ['warning', 'outside_assets', null, 'sub/ holds 1 file'],
    ],
  );
});

test('paths that differ only in case or in normal form are twins', () => {
  assert.deepEqual(check(['assets/A.js', 'assets/a.js', 'assets/\u00e9', 'assets/e\u0301', 'assets/E']), [
    ['warning', 'path_twins', 'assets/a.js', 'assets/A.js and assets/a.js differ only in case.'],
    [
      'warning',
      'path_twins',
      'assets/e\u0301',
      'assets/\u00e9 and assets/e\u0301 differ only in the way accents are written (NFC, NFD).',
    ],
  ]);
});

test('more warnings of a kind than anybody reads are counted', () => {
  const paths = Array.from({ length: mostLayoutWarnings + 5 }, (_, index) => `${index}.js`);
  const found = check(paths);
  assert.equal(found.length, mostLayoutWarnings + 1);
  assert.deepEqual(found.at(-1), ['warning', 'more_warnings', null, 'There are 5 more names outside assets/.']);
});
