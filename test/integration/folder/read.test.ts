import assert from 'node:assert/strict';
import { closeSync, constants, openSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertFolderInPlace,
  assertUnchanged,
  openRegular,
  pieceBytes,
  readAt,
  readPieces,
} from '../../../src/folder/read.ts';
import { createWorkspace } from './app-folder.ts';

const skip = process.platform === 'win32';
const path = 'a.txt';
const stamp = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n };

test('without O_NOFOLLOW, a link is detected after opening', { skip }, (t) => {
  const { app } = createWorkspace(t, { [path]: 'x' });
  symlinkSync(join(app, path), join(app, 'link'));
  const flags = constants.O_RDONLY;
  closeSync(openRegular({ path, location: join(app, path) }, flags).fd);
  assert.throws(() => openRegular({ path, location: join(app, 'link') }, flags), {
    code: 'file_changed',
    path,
  });
});

test('a file or folder that the system cannot open, read or find is unreadable', {
  skip,
}, (t) => {
  const { app } = createWorkspace(t);
  const location = join(app, 'x'.repeat(5000));
  const fd = openSync(app, 'r');
  t.after(() => closeSync(fd));
  const unreadable = { code: 'file_unreadable', path };
  assert.throws(() => openRegular({ path, location }), unreadable);
  assert.throws(() => assertFolderInPlace(location, path), unreadable);
  assert.throws(() => readAt({ fd, path, stamp }, 0, Buffer.alloc(3)), unreadable);
});

test('a file with another size or modification time counts as changed', (t) => {
  for (const length of [0, 3, pieceBytes * 3]) {
    const { app } = createWorkspace(t, { [path]: 'x'.repeat(length) });
    const open = openRegular({ path, location: join(app, path) });
    for (const bytes of [
      1,
      4,
      pieceBytes - 1,
      pieceBytes * 2,
      pieceBytes * 3 - 1,
      pieceBytes * 3 + 1,
    ]) {
      const announced = { ...open, stamp: { ...open.stamp, size: BigInt(bytes) } };
      assert.throws(
        () => [...readPieces(announced)],
        { code: 'file_changed' },
        `${length} not ${bytes}`,
      );
    }
    // Windows cannot remove a folder with an open file.
    closeSync(open.fd);
  }
  assertUnchanged({ ...stamp }, { path, stamp });
  for (const part of Object.keys(stamp)) {
    const other = { ...stamp, [part]: 6n };
    assert.throws(
      () => assertUnchanged(other, { path, stamp }),
      { code: 'file_changed', path },
      part,
    );
  }
});
