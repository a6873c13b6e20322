import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { FolderError } from '../../../src/folder/errors.ts';
import { stepsPerTurn } from '../../../src/folder/pace.ts';
import { createSelector, type Selector } from '../../../src/folder/select.ts';
import { type Walked, walkFolder } from '../../../src/folder/walk.ts';
import { walkLimits } from '../../../src/folder/walk-limits.ts';
import { createWorkspace, writeFiles } from './app-folder.ts';

const skip = process.platform === 'win32';

async function walk(root: string, include: readonly string[] = [], exclude: readonly string[] = []): Promise<Walked> {
  return walkFolder({ root, selector: await createSelector({ include, exclude }) });
}

function isRefused(code: string, path: string) {
  return (error: unknown) => error instanceof FolderError && error.code === code && error.path === path;
}

test('links, pipes and sockets are left out with their reason, and nothing behind a link is seen', {
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
  const { files, leftOut } = await walk(app);
  assert.deepEqual(
    files.map(({ path }) => path),
    ['index.html'],
  );
  assert.deepEqual(leftOut, [
    { path: 'dead-link', reason: 'link' },
    { path: 'file-link', reason: 'link' },
    { path: 'folder-link', reason: 'link' },
    { path: 'pipe', reason: 'pipe, not a file' },
    { path: 'socket', reason: 'socket, not a file' },
  ]);
});

test('a device is left out, and the root of the file system has no double slash', { skip }, async () => {
  const { files, leftOut } = await walk('/', ['dev/null']);
  assert.deepEqual(files, []);
  assert.deepEqual(
    leftOut.find(({ path }) => path === 'dev/null'),
    { path: 'dev/null', reason: 'device, not a file' },
  );
});

test('paths are sorted by UTF-16 units and carry odd but legal names as they are', { skip }, async (t) => {
  const odd = [
    '__proto__',
    'a b',
    'a\nb',
    'a\r',
    'dot.',
    'space ',
    'xx:y',
    '\u{1f600}',
    '\uffee',
    'A',
    'a',
    "it's",
    '"q"',
    '%2e',
    '~',
  ];
  const { app } = createWorkspace(t, Object.fromEntries(odd.map((name) => [name, ''])));
  writeFiles(app, { 'a b!/c': '', constructor: '' });
  const { files } = await walk(app);
  const paths = files.map(({ path }) => path);
  assert.deepEqual(paths, [...odd, 'a b!/c', 'constructor'].sort());
  assert.ok(paths.indexOf('\u{1f600}') < paths.indexOf('\uffee'));
  assert.equal(files.find(({ path }) => path === 'a b!/c')?.location, `${app}${sep}a b!${sep}c`);
});

test('a name that could be read in two ways is refused by name unless it is left out', { skip }, async (t) => {
  for (const name of ['a\\b', 'C:', 'c:x.txt']) {
    const { app } = createWorkspace(t, { [name]: '' });
    await assert.rejects(walk(app), isRefused('name_not_allowed', name));
    assert.deepEqual((await walk(app, [], ['*'])).leftOut, [{ path: name, reason: 'matches the exclude pattern *' }]);
  }
});

test('a name that is not UTF-8 is refused with its bytes shown unless it is left out', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { app } = createWorkspace(t, { 'sub/index.html': '' });
  writeFileSync(Buffer.concat([Buffer.from(`${app}/sub/caf`), Buffer.from([0xe9, 0x0a])]), '');
  await assert.rejects(walk(app), isRefused('name_not_utf8', 'sub/caf\\xe9\\x0a'));
  const { leftOut } = await walk(app, [], ['sub/caf*']);
  assert.deepEqual(leftOut, [{ path: 'sub/caf\\xe9\\x0a', reason: 'matches the exclude pattern sub/caf*' }]);
  mkdirSync(Buffer.concat([Buffer.from(`${app}/`), Buffer.from([0xed, 0xa0, 0x80])]));
  await assert.rejects(walk(app, [], ['sub']), isRefused('name_not_utf8', '\\xed\\xa0\\x80'));
});

test('depth and numbers have limits', async (t) => {
  const { app } = createWorkspace(t, { 'a/b/c.txt': '', 'a/b/d.txt': '' });
  const selector = await createSelector({ include: [], exclude: [] });
  const limits = { depth: 2, files: 2, names: 4 };
  assert.equal((await walkFolder({ root: app, selector, limits })).files.length, 2);
  const refuse = (limit: Partial<typeof limits>, message: RegExp) =>
    assert.rejects(walkFolder({ root: app, selector, limits: { ...limits, ...limit } }), (error: unknown) => {
      assert.ok(error instanceof FolderError && error.code === 'folder_too_large');
      assert.match(error.message, message);
      return true;
    });
  await refuse({ depth: 1 }, /^a\/b lies more than 1 folders deep/);
  await refuse({ files: 1 }, /more than 1 files to send/);
  await refuse({ names: 3 }, /more than 3 names in it/);
  assert.deepEqual(walkLimits, { depth: 64, files: 50_000, names: 500_000 });
});

test('a folder that cannot be listed is named with the reason', async (t) => {
  const { app } = createWorkspace(t, {});
  await assert.rejects(walk(join(app, 'x'.repeat(5000))), (error: unknown) => {
    assert.ok(error instanceof FolderError && error.code === 'folder_unreadable');
    assert.match(error.message, /^The folder cannot be listed \(ENAMETOOLONG\)/);
    return true;
  });
});

test('a folder that is swapped for a link while the tree is walked stops the run', { skip }, async (t) => {
  const { app, workspace } = createWorkspace(t, { 'a/index.html': '' });
  writeFiles(workspace, { 'secret/x.txt': '' });
  const plain = await createSelector({ include: [], exclude: [] });
  const selector: Selector = {
    ...plain,
    findExclusion(path, isFolder) {
      if (path === 'a') {
        renameSync(join(app, 'a'), join(workspace, 'moved'));
        symlinkSync(join(workspace, 'secret'), join(app, 'a'));
      }
      return plain.findExclusion(path, isFolder);
    },
  };
  await assert.rejects(walkFolder({ root: app, selector }), isRefused('file_changed', 'a'));
});

test('an abort is heeded while a large folder is walked', async (t) => {
  const names = Array.from({ length: stepsPerTurn * 2 }, (_, index) => [`${index}.txt`, '']);
  const { app } = createWorkspace(t, Object.fromEntries(names));
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('cancelled')));
  const selector = await createSelector({ include: [], exclude: [] });
  await assert.rejects(walkFolder({ root: app, selector, signal: controller.signal }), /cancelled/);
});
