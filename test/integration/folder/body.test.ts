import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { deployPayload } from '../../../src/api/deploy-payload.ts';
import { type Body, createBody, type PayloadFormat } from '../../../src/folder/body.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import type { FolderManifest } from '../../../src/folder/manifest.ts';
import { pieceBytes, stepsPerTurn } from '../../../src/folder/read.ts';
import { collect, createWorkspace, scanApp, writeFiles } from './app-folder.ts';

function wrap({ files }: Pick<FolderManifest, 'files'>, signal?: AbortSignal): Body {
  return createBody({ format: deployPayload, slug: 'tides', files, signal });
}

function decode(content: string): Buffer {
  const data = /^data:[\w/+.-]+;base64,/.exec(content);
  return data === null ? Buffer.from(content) : Buffer.from(content.slice(data[0].length), 'base64');
}

function isChanged(path: string) {
  return (error: unknown) => error instanceof FolderError && error.code === 'file_changed' && error.path === path;
}

/** The file behind a descriptor, or null for the one that listing them had open. */
function readLink(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

/** Whole characters of one to four bytes, controls, marks and separators among them. */
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\r', '\n', '"', '\\', '\u2028', '\ufeff', '\u{1f600}', 'é', '\x1f', '\x7f'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 200,
});
const contents = fc.oneof(
  texts.map((text) => Buffer.from(text.toWellFormed())),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const names = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('a', 'Z', ' ', '\n', '"', "'", '#', '%', 'é', '漢', '\u{1f600}', '_', '.'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((name) => `x${name.toWellFormed().replaceAll(/[/\\\0:]/g, '_')}`)
  .filter((name) => Buffer.byteLength(name) < 200);

test('a body of any names and contents is valid JSON of the announced length that decodes to the bytes on disk', {
  // Windows has no such names; its own are in real-folders.test.ts.
  skip: process.platform === 'win32',
}, async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.tuple(names, fc.constantFrom('', '.png', '.html', '.ts')).map(([name, end]) => name + end),
        contents,
        { minKeys: 1, maxKeys: 6 },
      ),
      async (files) => {
        const place = createWorkspace(t, files);
        const manifest = await scanApp(place);
        const body = wrap(manifest);
        const bytes = await collect(body.stream());
        rmSync(place.workspace, { recursive: true });
        assert.equal(bytes.length, body.length);
        const sent: Record<string, string> = JSON.parse(bytes.toString()).files;
        assert.deepEqual(Object.keys(sent).sort(), Object.keys(files).sort());
        for (const [path, content] of Object.entries(files)) assert.deepEqual(decode(sent[path] ?? ''), content);
        for (const { path, bytes: size } of manifest.files) assert.equal(size, files[path]?.length);
      },
    ),
    { numRuns: 150 },
  );
});

test('files of every size around a piece come whole, as text and as data, and again when sent again', async (t) => {
  const sizes = [0, 1, 2, 3, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes, 3 * pieceBytes + 2];
  const pattern = Buffer.from('<p class="é">\u2028漢字\u{1f600}\t\\ ...\r\n</p>');
  const files: Record<string, Buffer> = {};
  for (const size of sizes) {
    // The pattern's length is odd to the piece's, so that each border cuts characters elsewhere.
    const text = Buffer.alloc(size, pattern);
    files[`${size}.html`] = Buffer.from(text.toString().replaceAll('\ufffd', ''));
    files[`${size}.png`] = text;
    files[`${size}.bin`] = Buffer.alloc(size, 0xff);
  }
  const manifest = await scanApp(createWorkspace(t, files));
  const body = wrap(manifest);
  const first = await collect(body.stream());
  assert.equal(first.length, body.length);
  const sent: Record<string, string> = JSON.parse(first.toString()).files;
  for (const [path, content] of Object.entries(files)) assert.ok(decode(sent[path] ?? '').equals(content), path);
  assert.equal(sent[`${pieceBytes}.html`]?.slice(0, 3), '<p ');
  assert.ok(first.equals(await collect(body.stream())));
  // All chunks but the last are larger than a socket's high-water mark.
  const chunks: number[] = [];
  for await (const chunk of body.stream()) chunks.push(chunk.length);
  assert.ok(chunks.length > 1 && Math.min(...chunks.slice(0, -1)) > 64 * 1024);
});

test('the body has its files in UTF-16 order, with __proto__ as a key like any other', async (t) => {
  const place = createWorkspace(t, { 'b.txt': '2', 'a/z.txt': '1', ['__proto__']: 'x', 'Z.txt': '0' });
  const bytes = await collect(wrap(await scanApp(place)).stream());
  assert.equal(bytes.toString(), '{"slug":"tides","files":{"Z.txt":"0","__proto__":"x","a/z.txt":"1","b.txt":"2"}}');
});

test('what the service takes around the files may be anything, and longer than a chunk', async (t) => {
  const { files } = await scanApp(createWorkspace(t, { 'a.txt': 'é', 'b.png': 'png' }));
  const format: PayloadFormat = {
    chooseEncoding: () => 'text',
    begin: (slug) => `["${slug}","${'é'.repeat(700_000)}",`,
    beginFile: ({ path, type, encoding }) => `{"name":"${path}","is":["${type}","${encoding}"],"content":"`,
    endFile: '"}',
    betweenFiles: ', ',
    end: ']',
  };
  const body = createBody({ format, slug: 'tides', files });
  const bytes = await collect(body.stream());
  assert.equal(bytes.length, body.length);
  assert.deepEqual(JSON.parse(bytes.toString()), [
    'tides',
    'é'.repeat(700_000),
    { name: 'a.txt', is: ['text/plain', 'text'], content: 'é' },
    { name: 'b.png', is: ['image/png', 'data'], content: 'cG5n' },
  ]);
});

test('the paths of empty files alone may be longer than a chunk', async (t) => {
  const { files } = await scanApp(createWorkspace(t, { 'a.txt': '' }));
  const paths = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(30_000, 'a'));
  const many = paths.flatMap((path) => files.map((file) => ({ ...file, path })));
  const bytes = await collect(wrap({ files: many }).stream());
  assert.deepEqual(Object.keys(JSON.parse(bytes.toString()).files), paths);
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

for (const size of [100, pieceBytes * 2]) {
  for (const [what, change] of Object.entries(changes)) {
    test(`a file of ${size} bytes that ${what} after it was measured stops the body with its name`, async (t) => {
      const place = createWorkspace(t, { 'assets/a.txt': 'a'.repeat(size), 'index.html': '' });
      const body = wrap(await scanApp(place));
      change(join(place.app, 'assets/a.txt'));
      await assert.rejects(collect(body.stream()), isChanged('assets/a.txt'));
    });
  }
}

test('a large file that changes while it is sent stops the body', async (t) => {
  const place = createWorkspace(t, { 'a.bin': Buffer.alloc(pieceBytes * 64, 0xff) });
  const stream = wrap(await scanApp(place))
    .stream()
    [Symbol.asyncIterator]();
  await stream.next();
  writeFileSync(join(place.app, 'a.bin'), 'x', { flag: 'r+' });
  await assert.rejects(async () => {
    for (let step = await stream.next(); step.done !== true; step = await stream.next());
  }, isChanged('a.bin'));
});

test('content that no longer has the measured encoded size stops the body even if the stamp is the same', async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': 'text' }));
  const files = manifest.files.map((file) => ({ ...file, encodedBytes: file.encodedBytes + 1 }));
  await assert.rejects(collect(wrap({ files }).stream()), isChanged('a.txt'));
});

test('a body that nobody reads to its end closes its file', { skip: process.platform !== 'linux' }, async (t) => {
  const place = createWorkspace(t, { 'a.bin': Buffer.alloc(pieceBytes * 64, 0xff) });
  const stream = wrap(await scanApp(place))
    .stream()
    [Symbol.asyncIterator]();
  await stream.next();
  const isOpen = () => readdirSync('/proc/self/fd').some((fd) => readLink(fd) === join(place.app, 'a.bin'));
  assert.ok(isOpen());
  await stream.return?.();
  assert.ok(!isOpen());
});

test('an abort is heeded while a consumer that never waits reads thousands of tiny files', async (t) => {
  const files = Object.fromEntries(Array.from({ length: stepsPerTurn * 3 }, (_, index) => [`${index}.txt`, 'x']));
  const manifest = await scanApp(createWorkspace(t, files));
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(collect(wrap(manifest, controller.signal).stream()), /cancelled/);
});

test('nothing is read for a run that is cancelled already', async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': '' }));
  const signal = AbortSignal.abort(new Error('cancelled'));
  await assert.rejects(collect(wrap(manifest, signal).stream()), /cancelled/);
});

test('an abort is heeded in the middle of a large file', async (t) => {
  const place = createWorkspace(t);
  writeFiles(place.app, { 'a.bin': Buffer.alloc(pieceBytes * 200, 0xff) });
  const manifest = await scanApp(place);
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(collect(wrap(manifest, controller.signal).stream()), /cancelled/);
});
