import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../support/repository.ts';

function runGit(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 64_000_000 });
}

const archive = runGit('archive', '--format=tar', '--worktree-attributes', 'HEAD');
const listed = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' });
const archived = listed.split('\n').filter((path) => !path.endsWith('/'));
const tracked = runGit('ls-tree', '-r', '--name-only', '-z', 'HEAD').toString().split('\0').slice(0, -1);

test('the archive that a runner downloads has all that runs, and what one reads to judge it', () => {
  for (const kept of [
    'action.yml',
    'dist/',
    'src/',
    'README.md',
    'LICENSE',
    'SECURITY.md',
    'CHANGELOG.md',
    'examples/',
  ]) {
    const expected = tracked.filter((path) => path.startsWith(kept));
    assert.ok(expected.length > 0, kept);
    assert.deepEqual(
      archived.filter((path) => path.startsWith(kept)),
      expected,
    );
  }
});

test('the archive that a runner downloads leaves out tests, benchmarks and pictures, and nothing else', () => {
  const missing = tracked.filter((path) => !archived.includes(path));
  assert.ok(missing.length > 0);
  assert.deepEqual(
    missing.filter((path) => !/^(?:bench|test|docs\/images)\//.test(path)),
    [],
  );
});
