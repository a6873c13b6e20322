import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { FolderError } from '../../../src/folder/folder-error.ts';
import { measureFiles } from '../../../src/folder/measure.ts';
import { chunkBytes, stepsPerTurn } from '../../../src/folder/read.ts';
import { createSecretFinder } from '../../../src/secrets.ts';
import { chooseEncoding, createWorkspace, type Files, type Workspace, writeFiles } from './app-folder.ts';

const skip = process.platform === 'win32';
const noSecrets = createSecretFinder([]);

function toFound({ app }: Workspace, files: Files) {
  return Object.keys(files).map((path) => ({ path, location: join(app, path) }));
}

function measure(place: Workspace, files: Files, options: { finder?: typeof noSecrets; signal?: AbortSignal } = {}) {
  return measureFiles({ files: toFound(place, files), finder: noSecrets, chooseEncoding, ...options });
}

function isFault(code: string, path: string) {
  return (error: unknown) => error instanceof FolderError && error.code === code && error.path === path;
}

test('a character cut by a chunk border is still UTF-8, half a one at the end is not', async (t) => {
  const place = createWorkspace(t);
  for (const character of ['é', '—', 'เ', '漢', '\u{1f600}']) {
    const whole = Buffer.from(character);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const padding = Buffer.alloc(chunkBytes - cut, 'a');
      const files = {
        'whole.txt': Buffer.concat([padding, whole, Buffer.from('b')]),
        'end.txt': Buffer.concat([padding, whole]),
        'half.txt': Buffer.concat([padding, whole.subarray(0, -1)]),
        'broken.txt': Buffer.concat([padding, whole.subarray(0, -1), Buffer.alloc(9, 'b')]),
      };
      writeFiles(place.app, files);
      const measured = await measure(place, files);
      assert.deepEqual(
        measured.map(({ encoding }) => encoding),
        ['text', 'text', 'data', 'data'],
        `${character} cut at ${cut}`,
      );
      assert.equal(measured[0]?.encodedBytes, Buffer.byteLength(JSON.stringify(files['whole.txt'].toString())));
      assert.equal(measured[0]?.sha256, createHash('sha256').update(files['whole.txt']).digest('hex'));
    }
  }
});

test('bytes that begin no character are not UTF-8, however long the file', async (t) => {
  const files = {
    'a.txt': Buffer.concat([Buffer.alloc(chunkBytes - 1, 'a'), Buffer.from([0xff]), Buffer.alloc(9, 'a')]),
    'b.txt': Buffer.alloc(chunkBytes + 5, 0x80),
    'c.txt': Buffer.from([0xff]),
  };
  const place = createWorkspace(t, files);
  assert.deepEqual(
    (await measure(place, files)).map(({ encoding }) => encoding),
    ['data', 'data', 'data'],
  );
});

test('a secret is found at any offset, in any form, across the borders of chunks', async (t) => {
  const value = 'mk_live_a+/b?>~x';
  const finder = createSecretFinder([{ name: 'api-key', value }]);
  const place = createWorkspace(t);
  const path = 'big.bin';
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -40, max: 40 }),
      fc.constantFrom(1, 2),
      fc.constantFrom('plain', 0, 1, 2),
      fc.constantFrom('base64', 'base64url'),
      async (shift, border, form, alphabet) => {
        const needle =
          form === 'plain'
            ? value
            : Buffer.from(`${'ab'.slice(0, Number(form))}${value}cd`).toString(
                alphabet === 'base64' ? 'base64' : 'base64url',
              );
        const bytes = Buffer.alloc(chunkBytes * border + 200, 'mk_l');
        bytes.write(needle, chunkBytes * border + shift, 'latin1');
        writeFileSync(join(place.app, path), bytes);
        await assert.rejects(measure(place, { [path]: '' }, { finder }), isFault('secret_in_folder', path));
      },
    ),
    { numRuns: 60 },
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
  for (const files of [small, { 'big.bin': Buffer.alloc(chunkBytes * 24, 0xff) }]) {
    const place = createWorkspace(t, files);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('cancelled')));
    await assert.rejects(measure(place, files, { signal: controller.signal }), /cancelled/);
  }
});
