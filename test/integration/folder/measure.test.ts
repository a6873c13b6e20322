import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { measureFiles } from '../../../src/folder/measure.ts';
import { pieceBytes } from '../../../src/folder/read.ts';
import { normalizeText } from '../../../src/model/content.ts';
import type { Secret } from '../../../src/text/secrets.ts';
import { createWorkspace, type Workspace } from './app-folder.ts';

const skip = process.platform === 'win32';

function measure({ app }: Workspace, path: string, secrets: readonly Secret[] = []) {
  return measureFiles([{ path, location: join(app, path) }], secrets);
}

test('a UTF-8 file has the digest of its text, wherever its chunks end', async (t) => {
  const place = createWorkspace(t);
  const texts = ['\r', '\n', '\r\n', '\r\r\n', '\n\r', '\ufeff', 'é', 'เ', '漢', '\u{1f600}'].map(
    (text) => Buffer.from(text),
  );
  const broken = ['c3', 'e6bc', 'f09f98', '9f', 'ff', 'eda080', 'c080'].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  for (const part of [...texts, ...broken]) {
    for (const length of [0, pieceBytes - 3, pieceBytes - 2, pieceBytes - 1, pieceBytes]) {
      for (const end of ['', 'x']) {
        const bytes = Buffer.concat([Buffer.alloc(length, '\ufeffx\r\n'), part, Buffer.from(end)]);
        writeFileSync(join(place.app, 'a.txt'), bytes);
        const [file] = (await measure(place, 'a.txt')).files;
        const expected = isUtf8(bytes) ? hash('sha256', normalizeText(bytes.toString())) : null;
        assert.equal(
          file?.textSha256,
          expected,
          `${part.toString('hex')} behind ${length} bytes, and ${end}`,
        );
      }
    }
  }
});

test('a secret in a file is reported with line and column, wherever the chunks end', async (t) => {
  const place = createWorkspace(t);
  const secret = { name: 'api-key', value: 'mk_live_0123456789' };
  for (const around of ['mk_l', 'é\n', '\n', '\u{1f600}']) {
    for (const shift of [-18, -17, -9, -1, 0, 1]) {
      const before = around.repeat((2 * pieceBytes + shift) / Buffer.byteLength(around));
      writeFileSync(join(place.app, 'a.txt'), `${before}${secret.value}${around.repeat(20)}`);
      const { secrets } = await measure(place, 'a.txt', [secret]);
      const lines = before.split('\n');
      const expected = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
      assert.deepEqual(
        secrets,
        [{ path: 'a.txt', input: 'api-key', isInName: false, ...expected }],
        `${shift}`,
      );
    }
  }
});

const swaps: Readonly<Record<string, (location: string) => void>> = {
  nothing: () => undefined,
  'a link': (location) => symlinkSync('/etc/hostname', location),
  'a pipe': (location) => execFileSync('mkfifo', [location]),
  'a folder': (location) => mkdirSync(location),
};

for (const [what, make] of Object.entries(swaps)) {
  test(`a file that was replaced by ${what} after the listing is an error at once`, {
    skip,
  }, async (t) => {
    const place = createWorkspace(t);
    make(join(place.app, 'a.txt'));
    await assert.rejects(measure(place, 'a.txt'), { code: 'file_changed', path: 'a.txt' });
  });
}

test('a folder that was replaced by a link after the listing is an error', { skip }, async (t) => {
  const place = createWorkspace(t, { 'elsewhere/a.txt': 'x' });
  symlinkSync(join(place.app, 'elsewhere'), join(place.app, 'sub'));
  await assert.rejects(measure(place, 'sub/a.txt'), { code: 'file_changed', path: 'sub' });
});
