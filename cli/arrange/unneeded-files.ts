import { readTags } from '../../src/web/html.ts';
import { hostFiles, isProjectFile } from '../files/builders.ts';
import type { BuildFile, Layout } from './layout.ts';
import { isPage, isScript, listReferencedFiles } from './rewrite.ts';

/**
 * Returns the paths of the files that an app does not need, each with the reason. A file for a host
 * is needed if a script names it; any file but those of the project, if a page refers to it.
 */
export function findUnneededFiles(
  files: readonly BuildFile[],
  layout: Layout,
): ReadonlyMap<string, string> {
  const unneeded = new Map<string, string>();
  for (const { path } of files) {
    const [, hostReason] = hostFiles.find(([pattern]) => pattern.test(path)) ?? [];
    const reason = hostReason ?? findReason(path, layout);
    if (reason === null) continue;
    const isNeeded = hostReason !== undefined && isNamedInScripts(path, files);
    if (!isNeeded) unneeded.set(path, reason);
  }
  const pages = files.filter((file) => isPage(file) && !unneeded.has(file.path));
  for (const path of pages.flatMap((page) => listReferencedFiles(page, layout)))
    unneeded.delete(path);
  for (const { path } of files) if (isProjectFile(path)) unneeded.set(path, 'file of the project');
  return unneeded;
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

/** Returns the texts of the scripts in a page. */
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
