import assert from 'node:assert/strict';
import {
  type Dirent,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { describeNearPages } from '../../../src/folder/near-pages.ts';

const stage = mkdtempSync(join(tmpdir(), 'near-'));
after(() => rmSync(stage, { recursive: true }));

function makeBase(...pages: readonly string[]): string {
  const base = mkdtempSync(join(stage, 'base-'));
  for (const page of pages) {
    mkdirSync(dirname(join(base, page)), { recursive: true });
    writeFileSync(join(base, page), '');
  }
  return base;
}

test('if a folder is missing, nearby folders with a page are suggested', () => {
  const rows: readonly (readonly [missing: string, pages: readonly string[], named: string])[] = [
    ['dist', ['build/index.html', 'src/a.ts'], 'build: if it'],
    ['dist', ['.output/public/index.html'], '.output/public: if it'],
    ['dist/browser', ['dist/app/browser/index.html'], 'dist/app/browser: if it'],
    ['web/dist', ['web/build/index.html', 'other/index.html'], 'web/build: if it'],
    ['web/dist', ['index.html', 'docs/index.html'], '.: if it'],
    ['dist', ['b/index.html', 'a/index.html'], 'a, b: if one of them'],
    ['dist', ['a/index.html', 'a/sub/index.html'], 'a: if it'],
    [
      'dist',
      ['a/index.html', 'b/index.html', 'c/index.html', 'd/index.html'],
      'a, b, c: if one of them',
    ],
  ];
  for (const [missing, pages, named] of rows) {
    const base = makeBase(...pages);
    assert.equal(
      describeNearPages(base, join(base, missing)),
      ` Found index.html in ${named} is the app, name that folder.`,
    );
  }
});

test('a folder with more folders than a call can have arguments is searched', () => {
  const base = makeBase('page/index.html');
  const names = Array.from({ length: 150_000 }, (_, index) => `x${index}`);
  const listed = ['page', ...names].map((name) => {
    return { name, isFile: () => false, isDirectory: () => true } as Dirent;
  });
  const list = (folder: string): readonly Dirent[] => {
    return folder === base ? listed : readdirSync(folder, { withFileTypes: true });
  };
  assert.match(describeNearPages(base, join(base, 'dist'), list), /Found index\.html in page:/);
});

test('no folder is suggested if there is no page, or only one that is too far away', () => {
  const base = makeBase('node_modules/x/index.html', 'a/b/c/d/index.html', 'a/Index.html');
  symlinkSync(makeBase('index.html'), join(base, 'link'));
  assert.equal(describeNearPages(base, join(base, 'dist')), '');
  assert.equal(describeNearPages(base, join(dirname(base), 'elsewhere')), '');
  assert.equal(describeNearPages(join(base, 'none'), join(base, 'none', 'dist')), '');
});
