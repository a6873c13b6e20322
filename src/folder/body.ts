import { closeSync, fstatSync } from 'node:fs';
import { listParts } from './deploy-payload.ts';
import { toChangedError } from './folder-error.ts';
import type { Encoding, PackedFile } from './manifest.ts';
import { assertUnchanged, createYield, openRegular, readPieces } from './read.ts';

/** A request body that is made while it is sent. */
export interface Body {
  /** Exact size in bytes. */
  readonly length: number;
  /**
   * Reads the files again and gives the body's bytes; may be called again to send it again. A chunk
   * is valid until the next one is asked for.
   *
   * All chunks but the last are larger than a socket's high-water mark, so that a writer that waits
   * for `drain` does so after each. Throws FolderError `file_changed` when a file is not what was
   * measured, `file_unreadable`, or the signal's reason.
   */
  stream(): AsyncIterable<Uint8Array>;
}

/**
 * Makes the body of a deploy. Each file is read a second time, in pieces, and encoded while it is
 * sent; the length of the body is known before, from what the scan counted. `JSON.stringify` of
 * everything would take seven times the app in memory, end at the longest string of V8 (512 MB),
 * and send a file that has changed since it was checked. The signal ends the stream with its
 * reason.
 */
export function createBody(slug: string, files: readonly PackedFile[], signal?: AbortSignal): Body {
  let length = 0;
  for (const part of listParts(slug, files)) {
    length += typeof part === 'string' ? Buffer.byteLength(part) : part.encodedBytes;
  }
  return { length, stream: () => streamBody(slug, files, signal) };
}

/**
 * Encodes one piece of a file for a JSON string: as base64, or as text that may be cut anywhere,
 * also in a character. Gives a character for each byte that is sent, as Latin-1 has it: all that
 * JSON escapes is ASCII, and longer characters pass byte by byte. In data every piece but the last
 * must be a multiple of three bytes.
 */
function encodePiece(encoding: Encoding, piece: Buffer): string {
  return encoding === 'data'
    ? piece.toString('base64')
    : JSON.stringify(piece.toString('latin1')).slice(1, -1);
}

/** How many bytes a piece takes once it is encoded. */
export function countEncoded(encoding: Encoding, piece: Buffer): number {
  // What base64 takes is known without making it, which for 300 MB saves a third of the time of a scan.
  return encoding === 'data'
    ? Math.ceil(piece.length / 3) * 4
    : encodePiece(encoding, piece).length;
}

/** Bytes of one chunk, and a little more: above the high-water mark of a socket. */
const chunkBytes = 256 * 1024;

async function* streamBody(
  slug: string,
  files: readonly PackedFile[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const takeTurn = createYield(signal);
  const chunk = Buffer.allocUnsafeSlow(2 * chunkBytes);
  let pending: string[] = [];
  let length = 0;
  for (const part of listParts(slug, files)) {
    const texts =
      typeof part === 'string' ? [Buffer.from(part).toString('latin1')] : encodeFile(part);
    for (const text of texts) {
      pending.push(text);
      length += text.length;
      if (length > chunkBytes) {
        yield joinLatin1(pending, length, chunk);
        pending = [];
        length = 0;
      }
      const turn = takeTurn(text.length);
      if (turn !== undefined) await turn;
    }
  }
  yield joinLatin1(pending, length, chunk);
}

/**
 * Joins texts of a character for each byte, into the buffer if they fit. Not as strings: V8 would
 * copy them twice more.
 */
function joinLatin1(texts: readonly string[], length: number, buffer: Buffer): Uint8Array {
  const chunk =
    length > buffer.length ? Buffer.allocUnsafeSlow(length) : buffer.subarray(0, length);
  let position = 0;
  for (const text of texts) position += chunk.write(text, position, 'latin1');
  return chunk;
}

/**
 * Reads a file and encodes it piece by piece. Throws FolderError `file_changed` unless it is what
 * was measured.
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
    // Same size and same time, but other text: the announced length would be wrong.
    if (length !== file.encodedBytes) throw toChangedError(file.path);
  } finally {
    closeSync(open.fd);
  }
}
