import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDataUrl, isMedia, measureContent, normalizeContent, toContent } from '../../../sandbox/contents.ts';

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

test('a text that is itself a data: URL stays as it is, byte for byte', () => {
  const text = 'data:text/plain;base64,aGk=';
  assert.equal(normalizeContent('assets/link.txt', text), text);
  assert.equal(toContent('assets/link.txt', text).bytes.toString(), text);
});

test('bytes that are not UTF-8 travel as a data: URL under any name', () => {
  const sent = 'data:application/octet-stream;base64,/w==';
  assert.equal(normalizeContent('assets/tides.bin', sent), sent);
  assert.deepEqual(toContent('assets/tides.bin', sent), { bytes: Buffer.of(255), type: 'application/octet-stream' });
  assert.equal(measureContent('assets/tides.bin', sent), 1);
});

test('text is served with its charset, and an unknown name as plain text', () => {
  assert.equal(toContent('assets/a.json', '{}').type, 'application/json; charset=utf-8');
  assert.equal(toContent('assets/a.js', '').type, 'text/javascript; charset=utf-8');
  assert.equal(toContent('assets/LICENSE', 'x').type, 'text/plain; charset=utf-8');
  assert.equal(toContent('assets/a.wasm', 'x').type, 'application/wasm');
});

test('only strict base64 counts as a data: URL', () => {
  assert.ok(isDataUrl('data:image/png;base64,'));
  assert.ok(!isDataUrl('data:image/png;base64,a b='));
  assert.ok(!isDataUrl('data:image/png;base64,aGk'));
  assert.ok(!isDataUrl('data:image/png,hi'));
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
      assert.equal(normalizeContent(path, kept), kept);
    }),
  );
});
