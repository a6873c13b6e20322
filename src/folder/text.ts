import { closeSync } from 'node:fs';
import { type FolderManifest, findFile, type PackedFile } from './manifest.ts';
import { assertUnchanged, openRegular, readAt } from './read.ts';

/**
 * The largest file, in bytes, that is read whole, to check it or to find a field in it: far larger
 * than any page written by hand.
 */
const maxCheckedBytes = 8 * 1024 * 1024;

/** The text of a file, or the reason why there is none. */
export type TextResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'too-large' | 'utf16' | 'not-utf8'; readonly text: null };

/**
 * Reads a file of the folder as text, up to a limit in bytes. A byte-order mark is kept. Throws
 * FolderError `file_changed` or `file_unreadable`.
 */
export function loadText(
  manifest: FolderManifest,
  path: string,
  limit: number = maxCheckedBytes,
): TextResult {
  const file = findFile(manifest, path);
  if (file === undefined) return { kind: 'missing', text: null };
  if (file.bytes > limit) return { kind: 'too-large', text: null };
  if (file.textSha256 === null) {
    const mark = loadBytes(file, 2).toString('hex');
    const isUtf16 = mark === 'fffe' || mark === 'feff';
    return { kind: isUtf16 ? 'utf16' : 'not-utf8', text: null };
  }
  const text = loadBytes(file).toString();
  // UTF-16 without a byte-order mark is valid UTF-8, with a NUL next to each ASCII character.
  if (text.slice(0, 2).includes('\0')) return { kind: 'utf16', text: null };
  return { kind: 'text', text };
}

/**
 * Reads a file, or its first `count` bytes. Throws FolderError `file_changed` or
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

/** A position in a text, both counted from 1. */
export interface Position {
  readonly line: number;
  /** In UTF-16 units. A byte-order mark takes no column. */
  readonly column: number;
}

/** Returns the position of an offset in UTF-16 units. */
export function locateOffset(text: string, offset: number): Position {
  const before = text.slice(0, offset).replace(/^\ufeff/, '');
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The position of a byte; null if it is not known. */
interface BytePosition {
  readonly line: number | null;
  readonly column: number | null;
}

const unknownPosition: BytePosition = { line: null, column: null };

/**
 * Returns the positions of bytes of a file. Line and column are null if the file is not text, or if
 * the byte is beyond maxCheckedBytes. Throws FolderError `file_changed` or `file_unreadable`.
 */
export function locateBytes(file: PackedFile, offsets: readonly number[]): readonly BytePosition[] {
  if (file.textSha256 === null) return offsets.map(() => unknownPosition);
  const near = offsets.filter((offset) => offset <= maxCheckedBytes);
  const bytes = near.length === 0 ? null : loadBytes(file, Math.max(...near));
  return offsets.map((offset) => {
    if (bytes === null || offset > maxCheckedBytes) return unknownPosition;
    const before = bytes.subarray(0, offset).toString();
    return locateOffset(before, before.length);
  });
}

/** Returns the lines of a text. A line end at the end of the text begins no further line. */
export function toTextLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
