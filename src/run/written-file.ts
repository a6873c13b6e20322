/** What to know of a file before it is written, and a write that follows no link. */
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the real path of a file or folder. If it does not exist, returns the nearest folder above
 * it that does.
 */
export function findNearest(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : findNearest(dirname(path));
}

/** Returns the first 4,096 bytes of a file, filled up with zeros. */
export function readStart(file: string): Buffer {
  const start = Buffer.alloc(4096);
  const fd = openSync(file, 'r');
  try {
    readSync(fd, start);
  } finally {
    closeSync(fd);
  }
  return start;
}

/** Writes a file, whose folder must exist, or replaces its content. Throws the system's error. */
export function writeWithoutLink(file: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  // Refuses a link that was made after the path was checked. Windows has no such flag.
  const noLink = constants.O_NOFOLLOW ?? 0;
  const fd = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | noLink);
  try {
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
