/** Where the folders lie that the command line names. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { describeNearPages } from '../src/folder/near-pages.ts';
import { ActionError } from '../src/model/action-error.ts';
import { isPattern, isSlug, namesSeveral } from '../src/model/inputs.ts';
import { splitLines } from '../src/text/escape.ts';
import { UsageError } from './command-request.ts';
import { mayBeKey } from './guesses.ts';

/** Where the app folders lie. */
export interface Place {
  /** In place of the checkout that a runner has: a folder around all of them. */
  readonly workspace: string;
  /** As the input takes them: one per line, relative to the workspace. */
  readonly folder: string;
  /**
   * For a check, which needs no app: the name of the one folder where that is a slug, else `app`;
   * empty for several.
   */
  readonly slug: string;
}

/**
 * Finds the one folder that is named; none where the text is empty. Throws ActionError
 * `folder_missing` or a UsageError.
 */
export function findOneFolder(cwd: string, named: string): Place {
  const place = placeFolders(cwd, named);
  if (namesSeveral(place.folder)) throw new UsageError('This command takes one folder.');
  return place;
}

/** Finds the folders that are named, one per line. Throws ActionError `folder_missing`. */
export function placeFolders(cwd: string, named: string): Place {
  // An address is no path, and may hold a password.
  if (named.includes('://')) return { workspace: cwd, folder: named, slug: 'app' };
  const paths = splitLines(named).map((path) => toExistingPath(cwd, path));
  const real = paths.filter((path) => existsSync(path)).map((path) => realpathSync.native(path));
  const workspace = findWorkspace(cwd, [...paths, ...real]);
  const folder = paths.map((path) => toRelativePath(workspace, path)).join('\n');
  if (namesSeveral(folder)) return { workspace, folder, slug: '' };
  const name = basename(paths[0] ?? '');
  return { workspace, folder, slug: isSlug(name) ? name : 'app' };
}

/**
 * The absolute path. Throws ActionError `folder_missing` with the path as it was typed; a pattern
 * is looked up later.
 */
function toExistingPath(cwd: string, path: string): string {
  if (isPattern(path) || existsSync(resolve(cwd, path))) return resolve(cwd, path);
  const below = path.replace(/^[/\\]+/, '');
  const isBelow = below !== path && below !== '' && existsSync(resolve(cwd, below));
  throw new ActionError(
    mayBeKey(path) ? 'The folder does not exist' : `The folder ${path} does not exist`,
    {
      code: 'folder_missing',
      next: isBelow
        ? `Did you mean ${below}? A path with / in front begins at the root of the disk.`
        : `Check the path.${describeNearPages(cwd, resolve(cwd, path))}`,
    },
  );
}

/**
 * The working directory, or the next folder above it that all these paths lie in; for another drive
 * its root.
 */
function findWorkspace(folder: string, paths: readonly string[]): string {
  const ways = paths.map((path) => relative(folder, path));
  if (ways.every((way) => way.split(sep)[0] !== '..' && !isAbsolute(way))) return folder;
  const above = dirname(folder);
  return above === folder ? parse(paths[0] ?? '').root : findWorkspace(above, paths);
}

/** The way from one folder to another with `/`, on every system; `.` for the same one. */
export function toRelativePath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/') || '.';
}
