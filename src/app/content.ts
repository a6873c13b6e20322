/**
 * The contents of an app's files, as a read shows them: as text or as a data: URL, in base64 or
 * percent-encoded. Any file may have either form.
 */
import { isUtf8 } from 'node:buffer';
import type { LongString } from '../text/json.ts';

export type ShownContent = string | LongString;

/**
 * Returns true if a content that the service shows is this file (docs/reliability.md). Texts, SVG
 * included, are compared without byte order mark and with CRLF as LF, everything else by its bytes.
 *
 * @example
 * isSameFile('data:text/css;base64,YXt9', Buffer.from('a{}')); // true
 */
export function isSameFile(shown: string, file: Uint8Array): boolean {
  if (isPlainBase64(shown, file)) return true;
  const data = decodeDataUrl(shown);
  if (data?.equals(file) === true) return true;
  if (!isUtf8(file)) return false;
  const text = normalizeText(toText(file));
  // A text file may itself begin with `data:`.
  if (normalizeText(shown) === text) return true;
  return data !== null && isTextUrl(shown, data) && normalizeText(toText(data)) === text;
}

/** Holds one decoded content at a time: nearly all of a large app passes through it. */
let scratch = Buffer.alloc(0);

/** Returns true if a content is this file as the action sends it: in base64, with its padding. */
function isPlainBase64(shown: string, file: Uint8Array): boolean {
  const [head = ''] = dataUrlHead.exec(shown) ?? [];
  const size = Math.ceil(file.length / 3) * 4;
  if (shown.length - head.length !== size || !base64Mark.test(head)) return false;
  if (!shown.endsWith('='.repeat((3 - (file.length % 3)) % 3))) return false;
  if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size);
  const written = scratch.write(shown.slice(head.length), 'base64');
  return written === file.length && scratch.subarray(0, written).equals(file);
}

/** Returns true if two contents of one path are the same, in whatever form two reads show them. */
export function isSameShown(one: string, other: string): boolean {
  if (one === other) return true;
  const [bytes, otherBytes] = [readShownBytes(one), readShownBytes(other)];
  if (bytes === null || otherBytes === null) return false;
  return isSameFile(one, otherBytes) || isSameFile(other, bytes);
}

export function readShownBytes(shown: string): Uint8Array | null {
  if (!shown.isWellFormed()) return null;
  return decodeDataUrl(shown) ?? Buffer.from(shown);
}

/** Returns the size of a content in bytes; null if it cannot be read. */
export function countShownBytes(shown: string): number | null {
  const [head = ''] = dataUrlHead.exec(shown) ?? [];
  const payload = shown.slice(head.length);
  const isPlain = payload.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(payload);
  // Nearly all bytes of an app with many pictures are like this, and need not be decoded.
  if (isPlain && base64Mark.test(head)) return Buffer.byteLength(payload, 'base64');
  return readShownBytes(shown)?.length ?? null;
}

/**
 * Returns the text of a content; null if it is a picture other than SVG, a font, a sound or a
 * video, if its bytes are not UTF-8, or if it cannot be read.
 */
export function readShownText(shown: string): string | null {
  if (!shown.isWellFormed()) return null;
  const data = decodeDataUrl(shown);
  if (data === null) return shown;
  return isTextUrl(shown, data) ? toText(data) : null;
}

/** Returns a text without its byte order mark and with CRLF as LF, as texts are compared. */
export function normalizeText(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

/** The types that are compared only by their bytes. SVG is a text: a checkout changes its lines. */
const binaryUrl = /^data:(?:image(?!\/svg\+xml)|font|audio|video)\//i;
/** The type and parameters of a data: URL, up to its comma: at most 263 characters. */
const dataUrlHead = /^data:[^,]{0,257},/i;
const base64Mark = /; {0,9}base64 {0,9},/i;

function isTextUrl(url: string, data: Uint8Array): boolean {
  return !binaryUrl.test(url) && isUtf8(data);
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function decodeDataUrl(shown: string): Buffer | null {
  const [head] = dataUrlHead.exec(shown) ?? [];
  if (head === undefined || !shown.isWellFormed()) return null;
  const payload = shown.slice(head.length);
  return base64Mark.test(head) ? decodeBase64(payload) : decodePercent(payload);
}

/**
 * Decodes `%XX` to bytes. Any other percent sign stays as it is (URL Standard, "percent-decode").
 */
function decodePercent(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

/**
 * Decodes base64 as browsers do (Infra Standard, "forgiving-base64 decode"), and also with the
 * alphabet for URLs. White space and `%XX` are rare, so they are only removed if decoding fails.
 */
function decodeBase64(text: string): Buffer | null {
  const bytes = decodeDigits(text);
  if (bytes !== null) return bytes;
  const digits = decodePercent(text).toString('latin1');
  return decodeDigits(digits.replace(/[ \t\n\f\r]/g, ''));
}

/**
 * Returns null if Buffer has skipped a character, which the size shows: four digits make three
 * bytes. Otherwise, different files would count as the same.
 */
function decodeDigits(base64: string): Buffer | null {
  const digits = base64.length % 4 === 0 ? base64.replace(/={1,2}$/, '') : base64;
  if (digits.length % 4 === 1) return null;
  const bytes = Buffer.from(digits, 'base64');
  return bytes.length === Math.floor((digits.length * 3) / 4) ? bytes : null;
}
