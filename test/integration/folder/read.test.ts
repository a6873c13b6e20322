import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertFolderInPlace, readFile } from '../../../src/folder/read.ts';
import { createWorkspace } from './app-folder.ts';

const skip = process.platform === 'win32';
const path = 'a.txt';

const swaps: Readonly<Record<string, (location: string) => void>> = {
  nothing: () => undefined,
  'a link': (location) => symlinkSync('/etc/hostname', location),
  'a pipe': (location) => execFileSync('mkfifo', [location]),
  'a folder': (location) => mkdirSync(location),
};

for (const [what, make] of Object.entries(swaps)) {
  test(`a file that was replaced by ${what} after the listing is an error at once`, {
    skip,
  }, (t) => {
    const { app } = createWorkspace(t);
    make(join(app, path));
    assert.throws(() => readFile({ path, location: join(app, path) }), {
      code: 'file_unreadable',
      message: 'a.txt changed while it was being read.',
      path,
    });
  });
}

test('without O_NOFOLLOW, a link is detected after opening', { skip }, (t) => {
  const { app } = createWorkspace(t, { [path]: 'x' });
  symlinkSync(join(app, path), join(app, 'link'));
  const flags = constants.O_RDONLY;
  assert.equal(readFile({ path, location: join(app, path) }, flags).text, 'x');
  assert.throws(() => readFile({ path, location: join(app, 'link') }, flags), {
    code: 'file_unreadable',
    message: 'a.txt changed while it was being read.',
  });
});

test('a file or folder that the system cannot open or find is unreadable', { skip }, (t) => {
  const { app } = createWorkspace(t);
  const location = join(app, 'x'.repeat(5000));
  const message = 'a.txt cannot be read: name too long (ENAMETOOLONG).';
  assert.throws(() => readFile({ path, location }), { code: 'file_unreadable', message });
  assert.throws(() => assertFolderInPlace(location, path), { code: 'folder_unreadable' });
});

test('a folder that was replaced by a link after the listing is an error', { skip }, (t) => {
  const { app } = createWorkspace(t, { 'elsewhere/a.txt': 'x' });
  symlinkSync(join(app, 'elsewhere'), join(app, 'sub'));
  assert.throws(() => assertFolderInPlace(join(app, 'sub'), 'sub'), {
    code: 'folder_unreadable',
    path: 'sub',
  });
});
