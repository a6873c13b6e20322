import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../../src/problem.ts';
import { formatProblem, mergeProblems, toRepositoryFile } from '../../../src/report/problems.ts';
import { hostileText } from './hostile-text.ts';
import { makeProblem } from './sample.ts';

describe('a problem is one line of the log, relative to the repository', () => {
  const rows: readonly (readonly [Partial<Problem>, string])[] = [
    [{ path: 'index.html', line: 3, column: 1, code: 'title_missing' }, 'app/index.html:3:1: error title_missing: m'],
    [{ path: 'index.html', line: 3, column: 0 }, 'app/index.html:3: error: m'],
    [{ path: 'index.html', column: 4, severity: 'warning' }, 'app/index.html: warning: m'],
    [{ path: '../x', line: 2 }, '../x:2: error: m'],
    [{ line: 4, column: 2 }, 'line 4, column 2: error: m'],
    [{ line: 1.5, column: 2 }, 'error: m'],
    [{ line: Number.NaN }, 'error: m'],
    [{ message: ' ' }, 'error: No message was given.'],
  ];
  for (const [parts, line] of rows) {
    test(line, () =>
      assert.deepEqual(mergeProblems([makeProblem({ message: 'm', ...parts })], 'app').map(formatProblem), [line]),
    );
  }
});

test('problems that are the same in everything are one, with their number', () => {
  const some = [
    {},
    { line: 2 },
    { path: 'a' },
    { column: 1 },
    { code: 'c' },
    { fix: 'f' },
    { severity: 'warning' },
  ] as const;
  const problems = some.map((parts) => makeProblem({ message: 'm', ...parts }));
  assert.deepEqual(
    mergeProblems(
      [...problems, makeProblem({ message: 'n' }), ...problems.slice(0, 2), makeProblem({ message: 'm' })],
      null,
    ).map(({ times }) => times),
    [3, 2, 1, 1, 1, 1, 1, 1],
  );
  assert.deepEqual(mergeProblems([problems, problems].flat(), null).slice(0, 1).map(formatProblem), [
    'error: m (2 times)',
  ]);
});

test('a file is placed from the root of the repository', () => {
  assert.equal(toRepositoryFile('', 'index.html'), 'index.html');
  assert.equal(toRepositoryFile('apps/tide times', './assets//a.png'), 'apps/tide times/assets/a.png');
  assert.equal(toRepositoryFile('apps', 'a/../b'), 'apps/b');
  assert.equal(toRepositoryFile('a', '..x/.y'), 'a/..x/.y');
  assert.equal(toRepositoryFile('', 'x../y.'), 'x../y.');
  assert.equal(toRepositoryFile('', 'a'.repeat(4096))?.length, 4096);
});

describe('a path that leads anywhere else has no place', () => {
  const paths = [
    '/etc/passwd',
    'C:\\x',
    'c:/x',
    '\\\\host',
    '../x',
    'a/../../x',
    '..',
    '.',
    '',
    'assets/',
    'a\nb',
    'a\u202eb',
  ];
  for (const path of [...paths, 'a'.repeat(4097), null]) {
    test(JSON.stringify(path)?.slice(0, 30), () => assert.equal(toRepositoryFile('site', path), null));
  }
  test('in a folder without one', () => assert.equal(toRepositoryFile(null, 'a'), null));
});

test('no text gets out of the repository', () => {
  fc.assert(
    fc.property(hostileText, (path) => {
      const file = toRepositoryFile('site', path);
      assert.ok(file === null || (file.startsWith('site/') && !file.split('/').includes('..') && !/[\r\n]/.test(file)));
    }),
  );
});
