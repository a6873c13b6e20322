import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMeantFile, toAskedPath } from '../../../../sandbox/dev/meant-file.ts';

const files = [
  'index.html',
  'assets/cat.png',
  'assets/img/a.png',
  'assets/a/same.js',
  'assets/b/same.js',
  'assets/fonts/only.woff2',
  'assets/größe.txt',
];

describe('the file that a request meant', () => {
  const rows: readonly (readonly [name: string, pathname: string, meant: string | null])[] = [
    ['is below assets/', '/a/tides/cat.png', 'assets/cat.png'],
    ['is below assets/ for an address of the whole host', '/img/a.png', 'assets/img/a.png'],
    ['is in assets/ and not in assets/assets/', '/a/tides/assets/assets/cat.png', 'assets/cat.png'],
    ['is the only one of that name', '/a/tides/deep/only.woff2', 'assets/fonts/only.woff2'],
    ['is the only one that ends with the path', '/a/tides/b/same.js', 'assets/b/same.js'],
    ['is found by its decoded name', '/a/tides/gr%C3%B6%C3%9Fe.txt', 'assets/größe.txt'],
    ['is not guessed among several of that name', '/a/tides/x/same.js', null],
    ['is not guessed for a folder', '/a/tides/img/', null],
    ['is unknown if no file has the name', '/a/tides/dog.png', null],
    ['is unknown for a path that cannot be decoded', '/a/tides/%E0%A4%A', null],
  ];
  for (const [name, pathname, meant] of rows) {
    test(`the file that a request meant ${name}`, () =>
      assert.equal(findMeantFile(pathname, files, 'tides'), meant));
  }
});

test('a path is shown relative to the app, as its author wrote it', () => {
  assert.equal(toAskedPath('/a/tides/img/a%20b.png', 'tides'), 'img/a b.png');
  assert.equal(toAskedPath('/img/a.png', 'tides'), 'img/a.png');
  assert.equal(toAskedPath('/a/tides/%E0%A4%A', 'tides'), '%E0%A4%A');
});
