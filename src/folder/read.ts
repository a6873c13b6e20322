import type { BigIntStats, Stats } from 'node:fs';
import { closeSync, constants, fstatSync, lstatSync, openSync, read, readSync, realpathSync } from 'node:fs';
import { toChangedError, toFileError, toUnreadableError } from './errors.ts';
import type { FileStamp, PackedFile } from './manifest.ts';

/** A file that is open for reading, and its stamp at that moment. */
export interface OpenFile {
  readonly fd: number;
  readonly stamp: FileStamp;
}

/** Flags to open a file without following a link and without waiting for a FIFO's writer, where the platform has them. */
const openFlags = toOpenFlags(constants);

/** The flags that a platform has of those wanted: Windows knows neither. */
export function toOpenFlags(known: { readonly O_NOFOLLOW?: number; readonly O_NONBLOCK?: number }): number {
  return constants.O_RDONLY | (known.O_NOFOLLOW ?? 0) | (known.O_NONBLOCK ?? 0);
}

/**
 * Opens a regular file for reading, never through a link. The caller closes it.
 *
 * Throws FolderError `file_changed` when the name stands for something else by now, `file_unreadable` when it cannot be read.
 */
export function openRegular(location: string, path: string, flags: number = openFlags): OpenFile {
  let fd: number;
  try {
    fd = openSync(location, flags);
  } catch (cause) {
    throw toFileError(path, cause);
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    // Windows cannot refuse links while opening: look at the name itself.
    const isFollowed = (flags & constants.O_NOFOLLOW) === 0 && lookUp(location, path).isSymbolicLink();
    if (!stats.isFile() || isFollowed) throw toChangedError(path);
    return { fd, stamp: toStamp(stats) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** What a listed name stands for, links not followed. Throws FolderError `file_changed` or `file_unreadable`. */
export function lookUp(location: string | Buffer, path: string): Stats {
  try {
    return lstatSync(location);
  } catch (cause) {
    throw toFileError(path, cause);
  }
}

/** Throws FolderError `file_changed` unless the stamp, taken now, is the one that the file had when it was measured. */
export function assertUnchanged(stamp: FileStamp, file: Pick<PackedFile, 'path' | 'stamp'>): void {
  if (!isSameStamp(stamp, file.stamp)) throw toChangedError(file.path);
}

/** Takes the stamp of an open file again. */
export function readStamp(fd: number): FileStamp {
  return toStamp(fstatSync(fd, { bigint: true }));
}

function toStamp(stats: BigIntStats): FileStamp {
  return { dev: stats.dev, ino: stats.ino, size: stats.size, mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs };
}

function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return (
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.ino === other.ino &&
    one.dev === other.dev
  );
}

/**
 * Throws FolderError `file_changed` when a folder was moved or swapped for a link since its real path was taken,
 * `file_unreadable` when that cannot be told.
 */
export function assertFolderInPlace(location: string, path: string): void {
  let real: string;
  try {
    real = realpathSync.native(location);
  } catch (cause) {
    throw toFileError(path, cause);
  }
  if (real !== location) throw toChangedError(path);
}
/**
 * Bytes of one read, and the size up to which a file is read at once. A multiple of three, so that base64 never has to
 * carry a rest from one read to the next. Larger reads gain little and leave the processor's cache.
 */
export const chunkBytes = 384 * 1024;

/** Bytes of a file: `buffer` from `start` to `end`. Valid until the next chunk is asked for. */
export interface Chunk {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** An open file, and the buffers to read it into. */
export interface ReadOptions {
  readonly fd: number;
  /** Named by errors. */
  readonly path: string;
  /** The size that was announced. */
  readonly bytes: number;
  readonly buffers: ReadBuffers;
}

/** Two buffers used in turn, each with `headroom` bytes before the chunk that hold the end of the chunk before. */
export interface ReadBuffers {
  readonly headroom: number;
  readonly one: Buffer;
  /** Made at the first large file: a folder of small ones does without. */
  readonly other: () => Buffer;
}

/** Makes the buffers, with headroom for `atLeast` bytes. The second is made when it is first asked for. */
export function createReadBuffers(atLeast: number): ReadBuffers {
  // Chunks begin at a multiple of four: counting goes by words.
  const headroom = Math.ceil(atLeast / 4) * 4;
  let second: Buffer | undefined;
  const create = () => Buffer.allocUnsafeSlow(headroom + chunkBytes + 1);
  return {
    headroom,
    one: create(),
    other() {
      second ??= create();
      return second;
    },
  };
}

/**
 * Reads a file of at most chunkBytes in one go: with a warm cache that is several times faster than through the thread pool.
 *
 * Throws FolderError `file_changed` when it is shorter or longer than announced, `file_unreadable` when reading fails.
 */
export function readSmall({ fd, path, bytes, buffers }: ReadOptions): Chunk {
  const { one: buffer, headroom: start } = buffers;
  // One byte more than announced, so that a file that grew is noticed.
  const got = readBytes({ fd, path, target: buffer.subarray(start, start + bytes + 1), enough: bytes || 1 });
  if (got !== bytes) throw toChangedError(path);
  return { buffer, start, end: start + bytes };
}

/** An open file, and where its beginning goes. */
export interface ReadBytesOptions extends Pick<ReadOptions, 'fd' | 'path'> {
  readonly target: Uint8Array;
  /** Stop as soon as so many bytes were read. */
  readonly enough: number;
}

/** Reads the beginning of a file into a buffer; returns how many bytes that were. Throws FolderError `file_unreadable`. */
export function readBytes({ fd, path, target, enough }: ReadBytesOptions): number {
  let filled = 0;
  try {
    for (let got = -1; got !== 0 && filled < enough; filled += got) {
      got = readSync(fd, target, filled, target.length - filled, filled);
    }
  } catch (cause) {
    throw toUnreadableError(path, cause);
  }
  return filled;
}

/**
 * Reads a file in full chunks, the next one on its way while the caller works on this one.
 *
 * Every chunk but the last has chunkBytes; before `start` lie the last bytes of the chunk before, up to the headroom.
 * Throws FolderError `file_changed` when the file is shorter or longer than announced.
 */
export async function* readAhead({ fd, path, bytes, buffers }: ReadOptions): AsyncGenerator<Chunk> {
  const { headroom } = buffers;
  let current = buffers.one;
  let spare = buffers.other();
  let position = 0;
  let pending = fill(fd, current, headroom, 0);
  try {
    while (position < bytes) {
      const got = await expectBytes(pending, path);
      position += got;
      if (got === 0 || position > bytes) throw toChangedError(path);
      pending = fill(fd, spare, headroom, position);
      yield { buffer: current, start: headroom, end: headroom + got };
      current.copy(spare, 0, got, headroom + got);
      [current, spare] = [spare, current];
    }
    if ((await expectBytes(pending, path)) !== 0) throw toChangedError(path);
  } finally {
    // Nobody may close the file or reuse the buffer under a read that is still going on.
    await pending;
  }
}

/** A failed read is a value: a rejection while the caller still works on the chunk before would be nobody's to catch. */
type Filled = number | Error;

async function expectBytes(pending: Promise<Filled>, path: string): Promise<number> {
  const filled = await pending;
  if (filled instanceof Error) throw toUnreadableError(path, filled);
  return filled;
}

/** Reads until the chunk is full or the file ends. */
async function fill(fd: number, buffer: Buffer, start: number, position: number): Promise<Filled> {
  let filled = 0;
  while (filled < chunkBytes) {
    const got = await readOnce(fd, buffer.subarray(start + filled, start + chunkBytes), position + filled);
    if (got instanceof Error) return got;
    if (got === 0) break;
    filled += got;
  }
  return filled;
}

function readOnce(fd: number, target: Uint8Array, position: number): Promise<Filled> {
  return new Promise((resolve) => {
    read(fd, target, 0, target.length, position, (error, got) => resolve(error ?? got));
  });
}
