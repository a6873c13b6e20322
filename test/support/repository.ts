import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..', '..');

/** Reads a text file of the repository, with line ends as they are committed. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
}

/**
 * Returns the cells of the table whose header begins with these columns. Backticks around a whole
 * cell are removed.
 */
export function readTable(path: string, head: readonly string[]): readonly (readonly string[])[] {
  const lines = readText(path).split('\n');
  const start = lines.findIndex((line) => isDeepStrictEqual(toCells(line), head));
  if (start < 0) throw new Error(`${path} has no table with the columns ${head.join(', ')}.`);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map(toCells);
}

/**
 * Returns every file below these folders whose path has this ending, relative to the root of the
 * repository, with `/`.
 */
export function listFiles(folder: string, ending: string): readonly string[] {
  const paths = listBelow(join(root, folder)).map((path) => `${folder}/${path}`);
  return paths.filter((path) => path.endsWith(ending));
}

/** Returns the sorted paths of all files and folders below a folder, with `/` on Windows, too. */
export function listBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll(sep, '/')).sort();
}

function toCells(line: string): readonly string[] {
  const cells = line.replace(/^\||\|$/g, '').split(/(?<!\\)\|/);
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^`([^`]*)`$/, '$1')
      .replaceAll('\\|', '|'),
  );
}
