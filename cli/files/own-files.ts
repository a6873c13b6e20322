/** Writes files, but never through a link, and never over a file that somebody else made. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../src/folder/folder.ts';
import { findNearest, readStart, writeWithoutLink } from '../../src/run/written-file.ts';

/**
 * The file that lists the files of a result of `arrange`, each in a line with its hash. A later run
 * replaces a result only if its files are still as listed. A line is written before its file, so
 * that the list has every file even if the run is interrupted. The file is hidden, so that no
 * deploy sends it.
 */
export const markName = '.miniapp-arranged';

/**
 * New files below one folder, which must exist. Nothing that is there already is changed.
 *
 * @example
 * const files = new NewFiles(repository);
 * if (!files.has('app/index.html')) files.write('app/index.html', html);
 */
export class NewFiles {
  readonly #root: string;
  readonly #partName: string | null;
  /** The files and folders that were made, in their order. */
  readonly #made: string[] = [];
  /** The paths that are known to be folders and not links. */
  readonly #folders = new Set<string>();

  /**
   * A file has the name `partName` in `root` until it is complete, so that an interrupted run
   * leaves no incomplete file under its final name. Null to write each file under its name at once.
   */
  constructor(root: string, partName: string | null = null) {
    this.#root = root;
    this.#partName = partName;
  }

  /**
   * True if anything has this name, even a link that leads nowhere. Throws an Error if a folder
   * above it is a link or a file.
   */
  has(path: string): boolean {
    const hasFolders = listFoldersAbove(path).every((folder) => this.#hasFolder(folder));
    return hasFolders && lstatSync(this.#locate(path), { throwIfNoEntry: false }) !== undefined;
  }

  /**
   * Writes a file, and makes the folders above it. `path` is relative to the root, with `/`. Throws
   * an Error if the file exists, cannot be written, or would be written through a link.
   */
  write(path: string, content: string | Uint8Array): void {
    if (this.has(path)) throw new Error(`${path} exists`);
    for (const folder of listFoldersAbove(path)) this.#makeFolder(folder);
    const location = this.#locate(path);
    if (this.#partName === null) {
      this.#writeFile(location, content);
      return;
    }
    const part = this.#locate(this.#partName);
    this.#writeFile(part, content);
    renameSync(part, location);
    this.#made.push(location);
  }

  /** Deletes the files that were written, and the folders that were made for them. */
  undo(): void {
    for (const location of this.#made.splice(0).reverse()) {
      const stats = lstatSync(location, { throwIfNoEntry: false });
      if (stats?.isDirectory()) rmdirSync(location);
      else if (stats !== undefined) unlinkSync(location);
    }
    this.#folders.clear();
  }

  #locate(path: string): string {
    return join(this.#root, path);
  }

  #hasFolder(folder: string): boolean {
    if (this.#folders.has(folder)) return true;
    const stats = lstatSync(this.#locate(folder), { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (stats.isSymbolicLink()) throw new Error(`${folder} is a link`);
    if (!stats.isDirectory()) throw new Error(`${folder} is not a folder`);
    this.#folders.add(folder);
    return true;
  }

  #makeFolder(folder: string): void {
    if (this.#hasFolder(folder)) return;
    mkdirSync(this.#locate(folder));
    this.#made.push(this.#locate(folder));
    this.#folders.add(folder);
  }

  #writeFile(location: string, content: string | Uint8Array): void {
    const fd = openSync(location, 'wx');
    this.#made.push(location);
    try {
      writeFileSync(fd, content);
    } finally {
      closeSync(fd);
    }
  }
}

/** Returns the folders above a path: `a` and `a/b` for `a/b/c.txt`. */
function listFoldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** A kind of file that an option such as `--out` names, and that each run may write anew. */
export interface OwnFileKind {
  /** The name of the kind in messages, such as `page of this command`. */
  readonly name: string;
  /** A text in the first 4 KB of each file of the kind. */
  readonly mark: string;
  /** The real paths of the app folders. The file must not be in them: a deploy would send it. */
  readonly folders: readonly string[];
}

/**
 * Returns the reason why a file must not be written, such as `is below a file`; null if it may be
 * written. Only an empty file and an earlier one of the same kind may be replaced.
 */
export function findObstacle(file: string, kind: OwnFileKind): string | null {
  const path = resolve(file);
  const home = findNearest(dirname(path));
  if (kind.folders.some((folder) => isWithin(folder, home)))
    return 'is in the app folder, so a deploy would send this file too';
  const link = findLinkedFolder(dirname(path));
  if (link !== null) return `is below ${link}, which is a link`;
  if (!statSync(home).isDirectory()) return 'is below a file';
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink())
    return 'is a symbolic link, and files are never written through links';
  const isEmpty = stats.isFile() && stats.size === 0;
  const isOurs = stats.isFile() && (isEmpty || readStart(path).includes(kind.mark));
  return isOurs ? null : `exists and is not a ${kind.name}`;
}

/** Throws the system's error if a file, or the folders that it needs, cannot be written. */
export function assertWritable(file: string): void {
  const path = resolve(file);
  if (existsSync(path)) {
    accessSync(path, constants.W_OK);
    return;
  }
  // The dot at the end makes the check fail if a file is where a folder should be.
  accessSync(`${findNearest(dirname(path))}/.`, constants.W_OK);
}

/**
 * Writes a file that `findObstacle` allows, and makes the folders above it. Throws the system's
 * error, and an Error if one of the folders is a link.
 */
export function writeOwnFile(file: string, content: string): void {
  makeFolders(dirname(resolve(file)));
  writeWithoutLink(file, content);
}

/** Makes a folder and those above it. Throws an Error if one of them is a link. */
export function makeFolders(folder: string): void {
  const path = resolve(folder);
  const link = findLinkedFolder(path);
  if (link !== null) throw new Error(`${link} is a link`);
  mkdirSync(path, { recursive: true });
}

/**
 * Returns the path of a folder that is a link, among a folder and those above it; null if none is.
 * A project that somebody else wrote may contain links to any place of the disk. The folders at the
 * root of the disk do not count: on macOS, `/tmp` and `/var` are links.
 */
export function findLinkedFolder(folder: string): string | null {
  const path = resolve(folder);
  const above = dirname(path);
  if (above === path || dirname(above) === above) return null;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return findLinkedFolder(above) ?? (isLink ? path : null);
}
