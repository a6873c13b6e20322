import { hash } from 'node:crypto';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pagePath, servicePath } from '../../src/app/app.ts';
import { ActionError } from '../../src/errors.ts';
import { isWithin } from '../../src/folder/folder.ts';
import type { FolderFile } from '../../src/folder/folder-file.ts';
import { type FoundEntry, readFile } from '../../src/folder/read.ts';
import {
  createSelector,
  type Excluded,
  type Selector,
  type UnmatchedPattern,
} from '../../src/folder/select.ts';
import { walkFolder } from '../../src/folder/walk.ts';
import { toJsonObject, toNonEmptyText } from '../../src/text/json.ts';
import { readTitle } from '../files/html.ts';
import { toRelativePath } from '../files/places.ts';
import { listAbove } from '../files/repository.ts';
import { buildFirst } from './build-problems.ts';
import { type BuildFile, type LeftOutFile, topFiles } from './layout.ts';
import { rewrittenTypes } from './rewrite.ts';

/** The build, and what is added to it for an app folder. */
export interface BuildFolder {
  readonly files: readonly BuildFile[];
  readonly excluded: readonly LeftOutFile[];
  /** Sentences without a full stop about the files that were added, since the build lacks them. */
  readonly added: readonly string[];
  /** The name of the build's folder, for a page in the folder above; see LayoutOptions. */
  readonly name: string;
  /** The name in service.json; null if it has no name. */
  readonly appName: string | null;
  /**
   * Returns a sentence about each pattern that changes nothing.
   *
   * @param kept The paths of the files that are kept only because `--include` asks for them.
   */
  readonly describeIdlePatterns: (kept: readonly string[]) => readonly string[];
  /** Returns true if a pattern of `--include` matches a file. */
  readonly isAskedFor: (path: string) => boolean;
}

/**
 * The patterns of `--include`, which names files to keep even if an app does not need them, and of
 * `--exclude`, which names files to leave out.
 */
interface BuildPatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Maximum size of a text whose addresses are rewritten, in bytes. */
const maxRewrittenBytes = 64 * 1024 * 1024;

/**
 * Reads a build, and adds the files at the top of an app folder that it lacks. Throws ActionError
 * `folder_empty` or `no_page`.
 *
 * @param cwd The working directory: paths in messages are relative to it.
 */
export async function readBuildFolder(
  root: string,
  cwd: string,
  patterns: BuildPatterns,
): Promise<BuildFolder> {
  const selector = await createSelector({ include: [], exclude: patterns.exclude });
  const included = await createSelector({ include: patterns.include, exclude: [] });
  const isAskedFor = (path: string): boolean => {
    return patterns.include.length > 0 && included.findExclusion(path, 'file') === null;
  };
  const mayAskFor = patterns.include.some((pattern) => /node_modules/i.test(pattern));
  const kept = { isAskedFor, mayAskFor };
  const walked = await walkFolder({ root, selector: keepPackages(selector, root, kept) });
  if (walked.files.length === 0) {
    const next = 'Check the folder, and that the app has been built.';
    throw new ActionError('The build is empty.', { code: 'folder_empty', next });
  }
  const project = findProject(root, cwd);
  const fromProject = findTopFiles(project, walked.files);
  const files = [...walked.files, ...fromProject].map((entry) => toBuildFile(readFile(entry)));
  assertPage(files, existsSync(join(root, 'package.json')));
  const added = fromProject.map((entry) => {
    return `Added ${relative(cwd, entry.location)} (not in the build output)`;
  });
  const made = makeServiceFile(files);
  if (made !== null) {
    files.push(made.file);
    added.push(`Made service.json with the name ${made.name} from the title of the page`);
  }
  const hasPageAbove = fromProject.some((entry) => entry.path === pagePath);
  const paths = [...walked.files, ...walked.excluded].map((each) => each.path);
  const packages = files.map((file) => file.path).filter((path) => isInPackages.test(path));
  if (packages.length > 0)
    added.push('Named node_modules modules, since a deploy leaves out node_modules');
  return {
    files,
    excluded: summarizeExcluded(walked.excluded),
    added,
    name: hasPageAbove ? `${toRelativePath(project, root)}/` : '',
    appName: readAppName(files),
    describeIdlePatterns: (kept) => [
      ...describeIdlePatterns(included, [...kept, ...packages], walked),
      ...selector.listUnmatched(paths).map(describeUnmatched),
    ],
    isAskedFor,
  };
}

const isInPackages = /(?:^|\/)node_modules\//i;

/**
 * Returns a sentence about each pattern of `--include` that changes nothing.
 *
 * @param kept The paths that would be left out without the patterns.
 */
function describeIdlePatterns(
  included: Selector,
  kept: readonly string[],
  walked: { readonly files: readonly FoundEntry[]; readonly excluded: readonly Excluded[] },
): readonly string[] {
  return included.listUnmatched(kept).map((idle) => {
    const { pattern } = idle;
    const matches = ({ path }: { readonly path: string }): boolean => {
      return included.listUnmatched([path]).every((each) => each.pattern !== pattern);
    };
    const excluded = walked.excluded.find(matches);
    const noEffect = `The include pattern ${pattern} has no effect:`;
    if (excluded) return `${noEffect} ${excluded.path} is left out (${excluded.reason}).`;
    if (walked.files.some(matches)) return `${noEffect} the app has these files without it.`;
    return describeUnmatched(idle);
  });
}

function describeUnmatched({ input, pattern }: UnmatchedPattern): string {
  return `The ${input} pattern ${pattern} matches no file.`;
}

/** Returns what is excluded. The files of packages are not listed one by one. */
function summarizeExcluded(excluded: readonly Excluded[]): readonly LeftOutFile[] {
  const listed = new Map<string, string>();
  for (const { path, kind, reason } of excluded) {
    const folder = kind === 'node_modules' ? path.replace(/(node_modules\/).*/i, '$1') : path;
    listed.set(folder, reason);
  }
  return Array.from(listed, ([path, reason]) => ({ path, reason }));
}

/** The packages that `--include` names. */
interface PackagesAskedFor {
  /** True if a pattern may match something in node_modules. */
  readonly mayAskFor: boolean;
  readonly isAskedFor: (path: string) => boolean;
}

/**
 * Returns a selector that also keeps the folders named `node_modules` that a builder wrote. Those
 * of a project, next to its package.json, are left out, but for the files that are asked for.
 */
function keepPackages(
  selector: Selector,
  root: string,
  kept: PackagesAskedFor,
): Pick<Selector, 'findExclusion'> {
  const isOfProject = (folder: string): boolean => {
    return existsSync(join(root, dirname(folder), 'package.json'));
  };
  return {
    findExclusion(path, type) {
      const exclusion = selector.findExclusion(path, type);
      const [folder] = /^(?:.*?\/)??node_modules(?=\/|$)/i.exec(path) ?? [];
      if (folder === undefined || (exclusion !== null && exclusion.kind !== 'node_modules'))
        return exclusion;
      const isKept = type === 'folder' ? kept.mayAskFor : kept.isAskedFor(path);
      if (isKept || !isOfProject(folder)) return null;
      return { kind: 'node_modules', reason: 'node_modules' };
    },
  };
}

/**
 * Returns the nearest folder above a build that holds a project, or an empty text. Folders above
 * the repository of the build, or else above the working directory, may belong to somebody else.
 */
function findProject(root: string, cwd: string): string {
  const above = dirname(root);
  const hasGit = (folder: string): boolean => existsSync(join(folder, '.git'));
  const repository = listAbove(above, '').find(hasGit);
  const workingFolder = realpathSync.native(cwd);
  const nearest = isWithin(workingFolder, above) ? workingFolder : above;
  const isProject = (folder: string): boolean => {
    return existsSync(join(folder, 'package.json')) || hasGit(folder);
  };
  return listAbove(above, repository ?? nearest).find(isProject) ?? '';
}

/** Returns the files for the top of the app folder that the build lacks and the project has. */
function findTopFiles(project: string, found: readonly FoundEntry[]): readonly FoundEntry[] {
  if (project === '') return [];
  return topFiles
    .filter((name) => found.every((entry) => entry.path !== name))
    .map((name) => ({ path: name, location: join(project, name) }))
    .filter((entry) => lstatSync(entry.location, { throwIfNoEntry: false })?.isFile());
}

function toBuildFile(file: FolderFile): BuildFile {
  const { path, type, bytes } = file;
  const isRewritten = rewrittenTypes.test(type) && bytes.length <= maxRewrittenBytes;
  return {
    path,
    type,
    sha256: hash('sha256', bytes),
    text: isRewritten ? (file.text ?? '') : '',
    read: () => bytes,
  };
}

/** Throws ActionError `no_page` if a build has no page. */
function assertPage(files: readonly BuildFile[], isProject: boolean): void {
  if (files.some((file) => file.path === pagePath)) return;
  const message = isProject
    ? 'This is the source of a project, not its build: it has a package.json and no index.html.'
    : 'The build has no index.html, so there is no page to open.';
  const next = isProject ? buildFirst : advisePage(files);
  throw new ActionError(message, { code: 'no_page', next });
}

/** Returns the advice for a build without index.html: its page may have another name or folder. */
function advisePage(files: readonly BuildFile[]): string {
  const paths = files.map((file) => file.path);
  if (paths.includes('_shell.html'))
    return 'The builder (TanStack Start) writes the page as _shell.html: copy it to index.html in the build.';
  const below = paths.find((path) => /^[^/]+\/index\.html$/.test(path));
  if (below !== undefined) return `Arrange the folder that contains ${below} instead.`;
  const page = paths.find((path) => /^[^/]+\.html?$/i.test(path) && !/^(?:404|200)\./.test(path));
  if (page !== undefined) return `Rename ${page} to index.html.`;
  return 'Check the folder, and that the build writes a page.';
}

/** A generated service.json, and the name of the app in it. */
interface MadeServiceFile {
  readonly file: BuildFile;
  readonly name: string;
}

/** Makes a service.json if there is none and the page has a title; otherwise returns null. */
function makeServiceFile(files: readonly BuildFile[]): MadeServiceFile | null {
  const page = files.find((file) => file.path === pagePath);
  const name = readTitle(page?.text ?? '');
  const hasService = files.some((file) => file.path === servicePath);
  if (hasService || name === '') return null;
  const content = Buffer.from(`${JSON.stringify({ name }, null, 2)}\n`);
  const file: BuildFile = {
    path: servicePath,
    type: 'application/json',
    sha256: '',
    text: '',
    read: () => content,
  };
  return { file, name };
}

/** Returns the name in service.json, or null if it has none. */
function readAppName(files: readonly BuildFile[]): string | null {
  const text = files.find((file) => file.path === servicePath)?.text ?? '';
  try {
    return toNonEmptyText(toJsonObject(JSON.parse(text))?.['name']);
  } catch {
    // The check that follows reports what is wrong with service.json.
    return null;
  }
}
