import { closeSync, fstatSync } from 'node:fs';
import { createEncoder, pieceBytes, pieceRoom, toOpening, type Write, writePlain } from './encode.ts';
import { toChangedError } from './folder-error.ts';
import type { PackedFile } from './manifest.ts';
import { assertUnchanged, type Chunk, createReader, openRegular } from './read.ts';

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
 * Memory does not grow with the folder: three output and two read buffers, about 2.4 MiB.
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
  const read = createReader(0, signal);
  const chooseWrite = createEncoder();
  yield* output.writeString(`${before}{`);
  for (const [index, file] of files.entries()) {
    const opening = toOpening(file.encoding, file.type);
    const key = `${index === 0 ? '' : ','}${JSON.stringify(file.path)}:`;
    // Not by yield*, which waits a moment even where there is nothing to send yet.
    for (const full of output.writeString(`${key}${opening}`)) yield full;
    const end = output.written - opening.length + file.encodedBytes;
    const open = openRegular(file);
    try {
      assertUnchanged(open.stamp, file);
      const write = chooseWrite(file.encoding, file.bytes);
      for await (const chunk of read(open)) {
        for (const full of output.write(chunk, write)) yield full;
      }
      assertUnchanged(fstatSync(open.fd, { bigint: true }), file);
    } finally {
      closeSync(open.fd);
    }
    for (const full of output.writeString('"')) yield full;
    // Same size and same time, but other text: the announced length would be wrong.
    if (output.written !== end) throw toChangedError(file.path);
  }
  yield* output.writeString(`}${after}`);
  yield output.take();
}

/** Size of one output buffer. */
const bufferBytes = 512 * 1024;

/** Collects a body in three large buffers used in turn. What its generators yield is to be sent before they go on. */
class Output {
  #buffer = Buffer.allocUnsafeSlow(bufferBytes);
  /** One may be at the socket, one in between. */
  #spares = [Buffer.allocUnsafeSlow(bufferBytes), Buffer.allocUnsafeSlow(bufferBytes)] as const;
  #position = 0;
  #taken = 0;

  /** Bytes written so far. */
  get written(): number {
    return this.#taken + this.#position;
  }

  /** What was written since the last take. Its memory is used again by the second take after this one. */
  take(): Uint8Array {
    const full = this.#buffer;
    const [next, last] = this.#spares;
    this.#buffer = next;
    this.#spares = [last, full];
    const chunk = full.subarray(0, this.#position);
    this.#taken += chunk.length;
    this.#position = 0;
    return chunk;
  }

  /** Writes a string as UTF-8. */
  writeString(text: string): Generator<Uint8Array> {
    const buffer = Buffer.from(text);
    return this.write({ buffer, start: 0, end: buffer.length }, writePlain);
  }

  /** Writes a chunk, piece by piece. */
  *write({ buffer, start, end }: Chunk, write: Write): Generator<Uint8Array> {
    for (let from = start; from < end; from += pieceBytes) {
      if (this.#position + pieceRoom > bufferBytes) yield this.take();
      this.#position = write(this.#buffer, this.#position, buffer, from, Math.min(from + pieceBytes, end));
    }
  }
}
