import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDataUrl, isMedia, normalizeContent, readFields, toContent, writeFields } from '../../../sandbox/folder.ts';

/** Contents as they are sent, and as the service shows them. */
const shown: readonly (readonly [path: string, sent: string, shown: string])[] = [
  ['a.svg', '<svg/>', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['a.svg', 'data:image/svg+xml;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['a.svg', 'data:image/svg+xml,%3Csvg/%3E', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['a.png', 'data:text/html;charset=x;base64,aGk=', 'data:image/png;base64,aGk='],
  ['a.txt', 'data:text/plain;base64,aGk=', 'hi'],
  ['a.txt', 'data:text/plain;charset=utf-8,h%c3%a9%zz', 'hé%zz'],
  ['a.txt', 'data:text/plain;base64,no base64', 'data:text/plain;base64,no base64'],
  ['a.txt', 'data:text/plain;base64,aGk', 'data:text/plain;base64,aGk'],
  ['a.txt', 'data:hi', 'data:hi'],
  ['a.bin', 'data:application/octet-stream;base64,/w==', 'data:application/octet-stream;base64,/w=='],
];

test('a content has one form, whichever way it came: a picture by its name, a text, or what is no text', () => {
  for (const [path, sent, expected] of shown) assert.equal(normalizeContent(path, sent), expected, sent);
});

test('a browser gets the bytes, text with its charset, and an unknown name as plain text', () => {
  assert.deepEqual(toContent('a.bin', 'data:application/octet-stream;base64,/w==').bytes, Buffer.of(255));
  for (const [path, type] of Object.entries({
    'a.json': 'application/json; charset=utf-8',
    'a.js': 'text/javascript; charset=utf-8',
    LICENSE: 'text/plain; charset=utf-8',
    'a.wasm': 'application/wasm',
    'a.svg': 'image/svg+xml',
  })) {
    assert.equal(toContent(path, 'data:,x').type, type);
  }
});

test('any bytes come out of a data: URL as they went in, and normalizing twice changes nothing', () => {
  const paths = fc.constantFrom('assets/a.png', 'assets/a.woff2', 'assets/a.mp3', 'assets/a.txt', 'assets/a');
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

test('fields go to their files and come back from them; keys that nobody knows stay', () => {
  const fields = { name: 'Tides', tagline: 'Water', color: '#0a7ea4', system_prompt: 'Be brief.', html: '<p>' };
  const folder = writeFields(new Map(), fields);
  assert.deepEqual([...folder.keys()].sort(), ['index.html', 'instructions.md', 'service.json']);
  assert.deepEqual(readFields(folder), { ...fields, logo: '', icon: '' });
  const before = new Map([['service.json', '{"name":"a","extra":[1],"logo":"assets/a.png"}']]);
  const after = JSON.parse(writeFields(before, { name: 'b' }).get('service.json') ?? '');
  assert.deepEqual(after, { name: 'b', extra: [1], logo: 'assets/a.png' });
  assert.equal(writeFields(before, { html: 'x' }).get('service.json'), before.get('service.json'));
});

test('what a folder does not say is empty, and its colour the default', () => {
  const empty = { name: '', tagline: '', color: '#5b6472', logo: '', icon: '', system_prompt: '', html: '' };
  assert.deepEqual(readFields(new Map()), empty);
  assert.deepEqual(readFields(new Map([['service.json', '{broken']])), empty);
  assert.deepEqual(readFields(new Map([['service.json', '\uFEFF{"name":3,"tagline":null}']])), empty);
});
