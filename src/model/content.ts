import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';

/**
 * A file's content as a response showed it: digests instead of the bytes, which may be a gigabyte.
 */
export class Content {
  /**
   * Of the string as the text that it is, by digestText. Null for no well-formed text, and for more
   * than 1 MiB of base64.
   */
  readonly text: Digest | null;
  /** Of the bytes that the string decodes to; null when it is not a proper data: URL. */
  readonly data: Digest | null;
  /**
   * Of the text that these bytes are, by digestText; null for a picture, font, sound or video, for
   * more than 1 MiB, and for no UTF-8.
   */
  readonly dataText: Digest | null;
  /**
   * What a person reads, the string or the text that it decodes to: where it was asked for, and up
   * to 256 KiB.
   */
  readonly plain: string | null;

  constructor({
    text,
    data,
    dataText,
    plain,
  }: Pick<Content, 'text' | 'data' | 'dataText' | 'plain'>) {
    this.text = text;
    this.data = data;
    this.dataText = dataText;
    this.plain = plain;
  }
}

/** Size in bytes and hex SHA-256. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** A content that cannot be read: it equals no file, though the app has one there. */
export const unreadableContent = new Content({
  text: null,
  data: null,
  dataText: null,
  plain: null,
});

/** Most bytes of a text that is kept: enough for any service.json. */
const maxKeptBytes = 256 * 1024;
/**
 * A longer data: URL is digested as data alone: not as the text that it decodes to, and in base64
 * not as the one that it is.
 */
const maxDataTextBytes = 1024 * 1024;

/**
 * Digests a string that is at hand. With `isKept` what a person reads of it is kept, if that is
 * short.
 */
export function digestContent(text: string, isKept = false): Content {
  return new ContentDigester(text).finish(isKept, text);
}

/**
 * Digests a text in UTF-8, without byte order mark and with CRLF as LF: services and checkouts
 * write texts anew in these.
 */
export function digestText(text: string): Digest {
  const digester = new Digester();
  digester.write(normalizeText(text));
  return digester.finish();
}

/** A text without byte order mark and with CRLF as LF, in which two texts are compared. */
export function normalizeText(text: string): string {
  return withoutMark(normalizeLines(text));
}

/** In these each byte counts. */
const mediaUrl = /^data:(image|font|audio|video)\//i;
/** Type and parameters, up to and with the comma: at most 263 characters. */
const dataUrlHead = /^data:[^,]{0,257},/i;
const base64Mark = /; {0,9}base64 {0,9},/i;

/**
 * Digests a string that arrives in pieces, as the text that it is and as what it stands for where
 * it is a data: URL: `data:<type>;base64,…`, or `data:<type>,…`, whose text is percent-encoded. Its
 * start holds the whole head of such a URL. No piece ends within a surrogate pair, a CRLF or a
 * `%XX`.
 */
export class ContentDigester {
  /** Null once it is left to the data. */
  #text: Digester | null = new Digester();
  readonly #data = new Digester();
  /** Null where the string is no data: URL. */
  readonly #encoding: Base64Decoder | 'percent' | null;
  /** What was decoded; null where that is not digested as a text. */
  #decoded: Buffer[] | null;
  #isText = true;

  constructor(start: string) {
    const [head] = dataUrlHead.exec(start) ?? [];
    const isBase64 = head !== undefined && base64Mark.test(head);
    if (isBase64) this.#encoding = new Base64Decoder((bytes) => this.#takeData(bytes));
    else this.#encoding = head ? 'percent' : null;
    this.#decoded = mediaUrl.test(start) ? null : [];
    this.#writeString(withoutMark(start), start.slice(head?.length));
  }

  write(text: string): void {
    this.#writeString(text, text);
  }

  /**
   * The same for bytes, if they are nothing but digits of base64, and these are wanted; false where
   * they are not, and not taken.
   */
  writeDigits(bytes: Buffer): boolean {
    const isTaken =
      this.#encoding instanceof Base64Decoder &&
      this.#encoding.writeDigits(bytes.toString('latin1'));
    if (isTaken) this.#writeText(bytes);
    return isTaken;
  }

  /** `whole` is the string itself, where it is at hand. */
  finish(isKept: boolean, whole: string | null = null): Content {
    if (!this.#isText) return unreadableContent;
    const isData =
      this.#encoding instanceof Base64Decoder ? this.#encoding.finish() : this.#encoding !== null;
    const decoded = isData ? this.#readDataText() : null;
    const plain = this.#encoding === null ? whole : decoded;
    return new Content({
      text: this.#isLongBase64 ? null : (this.#text?.finish() ?? null),
      data: isData ? this.#data.finish() : null,
      dataText: decoded === null ? null : digestText(decoded),
      plain: isKept && plain !== null && Buffer.byteLength(plain) <= maxKeptBytes ? plain : null,
    });
  }

  /** `payload` is the part of the text that a data: URL holds its data in. */
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
    const isBase64 = this.#encoding instanceof Base64Decoder && this.#encoding.isBase64;
    return isBase64 && this.#data.bytes > maxDataTextBytes;
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
  /** Made when it is needed: of 50,000 texts no data is digested. */
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
 * Text with `%XX` for bytes; a percent sign that begins no such group stands for itself (URL
 * Standard, "percent-decode").
 */
function decodePercent(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

/**
 * Base64 as browsers take it (Infra Standard, "forgiving-base64 decode"), and in the alphabet of
 * URLs too. A text that Buffer would decode only by passing over a part of it is not proper:
 * different files would be called equal.
 */
class Base64Decoder {
  /** False once something other than base64 was written. */
  isBase64 = true;
  /** The bytes are valid until it returns. */
  readonly #take: (bytes: Buffer) => void;
  /** The last group: it alone may be padded. */
  #last = '';
  #bytes = Buffer.alloc(0);

  constructor(take: (bytes: Buffer) => void) {
    this.#take = take;
  }

  /** White space and `%XX` are rare: they are looked for where decoding fails. */
  write(text: string): void {
    const base64 = this.#last + text;
    if (this.#decode(base64)) return;
    const digits = toDigits(base64);
    this.isBase64 &&= !digits.includes('%') && this.#decode(digits);
  }

  /**
   * Writes what is nothing but digits, or nothing. The last group is looked at alone: it is decoded
   * with what follows it.
   */
  writeDigits(text: string): boolean {
    return /^[\w+/=-]{1,4}$/.test(text.slice(-4)) && this.#decode(this.#last + text);
  }

  /** Tells whether all of it could be decoded. */
  finish(): boolean {
    const rest = toDigits(this.#last);
    const bytes = this.#toBytes(rest.length === 4 ? rest.replace(/={1,2}$/, '') : rest);
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
   * Null where a character was passed over: four of them stand for three bytes, and one alone for
   * none. Valid until the next call.
   */
  #toBytes(digits: string): Buffer | null {
    const size = Math.floor((digits.length * 3) / 4);
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(size);
    const written = this.#bytes.write(digits, 'base64');
    return digits.length % 4 !== 1 && written === size ? this.#bytes.subarray(0, size) : null;
  }
}

function toDigits(text: string): string {
  return decodePercent(text)
    .toString('latin1')
    .replace(/[ \t\n\f\r]/g, '');
}
