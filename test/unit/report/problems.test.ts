import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeProblems, toRepositoryFile } from '../../../src/report/problems.ts';
import { makeProblem } from './sample.ts';

test('problems that are the same in everything are one, with their number', () => {
  const place = { path: 'a', line: 2 };
  const words = [{ code: 'c' }, { fix: 'f' }, { message: 'n' }, { severity: 'warning' } as const];
  const problems = [{}, { path: 'a' }, place, { ...place, column: 1 }, ...words].map(makeProblem);
  const merged = mergeProblems([...problems, ...problems.slice(0, 2), ...problems.slice(0, 1)], null);
  const times = merged.map((problem) => problem.times);
  assert.deepEqual(times, [3, 2, 1, 1, 1, 1, 1, 1]);
});

test('a file is placed from the root of the repository, and one that leads elsewhere has no place', () => {
  const files: readonly (readonly [folder: string | null, path: string | null, file: string | null])[] = [
    ['', 'index.html', 'index.html'],
    ['apps/tide times', './assets//a.png', 'apps/tide times/assets/a.png'],
    ['apps', 'a/../b', 'apps/b'],
    ['a', '..x/.y', 'a/..x/.y'],
    ['', 'a'.repeat(4096), 'a'.repeat(4096)],
    [null, 'a', null],
  ];
  for (const [folder, path, file] of files) assert.equal(toRepositoryFile(folder, path), file);
  const away = ['/etc/passwd', 'C:\\x', 'c:/x', '\\\\host', '../x', 'a/../../x', '..', '.', '', 'assets/'];
  for (const path of [...away, 'a\nb', 'a\u202eb', 'a'.repeat(4097), null]) {
    assert.equal(toRepositoryFile('site', path), null, JSON.stringify(path));
  }
});
