import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../support/repository.ts';

function runGit(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 64_000_000 });
}

test('the archive that a runner downloads leaves out tests, benchmarks and pictures, and nothing else', () => {
  const archive = runGit('archive', '--format=tar', '--worktree-attributes', 'HEAD');
  const listed = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' }).split('\n');
  const tracked = runGit('ls-tree', '-r', '--name-only', '-z', 'HEAD').toString().split('\0').slice(0, -1);
  const kept = tracked.filter((path) => !/^(?:bench|test|docs\/images)\//.test(path));
  assert.ok(kept.includes('dist/index.js') && kept.length < tracked.length);
  assert.deepEqual(listed.filter((path) => path !== '' && !path.endsWith('/')).sort(), kept.toSorted());
});
