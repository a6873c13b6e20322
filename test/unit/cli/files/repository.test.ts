import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findCommit, GitError, GitRepository } from '../../../../cli/files/repository.ts';

const stage = realpathSync.native(mkdtempSync(join(tmpdir(), 'repository-')));
after(() => rmSync(stage, { recursive: true }));
/** The settings of the machine's user must not matter. */
const env = { PATH: process.env['PATH'], HOME: join(stage, 'home') };

function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.test'];
  // Piped, so that warnings of git are shown only if it fails.
  const options = { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', [...who, ...args], options).trim();
}

/** Makes a repository on the branch trunk, without a commit. */
function makeEmptyRepository(name: string): string {
  const folder = join(stage, name);
  git(stage, 'init', '--quiet', '--template=', '--initial-branch', 'trunk', folder);
  return folder;
}

/** A repository with the file `a/b/c.txt` in its only commit. */
const template = makeEmptyRepository('template');
mkdirSync(join(template, 'a/b'), { recursive: true });
writeFileSync(join(template, 'a/b/c.txt'), '');
git(template, 'add', '.');
git(template, 'commit', '--quiet', '--message', 'First');

/** Copies the template, and adds files to its index. */
function makeRepository(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(stage, name);
  cpSync(template, folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (Object.keys(files).length > 0) git(folder, 'add', '--force', '.');
  return folder;
}

function find(folder: string): GitRepository {
  return GitRepository.find(folder, env) ?? assert.fail(`no repository around ${folder}`);
}

test('the repository is found from any folder in it, even one that does not exist yet', () => {
  const top = makeRepository('found');
  for (const path of ['.', 'a/b', 'a/not/there']) assert.equal(find(join(top, path)).top, top);
  const worktree = join(stage, 'worktree');
  git(top, 'worktree', 'add', '--quiet', worktree);
  assert.equal(find(join(worktree, 'a')).top, worktree);
});

test('no repository is found outside of one, even without git, or around an incomplete .git', () => {
  mkdirSync(join(stage, 'none'));
  assert.equal(GitRepository.find(join(stage, 'none'), { PATH: '' }), null);
  mkdirSync(join(stage, 'incomplete/.git'), { recursive: true });
  assert.equal(GitRepository.find(join(stage, 'incomplete'), env), null);
});

test('core.worktree cannot move the top folder out of the repository', () => {
  const top = makeRepository('moved');
  git(top, 'config', 'core.worktree', stage);
  assert.equal(GitRepository.find(top, env), null);
});

test('the branch is the default one of the remote, else main or master, else the current one', () => {
  const cloned = makeRepository('cloned');
  git(cloned, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/dev/next');
  const both = makeRepository('both');
  git(both, 'branch', 'main');
  git(both, 'branch', 'master');
  const packed = makeRepository('packed');
  git(packed, 'branch', 'master');
  git(packed, 'pack-refs', '--all');
  const detached = makeRepository('detached');
  git(detached, 'checkout', '--quiet', '--detach');
  const rows = [
    [cloned, 'dev/next'],
    [both, 'main'],
    [packed, 'master'],
    [makeEmptyRepository('new'), 'trunk'],
    [detached, 'main'],
  ] as const;
  for (const [folder, branch] of rows) assert.equal(find(folder).findDefaultBranch(), branch);
});

test('.gitignore decides which folders are ignored', () => {
  const top = makeRepository('ignored', {
    '.gitignore': '[Dd]ist/\n/out\n!kept/\n*.cache\n',
    'sub/.gitignore': '!dist\nown\n',
    'tracked.cache/a.txt': '',
  });
  mkdirSync(join(top, '.git/info'));
  writeFileSync(join(top, '.git/info/exclude'), 'build/\n');
  mkdirSync(join(stage, 'home/.config/git'), { recursive: true });
  writeFileSync(join(stage, 'home/.config/git/ignore'), 'of-the-user/\n');
  const ignored = ['dist', 'Dist', 'a/dist', 'out', 'build', 'x.cache', 'sub/own', 'of-the-user'];
  const kept = ['.', 'a', 'a/out', 'sub/dist', 'own', 'tracked.cache', 'distant', ':(top)dist'];
  const toFolder = (path: string) => join(top, path);
  const all = [...ignored, ...kept].map(toFolder);
  assert.deepEqual(find(top).listIgnored(all), ignored.map(toFolder));
  assert.deepEqual(find(top).listIgnored([]), []);
  assert.equal(find(top).isIgnored(toFolder('out')), true);
  assert.deepEqual(
    ['sub', 'tracked.cache', 'dist', '.'].map((path) => find(top).isTracked(toFolder(path))),
    [true, true, false, true],
  );
});

test('a folder in a submodule is not ignored and causes no error', () => {
  const top = makeRepository('super', { '.gitignore': 'out\n' });
  makeRepository('super/sub');
  git(top, 'add', 'sub');
  const folders = ['sub', 'sub/a', 'out'].map((path) => join(top, path));
  assert.deepEqual(find(top).listIgnored(folders), [join(top, 'out')]);
});

test('the commit comes from the pull request, else from CI variables, else from the checkout', () => {
  const top = makeRepository('commit');
  const head = git(top, 'rev-parse', 'HEAD');
  const [one = '', two = ''] = ['1', '2'].map((digit) => digit.repeat(40));
  const event = join(stage, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { head: { sha: one } } }));
  const request = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: event };
  const inPullRequest = { ...env, ...request, GITHUB_SHA: two };
  const app = join(top, 'a');
  assert.equal(findCommit(app, inPullRequest), one);
  assert.equal(findCommit(app, { ...inPullRequest, GITHUB_EVENT_PATH: `${event}.none` }), two);
  assert.equal(findCommit(app, { ...env, CI_COMMIT_SHA: two }), two);
  assert.equal(findCommit(app, { ...env, CI_COMMIT_SHA: 'main' }), head);
  assert.equal(findCommit(makeEmptyRepository('empty'), env), '');
  assert.equal(findCommit(join(stage, 'none'), env), '');
  assert.equal(findCommit(app, { PATH: stage }), '', 'without git');
});

test('missing git, and a repository that git refuses to read, are reported', () => {
  const top = makeRepository('refused');
  assert.throws(
    () => GitRepository.find(top, { PATH: ['.', stage].join(delimiter) }),
    new GitError('git is not installed, or not found by PATH.'),
  );
  writeFileSync(join(top, '.git/config'), '[core\n');
  const refusal =
    /^GitError: git cannot read the repository of .*refused: bad config line 1 in file \.git\/config\.$/;
  assert.throws(() => GitRepository.find(top, env), refusal);
});

test('a program named git in the working directory is never run', () => {
  const top = makeRepository('program');
  writeFileSync(join(top, 'git'), '#!/bin/sh\ntouch ran\n');
  chmodSync(join(top, 'git'), 0o755);
  const before = process.cwd();
  process.chdir(top);
  try {
    assert.throws(() => GitRepository.find(top, { PATH: ['.', ''].join(delimiter) }), GitError);
  } finally {
    process.chdir(before);
  }
  assert.deepEqual(readdirSync(top).sort(), ['.git', 'a', 'git']);
});

test('git runs no code of a foreign repository, and gets no API key', () => {
  const top = makeRepository('foreign', { '.gitignore': 'out\n' });
  const ran = join(stage, 'ran');
  const program = join(top, 'program.sh');
  writeFileSync(program, `#!/bin/sh\nenv > '${ran}'\n`);
  chmodSync(program, 0o755);
  git(top, 'config', 'core.fsmonitor', program);
  git(top, 'config', 'core.pager', program);
  mkdirSync(join(top, '.git/hooks'));
  for (const hook of ['post-index-change', 'reference-transaction'])
    symlinkSync(program, join(top, '.git/hooks', hook));
  const repository = find(top);
  repository.findDefaultBranch();
  repository.isIgnored(join(top, 'out'));
  repository.isTracked(top);
  repository.findCommit();
  assert.equal(existsSync(ran), false);
  // A script cannot stand for git on Windows.
  if (process.platform === 'win32') return;
  // git itself is watched by a program in its place.
  const watch = join(stage, 'watch');
  mkdirSync(watch);
  writeFileSync(join(watch, 'git'), `#!/bin/sh\nenv > '${ran}'\nexit 1\n`);
  chmodSync(join(watch, 'git'), 0o755);
  const secret = { MINIAPPS_API_KEY: 'key', GIT_DIR: '/elsewhere', GIT_CONFIG_COUNT: '1' };
  const watched = { ...env, ...secret, PATH: [watch, env.PATH].join(delimiter) };
  assert.throws(() => GitRepository.find(top, watched), GitError);
  const given = execFileSync('cat', [ran], { encoding: 'utf8' });
  assert.match(given, /^HOME=/m);
  assert.doesNotMatch(given, /^(?:MINIAPPS_|GIT_DIR|GIT_CONFIG)/m);
});
