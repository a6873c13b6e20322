/**
 * The error for a text that is not JSON, or is nested too deep. The message completes a sentence
 * that begins with "the response".
 */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/**
 * The error for a response that is too large to be read. The message completes a sentence that
 * begins with "the response".
 */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/**
 * The keys that lead from the root to a value. `[]` matches the entries of a list, and `*` matches
 * any key.
 */
export type PathPattern = readonly string[];

/** A limit on the number of entries in a list or an object. */
export interface EntryLimit {
  /** The paths of the entries. */
  readonly patterns: readonly PathPattern[];
  readonly maxEntries: number;
  /** The name of the entries in the plural, for the error message. */
  readonly name: string;
  /**
   * The maximum length of an entry's key, in UTF-16 units. Without it, keys may have any length.
   */
  readonly maxKeyUnits?: number;
}

/** Describes the part of a JSON text that was dropped because the text has too many values. */
export interface Cut {
  /** Completes a sentence that begins with "the response". */
  readonly why: string;
  /**
   * The keys that lead to the outermost list that is cut; empty if the root is that list, or if no
   * list is cut.
   */
  readonly path: readonly string[];
  /** The number of entries that are missing in this list. */
  readonly missing: number;
}

/** The path of strings that are yielded piece by piece, such as the contents of an app. */
export interface ContentPath {
  readonly pattern: PathPattern;
  /** True if the text is kept in addition to its digests, unless it is long. */
  readonly isKept: boolean;
}

/** A piece of a JSON text. Its bytes are valid until the next chunk is read. */
export type JsonPiece =
  /** The text outside of the strings at content paths. */
  { readonly kind: 'text'; readonly bytes: Buffer } | ContentPiece;

/** A piece of a string at a content path. */
export interface ContentPiece {
  readonly kind: 'content';
  readonly path: ContentPath;
  /** The bytes between the quotes. Escapes are not resolved. */
  readonly bytes: Buffer;
  readonly isEnd: boolean;
}

/** Options for JsonTokenizer. */
export interface TokenizerOptions {
  /** The paths of an app's contents. If several match a string, the first one is used. */
  readonly contentPaths: readonly ContentPath[];
  /**
   * A limit on the entries. A text that exceeds it, or that has too many values, is refused.
   * Without a limit, a text that has too many values is cut.
   */
  readonly limit?: EntryLimit | undefined;
}

const [quoteByte, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const maxDepth = 200;
/**
 * The maximum number of values that are kept. Without it, a response with many empty values would
 * take much memory. A list of 10,000 apps has fewer values.
 */
export const maxValues = 250_000;

/** A list or an object that is being read. */
interface Container {
  readonly close: ']' | '}';
  /** The key of the entry that is being read: `[]` in a list, null in an object before a key. */
  key: string | null;
  /** The number of entries that have begun. */
  entries: number;
}

/** A string that is being read. */
type OpenString =
  | { readonly kind: 'key' | 'other' }
  | { readonly kind: 'content'; readonly path: ContentPath };

/** The place at which a text was cut. */
interface CutPoint {
  readonly path: readonly string[];
  /** The outermost container whose entries are missing. */
  readonly container: Container;
  /** The number of its entries that were read. */
  readonly entries: number;
}

/** The end of a text that is cut, in a chunk. */
interface CutEnd {
  readonly index: number;
  /** The bytes that complete the text. */
  readonly closing: Buffer;
}

/**
 * Splits a JSON text that arrives in chunks into the strings at content paths and the text around
 * these strings. It does not check the grammar: `JSON.parse` does that in the end.
 *
 * A text with more than 250,000 values is cut: the pieces end with the brackets that complete the
 * text, and the entries in the rest of the text are only counted. If there is an `EntryLimit`, such
 * a text is refused instead.
 */
export class JsonTokenizer {
  readonly #options: TokenizerOptions;
  readonly #containers: Container[] = [];
  #values = 0;
  #cut: CutPoint | null = null;
  /** The string that is being read; null between strings. */
  #string: OpenString | null = null;
  /** The bytes of the key that is being read, if it began in an earlier chunk. */
  #key = Buffer.alloc(0);
  /** 1 if the last chunk ended with a backslash, which escapes the first byte of the next one. */
  #escapedBytes = 0;

  constructor(options: TokenizerOptions) {
    this.#options = options;
  }

  /** True if the text cannot end here because a string, a list or an object is not closed. */
  get isOpen(): boolean {
    return this.#string !== null || this.#containers.length > 0;
  }

  /** Describes the part of the text that is missing; null if nothing is missing. */
  get cut(): Cut | null {
    if (this.#cut === null) return null;
    const { path, container, entries } = this.#cut;
    const why = describeExcess(maxValues, 'values');
    return { why, path, missing: container.entries - entries };
  }

  /**
   * Yields the pieces of a chunk. Throws JsonError if the text is nested too deep or has an invalid
   * key, and ResponseTooLargeError if it exceeds the EntryLimit.
   */
  *read(chunk: Buffer): Generator<JsonPiece> {
    /** The index of the first byte that was not yielded yet. */
    let start = 0;
    let position = 0;
    while (position < chunk.length) {
      const open = this.#string;
      let end: number;
      if (open === null) {
        end = toIndex(chunk.indexOf(quoteByte, position), chunk);
        const cutEnd = this.#readStructure(chunk, position, end);
        if (cutEnd !== null) {
          const bytes = Buffer.concat([chunk.subarray(start, cutEnd.index), cutEnd.closing]);
          yield { kind: 'text', bytes };
        }
        if (end < chunk.length && this.#openString().kind === 'content') {
          yield { kind: 'text', bytes: chunk.subarray(start, end) };
          start = end + 1;
        }
      } else {
        end = findStringEnd(chunk, position + this.#escapedBytes);
        this.#escapedBytes = Math.max(0, end - chunk.length);
        const isEnd = end < chunk.length;
        if (isEnd) this.#string = null;
        if (open.kind === 'key') this.#readKey(chunk.subarray(position, end), isEnd);
        if (open.kind === 'content') {
          const bytes = chunk.subarray(position, end);
          yield { kind: 'content', path: open.path, bytes, isEnd };
          start = end + 1;
        }
      }
      // Continue after the quote.
      position = end + 1;
    }
    if (this.#cut === null && start < chunk.length)
      yield { kind: 'text', bytes: chunk.subarray(start) };
  }

  #openString(): OpenString {
    this.#string = { kind: 'other' };
    if (this.#cut !== null) return this.#string;
    if (this.#containers.at(-1)?.key === null) {
      this.#string = { kind: 'key' };
    } else {
      const path = this.#options.contentPaths.find((content) => this.#isAt(content.pattern));
      if (path !== undefined) this.#string = { kind: 'content', path };
    }
    return this.#string;
  }

  /** Returns true if the value that is being read is at a path that matches the pattern. */
  #isAt(pattern: PathPattern): boolean {
    if (pattern.length !== this.#containers.length) return false;
    return pattern.every((key, index) => key === '*' || key === this.#containers[index]?.key);
  }

  #readKey(bytes: Buffer, isEnd: boolean): void {
    const key = this.#key.length === 0 ? bytes : Buffer.concat([this.#key, bytes]);
    if (isEnd) {
      const container = this.#containers.at(-1);
      if (container !== undefined) container.key = String(parseJson(`"${key.toString()}"`));
      this.#key = Buffer.alloc(0);
      this.#checkKeyLength();
    } else {
      // The key is copied, because the caller uses the memory of the chunk again.
      this.#key = Buffer.from(key);
    }
  }

  /** Throws ResponseTooLargeError if the current key is longer than the EntryLimit allows. */
  #checkKeyLength(): void {
    const { limit } = this.#options;
    if (limit?.maxKeyUnits === undefined) return;
    const key = this.#containers.at(-1)?.key ?? '';
    const isTooLong = key.length > limit.maxKeyUnits;
    if (isTooLong && limit.patterns.some((pattern) => this.#isAt(pattern))) {
      const max = limit.maxKeyUnits.toLocaleString('en-US');
      throw new ResponseTooLargeError(`has a path of more than ${max} characters`);
    }
  }

  /**
   * Reads the brackets and commas from one index of a chunk to another. Returns the place of the cut
   * if the text must be cut there; otherwise null.
   */
  #readStructure(chunk: Buffer, start: number, end: number): CutEnd | null {
    let cutEnd: CutEnd | null = null;
    for (let index = start; index < end; index += 1) {
      const byte = chunk[index];
      const isOpening = byte === openBrace || byte === openBracket;
      const isSeparator = byte === comma && this.#containers.length > 0;
      if (isOpening && this.#containers.length >= maxDepth)
        throw new JsonError(`is nested deeper than ${maxDepth} levels`);
      if (isOpening || isSeparator) {
        this.#values += 1;
        if (this.#values === maxValues + 1 && this.#containers.length > 0) {
          cutEnd = { index, closing: this.#cutHere(isOpening ? 'null' : '') };
        }
      }
      if (isOpening) this.#enter(byte === openBrace ? '}' : ']');
      else if (byte === closeBrace || byte === closeBracket) this.#containers.pop();
      else if (isSeparator) this.#startEntry();
    }
    return cutEnd;
  }

  #enter(close: Container['close']): void {
    this.#containers.push({ close, key: close === ']' ? '[]' : null, entries: 1 });
  }

  #startEntry(): void {
    const container = this.#containers.at(-1);
    if (container === undefined) return;
    const { limit } = this.#options;
    const isFull = limit !== undefined && container.entries === limit.maxEntries;
    if (isFull && limit.patterns.some((pattern) => this.#isAt(pattern)))
      throw new ResponseTooLargeError(describeExcess(limit.maxEntries, limit.name));
    container.entries += 1;
    if (container.close === '}') container.key = null;
  }

  /**
   * Cuts the text here. Returns the text that completes it: `last`, which is `null` if a value is
   * missing, and the closing brackets.
   */
  #cutHere(last: 'null' | ''): Buffer {
    if (this.#options.limit !== undefined)
      throw new ResponseTooLargeError(describeExcess(maxValues, 'values'));
    const list = this.#containers.findIndex((open) => open.close === ']');
    const outermost = Math.max(0, list);
    const container = this.#containers[outermost];
    if (container === undefined) return Buffer.alloc(0);
    const path = this.#containers.slice(0, outermost).map((open) => open.key ?? '');
    this.#cut = { path, container, entries: container.entries };
    const brackets = this.#containers.map((open) => open.close).reverse();
    return Buffer.from(`${last}${brackets.join('')}`);
  }
}

/** Parses JSON. Throws JsonError if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JsonError('is not JSON', { cause });
  }
}

/**
 * Returns the index of the quote that closes the string at `from`. If the string is not closed,
 * returns the length of the bytes, or one more if the last byte is a backslash that escapes the
 * first byte of the next chunk.
 */
function findStringEnd(bytes: Buffer, from: number): number {
  const quote = toIndex(bytes.indexOf(quoteByte, from), bytes);
  // Most texts have no escapes. Checking each of their bytes would take longer than all other work.
  if (!bytes.subarray(from, quote).includes(backslash)) return quote;
  let index = from;
  while (index < bytes.length && bytes[index] !== quoteByte) {
    index += bytes[index] === backslash ? 2 : 1;
  }
  return index;
}

/** Returns the index that a search has found, or the length of the bytes if it found nothing. */
function toIndex(found: number, bytes: Buffer): number {
  return found === -1 ? bytes.length : found;
}

function describeExcess(maxCount: number, name: string): string {
  return `has more than ${maxCount.toLocaleString('en-US')} ${name}`;
}
