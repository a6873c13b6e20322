import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Folder, toSentContent } from './folder.ts';
import type { Controls } from './parts.ts';
import { checkFolder } from './rules.ts';

/** A folder that is shown as a draft. */
export interface DevFolder {
  readonly slug: string;
  /** Stops watching. */
  close(): void;
}

/** What a folder is shown with. */
export interface DevOptions {
  readonly sandbox: Controls;
  /** Is told, after each change, what a deploy of the folder would be refused for. */
  readonly onProblems: (problems: readonly string[]) => void;
  /** How many milliseconds a folder must be quiet before it is read again. */
  readonly quietMs?: number;
}

/**
 * Shows an app folder as a draft of the first account, now and after each change of a file. Files and folders whose name
 * begins with a dot, and node_modules, are no part of it. Throws what reading the folder throws.
 */
export function serveFolder(folder: string, { sandbox, onProblems, quietMs = 100 }: DevOptions): DevFolder {
  const slug = toSlug(folder);
  const update = (): void => {
    const { store, setup } = sandbox;
    const { folder: draft, problems } = checkFolder(readFolder(folder), setup());
    const app = store.find(slug);
    if (app === undefined) store.create(setup().accounts[0]?.name ?? '', slug, draft);
    else if (!isSame(app.draft, draft)) store.update(app, draft);
    else return;
    onProblems(
      problems.map(
        ({ path, line, message, fix }) => `${path}${line === undefined ? '' : `:${line}`}: ${message} ${fix}`,
      ),
    );
  };
  update();
  let timer: NodeJS.Timeout | undefined;
  const watcher: FSWatcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => tryAgain(update, onProblems), quietMs);
  });
  return {
    slug,
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/** A file may be gone or half written at the moment that it is read; the next change reads it again. */
function tryAgain(update: () => void, onProblems: DevOptions['onProblems']): void {
  try {
    update();
  } catch (error) {
    onProblems([error instanceof Error ? error.message : String(error)]);
  }
}

function toSlug(folder: string): string {
  const slug = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 32);
  return slug.length < 3 ? `app-${slug}` : slug;
}

function readFolder(folder: string): Folder {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules'))
    .filter((path) => statSync(join(folder, path)).isFile());
  return new Map(paths.sort().map((path) => [path, toSentContent(path, readFileSync(join(folder, path)))]));
}

function isSame(one: Folder, other: Folder): boolean {
  return one.size === other.size && [...one].every(([path, content]) => other.get(path) === content);
}
