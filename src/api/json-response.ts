import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { countBeforeMark, markEscapes } from '../json-bytes.ts';
import { type Content, ContentDigester, hasControlCharacter } from './content.ts';

/** The text is not JSON, or goes beyond a limit. The message goes on after "the response". */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** Where strings are digested and not kept. */
export interface ContentPlace {
  /** The object keys that lead there from the root; `*` is any key. */
  readonly keys: readonly string[];
  /** True where the string itself is wanted too, if it is short. */
  readonly isKept: boolean;
}

/** What a reader may hold, and which strings it need not hold. */
export interface JsonOptions {
  /** Most bytes that are kept. */
  readonly maxBytes: number;
  /** The first place that fits a string counts. */
  readonly places: readonly ContentPlace[];
}

/** A string that is being read: its content, or where it begins in what is kept. */
type OpenString = ContentDigester | { readonly isKey: boolean; readonly start: number };

const quote = 0x22;
const backslash = 0x5c;
/** As much as a socket gives at once: what is unescaped goes into a buffer of this size. */
const pieceBytes = 65_536;
/** Most levels of arrays and objects. */
const maxDepth = 200;
/** A longer key, escapes included, is none that a place names. */
const maxKeyBytes = 100;

/**
 * Reads JSON of any size whose long strings are at known places, such as the files of an app: these are digested while
 * they arrive, and a mark takes their place. The rest is small, and `JSON.parse` reads it; a Content then replaces each
 * mark. The mark is a random one for each response, so that no text can hold it. Every method may throw JsonError.
 */
export class JsonReader {
  readonly #options: JsonOptions;
  readonly #mark = randomUUID();
  readonly #contents: Content[] = [];
  /** For each open array or object the member that is being read, null before it. A text in an array is taken for one too. */
  readonly #keys: (string | null)[] = [];
  #open: OpenString | null = null;
  /** The last bytes of a piece, where an escape or a character goes on in the next. */
  #held = Buffer.alloc(0);
  #rest = Buffer.alloc(0);
  #restBytes = 0;

  constructor(options: JsonOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += pieceBytes) this.#pushPiece(chunk.subarray(at, at + pieceBytes));
  }

  #pushPiece(piece: Buffer): void {
    const bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    this.#held = Buffer.alloc(0);
    let at = 0;
    while (at < bytes.length) {
      at = this.#open === null ? this.#readTokens(bytes, at) : this.#readString(this.#open, bytes, at);
    }
  }

  /** True where the text may not end: within a string, an array or an object. */
  get isOpen(): boolean {
    return this.#open !== null || this.#keys.length > 0;
  }

  /** The whole value; undefined when there was nothing but white space. A byte order mark at the start is passed over. */
  end(): unknown {
    const text = this.#rest.toString('utf8', 0, this.#restBytes).replace(/^\ufeff/, '');
    if (!/[^ \t\r\n]/.test(text)) return undefined;
    if (this.isOpen && /^[ \t\r\n]*["{[]/.test(text)) throw new JsonError('ends early');
    return parse(text, this.#contents.length === 0 ? undefined : (_, value) => this.#resolve(value));
  }

  #resolve(value: unknown): unknown {
    const isMark = typeof value === 'string' && value.startsWith(this.#mark);
    return isMark ? this.#contents[Number(value.slice(this.#mark.length))] : value;
  }

  /** Reads up to and with the next quote. */
  #readTokens(bytes: Buffer, from: number): number {
    const start = bytes.indexOf(quote, from);
    const end = start === -1 ? bytes.length : start + 1;
    for (const byte of bytes.subarray(from, end)) this.#readToken(byte);
    this.#keep(bytes, from, end);
    if (start !== -1) this.#open = this.#openString();
    return end;
  }

  /** Only what tells places apart: `JSON.parse` judges the grammar. */
  #readToken(byte: number): void {
    if (byte === 0x7b || byte === 0x5b) {
      if (this.#keys.length >= maxDepth) throw new JsonError(`is nested deeper than ${maxDepth} levels`);
      this.#keys.push(null);
    } else if (byte === 0x7d || byte === 0x5d) this.#keys.pop();
    else if (byte === 0x2c) this.#setKey(null);
  }

  #setKey(key: string | null): void {
    if (this.#keys.length > 0) this.#keys[this.#keys.length - 1] = key;
  }

  #openString(): OpenString {
    const isKey = this.#keys.at(-1) === null;
    const place = isKey ? undefined : this.#options.places.find(({ keys }) => this.#isAt(keys));
    return place === undefined ? { isKey, start: this.#restBytes } : new ContentDigester(place);
  }

  #isAt(keys: readonly string[]): boolean {
    return keys.length === this.#keys.length && keys.every((key, index) => key === '*' || key === this.#keys[index]);
  }

  /** Reads up to and with the closing quote, or all of the bytes where it is not in them. */
  #readString(open: OpenString, bytes: Buffer, from: number): number {
    const isContent = open instanceof ContentDigester;
    const end = isContent ? digestString(open, bytes, from) : findStringEnd(bytes, from);
    if (!isContent) this.#keep(bytes, from, end);
    if (bytes[end] !== quote) {
      this.#held = Buffer.from(bytes.subarray(end));
      return bytes.length;
    }
    if (isContent) this.#keepMark(open.finish());
    else if (open.isKey) this.#setKey(this.#readKey(open.start));
    this.#open = null;
    this.#keep(bytes, end, end + 1);
    return end + 1;
  }

  #keepMark(content: Content): void {
    const mark = Buffer.from(`${this.#mark}${this.#contents.length}`);
    this.#contents.push(content);
    this.#keep(mark, 0, mark.length);
  }

  #readKey(start: number): string {
    if (this.#restBytes - start > maxKeyBytes) return '';
    return String(parse(`"${this.#rest.toString('latin1', start, this.#restBytes)}"`));
  }

  /** A copy: the chunk's memory is not ours to hold. */
  #keep(bytes: Buffer, from: number, to: number): void {
    const size = this.#restBytes + to - from;
    if (size > this.#options.maxBytes) throw new JsonError(`is larger than ${this.#options.maxBytes} bytes`);
    if (size > this.#rest.length) {
      const larger = Buffer.allocUnsafe(2 * size);
      this.#rest.copy(larger, 0, 0, this.#restBytes);
      this.#rest = larger;
    }
    bytes.copy(this.#rest, this.#restBytes, from, to);
    this.#restBytes = size;
  }
}

/**
 * Where the string that is open at `from` goes no further: at its closing quote, at an escape that is not whole, or at the
 * end of the bytes.
 */
function findStringEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) {
    const size = bytes[at] === backslash ? 2 : 1;
    if (at + size > bytes.length) break;
    at += size;
  }
  return at;
}

/** `\uXXXX`, which never becomes longer as UTF-8. */
const escapeBytes = 6;
/** What may be an escape, or the first half of a surrogate pair, that goes on in the next piece. */
const openEscape = /^(?:\\ud[89ab][0-9a-f]{2})?(?:\\(?:u[0-9a-f]{0,3})?)?$/i;
/** A character that may go on there too. */
const lastCharacter = /[\xc0-\xff][\x80-\xbf]{0,2}$/;
const letterOfUnit = 0x75;
/** By the byte behind a backslash; 0 where there is no such escape. */
const shortEscapes = makeTable({ '"': 0x22, '\\': 0x5c, '/': 0x2f, b: 0x08, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09 });
/** By the byte of the digit, one more than its value; 0 where it is none. */
const hexDigits = makeTable(
  Object.fromEntries(Array.from('0123456789abcdefABCDEF', (digit) => [digit, Number.parseInt(digit, 16) + 1])),
);

function makeTable(values: Readonly<Record<string, number>>): Uint8Array {
  const table = new Uint8Array(256);
  for (const [char, value] of Object.entries(values)) table[char.charCodeAt(0)] = value;
  return table;
}

/** What was unescaped of a piece and what was held before it: it is digested before the next is read. */
const unescaped = Buffer.allocUnsafeSlow(pieceBytes + 4 * escapeBytes);
const unescapedView = new DataView(unescaped.buffer);

/** Digests an open string up to its closing quote, or to what goes on in the next piece; returns where that is. */
function digestString(digester: ContentDigester, bytes: Buffer, from: number): number {
  const close = bytes.indexOf(quote, from);
  const end = close === -1 ? bytes.length : close;
  const plain = bytes.subarray(from, end);
  if (plain.includes(backslash) || !isAscii(plain)) return digestEscaped(digester, bytes, from);
  if (!digester.write(plain) && hasControlCharacter(plain)) throw new JsonError('is not JSON');
  return end;
}

/**
 * Unescapes from bytes to bytes. Strings of JavaScript would take several times as long and many times the memory. Half a
 * surrogate pair becomes bytes that are no UTF-8.
 */
function digestEscaped(digester: ContentDigester, bytes: Buffer, from: number): number {
  const [last = ''] = lastCharacter.exec(bytes.toString('latin1', bytes.length - 3)) ?? [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length - last.length);
  let at = from;
  let to = 0;
  for (;;) {
    const count = copyPlain(view, at, to);
    at += count;
    to += count;
    if (byteAt(bytes, at) !== backslash) break;
    const char = shortEscapes[byteAt(bytes, at + 1)] || 0;
    if (char !== 0) {
      unescapedView.setUint8(to, char);
      to += 1;
      at += 2;
      continue;
    }
    const code = readCode(bytes, at);
    if (code < 0) break;
    to = writeCode(code, to);
    at += code > 0xffff ? 2 * escapeBytes : escapeBytes;
  }
  const isCut = at === view.byteLength || isOpenEscape(bytes, at);
  if (bytes[at] !== quote && !isCut) throw new JsonError('is not JSON');
  digester.write(unescaped.subarray(0, to));
  return at;
}

function isOpenEscape(bytes: Buffer, at: number): boolean {
  return bytes.length - at < 2 * escapeBytes && openEscape.test(bytes.toString('latin1', at));
}

/** The character that `\uXXXX` stands for, or two of them; negative where that is not known. */
function readCode(bytes: Buffer, at: number): number {
  const unit = readUnit(bytes, at);
  if ((unit & 0xfc00) !== 0xd800) return unit;
  const second = readUnit(bytes, at + escapeBytes);
  if ((second & 0xfc00) === 0xdc00) return 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff);
  return isOpenEscape(bytes, at) ? -1 : unit;
}

/** The UTF-16 unit that `\uXXXX` stands for; negative where there is none. */
function readUnit(bytes: Buffer, at: number): number {
  if (byteAt(bytes, at) !== backslash || byteAt(bytes, at + 1) !== letterOfUnit) return -1;
  const digit = (index: number): number => (hexDigits[byteAt(bytes, at + index)] || 0) - 1;
  return (digit(2) << 12) | (digit(3) << 8) | (digit(4) << 4) | digit(5);
}

/** A byte, 0 behind the last one. */
function byteAt(bytes: Buffer, at: number): number {
  return at < bytes.length ? Number(bytes[at]) : 0;
}

/** Writes a character, or half a pair, in UTF-8; returns where it ends. */
function writeCode(code: number, at: number): number {
  if (code < 0x80) {
    unescaped[at] = code;
    return at + 1;
  }
  if (code < 0x800) {
    unescaped[at] = 0xc0 | (code >> 6);
    unescaped[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  if (code > 0xffff) return at + unescaped.write(String.fromCodePoint(code), at);
  unescaped[at] = 0xe0 | (code >> 12);
  unescaped[at + 1] = 0x80 | ((code >> 6) & 0x3f);
  unescaped[at + 2] = 0x80 | (code & 0x3f);
  return at + 3;
}

/** Copies what stands as it is, four bytes at a time: half the time of one at a time. Returns how many bytes that were. */
function copyPlain(bytes: DataView, from: number, to: number): number {
  let count = 0;
  for (const last = bytes.byteLength - from - 4; count <= last; count += 4) {
    const word = bytes.getInt32(from + count, true);
    unescapedView.setInt32(to + count, word, true);
    const marks = markEscapes(word);
    if (marks !== 0) return count + countBeforeMark(marks);
  }
  for (; from + count < bytes.byteLength; count += 1) {
    const byte = bytes.getUint8(from + count);
    if (markEscapes(byte | 0x20202000) !== 0) break;
    unescapedView.setUint8(to + count, byte);
  }
  return count;
}

function parse(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch (cause) {
    throw new JsonError('is not JSON', { cause });
  }
}
