import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSelector, type Selector } from '../../../src/folder/select.ts';
import { readEntry, walkFolder, walkLimits } from '../../../src/folder/walk.ts';
import { createWorkspace, writeFiles } from './app-folder.ts';

const skip = process.platform === 'win32';
const plain = await createSelector({ include: [], exclude: [] });

function walk(root: string, options: Partial<Parameters<typeof walkFolder>[0]> = {}) {
  return walkFolder({ root, selector: plain, ...options });
}

test('links, pipes and sockets are excluded with a reason, and links are not followed', {
  skip,
}, async (t) => {
  const { app, workspace } = createWorkspace(t, { 'index.html': '' });
  writeFiles(workspace, { 'secret/id.txt': 'x' });
  symlinkSync(join(workspace, 'secret/id.txt'), join(app, 'file-link'));
  symlinkSync(join(workspace, 'secret'), join(app, 'folder-link'));
  symlinkSync('nowhere', join(app, 'dead-link'));
  execFileSync('mkfifo', [join(app, 'pipe')]);
  const server = createServer().listen(join(app, 'socket'));
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { files, excluded } = await walk(app);
  assert.deepEqual(files, [{ path: 'index.html', location: join(app, 'index.html') }]);
  const reasons = excluded.map(({ path, reason }) => `${path}: ${reason}`);
  const links = ['dead-link: link', 'file-link: link', 'folder-link: link'];
  assert.deepEqual(reasons, [...links, 'pipe: not a file', 'socket: not a file']);
});

/** Names, one byte per character, with the path and the message of their error. */
const badNames = [
  ['a\\b', 'a\\b', 'name_not_allowed', /with a backslash in it/],
  ['C:', 'C:', 'name_not_allowed', /starts like a drive letter/],
  ['c:x.txt', 'c:x.txt', 'name_not_allowed', /starts like a drive letter/],
  ['sub/caf\xe9\n', 'sub/caf\ufffd\n', 'name_not_utf8', /not UTF-8/],
  ['\xed\xa0\x80', '\ufffd\ufffd\ufffd', 'name_not_utf8', /not UTF-8/],
] as const;

test('a file name that is not UTF-8, or is ambiguous, is refused unless it is excluded', {
  skip: process.platform !== 'linux',
}, async (t) => {
  for (const [name, path, code, message] of badNames) {
    const { app } = createWorkspace(t, { 'sub/index.html': '' });
    writeFileSync(Buffer.concat([Buffer.from(`${app}/`), Buffer.from(name, 'latin1')]), '');
    await assert.rejects(walk(app), { code, path, message });
    const selector = await createSelector({ include: [], exclude: ['*', 'sub/*'] });
    const excluded = (await walk(app, { selector })).excluded.filter(
      (entry) => entry.path === path,
    );
    assert.partialDeepStrictEqual(excluded, [{ kind: 'pattern' }]);
  }
});

test('a folder with too many files or names is refused', async (t) => {
  const { app } = createWorkspace(t, { 'a/b/c.txt': '', 'a/b/d.txt': '' });
  const limits = { files: 2, names: 4, levels: 2 };
  assert.equal((await walk(app, { limits })).files.length, 2);
  for (const [limit, message] of [
    [{ files: 1 }, /more than 1 files to send/],
    [{ names: 3 }, /more than 3 names in it/],
    [{ levels: 1 }, /^a\/ has more than 1 levels of folders\.$/],
  ] as const) {
    const walked = walk(app, { limits: { ...limits, ...limit } });
    await assert.rejects(walked, { code: 'folder_too_large', message });
  }
  assert.deepEqual(walkLimits, { files: 50_000, names: 500_000, levels: 100 });
});

test('a folder that is removed, or replaced by a link, during the listing is an error', {
  skip,
}, async (t) => {
  const { app, workspace } = createWorkspace(t);
  writeFiles(workspace, { 'secret/x.txt': '' });
  const walkWhile = (change: () => void) => {
    writeFiles(app, { 'a/index.html': '' });
    const findExclusion: Selector['findExclusion'] = (path, type) => {
      if (path === 'a') change();
      return plain.findExclusion(path, type);
    };
    return walk(app, { selector: { findExclusion } });
  };
  const remove = () => rmSync(join(app, 'a'), { recursive: true });
  const swap = () => {
    renameSync(join(app, 'a'), join(workspace, 'moved'));
    symlinkSync(join(workspace, 'secret'), join(app, 'a'));
  };
  await assert.rejects(walkWhile(remove), { code: 'folder_unreadable', path: 'a' });
  await assert.rejects(walkWhile(swap), { code: 'folder_unreadable', path: 'a' });
});

test('a folder that the system cannot list is unreadable', { skip }, async (t) => {
  const { app } = createWorkspace(t);
  const root = join(app, 'x'.repeat(5000));
  await assert.rejects(walk(root), {
    code: 'folder_unreadable',
    message: /^The folder cannot be listed: /,
  });
});

test('an entry listed as a link is checked again, because Windows lists every reparse point as one', {
  skip,
}, (t) => {
  const { app } = createWorkspace(t, { 'cloud.txt': 'x', 'cloud/a.txt': 'x' });
  const odd = Buffer.from([0x6c, 0xe9]);
  for (const name of [Buffer.from('link'), odd])
    symlinkSync('cloud.txt', Buffer.concat([Buffer.from(`${app}/`), name]));
  const no = () => false;
  const types = { isFile: no, isDirectory: no, isSymbolicLink: () => true };
  const read = (name: string | Buffer, is: Partial<typeof types> = {}) =>
    readEntry({ ...types, ...is, name: Buffer.from(name) }, { path: 'in', location: app });
  assert.equal(read('cloud.txt').type, 'file');
  assert.equal(read('cloud').type, 'folder');
  assert.equal(read('link').type, 'link');
  assert.equal(read(odd).type, 'link');
  assert.equal(read('gone', { isFile: () => true, isSymbolicLink: no }).type, 'file');
  assert.throws(() => read('gone'), { code: 'file_unreadable', path: 'in/gone' });
  assert.throws(() => read('x'.repeat(300)), {
    code: 'file_unreadable',
    message: /\(ENAMETOOLONG\)\.$/,
  });
});
