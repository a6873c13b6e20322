import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { App } from '../service/app.ts';
import { readWithoutLink } from '../service/disk.ts';
import type { FolderProblem } from '../service/errors.ts';
import { type Folder, fileNames, starterPage, toSentContent } from '../service/folder.ts';
import { isRecord } from '../service/readers.ts';
import { checkFolder } from '../service/rules.ts';
import type { Service } from '../service/service.ts';

/** Called after each read of the folder. Each problem is one line. */
export type OnRead = (headline: string, problems: readonly string[]) => void;

export interface ServedFolder {
  readonly slug: string;
  /** Stops following the folder. The draft stays. */
  close(): void;
}

/**
 * Serves an app folder as a draft of the first account, now and after each change. The draft has
 * the files that a deploy would send: no links, hidden files, credentials or node_modules. If the
 * folder disappears, the draft stays as it is. `minPauseMs` is the shortest pause between two polls
 * of the folder, in milliseconds.
 */
export function serveFolder(
  folder: string,
  service: Service,
  onRead: OnRead,
  minPauseMs = 200,
): ServedFolder {
  const slug = toSlug(basename(resolve(folder)));
  const end = new AbortController();
  const read = async (): Promise<void> => {
    const { headline, problems } = await readDraft(folder, slug, service);
    if (!end.signal.aborted) onRead(headline, problems);
  };
  findDraft(slug, service);
  // A reset of the sandbox deletes the draft.
  const isGone = (): boolean => service.store.find(slug) === undefined;
  void followFolder({ folder, minPauseMs, signal: end.signal, read, isGone });
  return { slug, close: () => end.abort() };
}

/** Returns the app that the folder is served as. Creates it if it does not exist. */
function findDraft(slug: string, service: Service): App {
  const owner = service.setup().accounts[0]?.name ?? '';
  const starter = new Map([[fileNames.page, starterPage]]);
  return service.store.find(slug) ?? service.store.create(owner, slug, starter);
}

interface Followed {
  readonly folder: string;
  readonly minPauseMs: number;
  readonly signal: AbortSignal;
  readonly read: () => Promise<void>;
  /** Returns true if the folder has to be read again, although no file has changed. */
  readonly isGone: () => boolean;
}

/** Returns the slug for a folder of this name. */
export function toSlug(name: string): string {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-');
  return slug.length < 3 ? `app-${slug}` : slug.slice(0, 32);
}

/**
 * Calls `read` for each new state of a folder, once two polls in a row find the same files: a build
 * may still be writing. It polls, since a mounted folder sends no events.
 */
async function followFolder(followed: Followed): Promise<void> {
  const { folder, signal } = followed;
  let lastStamp = stampFolder(folder);
  let readStamp = '';
  while (!signal.aborted) {
    const start = performance.now();
    const stamp = stampFolder(folder);
    // A large folder must not keep the machine busy.
    const pauseMs = Math.max(followed.minPauseMs, 10 * (performance.now() - start));
    if (stamp === lastStamp && (stamp !== readStamp || followed.isGone())) {
      readStamp = stamp;
      await followed.read();
    }
    lastStamp = stamp;
    await setTimeout(pauseMs, null, { signal }).catch(() => null);
  }
}

/** Returns a text that changes with any of the files. */
function stampFolder(folder: string): string {
  try {
    const stamps = listFiles(folder).map((path) => {
      const { mtimeMs, size, ino } = lstatSync(join(folder, path));
      return `${path} ${mtimeMs} ${size} ${ino}`;
    });
    return stamps.join('\n');
  } catch (error) {
    return String(error);
  }
}

/** The problems found in the folder. */
interface DraftReport {
  readonly headline: string;
  readonly problems: readonly string[];
}

/** Makes the folder the draft, and reports its problems. */
async function readDraft(folder: string, slug: string, service: Service): Promise<DraftReport> {
  try {
    const files = readFolder(folder, service.setup().limits.files);
    const { folder: draft, problems } = checkFolder(files, service.setup());
    const app = findDraft(slug, service);
    const isNew = !isDeepStrictEqual(app.draft, draft);
    if (isNew) service.store.update(app, draft, 'sandbox dev');

    const check = await runCheck(folder);
    const verb = problems.length === 0 ? 'accepted' : 'refused';
    const headline = `${folder} is read. A deploy would be ${verb}.${check.note}`;
    // An error of the check is usually a problem of the service too, and would be listed twice.
    const hasError = check.problems.some((line) => line.includes(' error: '));
    const others = problems.filter(({ message }) => {
      return !hasError && !check.problems.some((line) => line.includes(message));
    });
    return { headline, problems: [...check.problems, ...others.map(toProblemLine)] };
  } catch (error) {
    if (existsSync(folder)) return { headline: String(error), problems: [] };
    const headline = `The folder ${folder} does not exist. The draft stays as it is until the folder is back.`;
    return { headline, problems: [] };
  }
}

function toProblemLine(problem: FolderProblem): string {
  const { path, line = 1, column = 1, message, fix } = problem;
  return `${path}:${line}:${column} refused: ${message} ${fix}`;
}

/** The result of `miniapp-deploy check`. */
interface CheckResult {
  readonly problems: readonly string[];
  /** The reason for a missing result, with a space in front. Empty if the check ran. */
  readonly note: string;
}

const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Runs `miniapp-deploy check` of the package that comes with this one, so that there is only one
 * check.
 */
async function runCheck(folder: string): Promise<CheckResult> {
  try {
    const result: unknown = JSON.parse(await runCommand(['check', folder, '--json']));
    if (!isRecord(result) || !Array.isArray(result['problems'])) {
      const message = isRecord(result) ? result['message'] : result;
      return { problems: [], note: ` (No check: ${message}.)` };
    }
    const problems = result['problems'].map((problem) => toCheckLine(problem, folder));
    return { problems, note: '' };
  } catch {
    const note = ' (No check: the package miniapp-deploy cannot be started.)';
    return { problems: [], note };
  }
}

function toCheckLine(problem: Readonly<Record<string, unknown>>, folder: string): string {
  const { path, line, column, severity, message, fix } = problem;
  const place = `${path ?? folder}:${line ?? 1}:${column ?? 1}`;
  return `${place} ${severity}: ${message} ${fix ?? ''}`.trim();
}

/** Returns what the command miniapp-deploy prints, whatever its exit code. */
function runCommand(args: readonly string[]): Promise<string> {
  const source = fileURLToPath(new URL('../../cli/index.ts', import.meta.url));
  const { resolve: resolveModule } = createRequire(import.meta.url);
  const entry = existsSync(source) ? source : resolveModule('miniapp-deploy/dist/index.js');
  return new Promise((done) => {
    const options = { maxBuffer: maxOutputBytes };
    execFile(process.execPath, [entry, ...args], options, (_error, stdout) => done(stdout));
  });
}

/**
 * Reads the files of an app folder that a deploy would send. Throws an Error if there are too
 * many.
 */
export function readFolder(folder: string, maxFiles: number): Folder {
  const paths = listFiles(folder).sort();
  if (paths.length > maxFiles) {
    throw new Error(`${folder} has ${paths.length} files, and an app at most ${maxFiles}.`);
  }
  const files = new Map<string, string>();
  for (const path of paths) {
    files.set(path, toSentContent(path, readWithoutLink(join(folder, path))));
  }
  return files;
}

/** Names of files and folders that a deploy never sends: hidden ones, packages and credentials. */
const excluded =
  /^\.|^(?:node_modules|_netrc)$|\.(?:pem|key|p12|pfx|ppk)$|^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~-]|$)/i;

function listFiles(folder: string, below = ''): string[] {
  const files: string[] = [];
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below + entry.name;
    if (excluded.test(entry.name)) continue;
    if (entry.isDirectory()) files.push(...listFiles(folder, `${path}/`));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}
