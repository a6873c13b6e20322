import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ErrorCode } from '../../../src/errors.ts';
import { createBody } from '../../../src/folder/deploy-payload.ts';
import { readLines } from '../../../src/folder/folder.ts';
import { stepsPerTurn } from '../../../src/folder/read.ts';
import { collect, createWorkspace, type Files, readApp, writeFiles } from './app-folder.ts';

const page = '<!doctype html>\n<title>"é"</title>\n';
const tides: Files = {
  'index.html': page,
  'service.json': '{"name":"Tides"}',
  'assets/dot.png': Buffer.from('89504e47', 'hex'),
};

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

test('a folder has its contents, media types and encodings, its hash, and what is excluded and why', async (t) => {
  const place = createWorkspace(t, {
    ...tides,
    'assets/old.txt': Buffer.from([0x63, 0xe9]),
    '.env': 'KEY=1',
    'assets/id_rsa': '',
    'node_modules/x/index.js': '',
  });
  const folder = await readApp(place, { exclude: ['node_modules', 'deep'] });
  assert.deepEqual(
    folder.files.map((file) => [file.path, file.bytes.length, file.text, file.type, file.encoding]),
    [
      ['assets/dot.png', 4, null, 'image/png', 'base64'],
      ['assets/old.txt', 2, null, 'text/plain', 'base64'],
      ['index.html', 36, page, 'text/html', 'text'],
      ['service.json', 16, '{"name":"Tides"}', 'application/json', 'text'],
    ],
  );
  assert.deepEqual([folder.fileCount, folder.byteCount], [4, 58]);
  const lines = folder.files.map(
    ({ path, bytes }) => `${path}\0${bytes.length}\0${sha256(bytes)}\n`,
  );
  assert.equal(folder.contentHash, `sha256:${sha256(lines.join(''))}`);
  assert.deepEqual(folder.excluded, [
    { path: '.env', kind: 'hidden', reason: 'looks like a credential' },
    { path: 'assets/id_rsa', kind: 'credential', reason: 'looks like a credential' },
    { path: 'node_modules/', kind: 'node_modules', reason: 'node_modules' },
  ]);
});

test('warnings name files that look like credentials, and patterns that match nothing', async (t) => {
  const place = createWorkspace(t, { ...tides, 'assets/server.pem': '' });
  const { warnings } = await readApp(place, { exclude: ['deep'] });
  assert.deepEqual(warnings, [
    'Excluded because they are named like credentials: assets/server.pem. Rename any file that is not a credential.',
    'The exclude pattern deep matches nothing.',
  ]);
});

test('credentials that a job writes are never sent, and files with similar names are', async (t) => {
  const auths = JSON.stringify({ auths: { 'ghcr.io': { auth: 'dGlkZXM6c2VjcmV0' } } });
  const never = {
    'gha-creds-0123456789abcdef.json': '{"type":"external_account"}',
    'git-credentials-1f2e.config': '',
    'assets/env.production': 'KEY=1',
    'assets/docker/config.json': auths,
  };
  const sent = {
    'assets/config.json': '{"auths":{},"title":"auth"}',
    'assets/data.json': auths,
    'assets/env.json': '{}',
    'assets/b/env.production/a.txt': '',
    'assets/studio.env': '',
  };
  const folder = await readApp(createWorkspace(t, { ...tides, ...never, ...sent }));
  const names = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);
  assert.deepEqual(names(folder.excluded), Object.keys(never).sort());
  assert.deepEqual(names(folder.files), Object.keys({ ...tides, ...sent }).sort());
  assert.match(folder.warnings.join('\n'), /named like credentials.*gha-creds/);
});

test('a list in one pattern that matches nothing is an error, and other patterns are not', async (t) => {
  const place = createWorkspace(t, { ...tides, 'a,b.txt': '' });
  for (const pattern of ['*.map, *.txt', 'docs,drafts', '["docs", "*.map"]', "['docs']"]) {
    await assert.rejects(readApp(place, { exclude: [pattern] }), {
      code: 'pattern_invalid',
      next: /one pattern per line/,
    });
  }
  for (const pattern of ['a,b.*', '{docs,drafts}', '@(a,b|c)', 'docs', '[ab]'])
    await readApp(place, { exclude: [pattern] });
  await assert.rejects(readApp(place, { include: ['*.html, *.json'] }), {
    code: 'pattern_invalid',
  });
});

test('a folder in a submodule that is not checked out is refused with that reason', async (t) => {
  const place = createWorkspace(t);
  writeFiles(place.workspace, { '.gitmodules': '[submodule "app"]\n\tpath = app\n' });
  await assert.rejects(readApp(place), {
    code: 'folder_empty',
    message: 'The folder app is a submodule that is not checked out, so its files are missing.',
    next: /submodules: true/,
  });
});

test('texts that no read could return are a problem', async (t) => {
  const file = { 'assets/a.txt': Buffer.alloc(43_000_000, 1) };
  const { problems } = await readApp(createWorkspace(t, { ...tides, ...file }));
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ['app_too_large'],
  );
});

test('the repository path begins at the outermost repository in the workspace', async (t) => {
  const place = createWorkspace(t, { 'site/index.html': '' });
  const find = async () => (await readApp(place, { folder: 'app/site' })).repositoryPath;
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
  const read = async (folder: string) => {
    const [file] = (await readApp(place, { folder })).files;
    return file?.path;
  };
  for (const folder of ['.', '', place.workspace])
    assert.equal(await read(folder), 'app/index.html');
  for (const folder of [place.app, 'link', './app/'])
    assert.equal(await read(folder), 'index.html');
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
  const refused: readonly (readonly [string, ErrorCode, RegExp])[] = [
    ['nowhere', 'folder_missing', /^The folder nowhere does not exist\.$/],
    ['app/index.html/x', 'folder_missing', /does not exist/],
    [
      'app/index.html',
      'folder_not_a_folder',
      /^The folder app\/index\.html is a file, not a folder\.$/,
    ],
    ['..', 'folder_outside_workspace', /is outside the .*workspace/],
    ['out', 'folder_outside_workspace', /^The folder out is a link to \/.*, outside the /],
    [outside.app, 'folder_outside_workspace', /outside/],
    ['app/sub/.ssh', 'folder_not_allowed', /is inside a folder for credentials\.$/],
    ['app/.git/hooks', 'folder_not_allowed', /is inside a \.git folder\.$/],
    ['a\0b', 'folder_unreadable', /cannot be opened: ERR_INVALID_ARG_VALUE\./],
  ];
  for (const [folder, code, message] of refused)
    await assert.rejects(readApp(place, { folder }), { code, message });
  await assert.rejects(readApp(place, { folder: 'dist' }), {
    next: /\. Found index\.html in app: if it is the app, name that folder\.$/,
  });
  // A file of this name is a key, a folder is not.
  await readApp(place, { folder: 'app/id_rsa' });
  const gone = readApp({ ...place, workspace: join(place.workspace, 'gone') });
  await assert.rejects(gone, { code: 'folder_missing', message: /^The .*workspace/ });
});

test("a folder that contains the runner's temporary files is refused", async (t) => {
  const place = createWorkspace(t, { 'index.html': '', 'temp/x.txt': '' });
  symlinkSync(join(place.app, 'temp'), join(place.workspace, 'link'));
  for (const runnerTemp of ['app', 'app/temp', 'link']) {
    const refused = readApp(place, { runnerTemp: join(place.workspace, runnerTemp) });
    await assert.rejects(refused, {
      code: 'folder_not_allowed',
      message: /contains .*the runner's temp/,
    });
  }
  for (const runnerTemp of ['other', 'app/not/there', ''])
    await readApp(place, { runnerTemp: join(place.workspace, runnerTemp) });
  // An empty path is not the current folder.
  await readApp(
    { ...place, workspace: process.cwd() },
    { folder: '.', include: ['package.json'], runnerTemp: '' },
  );
});

test('a folder without a file to send is refused, and the error names what is excluded', async (t) => {
  await assert.rejects(readApp(createWorkspace(t)), {
    code: 'folder_empty',
    message: /^The folder app is empty\.$/,
  });
  const readHidden = (names: string) =>
    readApp(createWorkspace(t, Object.fromEntries([...names].map((name) => [`.${name}`, '']))));
  await assert.rejects(
    readHidden('ab'),
    / is excluded: \.a \(hidden file\), \.b \(hidden file\)\.$/,
  );
  await assert.rejects(
    readHidden('abcdefghijkl'),
    / is excluded: \.a .*, \.j \(hidden file\) and 2 more\.$/,
  );
});

test('an abort ends the listing and the reading', async (t) => {
  const place = createWorkspace(t, { 'a.txt': '' });
  await assert.rejects(readApp(place, { signal: AbortSignal.abort() }), /aborted/);
  const many = Object.fromEntries(
    Array.from({ length: stepsPerTurn * 2 }, (_, index) => [`${index}.txt`, '']),
  );
  const large = { 'a.bin': Buffer.alloc(5_000_000, 0xff), 'b.txt': 'x' };
  for (const files of [many, large]) {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('cancelled')));
    const { signal } = controller;
    await assert.rejects(readApp(createWorkspace(t, files), { signal }), /cancelled/);
  }
});

test('a folder has the draft fields for create and update, and its service.json', async (t) => {
  const folder = await readApp(createWorkspace(t, { ...tides, 'instructions.md': 'Be kind.' }));
  assert.deepEqual(folder.fields, { name: 'Tides', system_prompt: 'Be kind.', html: page });
  assert.equal(folder.serviceJson, '{"name":"Tides"}');
});

test('readLines returns the lines of a file, and null for files that must not be shown', async (t) => {
  const place = createWorkspace(t, {
    'a.html': `one\r\ntwo\n${'x'.repeat(3_000)}\n`,
    'big.txt': `${'y'.repeat(99)}\n`.repeat(84_000),
    'open.txt': 'one\ntwo',
    'dot.png': Buffer.from([0x89, 0x50, 0x0a, 0]),
    'empty.txt': '',
    'id.txt': '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B',
    'key.js': 'one\nsk_live_Ab3dE9fGh2JkLm7NpQrS5tUv',
  });
  const folder = await readApp(place);
  assert.deepEqual(readLines(folder, 'a.html', 1, 2), ['one', 'two']);
  assert.deepEqual(readLines(folder, 'a.html', 3, 9), ['x'.repeat(3_000)]);
  assert.deepEqual(readLines(folder, 'open.txt', 2, 3), ['two']);
  assert.equal(readLines(folder, 'a.html', 4, 9), null);
  for (const path of ['none', 'dot.png', 'empty.txt', 'big.txt', 'id.txt', 'key.js'])
    assert.equal(readLines(folder, path, 1, 2), null, path);
});

test('what was read is sent, even if the files change or vanish afterwards', async (t) => {
  const place = createWorkspace(t, tides);
  const folder = await readApp(place);
  writeFileSync(join(place.app, 'index.html'), 'other');
  rmSync(join(place.app, 'service.json'));
  const body = createBody('tides', folder);
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
});

test('a folder of more than 150 MB is a problem that names the largest files, and is not read', async (t) => {
  const place = createWorkspace(t, tides);
  for (const [name, bytes] of Object.entries({ 'assets/a.mp4': 90e6, 'assets/b.mp4': 60e6 })) {
    writeFileSync(join(place.app, name), '');
    truncateSync(join(place.app, name), bytes);
  }
  const { files, fileCount, byteCount, contentHash, problems } = await readApp(place);
  assert.deepEqual([files.length, fileCount, byteCount, contentHash], [0, 5, 150_000_056, '']);
  assert.deepEqual(
    problems.map(({ code, severity, message }) => `${severity} ${code}: ${message}`),
    [
      'error app_too_large: The included files take up 150 MB, which is more than the 150 MB that an app can have. The largest: assets/a.mp4 (90 MB), assets/b.mp4 (60 MB), index.html (36 B), service.json (16 B), assets/dot.png (4 B).',
    ],
  );
  const limited = await readApp(place, { exclude: ['assets/b.mp4'], maxSize: 80e6 });
  assert.deepEqual(limited.problems[0]?.code, 'folder_size');
  assert.equal(limited.files.length, 4);
});
