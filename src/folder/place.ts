import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeErrno, FolderError, type FolderErrorCode, readErrno } from './errors.ts';
import { isCredential } from './select.ts';

/** Where the app folder is looked for. */
export interface PlaceOptions {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** As the input names it: relative to the workspace, or absolute. */
  readonly folder: string;
  /** Absolute path of the runner's folder for temporary files, where other steps leave their secrets; empty for none. */
  readonly runnerTemp: string;
}

/** Where the app folder was found. */
export interface Place {
  /** Absolute real path of the folder. */
  readonly root: string;
  /**
   * The folder's path from the root of its repository, with `/`; empty when it is that root. The root is the outermost folder
   * that is a repository, not above the workspace: the lines of one inside another, such as a submodule, are on none of its
   * pages. Without one it is the workspace.
   */
  readonly repositoryPath: string;
}

/**
 * Finds the app folder and makes sure that it may be published: links resolved, inside the workspace, not around the
 * runner's temp. Throws FolderError `folder_missing`, `folder_not_a_folder`, `folder_outside_workspace`, `folder_not_allowed`, `folder_unreadable`.
 */
export function findFolder({ workspace, folder, runnerTemp }: PlaceOptions): Place {
  const base = resolveFolder(workspace, 'The workspace', workspace);
  const root = resolveFolder(path.resolve(base, folder), 'The folder', folder);
  if (!isWithin(base, root)) throw toPlaceError('folder_outside_workspace', folder, 'is outside the workspace');
  if (runnerTemp !== '' && isWithin(root, resolveIfThere(runnerTemp))) {
    const why = "contains the runner's temporary files, where other steps keep secrets";
    throw toPlaceError('folder_not_allowed', folder, why);
  }
  const names = path.relative(base, root).split(path.sep);
  if (names.some((name) => isCredential(name, true))) {
    throw toPlaceError('folder_not_allowed', folder, 'is inside a folder for credentials');
  }
  const counts = [...names.keys(), names.length];
  const above = counts.find((count) => isRepository(path.join(base, ...names.slice(0, count)))) ?? 0;
  return { root, repositoryPath: names.slice(above).join('/') };
}

/**
 * True when `target` is `ancestor` itself or lies below it; both absolute and free of links. Case counts as on the platform:
 * `path.posix`, `path.win32`, or the machine's own.
 */
export function isWithin(ancestor: string, target: string, flavour: path.PlatformPath = path): boolean {
  const way = flavour.relative(ancestor, target);
  return way !== '..' && !way.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(way);
}

function toPlaceError(code: FolderErrorCode, folder: string, why: string): FolderError {
  const next = 'Set the input folder to the folder of the app, relative to the workspace.';
  return new FolderError(`The folder ${folder} ${why}.`, { code, next });
}

function resolveFolder(location: string, what: string, shown: string): string {
  try {
    const real = realpathSync.native(location);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    const errno = readErrno(cause);
    const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR';
    const why = isMissing ? 'does not exist' : `cannot be opened: ${describeErrno(cause)}`;
    throw new FolderError(`${what} ${shown} ${why}.`, {
      code: isMissing ? 'folder_missing' : 'folder_unreadable',
      next: 'Check the input folder, and that a step before this one checks out or builds it.',
      cause,
    });
  }
  throw toPlaceError('folder_not_a_folder', shown, 'is a file, not a folder');
}

/** The real path where there is one: a temporary folder that does not exist, or leads nowhere, has nothing to protect. */
function resolveIfThere(location: string): string {
  try {
    return realpathSync.native(location);
  } catch {
    return path.resolve(location);
  }
}

/** Git's mark is `.git` with a HEAD in it, or as a file that leads to one elsewhere. False where nobody may look. */
function isRepository(folder: string): boolean {
  const mark = path.join(folder, '.git');
  if (existsSync(path.join(mark, 'HEAD'))) return true;
  try {
    return statSync(mark).isFile();
  } catch {
    return false;
  }
}
