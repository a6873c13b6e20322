/*
 * The main file of this folder. `readResponse` returns the JSON of a response, with digests in
 * place of an app's files. An app may be a gigabyte, so the JSON is read while it arrives, and only
 * one file is kept in memory at a time. When responses were read as a whole, 133 MB of pictures
 * took 386 MiB of memory, and 100 MB of brackets ended the process without a report
 * (docs/decisions/0006-content-comparison.md).
 */
import { finished, pipeline, type Readable } from 'node:stream';
import { type JsonOptions, JsonReader } from './json-response.ts';
import { type Cut, JsonError, ResponseTooLargeError } from './json-tokenizer.ts';

export {
  type ContentPath,
  type Cut,
  type EntryLimit,
  type PathPattern,
  ResponseTooLargeError,
} from './json-tokenizer.ts';

/** The body of a response. */
export type ResponseBody =
  | {
      readonly kind: 'json';
      readonly value: unknown;
      /** Describes the part that was not read; undefined if the whole value was read. */
      readonly cut?: Cut;
    }
  | { readonly kind: 'empty' }
  /** A body that is not JSON, or not complete. */
  | {
      readonly kind: 'unreadable';
      /** Completes a sentence that begins with "the response". */
      readonly why: string;
      /** The title of an HTML page, or the first words of any other text. It may be empty. */
      readonly start: string;
    };

/** The maximum size of any response that does not show a single app, in bytes. */
export const plainResponseBytes = 8 * 1024 * 1024;
/** The maximum size of a response that shows a single app, in bytes. */
export const appResponseBytes = 1024 * 1024 * 1024;
/** The length of the part of a text that is shown if the text is not JSON, in bytes. */
const shownBytes = 200;
/** The length of the part of an HTML page that is searched for its title, in bytes. */
const headBytes = 4_096;

/** Options for reading a response. */
export interface ResponseOptions extends JsonOptions {
  /** The content-encoding header; null without one. Only gzip is supported. */
  readonly encoding: string | null;
  /** The maximum size after decompression, in bytes. By default 8 MiB, and 1 GiB for an app. */
  readonly limitBytes?: number;
}

/**
 * Reads a response to its end, and returns the body. Throws ResponseTooLargeError, or the error of
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
  const decompressed = pipeline(stream, createGunzip(), () => undefined);
  try {
    return await readDecoded(decompressed, options);
  } catch (error) {
    if (!isCompressionError(error)) throw error;
    return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
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
  const isApp = options.contentPaths.length > 0;
  const limitBytes = options.limitBytes ?? (isApp ? appResponseBytes : plainResponseBytes);
  const body = new BodyReader(options, limitBytes);
  await readChunks(stream, (chunk) => body.push(chunk));
  return body.end();
}

/** Reads the decoded bytes of a body. */
class BodyReader {
  readonly #json: JsonReader;
  readonly #limitBytes: number;
  #size = 0;
  #head = Buffer.alloc(0);
  #error: JsonError | null = null;

  constructor(options: JsonOptions, limitBytes: number) {
    this.#json = new JsonReader(options);
    this.#limitBytes = limitBytes;
  }

  /** Reads a chunk. Returns false if the rest of the body is not needed. */
  push(chunk: Buffer): boolean {
    this.#size += chunk.length;
    if (this.#size > this.#limitBytes)
      throw new ResponseTooLargeError(`is larger than ${this.#limitBytes} bytes`);
    if (this.#head.length < headBytes) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    }
    if (this.#error === null) this.#catchJsonError(() => this.#json.push(chunk));
    const neededBytes = this.#isPage ? headBytes : shownBytes;
    return this.#error === null || this.#size <= neededBytes;
  }

  /** True if the body begins like an HTML page. */
  get #isPage(): boolean {
    return /^\s*</.test(this.#head.toString('latin1', 0, shownBytes));
  }

  end(): ResponseBody {
    let value: unknown;
    if (this.#error === null) this.#catchJsonError(() => (value = this.#json.end()));
    if (this.#error !== null) {
      return { kind: 'unreadable', why: this.#error.message, start: this.#describeStart() };
    }
    if (value === undefined) return { kind: 'empty' };
    const { cut } = this.#json;
    if (cut !== null) return { kind: 'json', value, cut };
    return { kind: 'json', value };
  }

  /** Returns the title of an HTML page, or the start of any other text in whole words. */
  #describeStart(): string {
    if (this.#isPage) return findTitle(this.#readHead(headBytes));
    return this.#readHead(shownBytes);
  }

  /** Returns the first bytes as a text. The last word is left out if it may be cut. */
  #readHead(maxBytes: number): string {
    const head = this.#head.subarray(0, maxBytes);
    const isWhole = this.#size <= maxBytes && !this.#json.isOpen;
    return isWhole ? head.toString() : toWholeWords(head);
  }

  #catchJsonError(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.#error = error;
    }
  }
}

/**
 * Calls `take` with each chunk of a stream, until the stream ends, or until `take` returns false or
 * throws. It listens to the stream's events: an async iterator would pause the connection after
 * each chunk.
 */
function readChunks(stream: Readable, take: (chunk: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    finished(stream, { writable: false }, (error) => (error ? reject(error) : resolve()));
    stream.on('data', (chunk: Buffer) => {
      try {
        if (take(chunk)) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      stream.destroy();
    });
  });
}

/**
 * Returns a text without its last word, which may be cut. If that word was a part of an API key, it
 * would not be recognized and redacted.
 */
function toWholeWords(cut: Buffer): string {
  return cut.toString().replace(/\S+$/, '').trimEnd();
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
