import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AppFields } from '../model/app.ts';
import type { Problem } from '../model/problem.ts';
import type { RequestBody } from '../model/request-body.ts';
import { listNames } from '../text/format.ts';
import { nameInput, nameInputInText, perFrontend } from '../text/frontend.ts';
import type { Secret } from '../text/secrets.ts';
import { loadAppTexts, toAppFields } from './app-texts.ts';
import { createBody } from './body.ts';
import { type CheckOptions, checkFolder } from './check.ts';
import { describeErrno, FolderError, readErrno } from './folder-error.ts';
import { locateProblems } from './locate.ts';
import { type Excluded, type FolderManifest, hashContents, holdsCredential } from './manifest.ts';
import { measureFiles } from './measure.ts';
import { describeNearPages } from './near-pages.ts';
import { createSelector, isCredential, isGit, type Patterns } from './select.ts';
import { loadText, toTextLines } from './text.ts';
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
  /** Values that must not be sent. The manifest lists where they occur. */
  readonly secrets: readonly Secret[];
  readonly signal?: AbortSignal | undefined;
  /** Called when an upload begins; returns a function to call with the number of bytes sent. */
  readonly watchUpload?: (totalBytes: number) => (sentBytes: number) => void;
}

/** A scanned folder, and the findings of the offline check. Its methods throw FolderError. */
export interface ScannedFolder extends FolderManifest {
  /** The findings of the offline check; errors first. */
  readonly problems: readonly Problem[];
  /** The draft fields that the folder holds, for create and update. */
  readonly fields: AppFields;
  /**
   * Warnings about excluded files that look like credentials, and about patterns without effect.
   */
  readonly warnings: readonly string[];
  /** The text of service.json; null if there is none, or if it is not text. */
  readonly serviceJson: string | null;
  /**
   * Returns the text of a file; null if it is larger than `maxBytes`, is not text, or seems to hold
   * a credential.
   */
  readText(path: string, maxBytes: number): string | null;
  /**
   * Adds places in the files of the folder to problems that the service reported; see
   * locateProblems.
   */
  locate(problems: readonly Problem[], sent: 'files' | 'fields'): readonly Problem[];
  /** Returns the body of a deploy, which is made while it is sent; see createBody. */
  createBody(slug: string): RequestBody;
}

/** The app folder of a run. */
export interface AppFolder {
  /**
   * The folder's path from the root of its repository, with `/`; empty if it is that root. The root
   * is the outermost repository in the workspace, because its web pages do not show the files of a
   * submodule; without a repository it is the workspace. In a workspace that is not a boundary, it
   * is the folder as messages name it. Null until the folder has been found.
   */
  readonly repositoryPath: string | null;
  /**
   * Finds the included and excluded files, measures them, and checks them without the service (see
   * checkFolder). Sends nothing and keeps no contents. Throws FolderError, or the signal's reason.
   */
  scan(): Promise<ScannedFolder>;
  /**
   * Returns the lines `first` to `last` of a file of the last scan, counted from 1. Null if the
   * file has no such lines, is not text, is too large, seems to hold a credential, or cannot be
   * read. Never throws.
   */
  readLines(path: string, first: number, last: number): Promise<readonly string[] | null>;
}

/**
 * Opens the app folder. Nothing is read before it is scanned.
 *
 * @example
 * const scanned = await openFolder({ workspace, folder: 'app', … }).scan();
 * scanned.problems; // what the offline check found
 */
export function openFolder(options: FolderOptions): AppFolder {
  return new OpenedFolder(options);
}

class OpenedFolder implements AppFolder {
  readonly #options: FolderOptions;
  #repositoryPath: string | null = null;
  #manifest: FolderManifest | null = null;

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  get repositoryPath(): string | null {
    return this.#repositoryPath;
  }

  async scan(): Promise<ScannedFolder> {
    const options = this.#options;
    options.signal?.throwIfAborted();
    const found = resolveAppFolder(options);
    this.#repositoryPath = found.repositoryPath;
    const manifest = await measureFolder(found.root, options);
    this.#manifest = manifest;
    const texts = loadAppTexts(manifest);
    return {
      ...manifest,
      problems: checkFolder(manifest, texts, options),
      fields: toAppFields(texts),
      warnings: listWarnings(manifest),
      serviceJson: texts.service.text,
      readText(path, maxBytes) {
        if (holdsCredential(manifest, path)) return null;
        return loadText(manifest, path, maxBytes).text;
      },
      locate: (problems, sent) => locateProblems(manifest, problems, sent),
      createBody: (slug) => createWatchedBody(slug, manifest, options),
    };
  }

  async readLines(path: string, first: number, last: number): Promise<readonly string[] | null> {
    const manifest = this.#manifest;
    if (manifest === null) return null;
    if (holdsCredential(manifest, path)) return null;
    try {
      const { text } = loadText(manifest, path);
      const lines = text ? toTextLines(text).slice(first - 1, last) : [];
      return lines.length === 0 ? null : lines;
    } catch {
      // An excerpt is optional: if the file has changed since the check, there is no excerpt.
      return null;
    }
  }
}

/** The app folder on disk. */
interface FoundFolder {
  /** Absolute real path. */
  readonly root: string;
  readonly repositoryPath: string;
}

/**
 * Finds the app folder, resolves its links, and makes sure that it may be published: it must be
 * inside the workspace, and must not contain the runner's temporary files.
 */
function resolveAppFolder(options: FolderOptions): FoundFolder {
  const { workspace, folder, runnerTemp } = options;
  const workspaceName = `The ${perFrontend('workspace', 'folder')}`;
  const base = findRealFolder({
    location: workspace.path,
    what: workspaceName,
    name: workspace.path,
    workspace: null,
  });
  const root = findRealFolder({
    location: options.path,
    what: 'The folder',
    name: folder,
    workspace: workspace.path,
  });
  if (workspace.isBoundary && !isWithin(base, root)) {
    const outside = `is outside the ${perFrontend('workspace', 'repository')}`;
    throw new FolderError(`The folder ${folder} ${outside}.`, {
      code: 'folder_outside_workspace',
      next: adviseFolderInput(),
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
  return { root, repositoryPath: workspace.isBoundary ? toRepositoryPath(base, names) : folder };
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

function toNotAllowedError(folder: string, reason: string): FolderError {
  const next = adviseFolderInput();
  return new FolderError(`The folder ${folder} ${reason}.`, { code: 'folder_not_allowed', next });
}

function adviseFolderInput(): string {
  return perFrontend(
    'Set the input folder to the folder of the app, relative to the workspace.',
    'Name the folder of the app.',
  );
}

/** A folder to open. */
interface NamedFolder {
  readonly location: string;
  /** The words with which an error message begins. */
  readonly what: string;
  /** The folder as it was given. */
  readonly name: string;
  /**
   * The workspace in which to search for the folder that the user may have meant; null for no
   * search.
   */
  readonly workspace: string | null;
}

function findRealFolder(folder: NamedFolder): string {
  const { location, name } = folder;
  let isFolder: boolean;
  let real: string;
  try {
    real = realpathSync.native(location);
    isFolder = statSync(real).isDirectory();
  } catch (cause) {
    throw toNotFoundError(folder, cause);
  }
  if (isFolder) return real;
  throw new FolderError(`The folder ${name} is a file, not a folder.`, {
    code: 'folder_not_a_folder',
    next: adviseFolderInput(),
  });
}

function toNotFoundError(folder: NamedFolder, cause: unknown): FolderError {
  const { location, what, name, workspace } = folder;
  const errno = readErrno(cause);
  const hint = perFrontend(', and that a step before this one checks out or builds it', '');
  const next = `Check ${nameInputInText('folder')}${hint}.`;
  if (errno === 'ENOENT' || errno === 'ENOTDIR') {
    const pages = workspace === null ? '' : describeNearPages(workspace, location);
    return new FolderError(`${what} ${name} does not exist.`, {
      code: 'folder_missing',
      next: next + pages,
      cause,
    });
  }
  const message = `${what} ${name} cannot be opened: ${describeErrno(cause)}.`;
  return new FolderError(message, { code: 'folder_unreadable', next, cause });
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

/** True if a folder has a `.git` folder with a HEAD, or a `.git` file. */
function isRepository(folder: string): boolean {
  const mark = path.join(folder, '.git');
  if (existsSync(path.join(mark, 'HEAD'))) return true;
  return lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true;
}

async function measureFolder(root: string, options: FolderOptions): Promise<FolderManifest> {
  const { signal, secrets } = options;
  const selector = await createSelector(options);
  const { files: found, excluded } = await walkFolder({ root, selector, signal });
  if (found.length === 0) throw toEmptyError(options.folder, excluded);
  const measured = await measureFiles(found, secrets, signal);
  const paths = [...measured.files, ...excluded].map((each) => each.path);
  return {
    ...measured,
    excluded,
    unmatchedPatterns: selector.listUnmatched(paths),
    byteCount: measured.files.reduce((sum, file) => sum + file.bytes, 0),
    contentHash: hashContents(measured.files),
  };
}

function toEmptyError(folder: string, excluded: readonly Excluded[]): FolderError {
  let message = `The folder ${folder} is empty.`;
  if (excluded.length > 0) {
    const names = listNames(excluded.map(({ path, reason }) => `${path} (${reason})`));
    message = `All of the folder ${folder} is excluded: ${names}.`;
  }
  const inputs = perFrontend(
    'the inputs folder, include and exclude',
    'the folder, --include and --exclude',
  );
  const build = perFrontend('a step before this one builds the app', 'the app has been built');
  return new FolderError(message, {
    code: 'folder_empty',
    next: `Check ${inputs}, and that ${build}.`,
  });
}

function listWarnings(manifest: FolderManifest): readonly string[] {
  const warnings: string[] = [];
  const credentials = manifest.excluded.filter((entry) => entry.kind === 'credential');
  if (credentials.length > 0) {
    const names = listNames(credentials.map((entry) => entry.path));
    const advice = 'Rename any file that is not a credential.';
    warnings.push(`Excluded because they are named like credentials: ${names}. ${advice}`);
  }
  for (const { input, pattern } of manifest.unmatchedPatterns)
    warnings.push(`The ${nameInput(input)} pattern ${pattern} matches nothing.`);
  return warnings;
}

function createWatchedBody(
  slug: string,
  manifest: FolderManifest,
  options: FolderOptions,
): RequestBody {
  const { signal, watchUpload } = options;
  const body = createBody(slug, manifest.files, signal);
  if (watchUpload === undefined) return body;
  return { ...body, stream: () => countBytes(body.stream(), watchUpload(body.length)) };
}

async function* countBytes(
  source: AsyncIterable<Uint8Array>,
  onSent: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of source) {
    yield chunk;
    sent += chunk.length;
    onSent(sent);
  }
}
