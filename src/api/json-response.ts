import { isAscii, isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type Content, ContentDigester, toBytes } from './content.ts';

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

/** An open array or object; `key` is the member that is being read, null before it and in arrays. */
interface Frame {
  readonly isArray: boolean;
  key: string | null;
}

/** Some bytes, and the same as a string with one character for each. */
interface Piece {
  readonly bytes: Buffer;
  readonly text: string;
}

/** The string that is being read. */
type OpenString =
  | { readonly kind: 'kept' }
  | { readonly kind: 'key'; readonly frame: Frame; raw: string }
  | { readonly kind: 'content'; readonly content: EscapedContent };

const backslash = 0x5c;
/** Strings of this size stay in the processor's cache: a chunk at once takes a third longer. */
const pieceBytes = 16_384;
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
  /** The last bytes of a chunk, where an escape or a character goes on in the next. */
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
    // One character for each byte: quotes are found faster in a string than in a buffer.
    const text = bytes.toString('latin1');
    let at = 0;
    while (at < bytes.length) {
      at =
        this.#open === null ? this.#readTokens({ bytes, text }, at) : this.#readString(this.#open, { bytes, text }, at);
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
  #readTokens({ bytes, text }: Piece, from: number): number {
    const start = text.indexOf('"', from);
    const end = start === -1 ? bytes.length : start + 1;
    for (let at = from; at < end; at += 1) this.#readToken(text.charCodeAt(at));
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
      this.#frames.push({ isArray: byte === 0x5b, key: null });
    } else if (byte === 0x7d || byte === 0x5d) this.#frames.pop();
    else if (byte === 0x2c) {
      const frame = this.#frames.at(-1);
      if (frame !== undefined) frame.key = null;
    }
  }

  #openString(): OpenString {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.isArray) return { kind: 'kept' };
    if (frame.key === null) return { kind: 'key', frame, raw: '' };
    const place = this.#options.places.find(({ keys }) => this.#isAt(keys));
    return place === undefined ? { kind: 'kept' } : { kind: 'content', content: new EscapedContent(place) };
  }

  #isAt(keys: readonly string[]): boolean {
    const fits = ({ key }: Frame, index: number): boolean =>
      key !== null && (keys[index] === '*' || keys[index] === key);
    return keys.length === this.#frames.length && this.#frames.every(fits);
  }

  /** Reads up to and with the closing quote, or all of the piece where it is not in it. */
  #readString(open: OpenString, piece: Piece, from: number): number {
    const { bytes } = piece;
    const close = findClosingQuote(piece, from);
    const end = close === -1 ? findWholeEnd(bytes, from) : close;
    this.#take(open, piece, from, end);
    if (close === -1) {
      this.#held = Buffer.from(bytes.subarray(end));
      return bytes.length;
    }
    this.#close(open);
    this.#open = null;
    this.#keep(bytes, close, close + 1);
    return close + 1;
  }

  #take(open: OpenString, { bytes, text }: Piece, from: number, to: number): void {
    if (open.kind === 'content') open.content.write({ bytes: bytes.subarray(from, to), text: text.slice(from, to) });
    else this.#keep(bytes, from, to);
    if (open.kind === 'key' && open.raw.length <= maxKeyBytes) {
      open.raw += text.slice(from, Math.min(to, from + maxKeyBytes + 1));
    }
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

/** A string that is digested: gets what stands between its quotes, cut nowhere within an escape or a character. */
class EscapedContent {
  readonly #digester: ContentDigester;
  /** The first half of a surrogate pair, whose second half may be the next escape. */
  #half = '';

  constructor(place: ContentPlace) {
    this.#digester = new ContentDigester(place);
  }

  write({ bytes, text }: Piece): void {
    const isPlain = isAscii(bytes);
    if (!isPlain && !isUtf8(bytes)) this.#digester.spoil();
    if (this.#half === '' && !text.includes('\\')) {
      if (controlCharacter.test(text)) throw new JsonError('is not JSON');
      this.#digester.write(bytes);
    } else this.#writeText(`${this.#half}${parse(`"${isPlain ? text : bytes.toString()}"`)}`);
  }

  finish(): Content {
    if (this.#half !== '') this.#digester.spoil();
    return this.#digester.finish();
  }

  #writeText(text: string): void {
    const end = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    this.#half = text.slice(end);
    const whole = text.slice(0, end);
    if (whole.isWellFormed()) this.#digester.write(toBytes(whole, 'utf8'));
    else this.#digester.spoil();
  }
}

/** JSON allows none in a string. */
const controlCharacter = /[^ -\uffff]/;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Where the string ends that is open at `from`, with no escape left open there; -1 when that is not in the piece. */
function findClosingQuote({ bytes, text }: Piece, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && isEscaped(bytes, at, from)) at = text.indexOf('"', at + 1);
  return at;
}

/** True where an odd number of backslashes stands in front. */
function isEscaped(bytes: Buffer, at: number, from: number): boolean {
  let start = at;
  while (start > from && bytes[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 1;
}

/** Where the last escape or character begins that the bytes do not hold as a whole; their length when there is none. */
function findWholeEnd(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let isCharacter = true;
  // The longest that can be open is an escape of six bytes.
  for (let at = length - 1; at >= Math.max(from, length - 5); at -= 1) {
    const byte = bytes.readUInt8(at);
    if (byte === backslash && !isEscaped(bytes, at, from)) {
      const isOpen = at === length - 1 || bytes[at + 1] === 0x75;
      if (isOpen) return at;
    }
    if (byte >= 0xc0) return isCharacter && length - at < countUtf8Bytes(byte) ? at : length;
    isCharacter &&= byte >= 0x80;
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
