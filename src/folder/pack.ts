import { createHash } from 'node:crypto';
import { createSecretFinder, type Secret } from '../secrets.ts';
import { FolderError } from './errors.ts';
import { type FormReading, measureFiles } from './measure.ts';
import type { LeftOut, Packed, PackedFile } from './packed.ts';
import { findFolder, type PlaceOptions } from './place.ts';
import { createSelector, type Patterns } from './select.ts';
import { walkFolder } from './walk.ts';

/** Which folder to pack, and by which rules. */
export interface PackOptions extends PlaceOptions, Patterns {
  /** What must not occur in any file. */
  readonly secrets: readonly Secret[];
  /** How the service wants each kind of file. */
  readonly toForm: FormReading;
  readonly signal?: AbortSignal | undefined;
}

/** How many of the left-out paths an error names. */
const mostNamed = 5;

/**
 * Measures a folder: which files go, which stay behind and why, sizes, hashes, forms. Sends nothing and keeps no contents.
 *
 * Throws FolderError for whatever stops the run, or the signal's reason.
 */
export async function packFolder(options: PackOptions): Promise<Packed> {
  const { signal, secrets, toForm } = options;
  signal?.throwIfAborted();
  const place = findFolder(options);
  const selector = await createSelector(options);
  const walked = await walkFolder({ root: place.root, selector, signal });
  if (walked.files.length === 0) throw refuseEmpty(options.folder, walked.leftOut);
  const files = await measureFiles({ files: walked.files, finder: createSecretFinder(secrets), toForm, signal });
  const byteCount = files.reduce((sum, file) => sum + file.bytes, 0);
  return { ...place, files, leftOut: walked.leftOut, byteCount, contentHash: hashContents(files) };
}

/**
 * One hash over the paths and contents of files, given sorted by path in UTF-16 code-unit order.
 *
 * `sha256:` and the hex SHA-256 of, for each file: its path in UTF-8, a NUL, its size in bytes as a decimal number, a NUL, the
 * hex SHA-256 of its bytes, a line feed. No path holds a NUL, so that different folders never give the same bytes. In a shell:
 * `printf '%s\0%s\0%s\n' path size sha256` for each file, all of it into `sha256sum`.
 */
export function hashContents(files: readonly Pick<PackedFile, 'path' | 'bytes' | 'sha256'>[]): string {
  const digest = createHash('sha256');
  for (const { path, bytes, sha256 } of files) digest.update(`${path}\0${bytes}\0${sha256}\n`);
  return `sha256:${digest.digest('hex')}`;
}

function refuseEmpty(folder: string, leftOut: readonly LeftOut[]): FolderError {
  const named = leftOut.slice(0, mostNamed).map(({ path, reason }) => `${path} (${reason})`);
  if (leftOut.length > mostNamed) named.push(`${leftOut.length - mostNamed} more`);
  const rest = named.length === 0 ? 'It is empty.' : `Left out: ${named.join(', ')}.`;
  return new FolderError('folder_empty', `The folder ${folder} has no file to send. ${rest}`, {
    next: 'Check the inputs folder, include and exclude, and that a step before this one builds the app.',
  });
}
