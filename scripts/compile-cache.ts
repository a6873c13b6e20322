import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folder in which Node keeps compiled code of the programs that tests start again and
 * again; an empty text, which turns the cache off, if others may write to it: Node runs what is in
 * this folder. `folder` is created if it is missing.
 */
export function openCompileCache(
  folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  // Windows has neither: there a folder has the permissions of the one around it.
  const self = process.getuid?.();
  const isOwn = self === undefined || (stats.uid === self && (stats.mode & 0o022) === 0);
  return stats.isDirectory() && isOwn ? folder : '';
}
