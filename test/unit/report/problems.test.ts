import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../../src/outcome.ts';
import { formatProblem, toRepositoryFile } from '../../../src/report/problems.ts';
import { hostileText } from './hostile-text.ts';
import { makeProblem } from './sample.ts';

describe('a problem is one line of the log, relative to the repository', () => {
  const rows: readonly (readonly [Partial<Problem>, string])[] = [
    [{ path: 'index.html', line: 3, column: 1, code: 'title_missing' }, 'app/index.html:3:1: error title_missing: m'],
    [{ path: 'index.html', line: 3, column: 0 }, 'app/index.html:3: error: m'],
    [{ path: 'index.html', column: 4, severity: 'warning' }, 'app/index.html: warning: m'],
    [{ path: '../x', line: 2 }, '../x:2: error: m'],
    [{ line: 4, code: '' }, 'line 4: error: m'],
    [{ message: ' ' }, 'error: No message was given.'],
  ];
  for (const [parts, line] of rows) {
    test(line, () =>
      assert.equal(formatProblem({ ...makeProblem({ message: 'm', ...parts }), times: 1 }, 'app'), line),
    );
  }
  test('twice', () =>
    assert.equal(formatProblem({ ...makeProblem({ message: 'm' }), times: 2 }, null), 'error: m (2 times)'));
});

test('a file is placed from the root of the repository', () => {
  assert.equal(toRepositoryFile('', 'index.html'), 'index.html');
  assert.equal(toRepositoryFile('apps/tide times', './assets//a.png'), 'apps/tide times/assets/a.png');
  assert.equal(toRepositoryFile('./apps/x/..', 'a/../b'), 'apps/b');
});

test('a path that leads anywhere else has no place', () => {
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
    null,
  ];
  for (const path of paths) {
    assert.equal(toRepositoryFile('site', path), null, String(path));
  }
  assert.equal(toRepositoryFile(null, 'a'), null);
  assert.equal(toRepositoryFile('../outside', 'a'), null);
});

test('no text gets out of the repository', () => {
  fc.assert(
    fc.property(hostileText, (path) => {
      const file = toRepositoryFile('site', path);
      assert.ok(file === null || (file.startsWith('site/') && !file.split('/').includes('..') && !/[\r\n]/.test(file)));
    }),
  );
});
