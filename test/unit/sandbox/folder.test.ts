import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDataUrl, isMedia, normalizeContent, readFields, toContent, writeFields } from '../../../sandbox/folder.ts';

test('a picture sent as text and the same picture sent as a data: URL are one and the same', () => {
  const svg = '<svg/>';
  const sent = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  assert.equal(normalizeContent('assets/a.svg', svg), sent);
  assert.equal(normalizeContent('assets/a.svg', sent), sent);
  assert.deepEqual(toContent('assets/a.svg', sent), { bytes: Buffer.from(svg), type: 'image/svg+xml' });
});

test('the type in a data: URL is that of the file name, whatever was sent', () => {
  assert.equal(normalizeContent('assets/a.png', 'data:text/html;charset=x;base64,aGk='), 'data:image/png;base64,aGk=');
});

test('a text that is sent as a data: URL is the text that it decodes to', () => {
  assert.equal(normalizeContent('assets/a.txt', 'data:text/plain;base64,aGk='), 'hi');
  assert.equal(normalizeContent('assets/a.txt', 'data:text/plain;charset=utf-8,h%c3%a9%zz'), 'hé%zz');
  assert.equal(
    normalizeContent('assets/a.txt', 'data:text/plain;base64,no base64'),
    'data:text/plain;base64,no base64',
  );
});

test('a picture may be percent-encoded', () => {
  const sent = 'data:image/svg+xml,%3Csvg/%3E';
  assert.deepEqual(toContent('assets/a.svg', normalizeContent('assets/a.svg', sent)).bytes.toString(), '<svg/>');
});

test('bytes that are not UTF-8 travel as a data: URL under any name', () => {
  const sent = 'data:application/octet-stream;base64,/w==';
  assert.equal(normalizeContent('assets/tides.bin', sent), sent);
  assert.deepEqual(toContent('assets/tides.bin', sent), { bytes: Buffer.of(255), type: 'application/octet-stream' });
});

test('text is served with its charset, and an unknown name as plain text', () => {
  assert.equal(toContent('assets/a.json', '{}').type, 'application/json; charset=utf-8');
  assert.equal(toContent('assets/a.js', '').type, 'text/javascript; charset=utf-8');
  assert.equal(toContent('assets/LICENSE', 'x').type, 'text/plain; charset=utf-8');
  assert.equal(toContent('assets/a.wasm', 'x').type, 'application/wasm');
});

test('only strict base64 and what is percent-encoded count as a data: URL', () => {
  assert.ok(isDataUrl('data:image/png;base64,'));
  assert.ok(!isDataUrl('data:image/png;base64,a b='));
  assert.ok(!isDataUrl('data:image/png;base64,aGk'));
  assert.ok(isDataUrl('data:image/png,hi'));
  assert.ok(!isDataUrl('data:hi'));
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

test('fields go to their files and come back from them', () => {
  const fields = {
    name: 'Tides',
    tagline: 'Water',
    color: '#0a7ea4',
    system_prompt: 'Be brief.',
    html: '<title>x</title>',
  };
  const folder = writeFields(new Map(), fields);
  assert.deepEqual([...folder.keys()].sort(), ['index.html', 'instructions.md', 'service.json']);
  assert.deepEqual(readFields(folder), { ...fields, logo: '', icon: '' });
});

test('one field changes one file and leaves the keys that nobody knows', () => {
  const folder = new Map([['service.json', '{"name":"a","extra":[1],"logo":"assets/a.png"}']]);
  assert.deepEqual(JSON.parse(writeFields(folder, { name: 'b' }).get('service.json') ?? ''), {
    name: 'b',
    extra: [1],
    logo: 'assets/a.png',
  });
  assert.equal(writeFields(folder, { html: 'x' }).get('service.json'), folder.get('service.json'));
});

test('what a folder does not say is empty, and its colour the default', () => {
  const empty = { name: '', tagline: '', color: '#5b6472', logo: '', icon: '', system_prompt: '', html: '' };
  assert.deepEqual(readFields(new Map()), empty);
  assert.deepEqual(readFields(new Map([['service.json', '{broken']])), empty);
  assert.deepEqual(readFields(new Map([['service.json', '\uFEFF{"name":3,"tagline":null}']])), empty);
});
