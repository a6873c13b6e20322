import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type AppFields, appFields, sentFields, servicePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import { type ActionError, makeError } from '../errors.ts';
import { compareTexts, listNames } from '../text/format.ts';
import { nameInput, nameInputInText, perFrontend } from '../text/frontend.ts';
import type { Secret } from '../text/secrets.ts';
import {
  type CheckOptions,
  checkFolder,
  checkReadSize,
  checkSize,
  type FileSize,
  maxFolderBytes,
  sumBytes,
} from './check.ts';
import { searchSecrets } from './check-secrets.ts';
import { mergeEqual, toProblem } from './check-words.ts';
import { isDockerConfig } from './credentials.ts';
import { describeErrno, readErrno } from './folder-error.ts';
import { type FolderContents, type FolderFile, findFile, hashContents } from './folder-file.ts';
import { describeNearPages } from './near-pages.ts';
import {
  askSystem,
  assertFolderInPlace,
  EventLoopTurns,
  type FoundEntry,
  readFile,
} from './read.ts';
import {
  createSelector,
  type Excluded,
  isCredential,
  isGit,
  type Patterns,
  type UnmatchedPattern,
} from './select.ts';
import { parseServiceJson } from './service-json.ts';
import { listMissingSubmodules } from './submodules.ts';
import { readText, toTextLines } from './text.ts';
import { walkFolder } from './walk.ts';

/** The folder that the paths of app folders are relative to. */
export interface Workspace {
  /** Absolute path. */
  readonly path: string;
  /** True if app folders must be inside it. */
  readonly isBoundary: boolean;
}

/** The folder to open, its rules, and what it needs from the run. */
export interface FolderOptions extends Patterns, CheckOptions {
  /** Absolute path of the folder; messages name it as `folder`. */
  readonly path: string;
  readonly workspace: Workspace;
  /**
   * Absolute path of the runner's folder for temporary files, where other steps keep secrets; empty
   * if there is none.
   */
  readonly runnerTemp: string;
  /** Values that must not be sent. A file with one of them is a problem. */
  readonly secrets: readonly Secret[];
  readonly signal?: AbortSignal | undefined;
}

/** A folder that was read into memory, and the findings of the offline check. */
export interface Folder extends FolderContents {
  /** The number of included files, also of a folder that is too large to be read. */
  readonly fileCount: number;
  /** The size of all included files in bytes. */
  readonly byteCount: number;
  /** See hashContents. Empty if the folder is too large to be read. */
  readonly contentHash: string;
  /** The findings of the offline check; errors first. With an error, nothing may be sent. */
  readonly problems: readonly Problem[];
  /**
   * Warnings about excluded files that look like credentials, and about patterns without effect.
   */
  readonly warnings: readonly string[];
  /**
   * The draft fields that the folder holds, for create and update. A field is absent if its file is
   * missing or cannot be checked, or if it is not a string.
   */
  readonly fields: AppFields;
  /** The text of service.json; null if there is none, or if it is not text. */
  readonly serviceJson: string | null;
  /**
   * The folder's path from the root of its repository, with `/`; empty if it is that root. The root
   * is the outermost repository in the workspace, because its web pages do not show the files of a
   * submodule; without a repository it is the workspace. In a workspace that is not a boundary, it
   * is the folder as messages name it.
   */
  readonly repositoryPath: string;
  /**
   * The paths of files that seem to hold a key or a credential: no report may show their lines.
   */
  readonly secretPaths: ReadonlySet<string>;
}

/**
 * Finds the app folder, reads its included files into memory, and checks them without the service.
 * Sends nothing. A folder of more than maxFolderBytes is not read; a problem says so. Throws
 * ActionError, or the signal's reason.
 *
 * @example
 * const folder = await readFolder({ workspace, folder: 'app', … });
 * folder.problems; // what the offline check found
 */
export async function readFolder(options: FolderOptions): Promise<Folder> {
  const { signal, maxSize = null } = options;
  signal?.throwIfAborted();
  const { root, base, repositoryPath } = findFolder(options);
  const selector = await createSelector(options);
  const walked = await walkFolder({ root, selector, signal });
  const found = walked.files;
  const paths = [...found, ...walked.excluded].map((each) => each.path);
  const unmatched = selector.listUnmatched(paths);
  assertNoLists(unmatched);
  const submodules = listMissingSubmodules(root, base)
    .map((location) => path.relative(root, location).split(path.sep).join('/'))
    .filter((name) => selector.findExclusion(name, 'folder') === null);
  if (found.length === 0)
    throw toEmptyError(options.folder, walked.excluded, submodules.length > 0);
  const foundSizes = found.map(measure);
  const isRead = sumBytes(foundSizes) <= maxFolderBytes;
  const read = isRead ? await readFiles(found, signal) : [];
  const contents = excludeCredentials(read, walked.excluded);
  const { files, excluded } = contents;
  const sizes = isRead ? files.map(toSize) : foundSizes;
  const secrets = await searchSecrets(files, options.secrets, signal);
  const checked = isRead ? checkFolder(contents, options) : [];
  const problems = [
    ...secrets.problems,
    ...checkSize(sizes, maxSize),
    ...checkReadSize(contents),
    ...submodules.map((name) => toProblem('submodule_missing', [name], { path: `${name}/` })),
    ...checked,
  ];
  return {
    files,
    excluded,
    fileCount: sizes.length,
    byteCount: sumBytes(sizes),
    contentHash: isRead ? hashContents(files) : '',
    // Errors first: in the alphabet, `error` comes before `warning`.
    problems: mergeEqual(problems).toSorted((one, other) =>
      compareTexts(one.severity, other.severity),
    ),
    warnings: listWarnings(excluded, unmatched),
    fields: readFields(contents),
    serviceJson: readText(findFile(contents, servicePath)).text,
    repositoryPath,
    secretPaths: secrets.paths,
  };
}

/**
 * Returns the lines `first` to `last` of a file, counted from 1. Null if the file has no such
 * lines, is not text, is too large, or seems to hold a credential.
 */
export function readLines(
  folder: Folder,
  path: string,
  first: number,
  last: number,
): readonly string[] | null {
  if (folder.secretPaths.has(path)) return null;
  const { text } = readText(findFile(folder, path));
  const lines = text ? toTextLines(text).slice(first - 1, last) : [];
  return lines.length === 0 ? null : lines;
}

/**
 * Finds the app folder, resolves its links, and makes sure that it may be published: it must be
 * inside the workspace, and must not contain the runner's temporary files. `root` and `base` are the
 * real paths of the folder and of the workspace; `repositoryPath` is described at Folder. Throws
 * ActionError.
 */
export function findFolder(
  options: Pick<FolderOptions, 'path' | 'folder' | 'workspace' | 'runnerTemp'>,
) {
  const { workspace, folder, runnerTemp } = options;
  const base = findRealFolder(workspace.path, workspace.path, null);
  const root = findRealFolder(options.path, folder, workspace.path);
  if (workspace.isBoundary && !isWithin(base, root)) {
    const outside = `outside the ${perFrontend('workspace', 'repository')}`;
    const isLinked = isWithin(workspace.path, options.path);
    const message = isLinked
      ? `The folder ${folder} is a link to ${root}, ${outside}.`
      : `The folder ${folder} is ${outside}.`;
    // Nix and Bazel link their results from the workspace.
    const copy = `Copy what it links to into the workspace, as with cp -rL ${folder} app, and name the copy.`;
    throw makeError('folder_outside_workspace', message, {
      next: isLinked ? copy : adviseFolderInput(),
    });
  }
  if (existsSync(runnerTemp) && isWithin(root, realpathSync.native(runnerTemp))) {
    const contents = perFrontend(
      "the runner's temporary files, where other steps keep secrets",
      'temporary files',
    );
    throw toNotAllowedError(folder, `contains ${contents}`);
  }
  const names = path.relative(base, root).split(path.sep);
  if (names.some(isGit)) throw toNotAllowedError(folder, 'is inside a .git folder');
  if (names.some((name) => isCredential(name, true)))
    throw toNotAllowedError(folder, 'is inside a folder for credentials');
  return {
    root,
    base,
    repositoryPath: workspace.isBoundary ? toRepositoryPath(base, names) : folder,
  };
}

/**
 * True if `target` is `ancestor` itself or below it. Both must be absolute and free of links. Case
 * counts as on the platform: `path.posix`, `path.win32`, or by default the machine's own.
 */
export function isWithin(
  ancestor: string,
  target: string,
  platform: path.PlatformPath = path,
): boolean {
  const way = platform.relative(ancestor, target);
  return way !== '..' && !way.startsWith(`..${platform.sep}`) && !platform.isAbsolute(way);
}

function toNotAllowedError(folder: string, reason: string): ActionError {
  const next = adviseFolderInput();
  return makeError('folder_not_allowed', `The folder ${folder} ${reason}.`, { next });
}

function adviseFolderInput(): string {
  return perFrontend(
    'Set the input folder to the folder of the app, relative to the workspace.',
    'Name the folder of the app.',
  );
}

/**
 * Returns the real path of a folder. `name`: the folder as it was given. `workspace`: where to search
 * for the folder that the user may have meant; null if the folder is the workspace itself.
 */
function findRealFolder(location: string, name: string, workspace: string | null): string {
  let isFolder: boolean;
  let real: string;
  try {
    real = realpathSync.native(location);
    isFolder = statSync(real).isDirectory();
  } catch (cause) {
    const ofWorkspace = `The ${perFrontend('workspace', 'folder')}`;
    const shown = `${workspace === null ? ofWorkspace : 'The folder'} ${name}`;
    const hint = perFrontend(', and that a step before this one checks out or builds it', '');
    const next = `Check ${nameInputInText('folder')}${hint}.`;
    const errno = readErrno(cause);
    if (errno !== 'ENOENT' && errno !== 'ENOTDIR') {
      const message = `${shown} cannot be opened: ${describeErrno(cause)}.`;
      throw makeError('folder_unreadable', message, { next, cause });
    }
    const pages = workspace === null ? '' : describeNearPages(workspace, location);
    throw makeError('folder_missing', `${shown} does not exist.`, { next: next + pages, cause });
  }
  if (isFolder) return real;
  throw makeError('folder_not_a_folder', `The folder ${name} is a file, not a folder.`, {
    next: adviseFolderInput(),
  });
}

/**
 * Returns the app folder's path from the root of its repository. `names`: the folders from the
 * workspace down to the app folder.
 */
function toRepositoryPath(workspace: string, names: readonly string[]): string {
  for (let depth = 0; depth <= names.length; depth += 1) {
    const folder = path.join(workspace, ...names.slice(0, depth));
    if (isRepository(folder)) return names.slice(depth).join('/');
  }
  return names.join('/');
}

function isRepository(folder: string): boolean {
  const mark = path.join(folder, '.git');
  if (existsSync(path.join(mark, 'HEAD'))) return true;
  return lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true;
}

function toSize({ path, bytes }: FolderFile): FileSize {
  return { path, bytes: bytes.length };
}

function measure({ path, location }: FoundEntry): FileSize {
  return { path, bytes: askSystem(path, () => lstatSync(location)).size };
}

async function readFiles(
  entries: readonly FoundEntry[],
  signal: AbortSignal | undefined,
): Promise<readonly FolderFile[]> {
  const turns = new EventLoopTurns(signal);
  const files: FolderFile[] = [];
  for (const [index, entry] of entries.entries()) {
    const file = readFile(entry);
    files.push(file);
    const folder = path.dirname(entry.location);
    const next = entries[index + 1];
    // Opening refuses a link only as the last name; a folder above may have been replaced.
    if (next === undefined || path.dirname(next.location) !== folder)
      assertFolderInPlace(folder, path.posix.dirname(entry.path).replace(/^\.$/, ''));
    await turns.count(file.bytes.length);
  }
  return files;
}

function excludeCredentials(
  files: readonly FolderFile[],
  excluded: readonly Excluded[],
): FolderContents {
  const credentials = files.filter((file) => isDockerConfig(file.path, file.bytes));
  if (credentials.length === 0) return { files, excluded };
  const more = credentials.map(({ path }): Excluded => {
    return { path, kind: 'credential', reason: 'has passwords of Docker registries' };
  });
  return {
    files: files.filter((file) => !credentials.includes(file)),
    excluded: [...excluded, ...more].sort((one, other) => compareTexts(one.path, other.path)),
  };
}

/** Returns the draft fields that the files hold. */
function readFields(contents: FolderContents): AppFields {
  const read = (name: string): string | null => readText(findFile(contents, name)).text;
  const service = read(servicePath);
  const members = service === null ? null : parseServiceJson(service).members;
  const fields: Partial<Record<keyof AppFields, string>> = {};
  for (const name of sentFields) {
    const { file } = appFields[name];
    const value = file === servicePath ? members?.get(name)?.value : read(file);
    if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}

/**
 * Throws ActionError `pattern_invalid` for a list on one line: files that it was to exclude would be
 * published.
 */
function assertNoLists(unmatched: readonly UnmatchedPattern[]): void {
  const list = unmatched.find(({ pattern }) => isList(pattern));
  if (list === undefined) return;
  const name = nameInputInText(list.input);
  throw makeError('pattern_invalid', `The pattern ${list.pattern} of ${name} matches nothing.`, {
    next: `It looks like a list: write one pattern per line, without quotes, commas and brackets.`,
  });
}

/** True for several patterns with commas between them, or for a list in JSON. */
function isList(pattern: string): boolean {
  if (/^\[\s*["'].*["']\s*\]$/.test(pattern)) return true;
  const outside = pattern.replaceAll(/\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]/g, '');
  return /[^\s,]\s*,\s*[^\s,]/.test(outside);
}

function toEmptyError(
  folder: string,
  excluded: readonly Excluded[],
  isSubmodule: boolean,
): ActionError {
  let message = `The folder ${folder} is empty.`;
  if (excluded.length > 0) {
    const names = listNames(excluded.map(({ path, reason }) => `${path} (${reason})`));
    message = `All of the folder ${folder} is excluded: ${names}.`;
  }
  const inputs = perFrontend(
    'the inputs folder, include and exclude',
    'the folder, --include and --exclude',
  );
  if (isSubmodule && excluded.length === 0) {
    const { message, fix } = toProblem('submodule_missing', [`The folder ${folder}`]);
    return makeError('folder_empty', message, { next: fix ?? '' });
  }
  const build = perFrontend('a step before this one builds the app', 'the app has been built');
  return makeError('folder_empty', message, { next: `Check ${inputs}, and that ${build}.` });
}

function listWarnings(
  excluded: readonly Excluded[],
  unmatched: readonly UnmatchedPattern[],
): readonly string[] {
  const warnings: string[] = [];
  const credentials = excluded.filter((entry) => entry.kind === 'credential');
  if (credentials.length > 0) {
    const names = listNames(credentials.map((entry) => entry.path));
    const advice = 'Rename any file that is not a credential.';
    warnings.push(`Excluded because they are named like credentials: ${names}. ${advice}`);
  }
  for (const { input, pattern } of unmatched)
    warnings.push(`The ${nameInput(input)} pattern ${pattern} matches nothing.`);
  return warnings;
}
