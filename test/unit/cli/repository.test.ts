import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findBranch, findCommit, findRepository, isIgnored } from '../../../cli/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'commit-'));
after(() => rmSync(folder, { recursive: true }));
const [one = '', two = '', three = ''] = ['1', '2', '3'].map((digit) => digit.repeat(40));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test('the commit is that of the pull request, of the run, or of the repository', () => {
  write({
    'event.json': JSON.stringify({ pull_request: { head: { sha: one } } }),
    'main/.git/HEAD': 'ref: refs/heads/main\n',
    'main/.git/packed-refs': `# pack-refs\n${two} refs/heads/main\n`,
    'main/.git/worktrees/other/HEAD': 'ref: refs/heads/other\n',
    'main/.git/worktrees/other/commondir': '../..\n',
    'main/.git/refs/heads/other': `${three}\n`,
    'other/.git': `gitdir: ${join(folder, 'main', '.git', 'worktrees', 'other')}\n`,
    'detached/.git/HEAD': `${one}\n`,
    'broken/.git/HEAD': 'ref: refs/heads/none',
  });
  const find = (name: string, env = {}): string => findCommit(join(folder, name), env);
  const request = {
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
  };
  assert.equal(find('main/app', { ...request, GITHUB_SHA: two }), one);
  assert.equal(
    find('main/app', {
      ...request,
      GITHUB_EVENT_PATH: join(folder, 'none.json'),
      GITHUB_SHA: three,
    }),
    three,
  );
  assert.deepEqual(
    ['main/app', 'other', 'detached', 'broken'].map((name) => find(name)),
    [two, three, one, ''],
  );
});

test('the branch is the default one of where the repository comes from, else main or master, else the one it is on', () => {
  write({
    'cloned/.git/HEAD': 'ref: refs/heads/mine',
    'cloned/.git/refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/dev/next',
    'pushed/.git/HEAD': 'ref: refs/heads/mine',
    'pushed/.git/refs/heads/master': one,
    'packed/.git/HEAD': 'ref: refs/heads/mine',
    'packed/.git/packed-refs': `${one} refs/heads/main\n${two} refs/heads/mine\n`,
    'new/.git/HEAD': 'ref: refs/heads/trunk',
    'reftable/.git/HEAD': 'ref: refs/heads/.invalid',
    'detached/.git/HEAD': one,
  });
  const names = ['cloned', 'pushed', 'packed', 'new', 'reftable', 'detached', 'none'];
  assert.deepEqual(
    names.map((name) => findBranch(join(folder, name))),
    ['dev/next', 'master', 'main', 'trunk', 'main', 'main', 'main'],
  );
  assert.equal(findRepository(join(folder, 'new', 'not', 'there')), join(folder, 'new'));
});

test('a folder is ignored by the lines of each .gitignore above it, the last of which counts', () => {
  write({
    'git/.gitignore': '# built\ndist/\n/out\nweb/*/gen\n**/tmp\n*.cache\n!kept.cache\nb[\n',
    'git/many/.gitignore': `${'*a'.repeat(50)}\n${'**/*'.repeat(50)}.x\n${'a*/'.repeat(50)}b\n`,
    'git/sub/.gitignore': '!dist\nown\n',
  });
  const ignored = [
    'dist',
    'a/dist',
    'dist/a',
    'out',
    'web/x/gen',
    'a/b/tmp',
    'tmp',
    'x.cache',
    'sub/own',
  ];
  const kept = [
    '.',
    'a',
    'a/out',
    'web/x/y/gen',
    'distant',
    'kept.cache',
    'sub/dist',
    'own',
    '# built',
  ];
  const test = (path: string) => isIgnored(join(folder, 'git', path), join(folder, 'git'));
  assert.deepEqual([ignored.filter(test), kept.filter(test)], [ignored, []]);
  // There are more ways to match than could be tried one by one.
  const [long, deep] = [`many/${'a'.repeat(200)}`, `many/${'ab/'.repeat(60)}`];
  assert.deepEqual([long, `${long}b`, `${deep}c.x`, `${deep}c.y`].map(test), [
    true,
    false,
    true,
    false,
  ]);
});
