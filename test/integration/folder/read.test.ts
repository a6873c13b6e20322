import assert from 'node:assert/strict';
import { closeSync, constants, openSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FolderError, toFileError } from '../../../src/folder/folder-error.ts';
import {
  assertFolderInPlace,
  assertUnchanged,
  chunkBytes,
  createReader,
  type OpenFile,
  openRegular,
  readStart,
  toOpenFlags,
} from '../../../src/folder/read.ts';
import { createWorkspace } from './app-folder.ts';

const skip = process.platform === 'win32';

function isFault(code: string) {
  return (error: unknown) => error instanceof FolderError && error.code === code && error.path === 'a.txt';
}

/** Opens a file of this content, closed before its folder is removed: Windows removes none that is open. */
function openFile(t: TestContext, content: Uint8Array): OpenFile {
  let fd = -1;
  t.after(() => closeSync(fd));
  const { app } = createWorkspace(t, { 'a.txt': content });
  const open = openRegular({ path: 'a.txt', location: join(app, 'a.txt') });
  fd = open.fd;
  return open;
}

/** The same file, taken for one of another size. */
function announce(open: OpenFile, bytes: number): OpenFile {
  return { ...open, stamp: { ...open.stamp, size: BigInt(bytes) } };
}

test('where links cannot be refused while opening, they are found after it', { skip }, (t) => {
  const { app } = createWorkspace(t, { 'a.txt': 'x' });
  symlinkSync(join(app, 'a.txt'), join(app, 'link'));
  const flags = toOpenFlags({});
  assert.equal(flags, constants.O_RDONLY);
  closeSync(openRegular({ path: 'a.txt', location: join(app, 'a.txt') }, flags).fd);
  assert.throws(() => openRegular({ path: 'a.txt', location: join(app, 'link') }, flags), isFault('file_changed'));
});

test('a file that the system does not open is unreadable, with its reason', { skip }, (t) => {
  const { app } = createWorkspace(t);
  assert.throws(
    () => openRegular({ path: 'a.txt', location: join(app, 'x'.repeat(5000)) }),
    isFault('file_unreadable'),
  );
  assert.match(toFileError('a.txt', new Error('?')).message, /no reason given/);
});

test('a read that fails names the file, whether it is read at once or in chunks', { skip }, async (t) => {
  const { app } = createWorkspace(t);
  const fd = openSync(app, 'r');
  t.after(() => closeSync(fd));
  const open = { fd, path: 'a.txt', stamp: { dev: 1n, ino: 2n, size: 0n, mtimeNs: 4n, ctimeNs: 5n } };
  assert.throws(() => readStart(open, Buffer.alloc(3), 3), isFault('file_unreadable'));
  for (const bytes of [3, chunkBytes * 2]) {
    await assert.rejects(async () => {
      for await (const _ of createReader(0, undefined)(announce(open, bytes))) assert.fail();
    }, isFault('file_unreadable'));
  }
});

test('a read that fails while the chunk before is worked on is told when its turn comes', { skip }, async (t) => {
  const open = openFile(t, Buffer.alloc(chunkBytes * 2, 'x'));
  const other = openSync(join(import.meta.dirname), 'r');
  t.after(() => closeSync(other));
  let fd = open.fd;
  const chunks = createReader(
    0,
    undefined,
  )({
    ...open,
    get fd() {
      return fd;
    },
  });
  const first = chunks.next();
  fd = other;
  assert.equal((await first).done, false);
  await setTimeout(20);
  await assert.rejects(chunks.next(), isFault('file_unreadable'));
});

test('a file that is longer or shorter than announced has changed', async (t) => {
  const open = openFile(t, Buffer.alloc(chunkBytes * 3, 'x'));
  for (const bytes of [0, chunkBytes - 1, chunkBytes, chunkBytes * 2, chunkBytes * 3 - 1, chunkBytes * 3 + 1]) {
    await assert.rejects(async () => {
      let seen = 0;
      for await (const { start, end } of createReader(0, undefined)(announce(open, bytes))) seen += end - start;
      assert.fail(`${seen}`);
    }, isFault('file_changed'));
  }
  const grown = openFile(t, Buffer.alloc(chunkBytes * 3 + 1));
  await assert.rejects(async () => {
    for await (const { end } of createReader(0, undefined)(announce(grown, chunkBytes * 3))) assert.ok(end > 0);
  }, isFault('file_changed'));
  const short = openFile(t, Buffer.alloc(3));
  for (const bytes of [4, chunkBytes]) {
    await assert.rejects(createReader(0, undefined)(announce(short, bytes)).next(), isFault('file_changed'));
  }
});

test('each chunk has the end of the one before in front of it', async (t) => {
  const content = Buffer.from(Array.from({ length: chunkBytes * 2 + 7 }, (_, index) => index % 251));
  const open = openFile(t, content);
  let position = 0;
  for await (const { buffer, start, end } of createReader(9, undefined)(open)) {
    // Words are what is counted.
    assert.equal(start, 12);
    const before = Math.min(start, position);
    assert.ok(buffer.subarray(start - before, end).equals(content.subarray(position - before, position + end - start)));
    position += end - start;
  }
  assert.equal(position, content.length);
});

test('an empty file is one empty chunk', async (t) => {
  const sizes: number[] = [];
  for await (const { start, end } of createReader(0, undefined)(openFile(t, Buffer.alloc(0)))) sizes.push(end - start);
  assert.deepEqual(sizes, [0]);
});

test('a file has changed where any part of its stamp is another', () => {
  const stamp = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n };
  const file = { path: 'a.txt', stamp };
  assertUnchanged({ ...stamp }, file);
  for (const part of Object.keys(stamp)) {
    assert.throws(() => assertUnchanged({ ...stamp, [part]: 6n }, file), isFault('file_changed'), part);
  }
});

test('a folder that moved or was swapped for a link is not in place', { skip }, (t) => {
  const { app } = createWorkspace(t, { 'sub/a.txt': '' });
  const sub = join(app, 'sub');
  assertFolderInPlace(sub, 'sub');
  renameSync(sub, join(app, 'moved'));
  const isMoved = (error: unknown) => error instanceof FolderError && error.code === 'file_changed';
  assert.throws(() => assertFolderInPlace(sub, 'sub'), isMoved);
  symlinkSync(join(app, 'moved'), sub);
  assert.throws(
    () => assertFolderInPlace(sub, ''),
    (error: unknown) => isMoved(error) && /^The folder changed/.test(String((error as Error).message)),
  );
});

test('a folder whose place cannot be told has not changed: the reason of the system is named', { skip }, (t) => {
  const { app } = createWorkspace(t);
  assert.throws(
    () => assertFolderInPlace(join(app, 'x'.repeat(5000)), 'a.txt'),
    (error: unknown) => isFault('file_unreadable')(error) && /ENAMETOOLONG/.test(String((error as Error).message)),
  );
});
