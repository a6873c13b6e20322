import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findBranch, findCommit, findRepository } from '../../../src/terminal/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'commit-'));
after(() => rmSync(folder, { recursive: true }));
const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40));

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
  assert.equal(find('main/app', { GITHUB_EVENT_PATH: join(folder, 'event.json'), GITHUB_SHA: two }), one);
  assert.equal(find('main/app', { GITHUB_EVENT_PATH: join(folder, 'none.json'), GITHUB_SHA: three }), three);
  assert.deepEqual(
    ['main/app', 'other', 'detached', 'broken'].map((name) => find(name)),
    [two, three, one, ''],
  );
});

test('the branch is the default one of where the repository comes from, else master or main', () => {
  write({
    'cloned/.git/HEAD': 'ref: refs/heads/mine',
    'cloned/.git/refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/dev/next',
    'own/.git/HEAD': 'ref: refs/heads/master',
    'new/.git/HEAD': 'ref: refs/heads/mine',
  });
  const find = (name: string) => findBranch(join(folder, name));
  assert.deepEqual(['cloned', 'own', 'new', 'none'].map(find), ['dev/next', 'master', 'main', 'main']);
  assert.equal(findRepository(join(folder, 'own', 'not', 'there')), join(folder, 'own'));
});
