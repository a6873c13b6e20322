import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listOwnPaths, readWithoutLink } from '../service/disk.ts';

/**
 * Returns the bytes of a regular file below a folder. Returns null if there is none, if a part of
 * its path is hidden or a link, or if it cannot be read.
 */
export function readRegularFile(folder: string, path: string): Buffer | null {
  const parts = path.split('/');
  const isPlain = parts.every((part) => /^[^.\\\0][^\\\0]*$/.test(part));
  if (!isPlain) return null;
  try {
    const location = join(realpathSync.native(folder), ...parts);
    const bytes = readWithoutLink(location);
    // A link in the path would lead out of the folder.
    const isBelow = realpathSync.native(location) === location;
    return isBelow ? bytes : null;
  } catch {
    return null;
  }
}

/**
 * Writes a file into a folder, which is made if it does not exist. A link is never followed: not at
 * the file, nor in the folder's path below the working directory. Throws an Error with one sentence
 * if there is a link.
 */
export function writeOwnFile(folder: string, name: string, bytes: Uint8Array): string {
  makeOwnFolder(folder);
  const draft = join(folder, `.${name}.${randomUUID()}`);
  try {
    writeFileSync(draft, bytes, { flag: 'wx' });
    // This replaces a link; a write would follow it.
    renameSync(draft, join(folder, name));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return join(folder, name);
}

/** Makes a folder. Outside of the working directory only its own name may not be a link. */
function makeOwnFolder(folder: string): void {
  const [first = folder, ...others] = listOwnPaths(folder, process.cwd());
  mkdirSync(dirname(first), { recursive: true });
  for (const location of [first, ...others]) {
    const stats = lstatSync(location, { throwIfNoEntry: false });
    if (stats === undefined) mkdirSync(location);
    else if (stats.isSymbolicLink()) throw new Error(`${location} is a link. Name another folder.`);
  }
}
