import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { toMediaType } from '../../../src/folder/media.ts';
import { findNameFault, isWithin, showBytes, toPosix } from '../../../src/folder/paths.ts';

test('a path is written with slashes on Windows, and stays as it is elsewhere', () => {
  assert.equal(toPosix('a\\b\\c', path.win32), 'a/b/c');
  assert.equal(toPosix('a\\b/c', path.posix), 'a\\b/c');
  assert.equal(toPosix(path.join('a', 'b')), 'a/b');
});

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

test('only names that could land somewhere else are at fault', () => {
  for (const name of ['a\\b', 'C:x', 'z:', '/a', '../a', 'a/../b']) assert.notEqual(findNameFault(name), null, name);
  for (const name of ['a', '..a', 'a..', '__proto__', 'a\nb', 'a. ', 'ab:c', 'a/C:', '~']) {
    assert.equal(findNameFault(name), null, name);
  }
});

test('bytes of a name are shown so that each can be told', () => {
  assert.equal(showBytes(Buffer.from([0x61, 0xe9, 0x0a, 0x7f, 0x7e])), 'a\\xe9\\x0a\\x7f~');
});

const types: readonly (readonly [string, string])[] = [
  ['index.html', 'text/html'],
  ['a/B.PNG', 'image/png'],
  ['a.svg', 'image/svg+xml'],
  ['favicon.ico', 'image/x-icon'],
  ['a.woff2', 'font/woff2'],
  ['a.eot', 'application/vnd.ms-fontobject'],
  ['a.flac', 'audio/flac'],
  ['a.tar.mp4', 'video/mp4'],
  ['png', 'application/octet-stream'],
  ['a.png/b', 'application/octet-stream'],
  ['a.', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['a.__proto__', 'application/octet-stream'],
];

test('a media type follows from the end of the name, and only from that', () => {
  for (const [name, type] of types) assert.equal(toMediaType(name, true), type, name);
});

test('readable .ts and .mts are TypeScript, not video', () => {
  assert.equal(toMediaType('a.ts', true), 'text/plain');
  assert.equal(toMediaType('a.mts', true), 'text/plain');
  assert.equal(toMediaType('a.ts', false), 'video/mp2t');
});
