/*
 * The entry of this folder: `readResponse` returns the JSON of a response, with digests in place of
 * the files of an app. An app may be a gigabyte, so the JSON is read while it arrives and one text
 * is kept at a time. (Read as a whole, 133 MB of pictures took 386 MiB, and 100 MB of brackets
 * ended the process without a report: docs/decisions/0006-content-comparison.md.)
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
      /** Set if the value is too large, and not read as a whole. */
      readonly cut?: Cut;
    }
  | { readonly kind: 'empty' }
  /** A body that is not JSON, or incomplete. */
  | {
      readonly kind: 'unreadable';
      /** Completes a sentence that begins with "the response". */
      readonly why: string;
      /** The title of an HTML page; of any other text the start, in whole words. May be empty. */
      readonly start: string;
    };

/** The most bytes of a response that is not the read of an app. */
export const plainResponseBytes = 8 * 1024 * 1024;
/** The most bytes of the read of an app. */
export const appResponseBytes = 1024 * 1024 * 1024;
/** The most bytes that are shown of a text that cannot be read. */
const shownBytes = 200;
/** The first bytes of a page, which have its title. */
const headBytes = 4_096;

/** Options for reading a response. */
export interface ResponseOptions extends JsonOptions {
  /** The content-encoding header; null if there is none. Only gzip is asked for and understood. */
  readonly encoding: string | null;
  /** The most bytes, decompressed. By default 8 MiB, and 1 GiB for the read of an app. */
  readonly limitBytes?: number;
}

/**
 * Reads a response to its end, and returns its body. Throws ResponseTooLargeError, or the error of
 * the stream. The caller must listen for
 * `error` on the stream, which may fail before it is read.
 */
export async function readResponse(
  stream: Readable,
  options: ResponseOptions,
): Promise<ResponseBody> {
  const encoding = (options.encoding ?? '').toLowerCase();
  if (encoding === '' || encoding === 'identity') return readDecoded(stream, options);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return readUnknown(stream);
  // Loaded only here: it takes some milliseconds, and most responses are not compressed.
  const { createGunzip } = await import('node:zlib');
  // An error also ends the reading, so the callback has nothing to do.
  const decompressed = pipeline(stream, createGunzip(), () => undefined);
  try {
    return await readDecoded(decompressed, options);
  } catch (error) {
    if (!isCompressionError(error)) throw error;
    return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
  }
}

/** Finds out whether a body that cannot be decoded is empty. Streams have no empty chunks. */
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

  /** Reads a chunk. Returns false if nothing more of the body is of use. */
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

  /** Returns the first bytes as text, without a last word that may be cut. */
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
 * Gives the chunks of a stream to `take`, until the stream ends or `take` returns false or throws.
 * It listens to events, since waiting for each chunk would pause the connection after each.
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
 * Returns a text without its last word, which may be cut: redaction would not recognize a part of a
 * key.
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
