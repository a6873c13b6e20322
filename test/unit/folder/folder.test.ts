import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isWithin } from '../../../src/folder/folder.ts';
import { describeErrno, toFileError } from '../../../src/folder/folder-error.ts';
import { toMediaType } from '../../../src/folder/media-type.ts';

const places: readonly (readonly [
  path.PlatformPath,
  ancestor: string,
  target: string,
  isWithin: boolean,
])[] = [
  [path.posix, '/w', '/w', true],
  [path.posix, '/w', '/w/..a', true],
  [path.posix, '/w', '/', false],
  [path.posix, '/w', '/wa', false],
  [path.posix, '/w', '/W/a', false],
  [path.win32, 'C:\\w', 'c:\\W\\a', true],
  [path.win32, 'C:\\w', 'D:\\w\\a', false],
  [path.win32, 'C:\\w', '\\\\host\\share\\w', false],
];

test('isWithin compares whole names, by the case rules and drives of the platform', () => {
  for (const [platform, ancestor, target, expected] of places) {
    assert.equal(isWithin(ancestor, target, platform), expected, target);
  }
});

const named: Readonly<Record<string, readonly string[]>> = {
  'text/html': ['index.html'],
  'image/png': ['a/B.PNG'],
  'image/x-icon': ['favicon.ico', 'a.cur'],
  'video/mp4': ['a.m4v', 'a.tar.mp4'],
  'video/x-msvideo': ['a.avi'],
  'video/x-matroska': ['a.mkv'],
  'audio/flac': ['a.FLAC'],
  'application/vnd.ms-fontobject': ['a.eot'],
  'application/octet-stream': ['png', 'a.png/b', 'a.', 'a.constructor', 'a.__proto__'],
  // A text is TypeScript, not a video.
  'text/plain': ['a.ts', 'a.mts', 'a.cts', 'a.d.ts'],
};

test('the extension decides the media type; a text in .ts is not a video', () => {
  for (const [type, names] of Object.entries(named)) {
    for (const name of names) assert.equal(toMediaType(name, true), type, name);
  }
  assert.equal(toMediaType('a.ts', false), 'video/mp2t');
});

test('a file that is gone or replaced counts as changed; any other error shows the reason of the system', () => {
  const describe = (given: object) =>
    toFileError('a', Object.assign(new Error('x'), given)).message;
  for (const code of ['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']) {
    assert.equal(describe({ code }), 'a changed while it was being read.', code);
  }
  const isDescribed = (error: unknown) =>
    describeErrno(error) === 'no such file or directory (ENOENT)';
  assert.throws(() => statSync('/nowhere/at/all'), isDescribed);
  assert.equal(describe({ code: 'ERR_X' }), 'a cannot be read: ERR_X.');
  assert.equal(describe({ code: 5 }), 'a cannot be read: no reason given.');
  const advise = (code: string) => toFileError('a', Object.assign(new Error('x'), { code })).next;
  assert.match(advise('EMFILE'), /limit of open files/);
  assert.match(advise('EACCES'), /permission/);
  assert.equal(toFileError('', null).message, 'The folder cannot be read: no reason given.');
});
