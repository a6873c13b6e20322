import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { statuses } from './assumptions.ts';
import type { Folder } from './folder.ts';
import { isRecord, type Json } from './request.ts';
import type { Account, App, Change, Settings, State } from './store.ts';

/**
 * A folder that keeps a sandbox's state: `settings.json`, and `app-<slug>.json` for each app. Files are replaced whole
 * (written beside, synced, renamed) and in one step, so that a change is on the disk before anything else happens.
 */
export interface StateFolder {
  /** What was kept when the folder was opened; null in a folder that is new. */
  readonly state: State | null;
  /** Keeps a change. Throws a StateError that names the file that could not be written; then nothing has changed. */
  save(change: Change): void;
  /** Lets the folder go, for the next sandbox. */
  close(): void;
}

/** A state folder that cannot be used, or a file in it that cannot be read, understood or written. */
export class StateError extends Error {
  readonly file: string;

  constructor(file: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StateError';
    this.file = file;
  }
}

const format = 1;
const maxTime = 8.64e15;

/**
 * Opens a state folder, which is made when it is missing, for this process alone. Throws a StateError that names the
 * file: another sandbox uses the folder, a file is broken (nothing is changed then), or the disk is full.
 */
export function openStateFolder(folder: string, pid: number = process.pid): StateFolder {
  attempt(folder, 'make', () => mkdirSync(folder, { recursive: true }));
  const lock = join(folder, 'lock');
  const unlock = takeLock(lock, pid);
  try {
    // What a crash left half written.
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.new'))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
    return { state: loadState(folder), save: (change) => saveChange(folder, change), close: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

function loadState(folder: string): State | null {
  const names = readdirSync(folder).filter((name) => /^app-.*\.json$/.test(name));
  const settingsFile = join(folder, 'settings.json');
  const settings = load(settingsFile, readSettings);
  if (settings === null) {
    if (names.length > 0) throw toBroken(settingsFile, new Error('it is missing, though there are apps beside it'));
    return null;
  }
  const owners = new Set(settings.accounts.map(({ name }) => name));
  const apps = names.map((name) => load(join(folder, name), (text) => readApp(text, name, owners)));
  return { settings, apps: apps.filter((app) => app !== null).sort((a, b) => a.createdAt - b.createdAt) };
}

function load<T>(file: string, read: (text: string) => T): T | null {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw toBroken(file, error);
  }
}

function toBroken(file: string, cause: unknown): StateError {
  return new StateError(
    file,
    `The state file ${file} is broken: ${toWords(cause)}. Fix it or move it away; nothing was changed.`,
    cause,
  );
}

function saveChange(folder: string, change: Change): void {
  if ('settings' in change) {
    replaceFile(folder, 'settings.json', `${JSON.stringify({ format, ...change.settings }, null, 2)}\n`);
  } else if (change.app === null) {
    // A file that somebody took away by hand is as good as deleted.
    const file = join(folder, toName(change.slug));
    attempt(file, 'delete', () => {
      rmSync(file, { force: true });
      syncFolder(folder);
    });
  } else {
    replaceFile(folder, toName(change.slug), writeApp(change.app));
  }
}

function toName(slug: string): string {
  return `app-${slug}.json`;
}

/** Whoever looks sees the old file or the new one, whole, also after a crash. A file that fails leaves nothing behind. */
function replaceFile(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  const draft = `${file}.new`;
  attempt(file, 'write', () => {
    try {
      writeSynced(draft, text);
      renameSync(draft, file);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
    syncFolder(folder);
  });
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a rename last. Windows cannot open a folder, and needs no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function attempt<T>(file: string, verb: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new StateError(file, `Could not ${verb} ${file}: ${toWords(error)}.`, error);
  }
}

function toWords(error: unknown): string {
  if (hasCode(error, 'ENOSPC')) return 'no space is left on the disk (ENOSPC)';
  return error instanceof Error ? error.message : String(error);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Takes a lock file, or throws. The file appears with its content in one step (a link), so exactly one of several
 * processes gets it. One that was left behind may be taken over by the one process that makes `<lock>.<digest>`, the
 * claim to just this left-over; it looks again once it has the claim, since the lock may have changed hands before.
 */
function takeLock(lock: string, pid: number): () => void {
  const own = `${lock}.${randomUUID()}`;
  const text = JSON.stringify({ pid, started: readStart(pid), id: randomUUID() });
  attempt(lock, 'write', () => writeFileSync(own, text, { mode: 0o600 }));
  try {
    if (!claim(own, lock)) takeOver(lock, own);
  } finally {
    rmSync(own, { force: true });
  }
  // Somebody may have deleted it by hand, and another sandbox taken its place.
  return () => {
    if (readLock(lock) === text) rmSync(lock, { force: true });
  };
}

function takeOver(lock: string, own: string): void {
  const found = readLock(lock);
  if (isHeld(found)) throw toUsed(lock);
  const digest = createHash('sha256').update(found).digest('hex').slice(0, 16);
  const right = `${lock}.${digest}`;
  if (!claim(own, right)) throw toUsed(lock);
  try {
    if (readLock(lock) !== found) throw toUsed(lock);
    renameSync(own, lock);
  } finally {
    rmSync(right, { force: true });
  }
}

/** Links a file to a name that must be free. */
function claim(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw new StateError(name, `Could not write ${name}: ${toWords(error)}.`, error);
  }
}

function readLock(lock: string): string {
  return load(lock, (text) => text) ?? '';
}

function toUsed(lock: string): StateError {
  const { pid } = parseLock(readLock(lock));
  const who = pid === null ? '' : ` (process ${pid})`;
  return new StateError(lock, `Another sandbox${who} uses this folder. If that is wrong, delete ${lock}.`);
}

function isHeld(text: string): boolean {
  const { pid, started } = parseLock(text);
  return pid !== null && isAlive(pid) && (started === null || readStart(pid) === started);
}

function parseLock(text: string): { readonly pid: number | null; readonly started: string | null } {
  const [, pid, started] = /^\{"pid":(\d{1,10}),"started":(?:"([^"]*)"|null),"id":"[\w-]+"\}$/.exec(text) ?? [];
  return { pid: pid === undefined ? null : Number(pid), started: started ?? null };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** When a process was started, in words that only this process has; null where the system does not tell. */
function readStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // The name of the program, in brackets, may hold anything; the 22nd field is the 20th after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
    }
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    // Gone, or hidden from us: the number of the process has to do.
    return null;
  }
}

function writeApp(app: App): string {
  const published = app.published === null ? null : [...app.published];
  return JSON.stringify({ format, ...app, draft: [...app.draft], published });
}

/** Throws a TypeError or SyntaxError that says what does not fit. */
function readApp(text: string, name: string, owners: ReadonlySet<string>): App {
  const json = readObject(text);
  const app: App = {
    slug: take(json, 'slug', isSlug),
    owner: take(json, 'owner', isText),
    draft: new Map(take(json, 'draft', isEntries)),
    published: toFolderOrNull(take(json, 'published', isEntriesOrNull)),
    status: take(json, 'status', isStatus),
    reviewNote: take(json, 'reviewNote', isTextOrNull),
    version: take(json, 'version', isVersion),
    createdAt: take(json, 'createdAt', isTime),
    updatedAt: take(json, 'updatedAt', isTime),
    publishedAt: take(json, 'publishedAt', isTimeOrNull),
    submittedAt: take(json, 'submittedAt', isTimeOrNull),
  };
  if (toName(app.slug) !== name) throw new TypeError(`"slug" is ${app.slug}, which does not fit the name of the file`);
  if (!owners.has(app.owner)) throw new TypeError('"owner" is no account of settings.json');
  if ((app.published === null) !== (app.publishedAt === null)) {
    throw new TypeError('"published" and "publishedAt" do not fit each other');
  }
  if (app.published === null && app.status.startsWith('published')) {
    throw new TypeError('"status" says that the app is published, and "published" is null');
  }
  return app;
}

/** Throws a TypeError or SyntaxError that says what does not fit. */
function readSettings(text: string): Settings {
  const json = readObject(text);
  const accounts = take(json, 'accounts', isRecords).map((account) => ({
    name: take(account, 'name', isWord),
    key: take(account, 'key', isWord),
  }));
  if (accounts.length === 0) throw new TypeError('"accounts" is empty');
  if (!isUnique(accounts)) throw new TypeError('"accounts" has a name or a key twice');
  return { accounts, termsVersion: take(json, 'termsVersion', isWord) };
}

function isUnique(accounts: readonly Account[]): boolean {
  const count = accounts.length;
  return (
    new Set(accounts.map(({ name }) => name)).size === count && new Set(accounts.map(({ key }) => key)).size === count
  );
}

function readObject(text: string): Json {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json) || json['format'] !== format) throw new TypeError(`it is not an object with "format": ${format}`);
  return json;
}

function take<T>(json: Json, name: string, fits: (value: unknown) => value is T): T {
  const value = json[name];
  if (!fits(value)) throw new TypeError(`"${name}" is missing or does not fit`);
  return value;
}

type Entries = readonly (readonly [string, string])[];

function toFolderOrNull(entries: Entries | null): Folder | null {
  return entries === null ? null : new Map(entries);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isWord(value: unknown): value is string {
  return isText(value) && /^[\x21-\x7e]+$/.test(value);
}

function isSlug(value: unknown): value is string {
  return isText(value) && /^[a-z0-9-]{3,32}$/.test(value);
}

function isVersion(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** What a Date can hold. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= maxTime;
}

function isTimeOrNull(value: unknown): value is number | null {
  return value === null || isTime(value);
}

function isStatus(value: unknown): value is App['status'] {
  return statuses.some((status) => status === value);
}

function isRecords(value: unknown): value is readonly Json[] {
  return Array.isArray(value) && value.every(isRecord);
}

function isEntries(value: unknown): value is Entries {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2 && one.every(isText));
}

function isEntriesOrNull(value: unknown): value is Entries | null {
  return value === null || isEntries(value);
}
