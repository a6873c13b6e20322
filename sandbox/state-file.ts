import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app.ts';
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
  takeLock(lock);
  const close = (): void => rmSync(lock, { force: true });
  try {
    return { state: load(file), save: (state) => save(file, state), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Takes a lock file, which one that ended without giving it back may have left behind. */
function takeLock(lock: string): void {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isAlive(pid)) {
      const message = `Another sandbox (process ${pid}) uses this folder. If that is wrong, delete ${lock}.`;
      throw new Error(message, { cause });
    }
    writeFileSync(lock, String(process.pid));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function save(file: string, { settings, apps }: State): void {
  const kept = apps.map((app) => ({ ...app, draft: [...app.draft], published: app.published && [...app.published] }));
  writeFileSync(`${file}.new`, JSON.stringify({ format, settings, apps: kept }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

type Entries = readonly (readonly [string, string])[];
type KeptApp = Omit<App, 'draft' | 'published'> & { readonly draft: Entries; readonly published: Entries | null };
type Kept = Pick<State, 'settings'> & { readonly apps: readonly KeptApp[] };

function load(file: string): State | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isKept(kept)) throw new TypeError('it is no state of this version of the sandbox');
    const apps = kept.apps.map(({ draft, published, ...app }) => {
      return { ...app, draft: new Map(draft), published: published && new Map(published) };
    });
    return { settings: kept.settings, apps };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The state file ${file} is broken: ${why}. Fix it or move it away; nothing was changed.`, {
      cause,
    });
  }
}

/** The sandbox wrote the file itself: the version says what is in it. */
function isKept(value: unknown): value is Kept {
  return isRecord(value) && value['format'] === format && isRecord(value['settings']) && Array.isArray(value['apps']);
}
