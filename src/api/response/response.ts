import { finished, pipeline, type Readable } from 'node:stream';
import {
  type Cut,
  JsonError,
  type JsonOptions,
  JsonReader,
  ResponseTooLargeError,
} from './json-response.ts';

/*
 * The door of what reads a response: `readResponse` gives its JSON, and digests in place of the files of an app. Behind it is a reader of
 * JSON of our own, because an app may be a gigabyte: read whole, 133 MB of pictures took 386 MiB, and 100 MB of brackets ended the
 * process without a report (docs/decisions/0006-content-comparison.md). So it takes pieces as they come and holds one text at a time;
 * what has no files goes through JSON.parse in the end.
 */
export {
  type ContentPath,
  type Cut,
  type EntryLimit,
  type PathPattern,
  ResponseTooLargeError,
} from './json-response.ts';

/**
 * What a response held. `unreadable` is not whole, or not JSON; `start` is how its text begins, in
 * whole words.
 */
export type ResponseBody =
  | { readonly kind: 'json'; readonly value: unknown; readonly cut?: Cut }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly why: string; readonly start: string };

/** Most bytes of a response that is not a single app. */
export const plainResponseBytes = 8 * 1024 * 1024;
/** Most bytes of the single read of an app. */
export const appResponseBytes = 1024 * 1024 * 1024;
const startBytes = 200;

/** How a response is read. */
export interface ResponseOptions extends JsonOptions {
  /** The content-encoding header. gzip is understood, the one that is asked for. */
  readonly encoding: string | null;
  /** Most bytes, decompressed; by default 8 MiB, and 1 GiB for the read of one app. */
  readonly limitBytes?: number;
}

/**
 * Reads a response to its end. Throws ResponseTooLargeError, or what the stream broke with; it may
 * break before it is read here, so that its errors must have a listener.
 */
export async function readResponse(
  stream: Readable,
  options: ResponseOptions,
): Promise<ResponseBody> {
  const encoding = (options.encoding ?? '').toLowerCase();
  if (encoding === '' || encoding === 'identity') return readDecoded(stream, options);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return readUnknown(stream);
  // It costs a start-up some milliseconds, and most responses come without compression.
  const { createGunzip } = await import('node:zlib');
  // The callback is called with what ends the reading too, so it has nothing to add.
  const decompressed = pipeline(stream, createGunzip(), () => undefined);
  try {
    return await readDecoded(decompressed, options);
  } catch (error) {
    if (!isCompressionError(error)) throw error;
    return { kind: 'unreadable', why: 'is compressed wrongly or cut off', start: '' };
  }
}

/** A stream has no empty chunk: one byte is enough to tell. */
async function readUnknown(stream: Readable): Promise<ResponseBody> {
  for await (const _ of stream)
    return { kind: 'unreadable', why: 'has an unknown content encoding', start: '' };
  return { kind: 'empty' };
}

async function readDecoded(stream: Readable, options: ResponseOptions): Promise<ResponseBody> {
  const { limitBytes = options.contentPaths.length > 0 ? appResponseBytes : plainResponseBytes } =
    options;
  const reader = new JsonReader(options);
  let size = 0;
  let start = Buffer.alloc(0);
  let broken: JsonError | null = null;
  await readChunks(stream, (chunk) => {
    size += chunk.length;
    if (size > limitBytes) throw new ResponseTooLargeError(`is larger than ${limitBytes} bytes`);
    if (start.length < startBytes)
      start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)]);
    broken ??= catchJsonError(() => reader.push(chunk));
    return broken === null || size <= startBytes;
  });
  let value: unknown;
  broken ??= catchJsonError(() => (value = reader.end()));
  if (broken === null) {
    if (value === undefined) return { kind: 'empty' };
    return { kind: 'json', value, ...(reader.cut && { cut: reader.cut }) };
  }
  const isWhole = size <= startBytes && !reader.isOpen;
  return {
    kind: 'unreadable',
    why: broken.message,
    start: isWhole ? start.toString() : toWholeWords(start),
  };
}

/**
 * Gives the chunks to `take` until the stream ends, or `take` returns false or throws. By events:
 * to wait for each chunk would pause the connection after each.
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
 * Without the last word, which is cut off: a piece of a key that a service shows again would not be
 * known as one.
 */
function toWholeWords(cut: Buffer): string {
  return cut.toString().replace(/\S+$/, '').trimEnd();
}

function catchJsonError(work: () => unknown): JsonError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function isCompressionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
