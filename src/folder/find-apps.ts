import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Minimatch } from 'minimatch';
import { pagePath, servicePath } from '../app/app.ts';
import { makeError } from '../errors.ts';
import { type InvalidInput, isPattern, isSlug, slugRule } from '../inputs/inputs.ts';
import { compareTexts } from '../text/format.ts';
import { perFrontend } from '../text/frontend.ts';
import { isWithin } from './folder.ts';
import { adviseErrno, describeErrno, readErrno } from './folder-error.ts';
import { EventLoopTurns } from './read.ts';
import { assertAlternatives, matchOptions } from './select.ts';
import { walkLimits } from './walk.ts';

interface FoundApp {
  readonly slug: string;
  /** Relative to the workspace, with `/`; as it was written if it is outside the workspace. */
  readonly folder: string;
  /** The folder's name from which the slug is made. */
  readonly name: string;
}

export interface AppsOptions {
  /** Absolute path. */
  readonly workspace: string;
  /** The input `folder`: one path or pattern per line. */
  readonly folder: string;
  /**
   * The input `slug`: the slug of the only app, or a text with a star that stands for the name of
   * each folder. If it is empty, the names of the folders are the slugs.
   */
  readonly slug: string;
  readonly signal: AbortSignal;
}

/**
 * Finds the apps of a run about several apps: the folders that `folder` names, the folders that
 * match its patterns and contain `service.json` or `index.html`, and a slug for each. A folder
 * inside a matching folder belongs to that app. A folder that is named without a pattern need not
 * exist; opening it reports the error. `apps` are sorted by slug; there are none if `invalid` has
 * faults of the inputs `folder` and `slug`. Throws ActionError `folder_unreadable` or `pattern_invalid`,
 * or the signal's reason.
 *
 * @example
 * await findApps({ workspace, folder: 'apps/*', slug: 'acme-*', signal });
 * // { apps: [{ slug: 'acme-tides', folder: 'apps/tides', … }], warnings: [], invalid: [] }
 */
export async function findApps(options: AppsOptions) {
  const { slug } = options;
  const invalid: InvalidInput[] = [];
  const warnings: string[] = [];
  const found = new Map<string, FoundApp>();
  for (const line of options.folder.split('\n')) {
    const ofLine = await findByLine(line, options, warnings);
    if (ofLine.length === 0) {
      const expected = 'must match folders that contain service.json or index.html';
      invalid.push({ input: 'folder', got: line, expected });
    }
    for (const app of ofLine) {
      if (!found.has(app.folder)) found.set(app.folder, app);
    }
  }
  if (found.size > 1 && isSlug(slug)) {
    const expected = `must be omitted or contain a *, since folder matches ${found.size} apps`;
    invalid.push({ input: 'slug', got: slug, expected });
  }
  const apps = [...found.values()];
  if (invalid.length === 0) invalid.push(...checkSlugs(apps, slug));
  if (invalid.length > 0) return { apps: [], warnings, invalid };
  apps.sort((one, other) => compareTexts(one.slug, other.slug));
  return { apps, warnings, invalid };
}

/** Returns a fault for each folder whose slug is not valid, and for each slug used twice. */
function checkSlugs(apps: readonly FoundApp[], slug: string): readonly InvalidInput[] {
  const invalid: InvalidInput[] = [];
  const rule = slug === '' ? 'are slugs' : `make slugs with ${slug}`;
  for (const app of apps) {
    if (isSlug(app.slug)) continue;
    const expected = `must match folders whose names ${rule} (${slugRule})`;
    invalid.push({ input: 'folder', got: app.folder, expected, fix: adviseOmission(app) });
  }
  for (const [shared, some] of Map.groupBy(apps, (app) => app.slug)) {
    const last = some.at(-1);
    if (last === undefined || some.length === 1) continue;
    const got = some.map((app) => app.folder).join(' and ');
    const expected = `must match only one folder for the slug ${shared}`;
    invalid.push({ input: 'folder', got, expected, fix: adviseOmission(last) });
  }
  return invalid;
}

function adviseOmission({ folder, name }: FoundApp): string {
  const parts = folder.split('/');
  const pattern = parts.with(parts.lastIndexOf(name), `!(${name})`).join('/');
  return `Rename ${name}, or exclude it with a pattern such as ${pattern}.`;
}

/** Returns the apps that one line of the input `folder` stands for. */
async function findByLine(
  line: string,
  options: AppsOptions,
  warnings: string[],
): Promise<readonly FoundApp[]> {
  const { workspace, slug } = options;
  if (!isPattern(line)) {
    const name = path.basename(path.resolve(workspace, line));
    return [toApp(toWorkspacePath(workspace, line), name, slug)];
  }
  const pattern = toWorkspacePattern(workspace, line);
  return pattern === null ? [] : matchFolders(pattern, options, warnings);
}

function toApp(folder: string, name: string, slug: string): FoundApp {
  return { slug: slug === '' ? name : slug.replace('*', () => name), folder, name };
}

/**
 * Returns a pattern relative to the workspace, with `/`; null if it leads out of it. An absolute
 * pattern is resolved as a path up to its first wildcard, so that backslashes, the case of a drive
 * letter, and links in the path of the workspace do not matter. `platform`: the rules for paths,
 * `path.posix`, `path.win32`, or by default the machine's own.
 */
export function toWorkspacePattern(
  workspace: string,
  written: string,
  platform: path.PlatformPath = path,
): string | null {
  if (!platform.isAbsolute(written)) return normalizePattern(written);
  const withSlashes = (text: string): string => text.replaceAll(platform.sep, '/');
  const pattern = withSlashes(toContainerPath(workspace, written));
  // The path of the workspace may itself contain what looks like a wildcard.
  const prefix = `${withSlashes(workspace).replace(/\/$/, '')}/`;
  if (pattern.startsWith(prefix)) return normalizePattern(pattern.slice(prefix.length));
  const names = pattern.split('/');
  const firstWildcard = names.findIndex((name) => isPattern(name) || name.includes('['));
  const base = names.slice(0, firstWildcard).join('/');
  const way = relate(workspace, platform.resolve(`${base}/`), platform);
  if (way === null) return null;
  return normalizePattern([withSlashes(way), ...names.slice(firstWildcard)].join('/'));
}

/**
 * Returns an absolute path as it is in the container of a job. There, `github.workspace` is still
 * the path on the runner, `/home/runner/work/repo/repo`, and the workspace is `/__w/repo/repo`.
 */
function toContainerPath(workspace: string, written: string): string {
  const [, name] = /^\/__w\/([^/]+\/[^/]+)\/?$/.exec(workspace) ?? [];
  if (name === undefined || written.startsWith('/__w/')) return written;
  for (const work of ['/work/', '/_work/']) {
    const start = written.indexOf(`${work}${name}`);
    const end = start + work.length + name.length;
    const isWhole = end === written.length || written[end] === '/';
    if (start !== -1 && isWhole) return `${workspace.replace(/\/$/, '')}${written.slice(end)}`;
  }
  return written;
}

function normalizePattern(pattern: string): string {
  return path.posix.normalize(pattern).replace(/^\/+|(?<!\/)\/+$/g, '');
}

/**
 * Returns a folder relative to the workspace, with `/` and with the names as they are on disk,
 * which may differ from the written ones in case or Unicode form. Returns the folder as written if
 * it is outside the workspace.
 */
export function toWorkspacePath(
  workspace: string,
  written: string,
  listNames: (location: string) => readonly string[] = readNames,
): string {
  const place = path.resolve(workspace, toContainerPath(workspace, written));
  const way = relate(workspace, place, path);
  if (way === null) return written;
  if (way === '') return '.';
  let parent = workspace;
  const names: string[] = [];
  for (const name of way.split(path.sep)) {
    names.push(findNameOnDisk(name, listNames(parent)));
    parent = path.join(parent, name);
  }
  return names.join('/');
}

function readNames(location: string): readonly string[] {
  try {
    return readdirSync(location);
  } catch {
    // If the folder cannot be listed, its names stay as they are written in the input.
    return [];
  }
}

function findNameOnDisk(written: string, listed: readonly string[]): string {
  if (listed.includes(written)) return written;
  const toPlain = (name: string): string => name.normalize('NFC').toLowerCase();
  return listed.find((name) => toPlain(name) === toPlain(written)) ?? written;
}

/**
 * Returns the path of a location relative to the workspace; null if the location is outside. Both
 * paths may contain links, such as `/var` on macOS.
 */
function relate(workspace: string, location: string, platform: path.PlatformPath): string | null {
  if (isWithin(workspace, location, platform)) return platform.relative(workspace, location);
  try {
    const [realWorkspace, realLocation] = [workspace, location].map((each) =>
      realpathSync.native(each),
    );
    if (realWorkspace === undefined || realLocation === undefined) return null;
    if (!isWithin(realWorkspace, realLocation, platform)) return null;
    return platform.relative(realWorkspace, realLocation);
  } catch {
    // The workspace or the location does not exist.
    return null;
  }
}

/**
 * Walks through the folders in which something may match. Links are followed only if the pattern
 * has no `**`: with it, they could lead in circles.
 */
async function matchFolders(
  pattern: string,
  options: AppsOptions,
  warnings: string[],
): Promise<readonly FoundApp[]> {
  const { workspace, slug, signal } = options;
  const minimatch = await import('minimatch');
  const matcher = new minimatch.Minimatch(pattern, { ...matchOptions, dot: false });
  assertAlternatives(matcher, pattern, 'folder');
  const followsLinks = !pattern.includes('**');
  const turns = new EventLoopTurns(signal);
  const matching: string[] = [];
  const waiting = [''];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    await turns.count(0);
    for (const entry of listEntries(path.join(workspace, parent))) {
      const folder = path.posix.join(parent, entry.name);
      const isMatch = matcher.match(folder);
      const kind = readKind(entry, followsLinks);
      if (kind === 'broken_link' && isMatch)
        warnings.push(`The link ${folder} is broken or points to itself, and was excluded.`);
      if (kind !== 'folder') continue;
      if (isMatch && holdsApp(path.join(workspace, folder))) matching.push(folder);
      else if (matcher.match(folder, true) && folder.split('/').length < walkLimits.levels)
        waiting.push(folder);
    }
  }
  const fixedNames = countFixedNames(matcher.set);
  return matching.sort(compareTexts).map((folder) => {
    const name = folder.split('/').at(-1 - fixedNames) ?? folder;
    return toApp(folder, name, slug);
  });
}

/**
 * Returns how many names at the end are the same in every path that matches: 1 for a pattern that
 * ends with `/dist`.
 */
function countFixedNames(alternatives: Minimatch['set']): number {
  const [first = []] = alternatives;
  let count = 0;
  while (count < first.length) {
    const name = first.at(-1 - count);
    const isFixed =
      typeof name === 'string' && alternatives.every((names) => names.at(-1 - count) === name);
    if (!isFixed) break;
    count += 1;
  }
  return count;
}

function holdsApp(folder: string): boolean {
  return existsSync(path.join(folder, servicePath)) || existsSync(path.join(folder, pagePath));
}

function listEntries(location: string): readonly Dirent[] {
  try {
    return readdirSync(location, { withFileTypes: true });
  } catch (cause) {
    if (readErrno(cause) === 'ENOENT') return [];
    const user = perFrontend('the user that runs this step', 'your user');
    const message = `The folder ${location} cannot be listed: ${describeErrno(cause)}.`;
    throw makeError('folder_unreadable', message, {
      next:
        adviseErrno(readErrno(cause)) ??
        `Give ${user} permission to read it, or name the folders without a pattern.`,
      cause,
    });
  }
}

/**
 * Returns `folder` for a folder that may hold an app, and for a link to one if links are followed.
 */
function readKind(entry: Dirent, followsLinks: boolean): 'folder' | 'broken_link' | 'other' {
  if (entry.name === 'node_modules') return 'other';
  if (!entry.isSymbolicLink() || !followsLinks) return entry.isDirectory() ? 'folder' : 'other';
  try {
    const target = statSync(path.join(entry.parentPath, entry.name));
    return target.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (readErrno(error) !== '') return 'broken_link';
    throw error;
  }
}
