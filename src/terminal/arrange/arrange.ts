import { posix } from 'node:path';
import type { Excluded, PackedFile } from '../../folder/manifest.ts';
import { findSiteAddresses } from '../../folder/site-addresses.ts';
import { ActionError } from '../../model/action-error.ts';
import type { Problem } from '../../model/problem.ts';
import { listAbove } from '../repository.ts';
import { findBreaks } from './breaks.ts';
import { Layout, pageBase, toPlace } from './layout.ts';
import { type Rewritten, rewriteFiles } from './rewrite.ts';

/** A file of a build. */
export interface BuildFile extends Pick<PackedFile, 'path' | 'type' | 'sha256'> {
  /** Null for one that holds no addresses. */
  readonly text: string | null;
}

/** A file of the app folder. */
interface ArrangedFile<File extends BuildFile> {
  readonly path: string;
  /** The file of the build that it comes from. */
  readonly file: File;
  /** What it holds now; null where it is as it was. */
  readonly text: string | null;
}

/** A file of a build that is no part of an app, and why. */
export type LeftOut = Pick<Excluded, 'path' | 'reason'>;

/** What a build becomes. */
export interface Arranged<File extends BuildFile> {
  readonly files: readonly ArrangedFile<File>[];
  readonly leftOut: readonly LeftOut[];
  readonly rewritten: readonly Rewritten[];
  /** Addresses that stay as they are, since they are pieces of others or compared: a path, and how it is written. */
  readonly pieces: readonly string[];
  /** What is known to break is an error, and what may break a warning. Their paths are those of the build. */
  readonly problems: readonly Problem[];
}

/** Files of hosts and builders that an app has no use for: of paths in the build. */
const useless: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:^|\/)__next\.[^/]*\.txt$/, 'text for the server of Next'],
  [/^(?:404|200|_not-found)(?:\.html|\/index\.html)$/, 'page of a host'],
  [/^(?:robots\.txt|sitemap[^/]*\.xml(?:\.gz)?|_redirects|_headers|_routes\.json|CNAME)$/i, 'file for a host'],
  [/^(?:asset-manifest|build-manifest|prerendered-routes|ssr-manifest)\.json$/, 'manifest of the builder'],
  [/^(?:vercel|netlify|staticwebapp\.config)\.(?:json|toml)$/, 'file for a host'],
];

/**
 * Makes the files of an app from those of a build: everything but three files lies below `assets/`, and what refers to a file that has
 * moved is rewritten. `name`: see Layout. Reads and writes nothing. Throws ActionError `arrange_conflict` for two files that would
 * lie at one place, or one in the other.
 */
export function arrangeBuild<File extends BuildFile>(files: readonly File[], name = ''): Arranged<File> {
  const paths = new Set(files.map(({ path }) => path));
  const reasons = new Map(files.map(({ path }) => [path, findUselessness(path, paths)]));
  const kept = files.filter(({ path }) => reasons.get(path) === null);
  const layout = new Layout(
    kept.map(({ path }) => path),
    name,
  );
  const texts = kept.flatMap((file) => (file.text === null ? [] : [{ ...file, text: file.text }]));
  const placed = placeFiles(kept);
  const rewritten = rewriteFiles(texts, layout);
  return {
    files: Array.from(placed, ([path, file]) => ({ path, file, text: rewritten.get(file.path)?.text ?? null })),
    leftOut: Array.from(reasons).flatMap(([path, reason]) => (reason === null ? [] : [{ path, reason }])),
    rewritten: [...rewritten.values()],
    pieces: texts.flatMap(({ path, text }) => listPieces(rewritten.get(path)?.text ?? text, path, layout)),
    problems: findBreaks(texts, layout),
  };
}

/** What still begins at the root of the host, whatever stands around it. */
function listPieces(text: string, path: string, layout: Layout): readonly string[] {
  const isMoved = (each: string): boolean => each !== pageBase.from && layout.has(each);
  const found = findSiteAddresses(text, isMoved).map(({ start, end }) => `${toPlace(path)}: ${text.slice(start, end)}`);
  return [...new Set(found)];
}

function findUselessness(path: string, paths: ReadonlySet<string>): string | null {
  // Next writes such a text beside each page.
  const isBesidePage = path.endsWith('.txt') && paths.has(path.replace(/txt$/, 'html'));
  if (isBesidePage) return 'text for the server of Next';
  return useless.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

function placeFiles<File extends BuildFile>(files: readonly File[]): ReadonlyMap<string, File> {
  const placed = new Map<string, File>();
  for (const file of files) {
    const place = toPlace(file.path);
    const other = placed.get(place);
    if (other !== undefined && other.sha256 !== file.sha256)
      throw toConflict(`${other.path} and ${file.path} would both be ${place}, and differ.`);
    placed.set(place, file);
  }
  for (const [place, { path }] of placed) {
    const folder = listAbove(posix.dirname(place), '.').find((above) => placed.has(above)) ?? '';
    const other = placed.get(folder);
    if (other !== undefined) throw toConflict(`${other.path} would be ${folder}, the folder that ${path} would be in.`);
  }
  return placed;
}

function toConflict(message: string): ActionError {
  const next = 'Rename one of them, or have the build write one of them only.';
  return new ActionError(message, { code: 'arrange_conflict', next });
}
