import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isWithin } from '../src/folder/folder.ts';

/** What a command writes to the file that an option names. */
interface OutFileKind {
  /** The real paths of the app folders. */
  readonly folders: readonly string[];
  /** What an earlier file of the kind has at its start. */
  readonly mark: string;
  /** Such as `page of this command`. */
  readonly name: string;
}

/**
 * Why a file must not be written, in the words behind its name; null where it may. It is looked at,
 * and not changed.
 */
export function findObstacle(file: string, { folders, mark, name }: OutFileKind): string | null {
  const path = resolve(file);
  const home = findNearest(dirname(path));
  if (folders.some((folder) => isWithin(folder, home)))
    return 'is in the app folder, so that a deploy would send it too';
  const stats = readStats(path);
  if (stats?.isSymbolicLink()) return 'is a link, and nothing is written through one';
  // An empty file holds nothing to lose.
  const isOurs =
    stats === null || (stats.isFile() && (stats.size === 0 || readStart(path).includes(mark)));
  return isOurs ? null : `exists and is no ${name}`;
}

/** Throws the system's error for a file that cannot be written. */
export function assertWritable(file: string): void {
  accessSync(existsSync(file) ? file : dirname(resolve(file)), constants.W_OK);
}

/** The real path of a file or folder, or else of the nearest folder above it that exists. */
export function findNearest(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : findNearest(dirname(path));
}

function readStats(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

function readStart(path: string): Buffer {
  const start = Buffer.alloc(4096);
  const fd = openSync(path, 'r');
  readSync(fd, start);
  closeSync(fd);
  return start;
}
