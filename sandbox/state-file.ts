import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { State } from './parts.ts';
import { isRecord } from './request.ts';

const format = 3;

/**
 * Keeps a state in a file of JSON: written beside and renamed, so that whoever looks sees the old file or the new one,
 * whole. Folders are kept as lists of path and content.
 */
export function saveState(file: string, state: State): void {
  const text = JSON.stringify({ format, ...state }, (_, value) => (value instanceof Map ? [...value] : value));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Keeps a state file for this process, by a file beside it that names the process, and gives what ends that. Two sandboxes would
 * each write what they know over what the other one has promised. Throws an Error where another process that is alive has it.
 */
export function lockState(file: string): () => void {
  const lock = `${file}.lock`;
  mkdirSync(dirname(file), { recursive: true });
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
        throw new Error(`The state file ${file} is in use by another sandbox (process ${owner}). ${next}`, { cause });
      }
      rmSync(lock, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    // It is there, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Reads what was kept; null where there is no such file. Throws an Error that names a file that is broken. */
export function loadState(file: string): State | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      (key === 'draft' || key === 'published') && Array.isArray(value) ? new Map(value) : value,
    );
    if (!isState(kept)) throw new TypeError('it is no state of this version of the sandbox');
    return kept;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The state file ${file} is broken: ${why}. Fix it or move it away.`, { cause });
  }
}

/** The sandbox wrote the file itself: the version says what is in it. */
function isState(value: unknown): value is State {
  return (
    isRecord(value) && value['format'] === format && Array.isArray(value['accounts']) && Array.isArray(value['apps'])
  );
}
