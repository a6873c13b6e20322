import { posix } from 'node:path';
import type { Excluded } from '../../src/folder/manifest.ts';
import { ActionError } from '../../src/model/action-error.ts';
import type { Problem } from '../../src/model/problem.ts';
import { findSiteAddresses } from '../../src/web/site-addresses.ts';
import { listAbove } from '../repository.ts';
import { findBreaks } from './breaks.ts';
import { type BuildFile, Layout, toPlace } from './layout.ts';
import { isPage, listNamedFiles, type Rewritten, rewriteFiles } from './rewrite.ts';

/** A file of the app folder. */
export interface ArrangedFile {
  readonly path: string;
  /** The file of the build that it comes from. */
  readonly file: BuildFile;
  /** Null where it is as it was. */
  readonly rewritten: Rewritten | null;
}

/** A file of a build that is no part of an app, and why. */
export type LeftOut = Pick<Excluded, 'path' | 'reason'>;

/** What a build becomes. */
export interface Arranged {
  readonly files: readonly ArrangedFile[];
  readonly leftOut: readonly LeftOut[];
  /**
   * Addresses that stay as they are, since they are pieces of others or compared: a path, and how
   * it is written.
   */
  readonly pieces: readonly string[];
  /**
   * What is known to break is an error, and what may break a warning. Their paths are those of the
   * build.
   */
  readonly problems: readonly Problem[];
}

const forNext = 'text for the server of Next';
/** Files of hosts and builders that an app has no use for: of paths in the build. */
const useless: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:^|\/)__next\.[^/]*\.txt$/, forNext],
  [/^(?:404|200|_not-found)(?:\.html|\/index\.html)$/, 'page of a host'],
  [
    /^(?:robots\.txt|sitemap[^/]*\.xml(?:\.gz)?|_redirects|_headers|_routes\.json|CNAME)$/i,
    'file for a host',
  ],
  [
    /^(?:asset-manifest|build-manifest|prerendered-routes|ssr-manifest)\.json$/,
    'manifest of the builder',
  ],
  [/^(?:vercel|netlify|staticwebapp\.config)\.(?:json|toml)$/, 'file for a host'],
];

/**
 * Makes the files of an app from those of a build: everything but three files lies below `assets/`,
 * and what refers to a file that has moved is rewritten. `name`: see Layout. Reads and writes
 * nothing. Throws ActionError `arrange_conflict` for two files that would lie at one place, or one
 * in the other.
 */
export function arrangeBuild(files: readonly BuildFile[], name = ''): Arranged {
  const reasons = findUselessFiles(files, name);
  const kept = files.filter(({ path }) => !reasons.has(path));
  const layout = new Layout(kept, name);
  const placed = placeFiles(kept);
  const rewritten = rewriteFiles(kept, layout);
  const arranged = Array.from(placed, ([path, file]) => ({
    path,
    file,
    rewritten: rewritten.get(file.path) ?? null,
  }));
  return {
    files: arranged,
    leftOut: Array.from(reasons, ([path, reason]) => ({ path, reason })),
    pieces: arranged.flatMap((file) => listPieces(file, layout)),
    problems: findBreaks(kept, layout),
  };
}

/** What still begins at the root of the host, whatever stands around it. */
function listPieces({ path, file, rewritten }: ArrangedFile, layout: Layout): readonly string[] {
  const found = findSiteAddresses(rewritten?.text ?? file.text, layout.has).map(
    ({ text }) => `${path}: ${text}`,
  );
  return [...new Set(found)];
}

/** The files of a build that an app has no use for, and why. One that a page names is of use. */
function findUselessFiles(files: readonly BuildFile[], name: string): ReadonlyMap<string, string> {
  const layout = new Layout(files, name);
  const reasons = new Map<string, string>();
  for (const { path } of files) {
    // Next writes such a text beside each page.
    const isBesidePage = path.endsWith('.txt') && layout.has(path.replace(/txt$/, 'html'));
    const reason = isBesidePage ? forNext : useless.find(([pattern]) => pattern.test(path))?.[1];
    if (reason !== undefined) reasons.set(path, reason);
  }
  const pages = files.filter((file) => isPage(file) && !reasons.has(file.path));
  for (const path of pages.flatMap((page) => listNamedFiles(page, layout))) reasons.delete(path);
  return reasons;
}

function placeFiles(files: readonly BuildFile[]): ReadonlyMap<string, BuildFile> {
  const placed = new Map<string, BuildFile>();
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
    if (other !== undefined)
      throw toConflict(`${other.path} would be ${folder}, the folder that ${path} would be in.`);
  }
  return placed;
}

function toConflict(message: string): ActionError {
  const next = 'Rename one of them, or have the build write one of them only.';
  return new ActionError(message, { code: 'arrange_conflict', next });
}
