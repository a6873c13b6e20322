import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
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
import { afterEach, beforeEach, describe, test } from 'node:test';
import { writeOwnFile } from '../../../../sandbox/try/own-files.ts';

describe('a file is written only where no link leads', {
  skip: process.platform === 'win32',
}, () => {
  const start = process.cwd();
  let folder = '';

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'own-files-')));
    mkdirSync(join(folder, 'here'));
    mkdirSync(join(folder, 'outside'));
    writeFileSync(join(folder, 'outside', 'a.png'), 'theirs');
    process.chdir(join(folder, 'here'));
  });

  afterEach(() => {
    process.chdir(start);
    rmSync(folder, { recursive: true });
  });

  test('the folder is made, and a file in it is replaced', () => {
    const path = join('new', 'shots');
    assert.equal(writeOwnFile(path, 'a.png', Buffer.from('1')), join(path, 'a.png'));
    writeOwnFile(path, 'a.png', Buffer.from('2'));
    assert.equal(readFileSync(join(path, 'a.png'), 'utf8'), '2');
    assert.deepEqual(readdirSync(path), ['a.png']);
  });

  test('a folder may lie outside of the working directory, below a linked one', () => {
    symlinkSync(join(folder, 'outside'), join(folder, 'linked'));
    writeOwnFile(join(folder, 'linked', 'shots'), 'a.png', Buffer.from('1'));
    assert.equal(readFileSync(join(folder, 'outside', 'shots', 'a.png'), 'utf8'), '1');
  });

  const refused: readonly (readonly [name: string, path: string])[] = [
    ['the folder itself', 'link'],
    ['a folder above it', join('link', 'shots')],
  ];
  for (const [name, path] of refused) {
    test(`nothing is written if there is a link: ${name}`, () => {
      symlinkSync(join(folder, 'outside'), 'link');
      assert.throws(() => writeOwnFile(path, 'a.png', Buffer.from('1')), { message: /is a link/ });
      assert.deepEqual(readdirSync(join(folder, 'outside')), ['a.png']);
    });
  }

  test('a link to a folder outside of the working directory is not followed', () => {
    symlinkSync(join(folder, 'outside'), join(folder, 'shots'));
    const write = (): string => writeOwnFile(join(folder, 'shots'), 'b.png', Buffer.from('1'));
    assert.throws(write, { message: /is a link/ });
    assert.equal(existsSync(join(folder, 'outside', 'b.png')), false);
  });

  test('a link in place of the file is replaced, not followed', () => {
    mkdirSync('shots');
    symlinkSync(join(folder, 'outside', 'a.png'), join('shots', 'a.png'));
    writeOwnFile('shots', 'a.png', Buffer.from('ours'));
    assert.equal(readFileSync(join(folder, 'outside', 'a.png'), 'utf8'), 'theirs');
    assert.equal(lstatSync(join('shots', 'a.png')).isSymbolicLink(), false);
  });
});
