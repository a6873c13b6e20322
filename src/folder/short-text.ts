import type { Write } from './encode.ts';

/**
 * Bytes of text up to which JSON.stringify is the faster way. The loops of encode.ts are three times its speed once V8 has
 * compiled them, and a tenth before, so that a small folder would pay a millisecond for each.
 */
export const shortText = 24 * 1024;

/** Counts what countText counts, for a text of at most `shortText` bytes. */
export function countShortText(bytes: Buffer, start: number, end: number): number {
  return escapeText(bytes, start, end).length;
}

/** Writes what a text writer writes, for pieces of such a text. */
export const writeShortText: Write = (target, position, source, start, end) =>
  position + target.write(escapeText(source, start, end), position, 'latin1');

/** A character for each byte, as Latin-1 has it: all that JSON escapes is ASCII, and longer characters pass byte by byte. */
function escapeText(bytes: Buffer, start: number, end: number): string {
  return JSON.stringify(bytes.toString('latin1', start, end)).slice(1, -1);
}
