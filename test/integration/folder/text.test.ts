import assert from 'node:assert/strict';
import { closeSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRegular, pieceBytes } from '../../../src/folder/read.ts';
import { findPlace, loadText, readLines } from '../../../src/folder/text.ts';
import { createWorkspace, scanApp } from './app-folder.ts';

test('a text is null where the folder has none', async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': 'text', 'b.bin': Buffer.from([0xff]) }));
  assert.deepEqual(loadText(manifest, 'a.txt'), { kind: 'text', text: 'text' });
  assert.deepEqual(loadText(manifest, 'a.txt', 3), { kind: 'too-large', text: null });
  assert.deepEqual(loadText(manifest, 'b.bin'), { kind: 'not-utf8', text: null });
  assert.deepEqual(loadText(manifest, 'none'), { kind: 'missing', text: null });
});

test('a byte has its line and its column in UTF-16 units, also where a character is cut between two pieces', (t) => {
  const begin = `\ufeffé\r\n\u{1f600}x\n`;
  for (const cut of [0, 1, 2, 3, 4, 5]) {
    const filling = 'y'.repeat(pieceBytes - Buffer.byteLength(begin) - cut);
    const text = `${begin}${filling}\u{1f600}é<\n\nlast`;
    const { app } = createWorkspace(t, { 'a.txt': text });
    const open = openRegular({ path: 'a.txt', location: join(app, 'a.txt') });
    const place = (of: string) => {
      const { line, column } = findPlace(open, Buffer.byteLength(text.slice(0, text.indexOf(of))));
      return [line, column];
    };
    assert.deepEqual(place('é'), [1, 1]);
    assert.deepEqual(place('x'), [2, 3]);
    assert.deepEqual(place('y'), [3, 1]);
    assert.deepEqual(place('<'), [3, filling.length + 4]);
    assert.deepEqual(place('last'), [5, 1]);
    closeSync(open.fd);
  }
});

test('no file stays open', { skip: process.platform !== 'linux' }, async (t) => {
  const manifest = await scanApp(createWorkspace(t, { 'a.txt': 'text' }));
  const before = readdirSync('/proc/self/fd').length;
  for (let count = 0; count < 100; count += 1) loadText(manifest, 'a.txt');
  assert.ok(readdirSync('/proc/self/fd').length < before + 100);
});

test('lines for a code frame are cut to what the file has, and never an error', async (t) => {
  const place = createWorkspace(t, {
    'a.html': `one\r\ntwo\n${'x'.repeat(3_000)}\n`,
    'big.txt': `${'y'.repeat(99)}\n`.repeat(12_000),
    'gone.txt': 'x',
    'open.txt': 'one\ntwo',
    'dot.png': '\u0089PNG\n\u0000\u0000\n',
  });
  const manifest = await scanApp(place);
  assert.deepEqual(await readLines(manifest, 'a.html', { first: 1, last: 2 }), ['one', 'two']);
  assert.deepEqual(await readLines(manifest, 'a.html', { first: 3, last: 9 }), ['x'.repeat(3_000)]);
  assert.deepEqual(await readLines(manifest, 'open.txt', { first: 2, last: 3 }), ['two']);
  assert.equal((await readLines(manifest, 'big.txt', { first: 10_485, last: 10_485 }))?.length, 1);
  // The line at which reading stopped is not whole, the ones behind it are not known.
  assert.equal(await readLines(manifest, 'big.txt', { first: 10_486, last: 10_486 }), null);
  for (const first of [4, 5]) assert.equal(await readLines(manifest, 'a.html', { first, last: 9 }), null);
  for (const name of ['none', 'dot.png']) assert.equal(await readLines(manifest, name, { first: 1, last: 2 }), null);
  rmSync(join(place.app, 'gone.txt'));
  assert.equal(await readLines(manifest, 'gone.txt', { first: 1, last: 2 }), null);
});
