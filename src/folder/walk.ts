import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { makeError } from '../errors.ts';
import { compareTexts } from '../text/format.ts';
import { nameInputInText, perFrontend } from '../text/frontend.ts';
import { askSystem, assertFolderInPlace, EventLoopTurns, type FoundEntry } from './read.ts';
import type { EntryType, Excluded, Selector } from './select.ts';

/**
 * Limits that are far above any app, and low enough that a wrong folder (a home directory, a whole
 * disk) is noticed within seconds.
 */
export const walkLimits = {
  files: 50_000,
  /** Maximum number of names of files and folders, including the excluded ones. */
  names: 500_000,
  /** Maximum number of folders inside each other: the time to list them grows faster than that. */
  levels: 100,
};

/**
 * Finds the files of a folder without opening them, and what `selector` excludes. Both lists are
 * sorted by path in UTF-16 code-unit order. Does not follow links; excludes FIFOs, sockets and
 * devices. `root` is an absolute real path.
 *
 * Throws ActionError `name_not_utf8` or `name_not_allowed` for an included name that cannot be sent
 * as it is, `folder_too_large` beyond the limits, `folder_unreadable`, `file_unreadable`; or the
 * signal's reason.
 */
export async function walkFolder(options: {
  readonly root: string;
  readonly selector: Pick<Selector, 'findExclusion'>;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: typeof walkLimits;
}) {
  const { root, selector, signal, limits = walkLimits } = options;
  const files: FoundEntry[] = [];
  const excluded: Excluded[] = [];
  const folders: FoundEntry[] = [{ path: '', location: root }];
  const turns = new EventLoopTurns(signal);
  let names = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const listed of listFolder(folder)) {
      names += 1;
      const { type, ...entry } = readEntry(listed, folder);
      const isFolder = type === 'folder';
      const exclusion = selector.findExclusion(entry.path, type);
      if (exclusion !== null) {
        excluded.push({ path: isFolder ? `${entry.path}/` : entry.path, ...exclusion });
      } else {
        assertSendable(entry.path, isUtf8(listed.name));
        if (isFolder) {
          assertDepth(entry.path, limits);
          folders.push(entry);
        } else {
          files.push(entry);
        }
      }
      assertSize(files.length, names, limits);
      await turns.count(0);
    }
  }
  files.sort((one, other) => compareTexts(one.path, other.path));
  excluded.sort((one, other) => compareTexts(one.path, other.path));
  return { files, excluded };
}

function listFolder({ path, location }: FoundEntry): readonly Dirent<Buffer>[] {
  const list = () => readdirSync(location, { encoding: 'buffer', withFileTypes: true });
  const entries = askSystem(path, list, 'folder_unreadable');
  // Somebody may have replaced the folder by a link after its parent was listed.
  assertFolderInPlace(location, path);
  return entries;
}

/** The kind of an entry, as a listing or `lstat` gives it. */
type TypeSource = Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

/**
 * Returns the path, location and type of an entry in a folder's listing.
 *
 * An entry that is listed as a link is looked up again: Windows lists every reparse point as a
 * link, including the plain files and folders of OneDrive and of deduplicated disks. Throws
 * ActionError `file_unreadable`.
 */
export function readEntry(
  listed: TypeSource & { readonly name: Buffer },
  folder: FoundEntry,
): FoundEntry & { readonly type: EntryType } {
  const name = listed.name.toString();
  const path = folder.path === '' ? name : `${folder.path}/${name}`;
  const parent = join(folder.location, sep);
  const location = `${parent}${name}`;
  if (!listed.isSymbolicLink()) return { path, location, type: toType(listed) };
  // A name that is not UTF-8 can only be looked up as bytes.
  const locationBytes = Buffer.concat([Buffer.from(parent), listed.name]);
  return { path, location, type: toType(askSystem(path, () => lstatSync(locationBytes))) };
}

function toType(entry: TypeSource): EntryType {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  return 'other';
}

/**
 * Refuses a path that services could read in different ways.
 *
 * A backslash is a separator on Windows, and a leading `C:` is a drive: a file of such a name could
 * be written somewhere else. Any other name that a disk can hold (line breaks, trailing dots and
 * spaces, `__proto__`) is legal in JSON and is sent as it is.
 */
function assertSendable(path: string, isText: boolean): void {
  const next = `Rename it, or exclude it with ${nameInputInText('exclude')}.`;
  if (!isText) {
    const message = `${path} has a name that is not UTF-8, which JSON cannot contain.`;
    throw makeError('name_not_utf8', message, { next, path });
  }
  if (path.includes('\\')) {
    const message = `${path} has a name with a backslash in it, which is a folder separator on some systems.`;
    throw makeError('name_not_allowed', message, { next, path });
  }
  if (/^[a-z]:/i.test(path)) {
    const message = `${path} has a name that starts like a drive letter.`;
    throw makeError('name_not_allowed', message, { next, path });
  }
}

function assertDepth(path: string, limits: typeof walkLimits): void {
  if (path.split('/').length <= limits.levels) return;
  const [first = ''] = path.split('/', 1);
  throw makeError(
    'folder_too_large',
    `${first}/ has more than ${limits.levels} levels of folders.`,
    {
      next: `Move its files up, or exclude it with ${nameInputInText('exclude')}.`,
      path: first,
    },
  );
}

function assertSize(files: number, names: number, limits: typeof walkLimits): void {
  let excess = null;
  if (files > limits.files) excess = `${limits.files} files to send`;
  else if (names > limits.names) excess = `${limits.names} names in it`;
  if (excess === null) return;
  const check = perFrontend('the input folder names', 'it is');
  throw makeError('folder_too_large', `The folder has more than ${excess}.`, {
    next: `Check that ${check} the folder of the app, or exclude parts of it with ${nameInputInText('exclude')}.`,
  });
}
