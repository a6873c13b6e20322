import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadText, readLines } from '../../../src/folder/text.ts';
import { createWorkspace, scanApp } from './app-folder.ts';

test('a text is null where the folder has none, and lines for a code frame where the file has none', async (t) => {
  const place = createWorkspace(t, {
    'a.html': `one\r\ntwo\n${'x'.repeat(3_000)}\n`,
    'big.txt': `${'y'.repeat(99)}\n`.repeat(12_000),
    'gone.txt': 'x',
    'open.txt': 'one\ntwo',
    'dot.png': '\u0089PNG\n\u0000\u0000\n',
    'b.bin': Buffer.from([0xff]),
  });
  const manifest = await scanApp(place);
  rmSync(join(place.app, 'gone.txt'));
  assert.deepEqual(loadText(manifest, 'open.txt', 7), { kind: 'text', text: 'one\ntwo' });
  assert.deepEqual(loadText(manifest, 'open.txt', 6), { kind: 'too-large', text: null });
  assert.deepEqual(loadText(manifest, 'b.bin'), { kind: 'not-utf8', text: null });
  assert.deepEqual(loadText(manifest, 'none'), { kind: 'missing', text: null });
  const read = (path: string, first: number, last: number) => readLines(manifest, path, { first, last });
  assert.deepEqual(await read('a.html', 1, 2), ['one', 'two']);
  assert.deepEqual(await read('a.html', 3, 9), ['x'.repeat(3_000)]);
  assert.deepEqual(await read('open.txt', 2, 3), ['two']);
  assert.equal(await read('a.html', 4, 9), null);
  for (const path of ['none', 'dot.png', 'gone.txt']) assert.equal(await read(path, 1, 2), null, path);
  // The line at which reading stopped, after a MiB, is not whole, and the ones behind it are not known.
  assert.deepEqual(await read('big.txt', 10_485, 10_486), ['y'.repeat(99)]);
});
