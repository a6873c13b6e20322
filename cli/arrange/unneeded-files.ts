import { readTags } from '../../src/web/html.ts';
import { hostFiles, isProjectFile } from '../files/builders.ts';
import type { BuildFile, Layout } from './layout.ts';
import { isPage, isScript, listReferencedFiles } from './rewrite.ts';

/**
 * Returns the paths of the files that an app does not need, each with the reason. A file for a host
 * or of the project is needed if a script names it; any file, if a page refers to it.
 */
export function findUnneededFiles(
  files: readonly BuildFile[],
  layout: Layout,
): ReadonlyMap<string, string> {
  const unneeded = new Map<string, string>();
  for (const { path } of files) {
    const notServed = findReader(path);
    const reason = notServed ?? findReason(path, layout);
    if (reason === null) continue;
    const isNeeded = notServed !== null && isNamedInScripts(path, files);
    if (!isNeeded) unneeded.set(path, reason);
  }
  const pages = files.filter((file) => isPage(file) && !unneeded.has(file.path));
  for (const path of pages.flatMap((page) => listReferencedFiles(page, layout)))
    unneeded.delete(path);
  return unneeded;
}

/** Returns the reason if a host, a builder or a package manager reads a file; null for any other. */
function findReader(path: string): string | null {
  if (isProjectFile(path)) return 'file of the project';
  const [, reason] = hostFiles.find(([pattern]) => pattern.test(path)) ?? [];
  return reason ?? null;
}

/** True if a script contains the whole name of a file, as in `fetch('/robots.txt')`. */
function isNamedInScripts(path: string, files: readonly BuildFile[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return files.some((file) => {
    if (file.type === 'text/javascript') return hasWholeName(file.text, name);
    return isPage(file) && hasWholeName(readScripts(file.text), name);
  });
}

/** True if a text contains a name that is not a part of a longer one. */
function hasWholeName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isPart =
      /[\w.-]/.test(text.charAt(at - 1)) || /[\w-]/.test(text.charAt(at + name.length));
    if (!isPart) return true;
  }
  return false;
}

function readScripts(html: string): string {
  const scripts = [...readTags(html)].filter(isScript);
  return scripts.map((tag) => tag.text?.text ?? '').join('\n');
}

/** Returns the reason why an app on any host does not need a file; null if it may need it. */
function findReason(path: string, layout: Layout): string | null {
  const isCompressed = /\.(?:br|gz)$/.test(path) && layout.has(path.replace(/\.\w+$/, ''));
  if (isCompressed) return 'compressed copy';
  return /\.(?:[cm]?js|css|wasm)\.map$/.test(path) ? 'source map' : null;
}
