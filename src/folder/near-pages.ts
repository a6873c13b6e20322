import { type Dirent, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Maximum numbers of folders that are searched, and of folders that the sentence names. */
const maxFolders = 300;
const maxNamed = 3;

/**
 * Returns a sentence that names the folders with an `index.html` next to a folder that does not
 * exist, or up to two levels below its neighbors; empty if there are none. Paths are relative to
 * `base`, with `/`. They may be outside text.
 *
 * @example
 * describeNearPages('/repo', '/repo/web/dist'); // Found index.html in web/build: …
 */
export function describeNearPages(
  base: string,
  missing: string,
  list: ListFolder = listNames,
): string {
  const pages = findNearPages(base, findExistingFolder(base, path.dirname(missing)), list);
  const [first] = pages;
  if (first === undefined) return '';
  const [it, names] = pages.length > 1 ? ['one of them', pages.join(', ')] : ['it', first];
  return ` Found index.html in ${names}: if ${it} is the app, name that folder.`;
}

function findExistingFolder(base: string, folder: string): string {
  const isAbove = path.relative(base, folder).startsWith('..');
  if (isAbove || existsSync(folder)) return isAbove ? base : folder;
  return findExistingFolder(base, path.dirname(folder));
}

function findNearPages(base: string, home: string, list: ListFolder): readonly string[] {
  const found: string[] = [];
  let level = [home];
  let count = 0;
  for (let depth = 0; depth <= 3 && found.length < maxNamed; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      count += 1;
      const entries = count > maxFolders ? [] : tryList(folder, list);
      const hasPage = entries.some((entry) => entry.isFile() && entry.name === 'index.html');
      if (hasPage) found.push(path.relative(base, folder).split(path.sep).join('/') || '.');
      const folders = entries.filter((entry) => entry.isDirectory() && !isSkipped(entry.name));
      // Not spread into the call: a folder may have more names than a call can have arguments.
      for (const each of folders.map((entry) => path.join(folder, entry.name)).sort())
        below.push(each);
    }
    // A folder below a folder with a page belongs to the same app.
    level = below.filter((folder) => !found.some((page) => isBelow(path.join(base, page), folder)));
  }
  return found.slice(0, maxNamed);
}

function isBelow(folder: string, location: string): boolean {
  return location.startsWith(`${folder}${path.sep}`);
}

/**
 * True if a folder is not searched. Hidden folders are searched, because a build may write to
 * one, such as `.output`.
 */
function isSkipped(name: string): boolean {
  return name === 'node_modules' || name === '.git';
}

/** Returns what a folder holds. Throws if it cannot be listed. */
type ListFolder = (folder: string) => readonly Dirent[];

const listNames: ListFolder = (folder) => readdirSync(folder, { withFileTypes: true });

function tryList(folder: string, list: ListFolder): readonly Dirent[] {
  try {
    return list(folder);
  } catch {
    // The advice is optional: a folder that cannot be listed is not part of it.
    return [];
  }
}
