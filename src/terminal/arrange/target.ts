import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from '../../folder/folder.ts';
import { ActionError, toReason } from '../../model/action-error.ts';

/** By this file a later run knows a result that it may replace: it names the files of that. Hidden, so that no deploy sends it. */
const markName = '.miniapp-arranged';

/** The folder for a result. */
export interface TargetFolder {
  /** As it was named. */
  readonly out: string;
  /** Absolute real path; it may not exist yet. */
  readonly root: string;
  /** The paths of the files of an earlier result. */
  readonly earlier: readonly string[];
}

/** A file of a result. */
export interface NewFile {
  readonly path: string;
  readonly read: () => Buffer;
}

/** Looks at the folder that `--out` names. Throws ActionError `out_not_written` for one that must not be written. */
export function openTarget(out: string, build: string): TargetFolder {
  return attempt(out, () => lookAt(out, build));
}

function lookAt(out: string, build: string): TargetFolder {
  const path = resolve(out);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory()) throw toRefused(out, 'is no folder');
  const root = findRealPath(path);
  if (isWithin(build, root) || isWithin(root, build))
    throw toRefused(out, 'and the build must not be the same folder, or one in the other');
  const names = stats === undefined ? [] : readdirSync(root);
  if (names.length > 0 && !names.includes(markName)) throw toRefused(out, 'is not empty, and no earlier result');
  return { out, root, earlier: names.includes(markName) ? readMark(root) : [] };
}

function toRefused(out: string, why: string): ActionError {
  return new ActionError(`${out} ${why}.`, {
    code: 'out_not_written',
    next: 'Name a folder with --out that does not exist yet.',
  });
}

/** The real path of what may not exist yet. */
function findRealPath(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(path);
  return join(findRealPath(dirname(path)), basename(path));
}

function readMark(root: string): readonly string[] {
  const lines = readFileSync(join(root, markName), 'utf8').split('\n');
  // Nothing outside the folder may be deleted, whoever wrote the file.
  return lines.filter(
    (path) => path !== '' && isWithin(root, resolve(root, path)) && !/(?:^|\/)\.\.?(?:\/|$)/.test(path),
  );
}

/** Writes the files of a result, and deletes those of an earlier one that it does not have. What is there already stays untouched. */
export function writeTarget({ out, root, earlier }: TargetFolder, files: readonly NewFile[]): void {
  const paths = files.map(({ path }) => path);
  const kept = new Set(paths);
  const old = earlier.filter((path) => !kept.has(path));
  attempt(out, () => {
    mkdirSync(root, { recursive: true });
    // Should the run end here, the next one may still replace what it wrote.
    writeMark(root, [...paths, ...old]);
    for (const path of old) if (assertPlain(root, path)) rmSync(join(root, path));
    for (const { path, read } of files) write(root, path, read());
    writeMark(root, paths);
  });
}

function attempt<Result>(out: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ActionError) throw cause;
    const next = 'Name a folder with --out that can be written.';
    throw new ActionError(`${out} could not be written: ${toReason(cause)}`, { code: 'out_not_written', next, cause });
  }
}

function writeMark(root: string, paths: readonly string[]): void {
  write(root, markName, Buffer.from(`${paths.toSorted().join('\n')}\n`));
}

function write(root: string, path: string, content: Buffer): void {
  const location = join(root, path);
  if (assertPlain(root, path) && readFileSync(location).equals(content)) return;
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, content);
}

/** False for a path where nothing is. Throws ActionError `out_not_written` for what is no plain file, and in a folder that is a link. */
function assertPlain(root: string, path: string): boolean {
  const location = join(root, path);
  const folder = dirname(location);
  const stats = lstatSync(location, { throwIfNoEntry: false });
  const isMoved = existsSync(folder) && realpathSync.native(folder) !== folder;
  if (isMoved || stats?.isFile() === false) throw toRefused(path, 'is a link, or no file');
  return stats !== undefined;
}
