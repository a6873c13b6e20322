import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createStateFolder, StateError } from '../../../sandbox/state-file.ts';
import { lockFolder } from '../../../sandbox/state-lock.ts';
import type { State } from '../../../sandbox/store.ts';
import { openSandbox, soundFiles } from './client.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function reopen(t: TestContext, folder: string) {
  const kept = createStateFolder(folder);
  const state = await kept.load();
  return openSandbox(t, { save: kept.save, ...(state !== null && { state }) });
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
  await first.control('PUT', '/terms', { version: '2027-01' });
  await first.call('PATCH', '/api/miniapps/tides', { html: '<title>New</title>' });
  await first.call('DELETE', '/api/miniapps/gone');
  const second = await reopen(t, folder);
  assert.deepEqual(second.sandbox.keys, first.sandbox.keys);
  assert.deepEqual(second.sandbox.store.apps(), first.sandbox.store.apps());
  assert.equal(second.sandbox.store.settings().termsVersion, '2027-01');
  assert.equal((await second.call('GET', '/a/tides/', undefined, {})).body, soundFiles['index.html']);
  assert.deepEqual((await readdir(folder)).sort(), ['app-tides.json', 'app-zebra.json', 'settings.json']);
});

test('changes that overlap are all kept when their answers are there', async (t) => {
  const folder = await makeFolder(t);
  const first = await reopen(t, folder);
  const slugs = Array.from({ length: 20 }, (_, index) => `app-${index}`);
  await Promise.all(slugs.map((slug) => first.call('POST', '/api/miniapps', { slug, name: 'x' })));
  const state = await createStateFolder(folder).load();
  assert.deepEqual(state?.apps.map(({ slug }) => slug).sort(), slugs.toSorted());
});

test('a broken file is an error that names it, and nothing is changed or lost', async (t) => {
  const folder = await makeFolder(t);
  const first = await reopen(t, folder);
  await first.call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  const whole = await readFile(join(folder, 'app-tides.json'), 'utf8');
  for (const [name, text] of [
    ['app-tides.json', whole.slice(0, -9)],
    ['settings.json', '{"format":1}'],
  ] as const) {
    const file = join(folder, name);
    const before = await readFile(file, 'utf8');
    await writeFile(file, text);
    await assert.rejects(createStateFolder(folder).load(), (error) => {
      assert.ok(error instanceof StateError && error.cause instanceof Error);
      assert.deepEqual([error.file, error.message.includes(file)], [file, true]);
      return true;
    });
    assert.equal(await readFile(file, 'utf8'), text);
    await writeFile(file, before);
  }
  await rm(join(folder, 'settings.json'));
  await assert.rejects(createStateFolder(folder).load(), /settings\.json is broken: it is missing/);
});

test('a file that was being written in a crash is not mistaken for a whole one', async (t) => {
  const folder = await makeFolder(t);
  await (await reopen(t, folder)).call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  await writeFile(join(folder, 'app-tides.json.new'), '{"for');
  assert.equal((await createStateFolder(folder).load())?.apps.length, 1);
});

test('a change that cannot be kept is answered with 500, and is kept as soon as that works again', async (t) => {
  const folder = await makeFolder(t);
  const errors: Error[] = [];
  const kept = createStateFolder(folder);
  const { call } = await openSandbox(t, { save: kept.save, onError: (error) => errors.push(error) });
  await mkdir(join(folder, 'app-tides.json.new'));
  const { status, body } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  assert.deepEqual([status, body.error.code, errors.length], [500, 'internal', 1]);
  await rm(join(folder, 'app-tides.json.new'), { recursive: true });
  await call('POST', '/api/miniapps', { slug: 'other', name: 'x' });
  const state = await createStateFolder(folder).load();
  assert.deepEqual(state?.apps.map(({ slug }) => slug).sort(), ['other', 'tides']);
});

test('only what has changed is written, and a save of nothing writes nothing', async (t) => {
  const folder = await makeFolder(t);
  const kept = createStateFolder(folder);
  const state: State = { settings: { accounts: [{ name: 'a', key: 'k' }], termsVersion: '1' }, apps: [] };
  await kept.save(state);
  await rm(join(folder, 'settings.json'));
  await kept.save({ ...state });
  assert.deepEqual(await readdir(folder), []);
});

test('state files are for their owner alone, since they hold keys', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await makeFolder(t);
  await (await reopen(t, folder)).call('POST', '/api/miniapps', { slug: 'tides', name: 'x' });
  assert.equal((await stat(join(folder, 'settings.json'))).mode & 0o777, 0o600);
});

test('a folder is taken by one sandbox at a time, and a lock that was left behind is no hindrance', async (t) => {
  const folder = join(await makeFolder(t), 'new');
  const unlock = await lockFolder(folder, process.ppid);
  await assert.rejects(lockFolder(folder, process.pid), new RegExp(`process ${process.ppid}.*lock`));
  await unlock();
  await writeFile(join(folder, 'lock'), 'nonsense');
  await (await lockFolder(folder, process.pid))();
  await writeFile(join(folder, 'lock'), '2147483646');
  await (await lockFolder(folder, process.pid))();
  assert.deepEqual(await readdir(folder), []);
});
