import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Content, ContentDigester, digestContent, unreadableContent } from '../../model/content.ts';
import {
  type ContentPiece,
  type Cut,
  JsonError,
  JsonTokenizer,
  parseJson,
  ResponseTooLargeError,
  type TokenizerOptions,
} from './json-tokenizer.ts';

/** Options for JsonReader: which strings it digests instead of keeping them, and its limits. */
export interface JsonOptions extends TokenizerOptions {
  /**
   * True to keep the texts of all short contents in addition to their digests. By default false.
   */
  readonly keepsTexts?: boolean | undefined;
  /** The most bytes that are kept at once, undigested texts included. By default 64 MiB. */
  readonly maxBytes?: number;
}

const quote = Buffer.from('"');
const defaultMaxBytes = 64 * 1024 * 1024;
/** The most bytes of the texts of an app that are kept; the last one may exceed it. */
const maxTextBytes = 16 * 1024 * 1024;

/**
 * Reads JSON of any size whose long strings are at known paths, such as the files of an app. Those
 * strings are digested while they arrive, and Content objects take their place in the value. All
 * else is kept, and parsed at the end.
 *
 * ```ts
 * const reader = new JsonReader({ contentPaths });
 * for await (const chunk of stream) reader.push(chunk);
 * const value = reader.end();
 * ```
 *
 * Each method may throw JsonError, and `push` ResponseTooLargeError.
 */
export class JsonReader {
  readonly #options: JsonOptions;
  readonly #tokenizer: JsonTokenizer;
  readonly #kept: KeptBytes;
  readonly #contents = new ContentReferences();
  /** The content that is being read; null between contents. */
  #content: ContentString | null = null;

  constructor(options: JsonOptions) {
    this.#options = options;
    this.#tokenizer = new JsonTokenizer(options);
    this.#kept = new KeptBytes(options.maxBytes ?? defaultMaxBytes);
  }

  /** Reads the next bytes, whose memory may be used again afterwards. */
  push(chunk: Buffer): void {
    for (const piece of this.#tokenizer.read(chunk)) {
      if (piece.kind === 'text') this.#kept.append(piece.bytes);
      else this.#readContent(piece);
    }
  }

  /** True if the text cannot end here: inside a string, a list or an object. */
  get isOpen(): boolean {
    return this.#tokenizer.isOpen;
  }

  /** Describes what is missing in the value; null if nothing is. */
  get cut(): Cut | null {
    return this.#tokenizer.cut;
  }

  /**
   * Returns the value; undefined if the text is empty or only white space. A byte order mark at its
   * start is ignored.
   */
  end(): unknown {
    const text = this.#kept
      .since(0)
      .toString()
      .replace(/^\ufeff/, '');
    const isBlank = /^[ \t\r\n]*$/.test(text);
    if (isBlank && !this.isOpen) return undefined;
    // A text that does not begin like JSON gets a message of its own.
    const isLikeJson = isBlank || /^[ \t\r\n]*["{[]/.test(text);
    if (isLikeJson && this.isOpen) throw new JsonError('ends early');
    const value = parseJson(text);
    return this.#options.contentPaths.length === 0 ? value : this.#contents.resolve(value);
  }

  #readContent(piece: ContentPiece): void {
    const isKept = piece.path.isKept || this.#options.keepsTexts === true;
    this.#content ??= new ContentString(this.#kept, isKept);
    this.#content.append(piece.bytes);
    if (piece.isEnd) {
      const content = this.#content.finish(this.#contents.textBytes < maxTextBytes);
      this.#kept.append(Buffer.from(this.#contents.refer(content)));
      this.#content = null;
    } else {
      this.#content.digest();
    }
  }
}

/**
 * A growing buffer for the bytes that are kept. It is outside of the JavaScript heap, where the
 * contents of 50,000 small files would take far more memory.
 */
class KeptBytes {
  readonly #maxBytes: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Copies the bytes. Throws ResponseTooLargeError if they are too many. */
  append(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#maxBytes) {
      const where = 'in one text or outside of its files';
      throw new ResponseTooLargeError(`has more than ${this.#maxBytes} bytes ${where}`);
    }
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  /** Returns the bytes from an index on, valid until the next change. */
  since(start: number): Buffer {
    return this.#buffer.subarray(start, this.#length);
  }

  /** Drops the bytes from an index on. */
  truncate(length: number): void {
    this.#length = length;
  }
}

/**
 * The start of a data: URL in base64, in a JSON string. Longer heads are digested with the text.
 */
const base64Head = /^data:[^,]{0,900}; {0,9}base64 {0,9},/i;
const maxHeadBytes = 1_000;
/**
 * Matches if the last 12 bytes contain something that may continue in the next piece: an escape, a
 * surrogate pair, a CRLF, a `%XX` or a character of several bytes.
 */
const openEnd = /[\\%\x80-\xff]/;

/**
 * A string that is being digested. Bytes that cannot be digested yet are appended to the kept
 * bytes, after an opening quote, and removed from there once they are digested.
 */
class ContentString {
  readonly #kept: KeptBytes;
  /** The index of the quote in the kept bytes. */
  readonly #start: number;
  readonly #isKept: boolean;
  /** Set once a piece of a data: URL in base64 was digested. */
  #digester: ContentDigester | null = null;
  #isUtf8 = true;

  constructor(kept: KeptBytes, isKept: boolean) {
    this.#kept = kept;
    this.#start = kept.length;
    this.#isKept = isKept;
    kept.append(quote);
  }

  append(bytes: Buffer): void {
    const digested = this.#undigested.length === 0 ? this.#digestBase64(bytes) : 0;
    this.#kept.append(bytes.subarray(digested));
  }

  /** Digests what has been appended, if it is part of a data: URL in base64 and may end here. */
  digest(): void {
    const bytes = this.#undigested;
    if (bytes.length === 0) return;
    const isBase64 =
      this.#digester !== null || base64Head.test(bytes.toString('latin1', 0, maxHeadBytes));
    const isClosed = !openEnd.test(bytes.toString('latin1', Math.max(0, bytes.length - 12)));
    if (isBase64 && isClosed) {
      const text = this.#takeText();
      if (this.#digester === null) this.#digester = new ContentDigester(text);
      else this.#digester.write(text);
    }
  }

  /** Returns the digests. The text is kept only if `mayKeep` is true. */
  finish(mayKeep: boolean): Content {
    const isKept = this.#isKept && mayKeep;
    const text = this.#takeText();
    this.#kept.truncate(this.#start);
    if (!this.#isUtf8) return unreadableContent;
    if (this.#digester === null) return digestContent(text, isKept);
    this.#digester.write(text);
    return this.#digester.finish(isKept);
  }

  get #undigested(): Buffer {
    return this.#kept.since(this.#start + quote.length);
  }

  /**
   * Fast path: digests base64 directly from the chunk, without copying it, as long as it has no
   * JSON escapes: nearly all of an app made of pictures. Returns how many bytes it digested.
   */
  #digestBase64(bytes: Buffer): number {
    let start = 0;
    if (this.#digester === null) {
      if (!/^data:/i.test(bytes.toString('latin1', 0, 5))) return 0;
      const [head] = base64Head.exec(bytes.toString('latin1', 0, maxHeadBytes)) ?? [];
      // If the head of the data: URL has escapes, or other characters than ASCII, it is digested
      // with the text.
      if (head === undefined || !/^[ -[\]-~]*$/.test(head)) return 0;
      this.#digester = new ContentDigester(head);
      start = head.length;
    }
    return this.#digester.writeDigits(bytes.subarray(start)) ? bytes.length : start;
  }

  /** Removes the undigested bytes, and returns their text. Replaces what is not UTF-8. */
  #takeText(): string {
    this.#kept.append(quote);
    const bytes = this.#kept.since(this.#start);
    this.#isUtf8 &&= isUtf8(bytes);
    const text = String(parseJson(bytes.toString()));
    this.#kept.truncate(this.#start + quote.length);
    return text;
  }
}

/**
 * Puts contents into JSON: an object with their digests takes the place of each. A random mark in
 * it, new for each response, makes sure that no response can contain such an object.
 */
class ContentReferences {
  readonly #mark = randomUUID();
  readonly #texts: string[] = [];
  #textBytes = 0;

  /** The size of the texts that are kept. */
  get textBytes(): number {
    return this.#textBytes;
  }

  /** Returns the JSON that stands for a content. */
  refer(content: Content): string {
    const { text, data, dataText, plain } = content;
    let index = -1;
    if (plain !== null) {
      index = this.#texts.push(plain) - 1;
      this.#textBytes += Buffer.byteLength(plain);
    }
    return JSON.stringify({ [this.#mark]: index, text, data, dataText });
  }

  /** Returns a parsed value with a Content in place of each reference. */
  resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const fields: Record<string, unknown> = Object(value);
    const index = fields[this.#mark];
    if (index !== undefined) {
      const digests: Omit<Content, 'plain'> = Object(value);
      return new Content({ ...digests, plain: this.#texts[Number(index)] ?? null });
    }
    for (const key of Object.keys(fields)) fields[key] = this.resolve(fields[key]);
    return value;
  }
}
