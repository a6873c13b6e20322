import type { Packed } from './packed.ts';
import { findFile, readBeginning } from './text.ts';

/** How much of a file is looked at for a code frame, in bytes. */
const mostFrameBytes = 1024 * 1024;
/** Longest line that is shown, in UTF-16 units; the rest is cut. */
const longestLine = 400;
/** Most lines that are given at once. */
const mostFrameLines = 100;

/** A place in a text, both counted from 1; the column in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Tells the line and column of an offset in UTF-16 units. Lines end at LF. */
export function toPlace(text: string, offset: number): TextPlace {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The length of each line of a text, in UTF-16 units, without its LF or CRLF. */
export function measureLines(text: string): readonly number[] {
  const lengths: number[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    lengths.push(end - start - (text[end - 1] === '\r' && end > start ? 1 : 0));
    start = end + 1;
  }
  lengths.push(text.length - start);
  return lengths;
}

/** Splits a text into lines, at LF and CRLF. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/**
 * Reads lines `first` to `last` (counted from 1, both included) of a packed file for a code frame; fewer where the file ends.
 *
 * Null when there is no such file or line, or it cannot be read, or lies beyond mostFrameBytes. Never throws.
 */
export async function readLines(
  packed: Packed,
  path: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly string[] | null> {
  const file = findFile(packed, path);
  if (file === undefined || !Number.isInteger(first) || first < 1 || last < first) return null;
  try {
    const all = splitLines(readBeginning(file, mostFrameBytes).toString());
    // Where reading stopped, the last line is not whole.
    const lines = file.bytes > mostFrameBytes ? all.slice(0, -1) : all;
    const frame = lines.slice(first - 1, Math.min(last, first - 1 + mostFrameLines)).map(cutLine);
    return frame.length === 0 ? null : frame;
  } catch {
    // A frame is an extra: a file that changed or went away since the check only costs the frame.
    return null;
  }
}

function cutLine(line: string): string {
  // A pair of surrogates that the cut would part becomes one replacement character, not a broken string.
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()}…`;
}
