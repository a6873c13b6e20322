import type { Problem } from '../outcome.ts';
import { createSecretFinder, type Secret } from '../secrets.ts';
import { type Body, createBody } from './body.ts';
import { type Checked, checkFolder } from './check.ts';
import { FolderError } from './errors.ts';
import { locateProblems, type NamedProblem } from './locate.ts';
import { type Excluded, type FolderManifest, hashContents } from './manifest.ts';
import { type ChooseEncoding, measureFiles } from './measure.ts';
import { findFolder, type Place, type PlaceOptions } from './place.ts';
import { createSelector, type Patterns } from './select.ts';
import { loadText, readLines } from './text.ts';
import { walkFolder } from './walk.ts';

/** Which folder to open, by which rules, and what it needs of the run. */
export interface FolderOptions extends PlaceOptions, Patterns {
  /** What must not occur in any file. */
  readonly secrets: readonly Secret[];
  /** How the service wants each kind of file. */
  readonly chooseEncoding: ChooseEncoding;
  readonly signal?: AbortSignal | undefined;
  /** The JSON around the object of files in the body of a deploy. */
  readonly wrapFiles: (slug: string) => { readonly before: string; readonly after: string };
  /** Told of an upload's beginning; returns what is told how many bytes went out. */
  readonly watchUpload: (totalBytes: number) => (sentBytes: number) => void;
}

/** The app folder of a run: everything that is asked of it. Its methods throw FolderError, or the signal's reason. */
export interface AppFolder {
  /** See Place. Known as soon as the folder is found, also when the scan then fails; null before. */
  readonly repositoryPath: string | null;
  /**
   * Finds out which files are included, which are excluded and why, sizes, hashes, encodings. Sends nothing and keeps no
   * contents. Lets the event loop turn now and then.
   */
  scan(): Promise<FolderManifest>;
  /** Checks it without the service; see checkFolder. */
  check(manifest: FolderManifest): Promise<Checked>;
  /** Gives problems of the service their place in the folder's files; see locateProblems. */
  locate(manifest: FolderManifest, problems: readonly NamedProblem[]): Promise<readonly Problem[]>;
  /** The text of service.json; null when the folder has none, or none that is text. */
  readServiceJson(manifest: FolderManifest): Promise<string | null>;
  /** The body of a deploy, made while it is sent; see createBody. */
  createBody(manifest: FolderManifest, slug: string): Body;
  /** Lines of a file for an excerpt, from the last scan; see readLines. Never throws. */
  readLines(path: string, first: number, last: number): Promise<readonly string[] | null>;
}

/** Opens the app folder. Nothing is read before it is scanned. */
export function openFolder(options: FolderOptions): AppFolder {
  let place: Place | null = null;
  let latest: FolderManifest | null = null;
  return {
    get repositoryPath() {
      return place?.repositoryPath ?? null;
    },
    async scan() {
      options.signal?.throwIfAborted();
      place = findFolder(options);
      latest = await scanFolder(place.root, options);
      return latest;
    },
    check: checkFolder,
    locate: locateProblems,
    readServiceJson: async (manifest) => loadText(manifest, 'service.json').text,
    createBody({ files }, slug) {
      const body = createBody({ ...options.wrapFiles(slug), files, signal: options.signal });
      return { length: body.length, stream: () => countBytes(body.stream(), options.watchUpload(body.length)) };
    },
    readLines: async (path, first, last) => (latest === null ? null : readLines(latest, path, { first, last })),
  };
}

/** How many of the excluded paths an error names. */
const maxNamed = 5;

async function scanFolder(root: string, options: FolderOptions): Promise<FolderManifest> {
  const { signal, secrets, chooseEncoding } = options;
  const selector = await createSelector(options);
  const { files: found, excluded } = await walkFolder({ root, selector, signal });
  if (found.length === 0) throw toEmptyError(options.folder, excluded);
  const files = await measureFiles({ files: found, finder: createSecretFinder(secrets), chooseEncoding, signal });
  const byteCount = files.reduce((sum, file) => sum + file.bytes, 0);
  const unmatchedPatterns = selector.listUnmatched();
  return { files, excluded, unmatchedPatterns, byteCount, contentHash: hashContents(files) };
}

function toEmptyError(folder: string, excluded: readonly Excluded[]): FolderError {
  const named = excluded.slice(0, maxNamed).map(({ path, reason }) => `${path} (${reason})`);
  if (excluded.length > maxNamed) named.push(`${excluded.length - maxNamed} more`);
  const why = named.length === 0 ? 'It is empty.' : `Excluded: ${named.join(', ')}.`;
  return new FolderError(`The folder ${folder} has no file to send. ${why}`, {
    code: 'folder_empty',
    next: 'Check the inputs folder, include and exclude, and that a step before this one builds the app.',
  });
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
