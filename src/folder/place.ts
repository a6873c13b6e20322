import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { FolderError, readErrno, showErrno } from './errors.ts';
import { isCredential } from './exclusions.ts';
import { isWithin, toPosix } from './paths.ts';

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
  /** The folder's path from the root of its repository, with `/`; empty when it is that root. */
  readonly repositoryPath: string;
}

/**
 * Finds the app folder and makes sure that it may be published: links resolved, inside the workspace, not around the runner's temp.
 *
 * The repository's root is the outermost folder that is one, not above the workspace; without one, the workspace.
 * Throws FolderError `folder_missing`, `folder_not_a_folder`, `folder_outside_workspace`, `folder_not_allowed`, `folder_unreadable`.
 */
export function findFolder({ workspace, folder, runnerTemp }: PlaceOptions): Place {
  const base = resolveReal(workspace, 'The workspace', workspace);
  const root = resolveReal(resolve(base, folder), 'The folder', folder);
  if (!statSync(root).isDirectory()) throw refuse('folder_not_a_folder', folder, 'is a file, not a folder');
  if (!isWithin(base, root)) throw refuse('folder_outside_workspace', folder, 'lies outside the workspace');
  if (runnerTemp !== '' && isWithin(root, resolveIfThere(runnerTemp))) {
    throw refuse('folder_not_allowed', folder, "holds the runner's temporary files, where other steps keep secrets");
  }
  const inner = relative(base, root);
  if (
    toPosix(inner)
      .split('/')
      .some((name) => isCredential(name, true))
  ) {
    throw refuse('folder_not_allowed', folder, 'lies in a folder for credentials');
  }
  return { root, repositoryPath: toPosix(relative(findRepository(base, root), root)) };
}

type Refusal = 'folder_not_a_folder' | 'folder_outside_workspace' | 'folder_not_allowed';

function refuse(code: Refusal, folder: string, why: string): FolderError {
  return new FolderError(code, `The folder ${folder} ${why}.`, {
    next: 'Set the input folder to the folder of the app, relative to the workspace.',
  });
}

function resolveReal(location: string, what: string, shown: string): string {
  try {
    return realpathSync.native(location);
  } catch (cause) {
    const errno = readErrno(cause);
    const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR';
    const why = isMissing ? 'does not exist' : `cannot be opened (${showErrno(cause)})`;
    throw new FolderError(isMissing ? 'folder_missing' : 'folder_unreadable', `${what} ${shown} ${why}.`, {
      next: 'Check the input folder, and that a step before this one checks out or builds it.',
      cause,
    });
  }
}

/** The real path where there is one: a temporary folder that does not exist has nothing to protect. */
function resolveIfThere(location: string): string {
  return lstatSync(location, { throwIfNoEntry: false }) === undefined
    ? resolve(location)
    : realpathSync.native(location);
}

/**
 * The outermost folder that is a repository: the lines of one inside another, such as a submodule, are on none of its pages. A
 * folder that may not be looked into counts as none.
 */
function findRepository(workspace: string, root: string): string {
  const names = toPosix(relative(workspace, root)).split('/');
  const ways = names.map((_, index) => join(workspace, ...names.slice(0, index + 1)));
  return [workspace, ...ways].find(isRepository) ?? workspace;
}

/** Git's own mark is `.git` with a HEAD in it, or as a file that leads to one elsewhere. */
function isRepository(folder: string): boolean {
  const mark = join(folder, '.git');
  return existsSync(join(mark, 'HEAD')) || (existsSync(mark) && !existsSync(join(mark, '/')));
}
