/** Reads files of the disk without following links, and lists the paths that must not be links. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Flags that open a file without following a link and without waiting for the writer of a FIFO.
 * Windows has neither flag; undefined counts as 0 there.
 */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file. Throws an Error for a link, which may have replaced the file since it was listed,
 * and for anything else that is not a regular file.
 */
export function readWithoutLink(path: string): Buffer {
  const file = openSync(path, openFlags);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the absolute path of a file or folder, after those of the folders between it and the
 * project's folder. Outside of the project, returns only its own path.
 */
export function listOwnPaths(path: string, project: string): readonly string[] {
  const location = resolve(project, path);
  const way = relative(project, location);
  const steps = way.split(sep);
  if (steps[0] === '..' || isAbsolute(way)) return [location];
  return steps.map((_, index) => join(project, ...steps.slice(0, index + 1)));
}
