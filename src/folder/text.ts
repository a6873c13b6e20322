import { isUtf8 } from 'node:buffer';
import { closeSync } from 'node:fs';
import { type FolderManifest, findFile, type PackedFile } from './manifest.ts';
import { assertUnchanged, type OpenFile, openRegular, readAt, readPieces } from './read.ts';

/** Largest file that is read whole for a check or a field, in bytes: far above any page that is written by hand. */
export const maxTextBytes = 8 * 1024 * 1024;
/** How much of a file is read for an excerpt, in bytes. */
const maxExcerptBytes = 1024 * 1024;

/** A file's text, or why there is none. */
export type TextResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'too-large' | 'not-utf8'; readonly text: null };

/**
 * Reads a file of the folder as text, up to a limit in bytes; a byte-order mark stays.
 * Throws FolderError `file_changed` or `file_unreadable`.
 */
export function loadText(manifest: FolderManifest, path: string, limit: number = maxTextBytes): TextResult {
  const file = findFile(manifest, path);
  if (file === undefined) return { kind: 'missing', text: null };
  if (file.bytes > limit) return { kind: 'too-large', text: null };
  const bytes = readBeginning(file, limit);
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString() } : { kind: 'not-utf8', text: null };
}

/** Reads a whole file as it is on disk. Throws FolderError `file_changed` or `file_unreadable`. */
export function loadBytes(file: PackedFile): Buffer {
  return readBeginning(file, file.bytes);
}

function readBeginning(file: PackedFile, limit: number): Buffer {
  const open = openRegular(file);
  try {
    assertUnchanged(open.stamp, file);
    const target = Buffer.allocUnsafeSlow(Math.min(file.bytes, limit));
    return target.subarray(0, readAt(open, 0, target));
  } finally {
    closeSync(open.fd);
  }
}

/** A place in a text, both counted from 1; the column in UTF-16 units. A byte-order mark takes no column. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The place of an offset, in UTF-16 units. */
export function locateOffset(text: string, offset: number): TextPlace {
  return findEnd([text.slice(0, offset).replace(/^\ufeff/, '')]);
}

/** The place of a byte of a file that is UTF-8. Reads the file up to it. */
export function locateByte(file: OpenFile, offset: number): TextPlace {
  return findEnd(decodeBeginning(file, offset));
}

function* decodeBeginning(file: OpenFile, bytes: number): Generator<string> {
  const decoder = new TextDecoder();
  let bytesLeft = bytes;
  for (const piece of readPieces(file)) {
    yield decoder.decode(piece.subarray(0, bytesLeft), { stream: true });
    bytesLeft -= piece.length;
    if (bytesLeft <= 0) return;
  }
}

/** The place behind a text that comes in pieces. */
function findEnd(pieces: Iterable<string>): TextPlace {
  let line = 1;
  let column = 1;
  for (const piece of pieces) {
    const lines = piece.split('\n');
    line += lines.length - 1;
    column = (lines.length > 1 ? 1 : column) + (lines.at(-1)?.length ?? 0);
  }
  return { line, column };
}

/**
 * Reads lines `first` to `last` (counted from 1, both included) of a file for an excerpt; fewer where the file ends.
 *
 * Null when there is no such file or line, or it is no text, or cannot be read, or is beyond the first MiB. Never throws.
 */
export async function readLines(
  manifest: FolderManifest,
  path: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly string[] | null> {
  const file = findFile(manifest, path);
  if (file === undefined) return null;
  try {
    const bytes = readBeginning(file, maxExcerptBytes);
    // A picture or the like has no lines to show.
    if (bytes.includes(0)) return null;
    const lines = bytes.toString().split(/\r?\n/);
    // Where reading stopped, the last line is not whole; behind the last line end there is none.
    if (file.bytes > maxExcerptBytes || lines.at(-1) === '') lines.pop();
    const excerpt = lines.slice(first - 1, last);
    return excerpt.length === 0 ? null : excerpt;
  } catch {
    // An excerpt is an extra: a file that changed or went away since the check only costs the excerpt.
    return null;
  }
}
