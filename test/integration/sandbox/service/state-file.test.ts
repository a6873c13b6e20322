import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSandbox } from '../../../../sandbox/server.ts';
import {
  findStateFile,
  loadState,
  lockState,
  saveState,
} from '../../../../sandbox/service/state-file.ts';
import { soundFolder } from '../../../unit/sandbox/client.ts';

test('a sandbox restores its state from the state file, and rejects changes that cannot be saved', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'new', 'state.json');
  const seed = [{ slug: 'gone', files: soundFolder }];
  const open = () =>
    createSandbox({ seed, ...loadState(file), save: (state) => saveState(file, state) });
  const first = open();
  const files = new Map([...soundFolder, ['assets/__proto__', 'x']]);
  for (const slug of ['zebra', 'tides', 'gone']) first.put({ slug, files, status: 'in_review' });
  first.move('tides', 'approve', 'Fine.');
  first.edit('tides', { html: '<title>New</title>' });
  first.configure({ termsVersion: '2027-01' });
  first.remove('gone');
  assert.deepEqual(readdirSync(join(folder, 'new')), ['state.json']);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  assert.throws(() => first.edit('tides', { name: 'New' }), /state\.json\.new/);
  assert.throws(() => first.configure({ termsVersion: '2028-01' }), /state\.json\.new/);
  assert.deepEqual(readdirSync(file), []);
  rmSync(file, { recursive: true });
  renameSync(`${file}.away`, file);
  assert.deepEqual(readdirSync(join(folder, 'new')), ['state.json']);
  const second = open();
  assert.deepEqual(second.setup(), first.setup());
  assert.deepEqual(second.store.apps(), first.store.apps());
  assert.partialDeepStrictEqual(second.store.find('tides'), {
    published: files,
    reviewNote: 'Fine.',
    version: 2,
  });
  assert.equal(second.setup().termsVersion, '2027-01');
  const kept = readFileSync(file, 'utf8');
  const wrong = [
    '"format":2',
    '"accounts":[{}]',
    '"version":"2"',
    '"draft":{}',
    '"draft":[["a"]]',
    '"status":null',
  ];
  const changed = wrong.map((member) =>
    kept.replace(new RegExp(`${member.split(':')[0]}:("[^"]*"|\\d|\\[.*?\\]+)`), member),
  );
  for (const text of ['{', '[]', '{"format":3,"accounts":[],"apps":{}}', ...changed]) {
    writeFileSync(file, text);
    assert.throws(
      () => loadState(file),
      { message: /^The state file .*state\.json is broken: .*\. Fix it/ },
      text,
    );
    assert.equal(readFileSync(file, 'utf8'), text);
  }
});

test('the state file is never written through a link, and only its owner can read it', {
  skip: process.platform === 'win32',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'state.json');
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine', { mode: 0o644 });
  const state = { accounts: [], termsVersion: '2026-10', apps: [] };
  for (const link of [file, `${file}.new`]) {
    symlinkSync(victim, link);
    saveState(file, state);
    assert.equal(readFileSync(victim, 'utf8'), 'mine');
    assert.equal(lstatSync(file).isFile(), true);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  }
  // A file that is left over may be readable by everybody.
  writeFileSync(`${file}.new`, '', { mode: 0o644 });
  saveState(file, state);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('the state of a project is kept in no file and below no folder that is a link', {
  skip: process.platform === 'win32',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const project = join(folder, 'project');
  mkdirSync(join(project, 'real'), { recursive: true });
  symlinkSync(join(folder, 'victim'), join(project, 'dangling.json'));
  symlinkSync(folder, join(project, 'linked'));
  symlinkSync(join(folder, 'victim'), join(folder, 'outside.json'));
  const rows = {
    'dangling.json': /dangling\.json is a link\. Give --data/,
    'linked/state.json': /linked is a link/,
    'linked/new/state.json': /linked is a link/,
    [join(project, 'linked', 'state.json')]: /linked is a link/,
    '../outside.json': /outside\.json is a link/,
    [join(folder, 'outside.json')]: /outside\.json is a link/,
  };
  for (const [path, expected] of Object.entries(rows)) {
    assert.throws(() => findStateFile(path, project), { message: expected }, path);
  }
  assert.equal(
    findStateFile(join(project, 'real', 'state.json'), project),
    join(realpathSync(project), 'real', 'state.json'),
  );
});

test('the state file is locked even below a linked folder; a stale lock with our own PID is ignored', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = findStateFile(join(folder, 'new', 'state.json'));
  assert.equal(findStateFile(file), file);
  writeFileSync(`${file}.lock`, `${process.ppid}\n`);
  assert.throws(() => lockState(file), {
    message: `The state file ${file} is in use by another sandbox (process ${process.ppid}). Stop it, or give this one another --data.`,
  });
  writeFileSync(`${file}.lock`, `${process.pid}\n`);
  const unlock = lockState(file);
  unlock();
  assert.deepEqual(readdirSync(join(folder, 'new')), []);
  if (process.platform === 'win32') return;
  writeFileSync(file, '{}');
  symlinkSync(join(folder, 'new'), join(folder, 'other'));
  assert.equal(findStateFile(join(folder, 'other/state.json')), file);
  rmSync(file);
  assert.equal(findStateFile(join(folder, 'other/state.json')), file);
});
