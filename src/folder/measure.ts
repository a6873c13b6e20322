import { isUtf8 } from 'node:buffer';
import { createHash, hash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { lookup } from 'mrmime';
import type { SecretFinder } from '../secrets.ts';
import { countBase64, countText, toOpening } from './encode.ts';
import { FolderError } from './folder-error.ts';
import type { Encoding, FoundEntry, PackedFile } from './manifest.ts';
import { assertFolderInPlace, type Chunk, chunkBytes, createReader, openRegular, type Reader } from './read.ts';

/** How the service wants a file: by its media type (without parameters) and by whether its bytes are valid UTF-8. */
export type ChooseEncoding = (type: string, isUtf8: boolean) => Encoding;

/** Which files to measure, what must not be in them, and how they are encoded. */
export interface MeasureOptions {
  readonly files: readonly FoundEntry[];
  readonly finder: SecretFinder;
  readonly chooseEncoding: ChooseEncoding;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads each file once and takes what must be known before the first byte is sent: size, hash, encoding, encoded size, stamp.
 *
 * Holds no contents. Throws FolderError `secret_in_folder`, `file_changed` or `file_unreadable`, or the signal's reason.
 */
export async function measureFiles(options: MeasureOptions): Promise<readonly PackedFile[]> {
  const { files, finder, signal } = options;
  const read = createReader(Math.max(finder.overlap, maxTail), signal);
  const measured: PackedFile[] = [];
  for (const [index, found] of files.entries()) {
    measured.push(await measureFile(found, read, options));
    const folder = dirname(found.location);
    const next = files[index + 1];
    // Not following a link at a file's name does not help when a folder above it was swapped for one.
    if (next === undefined || dirname(next.location) !== folder) {
      assertFolderInPlace(folder, found.path.slice(0, Math.max(0, found.path.lastIndexOf('/'))));
    }
  }
  return measured;
}

/** A character of UTF-8 has at most four bytes: of one that is cut between two chunks, up to three stand in the first. */
const maxTail = 3;
const possibleCuts = [0, 1, 2, maxTail];

async function measureFile(found: FoundEntry, read: Reader, options: MeasureOptions): Promise<PackedFile> {
  const open = openRegular(found);
  try {
    const { path, location } = found;
    const { finder, chooseEncoding } = options;
    const { dev, ino, size, mtimeNs, ctimeNs } = open.stamp;
    const bytes = Number(size);
    // What comes in one chunk is hashed in one call, which takes half the time.
    const digest = bytes <= chunkBytes ? null : createHash('sha256');
    let sha256 = '';
    let textBytes = 0;
    // How many bytes at the end begin a character that the next chunk goes on with; undefined for what is not UTF-8.
    let tail: number | undefined = 0;
    let seen = 0;
    for await (const { buffer, start, end } of read(open)) {
      const content = buffer.subarray(start, end);
      // Hashing goes first: it reads in order and brings the bytes near, which the search by leaps then finds there.
      if (digest === null) sha256 = hash('sha256', content, 'hex');
      else digest.update(content);
      assertNoSecret(finder, { buffer, start: start - Math.min(finder.overlap, seen), end }, path);
      seen += content.length;
      if (tail !== undefined) {
        const first: number = start - tail;
        const cuts = seen === bytes ? [0] : possibleCuts;
        tail = cuts.find((length) => isUtf8(buffer.subarray(first, end - length)));
        if (tail !== undefined) textBytes += countText(buffer, start, end);
      }
    }
    const isText = tail === 0;
    const type = toMediaType(path, isText);
    const encoding = chooseEncoding(type, isText);
    const inside = encoding === 'text' ? textBytes : countBase64(bytes);
    const encodedBytes = toOpening(encoding, type).length + inside + 1;
    sha256 = digest?.digest('hex') ?? sha256;
    const stamp = { dev, ino, size, mtimeNs, ctimeNs };
    return { path, location, bytes, sha256, encoding, type, encodedBytes, stamp };
  } finally {
    closeSync(open.fd);
  }
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

/** Pictures, fonts, sounds and videos of the web that the library does not have, because their types are vendor or `x-` ones. */
const moreTypes: ReadonlyMap<string, string> = new Map([
  ['avi', 'video/x-msvideo'],
  ['cur', 'image/x-icon'],
  ['eot', 'application/vnd.ms-fontobject'],
  ['flac', 'audio/flac'],
  ['ico', 'image/x-icon'],
  ['m4v', 'video/mp4'],
  ['mkv', 'video/x-matroska'],
]);

/**
 * Tells a file's media type, without parameters, from the end of its name; `application/octet-stream` when that tells nothing.
 *
 * `.ts` and `.mts` are both TypeScript and MPEG transport streams: readable text is taken for the former, as `text/plain`.
 */
export function toMediaType(path: string, isText: boolean): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  // The library reads a plain object: `constructor` and `__proto__` find what is no string.
  const found: unknown = moreTypes.get(extension) ?? lookup(extension);
  if (typeof found !== 'string') return 'application/octet-stream';
  return found === 'video/mp2t' && isText ? 'text/plain' : found;
}
