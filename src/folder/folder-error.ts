import { getSystemErrorMessage } from 'node:util';
import { ActionError } from '../model/action-error.ts';
import { nameInputInText, nameRerun, perFrontend } from '../text/frontend.ts';

/** Why a folder cannot be scanned or sent: a word for tables and tests. */
export type FolderErrorCode =
  | 'folder_missing'
  | 'folder_not_a_folder'
  | 'folder_outside_workspace'
  | 'folder_not_allowed'
  | 'folder_unreadable'
  | 'folder_empty'
  | 'folder_too_large'
  | 'file_unreadable'
  | 'file_changed'
  | 'name_not_utf8'
  | 'name_not_allowed'
  | 'pattern_invalid';

/**
 * Something about the folder that stops the run before (or, for `file_changed`, while) it is sent.
 *
 * The message is a full sentence that names the file or folder. It may hold names from outside:
 * whoever prints it makes it safe.
 */
export class FolderError extends ActionError<FolderErrorCode> {
  override readonly name = 'FolderError';
}

/** The error of a file or folder that changed since it was listed or measured. */
export function toChangedError(path: string, cause?: unknown): FolderError {
  return new FolderError(`${path || 'The folder'} changed while it was being read.`, {
    code: 'file_changed',
    next: `Make sure that no other process writes into the folder ${perFrontend('while this step runs', 'meanwhile')}, then ${nameRerun('re-run the job')}.`,
    path,
    cause,
  });
}

/** Whether a file or a folder cannot be read. */
export type UnreadableCode = 'file_unreadable' | 'folder_unreadable';

/**
 * The error of a file or folder that was listed and that the system refuses to open: it changed, or
 * cannot be read.
 */
export function toFileError(
  path: string,
  cause: unknown,
  code: UnreadableCode = 'file_unreadable',
): FolderError {
  if (changedErrnos.has(readErrno(cause))) return toChangedError(path, cause);
  const what = code === 'file_unreadable' ? 'read' : 'listed';
  return new FolderError(`${path || 'The folder'} cannot be ${what}: ${describeErrno(cause)}.`, {
    code,
    next: `Give ${perFrontend('the user that runs this step', 'your user')} permission to read it, or exclude it with ${nameInputInText('exclude')}.`,
    path,
    cause,
  });
}

/** The name is gone, or stands for a link (three names), a socket, or no folder. */
const changedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);

/** The system's error code, such as `ENOENT`, or an empty string when the error carries none. */
export function readErrno(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** What the system said, for a sentence: `permission denied (EACCES)`. */
export function describeErrno(error: unknown): string {
  const code = readErrno(error) || 'no reason given';
  const errno = error instanceof Error && 'errno' in error ? error.errno : null;
  return typeof errno === 'number' ? `${getSystemErrorMessage(errno)} (${code})` : code;
}
