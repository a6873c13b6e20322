import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWords, isSameFault, toProblem } from '../../../src/folder/check-words.ts';

test('a problem of the service replaces a finding only at the same path, line and column', () => {
  const place = { path: 'service.json', line: 1, column: 9 };
  const found = toProblem('name_empty', [], place);
  const rows = [
    [place, true],
    [{ ...place, column: 20 }, false],
    [{ ...place, column: null }, false],
    [{ ...place, line: 2 }, false],
    [{ ...place, path: 'index.html' }, false],
  ] as const;
  for (const [named, isSame] of rows) {
    const reported = { ...found, ...named, code: 'bad_name' };
    assert.equal(isSameFault(found, reported), isSame, JSON.stringify(named));
  }
});

test('a finding without a path is about the missing file, or about no file', () => {
  const missing = toProblem('page_missing', []);
  const reported = { ...missing, path: 'index.html', code: 'no_page' };
  assert.ok(isSameFault(missing, reported));
  assert.ok(!isSameFault(missing, { ...reported, path: 'service.json' }));
  const size = toProblem('folder_size', ['2 MB', 'max-size', '1 MB', 'a.png']);
  assert.ok(!isSameFault(size, { ...size, code: 'too_large' }));
});

test('every message of the offline check is a sentence, and so is its fix', () => {
  for (const [code, { message, fix }] of Object.entries(checkWords())) {
    assert.match(message, /^[A-Z…a-z].*\.$/, code);
    assert.match(fix, /^[A-Z].*[.]$/, code);
  }
});
