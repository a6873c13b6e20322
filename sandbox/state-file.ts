import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readApp, readSettings, writeApp, writeSettings } from './state-json.ts';
import type { App, Settings, State } from './store.ts';

/** A folder that keeps a sandbox's state: `settings.json`, and `app-<slug>.json` for each app. */
export interface StateFolder {
  /** What was kept; null in a folder that is new. Throws a StateError that names the file that is broken. */
  load(): Promise<State | null>;
  /** Keeps what has changed since the last call. Resolves when it is on the disk, also for calls that overlap. */
  save(state: State): Promise<void>;
}

/** A state file that cannot be understood. Nothing was changed. */
export class StateError extends Error {
  readonly file: string;

  constructor(file: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The state file ${file} is broken: ${why}. Mend it or move it away; nothing was changed.`, { cause });
    this.name = 'StateError';
    this.file = file;
  }
}

/** Makes a state folder; `folder` need not be there yet. */
export function createStateFolder(folder: string): StateFolder {
  const kept: { settings: Settings | null; readonly apps: Map<string, App> } = { settings: null, apps: new Map() };
  let latest: State | null = null;
  let turn: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    if (latest !== null) await writeChanges(folder, latest, kept);
  };
  return {
    async load() {
      const state = await loadState(folder);
      kept.settings = state?.settings ?? null;
      for (const app of state?.apps ?? []) kept.apps.set(app.slug, app);
      return state;
    },
    save(state) {
      latest = state;
      const saved = turn.then(write);
      // A save that failed is told to whoever asked for it; the next one tries again.
      turn = saved.catch(() => undefined);
      return saved;
    },
  };
}

async function loadState(folder: string): Promise<State | null> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => /^app-[a-z0-9-]{3,32}\.json$/.test(name));
  const settings = await load(join(folder, 'settings.json'), readSettings);
  if (settings === null) {
    if (names.length > 0) {
      throw new StateError(join(folder, 'settings.json'), new Error('it is missing, though there are apps beside it'));
    }
    return null;
  }
  const apps = await Promise.all(names.map((name) => load(join(folder, name), readApp)));
  return { settings, apps: apps.filter((app) => app !== null).sort((a, b) => a.createdAt - b.createdAt) };
}

async function load<T>(file: string, read: (text: string) => T): Promise<T | null> {
  try {
    return read(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StateError(file, error);
  }
}

async function writeChanges(
  folder: string,
  state: State,
  kept: { settings: Settings | null; readonly apps: Map<string, App> },
): Promise<void> {
  if (state.settings !== kept.settings) {
    await replaceFile(folder, 'settings.json', writeSettings(state.settings));
    kept.settings = state.settings;
  }
  for (const app of state.apps.filter((one) => kept.apps.get(one.slug) !== one)) {
    await replaceFile(folder, toName(app.slug), writeApp(app));
    kept.apps.set(app.slug, app);
  }
  const slugs = new Set(state.apps.map(({ slug }) => slug));
  for (const slug of [...kept.apps.keys()].filter((one) => !slugs.has(one))) {
    await unlink(join(folder, toName(slug)));
    kept.apps.delete(slug);
  }
}

function toName(slug: string): string {
  return `app-${slug}.json`;
}

/** Whoever looks sees the old file or the new one, whole, also after a crash. */
async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const draft = join(folder, `${name}.new`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}

/** Makes a rename last. Windows cannot open a folder, and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
