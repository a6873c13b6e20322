import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSandbox } from '../../../sandbox/sandbox.ts';
import { loadState, saveState } from '../../../sandbox/state-file.ts';
import { soundFolder } from '../../unit/sandbox/client.ts';

async function makeFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'state-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'state.json');
  const open = () => createSandbox({ ...loadState(file), save: (state) => saveState(file, state) });
  return { folder, file, open };
}

test('a sandbox goes on where the last one ended, from a file that is for its owner alone', async (t) => {
  const { folder, file, open } = await makeFile(t);
  const first = open();
  const files = new Map([...soundFolder, ['assets/__proto__', 'x']]);
  for (const slug of ['zebra', 'tides', 'gone']) first.put({ slug, files, status: 'in_review' });
  first.move('tides', 'approve', 'Fine.');
  first.edit('tides', { html: '<title>New</title>' });
  first.configure({ termsVersion: '2027-01' });
  first.remove('gone');
  const second = open();
  assert.deepEqual(second.setup(), first.setup());
  assert.deepEqual(second.store.apps(), first.store.apps());
  assert.deepEqual(second.store.find('tides')?.published, files);
  assert.deepEqual(await readdir(folder), ['state.json']);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a change that cannot be kept did not happen', async (t) => {
  const { file, open } = await makeFile(t);
  const sandbox = open();
  sandbox.put({ slug: 'tides', files: soundFolder });
  const before = await readFile(file, 'utf8');
  await mkdir(`${file}.new`);
  assert.throws(() => sandbox.edit('tides', { name: 'New' }), /state\.json\.new/);
  assert.throws(() => sandbox.configure({ termsVersion: '2027-01' }), /state\.json\.new/);
  assert.deepEqual(sandbox.store.find('tides')?.draft, soundFolder);
  assert.equal(sandbox.setup().termsVersion, '2026-10');
  assert.equal(await readFile(file, 'utf8'), before);
});

test('a file that cannot be read is an error that names it, and is left as it is', async (t) => {
  const { file } = await makeFile(t);
  for (const text of ['', '{', '[]', '{"format":2}', '{"format":3,"accounts":[],"apps":{}}']) {
    await writeFile(file, text);
    assert.throws(() => loadState(file), { message: /^The state file .*state\.json is broken: / }, text);
    assert.equal(await readFile(file, 'utf8'), text);
  }
});
