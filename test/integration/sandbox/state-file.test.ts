import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSandbox } from '../../../sandbox/sandbox.ts';
import { openStateFile } from '../../../sandbox/state-file.ts';

const files = new Map([
  ['service.json', '{"name": "Tides"}'],
  ['index.html', '<title>Tides</title>'],
  ['assets/__proto__', 'x'],
]);

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox that keeps its state in a folder, which is let go at once: in these tests one follows the other. */
function reopen(folder: string) {
  const file = openStateFile(folder);
  file.close();
  return createSandbox({ save: file.save, ...(file.state !== null && { state: file.state }) });
}

test('a sandbox goes on where the last one ended: apps, published versions, terms and keys', async (t) => {
  const folder = await makeFolder(t);
  const first = reopen(folder);
  for (const slug of ['zebra', 'tides', 'gone']) first.put({ slug, files, status: 'in_review' });
  first.move('tides', 'approve', 'Fine.');
  first.edit('tides', { html: '<title>New</title>' });
  first.configure({ termsVersion: '2027-01' });
  first.remove('gone');
  const second = reopen(folder);
  assert.deepEqual(second.store.settings(), first.store.settings());
  assert.deepEqual(second.store.apps(), first.store.apps());
  assert.equal(second.store.find('tides')?.published?.get('assets/__proto__'), 'x');
  assert.deepEqual(await readdir(folder), ['state.json']);
});

test('the file is for its owner alone, since it has keys in it', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await makeFolder(t);
  reopen(folder).put({ slug: 'tides', files });
  assert.equal((await stat(join(folder, 'state.json'))).mode & 0o777, 0o600);
});

test('a change that cannot be kept did not happen', async (t) => {
  const folder = await makeFolder(t);
  const sandbox = reopen(folder);
  sandbox.put({ slug: 'tides', files });
  const before = await readFile(join(folder, 'state.json'), 'utf8');
  await mkdir(join(folder, 'state.json.new'));
  assert.throws(() => sandbox.edit('tides', { name: 'New' }), /state\.json\.new/);
  assert.deepEqual(sandbox.store.find('tides')?.draft, files);
  assert.equal(await readFile(join(folder, 'state.json'), 'utf8'), before);
});

for (const text of ['', '{', '[]', '{"format":1}', '{"format":2,"settings":{},"apps":{}}']) {
  test(`a file with ${JSON.stringify(text)} is an error that names it, and is left as it is`, async (t) => {
    const folder = await makeFolder(t);
    await writeFile(join(folder, 'state.json'), text);
    assert.throws(
      () => openStateFile(folder),
      /^Error: The state file .*state\.json is broken: .*nothing was changed\.$/,
    );
    assert.deepEqual(
      [await readFile(join(folder, 'state.json'), 'utf8'), await readdir(folder)],
      [text, ['state.json']],
    );
  });
}

test('a folder is taken by one sandbox at a time, and let go again', async (t) => {
  const folder = await makeFolder(t);
  const file = openStateFile(folder);
  assert.throws(() => openStateFile(folder), /Another sandbox \(process \d+\) uses this folder\. .*lock/);
  file.close();
  openStateFile(folder).close();
});

test('a lock whose process is gone is taken over', async (t) => {
  const folder = await makeFolder(t);
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(join(folder, 'lock'), String(pid));
  openStateFile(folder).close();
  assert.deepEqual(await readdir(folder), []);
});
