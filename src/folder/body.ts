import { closeSync } from 'node:fs';
import {
  createTextWriter,
  dataPiece,
  maxShortText,
  pieceRoom,
  textPiece,
  toDataPrefix,
  writeBase64,
  writeShortText,
} from './encode.ts';
import { toChangedError } from './errors.ts';
import { createYield, type YieldToEventLoop } from './event-loop.ts';
import type { Encoding, PackedFile } from './manifest.ts';
import {
  assertUnchanged,
  type Chunk,
  chunkBytes,
  createReadBuffers,
  openRegular,
  type ReadBuffers,
  readAhead,
  readSmall,
  readStamp,
} from './read.ts';

/** What a body is made of. */
export interface BodyOptions {
  /** JSON before the object of files, such as `{"slug":"tides","files":`. */
  readonly before: string;
  /** JSON after it, such as `}`. */
  readonly after: string;
  readonly files: readonly PackedFile[];
  /** Ends the stream with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A request body that is made while it is sent. */
export interface Body {
  /** Exact size in bytes. */
  readonly length: number;
  /**
   * Reads the files again and gives the body's bytes; may be called again to send it again.
   *
   * A chunk's memory is used again for the second chunk after it: use it, or copy it, before asking for that one. All chunks
   * but the last are larger than a socket's high-water mark, so that a writer that waits for `drain` does so after each.
   * Throws FolderError `file_changed` when a file is not what was measured, `file_unreadable`, or the signal's reason.
   */
  stream(): AsyncIterable<Uint8Array>;
}

/**
 * Makes the body `before` + `{"<path>":"<content>",…}` + `after`, whose length is known before any file is read again.
 *
 * Memory does not grow with the folder: three output and two read buffers, about 2.3 MiB.
 */
export function createBody(options: BodyOptions): Body {
  return { length: countBody(options), stream: () => streamBody(options) };
}

function countBody({ before, after, files }: BodyOptions): number {
  let length = Buffer.byteLength(before) + Buffer.byteLength(after) + 2;
  for (const file of files) length += Buffer.byteLength(JSON.stringify(file.path)) + 1 + file.encodedBytes;
  return length + Math.max(0, files.length - 1);
}

async function* streamBody({ before, after, files, signal }: BodyOptions): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const output = new Output();
  const buffers = createReadBuffers(0);
  const yieldToEventLoop = createYield(signal);
  yield* output.writeString(`${before}{`);
  for (const [index, file] of files.entries()) {
    yield* output.writeString(`${index === 0 ? '' : ','}${JSON.stringify(file.path)}:`);
    const start = output.written;
    yield* output.writeString(file.encoding === 'data' ? `"${toDataPrefix(file.type)}` : '"');
    if (file.bytes <= chunkBytes) yield* writeSmall(file, output, buffers);
    else yield* writeLarge(file, output, { buffers, yieldToEventLoop });
    yield* output.writeString('"');
    // Same size and same time, but other text: the announced length would be wrong.
    if (output.written - start !== file.encodedBytes) throw toChangedError(file.path);
    const turn = yieldToEventLoop(file.bytes);
    if (turn !== undefined) await turn;
  }
  yield* output.writeString(`}${after}`);
  yield output.take();
}

function* writeSmall(file: PackedFile, output: Output, buffers: ReadBuffers): Generator<Uint8Array> {
  const { fd } = openRegular(file.location, file.path);
  let chunk: Chunk;
  try {
    chunk = readSmall({ fd, path: file.path, bytes: file.bytes, buffers });
    // Taken after reading, the stamp tells of any change since the file was measured.
    assertUnchanged(readStamp(fd), file);
  } finally {
    closeSync(fd);
  }
  yield* output.writeChunk(chunk, file.encoding);
}

async function* writeLarge(
  file: PackedFile,
  output: Output,
  { buffers, yieldToEventLoop }: { readonly buffers: ReadBuffers; readonly yieldToEventLoop: YieldToEventLoop },
): AsyncGenerator<Uint8Array> {
  const { fd, stamp } = openRegular(file.location, file.path);
  try {
    assertUnchanged(stamp, file);
    for await (const chunk of readAhead({ fd, path: file.path, bytes: file.bytes, buffers })) {
      yield* output.writeChunk(chunk, file.encoding);
      const turn = yieldToEventLoop(chunk.end - chunk.start);
      if (turn !== undefined) await turn;
    }
    assertUnchanged(readStamp(fd), file);
  } finally {
    closeSync(fd);
  }
}

/** Size of one output buffer. */
const bufferBytes = 512 * 1024;
/** Used in turn: one being written, one at the socket, one in between. */
const bufferCount = 3;

/** Collects a body in a few large buffers used in turn. What its generators yield is to be sent before they go on. */
class Output {
  readonly #buffers: Buffer[] = [];
  readonly #writeText = createTextWriter();
  #turn = -1;
  #buffer: Buffer = this.#nextBuffer();
  #position = 0;
  #taken = 0;

  /** Bytes written so far. */
  get written(): number {
    return this.#taken + this.#position;
  }

  /** What was written since the last take. Its memory is used again by the second take after this one. */
  take(): Uint8Array {
    const chunk = this.#buffer.subarray(0, this.#position);
    this.#taken += chunk.length;
    this.#buffer = this.#nextBuffer();
    this.#position = 0;
    return chunk;
  }

  /** Writes a string as UTF-8. */
  *writeString(text: string): Generator<Uint8Array> {
    // A UTF-16 unit takes at most three bytes.
    if (text.length * 3 <= pieceRoom) {
      if (this.#isFull()) yield this.take();
      this.#position += this.#buffer.write(text, this.#position);
      return;
    }
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += pieceRoom) {
      if (this.#isFull()) yield this.take();
      this.#position += bytes.copy(this.#buffer, this.#position, start, Math.min(start + pieceRoom, bytes.length));
    }
  }

  /** Writes bytes of a file, encoded, without the quotes around them. */
  *writeChunk({ buffer, start, end }: Chunk, encoding: Encoding): Generator<Uint8Array> {
    const size = encoding === 'text' ? textPiece : dataPiece;
    const writeText = end - start <= maxShortText ? writeShortText : this.#writeText;
    const write = encoding === 'text' ? writeText : writeBase64;
    for (let from = start; from < end; from += size) {
      if (this.#isFull()) yield this.take();
      this.#position = write(this.#buffer, this.#position, buffer, from, Math.min(from + size, end));
    }
  }

  #isFull(): boolean {
    return this.#position + pieceRoom > bufferBytes;
  }

  #nextBuffer(): Buffer {
    this.#turn = (this.#turn + 1) % bufferCount;
    const buffer = this.#buffers[this.#turn] ?? Buffer.allocUnsafeSlow(bufferBytes);
    this.#buffers[this.#turn] = buffer;
    return buffer;
  }
}
