import { setImmediate } from 'node:timers/promises';
import type { RequestBody } from '../api/request-body.ts';

/** A content to encode into a body: for a JSON string, in base64, or `raw` as it is. */
export interface BodyContent {
  readonly bytes: Buffer;
  readonly encoding: 'text' | 'base64' | 'raw';
}

/** A text to send as it is, or a content to encode. */
export type BodyPart = string | BodyContent;

/** Called when an upload begins; returns a function to call with the number of bytes sent. */
export type WatchUpload = (totalBytes: number) => (sentBytes: number) => void;

/**
 * Makes the body of a request from its parts. The contents are encoded while they are sent:
 * `JSON.stringify` of a whole app would take seven times its size in memory.
 *
 * All chunks but the last are larger than the high-water mark of a socket, so that a writer waits
 * for `drain` after each.
 */
export function toBody(
  type: string,
  parts: readonly BodyPart[],
  watchUpload?: WatchUpload,
): RequestBody {
  const length = parts.reduce((sum, part) => sum + countEncoded(part), 0);
  return { type, length, stream: () => streamParts(parts, watchUpload?.(length)) };
}

function countEncoded(part: BodyPart): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  if (part.encoding === 'base64') return Math.ceil(part.bytes.length / 3) * 4;
  if (part.encoding === 'raw') return part.bytes.length;
  return listSlices(part).reduce((sum, slice) => sum + escapeSlice(slice).length, 0);
}

/** Bytes of a full chunk: more than the high-water mark of a socket. */
const chunkBytes = 256 * 1024;

async function* streamParts(
  parts: readonly BodyPart[],
  onSent: (sentBytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let sentBytes = 0;
  for (const part of parts) {
    for (const encoded of encodePart(part)) {
      waiting.push(encoded);
      waitingBytes += encoded.length;
      if (waitingBytes <= chunkBytes) continue;
      yield Buffer.concat(waiting);
      sentBytes += waitingBytes;
      onSent(sentBytes);
      waiting = [];
      waitingBytes = 0;
      // Without a turn of the event loop, a kernel that accepts each chunk at once would block
      // timers and signals.
      await setImmediate();
    }
  }
  yield Buffer.concat(waiting);
  onSent(sentBytes + waitingBytes);
}

function* encodePart(part: BodyPart): Generator<Buffer> {
  if (typeof part === 'string') {
    yield Buffer.from(part);
    return;
  }
  for (const slice of listSlices(part)) {
    if (part.encoding === 'raw') yield slice;
    else if (part.encoding === 'text') yield Buffer.from(escapeSlice(slice), 'latin1');
    else yield Buffer.from(slice.toString('base64'), 'latin1');
  }
}

/** A multiple of three, so that the base64 of all slices can be joined. */
export const sliceBytes = 48 * 1024;

function listSlices({ bytes }: BodyContent): readonly Buffer[] {
  const count = Math.ceil(bytes.length / sliceBytes);
  return Array.from({ length: count }, (_, index) => {
    return bytes.subarray(index * sliceBytes, (index + 1) * sliceBytes);
  });
}

/**
 * Escapes a slice of UTF-8 for a JSON string. Returns one character for each byte (Latin-1). A
 * slice may end inside a character: JSON escapes only ASCII, and the bytes of longer characters
 * pass one by one.
 */
function escapeSlice(slice: Buffer): string {
  return JSON.stringify(slice.toString('latin1')).slice(1, -1);
}
