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
  /** The path that errors name. */
  readonly path: string;
  /** Identity and times of the file when it was opened. */
  readonly stamp: FileStamp;
}

/**
 * Flags that open a file without following a link and without waiting for the writer of a FIFO.
 * Windows has neither flag; undefined counts as 0 there.
 */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading, never through a link. The caller closes it.
 *
 * Throws FolderError `file_changed` if the name no longer belongs to a regular file,
 * `file_unreadable` if the file cannot be read.
 */
export function openRegular(found: FoundEntry, flags: number = openFlags): OpenFile {
  const { location, path } = found;
  const fd = askSystem(path, () => openSync(location, flags));
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) throw toChangedError(path);
    // Windows cannot refuse links while opening, so the name is checked afterwards.
    const mayFollowLink = (flags & constants.O_NOFOLLOW) === 0;
    if (mayFollowLink && readStats(location, path).isSymbolicLink()) throw toChangedError(path);
    return { fd, path, stamp: stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Returns the result of a system call about a file or folder. If the call fails, throws FolderError
 * `file_changed`, or `code` (`file_unreadable` by default).
 */
export function askSystem<Result>(path: string, call: () => Result, code?: UnreadableCode): Result {
  try {
    return call();
  } catch (cause) {
    throw toFileError(path, cause, code);
  }
}

/**
 * Returns the stats of a name in a listing, without following links. Throws FolderError
 * `file_changed` or `file_unreadable`.
 */
export function readStats(location: string | Buffer, path: string): Stats {
  return askSystem(path, () => lstatSync(location));
}

const stampKeys = ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'] as const;

/** Throws FolderError `file_changed` if a stamp differs from the one the file was measured with. */
export function assertUnchanged(stamp: FileStamp, file: Pick<PackedFile, 'path' | 'stamp'>): void {
  if (stampKeys.some((key) => stamp[key] !== file.stamp[key])) throw toChangedError(file.path);
}

/**
 * Throws FolderError `file_changed` if a folder was moved, or replaced by a link, since its real
 * path was read; `file_unreadable` if the system cannot tell.
 */
export function assertFolderInPlace(location: string, path: string): void {
  const real = askSystem(path, () => realpathSync.native(location));
  if (real !== location) throw toChangedError(path);
}

/**
 * Number of bytes that are read, searched and encoded at once. A multiple of three, so that the
 * base64 of all pieces can be joined; small enough for the processor's cache.
 */
export const pieceBytes = 48 * 1024;

/**
 * Yields a file in pieces of pieceBytes; only the last one may be shorter. An empty file is one
 * empty piece. A piece is valid until the next one is requested.
 *
 * Throws FolderError `file_changed` if the file is shorter or longer than its stamp,
 * `file_unreadable` if reading fails.
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
 * Reads from a position until the target is full or the file ends. Returns the number of bytes
 * read. Throws FolderError `file_unreadable`.
 */
export function readAt(file: OpenFile, position: number, target: Uint8Array): number {
  let filled = 0;
  while (filled < target.length) {
    const missing = target.length - filled;
    const count = askSystem(file.path, () =>
      readSync(file.fd, target, filled, missing, position + filled),
    );
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns, for folders with many tiny files. */
export const stepsPerTurn = 200;

/**
 * Lets the event loop turn during long synchronous work, so that timers, signals and sockets are
 * served. Without it, synchronous reads, and writes that the kernel accepts at once, would block
 * the loop until all work is done.
 *
 * @example
 * const turn = turns.count(piece.length);
 * if (turn !== undefined) await turn;
 */
export class EventLoopTurns {
  readonly #signal: AbortSignal | undefined;
  #bytesLeft = bytesPerTurn;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /**
   * Counts one step of work over so many bytes. Returns a promise if a turn is due; it rejects with
   * the signal's reason once the signal is aborted. Otherwise returns undefined: awaiting something
   * for each of thousands of tiny files would cost more than reading them.
   */
  count(bytes: number): Promise<void> | undefined {
    this.#bytesLeft -= bytes + bytesPerTurn / stepsPerTurn;
    if (this.#bytesLeft > 0) return undefined;
    this.#bytesLeft = bytesPerTurn;
    return this.#turn();
  }

  async #turn(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
  }
}
