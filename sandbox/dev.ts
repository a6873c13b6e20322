import { readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Folder, toSentContent } from './folder.ts';
import type { Controls } from './parts.ts';
import { checkFolder } from './rules.ts';

/** How many milliseconds a folder must be quiet before it is read again. */
const quietMs = 100;

/**
 * Shows an app folder as a draft of the first account, now and after each change of a file. Files and folders whose name
 * begins with a dot, and node_modules, are no part of it. `onProblems` is told each time what a deploy would be refused for.
 * Throws what reading the folder throws. Gives the slug, and what stops watching.
 */
export function serveFolder(
  folder: string,
  { store, setup }: Controls,
  onProblems: (problems: readonly string[]) => void,
) {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-');
  const slug = name.length < 3 ? `app-${name}` : name.slice(0, 32);
  const update = (): void => {
    const { folder: draft, problems } = checkFolder(readFolder(folder), setup());
    const app = store.find(slug);
    if (app === undefined) store.create(setup().accounts[0]?.name ?? '', slug, draft);
    else if (isDeepStrictEqual(app.draft, draft)) return;
    else store.update(app, draft);
    onProblems(problems.map(({ path, line = 1, message, fix }) => `${path}:${line}: ${message} ${fix}`));
  };
  update();
  let timer: NodeJS.Timeout | undefined;
  const updateAgain = (): void => {
    try {
      update();
    } catch (error) {
      // A file may be gone or half written at the moment that it is read; the next change reads it again.
      onProblems([String(error)]);
    }
  };
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(updateAgain, quietMs);
  });
  const close = (): void => {
    clearTimeout(timer);
    watcher.close();
  };
  return { slug, close };
}

function readFolder(folder: string): Folder {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(\.|node_modules(\/|$))/.test(path) && statSync(join(folder, path)).isFile());
  return new Map(paths.sort().map((path) => [path, toSentContent(path, readFileSync(join(folder, path)))]));
}
