import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readContext } from '../run/context.ts';

/** The top folder of the repository that a folder lies in, which need not exist; null where there is none. */
export function findRepository(folder: string): string | null {
  return listAbove(folder, '').find((at) => existsSync(join(at, '.git'))) ?? null;
}

/** A folder and those above it: up to `top`, or without it to the root of the disk. */
export function listAbove(folder: string, top: string): readonly string[] {
  const above = dirname(folder);
  return folder === top || above === folder ? [folder] : [folder, ...listAbove(above, top)];
}

/** The default branch of where a repository comes from, else main or master where there is one, else the branch it is on. */
export function findBranch(repository: string): string {
  const git = openGit(repository);
  const [, branch] = /^ref: refs\/remotes\/origin\/(\S+)$/.exec(git('refs/remotes/origin/HEAD')) ?? [];
  const packed = git('packed-refs');
  const usual = ['main', 'master'].find((name) => {
    const ref = `refs/heads/${name}`;
    return git(ref) !== '' || packed.includes(` ${ref}\n`);
  });
  // A repository whose branches are in another form of storage has a HEAD that names none.
  const [, current] = /^ref: refs\/heads\/(?!\.invalid$)(\S+)$/.exec(git('HEAD')) ?? [];
  return branch ?? usual ?? current ?? 'main';
}

/** True for a folder that a `.gitignore` of the repository excludes, or that lies in such a folder. */
export function isIgnored(folder: string, repository: string): boolean {
  const [top = '', ...above] = listAbove(folder, repository).toReversed();
  return above.some((at) => {
    const rules = listAbove(dirname(at), top)
      .toReversed()
      .flatMap((home) => readIgnoreRules(home, at));
    return rules.at(-1) === 'ignored';
  });
}

/** What the lines of a `.gitignore` that are about a folder say of it. */
function readIgnoreRules(home: string, folder: string): readonly ('ignored' | 'kept')[] {
  const path = relative(home, folder).split(sep).join('/');
  const lines = readShortFile(join(home, '.gitignore')).split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, not, pattern = ''] = /^(!?)(?!#)(.*)$/.exec(line.trimEnd().replace(/\/$/, '')) ?? [];
    if (pattern === '' || !toIgnorePattern(pattern).test(path)) return [];
    return [not === '!' ? 'kept' : 'ignored'];
  });
}

/** A name matches in any folder, and what has a slash from the folder of its file on. */
function toIgnorePattern(pattern: string): RegExp {
  const source = pattern
    .replace(/^\//, '')
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*+|\?/g, (glob) => (glob === '**/' ? '(?:.*/)?' : glob === '?' ? '[^/]' : '[^/]*'));
  return new RegExp(`^${pattern.includes('/') ? '' : '(?:.*/)?'}${source}$`);
}

/**
 * The commit that a folder is of: of a pull request its own last one, in other runs of a CI what that names, and elsewhere the
 * HEAD of the repository. Empty where none can be read.
 */
export function findCommit(folder: string, env: Readonly<Record<string, string | undefined>>): string {
  const git = openGit(findRepository(folder) ?? folder);
  const head = git('HEAD');
  const ref = head.replace('ref: ', '');
  const packed = git('packed-refs')
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  const { commit } = readContext(env, folder);
  const commits = [commit?.sha, env['CI_COMMIT_SHA'], git(ref), packed?.split(' ')[0], head];
  return commits.find((text) => /^[\da-f]{40,64}$/.test(text ?? '')) ?? '';
}

/** Makes the function that reads git's files about a repository: those of this work tree, else those that work trees share. */
function openGit(repository: string): (file: string) => string {
  const [, elsewhere = '.git'] = /^gitdir: (.+)$/.exec(readShortFile(join(repository, '.git'))) ?? [];
  const own = resolve(repository, elsewhere);
  const shared = resolve(own, readShortFile(join(own, 'commondir')));
  return (file) => readShortFile(join(own, file)) || readShortFile(join(shared, file));
}

/** A short file without the blanks around it; empty where it cannot be read. */
function readShortFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
