import type { Folder } from './contents.ts';
import { isRecord } from './fields.ts';
import { moves } from './readings.ts';
import type { Status } from './states.ts';
import type { App, Settings } from './store.ts';

type Json = Readonly<Record<string, unknown>>;

const format = 1;

/** Writes an app as its state file holds it. */
export function writeApp(app: App): string {
  const published = app.published === null ? null : [...app.published];
  return JSON.stringify({ format, ...app, draft: [...app.draft], published });
}

/** Reads an app from its state file. Throws a TypeError or SyntaxError that says what does not fit. */
export function readApp(text: string): App {
  const json = readObject(text);
  return {
    slug: take(json, 'slug', isText),
    owner: take(json, 'owner', isText),
    draft: toFolder(take(json, 'draft', isEntries)),
    published: toFolderOrNull(take(json, 'published', isEntriesOrNull)),
    status: take(json, 'status', isStatus),
    reviewNote: take(json, 'reviewNote', isTextOrNull),
    version: take(json, 'version', isCount),
    createdAt: take(json, 'createdAt', isCount),
    updatedAt: take(json, 'updatedAt', isCount),
    publishedAt: take(json, 'publishedAt', isCountOrNull),
    submittedAt: take(json, 'submittedAt', isCountOrNull),
  };
}

/** Writes the settings as their state file holds them. */
export function writeSettings(settings: Settings): string {
  return `${JSON.stringify({ format, ...settings }, null, 2)}\n`;
}

/** Reads the settings from their state file. Throws a TypeError or SyntaxError that says what does not fit. */
export function readSettings(text: string): Settings {
  const json = readObject(text);
  const accounts = take(json, 'accounts', isRecords).map((account) => ({
    name: take(account, 'name', isText),
    key: take(account, 'key', isText),
  }));
  if (accounts.length === 0) throw new TypeError('"accounts" is empty');
  return { accounts, termsVersion: take(json, 'termsVersion', isText) };
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

function toFolder(entries: Entries): Folder {
  return new Map(entries);
}

function toFolderOrNull(entries: Entries | null): Folder | null {
  return entries === null ? null : toFolder(entries);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCountOrNull(value: unknown): value is number | null {
  return value === null || isCount(value);
}

function isStatus(value: unknown): value is Status {
  return isText(value) && Object.hasOwn(moves, value);
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
