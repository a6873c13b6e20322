import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { isWithin } from '../../../src/folder/folder.ts';

const posix: readonly (readonly [string, string, boolean])[] = [
  ['/w', '/w', true],
  ['/w', '/w/a', true],
  ['/w', '/w/..a', true],
  ['/w', '/', false],
  ['/w', '/wa', false],
  ['/w/a', '/w', false],
  ['/w', '/W/a', false],
];
const win32: readonly (readonly [string, string, boolean])[] = [
  ['C:\\w', 'c:\\W\\a', true],
  ['C:\\w', 'D:\\w\\a', false],
  ['C:\\w', 'C:\\', false],
  ['C:\\w', '\\\\host\\share\\w', false],
  ['C:\\w', 'C:\\w2', false],
];

test('what lies within a folder is told by whole names, with the case rules and drives of the platform', () => {
  for (const [ancestor, target, expected] of posix) {
    assert.equal(isWithin(ancestor, target, path.posix), expected, target);
  }
  for (const [ancestor, target, expected] of win32) {
    assert.equal(isWithin(ancestor, target, path.win32), expected, target);
  }
  assert.ok(isWithin(process.cwd(), process.cwd()));
});
