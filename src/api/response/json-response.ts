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

/** Options for JsonReader: the strings that it digests instead of keeping them, and its limits. */
export interface JsonOptions extends TokenizerOptions {
  /**
   * True to keep the texts of all short contents in addition to their digests. By default false.
   */
  readonly keepsTexts?: boolean | undefined;
  /**
   * The maximum number of bytes that are kept at once, including texts that are not digested yet.
   * By default 64 MiB.
   */
  readonly maxBytes?: number;
}

const quote = Buffer.from('"');
const defaultMaxBytes = 64 * 1024 * 1024;
/** The maximum size of all texts of an app that are kept, in bytes. The last text may exceed it. */
const maxTextBytes = 16 * 1024 * 1024;

/**
 * Reads JSON of any size whose long strings are at known paths, such as the files of an app. The
 * strings at these paths are digested while they arrive, and the value has Content objects in their
 * place. Everything else is kept, and parsed at the end.
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

  /** Reads the next bytes. The caller may use their memory again afterwards. */
  push(chunk: Buffer): void {
    for (const piece of this.#tokenizer.read(chunk)) {
      if (piece.kind === 'text') this.#kept.append(piece.bytes);
      else this.#readContent(piece);
    }
  }

  /** True if the text cannot end here because a string, a list or an object is not closed. */
  get isOpen(): boolean {
    return this.#tokenizer.isOpen;
  }

  /** Describes the part of the value that is missing; null if nothing is missing. */
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
    // The message "ends early" is only right for a text that begins like JSON.
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
 * A growing buffer for the bytes that are kept. It is not on the JavaScript heap, where the
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

  /** Copies bytes to the end. Throws ResponseTooLargeError if the buffer would exceed its limit. */
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

  /** Returns the bytes from an index to the end, which are valid until the next change. */
  since(start: number): Buffer {
    return this.#buffer.subarray(start, this.#length);
  }

  /** Removes the bytes after the first `length` ones. */
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
 * Matches if the last 12 bytes of a piece contain a part that may continue in the next piece: an
 * escape, a surrogate pair, a CRLF, a `%XX` or a character of several bytes.
 */
const openEnd = /[\\%\x80-\xff]/;

/**
 * A string that is being digested. Bytes that cannot be digested yet are added to the kept bytes,
 * after an opening quote. They are removed from the kept bytes once they are digested.
 */
class ContentString {
  readonly #kept: KeptBytes;
  /** The index of the opening quote in the kept bytes. */
  readonly #start: number;
  readonly #isKept: boolean;
  /** Null until a piece of a data: URL in base64 was digested. */
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

  /**
   * Digests the appended bytes if they belong to a data: URL in base64 and a piece may end here.
   */
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
   * Digests base64 without JSON escapes directly from the chunk, without a copy, and returns the
   * number of bytes that it digested. This makes reading fast, since nearly all bytes of an app
   * with many pictures are like this.
   */
  #digestBase64(bytes: Buffer): number {
    let start = 0;
    if (this.#digester === null) {
      if (!/^data:/i.test(bytes.toString('latin1', 0, 5))) return 0;
      const [head] = base64Head.exec(bytes.toString('latin1', 0, maxHeadBytes)) ?? [];
      // A head of a data: URL with escapes, or with characters other than ASCII, is digested later,
      // together with the text.
      if (head === undefined || !/^[ -[\]-~]*$/.test(head)) return 0;
      this.#digester = new ContentDigester(head);
      start = head.length;
    }
    return this.#digester.writeDigits(bytes.subarray(start)) ? bytes.length : start;
  }

  /**
   * Removes the undigested bytes, and returns them as a text. Replaces bytes that are not UTF-8.
   */
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
 * Replaces contents in the JSON text by objects with their digests, which are replaced by Content
 * objects after parsing. Each such object has a random mark as a key. The mark is new for each
 * response, so that no response can contain such an object itself.
 */
class ContentReferences {
  readonly #mark = randomUUID();
  readonly #texts: string[] = [];
  #textBytes = 0;

  /** The size of the texts that are kept, in bytes. */
  get textBytes(): number {
    return this.#textBytes;
  }

  /**
   * Returns the JSON text of an object that stands for the content of a file in the parsed
   * response. The content itself is kept outside it.
   */
  refer(content: Content): string {
    const { text, data, dataText, plain } = content;
    let index = -1;
    if (plain !== null) {
      index = this.#texts.push(plain) - 1;
      this.#textBytes += Buffer.byteLength(plain);
    }
    return JSON.stringify({ [this.#mark]: index, text, data, dataText });
  }

  /** Returns a parsed value with Content objects in place of the objects that have the mark. */
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
