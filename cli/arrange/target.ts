import { hash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../src/folder/folder.ts';
import { measureFiles } from '../../src/folder/measure.ts';
import { createSelector } from '../../src/folder/select.ts';
import { walkFolder } from '../../src/folder/walk.ts';
import { ActionError, toReason } from '../../src/model/action-error.ts';
import { findNearest } from '../own-files.ts';
import type { ArrangedFile } from './arrange.ts';

/**
 * Has a line for each file of a result, so that a later run may replace what is still as it was
 * written. The line is there before the file, so that this holds after a run that was cut short,
 * too. Hidden, so that no deploy sends it.
 */
const markName = '.miniapp-arranged';
/** A file has this name until it is whole. */
const partName = '.miniapp-arranged.part';

/**
 * Writes an app folder into the folder that `--out` names, in place of an earlier result, or of
 * what a run that was cut short left of one. Throws ActionError `out_not_written` where that holds
 * anything else, so that nobody's files are lost, and where it cannot be written. `build`: the real
 * path of the build, which must stay as it is.
 */
export async function writeResult(
  out: string,
  build: string,
  files: readonly ArrangedFile[],
): Promise<void> {
  try {
    const root = makeTargetFolder(out, build);
    if (readdirSync(root).length > 0) await deleteResult(root, out);
    writeFileSync(join(root, markName), '');
    for (const { path, file, rewritten } of files) {
      if (existsSync(join(root, path))) throw toRefused(out, `already has ${path}`);
      writeMarked(root, path, rewritten?.text ?? file.read());
    }
  } catch (cause) {
    if (cause instanceof ActionError) throw cause;
    const next = 'Name a folder with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, {
      code: 'out_not_written',
      next,
      cause,
    });
  }
}

function writeMarked(root: string, path: string, content: string | Buffer): void {
  const location = join(root, path);
  const part = join(root, partName);
  appendFileSync(join(root, markName), `${toMarkLine(path, hash('sha256', content))}\n`);
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(part, content, { flag: 'wx' });
  renameSync(part, location);
}

/** A path may have a line break in it. */
function toMarkLine(path: string, sha256: string): string {
  return JSON.stringify([path, sha256]);
}

/** Makes the folder for a result where it does not exist yet, and gives its real path. */
function makeTargetFolder(out: string, build: string): string {
  const path = resolve(out);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) throw toRefused(out, 'is no folder');
  const nearest = findNearest(path);
  if (isWithin(build, nearest) || (stats !== undefined && isWithin(nearest, build)))
    throw toRefused(out, 'and the build must not be the same folder, or one in the other');
  mkdirSync(path, { recursive: true });
  return realpathSync.native(path);
}

function toRefused(out: string, why: string): ActionError {
  const next = 'Name a folder with --out that does not exist yet.';
  return new ActionError(`${out} ${why}.`, { code: 'out_not_written', next });
}

/** Deletes the files of an earlier result. What a deploy excludes stays. */
async function deleteResult(root: string, out: string): Promise<void> {
  const mark = join(root, markName);
  if (lstatSync(mark, { throwIfNoEntry: false })?.isFile() !== true)
    throw toRefused(out, 'is not empty, and no earlier result');
  const lines = new Set(readFileSync(mark, 'utf8').split('\n'));
  const found = await listFiles(root);
  const { files } = await measureFiles(found.files, []);
  const hasLink = found.excluded.some(({ kind }) => kind === 'not_a_file');
  if (hasLink || files.some(({ path, sha256 }) => !lines.has(toMarkLine(path, sha256))))
    throw toRefused(out, 'has been changed since it was arranged');
  for (const { location } of files) rmSync(location);
  rmSync(join(root, partName), { force: true });
  deleteEmptyFolders(root);
}

/**
 * Where a folder was, the next build may have a file. Hidden folders stay: git needs its empty
 * ones.
 */
function deleteEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !entry.name.startsWith('.'))
      deleteEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The files of a folder that a deploy would send. */
export async function listFiles(root: string): ReturnType<typeof walkFolder> {
  return walkFolder({ root, selector: await createSelector({ include: [], exclude: [] }) });
}
