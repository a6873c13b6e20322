import assert from 'node:assert/strict';
import { closeSync, constants, openSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FolderError, toFileError } from '../../../src/folder/folder-error.ts';
import {
  assertFolderInPlace,
  assertUnchanged,
  type OpenFile,
  openRegular,
  pieceBytes,
  readAt,
  readPieces,
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

test('a read that fails names the file', { skip }, (t) => {
  const { app } = createWorkspace(t);
  const fd = openSync(app, 'r');
  t.after(() => closeSync(fd));
  const open = { fd, path: 'a.txt', stamp: { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n } };
  assert.throws(() => readAt(open, 0, Buffer.alloc(3)), isFault('file_unreadable'));
  assert.throws(() => [...readPieces(open)], isFault('file_unreadable'));
});

test('a file that is longer or shorter than announced has changed', (t) => {
  for (const length of [0, 3, pieceBytes, pieceBytes * 3, pieceBytes * 3 + 1]) {
    const open = openFile(t, Buffer.alloc(length, 'x'));
    for (const bytes of [0, 1, 4, pieceBytes - 1, pieceBytes, pieceBytes * 2, pieceBytes * 3 - 1, pieceBytes * 3 + 2]) {
      if (bytes === length) continue;
      assert.throws(() => [...readPieces(announce(open, bytes))], isFault('file_changed'), `${length} not ${bytes}`);
    }
  }
});

test('a file comes whole and in order, in pieces whose base64 joins to that of the whole', (t) => {
  for (const length of [0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, pieceBytes * 2 + 7]) {
    const content = Buffer.from(Array.from({ length }, (_, index) => index % 251));
    const pieces = Array.from(readPieces(openFile(t, content)), (piece) => Buffer.from(piece));
    assert.ok(Buffer.concat(pieces).equals(content));
    assert.equal(pieces.map((piece) => piece.toString('base64')).join(''), content.toString('base64'));
    assert.equal(pieces.length, Math.max(1, Math.ceil(length / pieceBytes)), 'an empty file is one empty piece');
  }
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
