import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, lstatSync, openSync, read, readSync, realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { toChangedError, toFileError } from './folder-error.ts';
import type { FileStamp, FoundEntry, PackedFile } from './manifest.ts';

/** A file that is open for reading. */
export interface OpenFile {
  readonly fd: number;
  /** Named by errors. */
  readonly path: string;
  /** As it was when the file was opened. */
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
export function openRegular({ location, path }: FoundEntry, flags: number = openFlags): OpenFile {
  const fd = ask(path, () => openSync(location, flags));
  try {
    const stats = fstatSync(fd, { bigint: true });
    // Windows cannot refuse links while opening: look at the name itself.
    const isFollowed = (flags & constants.O_NOFOLLOW) === 0 && lookUp(location, path).isSymbolicLink();
    if (!stats.isFile() || isFollowed) throw toChangedError(path);
    return { fd, path, stamp: stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Asks the system about a file or folder. Throws FolderError `file_changed` or `file_unreadable` where it refuses. */
function ask<Answer>(path: string, question: () => Answer): Answer {
  try {
    return question();
  } catch (cause) {
    throw toFileError(path, cause);
  }
}

/** What a listed name stands for, links not followed. Throws FolderError `file_changed` or `file_unreadable`. */
export function lookUp(location: string | Buffer, path: string): Stats {
  return ask(path, () => lstatSync(location));
}

const stampKeys = ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'] as const;

/** Throws FolderError `file_changed` unless a stamp is the one that the file had when it was measured. */
export function assertUnchanged(stamp: FileStamp, file: Pick<PackedFile, 'path' | 'stamp'>): void {
  if (stampKeys.some((key) => stamp[key] !== file.stamp[key])) throw toChangedError(file.path);
}

/**
 * Throws FolderError `file_changed` when a folder was moved or swapped for a link since its real path was taken,
 * `file_unreadable` when that cannot be told.
 */
export function assertFolderInPlace(location: string, path: string): void {
  if (ask(path, () => realpathSync.native(location)) !== location) throw toChangedError(path);
}

/** Reads the beginning of a file, until so many bytes are there; returns how many are. Throws FolderError `file_unreadable`. */
export function readStart({ fd, path }: OpenFile, target: Uint8Array, enough: number): number {
  let filled = 0;
  for (let got = -1; got !== 0 && filled < enough; filled += got) {
    got = ask(path, () => readSync(fd, target, filled, target.length - filled, filled));
  }
  return filled;
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

/**
 * Reads an open file in chunks of chunkBytes, the last one shorter; an empty file is one empty chunk.
 *
 * Throws FolderError `file_changed` when the file is shorter or longer than its stamp says, `file_unreadable` when reading
 * fails; or the signal's reason.
 */
export type Reader = (file: OpenFile) => AsyncGenerator<Chunk>;

/**
 * Makes a reader for one file after the other. Before each chunk's `start` lie at least the last `overlap` bytes of the chunk
 * before. Lets the event loop turn now and then.
 */
export function createReader(overlap: number, signal: AbortSignal | undefined): Reader {
  // Chunks begin at a multiple of four: counting goes by words.
  const headroom = Math.ceil(overlap / 4) * 4;
  // With room for one byte more than a chunk, so that a file that grew is noticed.
  const createBuffer = () => Buffer.allocUnsafeSlow(headroom + chunkBytes + 1);
  const buffers = [createBuffer(), createBuffer()] as const;
  const takeTurn = createYield(signal);
  return async function* (file) {
    if (file.stamp.size <= chunkBytes) {
      yield readAtOnce(file, buffers[0], headroom);
      await takeTurn(Number(file.stamp.size));
      return;
    }
    for await (const chunk of readAhead(file, buffers, headroom)) {
      yield chunk;
      await takeTurn(chunk.end - chunk.start);
    }
  };
}

/** Reads a file of at most chunkBytes: with a warm cache that is several times faster than through the thread pool. */
function readAtOnce(file: OpenFile, buffer: Buffer, start: number): Chunk {
  const end = start + Number(file.stamp.size);
  const got = readStart(file, buffer.subarray(start, end + 1), end - start || 1);
  if (start + got !== end) throw toChangedError(file.path);
  return { buffer, start, end };
}

/** Reads the next chunk while the caller works on this one. */
async function* readAhead(file: OpenFile, buffers: readonly [Buffer, Buffer], start: number): AsyncGenerator<Chunk> {
  const begin = (buffer: Buffer, position: number): Promise<number> => {
    const filling = fill(file, buffer.subarray(start, start + chunkBytes), position);
    // It may fail before anybody waits for it, which is no unhandled rejection.
    filling.catch(() => {});
    return filling;
  };
  const { path, stamp } = file;
  let [current, spare] = buffers;
  let position = 0;
  let pending = begin(current, position);
  try {
    while (position < stamp.size) {
      const got = await pending;
      position += got;
      if (got === 0 || position > stamp.size) throw toChangedError(path);
      pending = begin(spare, position);
      yield { buffer: current, start, end: start + got };
      current.copy(spare, 0, got, start + got);
      [current, spare] = [spare, current];
    }
    if ((await pending) > 0) throw toChangedError(path);
  } finally {
    // Nobody may close the file or reuse the buffer under a read that is still going on.
    await Promise.allSettled([pending]);
  }
}

const readPart = promisify(read);

/** Reads until the target is full or the file ends; returns how many bytes that were. */
async function fill({ fd, path }: OpenFile, target: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  try {
    for (let got = -1; got !== 0 && filled < target.length; filled += got) {
      got = (await readPart(fd, target, filled, target.length - filled, position + filled)).bytesRead;
    }
  } catch (cause) {
    throw toFileError(path, cause);
  }
  return filled;
}

/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
export const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns of the event loop, for folders full of tiny files. */
export const stepsPerTurn = 200;

/**
 * Makes a function that counts one step of so many bytes. When it returns a promise, wait for it: timers, signals and
 * sockets have their turn then. It rejects with the signal's reason once the signal is aborted.
 *
 * Without it synchronous reads, and writes that the kernel takes at once, would keep the event loop from ever turning.
 */
export function createYield(signal: AbortSignal | undefined): (bytes: number) => Promise<void> | undefined {
  let bytesLeft = bytesPerTurn;
  let stepsLeft = stepsPerTurn;
  const takeTurn = async (): Promise<void> => {
    bytesLeft = bytesPerTurn;
    stepsLeft = stepsPerTurn;
    await setImmediate();
    signal?.throwIfAborted();
  };
  return (bytes) => {
    bytesLeft -= bytes;
    stepsLeft -= 1;
    return bytesLeft > 0 && stepsLeft > 0 ? undefined : takeTurn();
  };
}
