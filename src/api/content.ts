import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/** A file's content as a response showed it: digests instead of the bytes, which may be a gigabyte. */
export class Content {
  /** Of the string as it stands, in UTF-8. Null when it is not well-formed text: no file is equal to that. */
  readonly text: Digest | null;
  /** Of what the string decodes to; null when it is not a proper data: URL. */
  readonly data: Digest | null;
  /** The string itself, where it was asked for and has at most 256 KiB: `service.json` is compared by value. */
  readonly kept: string | null;

  constructor(parts: Pick<Content, 'text' | 'data' | 'kept'>) {
    this.text = parts.text;
    this.data = parts.data;
    this.kept = parts.kept;
  }
}

/** Size in bytes and hex SHA-256. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Most bytes of a string that is kept: enough for any service.json. */
const maxKeptBytes = 256 * 1024;

/** Digests a string that arrives in pieces, as the text that it is and as the data: URL that it may be. */
export class ContentDigester {
  readonly #text = new Digester();
  readonly #data = new Digester();
  readonly #decoder = createDataUrlDecoder((bytes) => this.#data.write(bytes));
  /** Null where nothing is to be kept, or too much came. */
  #kept: Buffer[] | null;
  #isText = true;

  constructor({ isKept }: { readonly isKept: boolean }) {
    this.#kept = isKept ? [] : null;
  }

  /**
   * Takes the next characters of the string in UTF-8; they may be overwritten afterwards. True where none of them is a control
   * character, as far as that is known without another look at them.
   */
  write(bytes: Buffer): boolean {
    this.#isText &&= isUtf8(bytes);
    this.#text.write(bytes);
    if (this.#text.bytes > maxKeptBytes) this.#kept = null;
    this.#kept?.push(Buffer.from(bytes));
    return this.#decoder.write(bytes);
  }

  finish(): Content {
    if (!this.#isText) return unreadableContent;
    return new Content({
      text: this.#text.finish(),
      data: this.#decoder.finish() ? this.#data.finish() : null,
      kept: this.#kept === null ? null : Buffer.concat(this.#kept).toString(),
    });
  }
}

/** What is no text: it equals no file, and must not be taken for an absent one. */
export const unreadableContent = new Content({ text: null, data: null, kept: null });

/** Digests a string that is at hand, as a ContentDigester does. */
export function digestContent(text: string, options: { readonly isKept: boolean }): Content {
  if (!text.isWellFormed()) return unreadableContent;
  const digester = new ContentDigester(options);
  digester.write(Buffer.from(text));
  return digester.finish();
}

/** The text that a data: URL stands for, of a string that is one. */
export function decodeDataUrl(url: string): string {
  const pieces: Buffer[] = [];
  const decoder = createDataUrlDecoder((bytes) => pieces.push(Buffer.from(bytes)));
  decoder.write(Buffer.from(url));
  decoder.finish();
  return Buffer.concat(pieces).toString();
}

/** Digests a text as the file that it stands for, in UTF-8. */
export function digestText(text: string): Digest {
  const digester = new Digester();
  digester.write(Buffer.from(text));
  return digester.finish();
}

class Digester {
  readonly #hash = createHash('sha256');
  bytes = 0;

  write(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.bytes += piece.length;
  }

  finish(): Digest {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Takes a text in pieces; `finish` tells whether all of it could be decoded. */
interface Decoder {
  /** True where none of them is a control character, as far as that is known. */
  write(bytes: Buffer): boolean;
  finish(): boolean;
}

type TakeBytes = (bytes: Buffer) => unknown;

/** JSON allows none in a string. */
export function hasControlCharacter(bytes: Buffer): boolean {
  return controlCharacter.test(bytes.toString('latin1'));
}

const controlCharacter = /[^ -\uffff]/;

/** Type and parameters, up to and with the comma. */
const maxHeadBytes = 263;
const dataUrlHead = /^data:[^,]*,/i;
const base64Mark = /; {0,9}base64 {0,9},/i;

/** Decodes `data:<type>;base64,…` and `data:<type>,…`, whose text is percent-encoded; anything else is no data: URL. */
function createDataUrlDecoder(take: TakeBytes): Decoder {
  let payload: Decoder | null = null;
  let head = '';

  return {
    write(bytes) {
      if (payload !== null) return payload.write(bytes);
      const before = head.length;
      head += bytes.toString('latin1', 0, maxHeadBytes - before);
      const found = dataUrlHead.exec(head)?.[0];
      if (found === undefined) return false;
      payload = base64Mark.test(found) ? createBase64Decoder(take) : createPercentDecoder(take);
      return payload.write(bytes.subarray(found.length - before)) && !controlCharacter.test(found);
    },
    finish: () => payload?.finish() === true,
  };
}

/** Text with `%XX` for bytes; a percent sign that begins no such group stands for itself (URL Standard, "percent-decode"). */
function createPercentDecoder(take: TakeBytes): Decoder {
  let pending = '';

  function decode(text: string): void {
    const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    take(Buffer.from(bytes, 'latin1'));
  }

  return {
    write(bytes) {
      pending += bytes.toString('latin1');
      // A group may go on in the next piece.
      const { index: end = pending.length } = /%[0-9a-f]?$/i.exec(pending) ?? {};
      decode(pending.slice(0, end));
      pending = pending.slice(end);
      return false;
    },
    finish() {
      decode(pending);
      return true;
    },
  };
}

/**
 * Base64 as browsers take it (Infra Standard, "forgiving-base64 decode"), and in the alphabet of URLs too. A text that Buffer would
 * decode only by passing over a part of it is not proper: different files would be called equal.
 */
function createBase64Decoder(take: TakeBytes): Decoder {
  let isProper = true;
  let pending = '';
  const unescaped = createPercentDecoder((bytes) => add(bytes.toString('latin1')));
  let isEscaped = false;

  /** The last group is left for the end: it alone may be padded. */
  function decodeGroups(base64: string): boolean {
    const end = (base64.length - 1) & ~3;
    pending = base64.slice(end);
    return decodeBase64(base64.slice(0, end), take);
  }

  /** White space is rare: it is looked for where decoding fails. */
  function add(text: string): boolean {
    const base64 = pending + text;
    if (decodeGroups(base64)) return !controlCharacter.test(pending);
    isProper &&= decodeGroups(removeWhitespace(base64));
    return false;
  }

  return {
    write(bytes) {
      isEscaped ||= bytes.includes(percentSign);
      return isEscaped ? unescaped.write(bytes) : add(bytes.toString('latin1'));
    },
    finish() {
      unescaped.finish();
      const rest = removeWhitespace(pending);
      const last = rest.length === 4 ? rest.replace(/={1,2}$/, '') : rest;
      // One character alone is not even a byte.
      return isProper && last.length !== 1 && decodeBase64(last, take);
    },
  };
}

const percentSign = 0x25;

function removeWhitespace(text: string): string {
  return text.replace(/[ \t\n\f\r]/g, '');
}

let scratch = Buffer.alloc(0);

/** False, and nothing taken, where a character is no digit: it would be passed over. */
function decodeBase64(base64: string, take: TakeBytes): boolean {
  // A new buffer for each piece of a large response would take longer than the rest.
  if (scratch.length < base64.length) scratch = Buffer.allocUnsafeSlow(base64.length);
  const size = scratch.write(base64, 'base64');
  // Four characters stand for three bytes: where a byte is missing, a character was passed over.
  const isWhole = size === Math.floor((base64.length * 3) / 4);
  if (isWhole) take(scratch.subarray(0, size));
  return isWhole;
}
