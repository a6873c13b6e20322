import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from './request.ts';
import type { State } from './store.ts';

/** A folder that keeps a sandbox's state in one file, `state.json`. */
export interface StateFile {
  /** What was kept when the folder was opened; null in a folder that is new. */
  readonly state: State | null;
  /** Keeps a state: written beside and renamed, so that whoever looks sees the old file or the new one, whole. */
  save(state: State): void;
  /** Lets the folder go, for the next sandbox. */
  close(): void;
}

const format = 2;

/**
 * Opens the folder of a state, which is made when it is missing, for this process alone. Throws an Error that names the
 * file: another sandbox uses it, or it is broken (then it is left as it is).
 */
export function openStateFile(folder: string): StateFile {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'state.json');
  const lock = join(folder, 'lock');
  if (existsSync(lock)) refuseOwner(lock);
  const state = existsSync(file) ? load(file) : null;
  writeFileSync(lock, String(process.pid));
  return { state, save: (next) => save(file, next), close: () => rmSync(lock, { force: true }) };
}

/** A sandbox that ended without giving its lock back may have left it behind. */
function refuseOwner(lock: string): void {
  const pid = Number(readFileSync(lock, 'utf8'));
  if (!isAlive(pid)) return;
  throw new Error(`Another sandbox (process ${pid}) uses this folder. If that is wrong, delete ${lock}.`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Folders are kept as lists of path and content. */
function save(file: string, state: State): void {
  const text = JSON.stringify({ format, ...state }, (_, value) => (value instanceof Map ? [...value] : value));
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function load(file: string): State {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      (key === 'draft' || key === 'published') && Array.isArray(value) ? new Map(value) : value,
    );
    if (!isState(kept)) throw new TypeError('it is no state of this version of the sandbox');
    return kept;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `The state file ${file} is broken: ${why}. Fix it or move it away; nothing was changed.`;
    throw new Error(message, { cause });
  }
}

/** The sandbox wrote the file itself: the version says what is in it. */
function isState(value: unknown): value is State {
  return isRecord(value) && value['format'] === format && isRecord(value['settings']) && Array.isArray(value['apps']);
}
