import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { deployPayload } from '../../../src/api/deploy-payload.ts';
import { type MeasureOptions, measureFiles } from '../../../src/folder/measure.ts';
import { pieceBytes } from '../../../src/folder/read.ts';
import { createWorkspace, type Workspace } from './app-folder.ts';

const skip = process.platform === 'win32';

function measure({ app }: Workspace, path: string, options: Partial<MeasureOptions> = {}) {
  const { chooseEncoding } = deployPayload;
  return measureFiles({ files: [{ path, location: join(app, path) }], secrets: [], chooseEncoding, ...options });
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
        assert.partialDeepStrictEqual((await measure(place, 'a.txt')).files, [expectText(bytes)]);
      }
    }),
    { numRuns: 400 },
  );
});

test('a secret has its line and column wherever a piece ends', async (t) => {
  const place = createWorkspace(t);
  const secret = { name: 'api-key', value: 'mk_live_0123456789' };
  for (const around of ['mk_l', 'é\n', '\n', '\u{1f600}']) {
    for (const shift of [-18, -17, -9, -1, 0, 1]) {
      const before = around.repeat((2 * pieceBytes + shift) / Buffer.byteLength(around));
      writeFileSync(join(place.app, 'a.txt'), `${before}${secret.value}${around.repeat(20)}`);
      const { secrets } = await measure(place, 'a.txt', { secrets: [secret] });
      const lines = before.split('\n');
      const expected = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
      assert.deepEqual(secrets, [{ path: 'a.txt', input: 'api-key', isInName: false, ...expected }], `${shift}`);
    }
  }
});

const swaps: Readonly<Record<string, (location: string) => void>> = {
  nothing: () => {},
  'a link': (location) => symlinkSync('/etc/hostname', location),
  'a pipe': (location) => execFileSync('mkfifo', [location]),
  'a folder': (location) => mkdirSync(location),
};

for (const [what, make] of Object.entries(swaps)) {
  test(`a file that became ${what} after the walk stops the run without waiting`, { skip }, async (t) => {
    const place = createWorkspace(t);
    make(join(place.app, 'a.txt'));
    await assert.rejects(measure(place, 'a.txt'), { code: 'file_changed', path: 'a.txt' });
  });
}

test('a folder that was swapped for a link after the walk stops the run', { skip }, async (t) => {
  const place = createWorkspace(t, { 'elsewhere/a.txt': 'x' });
  symlinkSync(join(place.app, 'elsewhere'), join(place.app, 'sub'));
  await assert.rejects(measure(place, 'sub/a.txt'), { code: 'file_changed', path: 'sub' });
});
