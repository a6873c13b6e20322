import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readContext } from '../src/run/context.ts';
import { toRelativePath } from './places.ts';

/**
 * The top folder of the repository around a folder, which need not exist yet; null where there is
 * none.
 */
export function findRepository(folder: string): string | null {
  return listAbove(folder, '').find((at) => existsSync(join(at, '.git'))) ?? null;
}

/** A folder and those above it, up to `top`; up to the root of the disk where `top` is empty. */
export function listAbove(folder: string, top: string): readonly string[] {
  const above = dirname(folder);
  return folder === top || above === folder ? [folder] : [folder, ...listAbove(above, top)];
}

/**
 * The default branch of the remote, else main or master where there is one, else the current
 * branch.
 */
export function findBranch(repository: string): string {
  const git = openGit(repository);
  const [, branch] =
    /^ref: refs\/remotes\/origin\/(\S+)$/.exec(git('refs/remotes/origin/HEAD')) ?? [];
  const packed = git('packed-refs');
  const usual = ['main', 'master'].find((name) => {
    const ref = `refs/heads/${name}`;
    return git(ref) !== '' || packed.includes(` ${ref}\n`);
  });
  // Where git stores branches in another form than files, HEAD is the placeholder .invalid.
  const [, current] = /^ref: refs\/heads\/(?!\.invalid$)(\S+)$/.exec(git('HEAD')) ?? [];
  return branch ?? usual ?? current ?? 'main';
}

/** True for a folder that a `.gitignore` of the repository excludes, also by a folder above it. */
export function isIgnored(folder: string, repository: string): boolean {
  const [top = '', ...above] = listAbove(folder, repository).toReversed();
  return above.some((at) => {
    const rules = listAbove(dirname(at), top)
      .toReversed()
      .flatMap((home) => readIgnoreRules(home, at));
    return rules.at(-1) === 'ignored';
  });
}

/** What each line of a `.gitignore` that matches a folder says of it. */
function readIgnoreRules(home: string, folder: string): readonly ('ignored' | 'kept')[] {
  const path = toRelativePath(home, folder);
  const lines = readShortFile(join(home, '.gitignore')).split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, not, pattern = ''] = /^(!?)(?!#)(.*)$/.exec(line.trimEnd().replace(/\/$/, '')) ?? [];
    if (pattern === '' || !matchesPattern(pattern, path)) return [];
    return [not === '!' ? 'kept' : 'ignored'];
  });
}

/**
 * A pattern without a slash matches in any folder, one with a slash from the folder of the
 * .gitignore on. Each part of it is tried at all places at once: trying one way to match after the
 * other could take for ever.
 */
function matchesPattern(pattern: string, path: string): boolean {
  const full = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
  const parts = full.match(/(?:\*\*\/)+|\*+|[^*]/g) ?? [];
  const ends = parts.reduce((starts, part) => findEnds(part, path, starts), new Set([0]));
  return ends.has(path.length);
}

/** Where in a path a part of a pattern may end that begins at one of these places. */
function findEnds(part: string, path: string, starts: ReadonlySet<number>): Set<number> {
  const places = Array.from({ length: path.length + 1 }, (_, at) => at);
  const first = Math.min(...starts);
  let isInside = false;
  const ends = places.filter((at) => {
    const last = path[at - 1];
    if (part.endsWith('*/')) return starts.has(at) || (at > first && last === '/');
    isInside = starts.has(at) || (isInside && last !== '/');
    if (part.startsWith('*')) return isInside;
    return starts.has(at - 1) && (part === '?' ? last !== '/' : last === part);
  });
  return new Set(ends);
}

/**
 * The commit of what a folder holds: the last one of the pull request, else the one that the CI
 * names, else HEAD. Empty where none can be read.
 */
export function findCommit(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
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

/**
 * Makes the function that reads a file of git: of this work tree, else the one that all work trees
 * share.
 */
function openGit(repository: string): (file: string) => string {
  const [, elsewhere = '.git'] =
    /^gitdir: (.+)$/.exec(readShortFile(join(repository, '.git'))) ?? [];
  const own = resolve(repository, elsewhere);
  const shared = resolve(own, readShortFile(join(own, 'commondir')));
  return (file) => readShortFile(join(own, file)) || readShortFile(join(shared, file));
}

/** A longer file is none that says how a project is made. */
const maxShortFileBytes = 16 * 1024 * 1024;

/**
 * A short file without the blanks around it; empty where it cannot be read, or is a pipe or a
 * device, which may never end.
 */
export function readShortFile(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxShortFileBytes
      ? readFileSync(path, 'utf8').trim()
      : '';
  } catch {
    return '';
  }
}
