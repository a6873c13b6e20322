import type { Stats } from 'node:fs';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { toChangedError, toFileError, type UnreadableCode } from './folder-error.ts';
import type { FileStamp, FoundEntry, PackedFile } from './manifest.ts';

/** A file that is open for reading. */
interface OpenFile {
  readonly fd: number;
  /** Named by errors. */
  readonly path: string;
  /** As it was when the file was opened. */
  readonly stamp: FileStamp;
}

/**
 * Flags to open a file without following a link and without waiting for a FIFO's writer; Windows
 * has neither: undefined counts as 0.
 */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading, never through a link. The caller closes it.
 *
 * Throws FolderError `file_changed` when the name stands for something else by now,
 * `file_unreadable` when it cannot be read.
 */
export function openRegular({ location, path }: FoundEntry, flags: number = openFlags): OpenFile {
  const fd = askSystem(path, () => openSync(location, flags));
  try {
    const stats = fstatSync(fd, { bigint: true });
    // Windows cannot refuse links while opening: look at the name itself.
    const isFollowed =
      (flags & constants.O_NOFOLLOW) === 0 && lookUp(location, path).isSymbolicLink();
    if (!stats.isFile() || isFollowed) throw toChangedError(path);
    return { fd, path, stamp: stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Asks the system about a file or folder. Throws FolderError `file_changed`, or that it is
 * unreadable, where it refuses.
 */
export function askSystem<Answer>(
  path: string,
  question: () => Answer,
  code?: UnreadableCode,
): Answer {
  try {
    return question();
  } catch (cause) {
    throw toFileError(path, cause, code);
  }
}

/**
 * What a listed name stands for, links not followed. Throws FolderError `file_changed` or
 * `file_unreadable`.
 */
export function lookUp(location: string | Buffer, path: string): Stats {
  return askSystem(path, () => lstatSync(location));
}

const stampKeys = ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'] as const;

/**
 * Throws FolderError `file_changed` unless a stamp is the one that the file had when it was
 * measured.
 */
export function assertUnchanged(stamp: FileStamp, file: Pick<PackedFile, 'path' | 'stamp'>): void {
  if (stampKeys.some((key) => stamp[key] !== file.stamp[key])) throw toChangedError(file.path);
}

/**
 * Throws FolderError `file_changed` when a folder was moved or swapped for a link since its real
 * path was taken, `file_unreadable` when that cannot be told.
 */
export function assertFolderInPlace(location: string, path: string): void {
  if (askSystem(path, () => realpathSync.native(location)) !== location) throw toChangedError(path);
}

/**
 * Bytes that are read, searched and encoded at once: a multiple of three, so that the base64 of
 * pieces joins to that of the whole, and small enough to stay in the processor's cache.
 */
export const pieceBytes = 48 * 1024;

/**
 * Reads a file piece by piece, each of pieceBytes but the last; an empty file is one empty piece. A
 * piece is valid until the next one is asked for.
 *
 * Throws FolderError `file_changed` when the file is shorter or longer than its stamp says,
 * `file_unreadable` when reading fails.
 */
export function* readPieces(file: OpenFile): Generator<Buffer> {
  const size = Number(file.stamp.size);
  const buffer = Buffer.allocUnsafe(Math.min(size, pieceBytes));
  let position = 0;
  do {
    const piece = buffer.subarray(0, Math.min(pieceBytes, size - position));
    if (readAt(file, position, piece) < piece.length) throw toChangedError(file.path);
    position += piece.length;
    yield piece;
  } while (position < size);
  if (readAt(file, position, Buffer.alloc(1)) > 0) throw toChangedError(file.path);
}

/**
 * Reads from a position until the target is full or the file ends; returns how many bytes. Throws
 * FolderError `file_unreadable`.
 */
export function readAt({ fd, path }: OpenFile, position: number, target: Uint8Array): number {
  let filled = 0;
  for (let got = -1; got !== 0 && filled < target.length; filled += got) {
    got = askSystem(path, () =>
      readSync(fd, target, filled, target.length - filled, position + filled),
    );
  }
  return filled;
}

/**
 * Bytes handled between two turns of the event loop, a few milliseconds of work; and files or
 * names, for folders full of tiny ones.
 */
const bytesPerTurn = 4 * 1024 * 1024;
export const stepsPerTurn = 200;

/**
 * Makes a function that counts one step of so many bytes. When it returns a promise, wait for it:
 * timers, signals and sockets have their turn then. It rejects with the signal's reason once the
 * signal is aborted. Where it returns none there is nothing to wait for: an `await` for each of
 * thousands of tiny files would cost more than reading them.
 *
 * Without it synchronous reads, and writes that the kernel takes at once, would keep the event loop
 * from ever turning.
 */
export function createYield(
  signal: AbortSignal | undefined,
): (bytes: number) => Promise<void> | undefined {
  let bytesLeft = bytesPerTurn;
  const takeTurn = async (): Promise<void> => {
    bytesLeft = bytesPerTurn;
    await setImmediate();
    signal?.throwIfAborted();
  };
  return (bytes) => {
    bytesLeft -= bytes + bytesPerTurn / stepsPerTurn;
    return bytesLeft > 0 ? undefined : takeTurn();
  };
}
