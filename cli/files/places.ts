/** Finds the folders that the command line names. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { ActionError } from '../../src/errors.ts';
import { describeNearPages } from '../../src/folder/near-pages.ts';
import { isPattern, isSlug, namesSeveral } from '../../src/inputs/inputs.ts';
import { splitLines } from '../../src/text/escape.ts';
import { UsageError } from '../options/command-request.ts';
import { mayBeKey } from '../options/guesses.ts';

/** The folders that a command line names, as the input `folder` takes them. */
export interface NamedFolders {
  /** One path or pattern per line, relative to `base`, since the input takes no `..`. */
  readonly folder: string;
  /** The working directory, or the nearest folder above it that contains all named folders. */
  readonly base: string;
  /**
   * The slug of a check, which needs no app: the name of the only folder if it is a slug, or else
   * `app`. Empty if several folders are named.
   */
  readonly slug: string;
}

/** The only folder that a command line names. */
export interface OneFolder extends NamedFolders {
  /** The absolute path; the working directory if no folder is named. */
  readonly path: string;
}

/**
 * Finds the only folder that is named. Throws ActionError `folder_missing`, and a UsageError if
 * several are named.
 */
export function findOneFolder(cwd: string, named: string): OneFolder {
  const { folder, base, slug } = findNamedFolders(cwd, named);
  if (namesSeveral(folder)) throw new UsageError('This command takes one folder.');
  return { folder, base, slug, path: resolve(base, folder) };
}

/** Finds the folders that are named, one per line. Throws ActionError `folder_missing`. */
export function findNamedFolders(cwd: string, named: string): NamedFolders {
  // An address is not a path, and may contain a password.
  if (named.includes('://')) return { folder: named, base: cwd, slug: 'app' };
  const paths = splitLines(named).map((path) => toExistingPath(cwd, path));
  const real = paths.filter((path) => existsSync(path)).map((path) => realpathSync.native(path));
  const base = findCommonFolder(cwd, [...paths, ...real]);
  const folder = paths.map((path) => toRelativePath(base, path)).join('\n');
  if (namesSeveral(folder)) return { folder, base, slug: '' };
  const name = basename(paths[0] ?? '');
  return { folder, base, slug: isSlug(name) ? name : 'app' };
}

/**
 * Returns the absolute path of a folder that exists, or of a pattern, which is not looked up here.
 * Throws ActionError `folder_missing`, which names the path as it was typed unless it may be a key.
 */
function toExistingPath(cwd: string, path: string): string {
  const location = resolve(cwd, path);
  if (isPattern(path) || existsSync(location)) return location;
  const message = mayBeKey(path)
    ? 'The folder does not exist'
    : `The folder ${path} does not exist`;
  throw new ActionError(message, { code: 'folder_missing', next: adviseMissingFolder(cwd, path) });
}

function adviseMissingFolder(cwd: string, path: string): string {
  const below = path.replace(/^[/\\]+/, '');
  const isBelow = below !== path && below !== '' && existsSync(resolve(cwd, below));
  if (isBelow) {
    return `Did you mean ${below}? A path that begins with / starts at the root of the disk.`;
  }
  return `Check the path.${describeNearPages(cwd, resolve(cwd, path))}`;
}

/**
 * Returns `folder`, or the nearest folder above it that contains all these paths. If they are on
 * another drive, returns the root of that drive.
 */
function findCommonFolder(folder: string, paths: readonly string[]): string {
  const containsAll = paths.every((path) => {
    const below = relative(folder, path);
    return below.split(sep)[0] !== '..' && !isAbsolute(below);
  });
  if (containsAll) return folder;
  const above = dirname(folder);
  if (above === folder) return parse(paths[0] ?? '').root;
  return findCommonFolder(above, paths);
}

/**
 * Returns the relative path from one folder to another, with `/` on every system; `.` if they are
 * the same.
 */
export function toRelativePath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/') || '.';
}
