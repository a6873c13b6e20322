import type { BigIntStats } from 'node:fs';
import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync } from 'node:fs';
import { FolderError, readErrno, showErrno } from './errors.ts';
import type { FileStamp, PackedFile } from './packed.ts';

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

/** What opening says when the name no longer stands for a regular file: gone, a link (by its names), a socket, no folder. */
const changedErrnos = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EFTYPE', 'ENXIO', 'ENOTDIR']);

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
    throw changedErrnos.has(readErrno(cause)) ? refuseChanged(path, cause) : refuseUnreadable(path, cause);
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    // Windows cannot refuse links while opening: look at the name itself.
    const followed = (flags & constants.O_NOFOLLOW) === 0 && lstatSync(location).isSymbolicLink();
    if (!stats.isFile() || followed) throw refuseChanged(path);
    return { fd, stamp: toStamp(stats) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Throws FolderError `file_changed` unless the stamp, taken now, is the one that the file had when it was measured. */
export function assertUnchanged(stamp: FileStamp, file: Pick<PackedFile, 'path' | 'stamp'>): void {
  if (!isSameStamp(stamp, file.stamp)) throw refuseChanged(file.path);
}

/** Takes the stamp of an open file again. */
export function readStamp(fd: number): FileStamp {
  return toStamp(fstatSync(fd, { bigint: true }));
}

/** Throws FolderError `file_changed` when a folder was moved or swapped for a link since its real path was taken. */
export function assertFolderInPlace(location: string, path: string): void {
  let real: string;
  try {
    real = realpathSync.native(location);
  } catch (cause) {
    throw refuseChanged(path, cause);
  }
  if (real !== location) throw refuseChanged(path);
}

/** The error of a file that is not what it was when it was measured. */
export function refuseChanged(path: string, cause?: unknown): FolderError {
  return new FolderError('file_changed', `${path || 'The folder'} changed while it was being read.`, {
    next: 'Let the step that writes it end before this one starts, then run it again.',
    path,
    cause,
  });
}

/** The error of a file that the system does not let us read. */
export function refuseUnreadable(path: string, cause: unknown): FolderError {
  return new FolderError('file_unreadable', `${path} cannot be read (${showErrno(cause)}).`, {
    next: 'Give the user that runs this step the right to read it, or leave it out with the input exclude.',
    path,
    cause,
  });
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
