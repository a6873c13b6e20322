import { closeSync } from 'node:fs';
import { toDataPrefix } from './encode.ts';
import { assertUnchanged, openRegular, readStamp, refuseChanged } from './open.ts';
import { Output } from './output.ts';
import { createPace, type Pace } from './pace.ts';
import type { PackedFile } from './packed.ts';
import { type Chunk, chunkBytes, createReadBuffers, type ReadBuffers, readAhead, readSmall } from './read.ts';

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
  const pace = createPace(signal);
  yield* output.writeString(`${before}{`);
  for (const [index, file] of files.entries()) {
    yield* output.writeString(`${index === 0 ? '' : ','}${JSON.stringify(file.path)}:`);
    const start = output.written;
    yield* output.writeString(file.form === 'data' ? `"${toDataPrefix(file.type)}` : '"');
    if (file.bytes <= chunkBytes) yield* writeSmall(file, output, buffers);
    else yield* writeLarge(file, output, { buffers, pace });
    yield* output.writeString('"');
    // Same size and same time, but other text: the announced length would be wrong.
    if (output.written - start !== file.encodedBytes) throw refuseChanged(file.path);
    const turn = pace.spend(file.bytes);
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
  yield* output.writeChunk(chunk, file.form);
}

async function* writeLarge(
  file: PackedFile,
  output: Output,
  { buffers, pace }: { readonly buffers: ReadBuffers; readonly pace: Pace },
): AsyncGenerator<Uint8Array> {
  const { fd, stamp } = openRegular(file.location, file.path);
  try {
    assertUnchanged(stamp, file);
    for await (const chunk of readAhead({ fd, path: file.path, bytes: file.bytes, buffers })) {
      yield* output.writeChunk(chunk, file.form);
      const turn = pace.spend(chunk.end - chunk.start);
      if (turn !== undefined) await turn;
    }
    assertUnchanged(readStamp(fd), file);
  } finally {
    closeSync(fd);
  }
}
