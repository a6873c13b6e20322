import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { statuses } from '../../../sandbox/assumptions.ts';
import { openStateFolder, StateError } from '../../../sandbox/state-folder.ts';
import type { App } from '../../../sandbox/store.ts';
import { openSandbox, soundFiles } from './client.ts';

const isWindows = process.platform === 'win32';
const settings = { accounts: [{ name: 'developer', key: 'k' }], termsVersion: '2026-10' };

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox on a folder, which is let go at once: in these tests one follows the other. */
async function reopen(t: TestContext, folder: string, onError: (error: Error) => void = () => undefined) {
  const kept = openStateFolder(folder);
  kept.close();
  if (kept.state === null) kept.save({ settings });
  return openSandbox(t, { save: kept.save, onError, state: kept.state ?? { settings, apps: [] } });
}

function readState(folder: string) {
  const kept = openStateFolder(folder);
  kept.close();
  return kept.state;
}

test('a sandbox goes on where the last one ended: apps, published versions, terms and keys', async (t) => {
  const folder = await makeFolder(t);
  const first = await reopen(t, folder);
  for (const slug of ['zebra', 'tides', 'gone']) {
    await first.call('POST', '/api/miniapps', { slug, name: 'x' });
  }
  await first.call('POST', '/api/miniapps/deploy', {
    slug: 'tides',
    files: { ...soundFiles, 'assets/__proto__': 'x' },
  });
  await first.call('POST', '/api/miniapps/tides/submit', { accept_terms: '2026-10' });
  await first.control('POST', '/apps/tides/approve', { note: 'Fine.' });
  await first.control('PUT', '/settings', { terms_version: '2027-01' });
  await first.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  await first.call('DELETE', '/api/miniapps/gone');
  const second = await reopen(t, folder);
  assert.deepEqual(second.sandbox.keys, first.sandbox.keys);
  assert.deepEqual(second.sandbox.store.apps(), first.sandbox.store.apps());
  assert.equal(second.sandbox.store.settings().termsVersion, '2027-01');
  assert.equal((await second.visit('tides')).body, soundFiles['index.html']);
  assert.deepEqual((await readdir(folder)).sort(), ['app-tides.json', 'app-zebra.json', 'settings.json']);
});

test('changes that overlap are all kept when their responses are there', async (t) => {
  const folder = await makeFolder(t);
  const first = await reopen(t, folder);
  const slugs = Array.from({ length: 20 }, (_, index) => `app-${index}`);
  await Promise.all(slugs.map((slug) => first.call('POST', '/api/miniapps', { slug, name: 'x' })));
  const state = readState(folder);
  assert.deepEqual(state?.apps.map(({ slug }) => slug).sort(), slugs.toSorted());
});

test('a change that cannot be kept is a 500 that did not happen, leaves nothing behind, and hinders no other', async (t) => {
  const folder = await makeFolder(t);
  const errors: Error[] = [];
  const { call } = await reopen(t, folder, (error) => errors.push(error));
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'Old' });
  // A folder in the place of the file cannot be replaced by one.
  await unlink(join(folder, 'app-tides.json'));
  await mkdir(join(folder, 'app-tides.json', 'x'), { recursive: true });
  const { status, body } = await call('PATCH', '/api/miniapps/tides', { name: 'New' });
  assert.deepEqual([status, body.error.code], [500, 'internal']);
  assert.match(errors[0]?.message ?? '', /^Could not write .*app-tides\.json: /);
  assert.equal((await call('GET', '/api/miniapps/tides')).body.name, 'Old');
  assert.deepEqual((await readdir(folder)).sort(), ['app-tides.json', 'settings.json']);
  assert.equal((await call('POST', '/api/miniapps', { slug: 'other', name: 'x' })).status, 201);
  await rm(join(folder, 'app-tides.json'), { recursive: true });
  assert.equal((await call('PATCH', '/api/miniapps/tides', { name: 'New' })).status, 200);
  assert.deepEqual(
    readState(folder)
      ?.apps.map(({ slug }) => slug)
      .sort(),
    ['other', 'tides'],
  );
});

test('a full disk is named, leaves no half file, and all is well once there is room', {
  skip: process.platform !== 'linux' || process.getuid?.() !== 0,
}, async (t) => {
  const folder = await makeFolder(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    // A container that may not mount shows the same by the test above.
    return t.diagnostic('no disk of its own could be mounted');
  }
  // A file system that is in use goes once it is not.
  await using _disk = { [Symbol.asyncDispose]: async () => void execFileSync('umount', ['-l', folder]) };
  const errors: Error[] = [];
  const { call } = await reopen(t, folder, (error) => errors.push(error));
  await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  const large = { ...soundFiles, 'assets/large.txt': 'x'.repeat(400_000) };
  assert.equal((await call('POST', '/api/miniapps/deploy', { slug: 'tides', files: large })).status, 500);
  assert.match(errors[0]?.message ?? '', /app-tides\.json: no space is left on the disk \(ENOSPC\)\.$/);
  assert.deepEqual((await readdir(folder)).sort(), ['app-tides.json', 'settings.json']);
  assert.equal((await call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles })).status, 200);
  assert.equal(readState(folder)?.apps[0]?.draft.size, 3);
});

test('a state file that was taken away by hand hinders no change: deleted is deleted', async (t) => {
  const folder = await makeFolder(t);
  const { call } = await reopen(t, folder);
  for (const slug of ['tides', 'other']) await call('POST', '/api/miniapps', { slug, name: 'x' });
  await unlink(join(folder, 'app-tides.json'));
  assert.equal((await call('DELETE', '/api/miniapps/tides')).status, 200);
  await unlink(join(folder, 'app-other.json'));
  assert.equal((await call('PATCH', '/api/miniapps/other', { name: 'y' })).status, 200);
  assert.deepEqual((await readdir(folder)).sort(), ['app-other.json', 'settings.json']);
});

test('what a crash left half written is cleared away, and not mistaken for a whole file', async (t) => {
  const folder = await makeFolder(t);
  await (await reopen(t, folder)).call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  await writeFile(join(folder, 'app-tides.json.new'), '{"for');
  assert.equal(readState(folder)?.apps.length, 1);
  assert.deepEqual((await readdir(folder)).sort(), ['app-tides.json', 'settings.json']);
});

const folderFiles = fc
  .array(fc.tuple(fc.string(), fc.string()))
  .map((entries): ReadonlyMap<string, string> => new Map(entries));
const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
const anyApp: fc.Arbitrary<App> = fc.record({
  slug: fc.stringMatching(/^[a-z0-9-]{3,32}$/),
  owner: fc.constant('developer'),
  draft: folderFiles,
  published: fc.constant(null),
  status: fc.constantFrom(...statuses),
  reviewNote: fc.option(fc.string()),
  version: fc.integer({ min: 1 }),
  createdAt: time,
  updatedAt: time,
  publishedAt: fc.constant(null),
  submittedAt: fc.option(time),
});

test('any app comes back from its file as it was', async (t) => {
  const folder = await makeFolder(t);
  const kept = openStateFolder(folder);
  kept.save({ settings });
  kept.close();
  fc.assert(
    fc.property(anyApp, fc.option(fc.tuple(folderFiles, time)), (made, publication) => {
      const [published, publishedAt] = publication ?? [null, null];
      const status = published === null && made.status.startsWith('published') ? 'draft' : made.status;
      const app: App = { ...made, status, published, publishedAt };
      kept.save({ slug: app.slug, app });
      assert.deepEqual(readState(folder)?.apps, [app]);
      kept.save({ slug: app.slug, app: null });
    }),
    { numRuns: 40 },
  );
});

test('a broken file is an error that names it and says what does not fit; nothing is changed or lost', async (t) => {
  const folder = await makeFolder(t);
  const first = await reopen(t, folder);
  await first.call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  const app = JSON.parse(await readFile(join(folder, 'app-tides.json'), 'utf8'));
  const kept = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'));
  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['app-tides.json', '{"form', /JSON/],
    ['app-tides.json', '[]', /"format": 1/],
    ...Object.keys(app)
      .filter((name) => name !== 'format')
      .map((name) => ['app-tides.json', JSON.stringify({ ...app, [name]: [1] }), new RegExp(`"${name}"`)] as const),
    ['app-tides.json', JSON.stringify({ ...app, status: 'toString' }), /"status"/],
    ['app-tides.json', JSON.stringify({ ...app, slug: 'other' }), /"slug" is other/],
    ['app-tides.json', JSON.stringify({ ...app, updatedAt: 9e15 }), /"updatedAt"/],
    ['app-tides.json', JSON.stringify({ ...app, createdAt: 1.5 }), /"createdAt"/],
    ['app-tides.json', JSON.stringify({ ...app, version: 0 }), /"version"/],
    ['app-tides.json', JSON.stringify({ ...app, owner: 'nobody' }), /"owner"/],
    ['app-tides.json', JSON.stringify({ ...app, publishedAt: 1 }), /"published"/],
    ['app-tides.json', JSON.stringify({ ...app, status: 'published' }), /"status" says/],
    ['settings.json', '{"format":1}', /"accounts"/],
    ['settings.json', JSON.stringify({ ...kept, accounts: [] }), /"accounts" is empty/],
    ['settings.json', JSON.stringify({ ...kept, accounts: [{ name: 1 }] }), /"name"/],
    ['settings.json', JSON.stringify({ ...kept, accounts: [kept.accounts[0], kept.accounts[0]] }), /twice/],
    ['settings.json', JSON.stringify({ ...kept, termsVersion: '' }), /"termsVersion"/],
  ];
  for (const [name, text, words] of broken) {
    const file = join(folder, name);
    const before = await readFile(file, 'utf8');
    await writeFile(file, text);
    assert.throws(
      () => openStateFolder(folder),
      (error) => {
        assert.ok(error instanceof StateError && error.cause instanceof Error);
        assert.deepEqual([error.file, error.message.includes(file)], [file, true]);
        assert.match(error.message, words);
        return true;
      },
    );
    assert.equal(await readFile(file, 'utf8'), text);
    await writeFile(file, before);
  }
  await writeFile(join(folder, 'app-Tides.json'), JSON.stringify(app));
  assert.throws(() => openStateFolder(folder), /app-Tides\.json is broken/);
  await unlink(join(folder, 'app-Tides.json'));
  await unlink(join(folder, 'settings.json'));
  assert.throws(() => openStateFolder(folder), /settings\.json is broken: it is missing/);
  assert.deepEqual(await readdir(folder), ['app-tides.json']);
});

test('state files are for their owner alone, since they have keys in them', { skip: isWindows }, async (t) => {
  const folder = await makeFolder(t);
  await (await reopen(t, folder)).call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  assert.equal((await stat(join(folder, 'settings.json'))).mode & 0o777, 0o600);
});

test('a folder is taken by one sandbox at a time, and let go again', async (t) => {
  const folder = join(await makeFolder(t), 'new');
  const first = openStateFolder(folder);
  assert.throws(() => openStateFolder(folder), new RegExp(`process ${process.pid}.*delete .*lock`));
  first.close();
  openStateFolder(folder).close();
  assert.deepEqual(await readdir(folder), []);
});

test('a lock that was left behind is no hindrance, also when its number belongs to another process by now', async (t) => {
  const folder = await makeFolder(t);
  const { ppid } = process;
  for (const text of [
    'nonsense',
    '',
    '{"pid":2147483646,"started":null,"id":"x"}',
    `{"pid":${ppid},"started":"earlier","id":"x"}`,
  ]) {
    await writeFile(join(folder, 'lock'), text);
    openStateFolder(folder).close();
    assert.deepEqual(await readdir(folder), []);
  }
  await writeFile(join(folder, 'lock'), `{"pid":${ppid},"started":null,"id":"x"}`);
  assert.throws(() => openStateFolder(folder), /Another sandbox/);
});

test('a lock that somebody else took meanwhile is not taken away from them', async (t) => {
  const folder = await makeFolder(t);
  const first = openStateFolder(folder);
  await unlink(join(folder, 'lock'));
  const second = openStateFolder(folder);
  first.close();
  assert.deepEqual(await readdir(folder), ['lock']);
  second.close();
});

test('of processes that start at once on a lock left behind exactly one gets the folder', async (t) => {
  const folder = await makeFolder(t);
  const module = join(import.meta.dirname, '../../../sandbox/state-folder.ts');
  const script = `import { openStateFolder } from ${JSON.stringify(module)};
    try { openStateFolder(${JSON.stringify(folder)}); process.stdout.write('won\\n'); process.stdin.resume(); }
    catch (error) { process.stdout.write(error.message.includes('Another sandbox') ? 'lost\\n' : error.stack); process.exit(); }`;
  for (let round = 0; round < 2; round += 1) {
    await writeFile(join(folder, 'lock'), `{"pid":2147483646,"started":null,"id":"${round}"}`);
    const children = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const ended = children.map((child) => once(child, 'close'));
    const said = await Promise.all(children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()));
    assert.deepEqual(said.sort(), ['lost', 'lost', 'lost', 'lost', 'won']);
    for (const { stdin } of children) stdin.end();
    await Promise.all(ended);
  }
});
