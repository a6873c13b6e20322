import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { compareTexts } from '../outcome.ts';
import { FolderError, showErrno } from './errors.ts';
import { assertFolderInPlace } from './open.ts';
import { createPace } from './pace.ts';
import type { LeftOut } from './packed.ts';
import { findNameFault, showBytes } from './paths.ts';
import type { Selector } from './select.ts';
import { assertSize, type WalkLimits, walkLimits } from './walk-limits.ts';

/** A file that is to be sent, not opened yet. */
export interface FoundFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Absolute. */
  readonly location: string;
}

/** What goes, and what stays behind. */
export interface Walked {
  /** Sorted by path, in UTF-16 code-unit order. */
  readonly files: readonly FoundFile[];
  /** Sorted likewise. A folder stands for all that is in it and ends with `/`. */
  readonly leftOut: readonly LeftOut[];
}

/** Which folder to walk, and who decides about each path. */
export interface WalkOptions {
  /** Absolute real path. */
  readonly root: string;
  readonly selector: Selector;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: WalkLimits;
}

/**
 * Finds the files of a folder, without opening any: links are not followed, FIFOs, sockets and devices are left out.
 *
 * Throws FolderError `name_not_utf8` or `name_not_allowed` for a name that cannot be sent as it is and was not left out,
 * `folder_too_large` past the limits above, `folder_unreadable`, `file_changed`; or the signal's reason.
 */
export async function walkFolder({ root, selector, signal, limits = walkLimits }: WalkOptions): Promise<Walked> {
  const files: FoundFile[] = [];
  const leftOut: LeftOut[] = [];
  const folders: Folder[] = [{ path: '', location: root, depth: 0 }];
  const pace = createPace(signal);
  let names = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readFolder(folder, limits)) {
      names += 1;
      const found = judge(entry, folder, selector);
      if (found.kind === 'left-out') leftOut.push(found);
      else if (found.kind === 'file') files.push({ path: found.path, location: found.location });
      else folders.push(found);
      assertSize(files.length, names, limits);
      const turn = pace.spend(0);
      if (turn !== undefined) await turn;
    }
  }
  return { files: files.sort(comparePaths), leftOut: leftOut.map(toLeftOut).sort(comparePaths) };
}

function comparePaths(one: { readonly path: string }, other: { readonly path: string }): number {
  return compareTexts(one.path, other.path);
}

interface Folder {
  readonly path: string;
  readonly location: string;
  readonly depth: number;
}

type Found =
  | ({ readonly kind: 'left-out' } & LeftOut)
  | ({ readonly kind: 'file' } & FoundFile)
  | ({ readonly kind: 'folder' } & Folder);

function toLeftOut({ path, reason }: LeftOut): LeftOut {
  return { path, reason };
}

function readFolder({ path, location, depth }: Folder, limits: WalkLimits): readonly Dirent<Buffer>[] {
  if (depth > limits.depth) {
    throw new FolderError('folder_too_large', `${path} lies more than ${limits.depth} folders deep.`, {
      next: 'Make the folder flatter, or leave that part out with the input exclude.',
      path,
    });
  }
  let entries: readonly Dirent<Buffer>[];
  try {
    entries = readdirSync(location, { encoding: 'buffer', withFileTypes: true });
  } catch (cause) {
    throw new FolderError('folder_unreadable', `${path || 'The folder'} cannot be listed (${showErrno(cause)}).`, {
      next: 'Give the user that runs this step the right to read it, or leave it out with the input exclude.',
      path,
      cause,
    });
  }
  // The folder may have been swapped for a link after its parent was listed.
  assertFolderInPlace(location, path);
  return entries;
}

function judge(entry: Dirent<Buffer>, folder: Folder, selector: Selector): Found {
  const isLegible = isUtf8(entry.name);
  const name = entry.name.toString();
  const isFolder = entry.isDirectory();
  const path = folder.path === '' ? name : `${folder.path}/${name}`;
  const shown = isLegible ? path : `${path.slice(0, path.length - name.length)}${showBytes(entry.name)}`;
  const reason =
    selector.findExclusion(path, isFolder) ?? nameKind(entry, isFolder) ?? selector.findOmission(path, isFolder);
  if (reason !== null) return { kind: 'left-out', path: isFolder ? `${shown}/` : shown, reason };
  if (!isLegible) throw refuse('name_not_utf8', shown, 'has a name that is not UTF-8, which JSON cannot carry');
  const fault = findNameFault(path);
  if (fault !== null) throw refuse('name_not_allowed', path, `has a name that ${fault}`);
  const location = `${folder.location}${folder.location.endsWith(sep) ? '' : sep}${name}`;
  if (isFolder) return { kind: 'folder', path, location, depth: folder.depth + 1 };
  return { kind: 'file', path, location };
}

function nameKind(entry: Dirent<Buffer>, isFolder: boolean): string | null {
  if (isFolder || entry.isFile()) return null;
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFIFO()) return 'pipe, not a file';
  return entry.isSocket() ? 'socket, not a file' : 'device, not a file';
}

function refuse(code: 'name_not_utf8' | 'name_not_allowed', path: string, why: string): FolderError {
  return new FolderError(code, `${path} ${why}.`, {
    next: 'Rename it, or leave it out with the input exclude.',
    path,
  });
}
