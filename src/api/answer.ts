import { pipeline, type Readable, type Transform } from 'node:stream';
import { JsonError } from './json-builder.ts';
import { JsonReader } from './json-reader.ts';
import { chooseSink } from './wire.ts';

/** What an answer held. `unreadable` is not whole, or not JSON; `start` is how its text begins, in whole words. */
export type AnswerBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly why: string; readonly start: string };

/** The answer went beyond what is read of it. The message goes on after "the answer". */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/** Most bytes kept in memory of any answer, and most of an answer that is not a single app. */
export const plainAnswerBytes = 8 * 1024 * 1024;
/** Most bytes of the single read of an app, unpacked: its files are digested while they arrive. */
export const appAnswerBytes = 1024 * 1024 * 1024;

const mostDepth = 200;
const startBytes = 200;

/**
 * Reads an answer to its end. `encoding` is the content-encoding header: gzip, deflate and br are undone whatever the
 * status, and the limit holds for what comes out. Throws AnswerTooLargeError, or what the stream broke with.
 */
export async function readAnswer(
  stream: Readable,
  { encoding, limitBytes }: { readonly encoding: string | null; readonly limitBytes: number },
): Promise<AnswerBody> {
  const unpacker = await createUnpacker(encoding);
  if (unpacker === 'unknown') return { kind: 'unreadable', why: 'is packed in an unknown way', start: '' };
  // The callback is called with what ends the reading below too, so it has nothing to add.
  const unpacked = unpacker === null ? stream : pipeline(stream, unpacker, () => undefined);
  try {
    return await readText(skipMark(unpacked), limitBytes);
  } catch (error) {
    if (!isUnpackingError(error)) throw error;
    return { kind: 'unreadable', why: 'is packed wrongly or cut off', start: '' };
  }
}

/** Some services begin their JSON with a byte order mark, and most readers pass over it (WHATWG, "UTF-8 decode"). */
async function* skipMark(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const isOpen = head.length < byteOrderMark.length && byteOrderMark.subarray(0, head.length).equals(head);
    if (isOpen) continue;
    yield head.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? head.subarray(byteOrderMark.length) : head;
    head = null;
  }
  if (head !== null) yield head;
}

const byteOrderMark = Buffer.from('\ufeff');

async function readText(stream: AsyncIterable<Buffer>, limitBytes: number): Promise<AnswerBody> {
  const reader = new JsonReader({ depth: mostDepth, kept: Math.min(limitBytes, plainAnswerBytes), chooseSink });
  let size = 0;
  let start = Buffer.alloc(0);
  let isBlank = true;
  let broken: JsonError | null = null;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limitBytes) throw new AnswerTooLargeError(`is larger than ${limitBytes} bytes`);
    isBlank &&= chunk.every(isSpace);
    if (start.length < startBytes) start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)]);
    broken ??= attempt(() => reader.push(chunk));
    if (broken !== null && size > startBytes) break;
  }
  if (isBlank) return { kind: 'empty' };
  if (broken !== null) {
    const shown = size > startBytes ? toWholeWords(start) : start.toString();
    return { kind: 'unreadable', why: broken.message, start: shown };
  }
  let value: unknown;
  const unfinished = attempt(() => {
    value = reader.end();
  });
  if (unfinished === null) return { kind: 'json', value };
  return { kind: 'unreadable', why: unfinished.message, start: toWholeWords(start) };
}

/** Without the last word, which is cut off: a piece of a key that a service shows again would not be known as one. */
function toWholeWords(cut: Buffer): string {
  return cut.toString().replace(/\S+$/, '').trimEnd();
}

/** The white space of JSON; some servers send it in front to keep a connection alive. */
function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function attempt(work: () => void): JsonError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** node:zlib costs a start-up some milliseconds, and most answers come unpacked. */
async function createUnpacker(header: string | null): Promise<Transform | null | 'unknown'> {
  const encoding = (header ?? '').toLowerCase();
  if (encoding === '' || encoding === 'identity') return null;
  const zlib = await import('node:zlib');
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip();
  if (encoding === 'deflate') return zlib.createInflate();
  return encoding === 'br' ? zlib.createBrotliDecompress() : 'unknown';
}

function isUnpackingError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(String(error.code))
  );
}
