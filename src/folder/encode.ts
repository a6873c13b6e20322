import { countBeforeMark, markEscapes } from '../json-bytes.ts';
import type { Encoding } from './manifest.ts';

/** Bytes that are encoded at once: a multiple of three, and small enough for V8's fast way to base64 (96 KiB is several times slower). */
export const pieceBytes = 24 * 1024;
/** Room that one encoded piece needs at most: every byte of text may become `\u00XX`, and words are written whole. */
export const pieceRoom = pieceBytes * 6 + 4;
/**
 * Bytes of text up to which JSON.stringify is the faster way. The loops below are three times its speed once V8 has
 * compiled them, and a tenth before, so that a small folder would pay a millisecond for each.
 */
const maxShortText = 24 * 1024;

/** The beginning of the JSON string that carries a file: its quote, and what comes before base64. */
export function toOpening(encoding: Encoding, type: string): string {
  return encoding === 'data' ? `"data:${type};base64,` : '"';
}

/** How many characters the base64 of so many bytes has. */
export function countBase64(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** How many bytes UTF-8 text takes inside a JSON string, without the quotes. It may begin and end anywhere, also in a character. */
export function countText(bytes: Buffer, start: number, end: number): number {
  return end - start <= maxShortText ? escapeText(bytes, start, end).length : countLongText(bytes, start, end);
}

/**
 * Writes bytes `start` to `end` of `source`, at most pieceBytes, into `target`; returns the position after them. A piece of
 * text may begin and end anywhere; of data only a file's last piece may be no multiple of three.
 */
export type Write = (target: Buffer, position: number, source: Buffer, start: number, end: number) => number;

/** Writes bytes as they are. */
export const writePlain: Write = (target, position, source, start, end) =>
  position + source.copy(target, position, start, end);

/** Makes the function that picks the writer for a file of so many bytes: of base64, or of the inside of a JSON string. */
export function createEncoder(): (encoding: Encoding, bytes: number) => Write {
  const writeLongText = createTextWriter();
  return (encoding, bytes) => {
    if (encoding === 'data') return writeBase64;
    return bytes <= maxShortText ? writeShortText : writeLongText;
  };
}

const writeBase64: Write = (target, position, source, start, end) =>
  position + target.write(source.toString('base64', start, end), position, 'latin1');

const writeShortText: Write = (target, position, source, start, end) =>
  position + target.write(escapeText(source, start, end), position, 'latin1');

/** A character for each byte, as Latin-1 has it: all that JSON escapes is ASCII, and longer characters pass byte by byte. */
function escapeText(bytes: Buffer, start: number, end: number): string {
  return JSON.stringify(bytes.toString('latin1', start, end)).slice(1, -1);
}

/** What JSON writes for each byte of text. */
const escapes = Array.from({ length: 256 }, (_, byte) => JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
/** How many bytes more than itself each byte takes inside a JSON string: none, 1 (`\n`) or 5 (`\u001f`). */
const costs = Uint8Array.from(escapes, (form) => form.length - 1);
/** The last two bytes of each escape: all of `\n`, the digits of `\u001f`. */
const endings = new DataView(
  new TextEncoder().encode(escapes.map((form) => (form.length === 1 ? '  ' : form.slice(-2))).join('')).buffer,
);
/** `\u00` as a little-endian number. */
const longEscape = 0x3030755c;

/** How many bytes more than itself a byte takes inside a JSON string; none for what is no byte. */
export function countExtra(byte: number): number {
  return costs[byte] ?? 0;
}

/** Four bytes at a time: in a short run, which V8 has yet to warm up for, that takes half the time of one at a time. */
function countLongText(bytes: Buffer, start: number, end: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const lastWord = end - ((end - start) % 4);
  let extra = 0;
  for (let at = start; at < lastWord; at += 4) {
    const word = view.getInt32(at, true);
    extra +=
      countExtra(word & 255) + countExtra((word >> 8) & 255) + countExtra((word >> 16) & 255) + countExtra(word >>> 24);
  }
  for (let at = lastWord; at < end; at += 1) extra += countExtra(view.getUint8(at));
  return end - start + extra;
}

/**
 * Makes a function that writes text from bytes to bytes: a third less time than JSON.stringify, and nothing to collect.
 *
 * It works in two buffers of its own, which lets V8 treat them as constants: most of the gain.
 */
function createTextWriter(): Write {
  const plain = Buffer.allocUnsafeSlow(pieceBytes + 4);
  const escaped = Buffer.allocUnsafeSlow(pieceRoom);
  const from = new DataView(plain.buffer);
  const to = new DataView(escaped.buffer);

  /** Copies four bytes at a time, up to the first that needs an escape. */
  const encode = (length: number): number => {
    let at = 0;
    let position = 0;
    while (at < length) {
      const word = from.getInt32(at, true);
      const marks = markEscapes(word);
      to.setInt32(position, word, true);
      if (marks === 0) {
        at += 4;
        position += 4;
        continue;
      }
      // The lowest mark is the first byte to escape. The rest of the word is written over.
      const clean = countBeforeMark(marks);
      at += clean;
      position += clean;
      if (at >= length) break;
      const byte = from.getUint8(at);
      if (countExtra(byte) === 5) {
        to.setInt32(position, longEscape, true);
        position += 4;
      }
      to.setUint16(position, endings.getUint16(byte * 2));
      position += 2;
      at += 1;
    }
    // The last word may reach beyond the text.
    return position - Math.max(0, at - length);
  };

  return (target, position, source, start, end) => {
    source.copy(plain, 0, start, end);
    return position + escaped.copy(target, position, 0, encode(end - start));
  };
}
