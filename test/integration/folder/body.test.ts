import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RequestBody } from '../../../src/api/request-body.ts';
import { type BodyPart, sliceBytes, toBody } from '../../../src/folder/body.ts';
import { createBody } from '../../../src/folder/deploy-payload.ts';
import type { FolderContents } from '../../../src/folder/folder-file.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { collect, createWorkspace, readApp } from './app-folder.ts';

function wrap(folder: FolderContents): RequestBody {
  return createBody('tides', folder);
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
      const body = wrap(await readApp(place));
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
    sliceBytes - 1,
    sliceBytes,
    sliceBytes + 1,
    2 * sliceBytes,
    3 * sliceBytes + 2,
  ]) {
    // The length of the pattern does not divide a piece, so each border cuts other characters.
    const text = Buffer.alloc(size, pattern);
    files[`${size}.html`] = Buffer.from(text.toString().replaceAll('\ufffd', ''));
    files[`${size}.png`] = text;
    files[`${size}.bin`] = Buffer.alloc(size, 0xff);
  }
  // Escaped, the second file does not fit into the buffer of a chunk behind the first.
  files['#1.bin'] = Buffer.alloc(sliceBytes * 3.75, 0xff);
  files['#2.txt'] = Buffer.alloc(sliceBytes, '\x01');
  const body = wrap(await readApp(createWorkspace(t, files)));
  const first = await collect(body.stream());
  assert.equal(first.length, body.length);
  const sent: Record<string, string> = JSON.parse(first.toString()).files;
  for (const [path, content] of Object.entries(files))
    assert.ok(decode(sent[path]).equals(content), path);
  assert.equal(sent[`${sliceBytes}.html`]?.slice(0, 3), '<p ', 'a text goes as it is');
  assert.ok(first.equals(await collect(body.stream())));
  // All chunks but the last exceed the high-water mark of a socket; none grows with the folder.
  const sizes: number[] = [];
  for await (const chunk of body.stream()) sizes.push(chunk.length);
  assert.ok(Math.min(...sizes.slice(0, -1)) > 64 * 1024);
  assert.ok(Math.max(...sizes) < 768 * 1024);
});

test('contents are sent byte for byte if their encoding is raw', async () => {
  const contents = ['"é"\n', Buffer.alloc(sliceBytes + 1, 0xff), ''].map((each) =>
    Buffer.from(each),
  );
  const body = toBody('text/plain', [
    ...contents.map((bytes): BodyPart => ({ bytes, encoding: 'raw' })),
    'é',
  ]);
  const bytes = await collect(body.stream());
  assert.equal(bytes.length, body.length);
  assert.ok(bytes.equals(Buffer.concat([...contents, Buffer.from('é')])));
});

test('the upload reports its progress', async () => {
  const totals: number[] = [];
  const sent: number[] = [];
  const body = toBody('text/plain', ['x'.repeat(1_000_000), 'y'], (total) => {
    totals.push(total);
    return (bytes) => sent.push(bytes);
  });
  await collect(body.stream());
  assert.deepEqual(totals, [1_000_001]);
  assert.ok(sent.length > 1);
  assert.equal(sent.at(-1), 1_000_001);
});

test('timers are served during an upload that is accepted at once', async (t) => {
  const place = createWorkspace(t, { 'a.bin': Buffer.alloc(sliceBytes * 64, 0xff) });
  const body = wrap(await readApp(place));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await collect(body.stream());
  clearImmediate(timer);
  assert.ok(turns > 10, `${turns} turns`);
});
