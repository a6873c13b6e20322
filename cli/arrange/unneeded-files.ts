import { readTags } from '../../src/web/html.ts';
import type { BuildFile, Layout } from './layout.ts';
import { isPage, isScript, listReferencedFiles } from './rewrite.ts';

const hostPage = 'page of a host';
const hostFile = 'file for a host';
const builderManifest = 'manifest of the builder';

/**
 * Patterns for the paths of files that only hosts and builders need, and the reasons to leave them
 * out.
 */
const unneededFiles: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:(?:404|200|_not-found)(?:\.html|\/index\.html)|_not-found(?:\.txt|\/.*))$/, hostPage],
  [
    /^(?:robots\.txt|sitemap[^/]*\.xml(?:\.gz)?|_redirects|_headers|_routes\.json|CNAME)$/i,
    hostFile,
  ],
  [/^(?:asset-manifest|build-manifest|prerendered-routes|ssr-manifest)\.json$/, builderManifest],
  [/^(?:vercel|netlify|staticwebapp\.config)\.(?:json|toml)$/, hostFile],
  [/\.(?:[cm]?js|css|wasm)\.map$/, 'source map'],
];

/** The reasons that do not count if a script contains the name of the file. */
const hostReasons: readonly string[] = [hostPage, hostFile, builderManifest];

/**
 * Returns the paths of the files that an app does not need, each with the reason. A file that a
 * page refers to, or that a script names, is needed.
 */
export function findUnneededFiles(
  files: readonly BuildFile[],
  layout: Layout,
): ReadonlyMap<string, string> {
  const unneeded = new Map<string, string>();
  for (const { path } of files) {
    const reason = findReason(path, layout);
    if (reason === null) continue;
    const isNeeded = hostReasons.includes(reason) && isNamedInScripts(path, files);
    if (!isNeeded) unneeded.set(path, reason);
  }
  const pages = files.filter((file) => isPage(file) && !unneeded.has(file.path));
  for (const path of pages.flatMap((page) => listReferencedFiles(page, layout)))
    unneeded.delete(path);
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

/** Returns the reason why an app does not need a file, or null if it may need it. */
function findReason(path: string, layout: Layout): string | null {
  const isCompressed = /\.(?:br|gz)$/.test(path) && layout.has(path.replace(/\.\w+$/, ''));
  if (isCompressed) return 'compressed copy';
  const row = unneededFiles.find(([pattern]) => pattern.test(path));
  return row?.[1] ?? null;
}
