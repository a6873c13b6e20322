import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type Content, ContentDigester, digestContent, unreadableContent } from '../../model/content.ts';

/** The text is not JSON, or is nested too deep. The message goes on after "the response". */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** The response goes beyond what is read of it. The message goes on after "the response". */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/** Where strings are digested and not kept. */
export interface ContentPlace {
  /** The object keys that lead there from the root; `*` is any key. */
  readonly keys: readonly string[];
  /** True where its text is wanted too, if it is short. */
  readonly isKept: boolean;
}

/** Most entries of a response: empty ones take little of it, and much memory. */
export interface EntryLimit {
  /** Members and elements of any kind, or arrays and objects alone. */
  readonly counts: 'all' | 'objects';
  readonly most: number;
  /** Follows "the response has more than so many". */
  readonly name: string;
}

/** What a reader may hold, and which strings it need not hold. */
export interface JsonOptions {
  readonly entries?: EntryLimit | undefined;
  /** Most bytes that are held at once: all that is not digested, and one text that is. */
  readonly maxBytes: number;
  /** The first place that fits a string counts. */
  readonly places: readonly ContentPlace[];
  /** True where the short texts of all places are wanted; by default false. */
  readonly keepsTexts?: boolean | undefined;
}

/** A string that is being read. */
interface OpenString {
  readonly isKey: boolean;
  /** Where it begins in what is held, with its quote. */
  readonly start: number;
  /** Null where the string is not digested. */
  readonly place: ContentPlace | null;
  /** Of a base64 data: URL, once a piece of it was digested. */
  digester: ContentDigester | null;
  isText: boolean;
}

const quoteByte = 0x22;
const closingQuote = Buffer.from('"');
const backslash = 0x5c;
const maxDepth = 200;
/** How many fields an app may have beside its files. */
const maxFields = 100;
/** Most bytes of the texts of an app that are kept; the last one may go beyond it. */
const maxTextBytes = 16 * 1024 * 1024;
/** How a base64 data: URL begins, in JSON; what writes its head with other escapes is digested as a whole. */
const base64Head = /^data:[^,]{0,900}; {0,9}base64 {0,9},/i;
const maxHeadBytes = 1_000;
/** In the last 12 bytes: a surrogate pair, a CRLF, a `%XX` or a character may go on in the next piece. */
const openEnd = /[\\%\x80-\xff]/;

/**
 * Reads JSON of any size whose long strings are at known places, such as the files of an app. Each of these is digested when
 * it is whole, a data: URL in base64 while it arrives, and a mark takes its place in what is held. `JSON.parse` reads the
 * strings and, at the end, all that is held; a Content then replaces each mark. The mark is a random one for each response, so
 * that no text can hold it. Every method may throw JsonError, and `push` ResponseTooLargeError.
 */
export class JsonReader {
  readonly #options: JsonOptions;
  readonly #mark = randomUUID();
  readonly #contents: Content[] = [];
  /** For each open array or object the member that is being read, null before it. A text in an array is taken for one too. */
  readonly #keys: (string | null)[] = [];
  #open: OpenString | null = null;
  /** 1 where the last chunk ended with a backslash: the next byte belongs to it. */
  #skip = 0;
  #held = Buffer.alloc(0);
  #heldBytes = 0;
  #entries = 0;
  /** How many bytes of texts are kept. */
  #textBytes = 0;

  constructor(options: JsonOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#open === null ? this.#readTokens(chunk, at) : this.#readString(this.#open, chunk, at);
    }
  }

  /** True where the text may not end: within a string, an array or an object. */
  get isOpen(): boolean {
    return this.#open !== null || this.#keys.length > 0;
  }

  /** The whole value; undefined when there was nothing but white space. A byte order mark at the start is passed over. */
  end(): unknown {
    const text = this.#held.toString('utf8', 0, this.#heldBytes).replace(/^\ufeff/, '');
    if (!/[^ \t\r\n]/.test(text)) return undefined;
    if (this.isOpen && /^[ \t\r\n]*["{[]/.test(text)) throw new JsonError('ends early');
    return parseJson(text, this.#contents.length === 0 ? undefined : (_, value) => this.#resolve(value));
  }

  #resolve(value: unknown): unknown {
    const isMark = typeof value === 'string' && value.startsWith(this.#mark);
    return isMark ? this.#contents[Number(value.slice(this.#mark.length))] : value;
  }

  /** Reads up to and with the next quote. */
  #readTokens(bytes: Buffer, from: number): number {
    const start = bytes.indexOf(quoteByte, from);
    const tokens = bytes.subarray(from, start === -1 ? bytes.length : start + 1);
    for (const byte of tokens) this.#readToken(byte);
    this.#hold(tokens);
    if (start !== -1) this.#open = this.#openString();
    return from + tokens.length;
  }

  /** Only what tells places apart: `JSON.parse` judges the grammar. */
  #readToken(byte: number): void {
    if (byte === 0x7b || byte === 0x5b) {
      if (this.#keys.length >= maxDepth) throw new JsonError(`is nested deeper than ${maxDepth} levels`);
      this.#keys.push(null);
      this.#countEntry();
    } else if (byte === 0x7d || byte === 0x5d) this.#keys.pop();
    else if (byte === 0x2c) {
      this.#setKey(null);
      if (this.#options.entries?.counts === 'all') this.#countEntry();
    }
  }

  #countEntry(): void {
    const { entries } = this.#options;
    this.#entries += 1;
    // Beside them there are the response itself, and fields of the app.
    if (entries === undefined || this.#entries <= entries.most + maxFields) return;
    throw new ResponseTooLargeError(`has more than ${entries.most.toLocaleString('en-US')} ${entries.name}`);
  }

  #setKey(key: string | null): void {
    if (this.#keys.length > 0) this.#keys[this.#keys.length - 1] = key;
  }

  #openString(): OpenString {
    const isKey = this.#keys.at(-1) === null;
    const place = isKey ? null : (this.#options.places.find(({ keys }) => this.#isAt(keys)) ?? null);
    return { isKey, start: this.#heldBytes - 1, place, digester: null, isText: true };
  }

  #isAt(keys: readonly string[]): boolean {
    return keys.length === this.#keys.length && keys.every((key, index) => key === '*' || key === this.#keys[index]);
  }

  /** Reads up to and with the closing quote, or all of the bytes where it is not in them. */
  #readString(open: OpenString, bytes: Buffer, from: number): number {
    const start = this.#readDigits(open, bytes, from);
    const end = findStringEnd(bytes, start + this.#skip);
    this.#skip = Math.max(0, end - bytes.length);
    this.#hold(bytes.subarray(start, end + 1));
    if (end < bytes.length) this.#closeString(open);
    else if (this.#isStreamed(open)) this.#digestHeld(open);
    return end + 1;
  }

  /** Digests where nothing is held what needs no unescaping, nearly all of an app of pictures; returns how far that is. */
  #readDigits(open: OpenString, bytes: Buffer, from: number): number {
    if (open.place === null || this.#heldBytes > open.start + 1) return from;
    let start = from;
    if (open.digester === null) {
      const [head] = base64Head.exec(bytes.toString('latin1', from, from + maxHeadBytes)) ?? [];
      // A quote may be the end of the string, and a head with escapes is read as a whole.
      if (head === undefined || !/^[ !#-[\]-~]*$/.test(head)) return from;
      open.digester = new ContentDigester(head);
      start += head.length;
    }
    const end = toIndex(bytes.indexOf(quoteByte, start), bytes);
    return open.digester.writeDigits(bytes.subarray(start, end)) ? end : start;
  }

  #closeString(open: OpenString): void {
    this.#open = null;
    if (open.isKey) this.#setKey(this.#parseString(open));
    if (open.place === null) return;
    const content = this.#finishContent(open, open.place);
    this.#textBytes += Buffer.byteLength(content.plain ?? '');
    this.#heldBytes = open.start;
    this.#hold(Buffer.from(`"${this.#mark}${this.#contents.length}"`));
    this.#contents.push(content);
  }

  #finishContent(open: OpenString, { isKept }: ContentPlace): Content {
    const text = this.#parseString(open);
    const isWanted = (isKept || this.#options.keepsTexts === true) && this.#textBytes < maxTextBytes;
    if (!open.isText) return unreadableContent;
    if (open.digester === null) return digestContent(text, isWanted);
    open.digester.write(text);
    return open.digester.finish(isWanted);
  }

  /** True where the string is such a URL, and what is held of it ends where it can be cut. */
  #isStreamed({ place, start, digester }: OpenString): boolean {
    if (place === null) return false;
    const raw = this.#held.subarray(start, this.#heldBytes);
    const isBase64 = digester !== null || base64Head.test(raw.toString('latin1', 1, maxHeadBytes));
    return isBase64 && !openEnd.test(raw.toString('latin1', raw.length - 12));
  }

  #digestHeld(open: OpenString): void {
    this.#hold(closingQuote);
    const text = this.#parseString(open);
    if (open.digester === null) open.digester = new ContentDigester(text);
    else open.digester.write(text);
    this.#heldBytes = open.start + 1;
  }

  /** What is held of the string, quotes and all. Bytes that are not UTF-8 are replaced, as everywhere. */
  #parseString(open: OpenString): string {
    const raw = this.#held.subarray(open.start, this.#heldBytes);
    open.isText &&= isUtf8(raw);
    return String(parseJson(raw.toString()));
  }

  /** A copy: the chunk's memory is not ours to hold. */
  #hold(bytes: Buffer): void {
    const size = this.#heldBytes + bytes.length;
    if (size > this.#options.maxBytes) {
      throw new ResponseTooLargeError(`has more than ${this.#options.maxBytes} bytes in one text or beside its files`);
    }
    if (size > this.#held.length) {
      const larger = Buffer.allocUnsafe(2 * size);
      this.#held.copy(larger, 0, 0, this.#heldBytes);
      this.#held = larger;
    }
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = size;
  }
}

/** Where the string that is open at `from` has its closing quote; else the end, or one more where that cuts an escape. */
function findStringEnd(bytes: Buffer, from: number): number {
  const first = toIndex(bytes.indexOf(quoteByte, from), bytes);
  // There are none in most texts, where a look at each byte would take longer than all else.
  if (!bytes.subarray(from, first).includes(backslash)) return first;
  let at = from;
  while (at < bytes.length && bytes[at] !== quoteByte) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Where something was found, or the end. */
function toIndex(found: number, bytes: Buffer): number {
  return found === -1 ? bytes.length : found;
}

function parseJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch (cause) {
    throw new JsonError('is not JSON', { cause });
  }
}
