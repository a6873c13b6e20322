import { closeSync, fstatSync } from 'node:fs';
import type { RequestBody } from '../model/request-body.ts';
import { describeDeploy } from './deploy-payload.ts';
import { toChangedError } from './folder-error.ts';
import type { Encoding, PackedFile } from './manifest.ts';
import { assertUnchanged, EventLoopTurns, openRegular, readPieces } from './read.ts';

/**
 * Makes the body of a deploy. Its length is known from the scan; each file is read again, in
 * pieces, and encoded while the body is sent. (`JSON.stringify` would take seven times the app in
 * memory, could not make more than 512 MB, and would send files that changed after the check.)
 *
 * `stream()` yields chunks that are valid until the next one is asked for. All chunks but the last
 * are larger than the high-water mark of a socket, so that a writer waits for `drain` after each.
 * It throws FolderError `file_changed` if a file has changed since it was measured, FolderError
 * `file_unreadable`, or the signal's reason.
 */
export function createBody(
  slug: string,
  files: readonly PackedFile[],
  signal?: AbortSignal,
): RequestBody {
  const payload = describeDeploy(slug, files);
  let length = 0;
  for (const part of payload.listParts()) {
    length += typeof part === 'string' ? Buffer.byteLength(part) : part.encodedBytes;
  }
  return {
    type: payload.type,
    length,
    stream: () => streamParts(payload.listParts(), signal),
  };
}

/** Returns how many bytes a piece of a file takes once it is encoded. */
export function countEncoded(encoding: Encoding, piece: Buffer): number {
  // The length is computed, because encoding to base64 would take a third of the time of a scan of
  // 300 MB.
  if (encoding === 'base64') return Math.ceil(piece.length / 3) * 4;
  return encodePiece(encoding, piece).length;
}

/**
 * Encodes a piece of a file: `text` for a JSON string, as base64, or `raw` as it is. Returns one
 * character for each byte to send (Latin-1). A text may be cut anywhere, even inside a character:
 * JSON escapes only ASCII, and the bytes of longer characters pass one by one. For base64 the
 * length of each piece but the last must be a multiple of three.
 */
function encodePiece(encoding: Encoding, piece: Buffer): string {
  switch (encoding) {
    case 'text':
      return JSON.stringify(piece.toString('latin1')).slice(1, -1);
    case 'base64':
      return piece.toString('base64');
    case 'raw':
      return piece.toString('latin1');
  }
}

async function* streamParts(
  parts: Iterable<string | PackedFile>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const turns = new EventLoopTurns(signal);
  const chunk = new Chunk();
  for (const part of parts) {
    for (const text of encodePart(part)) {
      chunk.add(text);
      if (chunk.isFull) yield chunk.take();
      const turn = turns.count(text.length);
      if (turn !== undefined) await turn;
    }
  }
  yield chunk.take();
}

function encodePart(part: string | PackedFile): Iterable<string> {
  return typeof part === 'string' ? [Buffer.from(part).toString('latin1')] : encodeFile(part);
}

/**
 * Reads a file and encodes it piece by piece. Throws FolderError `file_changed` if the file has
 * changed since it was measured.
 */
function* encodeFile(file: PackedFile): Generator<string> {
  const open = openRegular(file);
  try {
    assertUnchanged(open.stamp, file);
    let length = 0;
    for (const piece of readPieces(open)) {
      const text = encodePiece(file.encoding, piece);
      length += text.length;
      yield text;
    }
    assertUnchanged(fstatSync(open.fd, { bigint: true }), file);
    // If the text has changed, but not its size and time, the announced length would be wrong.
    if (length !== file.encodedBytes) throw toChangedError(file.path);
  } finally {
    closeSync(open.fd);
  }
}

/** Bytes of a full chunk: more than the high-water mark of a socket. */
const chunkBytes = 256 * 1024;

/** Collects Latin-1 texts, and writes them into one buffer that is used again for each chunk. */
class Chunk {
  readonly #buffer = Buffer.allocUnsafeSlow(2 * chunkBytes);
  #texts: string[] = [];
  #length = 0;

  get isFull(): boolean {
    return this.#length > chunkBytes;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }

  /** Returns the bytes of the texts so far, valid until the next call, and starts anew. */
  take(): Uint8Array {
    // A text longer than the buffer, such as a path, gets a buffer of its own.
    const isLarge = this.#length > this.#buffer.length;
    const target = isLarge ? Buffer.allocUnsafeSlow(this.#length) : this.#buffer;
    let position = 0;
    // The texts are not joined first, since V8 would copy them twice more.
    for (const text of this.#texts) position += target.write(text, position, 'latin1');
    this.#texts = [];
    this.#length = 0;
    return target.subarray(0, position);
  }
}
