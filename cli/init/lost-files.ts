/** Finds the files that a page loads, and that a checkout lacks, because git ignores them. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, posix } from 'node:path';
import type { GitRepository } from '../files/repository.ts';

/** A file or folder that a page loads. Both paths are relative to the top folder, with `/`. */
export interface LostFile {
  readonly path: string;
  /** The file that names it. */
  readonly by: string;
}

/** Limits for the search, since a folder may hold anything. */
const maxIgnored = 100;
const maxFiles = 300;
const maxFileBytes = 1_000_000;
const maxTotalBytes = 8_000_000;

const codeTypes = new Set(['.html', '.htm', '.js', '.mjs', '.css']);

/** Returns the files that the page in a folder loads and git ignores. */
export function findLostFiles(
  root: string,
  folder: string,
  repository: GitRepository | null,
): readonly LostFile[] {
  const ignored = repository?.listIgnoredIn(join(root, folder)) ?? [];
  const visible = ignored.filter((path) => !/^\.|\/\./.test(path) && path !== 'node_modules/');
  if (visible.length === 0) return [];
  const files = readCode(join(root, folder), new Set(ignored));
  return visible.slice(0, maxIgnored).flatMap((path) => {
    const pattern = toPattern(path);
    const by = files.find((file) => file.text.includes(basename(path)) && pattern.test(file.text));
    if (by === undefined) return [];
    return [{ path: posix.join(folder, path), by: posix.join(folder, by.path) }];
  });
}

/** Returns a pattern for a text that is the address of a file, or of a file in a folder. */
function toPattern(path: string): RegExp {
  const name = basename(path).replaceAll(/[^\w]/g, '\\$&');
  const end = path.endsWith('/') ? '/' : '(?=["\'`)?#\\s>])';
  return new RegExp(`["'\`(=](?:[\\w./-]*/)?${name}${end}`);
}

interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the pages, scripts and styles of a folder that git does not ignore. */
function readCode(home: string, ignored: ReadonlySet<string>): readonly CodeFile[] {
  const files: CodeFile[] = [];
  const folders = [''];
  let bytes = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of listCodeEntries(join(home, folder))) {
      const path = posix.join(folder, entry.name);
      if (entry.name.startsWith('.') || ignored.has(path) || ignored.has(`${path}/`)) continue;
      if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(path);
      if (!entry.isFile() || !codeTypes.has(extname(entry.name))) continue;
      const { size } = statSync(join(home, path));
      if (size > maxFileBytes || bytes + size > maxTotalBytes) continue;
      bytes += size;
      files.push({ path, text: readFileSync(join(home, path), 'utf8') });
      if (files.length >= maxFiles) return files;
    }
  }
  return files;
}

function listCodeEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
