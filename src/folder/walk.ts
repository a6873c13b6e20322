import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { compareTexts } from '../text/format.ts';
import { nameInputInText, perFrontend } from '../text/frontend.ts';
import { FolderError } from './folder-error.ts';
import type { Excluded, FoundEntry } from './manifest.ts';
import { askSystem, assertFolderInPlace, createYield, lookUp } from './read.ts';
import type { EntryType, Selector } from './select.ts';

/**
 * Far above any app, and low enough that a wrong folder (a home, a whole disk) is noticed within
 * seconds.
 */
export const walkLimits = {
  /** Files to send. */
  files: 50_000,
  /** Names looked at, the excluded ones too. */
  names: 500_000,
};

/** What is included, and what is not: both sorted by path, in UTF-16 code-unit order. */
interface Walked {
  readonly files: readonly FoundEntry[];
  readonly excluded: readonly Excluded[];
}

/** Which folder to walk, and who decides about each path. */
export interface WalkOptions {
  /** Absolute real path. */
  readonly root: string;
  readonly selector: Selector;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: typeof walkLimits;
}

/**
 * Finds the files of a folder, without opening any: links are not followed, FIFOs, sockets and
 * devices are excluded.
 *
 * Throws FolderError `name_not_utf8` or `name_not_allowed` for a name that cannot be sent as it is
 * and is not excluded, `folder_too_large` past the limits above, `folder_unreadable`,
 * `file_changed`, `file_unreadable`; or the signal's reason.
 */
export async function walkFolder({
  root,
  selector,
  signal,
  limits = walkLimits,
}: WalkOptions): Promise<Walked> {
  const files: FoundEntry[] = [];
  const excluded: Excluded[] = [];
  const folders: FoundEntry[] = [{ path: '', location: root }];
  const takeTurn = createYield(signal);
  let names = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const listed of listFolder(folder)) {
      names += 1;
      const { type, ...found } = readEntry(listed, folder);
      const { path } = found;
      const exclusion = selector.findExclusion(path, type);
      if (exclusion === null) {
        assertSendable(path, isUtf8(listed.name));
        (type === 'folder' ? folders : files).push(found);
      } else {
        excluded.push({ path: type === 'folder' ? `${path}/` : path, ...exclusion });
      }
      assertSize(files.length, names, limits);
      await takeTurn(0);
    }
  }
  return { files: files.sort(comparePaths), excluded: excluded.sort(comparePaths) };
}

function comparePaths(one: Pick<FoundEntry, 'path'>, other: Pick<FoundEntry, 'path'>): number {
  return compareTexts(one.path, other.path);
}

function listFolder({ path, location }: FoundEntry): readonly Dirent<Buffer>[] {
  const list = () => readdirSync(location, { encoding: 'buffer', withFileTypes: true });
  const entries = askSystem(path, list, 'folder_unreadable');
  // The folder may have been swapped for a link after its parent was listed.
  assertFolderInPlace(location, path);
  return entries;
}

/**
 * Reads an entry of a folder's listing.
 *
 * Whatever the listing calls a link is looked at again: on Windows it calls every reparse point so,
 * also the plain files and folders of OneDrive and of deduplicated disks. Throws FolderError
 * `file_changed` or `file_unreadable`.
 */
export function readEntry(
  listed: TypeSource & { readonly name: Buffer },
  folder: FoundEntry,
): FoundEntry & { readonly type: EntryType } {
  const name = listed.name.toString();
  const path = folder.path === '' ? name : `${folder.path}/${name}`;
  const before = join(folder.location, sep);
  const isLink = listed.isSymbolicLink();
  return {
    path,
    location: `${before}${name}`,
    // As bytes: a name that is not UTF-8 leads nowhere as a text.
    type: toType(isLink ? lookUp(Buffer.concat([Buffer.from(before), listed.name]), path) : listed),
  };
}

/** What the system calls an entry, in a listing or by `lstat`. */
type TypeSource = Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

function toType(entry: TypeSource): EntryType {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/**
 * Refuses a path that services could read in different ways.
 *
 * A backslash is a separator on Windows, and a leading `C:` a drive: such a name could land
 * somewhere else. Anything else that a disk can hold (line breaks, trailing dots and spaces,
 * `__proto__`) is legal in JSON and sent as it is.
 */
function assertSendable(path: string, isText: boolean): void {
  const next = `Rename it, or exclude it with ${nameInputInText('exclude')}.`;
  if (!isText) {
    const message = `${path} has a name that is not UTF-8, which JSON cannot carry.`;
    throw new FolderError(message, { code: 'name_not_utf8', next, path });
  }
  const hasBackslash = path.includes('\\');
  if (!hasBackslash && !/^[a-z]:/i.test(path)) return;
  const why = hasBackslash
    ? 'has a backslash in it, which is a folder separator on some systems'
    : 'starts like a drive letter';
  throw new FolderError(`${path} has a name that ${why}.`, {
    code: 'name_not_allowed',
    next,
    path,
  });
}

function assertSize(files: number, names: number, limits: typeof walkLimits): void {
  if (files <= limits.files && names <= limits.names) return;
  const what =
    files > limits.files ? `${limits.files} files to send` : `${limits.names} names in it`;
  throw new FolderError(`The folder has more than ${what}.`, {
    code: 'folder_too_large',
    next: `Check that ${perFrontend('the input folder names', 'it is')} the folder of the app, or exclude parts of it with ${nameInputInText('exclude')}.`,
  });
}
