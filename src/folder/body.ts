import { setImmediate } from 'node:timers/promises';
import type { RequestBody } from '../api/request-body.ts';

/** A content to encode into a body: for a JSON string, in base64, or `raw` as it is. */
interface BodyContent {
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

/** Bytes of a full chunk: more than the high-water mark of a socket. */
const chunkBytes = 256 * 1024;

async function* streamParts(
  parts: readonly BodyPart[],
  onSent: (sentBytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let waiting: BodyPart[] = [];
  let waitingBytes = 0;
  let sentBytes = 0;
  for (const part of parts) {
    for (const slice of listSlices(part)) {
      waiting.push(slice);
      waitingBytes += countEncoded(slice);
      if (waitingBytes <= chunkBytes) continue;
      yield encode(waiting, waitingBytes);
      sentBytes += waitingBytes;
      onSent(sentBytes);
      waiting = [];
      waitingBytes = 0;
      // Without a turn of the event loop, a kernel that accepts each chunk at once would block
      // timers and signals.
      await setImmediate();
    }
  }
  yield encode(waiting, waitingBytes);
  onSent(sentBytes + waitingBytes);
}

/** A multiple of three, so that the base64 of all slices can be joined. */
export const sliceBytes = 48 * 1024;

/**
 * Divides a content into slices. One may end inside a character: JSON escapes only ASCII, and the
 * bytes of longer characters pass one by one.
 */
function listSlices(part: BodyPart): readonly BodyPart[] {
  if (typeof part === 'string') return [part];
  const { bytes, encoding } = part;
  const count = Math.ceil(bytes.length / sliceBytes);
  return Array.from({ length: count }, (_, index) => {
    return { bytes: bytes.subarray(index * sliceBytes, (index + 1) * sliceBytes), encoding };
  });
}

/** The number of bytes that each byte of a text takes in a JSON string: six for most below 32. */
const escapedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  return JSON.stringify(String.fromCharCode(byte)).length - 2;
});

function countEncoded(part: BodyPart): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  if (part.encoding === 'base64') return Math.ceil(part.bytes.length / 3) * 4;
  if (part.encoding === 'raw') return part.bytes.length;
  const { bytes } = part;
  let count = 0;
  // An iterator would take eight times as long.
  for (let index = 0; index < bytes.length; index += 1)
    count += escapedBytes[bytes[index] ?? 0] ?? 0;
  return count;
}

/** Encodes parts into so many bytes. */
function encode(parts: readonly BodyPart[], length: number): Buffer {
  const encoded = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) at += write(part, encoded, at);
  return encoded;
}

function write(part: BodyPart, target: Buffer, at: number): number {
  if (typeof part === 'string') return target.write(part, at);
  const { bytes, encoding } = part;
  if (encoding === 'raw') return bytes.copy(target, at);
  if (encoding === 'base64') return target.write(bytes.toString('base64'), at, 'latin1');
  // Each byte is a character of this text, and JSON escapes none that is not ASCII.
  const escaped = JSON.stringify(bytes.toString('latin1')).slice(1, -1);
  return target.write(escaped, at, 'latin1');
}
