import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { App } from './app.ts';
import { listOwnPaths } from './disk.ts';
import type { Folder } from './folder.ts';
import { listOf, objectOf, oneOf, orNull, type Reader, takeText, wholeNumber } from './readers.ts';
import type { State } from './service.ts';

const format = 3;
/** The last millisecond that a Date can hold. */
const maxTime = 8.64e15;

/**
 * Saves a state. The file is written under another name and renamed, so that a reader finds either
 * the old state or the new one. It is never written through a link, and only its owner can read it.
 */
export function saveState(file: string, state: State): void {
  const { accounts, termsVersion, apps } = state;
  const kept = { format, accounts, termsVersion, apps };
  const text = JSON.stringify(kept, (_, value) => (value instanceof Map ? [...value] : value));
  const draft = `${file}.new`;
  mkdirSync(dirname(file), { recursive: true });
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    // The file may be incomplete, for example if the disk is full.
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Returns the real path of a state file, so that it is locked by one name. Throws an Error if the
 * file, or a folder of the project that leads to it, is a link: a project may have made it, and the
 * state would replace a file elsewhere.
 */
export function findStateFile(file: string, project = process.cwd()): string {
  const link = listOwnPaths(file, project).find((path) => {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  });
  if (link !== undefined) {
    throw new Error(`${link} is a link. Give --data the path of the file itself.`);
  }
  if (existsSync(file)) return realpathSync(file);
  mkdirSync(dirname(file), { recursive: true });
  return join(realpathSync(dirname(file)), basename(file));
}

/**
 * Locks a state file for this process with a file next to it, and returns a function that unlocks
 * it. Throws if a running process has it.
 */
export function lockState(file: string): () => void {
  const lock = `${file}.lock`;
  if (createLock(lock)) return () => rmSync(lock, { force: true });
  const owner = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  if (!isRunning(owner)) {
    // A process that was killed has left the lock behind.
    rmSync(lock, { force: true });
    if (createLock(lock)) return () => rmSync(lock, { force: true });
  }
  throw new Error(
    `The state file ${file} is in use by another sandbox (process ${owner}). Stop it, or give this one another --data.`,
  );
}

/** Returns false if the lock exists. */
function createLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Returns true if another process has this ID. This process's own ID counts as not running: in a
 * container, a killed sandbox may have had it.
 */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists and belongs to somebody else.
    return hasCode(error, 'EPERM');
  }
}

/**
 * Loads a state. Returns null if the file does not exist. Throws an Error that names a broken
 * file.
 */
export function loadState(file: string): State | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { accounts, termsVersion, apps } = takeState(kept, 'state');
    return { accounts, termsVersion, apps };
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null;
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    const message = `The state file ${file} is broken: ${reason}. Fix it or move it away.`;
    throw new Error(message, { cause });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const takeFiles: Reader<Folder> = (value, field) => {
  const files = listOf(listOf(takeText))(value, field);
  return new Map(files.map(([path, content]) => [takeText(path, field), takeText(content, field)]));
};
const takeTime = wholeNumber(-maxTime, maxTime);
const takeApp: Reader<App> = objectOf(
  {
    slug: takeText,
    owner: takeText,
    draft: takeFiles,
    published: orNull(takeFiles),
    status: takeText,
    reviewNote: orNull(takeText),
    version: wholeNumber(1, maxTime),
    updatedAt: takeTime,
    publishedAt: orNull(takeTime),
    submittedAt: orNull(takeTime),
  },
  { nextStatus: takeText },
);
const takeState = objectOf({
  format: oneOf([format]),
  accounts: listOf(objectOf({ name: takeText, key: takeText })),
  termsVersion: takeText,
  apps: listOf(takeApp),
});
