import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../folder/folder.ts';
import { hashContents } from '../../folder/manifest.ts';
import { measureFiles } from '../../folder/measure.ts';
import { createSelector } from '../../folder/select.ts';
import { walkFolder } from '../../folder/walk.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import { findNearest } from '../out-file.ts';
import type { ArrangedFile } from './arrange.ts';

/** Holds the content hash of a result, so that a later run may replace it. Hidden, so that no deploy sends it. */
const markName = '.miniapp-arranged';

/**
 * Writes an app folder into the folder that `--out` names, in place of an earlier result. Throws ActionError `out_not_written` where
 * that holds anything else, so that nobody's files are lost, and where it cannot be written. `build`: the real path of the build,
 * which must stay as it is.
 */
export async function writeResult(out: string, build: string, files: readonly ArrangedFile[]): Promise<void> {
  try {
    const root = makeTargetFolder(out, build);
    if (readdirSync(root).length > 0) await deleteResult(root, out);
    for (const { path, file, rewritten } of files) {
      const location = join(root, path);
      mkdirSync(dirname(location), { recursive: true });
      writeFileSync(location, rewritten?.text ?? file.read(), { flag: 'wx' });
    }
    writeFileSync(join(root, markName), await hashFiles(root));
  } catch (cause) {
    if (cause instanceof ActionError) throw cause;
    const next = 'Name a folder with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, { code: 'out_not_written', next, cause });
  }
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
  const { files, excluded } = await listFiles(root);
  const hasLink = excluded.some(({ kind }) => kind === 'not_a_file');
  if (hasLink || readFileSync(mark, 'utf8') !== (await hashFiles(root)))
    throw toRefused(out, 'has been changed since it was arranged');
  for (const { location } of files) rmSync(location);
}

/** The files of a folder that a deploy would send. */
export async function listFiles(root: string): ReturnType<typeof walkFolder> {
  return walkFolder({ root, selector: await createSelector({ include: [], exclude: [] }) });
}

async function hashFiles(root: string): Promise<string> {
  const { files } = await measureFiles((await listFiles(root)).files, []);
  return hashContents(files);
}
