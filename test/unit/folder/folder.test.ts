import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { isWithin } from '../../../src/folder/folder.ts';

const places: readonly (readonly [path.PlatformPath, ancestor: string, target: string, isWithin: boolean])[] = [
  [path.posix, '/w', '/w', true],
  [path.posix, '/w', '/w/a', true],
  [path.posix, '/w', '/w/..a', true],
  [path.posix, '/w', '/', false],
  [path.posix, '/w', '/wa', false],
  [path.posix, '/w', '/W/a', false],
  [path.win32, 'C:\\w', 'c:\\W\\a', true],
  [path.win32, 'C:\\w', 'D:\\w\\a', false],
  [path.win32, 'C:\\w', '\\\\host\\share\\w', false],
  [path.win32, 'C:\\w', 'C:\\w2', false],
];

test('what lies within a folder is told by whole names, with the case rules and drives of the platform', () => {
  for (const [platform, ancestor, target, expected] of places) {
    assert.equal(isWithin(ancestor, target, platform), expected, target);
  }
  assert.ok(isWithin(process.cwd(), process.cwd()));
});
