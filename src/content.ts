import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/** A file's content as a response showed it: digests instead of the bytes, which may be a gigabyte. */
export class Content {
  /** Of the string as the text that it is, by digestText. Null for no well-formed text, and for more than 1 MiB of base64. */
  readonly text: Digest | null;
  /** Of the bytes that the string decodes to; null when it is not a proper data: URL. */
  readonly data: Digest | null;
  /** Of the text that these bytes are, by digestText; null for a picture, font, sound or video, for more than 1 MiB, and for no UTF-8. */
  readonly dataText: Digest | null;
  /** The string itself, where it was asked for and has at most 256 KiB: `service.json` is compared by value. */
  readonly kept: string | null;
  /** What a person reads: the string, or the text that it decodes to; where texts were asked for, up to 256 KiB. */
  readonly plain: string | null;

  constructor(parts: Pick<Content, 'text' | 'data' | 'dataText' | 'kept'> & Partial<Pick<Content, 'plain'>>) {
    this.text = parts.text;
    this.data = parts.data;
    this.dataText = parts.dataText;
    this.kept = parts.kept;
    this.plain = parts.plain ?? null;
  }
}

/** Size in bytes and hex SHA-256. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** What is no text: it equals no file, and must not be taken for an absent one. */
export const unreadableContent = new Content({ text: null, data: null, dataText: null, kept: null });

/** What is kept of a string beside its digests. */
export interface Keeping {
  /** True for the string itself, if it is short. */
  readonly isKept: boolean;
  /** True for what a person reads of it, if that is short; by default false. */
  readonly keepsText?: boolean;
}

/** Most bytes of a text that is kept: enough for any service.json. */
const maxKeptBytes = 256 * 1024;
/** A longer data: URL is digested as data alone: not as the text that it decodes to, and in base64 not as the one that it is. */
const maxDataTextBytes = 1024 * 1024;

/** Digests a string that is at hand. */
export function digestContent(text: string, keeping: Keeping): Content {
  return new ContentDigester(text).finish(keeping, text);
}

/** Digests a text in UTF-8, without byte order mark and with CRLF as LF: services and checkouts write texts anew in these. */
export function digestText(text: string): Digest {
  const digester = new Digester();
  digester.write(normalizeText(text));
  return digester.finish();
}

/** A text without byte order mark and with CRLF as LF, in which two texts are compared. */
export function normalizeText(text: string): string {
  return withoutMark(normalizeLines(text));
}

/** The text that a data: URL stands for, of a string that is one. */
export function decodeDataUrl(url: string): string {
  const pieces: Buffer[] = [];
  openDataUrl(url, (bytes) => pieces.push(Buffer.from(bytes)))?.finish();
  return Buffer.concat(pieces).toString();
}

/**
 * Digests a string that arrives in pieces, as the text that it is and as the data: URL that it may be. Its start holds the
 * whole head of such a URL. No piece ends within a surrogate pair, a CRLF or a `%XX`.
 */
export class ContentDigester {
  /** Null once it is left to the data. */
  #text: Digester | null = new Digester();
  readonly #data = new Digester();
  readonly #decoder: DataDecoder | null;
  /** What was decoded; null where that is not digested as a text. */
  #decoded: Buffer[] | null;
  #isText: boolean;

  constructor(start: string) {
    this.#isText = start.isWellFormed();
    this.#text?.write(normalizeText(start));
    this.#decoded = mediaUrl.test(start) ? null : [];
    this.#decoder = openDataUrl(start, (bytes) => this.#takeData(bytes));
  }

  write(text: string): void {
    this.#isText &&= text.isWellFormed();
    this.#writeText(normalizeLines(text));
    this.#decoder?.write(text);
  }

  /** The same for bytes, if they are nothing but digits of base64, and these are wanted; false where they are not, and not taken. */
  writeDigits(bytes: Buffer): boolean {
    if (this.#decoder?.writeDigits(bytes.toString('latin1')) !== true) return false;
    this.#writeText(bytes);
    return true;
  }

  /** `whole` is the string itself, where it is at hand. */
  finish({ isKept, keepsText = false }: Keeping, whole: string | null = null): Content {
    if (!this.#isText) return unreadableContent;
    const isData = this.#decoder?.finish() === true;
    const decoded = isData ? this.#readDataText() : null;
    return new Content({
      text: this.#isLongBase64 ? null : (this.#text?.finish() ?? null),
      data: isData ? this.#data.finish() : null,
      dataText: decoded === null ? null : digestText(decoded),
      kept: isKept ? toKept(whole) : null,
      plain: keepsText ? toKept(isData ? decoded : whole) : null,
    });
  }

  #writeText(piece: string | Buffer): void {
    if (this.#isLongBase64) this.#text = null;
    this.#text?.write(piece);
  }

  get #isLongBase64(): boolean {
    return this.#decoder?.isBase64 === true && this.#data.bytes > maxDataTextBytes;
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

function toKept(text: string | null): string | null {
  return text !== null && Buffer.byteLength(text) <= maxKeptBytes ? text : null;
}

class Digester {
  readonly #hash = createHash('sha256');
  bytes = 0;

  write(piece: string | Uint8Array): void {
    this.#hash.update(piece);
    this.bytes += Buffer.byteLength(piece);
  }

  finish(): Digest {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}

function normalizeLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** The bytes are valid until it returns. */
type TakeBytes = (bytes: Buffer) => void;

/** Decodes a text in pieces. */
interface DataDecoder {
  /** True as long as all that was written is base64. */
  readonly isBase64: boolean;
  write(text: string): void;
  /** Writes what is nothing but digits of base64; false, and nothing is written, where it is not, or these are not decoded. */
  writeDigits(text: string): boolean;
  /** Tells whether all of it could be decoded. */
  finish(): boolean;
}

/** Type and parameters, up to and with the comma: at most 263 characters. */
const dataUrlHead = /^data:[^,]{0,257},/i;
/** In these each byte counts. */
const mediaUrl = /^data:(image|font|audio|video)\//i;
const base64Mark = /; {0,9}base64 {0,9},/i;

/** Decodes `data:<type>;base64,…` and `data:<type>,…`, whose text is percent-encoded; null where `start` begins neither. */
function openDataUrl(start: string, take: TakeBytes): DataDecoder | null {
  const [head] = dataUrlHead.exec(start) ?? [];
  if (head === undefined) return null;
  const decoder = base64Mark.test(head) ? new Base64Decoder(take) : createPercentDecoder(take);
  decoder.write(start.slice(head.length));
  return decoder;
}

function createPercentDecoder(take: TakeBytes): DataDecoder {
  const write = (text: string): void => take(decodePercent(text));
  return { isBase64: false, write, writeDigits: () => false, finish: () => true };
}

/** Text with `%XX` for bytes; a percent sign that begins no such group stands for itself (URL Standard, "percent-decode"). */
function decodePercent(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

/**
 * Base64 as browsers take it (Infra Standard, "forgiving-base64 decode"), and in the alphabet of URLs too. A text that Buffer
 * would decode only by passing over a part of it is not proper: different files would be called equal.
 */
class Base64Decoder implements DataDecoder {
  isBase64 = true;
  readonly #take: TakeBytes;
  /** The last group: it alone may be padded. */
  #last = '';
  #bytes = Buffer.alloc(0);

  constructor(take: TakeBytes) {
    this.#take = take;
  }

  /** White space and `%XX` are rare: they are looked for where decoding fails. */
  write(text: string): void {
    const base64 = this.#last + text;
    if (this.#decode(base64)) return;
    const digits = toDigits(base64);
    this.isBase64 &&= !digits.includes('%') && this.#decode(digits);
  }

  /** The last group is looked at alone: it is decoded with what follows it. */
  writeDigits(text: string): boolean {
    return /^[\w+/=-]{1,4}$/.test(text.slice(-4)) && this.#decode(this.#last + text);
  }

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

  /** Null where a character was passed over: four of them stand for three bytes, and one alone for none. Valid until the next call. */
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
