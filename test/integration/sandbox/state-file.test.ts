import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSandbox } from '../../../sandbox/sandbox.ts';
import { loadState, saveState } from '../../../sandbox/state-file.ts';
import { soundFolder } from '../../unit/sandbox/client.ts';

test('a sandbox goes on where the last one ended, from a file for its owner alone; what cannot be kept does not happen', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'new', 'state.json');
  const seed = [{ slug: 'gone', files: soundFolder }];
  const open = () => createSandbox({ seed, ...loadState(file), save: (state) => saveState(file, state) });
  const first = open();
  const files = new Map([...soundFolder, ['assets/__proto__', 'x']]);
  for (const slug of ['zebra', 'tides', 'gone']) first.put({ slug, files, status: 'in_review' });
  first.move('tides', 'approve', 'Fine.');
  first.edit('tides', { html: '<title>New</title>' });
  first.configure({ termsVersion: '2027-01' });
  first.remove('gone');
  assert.deepEqual(readdirSync(join(folder, 'new')), ['state.json']);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  mkdirSync(`${file}.new`);
  assert.throws(() => first.edit('tides', { name: 'New' }), /state\.json\.new/);
  assert.throws(() => first.configure({ termsVersion: '2028-01' }), /state\.json\.new/);
  rmSync(`${file}.new`, { recursive: true });
  const second = open();
  assert.deepEqual(second.setup(), first.setup());
  assert.deepEqual(second.store.apps(), first.store.apps());
  assert.partialDeepStrictEqual(second.store.find('tides'), { published: files, reviewNote: 'Fine.', version: 2 });
  assert.equal(second.setup().termsVersion, '2027-01');
  for (const text of ['{', '[]', '{"format":2}', '{"format":3,"accounts":[],"apps":{}}']) {
    writeFileSync(file, text);
    assert.throws(() => loadState(file), { message: /^The state file .*state\.json is broken: / }, text);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
});
