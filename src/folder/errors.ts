/** Why a folder cannot be packed or sent: a word for tables and tests. */
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
  | 'pattern_invalid'
  | 'secret_in_folder';

/** What a FolderError holds beside its code and message. */
export interface FolderErrorDetails {
  /** What to do next, as a sentence. */
  readonly next: string;
  /** Relative to the folder, with `/`; left out when the trouble is not about one file. */
  readonly path?: string;
  readonly cause?: unknown;
}

/**
 * Something about the folder that stops the run before (or, for `file_changed`, while) it is sent.
 *
 * The message is a full sentence that names the thing. It may hold file names from outside: whoever prints it makes it safe.
 */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly code: FolderErrorCode;
  readonly next: string;
  readonly path: string | null;

  constructor(code: FolderErrorCode, message: string, details: FolderErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.next = details.next;
    this.path = details.path ?? null;
  }
}

/** The system's error code, such as `ENOENT`, or an empty string when the error carries none. */
export function readErrno(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The system's error code for a sentence. */
export function showErrno(error: unknown): string {
  return readErrno(error) || 'no reason given';
}
