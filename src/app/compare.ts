/**
 * Compares an app with a folder, or two reads of an app with each other. Only this file decides
 * when two contents are the same (docs/decisions/0006-content-comparison.md).
 */
import { isDeepStrictEqual } from 'node:util';
import { toAsciiJson } from '../text/escape.ts';
import { compareTexts, joinWords, listNames } from '../text/format.ts';
import {
  type App,
  type AppFields,
  appFields,
  isFieldName,
  nameField,
  pagePath,
  promptPath,
  sentFields,
  servicePath,
} from './app.ts';
import {
  countShownBytes,
  isSameFile,
  isSameShown,
  readShownText,
  type ShownContent,
} from './content.ts';

export interface FileChange {
  readonly path: string;
  /** `added`: the draft does not have the file. `removed`: the folder does not have it. */
  readonly kind: 'added' | 'changed' | 'removed';
  /** Null if the draft does not have the file, or if its size is not known. */
  readonly bytesBefore: number | null;
  readonly bytesAfter: number | null;
}

/** A file of a folder, as far as it is compared. */
interface ComparedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface FolderContent {
  readonly files: readonly ComparedFile[];
  /** The fields do not include the prompt if instructions.md is missing, too large, or not text. */
  readonly fields: AppFields;
  readonly serviceJson: string | null;
}

/** The differences between the files of an app and of a folder. */
export interface Comparison {
  /** Sorted by path; empty if all files that can be compared are the same. */
  readonly changes: readonly FileChange[];
  /**
   * The folder's files that cannot be compared: those outside the documented paths, if the service
   * lists none of them.
   */
  readonly unlisted: readonly string[];
  /** True if all files could be compared, and are the same. */
  readonly isVerified: boolean;
  /**
   * Notices about a prompt that was not compared, since only the app or only the folder shows it.
   */
  readonly notices: readonly string[];
  /** The size of the app's files after decoding, in bytes; null if it does not show all files. */
  readonly byteCount: number | null;
}

interface Pair {
  readonly path: string;
  readonly content: ShownContent | undefined;
  /** Undefined if the folder does not have the path. */
  readonly file: ComparedFile | undefined;
}

/** Compares an app with a folder. Returns null if the read of the app shows no files. */
export function compareFolder(app: App, folder: FolderContent): Comparison | null {
  if (app.files === null) return null;
  const own = new Map(folder.files.map((file) => [file.path, file]));
  const shown = listShown(app, own.has(promptPath));
  const unlisted = listUnlisted([...own.keys()], shown);
  const isPromptHidden = own.has(promptPath) && !shown.has(promptPath);
  const hidden = new Set(isPromptHidden ? [...unlisted, promptPath] : unlisted);
  const changes: FileChange[] = [];
  for (const path of new Set([...own.keys(), ...shown.keys()])) {
    const pair: Pair = { path, content: shown.get(path), file: own.get(path) };
    if (!hidden.has(path) && !isSamePair(pair, folder)) changes.push(toChange(pair));
  }
  changes.sort((one, other) => compareTexts(one.path, other.path));
  const notices: string[] = [];
  if (isPromptHidden) notices.push(describeHidden(['system_prompt']));
  if (!own.has(promptPath) && hasPrompt(app, shown)) notices.push(promptKept);
  const isVerified = changes.length === 0 && hidden.size === 0;
  const byteCount = hidden.size === 0 ? sumContentBytes(shown, own, changes) : null;
  return { changes, unlisted, isVerified, notices, byteCount };
}

const promptKept =
  'The app has a prompt, but the folder has no instructions.md, so the prompt was not compared.';

function hasPrompt(app: App, shown: ReadonlyMap<string, ShownContent>): boolean {
  return shown.has(promptPath) || (app.systemPrompt ?? '').trim() !== '';
}

/**
 * Returns the contents of the app's files, by path. `withPrompt`: the prompt counts as a file even
 * if the read shows it only as a field.
 */
export function listShown(app: App, withPrompt: boolean): ReadonlyMap<string, ShownContent> {
  const shown = new Map<string, ShownContent>(app.files);
  if (!shown.has(promptPath) && withPrompt && app.systemPrompt !== null) {
    shown.set(promptPath, app.systemPrompt);
  }
  // The rendered page may differ from the file, so it is used only if the file is not shown.
  if (!shown.has(pagePath) && app.html !== null) shown.set(pagePath, app.html);
  return shown;
}

/**
 * Returns the paths of files that the service document does not name, and that the service
 * therefore may not list. Returns none if the service lists one of them, since it then lists all
 * such files.
 */
function listUnlisted(
  paths: readonly string[],
  shown: ReadonlyMap<string, ShownContent>,
): readonly string[] {
  const others = paths.filter((path) => !isDocumented(path));
  return others.some((path) => shown.has(path)) ? [] : others;
}

function isDocumented(path: string): boolean {
  const isField = path === servicePath || path === pagePath || path === promptPath;
  return isField || path.startsWith('assets/');
}

/**
 * Returns true if the two contents of a path are the same: the same bytes, the same text apart from
 * byte order mark and line ends, or equal according to isSameWritten. A missing page equals an
 * empty one.
 */
function isSamePair(pair: Pair, folder: FolderContent): boolean {
  const { path, file } = pair;
  const content = pair.content?.toString();
  if (file === undefined) {
    if (path === pagePath) return content !== undefined && readShownText(content) === '';
    // Without instructions.md or service.json, a deploy leaves the prompt or the fields as they
    // are, so the app need not lack them.
    return path === promptPath || path === servicePath;
  }
  if (content === undefined) return path === pagePath && file.bytes.length === 0;
  if (isSameFile(content, file.bytes)) return true;
  const prompt = folder.fields.system_prompt ?? null;
  const own = path === servicePath ? folder.serviceJson : prompt;
  return isSameWritten(path, readShownText(content), own);
}

function toChange(pair: Pair): FileChange {
  const { path, content, file } = pair;
  const bytesBefore = content === undefined ? null : countShownBytes(content.toString());
  if (file === undefined) return { path, kind: 'removed', bytesBefore, bytesAfter: null };
  const kind = content === undefined ? 'added' : 'changed';
  return { path, kind, bytesBefore, bytesAfter: file.bytes.length };
}

/** Returns the size of all files of the app. A file without a change has the size of the folder's. */
function sumContentBytes(
  shown: ReadonlyMap<string, ShownContent>,
  own: ReadonlyMap<string, ComparedFile>,
  changes: readonly FileChange[],
): number | null {
  const changed = new Set(changes.map(({ path }) => path));
  let sum = 0;
  for (const [path, content] of shown) {
    const same = changed.has(path) ? undefined : own.get(path);
    const bytes = same?.bytes.length ?? countShownBytes(content.toString());
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}

/**
 * Returns true if both reads show the same files with the same contents, and the same prompt. The
 * page in `html` is not compared: it may show the time of day.
 */
export function isSameContent(one: App, other: App): boolean {
  const files = new Map(one.files);
  const others = new Map(other.files);
  if (files.size !== others.size) return false;
  for (const [path, shown] of files) {
    const content = shown.toString();
    const otherContent = others.get(path)?.toString();
    if (otherContent === undefined) return false;
    if (isSameShown(content, otherContent)) continue;
    const texts = [readShownText(content), readShownText(otherContent)] as const;
    if (!isSameWritten(path, ...texts)) return false;
  }
  return normalizePrompt(one.systemPrompt ?? '') === normalizePrompt(other.systemPrompt ?? '');
}

/**
 * Returns true if two texts of a file that a service may rewrite are the same: service.json is
 * compared by value, and the prompt without white space at its ends. False for all other files.
 */
function isSameWritten(path: string, one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  if (path === servicePath) return isSameJson(one, other);
  return path === promptPath && normalizePrompt(one) === normalizePrompt(other);
}

const normalizePrompt = appFields.system_prompt.normalize;

/**
 * Returns true if both texts are JSON of the same value. Order of keys, white space and the form of
 * numbers do not count. Text that is not JSON, or is nested too deep to be compared, equals
 * nothing.
 */
function isSameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(parseService(one), parseService(other));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Parses a service.json. Brings its fields into their normal form, and turns -0 into 0. */
function parseService(text: string): unknown {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), (_key, entry) =>
    entry === 0 ? 0 : entry,
  );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, normalizeMember(key, entry)]);
  return Object.fromEntries(entries);
}

function normalizeMember(key: string, value: unknown): unknown {
  if (!isFieldName(key) || typeof value !== 'string') return value;
  const field = appFields[key];
  return field.file === servicePath && field.isSent ? field.normalize(value) : value;
}

export function compareFields(app: App, fields: AppFields): readonly (keyof AppFields)[] {
  return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === false);
}

/** Returns the names of the given fields that were not compared: the read does not show them. */
export function listHidden(app: App, fields: AppFields): readonly (keyof AppFields)[] {
  return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === null);
}

function listFields(fields: AppFields): readonly (keyof AppFields)[] {
  return sentFields.filter((name) => fields[name] !== undefined);
}

/** Returns true if the app's field has this text; null if the read does not show it as a text. */
function isSameField(app: App, name: keyof AppFields, text = ''): boolean | null {
  if (name === 'html') {
    const page = app.files?.get(pagePath)?.toString() ?? app.html;
    return page === null ? null : isSameFile(page, Buffer.from(text));
  }
  const shown = app[name === 'system_prompt' ? 'systemPrompt' : name];
  if (shown === null) return null;
  const field = appFields[name];
  return field.normalize(shown) === field.normalize(text);
}

/**
 * Returns the names of the files that differ. A service may rename a file to another Unicode form
 * (NFC instead of NFD). Both names of such a file look the same, so they are shown in ASCII.
 */
export function nameChanges(changes: readonly FileChange[]): string {
  const removedFiles = changes.filter((change) => change.kind === 'removed');
  const removed = removedFiles.map((change) => change.path);
  const renamed = new Set<string>();
  const names: string[] = [];
  for (const change of changes) {
    if (change.kind !== 'added') continue;
    const { path } = change;
    const shown = removed.find((other) => other.normalize('NFC') === path.normalize('NFC'));
    if (shown === undefined) continue;
    renamed.add(path).add(shown);
    names.push(
      `${toAsciiJson(path)}, which the service lists as ${toAsciiJson(shown)}: rename the file, and update references to it`,
    );
  }
  const others = changes.map((change) => change.path).filter((path) => !renamed.has(path));
  return listNames([...names, ...others]);
}

export function describeHidden(names: readonly string[]): string {
  const fields = joinWords(names.map(nameField));
  return `The service does not show these fields, so they were not compared: ${fields}.`;
}

export function describeUnlisted(paths: readonly string[]): string {
  const names = listNames(paths);
  return `The service does not show these files, so they could not be compared: ${names}.`;
}
