import type { PackedFile } from '../../folder/manifest.ts';
import { findSiteAddresses } from '../../folder/site-addresses.ts';
import { ActionError } from '../../model/action-error.ts';
import type { Problem } from '../../model/problem.ts';
import { findBreaks } from './breaks.ts';
import { Layout, pageBase, toPlace } from './layout.ts';
import { addDigests, type Digests, editFile, findRoles, rewriteText } from './rewrite.ts';

/** A file of a build. */
export interface BuildFile extends Pick<PackedFile, 'path' | 'type' | 'sha256'> {
  /** Null for one that holds no addresses. */
  readonly text: string | null;
}

/** A file of the app folder. */
export interface ArrangedFile<File extends BuildFile> {
  readonly path: string;
  /** The file of the build that it is of. */
  readonly file: File;
  /** What it holds now; null where it is as it was. */
  readonly text: string | null;
}

/** A file of a build that is no part of an app, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** One address that was written anew. */
export interface Rewrite {
  readonly before: string;
  readonly now: string;
}

/** What a build becomes. */
export interface Arranged<File extends BuildFile> {
  readonly files: readonly ArrangedFile<File>[];
  readonly leftOut: readonly LeftOut[];
  /** By the path in the app folder, of files with any. */
  readonly rewrites: ReadonlyMap<string, readonly Rewrite[]>;
  /** Addresses of files that stay as they are, since they are pieces of others or compared: a path, and how it is written. */
  readonly pieces: readonly string[];
  /** What is known to break is an error, and what may break a warning. Their paths are those of the build. */
  readonly problems: readonly Problem[];
}

/** Files of hosts and builders that an app has no use for: of paths in the build. */
const useless: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:404|200|_not-found)(?:\.html|\/.*)$/, 'page of a host'],
  [/^(?:robots\.txt|sitemap[^/]*\.xml(?:\.gz)?|_redirects|_headers|_routes\.json|CNAME)$/i, 'file for a host'],
  [/^(?:asset-manifest|build-manifest|prerendered-routes|ssr-manifest)\.json$/, 'manifest of the builder'],
  [/^(?:vercel|netlify|staticwebapp\.config)\.(?:json|toml)$/, 'file for a host'],
];

/**
 * Makes the files of an app of those of a build: everything but three files lies below `assets/`, and what refers to what has moved is
 * written anew. `name`: see Layout. Reads and writes nothing. Throws ActionError `arrange_conflict` for two files that would lie at one place.
 */
export function arrangeBuild<File extends BuildFile>(files: readonly File[], name = ''): Arranged<File> {
  const paths = new Set(files.map(({ path }) => path));
  const leftOut: LeftOut[] = [];
  const kept = files.filter(({ path }) => {
    const reason = findUselessness(path, paths);
    if (reason !== null) leftOut.push({ path, reason });
    return reason === null;
  });
  const placed = placeFiles(kept);
  const layout = new Layout(
    kept.map(({ path }) => path),
    name,
  );
  const texts = kept.flatMap((file) => (file.text === null ? [] : [{ ...file, text: file.text }]));
  const roles = findRoles(texts, layout);
  const digests: Digests = new Map();
  const rewrites = new Map<string, readonly Rewrite[]>();
  const written = new Map<string, string>();
  const [pages, others] = [texts.filter(isPage), texts.filter((file) => !isPage(file))];
  for (const file of [...others, ...pages]) {
    const edits = editFile(file, layout, roles);
    const now = rewriteText(file, edits, digests);
    if (now === file.text) continue;
    written.set(file.path, now);
    addDigests(digests, file.text, now);
    const shown = edits.map(({ start, end, text }) => ({ before: file.text.slice(start, end), now: text }));
    rewrites.set(toPlace(file.path), shown);
  }
  return {
    files: [...placed].map(([path, file]) => ({ path, file, text: written.get(file.path) ?? null })),
    leftOut,
    rewrites,
    pieces: texts.flatMap((file) => listPieces(written.get(file.path) ?? file.text, file.path, layout)),
    problems: findBreaks(texts, layout),
  };
}

/** What still begins at the root of the host, whatever stands around it. */
function listPieces(text: string, path: string, layout: Layout): readonly string[] {
  const isMoved = (each: string): boolean => each !== pageBase.from && layout.has(each);
  const found = findSiteAddresses(text, isMoved).map(({ start, end }) => `${toPlace(path)}: ${text.slice(start, end)}`);
  return [...new Set(found)];
}

function isPage({ type }: Pick<BuildFile, 'type'>): boolean {
  return type === 'text/html';
}

function findUselessness(path: string, paths: ReadonlySet<string>): string | null {
  // What Next writes beside each page.
  if (/(?:^|\/)__next\.[^/]*\.txt$/.test(path) || (path.endsWith('.txt') && paths.has(path.replace(/txt$/, 'html'))))
    return 'text for the server of Next';
  return useless.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

function placeFiles<File extends BuildFile>(files: readonly File[]): ReadonlyMap<string, File> {
  const placed = new Map<string, File>();
  for (const file of files) {
    const place = toPlace(file.path);
    const other = placed.get(place);
    if (other !== undefined && other.sha256 !== file.sha256) {
      throw new ActionError(`${other.path} and ${file.path} would both be ${place}, and differ.`, {
        code: 'arrange_conflict',
        next: 'Rename one of them, or have the build write one of them only.',
      });
    }
    placed.set(place, file);
  }
  return placed;
}
