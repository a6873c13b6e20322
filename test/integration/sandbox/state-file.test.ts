import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSandbox } from '../../../sandbox/sandbox.ts';
import { openStateFile } from '../../../sandbox/state-file.ts';

const sound = { 'service.json': '{"name": "Tides"}', 'index.html': '<title>Tides</title>' };
const files = new Map([...Object.entries(sound), ['assets/__proto__', 'x']]);

async function makeFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  t.after(() => rm(folder, { recursive: true }));
  return { folder, path: join(folder, 'state.json') };
}

/** A sandbox that keeps its state in a folder, which is let go at once: in these tests one follows the other. */
function reopen(folder: string) {
  const file = openStateFile(folder);
  file.close();
  return createSandbox({ save: file.save, ...(file.state !== null && { state: file.state }) });
}

test('a sandbox goes on where the last one ended, from a file that is for its owner alone', async (t) => {
  const { folder, path } = await makeFolder(t);
  const first = reopen(folder);
  for (const slug of ['zebra', 'tides', 'gone']) first.put({ slug, files, status: 'in_review' });
  first.move('tides', 'approve', 'Fine.');
  first.edit('tides', { html: '<title>New</title>' });
  first.configure({ termsVersion: '2027-01' });
  first.remove('gone');
  const second = reopen(folder);
  assert.deepEqual(second.store.settings(), first.store.settings());
  assert.deepEqual(second.store.apps(), first.store.apps());
  assert.deepEqual(second.store.find('tides')?.published, files);
  assert.deepEqual(await readdir(folder), ['state.json']);
  if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('a change that cannot be kept did not happen', async (t) => {
  const { folder, path } = await makeFolder(t);
  const sandbox = reopen(folder);
  sandbox.put({ slug: 'tides', files });
  const before = await readFile(path, 'utf8');
  await mkdir(`${path}.new`);
  assert.throws(() => sandbox.edit('tides', { name: 'New' }), /state\.json\.new/);
  assert.deepEqual(sandbox.store.find('tides')?.draft, files);
  assert.equal(await readFile(path, 'utf8'), before);
});

test('a file that cannot be read is an error that names it, and is left as it is', async (t) => {
  const { folder, path } = await makeFolder(t);
  for (const text of ['', '{', '[]', '{"format":1}', '{"format":2,"settings":{},"apps":{}}']) {
    await writeFile(path, text);
    const message = /^The state file .*state\.json is broken: .*nothing was changed\.$/;
    assert.throws(() => openStateFile(folder), { message }, text);
    assert.deepEqual([await readFile(path, 'utf8'), await readdir(folder)], [text, ['state.json']]);
  }
});

test('a folder is taken by one sandbox at a time, and let go again, also by one that is gone', async (t) => {
  const { folder } = await makeFolder(t);
  const file = openStateFile(folder);
  assert.throws(() => openStateFile(folder), /Another sandbox \(process \d+\) uses this folder\. .*lock/);
  file.close();
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(join(folder, 'lock'), String(pid));
  openStateFile(folder).close();
  assert.deepEqual(await readdir(folder), []);
});
