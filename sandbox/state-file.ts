import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Folder } from './folder.ts';
import type { State } from './parts.ts';
import { listOf, objectOf, oneOf, orNull, type Reader, takeText, whole } from './request.ts';

const format = 3;
/** Of a date, in milliseconds. */
const maxTime = 8.64e15;

/**
 * Keeps a state in a file, written beside and renamed, so that whoever looks sees the old or the
 * new one, whole.
 */
export function saveState(file: string, state: State): void {
  const text = JSON.stringify({ format, ...state }, (_, value) =>
    value instanceof Map ? [...value] : value,
  );
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    // On a full disk half of it is there.
    rmSync(`${file}.new`, { force: true });
    throw error;
  }
}

/** Gives the one name of a state file, which may be there already under that of a link. */
export function findStateFile(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  mkdirSync(dirname(file), { recursive: true });
  return join(realpathSync(dirname(file)), basename(file));
}

/**
 * Keeps a state file for this process, by a file beside it, and gives what ends that. Throws where
 * a process that is alive has it.
 */
export function lockState(file: string): () => void {
  const lock = `${file}.lock`;
  // The second time the lock of a process that was killed is gone.
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return () => rmSync(lock, { force: true });
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
      const owner = Number.parseInt(readFileSync(lock, 'utf8'), 10);
      if (attempt > 1 || isAlive(owner)) {
        const next = 'Stop it, or give this one another --data.';
        throw new Error(
          `The state file ${file} is in use by another sandbox (process ${owner}). ${next}`,
          { cause },
        );
      }
      rmSync(lock, { force: true });
    }
  }
}

/** A sandbox that was killed in a container had the number that the next one there has: our own. */
function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    // It is there, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Reads what was kept; null where there is no such file. Throws an Error that names a file that is
 * broken.
 */
export function loadState(file: string): State | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { format: _format, ...state } = takeState(kept, 'state');
    return state;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The state file ${file} is broken: ${why.replace(/\.$/, '')}. Fix it or move it away.`,
      { cause },
    );
  }
}

const takeFolder: Reader<Folder> = (value, field) =>
  new Map(
    listOf(listOf(takeText))(value, field).map(([path, content]) => [
      takeText(path, field),
      takeText(content, field),
    ]),
  );
const takeTime = whole(-maxTime, maxTime);
const takeApp = objectOf(
  {
    slug: takeText,
    owner: takeText,
    draft: takeFolder,
    published: orNull(takeFolder),
    status: takeText,
    nextStatus: takeText,
    reviewNote: orNull(takeText),
    version: whole(1, maxTime),
    updatedAt: takeTime,
    publishedAt: orNull(takeTime),
    submittedAt: orNull(takeTime),
  },
  [
    'slug',
    'owner',
    'draft',
    'published',
    'status',
    'reviewNote',
    'version',
    'updatedAt',
    'publishedAt',
    'submittedAt',
  ],
);
const takeAccount = objectOf({ name: takeText, key: takeText }, ['name', 'key']);
const takeState = objectOf(
  {
    format: oneOf([format]),
    accounts: listOf(takeAccount),
    termsVersion: takeText,
    apps: listOf(takeApp),
  },
  ['format', 'accounts', 'termsVersion', 'apps'],
);
