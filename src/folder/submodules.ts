import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the submodules that are not checked out and are in the app folder, or around it: their
 * real paths. Git leaves an empty folder for such a submodule. `base`: the outermost folder that may
 * be the root of the repository. Both paths must be real.
 */
export function listMissingSubmodules(root: string, base: string): readonly string[] {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const paths = readSubmodules(folder);
    if (paths.length > 0) return paths.filter((each) => isRelated(each, root) && isEmpty(each));
    if (folder === base || folder === path.dirname(folder)) return [];
  }
}

function readSubmodules(repository: string): readonly string[] {
  try {
    const config = readFileSync(path.join(repository, '.gitmodules'), 'utf8').slice(0, 100_000);
    const paths = config.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S[^\r\n]*)$/gm);
    return Array.from(paths, ([, written = '']) => path.join(repository, written.trimEnd()));
  } catch {
    // There is no such file, or it is not for us to read.
    return [];
  }
}

function isRelated(one: string, other: string): boolean {
  const isIn = (inner: string, outer: string): boolean =>
    `${inner}${path.sep}`.startsWith(`${outer}${path.sep}`);
  return isIn(one, other) || isIn(other, one);
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
