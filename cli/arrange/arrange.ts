import { posix } from 'node:path';
import { ActionError } from '../../src/model/action-error.ts';
import type { Problem } from '../../src/model/problem.ts';
import { findSiteAddresses } from '../../src/web/site-addresses.ts';
import { listAbove } from '../repository.ts';
import { addNet } from './add-net.ts';
import { findAppBase } from './app-base.ts';
import { findBuildProblems, findSlugProblem } from './build-problems.ts';
import { type BuildFile, Layout, type LayoutOptions, pageBase, toAppPath } from './layout.ts';
import { type ArrangedFile, isPage, listReferencedFiles, rewriteFiles } from './rewrite.ts';

/** A file of a build that the app does not need, and the reason. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** The app folder that is made of a build. */
export interface ArrangedBuild {
  readonly files: readonly ArrangedFile[];
  readonly leftOut: readonly LeftOutFile[];
  /**
   * Addresses that begin at the root of the host and stay as they are, since a script adds to them
   * or compares them: the path of the file, a colon, and the address as it is written.
   */
  readonly pieces: readonly string[];
  /** What does not work in an app, with paths in the build. */
  readonly problems: readonly Problem[];
  /** The path of the net in the app folder; null if there is none. */
  readonly net: string | null;
}

/** What a build is arranged with. */
export interface ArrangeOptions {
  /** The name of the build's folder for a page above it; see LayoutOptions. */
  readonly name?: string;
  /** The slug of the app; null if it is not known. */
  readonly slug?: string | null;
  /** The text of net.min.js; null to leave the net out. */
  readonly net?: string | null;
}

/**
 * Makes the files of an app from the files of a build: all but three files are below `assets/`, and
 * addresses of files that have moved are rewritten. Reads and writes nothing. Throws ActionError
 * `arrange_conflict` if two files would have the same path, or one the path of the other's folder.
 */
export function arrangeBuild(
  files: readonly BuildFile[],
  options: ArrangeOptions = {},
): ArrangedBuild {
  const { name = '', slug = null, net: script = null } = options;
  const appBase = findAppBase(files);
  const layoutOptions: LayoutOptions = { name, appBase: appBase?.address ?? null };
  const unneeded = findUnneededFiles(files, new Layout(files, layoutOptions));
  const kept = files.filter((file) => !unneeded.has(file.path));
  const layout = new Layout(kept, layoutOptions);
  const placed = placeFiles(kept);
  const rewritten = rewriteFiles(kept, layout);
  const arranged = Array.from(placed, ([path, file]): ArrangedFile => {
    return { path, file, rewritten: rewritten.changed.get(file.path) ?? null };
  });
  const { problems, solvedByNet } = findBuildProblems(kept, layout);
  const isNetNeeded = solvedByNet.length > 0;
  const net =
    script === null
      ? null
      : addNet(arranged, { script, rewritten, appBase: layout.appBase, isNeeded: isNetNeeded });
  return {
    files: net?.files ?? arranged,
    leftOut: Array.from(unneeded, ([path, reason]) => ({ path, reason })),
    pieces: arranged.flatMap((file) => listPieces(file, layout)),
    problems: [
      ...problems,
      ...(net === null ? solvedByNet : []),
      ...findSlugProblem(appBase, slug),
    ],
    net: net?.path ?? null,
  };
}

/** Returns the addresses in a file that still begin at the root of the host. */
function listPieces(arranged: ArrangedFile, layout: Layout): readonly string[] {
  const text = arranged.rewritten?.text ?? arranged.file.text;
  const pieces = new Set<string>();
  for (const found of findSiteAddresses(text, layout.hasSitePath)) {
    const stays = layout.isInApp(found.address) && layout.find(found.address, pageBase);
    if (!stays) pieces.add(`${arranged.path}: ${found.text}`);
  }
  return [...pieces];
}

const nextServerText = 'text for the server of Next';

/** Files for hosts and builders, by their paths in the build, and why an app does not need them. */
const unneededFiles: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:^|\/)__next\.[^/]*\.txt$/, nextServerText],
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
 * Returns the paths of the files that an app does not need, each with the reason. A file that a
 * page refers to is needed.
 */
function findUnneededFiles(
  files: readonly BuildFile[],
  layout: Layout,
): ReadonlyMap<string, string> {
  const unneeded = new Map<string, string>();
  for (const file of files) {
    const reason = findReason(file.path, layout);
    if (reason !== null) unneeded.set(file.path, reason);
  }
  const pages = files.filter((file) => isPage(file) && !unneeded.has(file.path));
  for (const path of pages.flatMap((page) => listReferencedFiles(page, layout)))
    unneeded.delete(path);
  return unneeded;
}

/** Returns the reason why an app does not need a file, or null if it may need it. */
function findReason(path: string, layout: Layout): string | null {
  // Next writes such a text for each page.
  if (path.endsWith('.txt') && layout.has(path.replace(/txt$/, 'html'))) return nextServerText;
  const row = unneededFiles.find(([pattern]) => pattern.test(path));
  return row?.[1] ?? null;
}

/** Returns the files by their paths in the app folder. Throws ActionError `arrange_conflict`. */
function placeFiles(files: readonly BuildFile[]): ReadonlyMap<string, BuildFile> {
  const placed = new Map<string, BuildFile>();
  for (const file of files) {
    const path = toAppPath(file.path);
    const other = placed.get(path);
    if (other !== undefined && other.sha256 !== file.sha256)
      throw makeConflict(`${other.path} and ${file.path} would both be ${path}, and differ.`);
    placed.set(path, file);
  }
  for (const [path, file] of placed) {
    const folders = listAbove(posix.dirname(path), '.');
    const folder = folders.find((above) => placed.has(above)) ?? '';
    const other = placed.get(folder);
    if (other !== undefined)
      throw makeConflict(
        `${other.path} would be ${folder}, but ${file.path} would be in a folder of that name.`,
      );
  }
  return placed;
}

function makeConflict(message: string): ActionError {
  const next = 'Rename one of them, or let the build write only one of them.';
  return new ActionError(message, { code: 'arrange_conflict', next });
}
