import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isDataUrl,
  isMedia,
  normalizeContent,
  readFields,
  toContent,
  writeFields,
} from '../../../../sandbox/service/folder.ts';

test('a file’s content has one normalized form, as text or as a data: URL', () => {
  for (const [path, sent, shown] of [
    ['a.svg', '<svg/>', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['a.png', 'data:text/html;charset=x;base64,aGk=', 'data:image/png;base64,aGk='],
    ['a.txt', 'data:text/plain;charset=utf-8,h%c3%a9%zz', 'hé%zz'],
    ['a.txt', 'data:text/plain;base64,no base64', 'data:text/plain;base64,no base64'],
    ['a.txt', 'data:hi', 'data:hi'],
    ['a.d.ts', 'export {};', 'export {};'],
    [
      'a.bin',
      'data:application/octet-stream;base64,/w==',
      'data:application/octet-stream;base64,/w==',
    ],
  ] as const) {
    assert.equal(normalizeContent(path, sent), shown, sent);
  }
  assert.equal(
    toContent('a.txt', 'data:,x').bytes.toString(),
    'data:,x',
    'a text that looks like a data: URL',
  );
});

test('normalizing keeps all bytes, and a second time changes nothing', () => {
  const paths = fc.constantFrom(
    'assets/a.png',
    'assets/a.woff2',
    'assets/a.mp3',
    'assets/a.txt',
    'assets/a',
  );
  fc.assert(
    fc.property(paths, fc.uint8Array(), (path, raw) => {
      const bytes = Buffer.from(raw);
      const text = !isMedia(path) && bytes.equals(Buffer.from(bytes.toString()));
      const sent = text ? bytes.toString() : `data:x/y;base64,${bytes.toString('base64')}`;
      const kept = normalizeContent(path, sent);
      assert.deepEqual(toContent(path, kept).bytes, bytes);
      if (!isDataUrl(bytes.toString())) assert.equal(normalizeContent(path, kept), kept);
    }),
  );
});

test('fields are written into their files, which keep unknown keys; missing fields are read as empty', () => {
  const before = new Map([['service.json', '\uFEFF{"name":"a","extra":[1],"logo":3}']]);
  const after = writeFields(before, { name: 'b', html: '<p>' });
  assert.deepEqual(JSON.parse(after.get('service.json') ?? ''), { name: 'b', extra: [1], logo: 3 });
  const empty = {
    name: '',
    tagline: '',
    color: '#5b6472',
    logo: '',
    icon: '',
    system_prompt: '',
    html: '',
  };
  assert.deepEqual(readFields(after), { ...empty, name: 'b', html: '<p>' });
  assert.deepEqual(readFields(new Map([['service.json', '{broken']])), empty);
});
