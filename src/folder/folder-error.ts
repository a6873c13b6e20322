import { getSystemErrorMessage } from 'node:util';
import { type ActionError, makeError } from '../errors.ts';
import { nameInputInText, nameRerun, perFrontend } from '../text/frontend.ts';

/** The code for something that cannot be read or listed. */
export type UnreadableCode = 'file_unreadable' | 'folder_unreadable';

/** Makes the error for a file or folder that somebody replaced or removed after it was listed. */
export function toReplacedError(
  path: string,
  code: UnreadableCode = 'file_unreadable',
  cause?: unknown,
): ActionError {
  const during = perFrontend('while this step runs', 'meanwhile');
  return makeError(code, `${path || 'The folder'} changed while it was being read.`, {
    next: `Make sure that no other process writes into the folder ${during}, then ${nameRerun('re-run the job')}.`,
    path,
    cause,
  });
}

/** Makes the error for a listed file or folder that the system refuses to open. */
export function toFileError(
  path: string,
  cause: unknown,
  code: UnreadableCode = 'file_unreadable',
): ActionError {
  if (replacedErrnos.has(readErrno(cause))) return toReplacedError(path, code, cause);
  const action = code === 'file_unreadable' ? 'read' : 'listed';
  const user = perFrontend('the user that runs this step', 'your user');
  const permission = `Give ${user} permission to read it, or exclude it with ${nameInputInText('exclude')}.`;
  return makeError(code, `${path || 'The folder'} cannot be ${action}: ${describeErrno(cause)}.`, {
    next: adviseErrno(readErrno(cause)) ?? permission,
    path,
    cause,
  });
}

/** Returns advice about an error that permissions do not solve; null for any other error. */
export function adviseErrno(code: string): string | null {
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Close other programs, or raise the limit of open files (ulimit -n), and try again.';
  if (code === 'EIO') return 'Check the disk, and try again.';
  if (code === 'ENAMETOOLONG') return 'Shorten the names of its folders.';
  return null;
}

/**
 * The system's error codes for a name that is gone, or that now belongs to a link (three codes),
 * to a socket, or to something that is not a folder.
 */
const replacedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);

/** Returns the system's error code, such as `ENOENT`; empty if the error has none. */
export function readErrno(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Returns the system's reason for a sentence, such as `permission denied (EACCES)`. */
export function describeErrno(error: unknown): string {
  const code = readErrno(error) || 'no reason given';
  const errno = error instanceof Error && 'errno' in error ? error.errno : null;
  return typeof errno === 'number' ? `${getSystemErrorMessage(errno)} (${code})` : code;
}
