import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { chooseEncoding } from './deploy-payload.ts';
import { toFileError, toReplacedError, type UnreadableCode } from './folder-error.ts';
import type { FolderFile } from './folder-file.ts';
import { toMediaType } from './media-type.ts';

export interface FoundEntry {
  /** Relative to the app folder, with `/`, exactly as the names are on disk. */
  readonly path: string;
  /** Absolute path to read it from. */
  readonly location: string;
}

/**
 * Flags that open a file without following a link and without waiting for the writer of a FIFO.
 * Windows has neither flag; undefined counts as 0 there.
 */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a regular file, never through a link. Throws ActionError `file_unreadable`, also if the
 * name no longer belongs to a regular file.
 */
export function readFile({ location, path }: FoundEntry, flags: number = openFlags): FolderFile {
  const fd = askSystem(path, () => openSync(location, flags));
  try {
    // Windows cannot refuse links while opening, so the name is checked afterwards.
    const mayFollowLink = (flags & constants.O_NOFOLLOW) === 0;
    const isLink = mayFollowLink && askSystem(path, () => lstatSync(location)).isSymbolicLink();
    if (isLink || !fstatSync(fd).isFile()) throw toReplacedError(path);
    return toFolderFile(
      path,
      askSystem(path, () => readFileSync(fd)),
    );
  } finally {
    closeSync(fd);
  }
}

export function toFolderFile(path: string, bytes: Buffer): FolderFile {
  const isText = isUtf8(bytes);
  const type = toMediaType(path, isText);
  return {
    path,
    bytes,
    type,
    get text() {
      return isText ? bytes.toString() : null;
    },
    encoding: chooseEncoding(type, isText),
  };
}

/**
 * Returns the result of a system call about a file or folder. If the call fails, throws ActionError
 * with `code`, by default `file_unreadable`.
 */
export function askSystem<Result>(path: string, call: () => Result, code?: UnreadableCode): Result {
  try {
    return call();
  } catch (cause) {
    throw toFileError(path, cause, code);
  }
}

/**
 * Throws ActionError `folder_unreadable` if a folder was moved, or replaced by a link, since its
 * real path was read.
 */
export function assertFolderInPlace(location: string, path: string): void {
  const real = askSystem(path, () => realpathSync.native(location), 'folder_unreadable');
  if (real !== location) throw toReplacedError(path, 'folder_unreadable');
}

/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns, for folders with many tiny files. */
export const stepsPerTurn = 200;

/**
 * Lets the event loop turn during long synchronous work, so that timers and signals are served.
 *
 * @example
 * const turn = turns.count(file.bytes.length);
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
