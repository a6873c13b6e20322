import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Minimatch } from 'minimatch';
import { pagePath, servicePath } from '../model/app.ts';
import { type InvalidInput, isPattern, isSlug, slugRule } from '../model/inputs.ts';
import { compareTexts } from '../text/format.ts';
import { perFrontend } from '../text/frontend.ts';
import { isWithin } from './folder.ts';
import { describeErrno, FolderError, readErrno } from './folder-error.ts';
import { createYield } from './read.ts';
import { assertAlternatives, matchOptions } from './select.ts';

/**
 * One app of a run: its address, and its folder, relative to the workspace with `/` (or as it was
 * named, where it is not in it).
 */
export interface AppFolderRef {
  readonly slug: string;
  readonly folder: string;
}

/** What says which apps a run is about. */
export interface AppsOptions {
  /** Absolute path. */
  readonly workspace: string;
  /** The input: a path or pattern in each line. */
  readonly folder: string;
  /**
   * The input: empty for the names of the folders, with a star for such a name in it, or the slug
   * of the only app.
   */
  readonly slug: string;
  readonly signal: AbortSignal;
}

/** The apps in the order of their slugs, or what is wrong with the inputs `folder` and `slug`. */
type FoundApps =
  | { readonly apps: readonly AppFolderRef[]; readonly warnings: readonly string[] }
  | { readonly invalid: readonly InvalidInput[] };

/** What finding folders needs. */
interface FindOptions extends AppsOptions {
  readonly warn: (text: string) => void;
}

/** The folder of an app, and the name that its slug comes from. */
interface NamedFolder {
  readonly folder: string;
  readonly name: string;
}

/**
 * Finds the apps of a run of several: the folders that `folder` names, or that its patterns match
 * and that hold `service.json` or `index.html`, and a slug for each. Folders inside a folder that
 * matches are parts of that app. A folder that is named need not exist: opening it says what is
 * wrong. Throws FolderError `folder_unreadable`, or the signal's reason.
 */
export async function findApps(options: AppsOptions): Promise<FoundApps> {
  const invalid: InvalidInput[] = [];
  const folders = new Map<string, NamedFolder>();
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  for (const line of options.folder.split('\n')) {
    const found = await findNamedFolders(line, { ...options, warn });
    for (const named of found) folders.set(named.folder, folders.get(named.folder) ?? named);
    const expected = 'must match folders that hold service.json or index.html';
    if (found.length === 0) invalid.push({ input: 'folder', got: line, expected });
  }
  const { slug } = options;
  if (folders.size > 1 && isSlug(slug)) {
    const expected = `must be left out or have a * in it, since folder stands for ${folders.size} apps`;
    invalid.push({ input: 'slug', got: slug, expected });
  }
  const apps = Array.from(folders.values(), (named) => ({ ...named, slug: fillSlug(named, slug) }));
  if (invalid.length === 0) invalid.push(...checkSlugs(apps, slug));
  if (invalid.length > 0) return { invalid };
  const places = apps.map((app): AppFolderRef => ({ folder: app.folder, slug: app.slug }));
  return { apps: places.sort((one, other) => compareTexts(one.slug, other.slug)), warnings };
}

function fillSlug({ name }: NamedFolder, slug: string): string {
  return slug === '' ? name : slug.replace('*', () => name);
}

/** How to leave out a folder that a pattern matches. */
function adviseOmission({ folder, name }: NamedFolder): string {
  const parts = folder.split('/');
  const pattern = parts.with(parts.lastIndexOf(name), `!(${name})`).join('/');
  return `Rename ${name}, or leave it out with a pattern such as ${pattern}.`;
}

/** Which folders cannot have the slugs that the input `slug` gives them. */
function checkSlugs(
  apps: readonly (NamedFolder & AppFolderRef)[],
  slug: string,
): readonly InvalidInput[] {
  const names = slug === '' ? 'are slugs' : `make slugs with ${slug}`;
  const wrong = apps.filter((app) => !isSlug(app.slug));
  const sameSlug = [...Map.groupBy(apps, (app) => app.slug)].filter(([, some]) => some.length > 1);
  return [
    ...wrong.map((app) => {
      const expected = `must stand for folders whose names ${names} (${slugRule})`;
      return { input: 'folder', got: app.folder, expected, fix: adviseOmission(app) };
    }),
    ...sameSlug.map(([shared, some]) => {
      const got = some.map(({ folder }) => folder).join(' and ');
      const expected = `must stand for one folder for the slug ${shared}`;
      return { input: 'folder', got, expected, fix: some.slice(-1).map(adviseOmission).join('') };
    }),
  ];
}

/** The folders of a line. */
async function findNamedFolders(
  line: string,
  options: FindOptions,
): Promise<readonly NamedFolder[]> {
  const { workspace } = options;
  if (!isPattern(line)) {
    return [
      {
        folder: toWorkspacePath(workspace, line),
        name: path.basename(path.resolve(workspace, line)),
      },
    ];
  }
  const base = path.isAbsolute(line) ? `${workspace.split(path.sep).join('/')}/` : '';
  if (!line.startsWith(base)) return [];
  const pattern = path.posix.normalize(line.slice(base.length)).replace(/^\/+|(?<!\/)\/+$/g, '');
  return matchFolders(pattern, options);
}

/** A folder relative to the workspace, with `/`; as it is named, where it is not in it. */
export function toWorkspacePath(workspace: string, folder: string): string {
  const location = path.resolve(workspace, folder);
  if (!isWithin(workspace, location)) return folder;
  return path.relative(workspace, location).split(path.sep).join('/') || '.';
}

/**
 * Walks through the folders in which something may match. Links are followed where they cannot lead
 * in circles.
 */
async function matchFolders(
  pattern: string,
  { workspace, signal, warn }: FindOptions,
): Promise<readonly NamedFolder[]> {
  const { Minimatch } = await import('minimatch');
  const matcher = new Minimatch(pattern, { ...matchOptions, dot: false });
  assertAlternatives(matcher, pattern, 'folder');
  const tail = countFixedParts(matcher.set);
  const takeTurn = createYield(signal);
  const matching: string[] = [];
  const waiting = [''];
  const look = (entry: Dirent, above: string): void => {
    const folder = path.posix.join(above, entry.name);
    const isMatch = matcher.match(folder);
    const kind = readKind(entry, !pattern.includes('**'));
    if (kind === 'lost' && isMatch)
      warn(`The link ${folder} leads to nothing, or to itself, and was left out.`);
    if (kind !== 'folder') return;
    if (isMatch && holdsApp(path.join(workspace, folder))) matching.push(folder);
    else if (matcher.match(folder, true)) waiting.push(folder);
  };
  for (let above = waiting.pop(); above !== undefined; above = waiting.pop()) {
    await takeTurn(0);
    for (const entry of readdir(path.join(workspace, above))) look(entry, above);
  }
  return matching
    .sort(compareTexts)
    .map((folder) => ({ folder, name: folder.split('/').at(-1 - tail) ?? folder }));
}

/**
 * How many names at the end are the same in every path that matches: one where a pattern ends with
 * `dist`.
 */
function countFixedParts(alternatives: Minimatch['set']): number {
  const [first = []] = alternatives;
  let count = 0;
  const isFixed = (part: (typeof first)[number] | undefined): boolean =>
    typeof part === 'string' && alternatives.every((parts) => parts.at(-1 - count) === part);
  while (isFixed(first.at(-1 - count))) count += 1;
  return count;
}

function holdsApp(folder: string): boolean {
  return existsSync(path.join(folder, servicePath)) || existsSync(path.join(folder, pagePath));
}

function readdir(location: string): readonly Dirent[] {
  try {
    return readdirSync(location, { withFileTypes: true });
  } catch (cause) {
    if (readErrno(cause) === 'ENOENT') return [];
    throw new FolderError(`The folder ${location} cannot be listed: ${describeErrno(cause)}.`, {
      code: 'folder_unreadable',
      next: `Give ${perFrontend('the user that runs this step', 'your user')} permission to read it, or name the folders without a pattern.`,
      cause,
    });
  }
}

/**
 * `folder` for one that may hold an app, and for a link to it where links are followed; `lost` for
 * a link that leads nowhere.
 */
function readKind(entry: Dirent, followsLinks: boolean): 'folder' | 'lost' | 'other' {
  if (entry.name === 'node_modules') return 'other';
  if (!followsLinks || !entry.isSymbolicLink()) return entry.isDirectory() ? 'folder' : 'other';
  try {
    return statSync(path.join(entry.parentPath, entry.name)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (readErrno(error) !== '') return 'lost';
    throw error;
  }
}
