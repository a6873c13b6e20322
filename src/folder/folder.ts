import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { servicePath } from '../model/app.ts';
import type { Problem } from '../model/problem.ts';
import type { RequestBody } from '../model/request-body.ts';
import { listNames } from '../text/format.ts';
import { nameInput, nameInputInText, perFrontend } from '../text/frontend.ts';
import type { Secret } from '../text/secrets.ts';
import { createBody } from './body.ts';
import { type CheckOptions, checkFolder, type FolderFindings } from './check.ts';
import { describeErrno, FolderError, type FolderErrorCode, readErrno } from './folder-error.ts';
import { locateProblems } from './locate.ts';
import { type Excluded, type FolderManifest, hashContents } from './manifest.ts';
import { measureFiles } from './measure.ts';
import { createSelector, isCredential, type Patterns } from './select.ts';
import { loadText, toTextLines } from './text.ts';
import { walkFolder } from './walk.ts';

/** Which folder to open, by which rules, and what it needs of the run. */
export interface FolderOptions extends Patterns, CheckOptions {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /**
   * Absolute path of the runner's folder for temporary files, where other steps leave their
   * secrets; empty for none.
   */
  readonly runnerTemp: string;
  /** What must not be sent: where they occur is in the manifest. */
  readonly secrets: readonly Secret[];
  readonly signal?: AbortSignal | undefined;
  /** Told of an upload's beginning; returns what is told how many bytes went out. */
  readonly watchUpload?: (totalBytes: number) => (sentBytes: number) => void;
}

/**
 * A scanned folder: what is in it, what the offline check says of it, and what may be asked of it.
 * Methods throw FolderError.
 */
export interface ScannedFolder extends FolderManifest, FolderFindings {
  /**
   * About files that look like credentials and are therefore missing in the app, and about patterns
   * without effect.
   */
  readonly warnings: readonly string[];
  /** The text of service.json; null when the folder has none, or none that is text. */
  readonly serviceJson: string | null;
  /** The text of a file of at most so many bytes; null where it is larger, or no text. */
  readText(path: string, maxBytes: number): string | null;
  /**
   * Gives problems of the service with what was sent their place in the folder's files; see
   * locateProblems.
   */
  locate(problems: readonly Problem[], sent: 'files' | 'fields'): Promise<readonly Problem[]>;
  /** The body of a deploy, made while it is sent; see createBody. */
  createBody(slug: string): RequestBody;
}

/** The app folder of a run. */
export interface AppFolder {
  /**
   * The folder's path from the root of its repository, with `/`; empty when it is that root. The
   * root is the outermost repository in the workspace, since it has no pages for the files of a
   * submodule; without a repository it is the workspace. Null until the folder is found.
   */
  readonly repositoryPath: string | null;
  /**
   * Finds out which files are included, which are excluded and why, sizes, hashes, encodings, and
   * checks them without the service (see checkFolder). Sends nothing and keeps no contents. Lets
   * the event loop turn now and then. Throws FolderError, or the signal's reason.
   */
  scan(): Promise<ScannedFolder>;
  /**
   * Lines of a file of the last scan, both counted from 1 and included; null where there are none,
   * it is no text or too large, seems to hold a credential, or cannot be read. Never throws.
   */
  readLines(path: string, first: number, last: number): Promise<readonly string[] | null>;
}

/** Opens the app folder. Nothing is read before it is scanned. */
export function openFolder(options: FolderOptions): AppFolder {
  let repositoryPath: string | null = null;
  let latest: FolderManifest | null = null;
  return {
    get repositoryPath() {
      return repositoryPath;
    },
    async scan() {
      options.signal?.throwIfAborted();
      const found = findAppFolder(options);
      repositoryPath = found.repositoryPath;
      const manifest = await measureFolder(found.root, options);
      latest = manifest;
      return {
        ...manifest,
        ...checkFolder(manifest, options),
        warnings: listWarnings(manifest),
        serviceJson: loadText(manifest, servicePath).text,
        readText: (path, maxBytes) => loadText(manifest, path, maxBytes).text,
        locate: (problems, sent) => locateProblems(manifest, problems, sent),
        createBody(slug) {
          const body = createBody(slug, manifest.files, options.signal);
          const count = () => countBytes(body.stream(), options.watchUpload?.(body.length));
          return { ...body, stream: count };
        },
      };
    },
    async readLines(path, first, last) {
      if (latest === null || latest.credentials.some((credential) => credential.path === path))
        return null;
      try {
        const { text } = loadText(latest, path);
        const lines = text ? toTextLines(text).slice(first - 1, last) : [];
        return lines.length === 0 ? null : lines;
      } catch {
        // An excerpt is an extra: a file that changed or went away since the check only costs the excerpt.
        return null;
      }
    },
  };
}

/**
 * Finds the app folder and makes sure that it may be published: links resolved, inside the
 * workspace, not around the runner's temp. `root` is its absolute real path.
 */
function findAppFolder(options: FolderOptions): {
  readonly root: string;
  readonly repositoryPath: string;
} {
  const { workspace, folder, runnerTemp } = options;
  const base = findRealFolder(workspace, `The ${perFrontend('workspace', 'folder')}`, workspace);
  const root = findRealFolder(path.resolve(base, folder), 'The folder', folder);
  if (!isWithin(base, root))
    throw toPlaceError(
      'folder_outside_workspace',
      folder,
      `is outside the ${perFrontend('workspace', 'repository')}`,
    );
  if (existsSync(runnerTemp) && isWithin(root, realpathSync.native(runnerTemp))) {
    const why = `contains ${perFrontend("the runner's temporary files, where other steps keep secrets", 'temporary files')}`;
    throw toPlaceError('folder_not_allowed', folder, why);
  }
  const names = path.relative(base, root).split(path.sep);
  if (names.some((name) => isCredential(name, true))) {
    throw toPlaceError('folder_not_allowed', folder, 'is inside a folder for credentials');
  }
  const counts = [...names.keys(), names.length];
  const above =
    counts.find((count) => isRepository(path.join(base, ...names.slice(0, count)))) ?? 0;
  return { root, repositoryPath: names.slice(above).join('/') };
}

/**
 * True when `target` is `ancestor` itself or lies below it; both absolute and free of links. Case
 * counts as on the platform: `path.posix`, `path.win32`, or the machine's own.
 */
export function isWithin(
  ancestor: string,
  target: string,
  flavour: path.PlatformPath = path,
): boolean {
  const way = flavour.relative(ancestor, target);
  return way !== '..' && !way.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(way);
}

function toPlaceError(code: FolderErrorCode, folder: string, why: string): FolderError {
  const next = perFrontend(
    'Set the input folder to the folder of the app, relative to the workspace.',
    'Name the folder of the app.',
  );
  return new FolderError(`The folder ${folder} ${why}.`, { code, next });
}

function findRealFolder(location: string, what: string, shown: string): string {
  try {
    const real = realpathSync.native(location);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    const errno = readErrno(cause);
    const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR';
    const why = isMissing ? 'does not exist' : `cannot be opened: ${describeErrno(cause)}`;
    throw new FolderError(`${what} ${shown} ${why}.`, {
      code: isMissing ? 'folder_missing' : 'folder_unreadable',
      next: `Check ${nameInputInText('folder')}${perFrontend(', and that a step before this one checks out or builds it', '')}.`,
      cause,
    });
  }
  throw toPlaceError('folder_not_a_folder', shown, 'is a file, not a folder');
}

/** Git's mark is `.git` with a HEAD in it, or as a file that leads to one elsewhere. */
function isRepository(folder: string): boolean {
  const mark = path.join(folder, '.git');
  return (
    existsSync(path.join(mark, 'HEAD')) ||
    lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true
  );
}

async function measureFolder(root: string, options: FolderOptions): Promise<FolderManifest> {
  const { signal } = options;
  const selector = await createSelector(options);
  const walked = await walkFolder({ root, selector, signal });
  const { excluded } = walked;
  if (walked.files.length === 0) throw toEmptyError(options.folder, excluded);
  const measured = await measureFiles(walked.files, options.secrets, signal);
  const { files } = measured;
  const byteCount = files.reduce((sum, file) => sum + file.bytes, 0);
  const unmatchedPatterns = selector.listUnmatched(
    [...files, ...excluded].map((each) => each.path),
  );
  return { ...measured, excluded, unmatchedPatterns, byteCount, contentHash: hashContents(files) };
}

function toEmptyError(folder: string, excluded: readonly Excluded[]): FolderError {
  const named = listNames(excluded.map(({ path, reason }) => `${path} (${reason})`));
  const message =
    named === ''
      ? `The folder ${folder} is empty.`
      : `All of the folder ${folder} is excluded: ${named}.`;
  return new FolderError(message, {
    code: 'folder_empty',
    next: `Check ${perFrontend('the inputs folder, include and exclude', 'the folder, --include and --exclude')}, and that ${perFrontend('a step before this one builds the app', 'the app has been built')}.`,
  });
}

function listWarnings({ excluded, unmatchedPatterns }: FolderManifest): readonly string[] {
  const credentials = excluded
    .filter(({ kind }) => kind === 'credential')
    .map((entry) => entry.path);
  const names = listNames(credentials);
  const advice = 'Rename any file that is not a credential.';
  return [
    ...(names === ''
      ? []
      : [`Excluded, since their names are those of credentials: ${names}. ${advice}`]),
    ...unmatchedPatterns.map(
      (unmatched) =>
        `The ${nameInput(unmatched.input)} pattern ${unmatched.pattern} matches nothing.`,
    ),
  ];
}

async function* countBytes(
  source: AsyncIterable<Uint8Array>,
  onSent: (sentBytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of source) {
    yield chunk;
    sent += chunk.length;
    onSent(sent);
  }
}
