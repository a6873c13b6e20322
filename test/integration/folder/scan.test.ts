import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FolderError, type FolderErrorCode } from '../../../src/folder/errors.ts';
import { scanFolder } from '../../../src/folder/folder.ts';
import { hashContents } from '../../../src/folder/manifest.ts';
import { chooseEncoding, createWorkspace, scanApp, writeFiles } from './app-folder.ts';

function hasCode(code: FolderErrorCode, message?: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof FolderError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message ?? /./);
    assert.match(error.next, /\.$/);
    return true;
  };
}

test('a folder is measured: sizes, hashes, forms, encoded sizes, what is excluded and why', async (t) => {
  const place = createWorkspace(t, {
    'index.html': '<p>"é"</p>\n',
    'assets/a.svg': '<svg/>',
    'assets/old.txt': Buffer.from([0x63, 0xe9]),
    '.env': 'KEY=1',
    'node_modules/x/index.js': '',
  });
  const manifest = await scanApp(place);
  const shown = manifest.files.map(({ path, bytes, encoding, type, encodedBytes }) => [
    path,
    bytes,
    encoding,
    type,
    encodedBytes,
  ]);
  assert.deepEqual(shown, [
    ['assets/a.svg', 6, 'data', 'image/svg+xml', 2 + 'data:image/svg+xml;base64,'.length + 8],
    ['assets/old.txt', 2, 'data', 'text/plain', 2 + 'data:text/plain;base64,'.length + 4],
    ['index.html', 12, 'text', 'text/html', 12 + 3 + 2],
  ]);
  assert.equal(manifest.files[2]?.sha256, createHash('sha256').update('<p>"é"</p>\n').digest('hex'));
  assert.equal(manifest.files[2]?.location, join(place.app, 'index.html'));
  assert.deepEqual(manifest.excluded, [
    { path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true },
    { path: 'node_modules/', kind: 'node_modules', reason: 'node_modules', isHidden: false },
  ]);
  assert.equal(manifest.byteCount, 20);
  assert.equal(manifest.root, place.app);
  assert.equal(manifest.repositoryPath, 'app');
});

test('the content hash is the one that its description gives, whatever the order of writing and the place on disk', async (t) => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const one = await scanApp(createWorkspace(t, { 'b.txt': 'two', 'a/b.txt': 'one' }));
  const other = await scanApp(createWorkspace(t, { 'a/b.txt': 'one', 'b.txt': 'two' }));
  const lines = `a/b.txt\0${3}\0${sha256('one')}\nb.txt\0${3}\0${sha256('two')}\n`;
  assert.equal(one.contentHash, `sha256:${sha256(lines)}`);
  assert.equal(other.contentHash, one.contentHash);
});

test('moving a byte between names, contents and files changes the content hash', () => {
  const folders = [
    [{ path: 'a', bytes: 1, sha256: 'x' }],
    [{ path: 'a\n', bytes: 1, sha256: 'x' }],
    [{ path: 'a', bytes: 11, sha256: 'x' }],
    [{ path: 'a', bytes: 1, sha256: 'x\na' }],
    [
      { path: 'a', bytes: 1, sha256: 'x' },
      { path: 'b', bytes: 1, sha256: 'x' },
    ],
    [],
  ];
  assert.equal(new Set(folders.map(hashContents)).size, folders.length);
});

test('the repository path counts from the outermost folder that is a repository, not above the workspace', async (t) => {
  const place = createWorkspace(t, { 'site/index.html': '' });
  const folder = 'app/site';
  assert.equal((await scanApp(place, { folder })).repositoryPath, 'app/site');
  writeFiles(place.app, { 'site/.git/config': '' });
  assert.equal((await scanApp(place, { folder })).repositoryPath, 'app/site', 'a repository has a HEAD');
  writeFiles(place.app, { 'site/.git/HEAD': '' });
  assert.equal((await scanApp(place, { folder })).repositoryPath, '');
  writeFileSync(join(place.app, '.git'), 'gitdir: elsewhere');
  assert.equal((await scanApp(place, { folder })).repositoryPath, 'site');
  writeFiles(place.workspace, { '.git/HEAD': '' });
  assert.equal((await scanApp(place, { folder })).repositoryPath, 'app/site');
});

test('the workspace itself may be the folder, also through an absolute path or a link inside', async (t) => {
  const place = createWorkspace(t, { 'index.html': '' });
  const whole = await scanApp(place, { folder: '.' });
  assert.deepEqual([whole.root, whole.repositoryPath, whole.files[0]?.path], [place.workspace, '', 'app/index.html']);
  symlinkSync(place.app, join(place.workspace, 'link'));
  for (const folder of [place.app, 'link', './app/', '']) {
    const manifest = await scanApp(place, { folder });
    assert.equal(manifest.root, folder === '' ? place.workspace : place.app);
  }
});

test('a folder that is missing, not a folder, outside, or for credentials is refused by name', async (t) => {
  const place = createWorkspace(t, { 'index.html': '', 'sub/.ssh/a.txt': '' });
  const outside = createWorkspace(t, { 'index.html': '' });
  symlinkSync(outside.app, join(place.workspace, 'out'));
  const refuse = (folder: string, code: FolderErrorCode, message: RegExp) =>
    assert.rejects(scanApp(place, { folder }), hasCode(code, message));
  await refuse('nowhere', 'folder_missing', /^The folder nowhere does not exist\.$/);
  await refuse('app/index.html/x', 'folder_missing', /does not exist/);
  await refuse('app/index.html', 'folder_not_a_folder', /^The folder app\/index\.html is a file, not a folder\.$/);
  await refuse('..', 'folder_outside_workspace', /is outside the workspace\.$/);
  await refuse('out', 'folder_outside_workspace', /The folder out /);
  await refuse(outside.app, 'folder_outside_workspace', /outside/);
  await refuse('app/sub/.ssh', 'folder_not_allowed', /credentials/);
  await refuse('a\0b', 'folder_unreadable', /cannot be opened: ERR_INVALID_ARG_VALUE\./);
  const gone = scanApp({ ...place, workspace: join(place.workspace, 'gone') });
  await assert.rejects(gone, hasCode('folder_missing', /^The workspace /));
});

test("a folder that holds the runner's temporary files is refused, one inside or beside them is not", async (t) => {
  const place = createWorkspace(t, { 'index.html': '', 'temp/x.txt': '' });
  for (const runnerTemp of [place.app, join(place.app, 'temp'), join(place.app, 'not/there/yet')]) {
    await assert.rejects(scanApp(place, { runnerTemp }), hasCode('folder_not_allowed', /temporary/));
  }
  symlinkSync(join(place.app, 'temp'), join(place.workspace, 'link'));
  await assert.rejects(scanApp(place, { runnerTemp: join(place.workspace, 'link') }), hasCode('folder_not_allowed'));
  for (const runnerTemp of [join(place.workspace, 'other'), place.workspace, '']) await scanApp(place, { runnerTemp });
});

test('a folder without a file to send is refused and says what is excluded', async (t) => {
  await assert.rejects(
    scanApp(createWorkspace(t)),
    hasCode('folder_empty', /The folder app has no file to send\. It is empty\.$/),
  );
  const names = ['.a', '.b', '.c', '.d', '.e', '.f', '.g'];
  const hidden = createWorkspace(t, Object.fromEntries(names.map((name) => [name, ''])));
  await assert.rejects(
    scanApp(hidden),
    hasCode('folder_empty', /\.a \(hidden file\), .*\.e \(hidden file\), 2 more\.$/),
  );
});

test('a secret in a file stops the run with the file and the input, never the value', async (t) => {
  const value = 'mk_live_0123456789';
  const secrets = [
    { name: 'api-key', value },
    { name: 'github-token', value: 'ghs_abcdefghijkl' },
  ];
  const encoded = Buffer.from(`x${value}`).toString('base64');
  for (const content of [`const key = "${value}";`, `{"auth":"${encoded}"}`]) {
    const place = createWorkspace(t, { 'index.html': '', 'assets/config.js': content });
    await assert.rejects(scanApp(place, { secrets }), (error: unknown) => {
      assert.ok(hasCode('secret_in_folder', /^assets\/config\.js .*api-key/)(error));
      assert.ok(error instanceof FolderError && error.path === 'assets/config.js');
      assert.ok(!JSON.stringify([error.message, error.next, error.stack]).includes(value));
      return true;
    });
    await scanApp(place, { secrets, exclude: ['assets/config.js'] });
  }
});

test('an aborted signal stops before anything is read', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'));
  const place = { workspace: '/', folder: 'x', runnerTemp: '' };
  const options = { ...place, include: [], exclude: [], secrets: [], chooseEncoding, signal };
  await assert.rejects(scanFolder(options), /cancelled/);
});

test('patterns choose files, and the reason of each that stays behind is told', async (t) => {
  const place = createWorkspace(t, {
    'index.html': '',
    'notes.txt': '',
    'docs/a.md': '',
    'assets/a.js': '',
    'assets/a.js.map': '',
    'assets/deep/b.js': '',
    'private/x.js': '',
  });
  const manifest = await scanApp(place, {
    include: ['./index.html', 'assets', 'asets'],
    exclude: ['**/*.map', 'deep', 'private'],
  });
  assert.deepEqual(
    manifest.files.map(({ path }) => path),
    ['assets/a.js', 'assets/deep/b.js', 'index.html'],
  );
  const shown = manifest.excluded.map(({ path, kind, reason }) => [path, kind, reason]);
  assert.deepEqual(shown, [
    ['assets/a.js.map', 'pattern', 'matches the exclude pattern **/*.map'],
    ['docs/', 'not_included', 'matches no include pattern'],
    ['notes.txt', 'not_included', 'matches no include pattern'],
    ['private/', 'pattern', 'matches the exclude pattern private'],
  ]);
  assert.deepEqual(manifest.unmatchedPatterns, [
    { input: 'include', pattern: 'asets' },
    { input: 'exclude', pattern: 'deep' },
  ]);
});

test('the real path of a folder is what counts when it moves', async (t) => {
  const place = createWorkspace(t, { 'a/index.html': '' });
  renameSync(join(place.app, 'a'), join(place.app, 'b'));
  writeFiles(place.app, { 'a/x.txt': '' });
  const manifest = await scanApp(place);
  assert.equal(manifest.root, realpathSync.native(place.app));
  assert.deepEqual(
    manifest.files.map(({ path }) => path),
    ['a/x.txt', 'b/index.html'],
  );
  rmSync(place.app, { recursive: true });
  await assert.rejects(scanApp(place), hasCode('folder_missing'));
});

test('a temporary folder of the runner that leads nowhere is no reason to fail', async (t) => {
  const place = createWorkspace(t, { 'index.html': '' });
  symlinkSync(join(place.workspace, 'nowhere'), join(place.workspace, 'temp'));
  await scanApp(place, { runnerTemp: join(place.workspace, 'temp') });
});

test('a file that only looks like a key is sent, and a key with a visible name can be told from a hidden one', async (t) => {
  const manifest = await scanApp(
    createWorkspace(t, { 'assets/locales/id_ID.json': '{}', 'assets/id_rsa': '', '.env': '' }),
  );
  assert.deepEqual(
    manifest.files.map(({ path }) => path),
    ['assets/locales/id_ID.json'],
  );
  assert.deepEqual(
    manifest.excluded.map(({ path, kind, isHidden }) => [path, kind, isHidden]),
    [
      ['.env', 'credential', true],
      ['assets/id_rsa', 'credential', false],
    ],
  );
});
