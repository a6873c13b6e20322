import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FolderErrorCode } from '../../../src/folder/folder-error.ts';
import { pieceBytes, stepsPerTurn } from '../../../src/folder/read.ts';
import {
  collect,
  createWorkspace,
  type Files,
  openApp,
  scanApp,
  writeFiles,
} from './app-folder.ts';

const page = '<!doctype html>\n<title>"é"</title>\n';
const tides: Files = {
  'index.html': page,
  'service.json': '{"name":"Tides"}',
  'assets/dot.png': Buffer.from('89504e47', 'hex'),
};

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

test('a scan returns sizes, hashes, encodings and encoded sizes, and what is excluded and why', async (t) => {
  const place = createWorkspace(t, {
    ...tides,
    'assets/old.txt': Buffer.from([0x63, 0xe9]),
    '.env': 'KEY=1',
    'assets/id_rsa': '',
    'node_modules/x/index.js': '',
  });
  const manifest = await scanApp(place, { exclude: ['node_modules', 'deep'] });
  assert.partialDeepStrictEqual(manifest.files, [
    { path: 'assets/dot.png', bytes: 4, encoding: 'base64', type: 'image/png', encodedBytes: 8 },
    { path: 'assets/old.txt', bytes: 2, encoding: 'base64', type: 'text/plain', encodedBytes: 4 },
    {
      path: 'index.html',
      bytes: 36,
      encoding: 'text',
      type: 'text/html',
      encodedBytes: 40,
      sha256: sha256(page),
    },
    {
      path: 'service.json',
      bytes: 16,
      encoding: 'text',
      type: 'application/json',
      encodedBytes: 20,
    },
  ]);
  assert.equal(manifest.byteCount, 58);
  const lines = manifest.files.map((file) => `${file.path}\0${file.bytes}\0${file.sha256}\n`);
  assert.equal(manifest.contentHash, `sha256:${sha256(lines.join(''))}`);
  assert.deepEqual(manifest.excluded, [
    { path: '.env', kind: 'hidden', reason: 'looks like a credential' },
    { path: 'assets/id_rsa', kind: 'credential', reason: 'looks like a credential' },
    { path: 'node_modules/', kind: 'node_modules', reason: 'node_modules' },
  ]);
  assert.deepEqual(manifest.unmatchedPatterns, [{ input: 'exclude', pattern: 'deep' }]);
});

test('a scan warns of files that look like credentials, and of patterns that match nothing', async (t) => {
  const place = createWorkspace(t, { ...tides, 'assets/server.pem': '' });
  const { warnings } = await openApp(place, { exclude: ['deep'] }).scan();
  assert.deepEqual(warnings, [
    'Excluded because they are named like credentials: assets/server.pem. Rename any file that is not a credential.',
    'The exclude pattern deep matches nothing.',
  ]);
});

test('the repository path begins at the outermost repository in the workspace', async (t) => {
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

test('the folder may be the workspace, an absolute path in it, or a link in it', async (t) => {
  const place = createWorkspace(t, { 'index.html': '' });
  symlinkSync(place.app, join(place.workspace, 'link'));
  const scan = async (folder: string) => {
    const [file] = (await scanApp(place, { folder })).files;
    assert.equal(file?.location, join(place.app, 'index.html'));
    return file.path;
  };
  for (const folder of ['.', '', place.workspace])
    assert.equal(await scan(folder), 'app/index.html');
  for (const folder of [place.app, 'link', './app/'])
    assert.equal(await scan(folder), 'index.html');
});

test('a folder that is missing, a file, outside the workspace, or for credentials is refused', async (t) => {
  const place = createWorkspace(t, {
    'index.html': '',
    'sub/.ssh/a.txt': '',
    '.git/hooks/a.txt': '',
    'id_rsa/a.txt': '',
  });
  const outside = createWorkspace(t, { 'index.html': '' });
  symlinkSync(outside.app, join(place.workspace, 'out'));
  const refused: readonly (readonly [string, FolderErrorCode, RegExp])[] = [
    ['nowhere', 'folder_missing', /^The folder nowhere does not exist\.$/],
    ['app/index.html/x', 'folder_missing', /does not exist/],
    [
      'app/index.html',
      'folder_not_a_folder',
      /^The folder app\/index\.html is a file, not a folder\.$/,
    ],
    ['..', 'folder_outside_workspace', /is outside the .*workspace/],
    ['out', 'folder_outside_workspace', /The folder out /],
    [outside.app, 'folder_outside_workspace', /outside/],
    ['app/sub/.ssh', 'folder_not_allowed', /is inside a folder for credentials\.$/],
    ['app/.git/hooks', 'folder_not_allowed', /is inside a \.git folder\.$/],
    ['a\0b', 'folder_unreadable', /cannot be opened: ERR_INVALID_ARG_VALUE\./],
  ];
  for (const [folder, code, message] of refused)
    await assert.rejects(scanApp(place, { folder }), { code, message });
  await assert.rejects(scanApp(place, { folder: 'dist' }), {
    next: /\. Found index\.html in app: if it is the app, name that folder\.$/,
  });
  // A file of this name is a key, a folder is not.
  await scanApp(place, { folder: 'app/id_rsa' });
  const gone = scanApp({ ...place, workspace: join(place.workspace, 'gone') });
  await assert.rejects(gone, { code: 'folder_missing', message: /^The .*workspace/ });
});

test("a folder that contains the runner's temporary files is refused", async (t) => {
  const place = createWorkspace(t, { 'index.html': '', 'temp/x.txt': '' });
  symlinkSync(join(place.app, 'temp'), join(place.workspace, 'link'));
  for (const runnerTemp of ['app', 'app/temp', 'link']) {
    const refused = scanApp(place, { runnerTemp: join(place.workspace, runnerTemp) });
    await assert.rejects(refused, {
      code: 'folder_not_allowed',
      message: /contains .*the runner's temp/,
    });
  }
  for (const runnerTemp of ['other', 'app/not/there', ''])
    await scanApp(place, { runnerTemp: join(place.workspace, runnerTemp) });
  // An empty path is not the current folder.
  await scanApp(
    { ...place, workspace: process.cwd() },
    { folder: '.', include: ['package.json'], runnerTemp: '' },
  );
});

test('a folder without a file to send is refused, and the error names what is excluded', async (t) => {
  const folder = openApp(createWorkspace(t));
  await assert.rejects(folder.scan(), {
    code: 'folder_empty',
    message: /^The folder app is empty\.$/,
  });
  assert.equal(folder.repositoryPath, 'app', 'known anyway');
  assert.equal(await folder.readLines('index.html', 1, 2), null);
  const scanHidden = (names: string) =>
    scanApp(createWorkspace(t, Object.fromEntries([...names].map((name) => [`.${name}`, '']))));
  await assert.rejects(
    scanHidden('ab'),
    / is excluded: \.a \(hidden file\), \.b \(hidden file\)\.$/,
  );
  await assert.rejects(
    scanHidden('abcdefghijkl'),
    / is excluded: \.a .*, \.j \(hidden file\) and 2 more\.$/,
  );
});

test('an abort ends the listing, the scan and the upload, and nothing is read afterwards', async (t) => {
  await assert.rejects(
    openApp({ workspace: '/nowhere' }, { signal: AbortSignal.abort() }).scan(),
    /aborted/,
  );
  const abortSoon = (controller: AbortController) =>
    setImmediate(() => controller.abort(new Error('cancelled')));
  const many = Object.fromEntries(
    Array.from({ length: stepsPerTurn * 2 }, (_, index) => [`${index}.txt`, '']),
  );
  for (const files of [many, { 'a.bin': Buffer.alloc(pieceBytes * 100, 0xff) }]) {
    const place = createWorkspace(t, files);
    const [scanning, sending] = [new AbortController(), new AbortController()];
    abortSoon(scanning);
    await assert.rejects(scanApp(place, { signal: scanning.signal }), /cancelled/);
    const { createBody } = await openApp(place, { signal: sending.signal }).scan();
    abortSoon(sending);
    // The abort works even if the consumer never waits.
    await assert.rejects(collect(createBody('tides').stream()), /cancelled/);
    await assert.rejects(createBody('tides').stream()[Symbol.asyncIterator]().next(), /cancelled/);
  }
});

test('each scan reads texts, fields and the locations of problems again', async (t) => {
  const place = createWorkspace(t, { 'service.json': '{' });
  const folder = openApp(place);
  await folder.scan();
  writeFiles(place.app, { ...tides, 'key.js': 'sk_live_Ab3dE9fGh2JkLm7NpQrS5tUv' });
  const scanned = await folder.scan();
  assert.equal(scanned.fields.name, 'Tides');
  assert.equal(scanned.serviceJson, '{"name":"Tides"}');
  assert.equal(scanned.readText('service.json', 16), '{"name":"Tides"}');
  assert.equal(scanned.readText('service.json', 15), null);
  assert.equal(scanned.readText('key.js', 999), null, 'no diff shows a key');
  assert.deepEqual(await folder.readLines('index.html', 2, 2), ['<title>"é"</title>']);
  const named = {
    line: null,
    column: null,
    code: null,
    message: 'Too long',
    fix: null,
    severity: 'error',
  } as const;
  const located = await scanned.locate(
    [{ ...named, path: 'service.json', field: 'name' }],
    'files',
  );
  assert.partialDeepStrictEqual(located, [{ path: 'service.json', line: 1, column: 9 }]);
});

test('readLines returns the lines of a file, and null for files that must not be shown', async (t) => {
  const place = createWorkspace(t, {
    'a.html': `one\r\ntwo\n${'x'.repeat(3_000)}\n`,
    'big.txt': `${'y'.repeat(99)}\n`.repeat(84_000),
    'gone.txt': 'x',
    'open.txt': 'one\ntwo',
    'dot.png': Buffer.from([0x89, 0x50, 0x0a, 0]),
    'empty.txt': '',
    'id.txt': '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B',
    'key.js': 'one\nsk_live_Ab3dE9fGh2JkLm7NpQrS5tUv',
  });
  const folder = openApp(place);
  await folder.scan();
  const readLines = folder.readLines.bind(folder);
  rmSync(join(place.app, 'gone.txt'));
  assert.deepEqual(await readLines('a.html', 1, 2), ['one', 'two']);
  assert.deepEqual(await readLines('a.html', 3, 9), ['x'.repeat(3_000)]);
  assert.deepEqual(await readLines('open.txt', 2, 3), ['two']);
  assert.equal(await readLines('a.html', 4, 9), null);
  for (const path of ['none', 'dot.png', 'gone.txt', 'empty.txt', 'big.txt', 'id.txt', 'key.js'])
    assert.equal(await readLines(path, 1, 2), null, path);
});

test('the body has the documented form, and the upload reports its progress', async (t) => {
  const progress: number[] = [];
  const watchUpload = (totalBytes: number) => {
    assert.equal(totalBytes, body.length);
    return (sentBytes: number) => progress.push(sentBytes);
  };
  const large = 'x'.repeat(1_000_000);
  const folder = await openApp(createWorkspace(t, { ...tides, 'large.txt': large }), {
    watchUpload,
  }).scan();
  const body = folder.createBody('tides');
  const bytes = await collect(body.stream());
  assert.equal(bytes.length, body.length);
  assert.deepEqual(JSON.parse(bytes.toString()), {
    slug: 'tides',
    files: {
      'assets/dot.png': 'data:image/png;base64,iVBORw==',
      'index.html': page,
      'large.txt': large,
      'service.json': '{"name":"Tides"}',
    },
  });
  assert.ok(progress.length > 1);
  assert.equal(progress.at(-1), body.length);
});
