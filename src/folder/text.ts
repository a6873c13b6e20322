import { closeSync } from 'node:fs';
import { type FolderManifest, findFile, type PackedFile } from './manifest.ts';
import { assertUnchanged, openRegular, readAt } from './read.ts';

/**
 * Largest file that is read whole for a check or a field, in bytes: far above any page that is
 * written by hand.
 */
export const maxCheckedBytes = 8 * 1024 * 1024;

/** A file's text, or why there is none. */
export type TextResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'too-large' | 'not-utf8'; readonly text: null };

/**
 * Reads a file of the folder as text, up to a limit in bytes; a byte-order mark stays.
 * Throws FolderError `file_changed` or `file_unreadable`.
 */
export function loadText(
  manifest: FolderManifest,
  path: string,
  limit: number = maxCheckedBytes,
): TextResult {
  const file = findFile(manifest, path);
  if (file === undefined) return { kind: 'missing', text: null };
  if (file.bytes > limit) return { kind: 'too-large', text: null };
  if (file.textSha256 === null) return { kind: 'not-utf8', text: null };
  return { kind: 'text', text: loadBytes(file).toString() };
}

/**
 * Reads the bytes of a file, or its first ones. Throws FolderError `file_changed` or
 * `file_unreadable`.
 */
export function loadBytes(file: PackedFile, count: number = file.bytes): Buffer {
  const open = openRegular(file);
  try {
    assertUnchanged(open.stamp, file);
    const target = Buffer.allocUnsafeSlow(count);
    return target.subarray(0, readAt(open, 0, target));
  } finally {
    closeSync(open.fd);
  }
}

/**
 * A place in a text, both counted from 1; the column in UTF-16 units. A byte-order mark takes no
 * column.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The place of an offset, in UTF-16 units. */
export function locateOffset(text: string, offset: number): Position {
  const lines = text
    .slice(0, offset)
    .replace(/^\ufeff/, '')
    .split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The place of a byte of a file; null where the file is not text, or the byte too far into it. */
export function locateByte(
  file: PackedFile,
  offset: number,
): Position | { readonly line: null; readonly column: null } {
  if (file.textSha256 === null || offset > maxCheckedBytes) return { line: null, column: null };
  return locateOffset(loadBytes(file, offset).toString(), offset);
}

/** The lines of a text. A line end at its end begins no line. */
export function toTextLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
