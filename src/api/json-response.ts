import { isAscii, isUtf8 } from 'node:buffer';
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
  /** Most levels of arrays and objects. */
  readonly maxDepth: number;
  /** Most bytes that are kept. */
  readonly maxBytes: number;
  /** The first place that fits a string counts. */
  readonly places: readonly ContentPlace[];
}

/** An open array or object; `key` is the member that is being read, null before it. A text in an array is taken for one too. */
interface Frame {
  key: string | null;
}

/** The string that is being read. */
type OpenString =
  | { readonly kind: 'kept' }
  | { readonly kind: 'key'; readonly frame: Frame; raw: string }
  | { readonly kind: 'content'; readonly content: EscapedContent };

const quote = 0x22;
const backslash = 0x5c;
/** As much as a socket gives at once: what is unescaped goes into a buffer of this size. */
const pieceBytes = 65_536;
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
  readonly #frames: Frame[] = [];
  #open: OpenString | null = null;
  /** The last bytes of a chunk, where an escape goes on in the next. */
  #held = Buffer.alloc(0);
  #unescaped: Buffer | null = null;
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
    return this.#open !== null || this.#frames.length > 0;
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
      if (this.#frames.length >= this.#options.maxDepth) {
        throw new JsonError(`is nested deeper than ${this.#options.maxDepth} levels`);
      }
      this.#frames.push({ key: null });
    } else if (byte === 0x7d || byte === 0x5d) this.#frames.pop();
    else if (byte === 0x2c) {
      const frame = this.#frames.at(-1);
      if (frame !== undefined) frame.key = null;
    }
  }

  #openString(): OpenString {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return { kind: 'kept' };
    if (frame.key === null) return { kind: 'key', frame, raw: '' };
    const place = this.#options.places.find(({ keys }) => this.#isAt(keys));
    if (place === undefined) return { kind: 'kept' };
    this.#unescaped ??= Buffer.allocUnsafeSlow(pieceBytes + 2 * maxEscapeBytes);
    return { kind: 'content', content: new EscapedContent(place, this.#unescaped) };
  }

  #isAt(keys: readonly string[]): boolean {
    const fits = ({ key }: Frame, index: number): boolean =>
      key !== null && (keys[index] === '*' || keys[index] === key);
    return keys.length === this.#frames.length && this.#frames.every(fits);
  }

  /** Reads up to and with the closing quote, or all of the bytes where it is not in them. */
  #readString(open: OpenString, bytes: Buffer, from: number): number {
    const end = open.kind === 'content' ? open.content.read(bytes, from) : this.#keepString(open, bytes, from);
    if (bytes[end] !== quote) {
      this.#held = Buffer.from(bytes.subarray(end));
      return bytes.length;
    }
    this.#close(open);
    this.#open = null;
    this.#keep(bytes, end, end + 1);
    return end + 1;
  }

  #keepString(open: Exclude<OpenString, { readonly kind: 'content' }>, bytes: Buffer, from: number): number {
    const end = findStringEnd(bytes, from);
    this.#keep(bytes, from, end);
    if (open.kind === 'key' && open.raw.length <= maxKeyBytes) {
      open.raw += bytes.toString('latin1', from, Math.min(end, from + maxKeyBytes + 1));
    }
    return end;
  }

  #close(open: OpenString): void {
    if (open.kind === 'key') open.frame.key = open.raw.length > maxKeyBytes ? '' : String(parse(`"${open.raw}"`));
    if (open.kind !== 'content') return;
    const mark = Buffer.from(`${this.#mark}${this.#contents.length}`);
    this.#contents.push(open.content.finish());
    this.#keep(mark, 0, mark.length);
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
const maxEscapeBytes = 6;
const openEscape = /^\\(?:u[0-9a-f]{0,3})?$/i;
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

/**
 * A string that is digested: unescapes what stands between its quotes, from bytes to bytes. Strings of JavaScript would take
 * several times as long and many times the memory. All that is no text becomes bytes that are no UTF-8.
 */
class EscapedContent {
  readonly #digester: ContentDigester;
  /** The unescaped bytes; the first of them may wait for the rest of their character. */
  readonly #out: Buffer;
  readonly #outView: DataView;
  #waiting = 0;
  /** The first half of a surrogate pair, and where it ends in `#out`. It is written like a character. */
  #half = 0;
  #halfEnd = -1;

  constructor(place: ContentPlace, out: Buffer) {
    this.#digester = new ContentDigester(place);
    this.#out = out;
    this.#outView = new DataView(out.buffer, out.byteOffset, out.length);
  }

  /** Reads up to the closing quote, to an escape that is not whole, or all; returns where that is. */
  read(bytes: Buffer, from: number): number {
    const close = bytes.indexOf(quote, from);
    const end = close === -1 ? bytes.length : close;
    const plain = bytes.subarray(from, end);
    if (this.#waiting > 0 || plain.includes(backslash) || !isAscii(plain)) return this.#unescape(bytes, from);
    if (!this.#digester.write(plain) && hasControlCharacter(plain)) throw new JsonError('is not JSON');
    return end;
  }

  finish(): Content {
    if (this.#waiting > 0) this.#digester.spoil();
    return this.#digester.finish();
  }

  #unescape(bytes: Buffer, from: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const out = this.#outView;
    let at = from;
    let to = this.#waiting;
    for (;;) {
      const count = copyPlain(view, at, out, to);
      at += count;
      to += count;
      if (byteAt(bytes, at) !== backslash) break;
      const letter = byteAt(bytes, at + 1);
      const char = shortEscapes[letter] || 0;
      if (char !== 0) {
        out.setUint8(to, char);
        to += 1;
        at += 2;
        continue;
      }
      const unit = letter === letterOfUnit ? readUnit(bytes, at + 2) : -1;
      if (unit < 0) break;
      to = unit >= 0xd800 && unit < 0xe000 ? this.#writeHalf(unit, to) : writeUnit(this.#out, unit, to);
      at += maxEscapeBytes;
    }
    if (at < bytes.length && bytes[at] !== quote && !openEscape.test(bytes.toString('latin1', at))) {
      throw new JsonError('is not JSON');
    }
    this.#digest(to);
    return at;
  }

  #writeHalf(unit: number, to: number): number {
    const isSecond = unit >= 0xdc00;
    if (isSecond && this.#halfEnd === to) {
      const start = to - 3;
      return start + this.#out.write(String.fromCharCode(this.#half, unit), start);
    }
    const end = writeUnit(this.#out, unit, to);
    this.#half = unit;
    this.#halfEnd = isSecond ? -1 : end;
    return end;
  }

  /** Digests what is there but for a last character or pair that is not whole. */
  #digest(to: number): void {
    const isHalf = this.#halfEnd === to;
    const end = isHalf ? to - 3 : findWholeEnd(this.#out, to);
    const whole = this.#out.subarray(0, end);
    if (!isUtf8(whole)) this.#digester.spoil();
    this.#digester.write(whole);
    this.#out.copyWithin(0, end, to);
    this.#waiting = to - end;
    this.#halfEnd = isHalf ? this.#waiting : -1;
  }
}

/** Copies what stands as it is, four bytes at a time: half the time of one at a time. Returns how many bytes that were. */
function copyPlain(bytes: DataView, from: number, out: DataView, to: number): number {
  let count = 0;
  for (const last = bytes.byteLength - from - 4; count <= last; count += 4) {
    const word = bytes.getInt32(from + count, true);
    out.setInt32(to + count, word, true);
    const marks = markEscapes(word);
    if (marks !== 0) return count + countBeforeMark(marks);
  }
  for (; from + count < bytes.byteLength; count += 1) {
    const byte = bytes.getUint8(from + count);
    if (markEscapes(byte | 0x20202000) !== 0) break;
    out.setUint8(to + count, byte);
  }
  return count;
}

/** A byte, 0 behind the last one. */
function byteAt(bytes: Buffer, at: number): number {
  return at < bytes.length ? Number(bytes[at]) : 0;
}

/** The UTF-16 unit that four digits stand for; negative where they are not all there. */
function readUnit(bytes: Buffer, at: number): number {
  const digit = (index: number): number => (hexDigits[byteAt(bytes, at + index)] || 0) - 1;
  return (digit(0) << 12) | (digit(1) << 8) | (digit(2) << 4) | digit(3);
}

/** Writes a UTF-16 unit in UTF-8; returns where it ends. */
function writeUnit(out: Buffer, unit: number, at: number): number {
  if (unit < 0x80) {
    out[at] = unit;
    return at + 1;
  }
  if (unit < 0x800) {
    out[at] = 0xc0 | (unit >> 6);
    out[at + 1] = 0x80 | (unit & 0x3f);
    return at + 2;
  }
  out[at] = 0xe0 | (unit >> 12);
  out[at + 1] = 0x80 | ((unit >> 6) & 0x3f);
  out[at + 2] = 0x80 | (unit & 0x3f);
  return at + 3;
}

/** Where the last character begins that is not whole; `length` when there is none. */
function findWholeEnd(bytes: Buffer, length: number): number {
  for (let at = length - 1; at >= Math.max(0, length - 3); at -= 1) {
    const byte = bytes.readUInt8(at);
    if (byte >= 0xc0) return length - at < countUtf8Bytes(byte) ? at : length;
  }
  return length;
}

/** How many bytes the character has that begins with this one. */
function countUtf8Bytes(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

function parse(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError('is not JSON', { cause: error });
    throw error;
  }
}
