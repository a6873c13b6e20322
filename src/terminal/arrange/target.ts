import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from '../../folder/folder.ts';
import { ActionError, toReason } from '../../model/action-error.ts';
import { toPlace } from './layout.ts';

/** Lists the files of a result, one path per line, so that a later run may replace them. Hidden, so that no deploy sends it. */
const markName = '.miniapp-arranged';

/** A file of a result. */
export interface ResultFile {
  readonly path: string;
  readonly read: () => Buffer;
}

/**
 * Writes the files of a result into the folder that `--out` names, and deletes those of an earlier result that it does not have. A file
 * that is the same already stays untouched. Throws ActionError `out_not_written` where another's files could be lost, or nothing can be
 * written. `build`: the real path of the build, which must stay as it is.
 */
export function writeResult(out: string, build: string, files: readonly ResultFile[]): void {
  try {
    const root = findTargetFolder(out, build);
    const paths = new Set(files.map(({ path }) => path));
    const old = readMark(root).filter((path) => !paths.has(path));
    mkdirSync(root, { recursive: true });
    // If the run ends here, the next one may still replace what it wrote.
    writeMark(root, [...paths, ...old]);
    for (const path of old) if (isPlainFile(root, path)) rmSync(join(root, path));
    for (const { path, read } of files) writeChanged(root, path, read());
    writeMark(root, [...paths]);
  } catch (cause) {
    if (cause instanceof ActionError) throw cause;
    const next = 'Name a folder with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, { code: 'out_not_written', next, cause });
  }
}

/** The real path of the folder for a result, which may not exist yet. */
function findTargetFolder(out: string, build: string): string {
  const path = resolve(out);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) throw toRefused(out, 'is no folder');
  const root = findRealPath(path);
  if (isWithin(build, root) || isWithin(root, build))
    throw toRefused(out, 'and the build must not be the same folder, or one in the other');
  const names = stats === undefined ? [] : readdirSync(root);
  if (names.length > 0 && !names.includes(markName)) throw toRefused(out, 'is not empty, and no earlier result');
  return root;
}

function findRealPath(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(path);
  return join(findRealPath(dirname(path)), basename(path));
}

function toRefused(what: string, why: string): ActionError {
  const next = 'Name a folder with --out that does not exist yet.';
  return new ActionError(`${what} ${why}.`, { code: 'out_not_written', next });
}

/** The paths of the files of an earlier result. Anybody may have edited the list: a path where no result has files is ignored. */
function readMark(root: string): readonly string[] {
  const mark = join(root, markName);
  const paths = lstatSync(mark, { throwIfNoEntry: false }) ? readFileSync(mark, 'utf8').split('\n') : [];
  return paths.filter((path) => path === toPlace(path) && !/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path));
}

function writeMark(root: string, paths: readonly string[]): void {
  writeChanged(root, markName, Buffer.from(`${paths.toSorted().join('\n')}\n`));
}

function writeChanged(root: string, path: string, content: Buffer): void {
  const location = join(root, path);
  if (isPlainFile(root, path) && readFileSync(location).equals(content)) return;
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, content);
}

/** False where there is nothing yet. Throws ActionError `out_not_written` for a link, a folder, and a file in a folder that is a link. */
function isPlainFile(root: string, path: string): boolean {
  const location = join(root, path);
  const folder = dirname(location);
  const stats = lstatSync(location, { throwIfNoEntry: false });
  if (findRealPath(folder) !== folder || stats?.isFile() === false) throw toRefused(path, 'is a link, or no file');
  return stats !== undefined;
}
