import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { deployPayload } from '../../../src/api/deploy-payload.ts';
import { type Body, createBody, type PayloadFormat } from '../../../src/folder/body.ts';
import type { FolderManifest } from '../../../src/folder/manifest.ts';
import { pieceBytes, stepsPerTurn } from '../../../src/folder/read.ts';
import { collect, createWorkspace, decode, type Files, scanApp } from './app-folder.ts';

function wrap({ files }: Pick<FolderManifest, 'files'>, signal?: AbortSignal): Body {
  return createBody({ format: deployPayload, slug: 'tides', files, signal });
}

/** Begins to send a file of 3 MB, of which the first chunk is out. */
async function beginLarge(t: TestContext) {
  const place = createWorkspace(t, { 'a.bin': Buffer.alloc(pieceBytes * 64, 0xff) });
  const stream = wrap(await scanApp(place))
    .stream()
    [Symbol.asyncIterator]();
  await stream.next();
  return { stream, location: join(place.app, 'a.bin') };
}

const grapheme = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
/** Whole characters of one to four bytes, controls, marks and separators among them. */
const texts = fc.string({
  unit: fc.oneof(fc.constantFrom(...'\0\r\n"\\\u2028\ufeff\u{1f600}é\x1f\x7f'), grapheme),
  maxLength: 200,
});
const contents = fc.oneof(
  texts.map((text) => Buffer.from(text.toWellFormed())),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const nameUnits = fc.oneof(fc.constantFrom('%2e', ...'aZ \n\r"\'#~:_.é漢\u{1f600}\uffee'), grapheme);
const names = fc
  .string({ unit: nameUnits, minLength: 1, maxLength: 12 })
  .map((name) => `xx${name.toWellFormed().replaceAll(/[/\\\0]/g, '_')}`)
  .filter((name) => Buffer.byteLength(name) < 200);
const paths = fc
  .tuple(fc.constantFrom('', 'a b!/', 'constructor/~/'), names, fc.constantFrom('', '.png', '.html', '.ts'))
  .map((parts) => parts.join(''));

test('a body of any names and contents is JSON of the announced length, its files sorted, that decodes to the bytes on disk', {
  // Windows has no such names; its own are in real-folders.test.ts.
  skip: process.platform === 'win32',
}, async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(paths, contents, { minKeys: 1, maxKeys: 6 }), async (some) => {
      const files = { ...some, ['__proto__']: Buffer.from('x') };
      const place = createWorkspace(t, files);
      const manifest = await scanApp(place);
      const body = wrap(manifest);
      const bytes = await collect(body.stream());
      rmSync(place.workspace, { recursive: true });
      assert.equal(bytes.length, body.length);
      const sent = new Map(Object.entries(JSON.parse(bytes.toString()).files));
      assert.deepEqual([...sent.keys()], Object.keys(files).sort());
      for (const [path, content] of Object.entries(files)) assert.deepEqual(decode(sent.get(path)), content);
    }),
    { numRuns: 150 },
  );
});

test('files of every size around a piece come whole, as text and as data, in chunks, and again when sent again', async (t) => {
  const pattern = Buffer.from('<p class="é">\u2028漢字\u{1f600}\t\\ ...\r\n</p>');
  const files: Record<string, Buffer> = {};
  for (const size of [0, 1, 2, 3, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes, 3 * pieceBytes + 2]) {
    // The pattern's length is odd to the piece's, so that each border cuts characters elsewhere.
    const text = Buffer.alloc(size, pattern);
    files[`${size}.html`] = Buffer.from(text.toString().replaceAll('\ufffd', ''));
    files[`${size}.png`] = text;
    files[`${size}.bin`] = Buffer.alloc(size, 0xff);
  }
  const body = wrap(await scanApp(createWorkspace(t, files)));
  const first = await collect(body.stream());
  assert.equal(first.length, body.length);
  const sent: Record<string, string> = JSON.parse(first.toString()).files;
  for (const [path, content] of Object.entries(files)) assert.ok(decode(sent[path]).equals(content), path);
  assert.equal(sent[`${pieceBytes}.html`]?.slice(0, 3), '<p ', 'a text goes as it is');
  assert.ok(first.equals(await collect(body.stream())));
  // All but the last are larger than a socket's high-water mark, and none grows with the folder.
  const sizes: number[] = [];
  for await (const chunk of body.stream()) sizes.push(chunk.length);
  assert.ok(Math.min(...sizes.slice(0, -1)) > 64 * 1024);
  assert.ok(Math.max(...sizes) < 512 * 1024);
});

test('what the service takes around the files may be anything, and longer than a chunk', async (t) => {
  const { files } = await scanApp(createWorkspace(t, { 'a.txt': 'é', 'b.png': 'png', 'empty.txt': '' }));
  const long = 'é'.repeat(300_000);
  const format: PayloadFormat = {
    chooseEncoding: () => 'text',
    begin: (slug) => `["${slug}","${long}",`,
    beginFile: ({ path, type, encoding }) => `["${long}","${path}","${type}","${encoding}","`,
    endFile: '"]',
    betweenFiles: ', ',
    end: ']',
  };
  const body = createBody({ format, slug: 'tides', files });
  const bytes = await collect(body.stream());
  assert.equal(bytes.length, body.length);
  assert.deepEqual(JSON.parse(bytes.toString()), [
    'tides',
    long,
    [long, 'a.txt', 'text/plain', 'text', 'é'],
    [long, 'b.png', 'image/png', 'data', 'cG5n'],
    [long, 'empty.txt', 'text/plain', 'text', ''],
  ]);
});

const changes: Readonly<Record<string, (location: string) => void>> = {
  grew: (location) => writeFileSync(location, 'x', { flag: 'a' }),
  shrank: (location) => writeFileSync(location, ''),
  'got another time': (location) => utimesSync(location, 1, 1),
  'is gone': (location) => rmSync(location),
  'was swapped for a link': (location) => {
    renameSync(location, `${location}.old`);
    symlinkSync(`${location}.old`, location);
  },
  'was swapped for another file': (location) => {
    writeFileSync(`${location}.new`, 'y'.repeat(100));
    renameSync(`${location}.new`, location);
  },
};

for (const [what, change] of Object.entries(changes)) {
  test(`a file that ${what} after it was measured stops the body with its name`, async (t) => {
    for (const size of [100, pieceBytes * 2]) {
      const place = createWorkspace(t, { 'assets/a.txt': 'a'.repeat(size), 'index.html': '' });
      const body = wrap(await scanApp(place));
      change(join(place.app, 'assets/a.txt'));
      await assert.rejects(collect(body.stream()), { code: 'file_changed', path: 'assets/a.txt' });
    }
  });
}

test('a large file that changes while it is sent stops the body', async (t) => {
  const { stream, location } = await beginLarge(t);
  writeFileSync(location, 'x', { flag: 'r+' });
  const sendRest = async () => {
    while ((await stream.next()).done !== true);
  };
  await assert.rejects(sendRest, { code: 'file_changed', path: 'a.bin' });
});

test('content that no longer has the measured encoded size stops the body even if the stamp is the same', async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': 'text' }));
  const files = manifest.files.map((file) => ({ ...file, encodedBytes: file.encodedBytes + 1 }));
  await assert.rejects(collect(wrap({ files }).stream()), { code: 'file_changed', path: 'a.txt' });
});

test('a body that nobody reads to its end closes its file', { skip: process.platform !== 'linux' }, async (t) => {
  const { stream, location } = await beginLarge(t);
  const isOpen = () => readdirSync('/proc/self/fd').some((fd) => readLink(fd) === location);
  assert.ok(isOpen());
  await stream.return?.();
  assert.ok(!isOpen());
});

/** The file behind a descriptor, or null for the one that listing them had open. */
function readLink(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

const tiny = Object.fromEntries(Array.from({ length: stepsPerTurn * 3 }, (_, index) => [`${index}.txt`, 'x']));
const folders: Readonly<Record<string, Files>> = {
  'between thousands of tiny files': tiny,
  'in the middle of a large file': { 'a.bin': Buffer.alloc(pieceBytes * 200, 0xff) },
};

for (const [where, files] of Object.entries(folders)) {
  test(`an abort is heeded ${where}, also where the consumer never waits`, async (t) => {
    const manifest = await scanApp(createWorkspace(t, files));
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('cancelled')));
    await assert.rejects(collect(wrap(manifest, controller.signal).stream()), /cancelled/);
  });
}

test('nothing is read for a run that is cancelled already', async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': '' }));
  const signal = AbortSignal.abort(new Error('cancelled'));
  await assert.rejects(collect(wrap(manifest, signal).stream()), /cancelled/);
});
