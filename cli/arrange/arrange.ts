import { posix } from 'node:path';
import { pagePath } from '../../src/app/app.ts';
import type { Problem } from '../../src/app/problem.ts';
import { ActionError } from '../../src/errors.ts';
import { findTitleFault, readTags } from '../../src/web/html.ts';
import { findSiteAddresses } from '../../src/web/site-addresses.ts';
import { findScriptStart } from '../files/html.ts';
import { listAbove } from '../files/repository.ts';
import { type AddedNet, addNet } from './add-net.ts';
import { findAppBase, findSiteUrl } from './base-addresses.ts';
import {
  findBuildProblems,
  findLeftOutImports,
  findSlugProblem,
  findSourceProblem,
} from './build-problems.ts';
import {
  type BuildFile,
  Layout,
  type LayoutOptions,
  type LeftOutFile,
  pageBase,
  toAppPath,
} from './layout.ts';
import { type ArrangedFile, rewriteFiles } from './rewrite.ts';
import { findUnneededFiles } from './unneeded-files.ts';

/** The app folder that is made of a build. */
export interface ArrangedBuild {
  readonly files: readonly ArrangedFile[];
  readonly leftOut: readonly LeftOutFile[];
  /** The paths of the files that are kept only because they were asked for. */
  readonly kept: readonly string[];
  /**
   * Addresses that begin at the root of the host and were not rewritten, because a script appends
   * to them or compares them. Each entry has the path of the file, a colon, and the address as it
   * is written.
   */
  readonly pieces: readonly string[];
  /**
   * The problems that the build would have as an app. Their paths are relative to the folder of the
   * build.
   */
  readonly problems: readonly Problem[];
  /** The path of the net script in the app folder; null if the script was not added. */
  readonly net: string | null;
  /** True if the page had no title, and now has the name of the app. */
  readonly hasAddedTitle: boolean;
}

export interface ArrangeOptions {
  /**
   * The name of the build's folder. Needed if the page is in the parent folder, and so refers to
   * the files as `name/…`.
   */
  readonly name?: string;
  /** The slug of the app; null if it is not known. */
  readonly slug?: string | null;
  /** The text of net.min.js; null to arrange the build without this script. */
  readonly net?: string | null;
  /** The name of the app, for a page without a title; null if it is not known. */
  readonly appName?: string | null;
  /** The files of the build that are left out already; the path of a folder ends with `/`. */
  readonly excluded?: readonly LeftOutFile[];
  /** Returns true if a file is kept even if an app does not need it. */
  readonly isAskedFor?: (path: string) => boolean;
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
  const appBase = findAppBase(files);
  const layoutOptions: LayoutOptions = {
    name: options.name ?? '',
    appBase: appBase?.address ?? null,
    siteUrl: findSiteUrl(files),
  };
  const wholeLayout = new Layout(files, layoutOptions);
  const source = findSourceProblem(files, wholeLayout);
  const dispensable = findUnneededFiles(files, wholeLayout);
  const isAskedFor = options.isAskedFor ?? (() => false);
  const unneeded = new Map([...dispensable].filter(([path]) => !isAskedFor(path)));
  const kept = files.filter((file) => !unneeded.has(file.path));
  const layout = new Layout(kept, layoutOptions);
  const placed = placeFiles(kept);
  const rewritten = rewriteFiles(kept, layout, (options.net ?? null) !== null);
  const arranged = Array.from(placed, ([path, file]): ArrangedFile => {
    return { path, file, rewritten: rewritten.changed.get(file.path) ?? null };
  });
  const leftOut = Array.from(unneeded, ([path, reason]) => ({ path, reason }));
  const { problems, solvedByNet } = findBuildProblems(kept, layout);
  const titled = addTitle(arranged, options.appName ?? null);
  const script = options.net ?? null;
  let net: AddedNet | null = null;
  if (script !== null) {
    const isNeeded = solvedByNet.length > 0;
    net = addNet(titled, { script, rewritten, appBase: layout.appBase, isNeeded });
  }
  const found = [
    ...findLeftOutImports(kept, layout, [...(options.excluded ?? []), ...leftOut]),
    ...problems.filter((problem) => titled === arranged || !isTitleProblem(problem)),
    ...(net === null ? solvedByNet : []),
    ...findSlugProblem(appBase, options.slug ?? null),
  ];
  return {
    files: net?.files ?? titled,
    leftOut,
    kept: [...dispensable.keys()].filter(isAskedFor),
    pieces: arranged.flatMap((file) => listPieces(file, layout)),
    // All other problems of a source are a consequence of the first one.
    problems: source.length > 0 ? source : found,
    net: net?.path ?? null,
    hasAddedTitle: titled !== arranged,
  };
}

function isTitleProblem(problem: Problem): boolean {
  return problem.code?.startsWith('page_title_') ?? false;
}

/**
 * Gives index.html the name of the app as its title. Returns the same list if it has a title
 * already.
 */
function addTitle(files: readonly ArrangedFile[], appName: string | null): readonly ArrangedFile[] {
  const page = files.find((each) => each.path === pagePath);
  if (page === undefined || appName === null) return files;
  const text = page.rewritten?.text ?? page.file.text;
  const fault = findTitleFault(text);
  if (fault === null) return files;
  const name = appName.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const title = readTags(text).find((tag) => tag.name === 'title');
  const start = title?.end ?? findScriptStart(text);
  const inserted = title === undefined ? `<title>${name}</title>` : name;
  const changes = page.rewritten?.changes ?? [];
  const rewritten = { text: `${text.slice(0, start)}${inserted}${text.slice(start)}`, changes };
  return files.map((each) => (each === page ? { ...page, rewritten } : each));
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

/** Returns the files by their paths in the app folder. Throws ActionError `arrange_conflict`. */
function placeFiles(files: readonly BuildFile[]): ReadonlyMap<string, BuildFile> {
  const placed = new Map<string, BuildFile>();
  for (const file of files) {
    const path = toAppPath(file.path);
    const other = placed.get(path);
    if (other !== undefined && other.sha256 !== file.sha256)
      throw makeConflict(
        `${other.path} and ${file.path} would both become ${path}, but their contents differ.`,
      );
    placed.set(path, file);
  }
  for (const [path, file] of placed) {
    const folders = listAbove(posix.dirname(path), '.');
    const folder = folders.find((above) => placed.has(above)) ?? '';
    const other = placed.get(folder);
    if (other !== undefined)
      throw makeConflict(
        `${other.path} would become the file ${folder}, but ${file.path} needs a folder of that name.`,
      );
  }
  return placed;
}

function makeConflict(message: string): ActionError {
  const next = 'Rename one of them, or let the build write only one of them.';
  return new ActionError(message, { code: 'arrange_conflict', next });
}
