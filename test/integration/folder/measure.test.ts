import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { deployPayload } from '../../../src/api/deploy-payload.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import { type MeasureOptions, measureFiles } from '../../../src/folder/measure.ts';
import { pieceBytes, stepsPerTurn } from '../../../src/folder/read.ts';
import { createWorkspace, type Files, type Workspace, writeFiles } from './app-folder.ts';

const skip = process.platform === 'win32';

function toFound({ app }: Workspace, files: Files) {
  return Object.keys(files).map((path) => ({ path, location: join(app, path) }));
}

function measure(place: Workspace, files: Files, options: Partial<MeasureOptions> = {}) {
  const { chooseEncoding } = deployPayload;
  return measureFiles({ files: toFound(place, files), secrets: [], chooseEncoding, ...options });
}

function hashText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function isFault(code: string, path: string) {
  return (error: unknown) => error instanceof FolderError && error.code === code && error.path === path;
}

test('a character cut between two pieces is still UTF-8, half a one at the end is not', async (t) => {
  const place = createWorkspace(t);
  for (const character of ['é', '—', 'เ', '漢', '\u{1f600}']) {
    const whole = Buffer.from(character);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const padding = Buffer.alloc(pieceBytes - cut, 'a');
      const files = {
        'whole.txt': Buffer.concat([padding, whole, Buffer.from('b')]),
        'end.txt': Buffer.concat([padding, whole]),
        'half.txt': Buffer.concat([padding, whole.subarray(0, -1)]),
        'broken.txt': Buffer.concat([padding, whole.subarray(0, -1), Buffer.alloc(9, 'b')]),
      };
      writeFiles(place.app, files);
      const { files: measured } = await measure(place, files);
      assert.deepEqual(
        measured.map(({ encoding }) => encoding),
        ['text', 'text', 'data', 'data'],
        `${character} cut at ${cut}`,
      );
      assert.equal(measured[0]?.encodedBytes, Buffer.byteLength(JSON.stringify(files['whole.txt'].toString())) - 2);
      const digest = hashText(files['whole.txt']);
      assert.deepEqual([measured[0]?.sha256, measured[0]?.textSha256], [digest, digest]);
    }
  }
});

test('bytes that begin no character are not UTF-8, however long the file', async (t) => {
  const files = {
    'a.txt': Buffer.concat([Buffer.alloc(pieceBytes - 1, 'a'), Buffer.from([0xff]), Buffer.alloc(9, 'a')]),
    'b.txt': Buffer.alloc(pieceBytes + 5, 0x80),
    'c.txt': Buffer.from([0xff]),
  };
  const place = createWorkspace(t, files);
  assert.deepEqual(
    (await measure(place, files)).files.map(({ encoding, textSha256 }) => [encoding, textSha256]),
    Object.keys(files).map(() => ['data', null]),
  );
});

test('the digest of a text leaves out its byte-order mark and takes CRLF for LF, wherever a piece ends', async (t) => {
  const parts = fc.constantFrom('\r', '\n', '\r\n', '\ufeff', 'a', 'é', '\u{1f600}', '\r\r\n', '\n\r');
  const path = 'a.txt';
  const place = createWorkspace(t);
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts, { maxLength: 8 }),
      fc.array(parts, { maxLength: 8 }),
      fc.nat({ max: 12 }),
      async (start, middle, back) => {
        const begin = Buffer.from(start.join(''));
        // The second part begins at the end of a piece, or a little before it.
        const filling = Buffer.alloc(pieceBytes - begin.length - back, 'x');
        for (const bytes of [begin, Buffer.concat([begin, filling, Buffer.from(middle.join(''))])]) {
          writeFileSync(join(place.app, path), bytes);
          const [file] = (await measure(place, { [path]: '' })).files;
          const text = bytes
            .toString()
            .replace(/^\ufeff/, '')
            .replaceAll('\r\n', '\n');
          assert.equal(file?.textSha256, hashText(text));
          assert.equal(file.sha256, hashText(bytes));
        }
      },
    ),
    { numRuns: 150 },
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
      fc.constantFrom('mk_l', 'é\n', '\n'),
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
    'ghs_0123456789/d.txt': value,
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
  assert.deepEqual(
    found.files.map(({ path, bytes }) => [path, bytes]),
    Object.entries(files).map(([path, content]) => [path, Buffer.byteLength(content)]),
  );
});

const swaps: Readonly<Record<string, (location: string) => void>> = {
  'is gone': (location) => rmSync(location),
  'became a link': (location) => {
    rmSync(location);
    symlinkSync('/etc/hostname', location);
  },
  'became a pipe': (location) => {
    rmSync(location);
    execFileSync('mkfifo', [location]);
  },
  'became a folder': (location) => {
    rmSync(location);
    mkdirSync(location);
  },
};

for (const [what, swap] of Object.entries(swaps)) {
  test(`a file that ${what} after the walk stops the run without waiting`, { skip }, async (t) => {
    const files = { 'a.txt': 'x' };
    const place = createWorkspace(t, files);
    swap(join(place.app, 'a.txt'));
    await assert.rejects(measure(place, files), isFault('file_changed', 'a.txt'));
  });
}

test('a folder that was swapped for a link after the walk stops the run', { skip }, async (t) => {
  const files = { 'index.html': '', 'sub/a.txt': 'x' };
  const place = createWorkspace(t, files);
  renameSync(join(place.app, 'sub'), join(place.workspace, 'elsewhere'));
  symlinkSync(join(place.workspace, 'elsewhere'), join(place.app, 'sub'));
  await assert.rejects(measure(place, files), isFault('file_changed', 'sub'));
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
