import { finished, pipeline, type Readable } from 'node:stream';
import { decodeUtf8 } from '../text/json.ts';
import { cutLongStrings } from './long-strings.ts';

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

export type ResponseBody =
  /** The long strings of an app's files are LongStrings. */
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

export interface ResponseOptions {
  /** The content-encoding header; null without one. Only gzip is supported. */
  readonly encoding: string | null;
  /** The size that the response announces, in bytes. It may be wrong. */
  readonly length?: number | undefined;
  /** The maximum size after decompression, in bytes. */
  readonly limitBytes: number;
  readonly keepsLongStrings?: boolean;
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
  const bytes = await readBytes(stream, options);
  const { text, restore } = options.keepsLongStrings ? cutLongStrings(bytes) : readWhole(bytes);
  if (/^[ \t\r\n]*$/.test(text)) return { kind: 'empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const isCut = endsEarly(text, error);
    const why = isCut ? 'ends early' : 'is not JSON';
    return { kind: 'unreadable', why, start: describeStart(bytes, isCut) };
  }
  if (isDeeperThan(value, maxDepth)) {
    const why = `is nested deeper than ${maxDepth} levels`;
    return { kind: 'unreadable', why, start: describeStart(bytes, false) };
  }
  return { kind: 'json', value: restore(value) };
}

function readWhole(bytes: Buffer) {
  return { text: decodeUtf8(bytes), restore: (value: unknown) => value };
}

/**
 * Reads a stream to its end, or to the end of the part of an HTML page that is searched, and
 * returns its bytes without a byte order mark. It listens to the stream's events: an async iterator
 * would pause the connection after each chunk.
 */
function readBytes(stream: Readable, { length, limitBytes }: ResponseOptions): Promise<Buffer> {
  // One buffer of the right size takes half of the memory that a list of chunks and its copy take.
  let buffer = Buffer.allocUnsafeSlow(Math.min(length ?? firstBytes, limitBytes));
  let read = 0;
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(withoutMark(buffer.subarray(0, read)));
    finished(stream, { writable: false }, (error) => {
      if (error) reject(error);
      else end();
    });
    stream.on('data', (chunk: Buffer) => {
      const size = read + chunk.length;
      if (size > limitBytes) {
        stream.destroy(new ResponseTooLargeError(limitBytes));
        return;
      }
      if (size > buffer.length) buffer = enlarge(buffer, size);
      read += chunk.copy(buffer, read);
      if (read > headBytes && isPage(buffer)) {
        end();
        stream.destroy();
      }
    });
  });
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? bytes.subarray(3) : bytes;
}

/** Returns a copy that has room for so many bytes, and for at least twice as many as before. */
function enlarge(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * bytes.length));
  bytes.copy(larger);
  return larger;
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
function isPage(start: Buffer): boolean {
  return /^\s*</.test(start.toString('latin1', 0, shownBytes));
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
