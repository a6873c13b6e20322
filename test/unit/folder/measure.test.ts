import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMediaType } from '../../../src/folder/measure.ts';

const typeOf: Readonly<Record<string, string>> = {
  'index.html': 'text/html',
  'a/B.PNG': 'image/png',
  'a.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'a.cur': 'image/x-icon',
  'a.avi': 'video/x-msvideo',
  'a.m4v': 'video/mp4',
  'a.mkv': 'video/x-matroska',
  'a.woff2': 'font/woff2',
  'a.eot': 'application/vnd.ms-fontobject',
  'a.FLAC': 'audio/flac',
  'a.tar.mp4': 'video/mp4',
  png: 'application/octet-stream',
  'a.png/b': 'application/octet-stream',
  'a.': 'application/octet-stream',
  'a.constructor': 'application/octet-stream',
  'a.__proto__': 'application/octet-stream',
};

test('a media type follows from the end of the name, and only from that', () => {
  for (const [name, type] of Object.entries(typeOf)) assert.equal(toMediaType(name, true), type, name);
});

test('readable .ts and .mts are TypeScript, not video', () => {
  for (const name of ['a.ts', 'a.mts']) assert.equal(toMediaType(name, true), 'text/plain', name);
  assert.equal(toMediaType('a.ts', false), 'video/mp2t');
});
