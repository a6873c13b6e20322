import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatProblem, mergeProblems, toRepositoryFile } from '../../../src/report/problems.ts';
import { hostileText } from './hostile-text.ts';
import { makeProblem } from './sample.ts';

test('a line and a column are shown only where they are positive integers, and no column without a line', () => {
  const show = (line: number | null, column: number | null) =>
    mergeProblems([makeProblem({ path: 'a', line, column, message: 'm' })], '')
      .map(formatProblem)
      .join();
  assert.equal(show(3, 1), 'a:3:1: error: m');
  for (const odd of [0, -1, 1.5, Number.NaN, null]) {
    assert.equal(show(3, odd), 'a:3: error: m');
    assert.equal(show(odd, 1), 'a: error: m');
  }
});

test('problems that are the same in everything are one, with their number', () => {
  const differences = [
    ...[
      {},
      { line: 2 },
      { path: 'a' },
      { code: 'c' },
      { fix: 'f' },
      { severity: 'warning' } as const,
      { message: 'n' },
    ],
    { line: 2, column: 1 },
  ];
  const problems = differences.map(makeProblem);
  const merged = mergeProblems([...problems, ...problems.slice(0, 2), ...problems.slice(0, 1)], null);
  assert.deepEqual(
    merged.map(({ times }) => times),
    [3, 2, 1, 1, 1, 1, 1, 1],
  );
});

test('a file is placed from the root of the repository', () => {
  assert.equal(toRepositoryFile('', 'index.html'), 'index.html');
  assert.equal(toRepositoryFile('apps/tide times', './assets//a.png'), 'apps/tide times/assets/a.png');
  assert.equal(toRepositoryFile('apps', 'a/../b'), 'apps/b');
  assert.equal(toRepositoryFile('a', '..x/.y'), 'a/..x/.y');
  assert.equal(toRepositoryFile('', 'a'.repeat(4096))?.length, 4096);
});

test('a path that leads anywhere else has no place, nor has one in a folder without a place', () => {
  const away = ['/etc/passwd', 'C:\\x', 'c:/x', '\\\\host', '../x', 'a/../../x', '..', '.', '', 'assets/'];
  for (const path of [...away, 'a\nb', 'a\u202eb', 'a'.repeat(4097), null]) {
    assert.equal(toRepositoryFile('site', path), null, JSON.stringify(path));
  }
  assert.equal(toRepositoryFile(null, 'a'), null);
});

test('no text gets out of the repository', () => {
  fc.assert(
    fc.property(hostileText, (path) => {
      const file = toRepositoryFile('site', path);
      assert.ok(file === null || (file.startsWith('site/') && !file.split('/').includes('..') && !/[\r\n]/.test(file)));
    }),
  );
});
