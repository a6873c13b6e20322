import assert from 'node:assert/strict';
import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBody } from '../../../src/folder/body.ts';
import type { FolderManifest, PackedFile } from '../../../src/folder/manifest.ts';
import { pieceBytes } from '../../../src/folder/read.ts';
import { loadText } from '../../../src/folder/text.ts';
import type { RequestBody } from '../../../src/model/request-body.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { collect, createWorkspace, scanApp } from './app-folder.ts';

function wrap({ files }: Pick<FolderManifest, 'files'>): RequestBody {
  return createBody('tides', files);
}

/** Decodes the content of a file as a service does, without code of the action. */
function decode(content: unknown): Buffer {
  assert.ok(typeof content === 'string');
  const data = /^data:[\w.+/-]+;base64,([\w+/=]*)$/.exec(content);
  return data === null ? Buffer.from(content) : Buffer.from(data[1] ?? '', 'base64');
}

/**
 * Characters of one to four bytes, with more control characters, marks, separators, and characters
 * that have a meaning in paths and addresses.
 */
const unit = fc.oneof(
  fc.constantFrom(...'\0\r\n"\\\u2028\ufeff\u{1f600}é\x1f\x7f% #~:_.\uffee'),
  anyCharacter,
);
const contents = fc.oneof(
  fc.string({ unit, maxLength: 200 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const paths = fc
  .tuple(
    fc.constantFrom('', 'a b!/', 'constructor/~/'),
    fc.string({ unit }),
    fc.constantFrom('', '.png', '.html', '.ts'),
  )
  .map(([folder, name, ending]) => `${folder}xx${name.replaceAll(/[/\\\0]/g, '_')}${ending}`);

test('the upload is JSON of the announced length, with sorted files that decode to the bytes on disk', {
  // Windows does not allow such names.
  skip: process.platform === 'win32',
}, async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(paths, contents, { minKeys: 1, maxKeys: 24 }), async (some) => {
      const files = { ...some, ['__proto__']: Buffer.from('x') };
      const place = createWorkspace(t, files);
      const body = wrap(await scanApp(place));
      const bytes = await collect(body.stream());
      rmSync(place.workspace, { recursive: true });
      assert.equal(bytes.length, body.length);
      const sent = new Map(Object.entries(JSON.parse(bytes.toString()).files));
      assert.deepEqual([...sent.keys()], Object.keys(files).sort());
      for (const [path, content] of Object.entries(files))
        assert.deepEqual(decode(sent.get(path)), content);
    }),
    { numRuns: 40 },
  );
});

test('files of sizes around the chunk size are sent whole, as text and base64, and a second time', async (t) => {
  const pattern = Buffer.from('<p class="é">\u2028漢字\u{1f600}\t\\ ...\r\n</p>');
  const files: Record<string, Buffer> = {};
  for (const size of [
    0,
    1,
    2,
    3,
    pieceBytes - 1,
    pieceBytes,
    pieceBytes + 1,
    2 * pieceBytes,
    3 * pieceBytes + 2,
  ]) {
    // The length of the pattern does not divide a piece, so each border cuts other characters.
    const text = Buffer.alloc(size, pattern);
    files[`${size}.html`] = Buffer.from(text.toString().replaceAll('\ufffd', ''));
    files[`${size}.png`] = text;
    files[`${size}.bin`] = Buffer.alloc(size, 0xff);
  }
  // Escaped, the second file does not fit into the buffer of a chunk behind the first.
  files['#1.bin'] = Buffer.alloc(pieceBytes * 3.75, 0xff);
  files['#2.txt'] = Buffer.alloc(pieceBytes, '\x01');
  const body = wrap(await scanApp(createWorkspace(t, files)));
  const first = await collect(body.stream());
  assert.equal(first.length, body.length);
  const sent: Record<string, string> = JSON.parse(first.toString()).files;
  for (const [path, content] of Object.entries(files))
    assert.ok(decode(sent[path]).equals(content), path);
  assert.equal(sent[`${pieceBytes}.html`]?.slice(0, 3), '<p ', 'a text goes as it is');
  assert.ok(first.equals(await collect(body.stream())));
  // All chunks but the last exceed the high-water mark of a socket; none grows with the folder.
  const sizes: number[] = [];
  for await (const chunk of body.stream()) sizes.push(chunk.length);
  assert.ok(Math.min(...sizes.slice(0, -1)) > 64 * 1024);
  assert.ok(Math.max(...sizes) < 768 * 1024);
});

test('files are sent byte for byte if their encoding is raw', async (t) => {
  const contents = { 'a.html': '"é"\n', 'b.bin': Buffer.alloc(pieceBytes + 1, 0xff), 'c.txt': '' };
  const scanned = await scanApp(createWorkspace(t, contents));
  const files = scanned.files.map((file): PackedFile => {
    return { ...file, encoding: 'raw', encodedBytes: file.bytes };
  });
  const body = wrap({ files });
  const bytes = await collect(body.stream());
  assert.equal(bytes.length, body.length);
  for (const content of Object.values(contents)) assert.ok(bytes.includes(content));
});

const changes: Readonly<Record<string, (location: string) => void>> = {
  grew: (location) => writeFileSync(location, 'x', { flag: 'a' }),
  'was deleted': (location) => rmSync(location),
  'was replaced by a link': (location) => {
    renameSync(location, `${location}.old`);
    symlinkSync(`${location}.old`, location);
  },
  'was replaced by another file': (location) => {
    writeFileSync(`${location}.new`, 'a'.repeat(100));
    renameSync(`${location}.new`, location);
  },
};

for (const [what, change] of Object.entries(changes)) {
  test(`a file that ${what} after the scan fails the upload with an error that names it`, async (t) => {
    const place = createWorkspace(t, { 'assets/a.txt': 'a'.repeat(100), 'index.html': '' });
    const body = wrap(await scanApp(place));
    change(join(place.app, 'assets/a.txt'));
    await assert.rejects(collect(body.stream()), { code: 'file_changed', path: 'assets/a.txt' });
  });
}

test('a large file that changes while it is sent fails the upload', async (t) => {
  const place = createWorkspace(t, { 'a.bin': Buffer.alloc(pieceBytes * 64, 0xff) });
  const body = wrap(await scanApp(place));
  const sendWhile = async () => {
    for await (const _ of body.stream())
      writeFileSync(join(place.app, 'a.bin'), 'x', { flag: 'r+' });
  };
  await assert.rejects(sendWhile, { code: 'file_changed', path: 'a.bin' });
});

test('a file with another encoded size fails the upload, even if its modification time is the same', async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': 'text' }));
  const files = manifest.files.map((file) => ({ ...file, encodedBytes: file.encodedBytes + 1 }));
  await assert.rejects(collect(wrap({ files }).stream()), { code: 'file_changed', path: 'a.txt' });
});

test('files are closed even if the upload is not read to its end', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const manifest = await scanApp(
    createWorkspace(t, { 'a.bin': Buffer.alloc(pieceBytes * 7, 0xff), 'b.txt': 'text' }),
  );
  const before = readdirSync('/proc/self/fd').length;
  for (let count = 0; count < 100; count += 1) {
    for await (const _ of wrap(manifest).stream()) break;
    loadText(manifest, 'b.txt');
  }
  assert.ok(readdirSync('/proc/self/fd').length < before + 100);
});
