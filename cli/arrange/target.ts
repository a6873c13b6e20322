import { hash } from 'node:crypto';
import {
  appendFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ActionError, toReason } from '../../src/errors.ts';
import { isWithin } from '../../src/folder/folder.ts';
import { type FoundEntry, readFile } from '../../src/folder/read.ts';
import { createSelector } from '../../src/folder/select.ts';
import { walkFolder } from '../../src/folder/walk.ts';
import { findNearest } from '../../src/run/written-file.ts';
import { findLinkedFolder, makeFolders, markName, NewFiles } from '../files/own-files.ts';
import type { ArrangedFile } from './rewrite.ts';

/** The name of a file until it is complete. */
const partName = '.miniapp-arranged.part';

/** The folder that `--out` names. */
export interface OutFolder {
  /** The absolute path. */
  readonly path: string;
  /** The path as it was given, for messages. */
  readonly name: string;
}

/**
 * Writes an app folder to the folder of `--out`. Replaces an earlier result in that folder, even an
 * incomplete one of an interrupted run. Throws ActionError `out_not_written` if the folder holds
 * anything else, so that nobody's files are lost, or if it cannot be written.
 *
 * @param build The real path of the build, which must stay as it is.
 */
export async function writeResult(
  out: OutFolder,
  build: string,
  files: readonly ArrangedFile[],
): Promise<void> {
  try {
    const root = makeTargetFolder(out, build);
    if (readdirSync(root).length > 0) await deleteResult(root, out);
    const mark = join(root, markName);
    writeFileSync(mark, '');
    const target = new NewFiles(root, partName);
    for (const each of files) {
      if (target.has(each.path)) throw makeRefusal(out, `already has ${each.path}`);
      const content = each.rewritten?.text ?? each.file.read();
      appendFileSync(mark, `${toMarkLine(each.path, hash('sha256', content))}\n`);
      target.write(each.path, content);
    }
  } catch (cause) {
    if (cause instanceof ActionError) throw cause;
    const next = 'Choose a writable folder for --out.';
    throw new ActionError(`${out.name} could not be written: ${toReason(cause)}`, {
      code: 'out_not_written',
      next,
      cause,
    });
  }
}

/** Returns the line for a file, as JSON since a path may contain a line break. */
function toMarkLine(path: string, sha256: string): string {
  return JSON.stringify([path, sha256]);
}

/** Makes the folder for a result if it does not exist yet. Returns its real path. */
function makeTargetFolder(out: OutFolder, build: string): string {
  const stats = lstatSync(out.path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) throw makeRefusal(out, 'is not a folder');
  const link = findLinkedFolder(dirname(out.path));
  if (link !== null) throw makeRefusal(out, `is below ${link}, which is a link`);
  const nearest = findNearest(out.path);
  if (isWithin(build, nearest) || (stats !== undefined && isWithin(nearest, build)))
    throw makeRefusal(out, 'and the build must not be the same folder or contain each other');
  makeFolders(out.path);
  return realpathSync.native(out.path);
}

function makeRefusal(out: OutFolder, why: string): ActionError {
  const next = 'Choose a folder for --out that does not exist yet.';
  return new ActionError(`${out.name} ${why}.`, { code: 'out_not_written', next });
}

/** Deletes the files of an earlier result. Files that a deploy excludes stay. */
async function deleteResult(root: string, out: OutFolder): Promise<void> {
  if (!hasMark(root)) throw makeRefusal(out, 'is not empty, and arrange did not write it');
  const lines = new Set(readFileSync(join(root, markName), 'utf8').split('\n'));
  const found = await listFiles(root);
  const isListed = (file: FoundEntry): boolean => {
    return lines.has(toMarkLine(file.path, hash('sha256', readFile(file).bytes)));
  };
  const hasLink = found.excluded.some((each) => each.kind === 'not_a_file');
  if (hasLink || !found.files.every(isListed))
    throw makeRefusal(out, 'has been changed since it was arranged');
  for (const file of found.files) rmSync(file.location);
  rmSync(join(root, partName), { force: true });
  deleteEmptyFolders(root);
}

/**
 * Deletes empty folders, since the next build may have a file with the same name. Hidden folders
 * such as `.git` stay, since git needs the empty folders in `.git`.
 */
function deleteEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !entry.name.startsWith('.'))
      deleteEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** True if a folder holds an earlier result. */
function hasMark(root: string): boolean {
  return lstatSync(join(root, markName), { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the files of a folder that a deploy would send, and the excluded ones. */
async function listFiles(root: string): ReturnType<typeof walkFolder> {
  return walkFolder({ root, selector: await createSelector({ include: [], exclude: [] }) });
}
