import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { deployPayload } from '../../../src/api/deploy-payload.ts';
import { type MeasureOptions, measureFiles } from '../../../src/folder/measure.ts';
import { pieceBytes, stepsPerTurn } from '../../../src/folder/read.ts';
import { createWorkspace, type Files, type Workspace } from './app-folder.ts';

const skip = process.platform === 'win32';

function measure({ app }: Workspace, files: Files, options: Partial<MeasureOptions> = {}) {
  const found = Object.keys(files).map((path) => ({ path, location: join(app, path) }));
  const { chooseEncoding } = deployPayload;
  return measureFiles({ files: found, secrets: [], chooseEncoding, ...options });
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What is to be known of a text file of these bytes: a byte-order mark is no part of its text, and CRLF is LF. */
function expectText(bytes: Buffer) {
  const known = { bytes: bytes.length, sha256: hash(bytes) };
  if (!isUtf8(bytes)) {
    return { ...known, textSha256: null, encoding: 'data', encodedBytes: Buffer.byteLength(bytes.toString('base64')) };
  }
  const text = bytes.toString();
  const textSha256 = hash(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  return { ...known, textSha256, encoding: 'text', encodedBytes: Buffer.byteLength(JSON.stringify(text)) - 2 };
}

test('a file is UTF-8 or not, with the digests and the encoded size of its content, wherever a piece ends', async (t) => {
  const whole = ['\r', '\n', '\r\n', '\ufeff', 'a', '"', '\0', 'é', '—', 'เ', '漢', '\u{1f600}', '\r\r\n', '\n\r'];
  const halves = ['c3', 'e6bc', 'f09f98', '9f', 'ff', 'eda080', 'c080'];
  const wholeParts = fc.constantFrom(...whole.map((part) => Buffer.from(part)));
  const anyParts = fc.oneof(wholeParts, fc.constantFrom(...halves.map((half) => Buffer.from(half, 'hex'))));
  const contents = fc.oneof(fc.array(wholeParts, { maxLength: 8 }), fc.array(anyParts, { maxLength: 8 }));
  const place = createWorkspace(t);
  await fc.assert(
    fc.asyncProperty(contents, contents, fc.nat({ max: 12 }), async (start, middle, back) => {
      const begin = Buffer.concat(start);
      // The second part begins at the end of a piece, or a little before it.
      const filling = Buffer.alloc(pieceBytes - begin.length - back, 'x');
      for (const bytes of [begin, Buffer.concat([begin, filling, ...middle])]) {
        writeFileSync(join(place.app, 'a.txt'), bytes);
        const { files } = await measure(place, { 'a.txt': bytes });
        assert.partialDeepStrictEqual(files, [expectText(bytes)]);
      }
    }),
    { numRuns: 400 },
  );
});

const value = 'mk_live_a+/b?>~x';
const secrets = [
  { name: 'api-key', value },
  { name: 'github-token', value: 'ghs_0123456789' },
];

test('a secret is found at any offset, in any form, across the borders of pieces, with its line and column', async (t) => {
  const place = createWorkspace(t);
  const path = 'big.txt';
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -40, max: 40 }),
      fc.constantFrom(1, 2),
      fc.constantFrom('plain', 0, 1, 2),
      fc.constantFrom<'base64' | 'base64url'>('base64', 'base64url'),
      fc.constantFrom('mk_l', 'é\n', '\n', '\u{1f600}'),
      async (shift, border, form, alphabet, around) => {
        const isPlain = form === 'plain';
        const needle = isPlain ? value : Buffer.from(`${'ab'.slice(0, Number(form))}${value}cd`).toString(alphabet);
        const offset = pieceBytes * border + shift;
        const before = Buffer.alloc(offset - (offset % Buffer.byteLength(around)), around).toString();
        writeFileSync(join(place.app, path), `${before}${needle}${around.repeat(20)}`);
        const found = await measure(place, { [path]: '' }, { secrets });
        const lines = before.split('\n');
        // What depends on the bytes before the secret is not looked for.
        const column = (lines.at(-1)?.length ?? 0) + 1 + (isPlain ? 0 : Math.ceil((Number(form) * 8) / 6));
        assert.deepEqual(found.secrets, [{ path, input: 'api-key', isInName: false, line: lines.length, column }]);
      },
    ),
    { numRuns: 60 },
  );
});

test('the first place of each secret is told, and the files after it are measured as ever', async (t) => {
  const key = Buffer.from(value).toString('base64');
  const files = {
    'a.txt': `\ufeffone\r\n  ${key}ghs_0123456789\n${value}`,
    'b.png': Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(value)]),
    'c.txt': value.slice(1),
    'ghs_0123456789/d.txt': `\ufeff${value}`,
  };
  const found = await measure(createWorkspace(t, files), files, { secrets });
  const nowhere = { line: null, column: null };
  assert.deepEqual(found.secrets, [
    { path: 'a.txt', input: 'api-key', isInName: false, line: 2, column: 3 },
    { path: 'a.txt', input: 'github-token', isInName: false, line: 2, column: 27 },
    { path: 'b.png', input: 'api-key', isInName: false, ...nowhere },
    { path: 'ghs_0123456789/d.txt', input: 'github-token', isInName: true, ...nowhere },
    { path: 'ghs_0123456789/d.txt', input: 'api-key', isInName: false, line: 1, column: 1 },
  ]);
  const sizes = found.files.map(({ path, bytes }) => ({ path, bytes }));
  const expected = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.byteLength(content) }));
  assert.deepEqual(sizes, expected);
});

const swaps: Readonly<Record<string, (location: string) => void>> = {
  nothing: () => {},
  'a link': (location) => symlinkSync('/etc/hostname', location),
  'a pipe': (location) => execFileSync('mkfifo', [location]),
  'a folder': (location) => mkdirSync(location),
};

for (const [what, make] of Object.entries(swaps)) {
  test(`a file that became ${what} after the walk stops the run without waiting`, { skip }, async (t) => {
    const files = { 'a.txt': 'x' };
    const place = createWorkspace(t, files);
    rmSync(join(place.app, 'a.txt'));
    make(join(place.app, 'a.txt'));
    await assert.rejects(measure(place, files), { code: 'file_changed', path: 'a.txt' });
  });
}

test('a folder that was swapped for a link after the walk stops the run', { skip }, async (t) => {
  const files = { 'index.html': '', 'sub/a.txt': 'x' };
  const place = createWorkspace(t, files);
  renameSync(join(place.app, 'sub'), join(place.workspace, 'elsewhere'));
  symlinkSync(join(place.workspace, 'elsewhere'), join(place.app, 'sub'));
  await assert.rejects(measure(place, files), { code: 'file_changed', path: 'sub' });
});

test('an abort is heeded between many small files and within a large one', async (t) => {
  const small = Object.fromEntries(Array.from({ length: stepsPerTurn * 2 }, (_, index) => [`${index}.txt`, 'x']));
  for (const files of [small, { 'big.bin': Buffer.alloc(pieceBytes * 200, 0xff) }]) {
    const place = createWorkspace(t, files);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('cancelled')));
    await assert.rejects(measure(place, files, { signal: controller.signal }), /cancelled/);
  }
});
