import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';

/** The digests and the readable text of a content. */
interface ContentParts {
  /**
   * The digest of the string as a text (see digestText). Null if the string is not well-formed, or
   * if it is a data: URL with more than 1 MiB of base64.
   */
  readonly text: Digest | null;
  /** The digest of the string's decoded bytes; null if the string is not a valid data: URL. */
  readonly data: Digest | null;
  /**
   * The digest of the decoded bytes as a text (see digestText). Null if the bytes are a picture
   * other than SVG, a font, a sound or a video, if they are more than 1 MiB, or if they are not
   * UTF-8.
   */
  readonly dataText: Digest | null;
  /**
   * The string, or the text that it decodes to. Null if it was not requested, or is larger than 256
   * KiB.
   */
  readonly plain: string | null;
}

/**
 * The content of a file in a response. It has digests instead of the bytes, since an app may be a
 * gigabyte.
 */
export class Content implements ContentParts {
  readonly text: Digest | null;
  readonly data: Digest | null;
  readonly dataText: Digest | null;
  readonly plain: string | null;

  constructor(parts: ContentParts) {
    this.text = parts.text;
    this.data = parts.data;
    this.dataText = parts.dataText;
    this.plain = parts.plain;
  }
}

/** The size and the hash of some bytes. */
export interface Digest {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

/**
 * A content that cannot be read. The app has the file, but it counts as different from every file
 * of a folder.
 */
export const unreadableContent = new Content({
  text: null,
  data: null,
  dataText: null,
  plain: null,
});

/** The maximum size of a text that is kept, in bytes: enough for any service.json. */
const maxKeptBytes = 256 * 1024;
/** The maximum size of a data: URL's data that is digested as a text, too, in bytes. */
const maxDataTextBytes = 1024 * 1024;

/**
 * Digests a string. With `isKept`, the content also has its readable text.
 *
 * @example
 * digestContent('data:text/css;base64,YXt9', true).plain; // 'a{}'
 */
export function digestContent(text: string, isKept = false): Content {
  return new ContentDigester(text).finish(isKept, text);
}

/**
 * Returns the digest of a text in UTF-8, without its byte order mark and with CRLF as LF, because
 * services and checkouts may change these.
 */
export function digestText(text: string): Digest {
  const digester = new Digester();
  digester.write(normalizeText(text));
  return digester.finish();
}

/** Returns a text without its byte order mark and with CRLF as LF, as texts are compared. */
export function normalizeText(text: string): string {
  return withoutMark(normalizeLines(text));
}

/**
 * Matches a data: URL of a type that is only compared byte by byte. SVG is not among these types:
 * it is a text, so a checkout may change its line ends.
 */
const binaryUrl = /^data:(?:image(?!\/svg\+xml)|font|audio|video)\//i;
/** The type and parameters of a data: URL, up to its comma: at most 263 characters. */
const dataUrlHead = /^data:[^,]{0,257},/i;
const base64Mark = /; {0,9}base64 {0,9},/i;

/**
 * Digests a string that arrives in pieces. The string is digested as a text. If it is a data: URL,
 * either `data:<type>;base64,…` or the percent-encoded `data:<type>,…`, its decoded bytes are
 * digested, too.
 *
 * The first piece must contain the whole head of a data: URL. No piece may end within a surrogate
 * pair, a CRLF or a `%XX`.
 */
export class ContentDigester {
  /** The digest of the string as a text; null once the string has too much base64 for that. */
  #text: Digester | null = new Digester();
  readonly #data = new Digester();
  /** The encoding of the data; null if the string is not a data: URL. */
  readonly #encoding: Base64Decoder | 'percent' | null;
  /** The decoded bytes; null if they are not compared as a text. */
  #decoded: Buffer[] | null;
  #isText = true;

  constructor(start: string) {
    const head = dataUrlHead.exec(start)?.[0] ?? '';
    if (base64Mark.test(head)) this.#encoding = new Base64Decoder((bytes) => this.#takeData(bytes));
    else if (head !== '') this.#encoding = 'percent';
    else this.#encoding = null;
    this.#decoded = binaryUrl.test(start) ? null : [];
    this.#writeString(withoutMark(start), start.slice(head.length));
  }

  write(text: string): void {
    this.#writeString(text, text);
  }

  /**
   * Adds a piece of base64 as bytes, without escapes or white space. Returns false, and adds
   * nothing, if the string is not base64 or the bytes contain anything else.
   */
  writeDigits(bytes: Buffer): boolean {
    if (!(this.#encoding instanceof Base64Decoder)) return false;
    if (!this.#encoding.writeDigits(bytes.toString('latin1'))) return false;
    this.#writeText(bytes);
    return true;
  }

  /**
   * Returns the digests after the last piece. `whole` is the whole string if the caller has it:
   * `plain` needs it, unless the string is a data: URL.
   */
  finish(isKept: boolean, whole: string | null = null): Content {
    if (!this.#isText) return unreadableContent;
    const isData = this.#finishData();
    const decoded = isData ? this.#readDataText() : null;
    const readable = this.#encoding === null ? whole : decoded;
    const isShort = readable !== null && Buffer.byteLength(readable) <= maxKeptBytes;
    return new Content({
      text: this.#isLongBase64 ? null : (this.#text?.finish() ?? null),
      data: isData ? this.#data.finish() : null,
      dataText: decoded === null ? null : digestText(decoded),
      plain: isKept && isShort ? readable : null,
    });
  }

  /** Returns true if the string is a valid data: URL. */
  #finishData(): boolean {
    if (this.#encoding instanceof Base64Decoder) return this.#encoding.finish();
    return this.#encoding === 'percent';
  }

  /** Adds a piece. `payload` is the part of the text that belongs to the data of a data: URL. */
  #writeString(text: string, payload: string): void {
    this.#isText &&= text.isWellFormed();
    this.#writeText(normalizeLines(text));
    if (this.#encoding === 'percent') this.#takeData(decodePercent(payload));
    else this.#encoding?.write(payload);
  }

  #writeText(piece: string | Buffer): void {
    if (this.#isLongBase64) this.#text = null;
    this.#text?.write(piece);
  }

  get #isLongBase64(): boolean {
    if (!(this.#encoding instanceof Base64Decoder)) return false;
    return this.#encoding.isBase64 && this.#data.bytes > maxDataTextBytes;
  }

  #takeData(bytes: Buffer): void {
    this.#data.write(bytes);
    if (this.#data.bytes > maxDataTextBytes) this.#decoded = null;
    this.#decoded?.push(Buffer.from(bytes));
  }

  #readDataText(): string | null {
    if (this.#decoded === null) return null;
    const bytes = Buffer.concat(this.#decoded);
    return isUtf8(bytes) ? bytes.toString() : null;
  }
}

class Digester {
  /** Created at the first write, since most strings are not data: URLs. */
  #hash: Hash | null = null;
  bytes = 0;

  write(piece: string | Uint8Array): void {
    this.#hash ??= createHash('sha256');
    this.#hash.update(piece);
    this.bytes += Buffer.byteLength(piece);
  }

  finish(): Digest {
    return { bytes: this.bytes, sha256: (this.#hash ?? createHash('sha256')).digest('hex') };
  }
}

function normalizeLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
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
 * alphabet for URLs. A text is invalid if Buffer could decode it only by skipping characters;
 * otherwise, different files would count as equal.
 */
class Base64Decoder {
  /** False once a text that is not base64 was written. */
  isBase64 = true;
  /** Called with decoded bytes, which are valid until it returns. */
  readonly #take: (bytes: Buffer) => void;
  /** The last group of four digits, which may be incomplete or padded. */
  #last = '';
  #bytes = Buffer.alloc(0);

  constructor(take: (bytes: Buffer) => void) {
    this.#take = take;
  }

  write(text: string): void {
    const base64 = this.#last + text;
    if (this.#decode(base64)) return;
    // White space and `%XX` are rare, so they are removed only if decoding fails.
    const digits = toDigits(base64);
    this.isBase64 &&= !digits.includes('%') && this.#decode(digits);
  }

  /**
   * Decodes a text that has only base64 digits. Returns false for any other text, and ignores it.
   * Only the characters of the last group are checked here, because the group is decoded later,
   * together with the next text.
   */
  writeDigits(text: string): boolean {
    return /^[\w+/=-]{1,4}$/.test(text.slice(-4)) && this.#decode(this.#last + text);
  }

  /** Decodes the last group. Returns true if the whole text could be decoded. */
  finish(): boolean {
    const rest = toDigits(this.#last);
    const isWhole = rest.length === 4;
    const digits = isWhole ? rest.replace(/={1,2}$/, '') : rest;
    const bytes = this.#toBytes(digits);
    if (bytes !== null) this.#take(bytes);
    return this.isBase64 && bytes !== null;
  }

  #decode(base64: string): boolean {
    const end = (base64.length - 1) & ~3;
    const bytes = this.#toBytes(base64.slice(0, end));
    if (bytes === null) return false;
    this.#take(bytes);
    this.#last = base64.slice(end);
    return true;
  }

  /**
   * Returns the decoded bytes, which are valid until the next call. Returns null if Buffer has
   * skipped a character, which the size shows: four digits make three bytes.
   */
  #toBytes(digits: string): Buffer | null {
    const size = Math.floor((digits.length * 3) / 4);
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(size);
    const written = this.#bytes.write(digits, 'base64');
    if (digits.length % 4 === 1 || written !== size) return null;
    return this.#bytes.subarray(0, size);
  }
}

function toDigits(text: string): string {
  const decoded = decodePercent(text).toString('latin1');
  return decoded.replace(/[ \t\n\f\r]/g, '');
}
