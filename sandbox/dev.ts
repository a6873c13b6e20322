import { execFile, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Folder, starterPage, toSentContent } from './folder.ts';
import type { Controls } from './parts.ts';
import { checkFolder } from './rules.ts';

/**
 * A folder is read once two looks, so many milliseconds apart, find the same: a build may be
 * writing it.
 */
const pauseMs = 200;
const maxBuffer = 64 * 1024 * 1024;

/**
 * Shows an app folder as a draft of the first account, now and after each change, with the files
 * that a deploy would send: no links, hidden files, credentials and node_modules. While the folder
 * is away the draft stays. `onRead` is told each time what was found. Looks need no events of the
 * file system, which a mounted folder lacks. Gives the slug, and what ends it.
 */
export function serveFolder(
  folder: string,
  sandbox: Controls,
  onRead: (headline: string, problems: readonly string[]) => void,
) {
  const { store, setup } = sandbox;
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-');
  const slug = name.length < 3 ? `app-${name}` : name.slice(0, 32);
  const owner = setup().accounts[0]?.name ?? '';
  if (store.find(slug) === undefined)
    store.create(owner, slug, new Map([['index.html', starterPage]]));
  const end = new AbortController();
  const follow = async (): Promise<void> => {
    let seen = stampFolder(folder);
    let read = '';
    while (!end.signal.aborted) {
      const start = performance.now();
      const stamp = stampFolder(folder);
      // A large folder must not keep the machine busy.
      const pause = Math.max(pauseMs, 10 * (performance.now() - start));
      if (stamp === seen && stamp !== read) {
        read = stamp;
        const { headline, problems } = await readDraft(folder, slug, sandbox);
        onRead(headline, problems);
      }
      seen = stamp;
      await setTimeout(pause, null, end).catch(() => null);
    }
  };
  void follow();
  return { slug, close: () => end.abort() };
}

/** Takes the folder over as the draft, and says what is wrong with it. */
async function readDraft(folder: string, slug: string, { store, setup }: Controls) {
  try {
    const { folder: draft, problems } = checkFolder(
      readFolder(folder, setup().limits.files),
      setup(),
    );
    const app = store.find(slug);
    if (app !== undefined && !isDeepStrictEqual(app.draft, draft)) store.update(app, draft);
    const { checked, note } = await check(folder);
    const others = checked.some((text) => text.includes(' error: ')) ? [] : problems;
    const told = others.map(({ path, line = 1, column = 1, message, fix }) => {
      return `${path}:${line}:${column} refused: ${message} ${fix}`;
    });
    const headline =
      problems.length === 0 ? 'A deploy would be accepted.' : 'A deploy would be refused.';
    return { headline: `${folder} is read. ${headline}${note}`, problems: [...checked, ...told] };
  } catch (error) {
    const why = existsSync(folder)
      ? String(error)
      : `${folder} is not there. The draft stays as it is until it is back.`;
    return { headline: why, problems: [] };
  }
}

/**
 * What `miniapp-deploy check` says, by a process of the package that comes with this one, so that
 * there is one check.
 */
async function check(
  folder: string,
): Promise<{ readonly checked: readonly string[]; readonly note: string }> {
  const source = fileURLToPath(new URL('../cli/index.ts', import.meta.url));
  const { resolve: find } = createRequire(import.meta.url);
  try {
    const command = existsSync(source) ? source : find('miniapp-deploy/dist/index.js');
    const text = await new Promise<string>((done) =>
      execFile(process.execPath, [command, 'check', folder, '--json'], { maxBuffer }, (_, stdout) =>
        done(stdout),
      ),
    );
    const { problems, message } = JSON.parse(text);
    if (!Array.isArray(problems)) return { checked: [], note: ` (No check: ${message}.)` };
    const checked = problems.map(({ path, line, column, severity, message: words, fix }) => {
      return `${path ?? folder}:${line ?? 1}:${column ?? 1} ${severity}: ${words} ${fix ?? ''}`.trim();
    });
    return { checked, note: '' };
  } catch {
    return { checked: [], note: ' (No check: the package miniapp-deploy cannot be started.)' };
  }
}

/** Changes with any of the files. */
function stampFolder(folder: string): string {
  try {
    return listFiles(folder)
      .map((path) => {
        const { mtimeMs, size, ino } = lstatSync(join(folder, path));
        return [path, mtimeMs, size, ino].join(' ');
      })
      .join('\n');
  } catch (error) {
    return String(error);
  }
}

function readFolder(folder: string, maxFiles: number): Folder {
  const paths = listFiles(folder);
  if (paths.length > maxFiles)
    throw new Error(`${folder} has ${paths.length} files, and an app at most ${maxFiles}.`);
  return new Map(
    paths.sort().map((path) => [path, toSentContent(path, readFileSync(join(folder, path)))]),
  );
}

const excluded =
  /^\.|^(?:node_modules|_netrc)$|\.(?:pem|key|p12|pfx|ppk)$|^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-]|$)/i;

function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name;
    if (excluded.test(entry.name)) return [];
    if (entry.isDirectory()) return listFiles(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * Starts the build's own watcher beside the sandbox; `onEnd` is told when it has ended by itself.
 * Gives what ends it, and all it started.
 */
export function startBuild(
  [command = '', ...args]: readonly string[],
  onEnd: (why: string) => void,
) {
  const isWindows = process.platform === 'win32';
  // stdout may be read by a program.
  const child = spawn(command, args, {
    stdio: ['ignore', 2, 2],
    detached: !isWindows,
    shell: isWindows,
  });
  child.once('error', ({ message }) => onEnd(message));
  child.once('exit', (code) => code !== null && onEnd(`exit code ${code}`));
  return (): void => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (isWindows || child.pid === undefined) child.kill();
    else process.kill(-child.pid);
  };
}
