import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import {
  assertWritable,
  findObstacle,
  NewFiles,
  writeOwnFile,
} from '../../../../cli/files/own-files.ts';
import { listBelow } from '../../../support/repository.ts';

const stage = realpathSync.native(mkdtempSync(join(tmpdir(), 'own-')));
after(() => rmSync(stage, { recursive: true }));
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(stage, 'root-'));
});

test('a new file is written with the folders above it', () => {
  const files = new NewFiles(root);
  files.write('a/b/c.txt', 'text');
  files.write('a/b/d.bin', Buffer.from([0, 255]));
  assert.equal(readFileSync(join(root, 'a/b/c.txt'), 'utf8'), 'text');
  assert.deepEqual([...readFileSync(join(root, 'a/b/d.bin'))], [0, 255]);
  assert.deepEqual(
    ['a/b/c.txt', 'a/b/e.txt', 'x/y'].map((path) => files.has(path)),
    [true, false, false],
  );
});

test('a file that exists, or a link in its place, is never overwritten', () => {
  writeFileSync(join(root, 'a.txt'), 'mine');
  symlinkSync(join(stage, 'nowhere'), join(root, 'link.txt'));
  const files = new NewFiles(root);
  assert.throws(() => files.write('a.txt', 'new'), /^Error: a\.txt exists$/);
  assert.throws(() => files.write('link.txt', 'new'), /^Error: link\.txt exists$/);
  assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'mine');
  assert.equal(existsSync(join(stage, 'nowhere')), false);
});

test('nothing is written through a link, or below a file', () => {
  const outside = mkdtempSync(join(stage, 'outside-'));
  mkdirSync(join(root, 'a'));
  symlinkSync(outside, join(root, 'a/link'));
  writeFileSync(join(root, 'file'), '');
  const files = new NewFiles(root);
  for (const path of ['a/link/x.txt', 'a/link/b/x.txt']) {
    assert.throws(() => files.write(path, 'x'), /^Error: a\/link is a link$/);
    assert.throws(() => files.has(path), /^Error: a\/link is a link$/);
  }
  assert.throws(() => files.write('file/x.txt', 'x'), /^Error: file is not a folder$/);
  assert.deepEqual(readdirSync(outside), []);
});

test('undo deletes only what was written', () => {
  mkdirSync(join(root, 'there'));
  writeFileSync(join(root, 'there/mine.txt'), 'mine');
  const files = new NewFiles(root);
  files.write('there/new.txt', 'new');
  files.write('made/deep/new.txt', 'new');
  files.undo();
  assert.deepEqual(listBelow(root), ['there', 'there/mine.txt']);
  files.write('made/again.txt', 'new');
  assert.equal(readFileSync(join(root, 'made/again.txt'), 'utf8'), 'new');
});

test('with a suffix such as .part, no file gets its final name before it is complete', () => {
  const files = new NewFiles(root, '.part');
  writeFileSync(join(root, '.part'), 'somebody else writes here');
  assert.throws(() => files.write('a/b.txt', 'text'), /EEXIST/);
  assert.equal(existsSync(join(root, 'a/b.txt')), false);
  rmSync(join(root, '.part'));
  files.write('a/b.txt', 'text');
  assert.deepEqual(listBelow(root), ['a', 'a/b.txt']);
  files.undo();
  assert.deepEqual(listBelow(root), []);
});

test('only an empty file, or an earlier file written by the command, may be replaced', () => {
  const app = join(root, 'app');
  mkdirSync(app);
  const kind = { name: 'page of this command', mark: 'made by us', folders: [app] };
  writeFileSync(join(root, 'empty.html'), '');
  writeFileSync(join(root, 'ours.html'), '<!-- made by us -->');
  writeFileSync(join(root, 'theirs.html'), '<p>');
  symlinkSync('ours.html', join(root, 'link.html'));
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync('elsewhere', join(root, 'linked'));
  const rows: readonly (readonly [file: string, obstacle: string | null])[] = [
    ['new.html', null],
    ['new/folder/page.html', null],
    ['empty.html', null],
    ['ours.html', null],
    ['theirs.html', 'exists and is not a page of this command'],
    ['app', 'exists and is not a page of this command'],
    ['link.html', 'is a symbolic link, and files are never written through links'],
    ['linked/page.html', `is below ${join(root, 'linked')}, which is a link`],
    ['linked/new/page.html', `is below ${join(root, 'linked')}, which is a link`],
    ['app/page.html', 'is in the app folder, so a deploy would send this file too'],
    ['theirs.html/page.html', 'is below a file'],
    ['app/new/page.html', 'is in the app folder, so a deploy would send this file too'],
  ];
  assert.deepEqual(
    rows.map(([file]) => [file, findObstacle(join(root, file), kind)]),
    rows,
  );
});

test('a file written by the command is rewritten with its folders, but not through a link', () => {
  const page = join(root, 'out/page.html');
  assertWritable(page);
  writeOwnFile(page, 'a longer first page');
  writeOwnFile(page, 'second');
  assert.equal(readFileSync(page, 'utf8'), 'second');
  if (process.platform === 'win32') return;
  symlinkSync('page.html', join(root, 'out/link.html'));
  assert.throws(() => writeOwnFile(join(root, 'out/link.html'), 'third'), /ELOOP/);
  symlinkSync('out', join(root, 'linked'));
  assert.throws(() => writeOwnFile(join(root, 'linked/new/a.html'), 'third'), /linked is a link/);
  assert.deepEqual(readdirSync(join(root, 'out')).sort(), ['link.html', 'page.html']);
  assert.equal(readFileSync(page, 'utf8'), 'second');
});
