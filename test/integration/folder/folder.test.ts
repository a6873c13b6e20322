import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FolderOptions } from '../../../src/folder/folder.ts';
import type { FolderErrorCode } from '../../../src/folder/folder-error.ts';
import { hashContents } from '../../../src/folder/manifest.ts';
import { collect, createWorkspace, openApp, scanApp, type Workspace, writeFiles } from './app-folder.ts';

const page = '<!doctype html>\n<title>"é"</title>\n';

function createTides(t: TestContext): Workspace {
  const picture = Buffer.from('89504e47', 'hex');
  return createWorkspace(t, { 'index.html': page, 'service.json': '{"name":"Tides"}', 'assets/dot.png': picture });
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

test('a folder is measured: sizes, hashes, encodings, encoded sizes, what is excluded and why', async (t) => {
  const place = createTides(t);
  writeFiles(place.app, {
    'assets/old.txt': Buffer.from([0x63, 0xe9]),
    '.env': 'KEY=1',
    'assets/id_rsa': '',
    'assets/id_ID.json': '{}',
    'node_modules/x/index.js': '',
  });
  const manifest = await scanApp(place);
  assert.deepEqual(
    manifest.files.map(({ path, bytes, encoding, type, encodedBytes }) => [path, bytes, encoding, type, encodedBytes]),
    [
      ['assets/dot.png', 4, 'data', 'image/png', 8],
      ['assets/id_ID.json', 2, 'text', 'application/json', 2],
      ['assets/old.txt', 2, 'data', 'text/plain', 4],
      ['index.html', 36, 'text', 'text/html', 36 + 4],
      ['service.json', 16, 'text', 'application/json', 16 + 4],
    ],
  );
  assert.equal(manifest.byteCount, 60);
  assert.equal(manifest.files[3]?.sha256, sha256(page));
  assert.equal(manifest.files[3]?.location, join(place.app, 'index.html'));
  assert.deepEqual(manifest.excluded, [
    { path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true },
    { path: 'assets/id_rsa', kind: 'credential', reason: 'looks like a credential', isHidden: false },
    { path: 'node_modules/', kind: 'node_modules', reason: 'node_modules', isHidden: false },
  ]);
});

test('the content hash is the one that its description gives, whatever the order of writing and the place on disk', async (t) => {
  const one = await scanApp(createWorkspace(t, { 'b.txt': 'two', 'a/b.txt': 'one' }));
  const other = await scanApp(createWorkspace(t, { 'a/b.txt': 'one', 'b.txt': 'two' }));
  const lines = `a/b.txt\0${3}\0${sha256('one')}\nb.txt\0${3}\0${sha256('two')}\n`;
  assert.equal(one.contentHash, `sha256:${sha256(lines)}`);
  assert.equal(other.contentHash, one.contentHash);
});

test('moving a byte between names, contents and files changes the content hash', () => {
  const file = { path: 'a', bytes: 1, sha256: 'x' };
  const folders = [
    [],
    [file],
    [{ ...file, path: 'a\n' }],
    [{ ...file, bytes: 11 }],
    [{ ...file, sha256: 'x\na' }],
    [file, { ...file, path: 'b' }],
  ];
  assert.equal(new Set(folders.map(hashContents)).size, folders.length);
});

test('patterns choose files, and the reason of each that is excluded is told', async (t) => {
  const paths = ['index.html', 'notes.txt', 'docs/a.md', 'assets/a.js', 'assets/a.js.map', 'assets/b/b.js', 'own/x.js'];
  const manifest = await scanApp(createWorkspace(t, Object.fromEntries(paths.map((path) => [path, '']))), {
    include: ['./index.html', 'assets', 'asets'],
    exclude: ['**/*.map', 'deep', 'own'],
  });
  assert.deepEqual(
    manifest.files.map(({ path }) => path),
    ['assets/a.js', 'assets/b/b.js', 'index.html'],
  );
  assert.deepEqual(
    manifest.excluded.map(({ path, kind, reason }) => [path, kind, reason]),
    [
      ['assets/a.js.map', 'pattern', 'matches the exclude pattern **/*.map'],
      ['docs/', 'not_included', 'matches no include pattern'],
      ['notes.txt', 'not_included', 'matches no include pattern'],
      ['own/', 'pattern', 'matches the exclude pattern own'],
    ],
  );
  assert.deepEqual(manifest.unmatchedPatterns, [
    { input: 'include', pattern: 'asets' },
    { input: 'exclude', pattern: 'deep' },
  ]);
});

test('the repository path counts from the outermost folder that is a repository, not above the workspace', async (t) => {
  const place = createWorkspace(t, { 'site/index.html': '' });
  const find = async () => {
    const folder = openApp(place, { folder: 'app/site' });
    assert.equal(folder.repositoryPath, null);
    await folder.scan();
    return folder.repositoryPath;
  };
  assert.equal(await find(), 'app/site');
  writeFiles(place.app, { 'site/.git/config': '' });
  assert.equal(await find(), 'app/site', 'a repository has a HEAD');
  writeFiles(place.app, { 'site/.git/HEAD': '' });
  assert.equal(await find(), '');
  writeFileSync(join(place.app, '.git'), 'gitdir: elsewhere');
  assert.equal(await find(), 'site');
  writeFiles(place.workspace, { '.git/HEAD': '' });
  assert.equal(await find(), 'app/site');
});

test('the workspace itself may be the folder, also through an absolute path or a link inside', async (t) => {
  const place = createWorkspace(t, { 'index.html': '' });
  symlinkSync(place.app, join(place.workspace, 'link'));
  for (const folder of ['.', '', place.workspace, place.app, 'link', './app/']) {
    const isWorkspace = folder === '.' || folder === '' || folder === place.workspace;
    const opened = openApp(place, { folder });
    const { files } = await opened.scan();
    assert.deepEqual(
      files.map(({ path, location }) => [path, location]),
      [[isWorkspace ? 'app/index.html' : 'index.html', join(place.app, 'index.html')]],
    );
    assert.equal(opened.repositoryPath, isWorkspace ? '' : 'app');
  }
});

test('a folder that is missing, not a folder, outside, or for credentials is refused by name', async (t) => {
  const place = createWorkspace(t, { 'index.html': '', 'sub/.ssh/a.txt': '', 'id_rsa/a.txt': '' });
  const outside = createWorkspace(t, { 'index.html': '' });
  symlinkSync(outside.app, join(place.workspace, 'out'));
  const refused: readonly (readonly [string, FolderErrorCode, RegExp])[] = [
    ['nowhere', 'folder_missing', /^The folder nowhere does not exist\.$/],
    ['app/index.html/x', 'folder_missing', /does not exist/],
    ['app/index.html', 'folder_not_a_folder', /^The folder app\/index\.html is a file, not a folder\.$/],
    ['..', 'folder_outside_workspace', /is outside the workspace\.$/],
    ['out', 'folder_outside_workspace', /The folder out /],
    [outside.app, 'folder_outside_workspace', /outside/],
    ['app/sub/.ssh', 'folder_not_allowed', /is inside a folder for credentials\.$/],
    ['a\0b', 'folder_unreadable', /cannot be opened: ERR_INVALID_ARG_VALUE\./],
  ];
  for (const [folder, code, message] of refused) {
    await assert.rejects(scanApp(place, { folder }), { code, message, next: /\.$/ });
  }
  // Such a file is a key, such a folder is not.
  await scanApp(place, { folder: 'app/id_rsa' });
  const gone = scanApp({ ...place, workspace: join(place.workspace, 'gone') });
  await assert.rejects(gone, { code: 'folder_missing', message: /^The workspace / });
});

test("a folder that holds the runner's temporary files is refused, one inside or beside them is not", async (t) => {
  const place = createWorkspace(t, { 'index.html': '', 'temp/x.txt': '' });
  symlinkSync(join(place.app, 'temp'), join(place.workspace, 'link'));
  symlinkSync(join(place.workspace, 'nowhere'), join(place.workspace, 'dead-link'));
  const around = [place.app, join(place.app, 'temp'), join(place.app, 'not/there/yet'), join(place.workspace, 'link')];
  for (const runnerTemp of around) {
    await assert.rejects(scanApp(place, { runnerTemp }), {
      code: 'folder_not_allowed',
      message: /contains the runner's temp/,
    });
  }
  const others = [join(place.workspace, 'other'), join(place.workspace, 'dead-link'), place.workspace, ''];
  for (const runnerTemp of others) await scanApp(place, { runnerTemp });
  // Without one it is not the current folder that counts.
  await scanApp({ ...place, workspace: process.cwd() }, { folder: '.', include: ['package.json'] });
});

test('a folder without a file to send is refused and says what is excluded', async (t) => {
  const message = /The folder app has no file to send\. It is empty\.$/;
  const folder = openApp(createWorkspace(t));
  assert.equal(folder.repositoryPath, null);
  await assert.rejects(folder.scan(), { code: 'folder_empty', message });
  assert.equal(folder.repositoryPath, 'app', 'known anyway');
  assert.equal(await folder.readLines('index.html', 1, 2), null);
  const scanHidden = (names: string) =>
    scanApp(createWorkspace(t, Object.fromEntries([...names].map((name) => [`.${name}`, '']))));
  const five = /Excluded: \.a \(hidden file\), .*, \.e \(hidden file\)\.$/;
  await assert.rejects(scanHidden('abcde'), { code: 'folder_empty', message: five });
  const seven = /Excluded: \.a \(hidden file\), .*, \.e \(hidden file\), 2 more\.$/;
  await assert.rejects(scanHidden('abcdefg'), { code: 'folder_empty', message: seven });
});

test('a secret in a file is an error of the check with its place and its input, beside all others', async (t) => {
  const value = 'mk_live_0123456789';
  const secrets: FolderOptions['secrets'] = [
    { name: 'api-key', value },
    { name: 'github-token', value: 'ghs_abcdefghijkl' },
  ];
  const encoded = Buffer.from(`x${value}`).toString('base64');
  for (const content of [`\n const key = "${value}";`, `\n  {"auth": "\n${encoded}"}`]) {
    const place = createWorkspace(t, {
      'index.html': '',
      'service.json': '[]',
      'assets/config.js': content,
      'assets/ghs_abcdefghijkl.css': '',
    });
    const folder = openApp(place, { secrets });
    const { problems } = await folder.scan();
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ code, path, line, column }) => [code, path, line, column]),
      [
        ['secret_in_folder', 'assets/config.js', content.includes('auth') ? 3 : 2, content.includes('auth') ? 3 : 15],
        ['secret_in_folder', 'assets/ghs_abcdefghijkl.css', null, null],
        ['json_not_object', 'service.json', 1, 1],
      ],
    );
    assert.deepEqual(
      errors.slice(0, 2).flatMap(({ message, fix }) => [message, fix]),
      [
        'assets/config.js contains the value of the input api-key. Nothing was sent.',
        'Remove it from assets/config.js, or exclude the file with the input exclude. If it was ever published, revoke it.',
        'The name of assets/ghs_abcdefghijkl.css contains the value of the input github-token. Nothing was sent.',
        'Rename it, or exclude the file with the input exclude. If it was ever published, revoke it.',
      ],
    );
    assert.ok(!JSON.stringify(problems).includes(value));
    assert.deepEqual((await scanApp(place, { secrets, exclude: ['assets'] })).secrets, []);
  }
});

test('an aborted signal stops before anything is read', async () => {
  const folder = openApp({ workspace: '/nowhere' }, { signal: AbortSignal.abort(new Error('cancelled')) });
  await assert.rejects(folder.scan(), /cancelled/);
});

test('each scan reads what is there then', async (t) => {
  const place = createWorkspace(t, { 'a/index.html': '' });
  const folder = openApp(place);
  await folder.scan();
  renameSync(join(place.app, 'a'), join(place.app, 'b'));
  writeFiles(place.app, { 'a/x.txt': 'one\ntwo' });
  assert.deepEqual(
    (await folder.scan()).files.map(({ path }) => path),
    ['a/x.txt', 'b/index.html'],
  );
  assert.deepEqual(await folder.readLines('a/x.txt', 2, 2), ['two']);
  rmSync(place.app, { recursive: true });
  await assert.rejects(folder.scan(), { code: 'folder_missing' });
});

test('the body is what the service document shows, and what went out of it is told', async (t) => {
  const sent: number[] = [];
  const watchUpload = (total: number) => {
    sent.push(-total);
    return (bytes: number) => sent.push(bytes);
  };
  const folder = openApp(createTides(t), { watchUpload });
  const body = (await folder.scan()).createBody('tides');
  const bytes = await collect(body.stream());
  assert.equal(bytes.length, body.length);
  assert.deepEqual(JSON.parse(bytes.toString()), {
    slug: 'tides',
    files: {
      'assets/dot.png': 'data:image/png;base64,iVBORw==',
      'index.html': page,
      'service.json': '{"name":"Tides"}',
    },
  });
  assert.deepEqual([sent[0], sent.at(-1)], [-body.length, body.length]);
});

test('the folder is checked, read, and searched for the places of problems', async (t) => {
  const folder = openApp(createTides(t));
  const scanned = await folder.scan();
  assert.equal(scanned.fields.name, 'Tides');
  assert.equal(scanned.serviceJson, '{"name":"Tides"}');
  assert.deepEqual(await folder.readLines('index.html', 2, 2), ['<title>"é"</title>']);
  const named = { line: null, column: null, code: null, message: 'Too long', fix: null, severity: 'error' } as const;
  const [problem] = await scanned.locate([{ ...named, path: 'service.json', field: 'name' }]);
  assert.deepEqual([problem?.path, problem?.line, problem?.column], ['service.json', 1, 9]);
});
