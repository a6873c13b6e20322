import assert from 'node:assert/strict';
import { exec, execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../support/repository.ts';
import { concurrency } from './stage.ts';

function runGit(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

/** The source archive of the repository, which runners download. */
const unpacked = realpathSync.native(mkdtempSync(join(tmpdir(), 'archive-')));
after(() => rmSync(unpacked, { recursive: true }));
runGit(
  'archive',
  '--format=tar',
  '--worktree-attributes',
  '--output',
  join(unpacked, 'archive.tar'),
  'HEAD',
);
execFileSync('tar', ['-xf', 'archive.tar'], { cwd: unpacked });
symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'), 'junction');

test('the archive that a runner downloads lacks only tests, benchmarks and pictures', () => {
  const listed = execFileSync('tar', ['-tf', 'archive.tar'], {
    cwd: unpacked,
    encoding: 'utf8',
  }).split('\n');
  const tracked = runGit('ls-tree', '-r', '--name-only', '-z', 'HEAD').split('\0').slice(0, -1);
  const kept = tracked.filter((path) => !/^(?:bench|test|docs\/images)\//.test(path));
  assert.ok(kept.includes('dist/index.js') && kept.length < tracked.length);
  assert.deepEqual(
    listed.filter((path) => path !== '' && !path.endsWith('/')).sort(),
    kept.toSorted(),
  );
});

describe('the unpacked source archive', { concurrency }, () => {
  const run = (command: string) => promisify(exec)(command, { cwd: unpacked });

  test('runs its demo, which folds the lists of files and shows each problem once', async () => {
    const { stdout } = await run('npm run demo');
    assert.match(stdout, /submitted: true, status: in_review\./);
    assert.doesNotMatch(stdout, /assets\/app\.js/);
    for (const problem of ['The title of the page is empty', 'a script over plain http']) {
      assert.equal(stdout.split(problem).length - 1, 1, problem);
    }
  });

  test('checks an app from its source', async () => {
    const { stdout } = await run('npm run check -- examples/tide-times');
    assert.match(stdout, /tide-times/);
  });
});
