import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type InvalidInput, isPattern, isSlug, slugRule } from '../model/inputs.ts';
import { compareTexts } from '../text/format.ts';
import { either } from '../text/voice.ts';
import { isWithin } from './folder.ts';
import { describeErrno, FolderError, readErrno } from './folder-error.ts';
import { createYield } from './read.ts';
import { matchOptions } from './select.ts';

/** One app of a run: its address, and its folder, relative to the workspace with `/` (or as it was named, where it is not in it). */
export interface AppPlace {
  readonly slug: string;
  readonly folder: string;
}

/** What says which apps a run is about. */
export interface AppsOptions {
  /** Absolute path. */
  readonly workspace: string;
  /** The input: a path or pattern in each line. */
  readonly folder: string;
  /** The input: empty for the names of the folders, with a star for such a name in it, or the slug of the only app. */
  readonly slug: string;
  readonly signal: AbortSignal;
}

/** The apps in the order of their slugs, or what is wrong with the inputs `folder` and `slug`. */
type FoundApps = { readonly apps: readonly AppPlace[] } | { readonly invalid: readonly InvalidInput[] };

/**
 * Finds the apps of a run of several: the folders that `folder` names, or that its patterns match and that hold `service.json` or
 * `index.html`, and a slug for each. Folders inside a folder that matches are parts of that app. A folder that is named and not there
 * is found nevertheless: to open it says what is wrong. Throws FolderError `folder_unreadable`, or the signal's reason.
 */
export async function findApps(options: AppsOptions): Promise<FoundApps> {
  const invalid: InvalidInput[] = [];
  const folders = new Set<string>();
  for (const line of options.folder.split('\n')) {
    const found = await findFolders(line, options);
    for (const folder of found) folders.add(folder);
    const expected = 'must match folders that hold service.json or index.html';
    if (found.length === 0) invalid.push({ input: 'folder', got: line, expected });
  }
  const { slug } = options;
  if (folders.size > 1 && isSlug(slug)) {
    const expected = `must be left out or have a * in it, since folder stands for ${folders.size} apps`;
    invalid.push({ input: 'slug', got: slug, expected });
  }
  return invalid.length > 0 ? { invalid } : nameApps([...folders], options);
}

/** Gives each app its slug. */
function nameApps(folders: readonly string[], { workspace, slug }: AppsOptions): FoundApps {
  const apps = folders.map((folder): AppPlace => {
    const name = path.basename(path.resolve(workspace, folder));
    return { folder, slug: slug === '' ? name : slug.replace('*', () => name) };
  });
  const names = slug === '' ? 'are slugs' : `make slugs with ${slug}`;
  const wrong = apps.filter((app) => !isSlug(app.slug));
  const sameSlug = [...Map.groupBy(apps, (app) => app.slug)].filter(([, some]) => some.length > 1);
  const invalid = [
    ...wrong.map(({ folder }) => {
      return { input: 'folder', got: folder, expected: `must stand for folders whose names ${names} (${slugRule})` };
    }),
    ...sameSlug.map(([shared, some]) => {
      const got = some.map(({ folder }) => folder).join(' and ');
      return { input: 'folder', got, expected: `must stand for one folder for the slug ${shared}` };
    }),
  ];
  if (invalid.length > 0) return { invalid };
  return { apps: apps.toSorted((one, other) => compareTexts(one.slug, other.slug)) };
}

/** The folders of a line. */
async function findFolders(line: string, options: AppsOptions): Promise<readonly string[]> {
  const { workspace } = options;
  if (!isPattern(line)) return [toWorkspacePath(workspace, line)];
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

/** Walks through the folders in which something may match. Links are followed where they cannot lead in circles. */
async function matchFolders(pattern: string, { workspace, signal }: AppsOptions): Promise<readonly string[]> {
  const { Minimatch } = await import('minimatch');
  const matcher = new Minimatch(pattern, { ...matchOptions, dot: false });
  const takeTurn = createYield(signal);
  const matching: string[] = [];
  const waiting = [''];
  for (let above = waiting.pop(); above !== undefined; above = waiting.pop()) {
    await takeTurn(0);
    for (const entry of readdir(path.join(workspace, above))) {
      if (!isFolder(entry, !pattern.includes('**'))) continue;
      const folder = path.posix.join(above, entry.name);
      if (matcher.match(folder) && holdsApp(path.join(workspace, folder))) matching.push(folder);
      else if (matcher.match(folder, true)) waiting.push(folder);
    }
  }
  return matching.sort(compareTexts);
}

function holdsApp(folder: string): boolean {
  return existsSync(path.join(folder, 'service.json')) || existsSync(path.join(folder, 'index.html'));
}

function readdir(location: string): readonly Dirent[] {
  try {
    return readdirSync(location, { withFileTypes: true });
  } catch (cause) {
    if (readErrno(cause) === 'ENOENT') return [];
    throw new FolderError(`The folder ${location} cannot be listed: ${describeErrno(cause)}.`, {
      code: 'folder_unreadable',
      next: `Give ${either('the user that runs this step', 'your user')} permission to read it, or name the folders without a pattern.`,
      cause,
    });
  }
}

/** True for a folder that may hold an app, and where links are followed also for a link to one. */
function isFolder(entry: Dirent, followsLinks: boolean): boolean {
  if (entry.name === 'node_modules') return false;
  if (!followsLinks || !entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}
