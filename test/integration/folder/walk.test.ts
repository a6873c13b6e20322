import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { stepsPerTurn } from '../../../src/folder/read.ts';
import { createSelector, type Selector } from '../../../src/folder/select.ts';
import { readEntry, type Walked, walkFolder, walkLimits } from '../../../src/folder/walk.ts';
import { createWorkspace, writeFiles } from './app-folder.ts';

const skip = process.platform === 'win32';

async function walk(root: string, include: readonly string[] = [], exclude: readonly string[] = []): Promise<Walked> {
  return walkFolder({ root, selector: await createSelector({ include, exclude }) });
}

test('links, pipes and sockets are excluded with their reason, and nothing behind a link is seen', {
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
  assert.deepEqual(
    files.map(({ path }) => path),
    ['index.html'],
  );
  assert.deepEqual(
    excluded,
    [
      ['dead-link', 'link'],
      ['file-link', 'link'],
      ['folder-link', 'link'],
      ['pipe', 'pipe, not a file'],
      ['socket', 'socket, not a file'],
    ].map(([path, reason]) => ({ path, kind: 'not_a_file', reason, isHidden: false })),
  );
});

test('a device is excluded, and the root of the file system has no double slash', { skip }, async () => {
  const { files, excluded } = await walk('/', ['dev/null']);
  assert.deepEqual(files, []);
  assert.deepEqual(
    excluded.find(({ path }) => path === 'dev/null'),
    { path: 'dev/null', kind: 'not_a_file', reason: 'device, not a file', isHidden: false },
  );
});

test('paths are sorted by UTF-16 units and carry odd but legal names as they are', { skip }, async (t) => {
  const plain = ['__proto__', 'a b', 'dot.', 'space ', 'xx:y', 'A', 'a', "it's", '"q"', '%2e', '~'];
  const odd = [...plain, 'a\nb', 'a\r', '\u{1f600}', '\uffee'];
  const { app } = createWorkspace(t, Object.fromEntries(odd.map((name) => [name, ''])));
  writeFiles(app, { 'a b!/c': '', constructor: '' });
  const { files } = await walk(app);
  const paths = files.map(({ path }) => path);
  assert.deepEqual(paths, [...odd, 'a b!/c', 'constructor'].sort());
  assert.ok(paths.indexOf('\u{1f600}') < paths.indexOf('\uffee'));
  assert.equal(files.find(({ path }) => path === 'a b!/c')?.location, `${app}${sep}a b!${sep}c`);
});

test('a name that could be read in two ways is refused by name unless it is excluded', { skip }, async (t) => {
  for (const name of ['a\\b', 'C:', 'c:x.txt']) {
    const { app } = createWorkspace(t, { [name]: '' });
    const why = name.includes(':')
      ? 'starts like a drive letter'
      : 'has a backslash in it, which is a folder separator on some systems';
    const message = `${name} has a name that ${why}.`;
    await assert.rejects(walk(app), { code: 'name_not_allowed', path: name, message });
    assert.deepEqual((await walk(app, [], ['*'])).excluded, [
      { path: name, kind: 'pattern', reason: 'matches the exclude pattern *', isHidden: false },
    ]);
  }
});

test('a name that is not UTF-8 is refused with its bytes shown unless it is excluded', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { app } = createWorkspace(t, { 'sub/index.html': '' });
  writeFileSync(Buffer.concat([Buffer.from(`${app}/sub/caf`), Buffer.from([0xe9, 0x0a])]), '');
  await assert.rejects(walk(app), { code: 'name_not_utf8', path: 'sub/caf\\xe9\\x0a' });
  const { excluded } = await walk(app, [], ['sub/caf*']);
  assert.deepEqual(excluded, [
    { path: 'sub/caf\\xe9\\x0a', kind: 'pattern', reason: 'matches the exclude pattern sub/caf*', isHidden: false },
  ]);
  mkdirSync(Buffer.concat([Buffer.from(`${app}/`), Buffer.from([0xed, 0xa0, 0x80])]));
  await assert.rejects(walk(app, [], ['sub']), { code: 'name_not_utf8', path: '\\xed\\xa0\\x80' });
});

test('depth and numbers have limits', async (t) => {
  const { app } = createWorkspace(t, { 'a/b/c.txt': '', 'a/b/d.txt': '' });
  const selector = await createSelector({ include: [], exclude: [] });
  const limits = { depth: 2, files: 2, names: 4 };
  assert.equal((await walkFolder({ root: app, selector, limits })).files.length, 2);
  const refuse = (limit: Partial<typeof limits>, message: RegExp) => {
    const code = 'folder_too_large';
    return assert.rejects(walkFolder({ root: app, selector, limits: { ...limits, ...limit } }), { code, message });
  };
  await refuse({ depth: 1 }, /^a\/b lies more than 1 folders deep/);
  await refuse({ files: 1 }, /more than 1 files to send/);
  await refuse({ names: 3 }, /more than 3 names in it/);
  assert.deepEqual(walkLimits, { depth: 64, files: 50_000, names: 500_000 });
});

test('a folder that cannot be listed is named with the reason', async (t) => {
  const { app } = createWorkspace(t, {});
  await assert.rejects(walk(join(app, 'x'.repeat(5000))), {
    code: 'folder_unreadable',
    // Windows says that there is no such folder.
    message: /^The folder cannot be listed: .+ \((?:ENAMETOOLONG|ENOENT)\)\.$/,
  });
});

test('a folder that is swapped for a link, or goes, while the tree is walked stops the run', { skip }, async (t) => {
  const { app, workspace } = createWorkspace(t);
  writeFiles(workspace, { 'secret/x.txt': '' });
  const plain = await createSelector({ include: [], exclude: [] });
  const walkWhile = (change: () => void) => {
    writeFiles(app, { 'a/index.html': '' });
    const findExclusion: Selector['findExclusion'] = (path, type) => {
      if (path === 'a') change();
      return plain.findExclusion(path, type);
    };
    return walkFolder({ root: app, selector: { ...plain, findExclusion } });
  };
  const move = () => renameSync(join(app, 'a'), join(workspace, 'moved'));
  const message = /^a cannot be listed: no such file or directory \(ENOENT\)\.$/;
  await assert.rejects(walkWhile(move), { code: 'folder_unreadable', path: 'a', message });
  rmSync(join(workspace, 'moved'), { recursive: true });
  const swap = () => {
    move();
    symlinkSync(join(workspace, 'secret'), join(app, 'a'));
  };
  await assert.rejects(walkWhile(swap), { code: 'file_changed', path: 'a' });
});

test('an abort is heeded while a large folder is walked', async (t) => {
  const names = Array.from({ length: stepsPerTurn * 2 }, (_, index) => [`${index}.txt`, '']);
  const { app } = createWorkspace(t, Object.fromEntries(names));
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('cancelled')));
  const selector = await createSelector({ include: [], exclude: [] });
  await assert.rejects(walkFolder({ root: app, selector, signal: controller.signal }), /cancelled/);
});

test('what a listing calls a link is looked at again, since Windows calls every reparse point so', { skip }, (t) => {
  const { app } = createWorkspace(t, { 'cloud.txt': 'x', 'cloud/a.txt': 'x' });
  symlinkSync('cloud.txt', join(app, 'link'));
  const odd = Buffer.from([0x6c, 0xe9]);
  symlinkSync('cloud.txt', Buffer.concat([Buffer.from(`${app}/`), odd]));
  const folder = { path: 'in', location: app };
  const read = (name: string | Buffer, isLink = true) => {
    const no = () => false;
    const types = { isFile: () => !isLink, isDirectory: no, isSymbolicLink: () => isLink, isFIFO: no, isSocket: no };
    return readEntry({ ...types, name: Buffer.from(name) }, folder);
  };
  assert.deepEqual(
    ['cloud.txt', 'cloud', 'link', odd].map((name) => read(name).type),
    ['file', 'folder', 'link', 'link'],
  );
  assert.equal(read('gone', false).type, 'file');
  assert.throws(() => read('gone'), { code: 'file_changed', path: 'in/gone' });
  const message = /cannot be read: name too long \(ENAMETOOLONG\)\.$/;
  assert.throws(() => read('x'.repeat(300)), { code: 'file_unreadable', message });
});
