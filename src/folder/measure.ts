import { isUtf8 } from 'node:buffer';
import { createHash, type Hash, hash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SecretFinder } from '../secrets.ts';
import { countBase64, countShortText, countText, maxShortText, toDataPrefix } from './encode.ts';
import { FolderError } from './errors.ts';
import { createYield, type YieldToEventLoop } from './event-loop.ts';
import type { Encoding, PackedFile } from './manifest.ts';
import { toMediaType } from './media.ts';
import {
  assertFolderInPlace,
  type Chunk,
  chunkBytes,
  createReadBuffers,
  type OpenFile,
  openRegular,
  type ReadBuffers,
  readAhead,
  readSmall,
} from './read.ts';
import type { FoundFile } from './walk.ts';

/** How the service wants a file: by its media type (without parameters) and by whether its bytes are valid UTF-8. */
export type ChooseEncoding = (type: string, isUtf8: boolean) => Encoding;

/** Which files to measure, what must not be in them, and how they are encoded. */
export interface MeasureOptions {
  readonly files: readonly FoundFile[];
  readonly finder: SecretFinder;
  readonly chooseEncoding: ChooseEncoding;
  readonly signal?: AbortSignal | undefined;
}

/** A character of UTF-8 has at most four bytes: what is not complete at the end of a chunk are up to three. */
const maxTail = 3;

/**
 * Reads each file once and takes what must be known before the first byte is sent: size, hash, encoding, encoded size, stamp.
 *
 * Holds no contents. Throws FolderError `secret_in_folder`, `file_changed` or `file_unreadable`, or the signal's reason.
 */
export async function measureFiles(options: MeasureOptions): Promise<readonly PackedFile[]> {
  const { files, finder, signal } = options;
  const buffers = createReadBuffers(Math.max(finder.overlap, maxTail));
  const yieldToEventLoop = createYield(signal);
  const measured: PackedFile[] = [];
  for (const [index, found] of files.entries()) {
    const file = await measureFile(found, { ...options, buffers, yieldToEventLoop });
    measured.push(file);
    const turn = yieldToEventLoop(file.bytes);
    if (turn !== undefined) await turn;
    const folder = dirname(found.location);
    const next = files[index + 1];
    // Not following a link at a file's name does not help when a folder above it was swapped for one.
    if (next === undefined || dirname(next.location) !== folder) {
      assertFolderInPlace(folder, found.path.slice(0, Math.max(0, found.path.lastIndexOf('/'))));
    }
  }
  return measured;
}

interface Tools extends MeasureOptions {
  readonly buffers: ReadBuffers;
  readonly yieldToEventLoop: YieldToEventLoop;
}

async function measureFile(found: FoundFile, tools: Tools): Promise<PackedFile> {
  const open = openRegular(found.location, found.path);
  try {
    const bytes = Number(open.stamp.size);
    const isSmall = bytes <= chunkBytes;
    const content = isSmall ? measureSmall(found, open, tools) : await measureLarge(found, open, tools);
    const type = toMediaType(found.path, content.isUtf8);
    const encoding = tools.chooseEncoding(type, content.isUtf8);
    const inside = encoding === 'text' ? content.textBytes : toDataPrefix(type).length + countBase64(bytes);
    const { path, location } = found;
    return {
      path,
      location,
      bytes,
      sha256: content.sha256,
      encoding,
      type,
      encodedBytes: inside + 2,
      stamp: open.stamp,
    };
  } finally {
    closeSync(open.fd);
  }
}

interface Measured {
  readonly sha256: string;
  readonly isUtf8: boolean;
  /** Size inside a JSON string when sent as text; of no meaning for what is not UTF-8. */
  readonly textBytes: number;
}

function measureSmall(found: FoundFile, open: OpenFile, { buffers, finder }: Tools): Measured {
  const bytes = Number(open.stamp.size);
  const chunk = readSmall({ fd: open.fd, path: found.path, bytes, buffers });
  const content = chunk.buffer.subarray(chunk.start, chunk.end);
  const isText = isUtf8(content);
  const count = bytes <= maxShortText ? countShortText : countText;
  const textBytes = isText ? count(chunk.buffer, chunk.start, chunk.end) : 0;
  const sha256 = hash('sha256', content, 'hex');
  assertNoSecret(finder, chunk, found.path);
  return { sha256, isUtf8: isText, textBytes };
}

async function measureLarge(
  found: FoundFile,
  open: OpenFile,
  { buffers, finder, yieldToEventLoop }: Tools,
): Promise<Measured> {
  const bytes = Number(open.stamp.size);
  const digest: Hash = createHash('sha256');
  let isText = true;
  let textBytes = 0;
  let tail = 0;
  let seen = 0;
  for await (const { buffer, start, end } of readAhead({ fd: open.fd, path: found.path, bytes, buffers })) {
    // Hashing goes first: it reads in order and brings the bytes near, which the search by leaps then finds there.
    digest.update(buffer.subarray(start, end));
    assertNoSecret(finder, { buffer, start: start - Math.min(finder.overlap, seen), end }, found.path);
    if (isText) {
      const whole = end - countIncomplete(buffer, end);
      isText = isUtf8(buffer.subarray(start - tail, whole));
      tail = end - whole;
      textBytes += countText(buffer, start, end);
    }
    seen += end - start;
    const turn = yieldToEventLoop(end - start);
    if (turn !== undefined) await turn;
  }
  return { sha256: digest.digest('hex'), isUtf8: isText && tail === 0, textBytes };
}

/** How many of the last bytes are the beginning of a character whose rest is yet to come. */
function countIncomplete(bytes: Buffer, end: number): number {
  let count = 1;
  while (count < maxTail && isContinuation(bytes.readUInt8(end - count))) count += 1;
  return countCharacter(bytes.readUInt8(end - count)) > count ? count : 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** How many bytes a character has that begins with this one. */
function countCharacter(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function assertNoSecret(finder: SecretFinder, chunk: Chunk, path: string): void {
  const name = finder.find(chunk);
  if (name === null) return;
  throw new FolderError(`${path} contains the value of the input ${name}. Nothing was sent.`, {
    code: 'secret_in_folder',
    next: `Remove it from ${path}, or exclude the file with the input exclude. If it was ever published, revoke it.`,
    path,
  });
}
