import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Content, ContentDigester, digestContent, unreadableContent } from '../../model/content.ts';

/** The text is not JSON, or is nested too deep. The message goes on after "the response". */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** The response goes beyond what is read of it. The message goes on after "the response". */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/**
 * The keys that lead to a value from the root: `[]` stands for the entries of a list, `*` for any
 * key.
 */
export type PathPattern = readonly string[];

/** Where strings are digested and not kept. */
export interface ContentPath {
  readonly pattern: PathPattern;
  /** True where its text is wanted too, if it is short. */
  readonly isKept: boolean;
}

/** Most entries of a list or an object. */
export interface EntryLimit {
  /** Where the entries stand. */
  readonly patterns: readonly PathPattern[];
  readonly maxEntries: number;
  /** Follows "the response has more than so many". */
  readonly name: string;
}

/** What a reader need not hold, and what is too much. */
export interface JsonOptions {
  /**
   * Where the contents of an app stand, of which the first that fits counts; empty where it is no
   * app.
   */
  readonly contentPaths: readonly ContentPath[];
  /** True where the short texts of all places are wanted; by default false. */
  readonly keepsTexts?: boolean | undefined;
  /** Of what is of use only as a whole. Anything else that has too many values is cut. */
  readonly limit?: EntryLimit | undefined;
  /**
   * Most bytes that are held at once, by default 64 MiB: all that is not digested, and one text
   * that is.
   */
  readonly maxBytes?: number;
}

/** A list or an object that is being read. */
interface Level {
  readonly end: ']' | '}';
  /** Of the entry that is being read: null before it, `[]` in a list. */
  key: string | null;
  /** How many entries have begun. */
  entries: number;
}

/** How a value was cut that has too many values in it. */
export interface Cut {
  /** Goes on after "the response". */
  readonly why: string;
  /**
   * The keys that lead to the outermost list that is cut; empty where that is the value itself, or
   * no list is open.
   */
  readonly path: PathPattern;
  /** How many entries of it are missing. */
  readonly missing: number;
}

/** A string that is being read. */
interface OpenString {
  readonly isKey: boolean;
  /** Where it begins in what is held, with its quote. */
  readonly start: number;
  /** Undefined where the string is not digested. */
  readonly place: ContentPath | undefined;
  /** Of a base64 data: URL, once a piece of it was digested. */
  digester: ContentDigester | null;
  isText: boolean;
}

const [quoteByte, backslash, comma] = [0x22, 0x5c, 0x2c];
const closingQuote = Buffer.from('"');
const maxDepth = 200;
const maxHeldBytes = 64 * 1024 * 1024;
/**
 * Most values that are held: empty ones take few bytes of a response, and much memory. It is enough
 * for a list of 10,000 apps.
 */
const maxValues = 250_000;
/** Most bytes of the texts of an app that are kept; the last one may go beyond it. */
const maxTextBytes = 16 * 1024 * 1024;
/**
 * How a base64 data: URL begins, in JSON; what writes its head with other escapes is digested as a
 * whole.
 */
const base64Head = /^data:[^,]{0,900}; {0,9}base64 {0,9},/i;
const maxHeadBytes = 1_000;
/**
 * In the last 12 bytes: a surrogate pair, a CRLF, a `%XX` or a character may go on in the next
 * piece.
 */
const openEnd = /[\\%\x80-\xff]/;

/**
 * Reads JSON of any size whose long strings are at known places, such as the files of an app. Each
 * of these is digested when it is whole, a data: URL in base64 while it arrives, and an object of
 * its digests takes its place in what is held. `JSON.parse` reads the strings and, at the end, all
 * that is held. The mark in such an object is a random one for each response, so that no response
 * can hold it. Every method may throw JsonError, and `push` ResponseTooLargeError.
 */
export class JsonReader {
  readonly #options: JsonOptions;
  readonly #mark = randomUUID();
  /** The texts that are kept. */
  readonly #texts: string[] = [];
  /** How many bytes they have. */
  #textBytes = 0;
  readonly #levels: Level[] = [];
  #values = 0;
  /**
   * The outermost list that is cut, and how many entries it had then. What follows is counted, and
   * not held.
   */
  #cut: { readonly path: PathPattern; readonly level: Level; readonly entries: number } | null =
    null;
  #open: OpenString | null = null;
  /** 1 where the last chunk ended with a backslash: the next byte belongs to it. */
  #skip = 0;
  /** Outside the heap, which would grow by far more than the 50,000 objects of a large app. */
  #held = Buffer.alloc(0);
  #heldBytes = 0;

  constructor(options: JsonOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      at =
        this.#open === null ? this.#readTokens(chunk, at) : this.#readString(this.#open, chunk, at);
    }
  }

  /** True where the text may not end: within a string, an array or an object. */
  get isOpen(): boolean {
    return this.#open !== null || this.#levels.length > 0;
  }

  /**
   * The value; undefined when there was nothing but white space. A byte order mark at the start is
   * passed over.
   */
  end(): unknown {
    const text = this.#held.toString('utf8', 0, this.#heldBytes).replace(/^\ufeff/, '');
    if (!/[^ \t\r\n]/.test(text)) return undefined;
    if (this.isOpen && /^[ \t\r\n]*["{[]/.test(text)) throw new JsonError('ends early');
    const value = parseJson(text);
    return this.#options.contentPaths.length === 0 ? value : this.#resolve(value);
  }

  /** Null where the value is whole. */
  get cut(): Cut | null {
    if (this.#cut === null) return null;
    const { path, level, entries } = this.#cut;
    return { why: describeExcess(maxValues, 'values'), path, missing: level.entries - entries };
  }

  /** Makes a Content of each object that was held for one. */
  #resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const fields: Record<string, unknown> = Object(value);
    const text = fields[this.#mark];
    if (text !== undefined) {
      const digests: Omit<Content, 'plain'> = Object(value);
      return new Content({ ...digests, plain: this.#texts[Number(text)] ?? null });
    }
    for (const key of Object.keys(fields)) fields[key] = this.#resolve(fields[key]);
    return value;
  }

  /** Reads up to and with the next quote. */
  #readTokens(bytes: Buffer, from: number): number {
    const quote = bytes.indexOf(quoteByte, from);
    const tokens = bytes.subarray(from, quote === -1 ? bytes.length : quote + 1);
    let at = this.#heldBytes;
    this.#hold(tokens);
    for (const byte of tokens) {
      this.#readToken(byte, at);
      at += 1;
    }
    if (quote !== -1) this.#open = this.#openString();
    return from + tokens.length;
  }

  /**
   * Only what tells places apart: `JSON.parse` judges the grammar. `at` is where the byte is held.
   */
  #readToken(byte: number, at: number): void {
    const level = this.#levels.at(-1);
    if (byte === 0x7b || byte === 0x5b) {
      if (this.#levels.length >= maxDepth)
        throw new JsonError(`is nested deeper than ${maxDepth} levels`);
      this.#countValue(at, 'null');
      this.#levels.push(
        byte === 0x7b ? { end: '}', key: null, entries: 1 } : { end: ']', key: '[]', entries: 1 },
      );
    } else if (byte === 0x7d || byte === 0x5d) this.#levels.pop();
    else if (byte === comma && level !== undefined) {
      this.#countValue(at, '');
      this.#countEntry(level);
      if (level.end === '}') level.key = null;
    }
  }

  /** At the first value too many, what is held ends with `last` in its place. */
  #countValue(at: number, last: string): void {
    this.#values += 1;
    if (this.#values === maxValues + 1) this.#cutHere(at, last);
  }

  #cutHere(at: number, last: string): void {
    const list = this.#levels.findIndex(({ end }) => end === ']');
    const outermost = Math.max(0, list);
    const level = this.#levels[outermost];
    if (level === undefined) return;
    if (this.#options.limit !== undefined)
      throw new ResponseTooLargeError(describeExcess(maxValues, 'values'));
    const ends = this.#levels.map(({ end }) => end).reverse();
    this.#heldBytes = at;
    this.#hold(Buffer.from(`${last}${ends.join('')}`));
    const path = this.#levels.slice(0, outermost).map(({ key }) => key ?? '');
    this.#cut = { path, level, entries: level.entries };
  }

  #countEntry(level: Level): void {
    const { limit } = this.#options;
    if (
      level.entries === limit?.maxEntries &&
      limit.patterns.some((pattern) => this.#isAt(pattern))
    ) {
      throw new ResponseTooLargeError(describeExcess(limit.maxEntries, limit.name));
    }
    level.entries += 1;
  }

  #openString(): OpenString {
    const isHeld = this.#cut === null;
    const isKey = isHeld && this.#levels.at(-1)?.key === null;
    const place =
      isHeld && !isKey
        ? this.#options.contentPaths.find(({ pattern }) => this.#isAt(pattern))
        : undefined;
    return { isKey, start: this.#heldBytes - 1, place, digester: null, isText: true };
  }

  #isAt(keys: PathPattern): boolean {
    const levels = this.#levels;
    return (
      keys.length === levels.length &&
      keys.every((key, index) => key === '*' || key === levels[index]?.key)
    );
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

  /**
   * Digests where nothing is held what needs no unescaping, nearly all of an app of pictures;
   * returns how far that is.
   */
  #readDigits(open: OpenString, bytes: Buffer, from: number): number {
    if (open.place === undefined || this.#heldBytes > open.start + 1) return from;
    let start = from;
    if (open.digester === null) {
      if (!/^data:/i.test(bytes.toString('latin1', from, from + 5))) return from;
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
    const level = this.#levels.at(-1);
    if (open.isKey && level !== undefined) level.key = this.#parseString(open);
    if (open.place === undefined) return;
    const { plain, ...digests } = this.#finishContent(open, open.place);
    this.#textBytes += Buffer.byteLength(plain ?? '');
    const text = plain === null ? -1 : this.#texts.push(plain) - 1;
    this.#heldBytes = open.start;
    this.#hold(Buffer.from(JSON.stringify({ [this.#mark]: text, ...digests })));
  }

  #finishContent(open: OpenString, { isKept }: ContentPath): Content {
    const text = this.#parseString(open);
    const isWanted =
      (isKept || this.#options.keepsTexts === true) && this.#textBytes < maxTextBytes;
    if (!open.isText) return unreadableContent;
    if (open.digester === null) return digestContent(text, isWanted);
    open.digester.write(text);
    return open.digester.finish(isWanted);
  }

  /** True where the string is such a URL, and what is held of it ends where it can be cut. */
  #isStreamed({ place, start, digester }: OpenString): boolean {
    if (place === undefined) return false;
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

  /**
   * What is held of the string, quotes and all. Bytes that are not UTF-8 are replaced, as
   * everywhere.
   */
  #parseString(open: OpenString): string {
    const raw = this.#held.subarray(open.start, this.#heldBytes);
    open.isText &&= isUtf8(raw);
    return String(parseJson(raw.toString()));
  }

  /** A copy: the chunk's memory is not ours to hold. */
  #hold(bytes: Buffer): void {
    if (this.#cut !== null) return;
    const { maxBytes = maxHeldBytes } = this.#options;
    const size = this.#heldBytes + bytes.length;
    if (size > maxBytes) {
      throw new ResponseTooLargeError(
        `has more than ${maxBytes} bytes in one text or beside its files`,
      );
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

/**
 * Where the string that is open at `from` has its closing quote; else the end, or one more where
 * that cuts an escape.
 */
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

function describeExcess(most: number, name: string): string {
  return `has more than ${most.toLocaleString('en-US')} ${name}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JsonError('is not JSON', { cause });
  }
}
