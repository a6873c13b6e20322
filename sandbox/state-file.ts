import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
