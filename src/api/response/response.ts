import { isAscii, isUtf8 } from 'node:buffer';
import { finished, pipeline, type Readable } from 'node:stream';

/**
 * The error for a response that is too large to be read. The message completes a sentence that
 * begins with "the response".
 */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';

  constructor(limitBytes: number) {
    super(`is larger than ${limitBytes} bytes`);
  }
}

/** The body of a response. */
export type ResponseBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** A body that is not JSON, or not complete. */
  | {
      readonly kind: 'unreadable';
      /** Completes a sentence that begins with "the response". */
      readonly why: string;
      /** The title of an HTML page, or the first words of any other text. It may be empty. */
      readonly start: string;
    };

/** The maximum size of a response that shows an app with its files, in bytes. */
export const maxAppBytes = 256 * 1024 * 1024;
/** The maximum size of any other response, in bytes. */
export const maxPlainBytes = 8 * 1024 * 1024;
/** The maximum depth of lists and objects, so that functions which call themselves can read them. */
const maxDepth = 200;
/** The length of the part of a text that is shown if the text is not JSON, in bytes. */
const shownBytes = 200;
/** The length of the part of an HTML page that is searched for its title, in bytes. */
const headBytes = 4_096;

/** The size of the first buffer for a response of unknown length, in bytes. */
const firstBytes = 65_536;

/** Options for reading a response. */
export interface ResponseOptions {
  /** The content-encoding header; null without one. Only gzip is supported. */
  readonly encoding: string | null;
  /** The size that the response announces, in bytes. It may be wrong. */
  readonly length?: number | undefined;
  /** The maximum size after decompression, in bytes. */
  readonly limitBytes: number;
}

/**
 * Reads a response to its end and parses it as a whole. Throws ResponseTooLargeError, or the error of
 * the stream. The stream may fail before it is read, so the caller must listen for its `error`
 * event.
 */
export async function readResponse(
  stream: Readable,
  options: ResponseOptions,
): Promise<ResponseBody> {
  const encoding = (options.encoding ?? '').toLowerCase();
  if (encoding === '' || encoding === 'identity') return readDecoded(stream, options);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return readUnknown(stream);
  // Loaded only for compressed responses, which are rare, since loading takes some milliseconds.
  const { createGunzip } = await import('node:zlib');
  // The callback does nothing, because readDecoded throws the same error.
  const limited = limitSize(stream, options.limitBytes);
  const decompressed = pipeline(limited, createGunzip(), () => undefined);
  try {
    return await readDecoded(decompressed, options);
  } catch (error) {
    if (!isCompressionError(error)) throw error;
    return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
  }
}

/** Ends a stream that decompresses to nothing for ever. */
async function* limitSize(stream: Readable, limitBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limitBytes) throw new ResponseTooLargeError(limitBytes);
    yield chunk;
  }
}

/**
 * Reads a body with an unknown encoding, which can only be understood if it is empty. A stream has
 * no empty chunks, so any chunk means that the body is not empty.
 */
async function readUnknown(stream: Readable): Promise<ResponseBody> {
  for await (const _ of stream) {
    return { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
  }
  return { kind: 'empty' };
}

async function readDecoded(stream: Readable, options: ResponseOptions): Promise<ResponseBody> {
  const { text, isDecoded, head } = await readText(stream, options);
  if (/^[ \t\r\n]*$/.test(text)) return { kind: 'empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const isCut = endsEarly(text, error);
    const why = isCut ? 'ends early' : 'is not JSON';
    return { kind: 'unreadable', why, start: describeStart(head, isCut) };
  }
  if (isDeeperThan(value, maxDepth)) {
    const why = `is nested deeper than ${maxDepth} levels`;
    return { kind: 'unreadable', why, start: describeStart(head, false) };
  }
  return { kind: 'json', value: isDecoded ? value : decodeStrings(value) };
}

/** The bytes of a response that were read so far: the first `size` of the buffer. */
interface ReadBytes {
  buffer: Buffer<ArrayBuffer>;
  size: number;
}

/** A response as JSON.parse takes it. */
interface ResponseText {
  readonly text: string;
  /** False if each character stands for one byte, so that the strings have to be decoded. */
  readonly isDecoded: boolean;
  /** The first bytes of the response. */
  readonly head: Buffer;
}

/** Reads a stream to its end. All bytes but the first are free before the text is parsed. */
async function readText(stream: Readable, options: ResponseOptions): Promise<ResponseText> {
  const size = Math.min(options.length ?? firstBytes, options.limitBytes);
  // One buffer of the right size takes half of the memory that a list of chunks and its copy take.
  const read: ReadBytes = { buffer: Buffer.allocUnsafeSlow(size), size: 0 };
  await readBytes(stream, read, options.limitBytes);
  const bytes = read.buffer.subarray(0, read.size);
  const head = Buffer.from(bytes.subarray(0, headBytes + 1));
  const result = { ...toText(bytes), head };
  // Frees the memory at once: the text and its values take twice as much again.
  bytes.buffer.transfer(0);
  return result;
}

/** An escape that makes a character beyond ASCII. */
const wideEscape = /(?<!\\)(?:\\\\)*\\u(?!00[0-7])/;

/**
 * Returns UTF-8 without a byte order mark as a text to parse. If one character of a text is not
 * Latin-1, all of them take two bytes. So the bytes themselves are parsed, as Latin-1, unless an
 * escape such as `\u00e9` would make a character that looks like a byte.
 */
function toText(bytes: Buffer): Omit<ResponseText, 'head'> {
  const hasMark = bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf';
  const json = hasMark ? bytes.subarray(3) : bytes;
  const latin1 = json.toString('latin1');
  if (isAscii(json)) return { text: latin1, isDecoded: true };
  const isAmbiguous = json.includes('\\u') && wideEscape.test(latin1);
  return isAmbiguous ? { text: decode(json), isDecoded: true } : { text: latin1, isDecoded: false };
}

/** Decodes the strings of a value that was parsed as Latin-1, names included. */
function decodeStrings(value: unknown): unknown {
  if (typeof value === 'string') return decodeString(value);
  if (Array.isArray(value)) return value.map(decodeStrings);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    return [decodeString(name), decodeStrings(inner)];
  });
  return Object.fromEntries(entries);
}

function decodeString(latin1: string): string {
  const isPlain = Buffer.byteLength(latin1) === latin1.length;
  return isPlain ? latin1 : decode(Buffer.from(latin1, 'latin1'));
}

/**
 * Reads a stream to its end, or to the end of the part of an HTML page that is searched. It listens
 * to the stream's events: an async iterator would pause the connection after each chunk.
 */
function readBytes(stream: Readable, read: ReadBytes, limitBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    finished(stream, { writable: false }, (error) => {
      if (error) reject(error);
      else resolve();
    });
    stream.on('data', (chunk: Buffer) => {
      const size = read.size + chunk.length;
      if (size > limitBytes) {
        stream.destroy(new ResponseTooLargeError(limitBytes));
        return;
      }
      if (size > read.buffer.length) read.buffer = enlarge(read.buffer, size);
      read.size += chunk.copy(read.buffer, read.size);
      if (read.size > headBytes && isPage(read.buffer)) {
        resolve();
        stream.destroy();
      }
    });
  });
}

/** Returns a copy that has room for so many bytes, and for at least twice as many as before. */
function enlarge(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * bytes.length));
  bytes.copy(larger);
  return larger;
}

/**
 * Decodes UTF-8. Bytes that are not UTF-8 become half a character, so that a content with such
 * bytes is the same as no file.
 */
function decode(bytes: Buffer): string {
  const text = bytes.toString();
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\ud800');
}

/** Returns true if a text begins like JSON, and the error of JSON.parse is at its end. */
function endsEarly(text: string, error: unknown): boolean {
  if (!(error instanceof SyntaxError) || !/^\s*["{[]/.test(text)) return false;
  const [, place] = /at position (\d+)/.exec(error.message) ?? [];
  if (place === undefined) return error.message.startsWith('Unexpected end');
  return error.message.startsWith('Unterminated') || Number(place) >= text.length;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** Returns true if a body begins like an HTML page. */
function isPage(start: Buffer | undefined): boolean {
  return /^\s*</.test(start?.toString('latin1', 0, shownBytes) ?? '');
}

/**
 * Returns the title of an HTML page, or the start of any other text. `isCut`: the text ends within
 * a word.
 */
function describeStart(bytes: Buffer, isCut: boolean): string {
  const maxBytes = isPage(bytes) ? headBytes : shownBytes;
  const head = bytes.toString('utf8', 0, maxBytes);
  const words = isCut || bytes.length > maxBytes ? toWholeWords(head) : head;
  return isPage(bytes) ? findTitle(words) : words;
}

/**
 * Returns a text without its last word, which may be cut. If that word was a part of an API key, it
 * would not be recognized and redacted.
 */
function toWholeWords(cut: string): string {
  return cut.replace(/\S+$/, '').trimEnd();
}

/** Returns the title of an HTML page, or its first heading; empty if it has neither. */
function findTitle(html: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
  const [, heading = ''] = /<h1[^>]*>([^<]*)/i.exec(html) ?? [];
  return (title.trim() || heading.trim()).replace(/\s+/g, ' ');
}

function isCompressionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
