import { isUtf8 } from 'node:buffer';
import type { FolderFile } from './folder-file.ts';

/**
 * The largest file, in bytes, that is checked as a text, or in which a position is found: far
 * larger than any page written by hand.
 */
const maxCheckedBytes = 8 * 1024 * 1024;

/** The text of a file, or the reason why there is none. */
export type TextResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'too-large' | 'utf16' | 'not-utf8'; readonly text: null };

/** Returns the text of a file, with its byte-order mark, to be checked. */
export function readText(file: FolderFile | undefined): TextResult {
  if (file === undefined) return { kind: 'missing', text: null };
  if (file.bytes.length > maxCheckedBytes) return { kind: 'too-large', text: null };
  const { text } = file;
  if (text === null) {
    const mark = file.bytes.toString('hex', 0, 2);
    const isUtf16 = mark === 'fffe' || mark === 'feff';
    return { kind: isUtf16 ? 'utf16' : 'not-utf8', text: null };
  }
  // UTF-16 without a byte-order mark is valid UTF-8, with a NUL next to each ASCII character.
  if (text.slice(0, 2).includes('\0')) return { kind: 'utf16', text: null };
  return { kind: 'text', text };
}

/** A position in a text, both counted from 1. */
export interface Position {
  readonly line: number;
  /** In UTF-16 units. A byte-order mark takes no column. */
  readonly column: number;
}

export function locateOffset(text: string, offset: number): Position {
  const before = text.slice(0, offset).replace(/^\ufeff/, '');
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * Returns the position of a byte of a file; null if the file is not text, or if the byte is too far
 * into the file.
 */
export function locateByte(file: FolderFile, offset: number): Position | null {
  if (offset > maxCheckedBytes || !isUtf8(file.bytes)) return null;
  const before = file.bytes.toString('utf8', 0, offset);
  return locateOffset(before, before.length);
}

/** Returns the lines of a text. A line end at the end of the text begins no further line. */
export function toTextLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
