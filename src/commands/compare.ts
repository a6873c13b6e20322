/**
 * What differs between an app and a folder: the one place that says when two contents are the same
 * (docs/decisions/0006).
 */
import { isDeepStrictEqual } from 'node:util';
import type { PackedFile } from '../folder/manifest.ts';
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
} from '../model/app.ts';
import { type Content, digestContent, digestText } from '../model/content.ts';
import type { FileChange, Match } from '../model/outcome.ts';
import { compareTexts, joinWords, listNames } from '../text/format.ts';

/** What a comparison needs of a folder. */
export interface FolderContent {
  readonly files: readonly PackedFile[];
  /** Without the prompt where there is no instructions.md, or it is too large or not text. */
  readonly fields: AppFields;
  /** The text of service.json; null where there is none. */
  readonly serviceJson: string | null;
}

/** How the files that the service shows differ from the folder's. */
export interface Comparison {
  /** By path; empty where all files that can be compared are the same. */
  readonly changes: readonly FileChange[];
  /**
   * The folder's files outside the documented places, if the service lists none of them: then they
   * cannot be compared.
   */
  readonly unlisted: readonly string[];
  /** True where everything could be compared, and is the same. */
  readonly isVerified: boolean;
  /** What to say of a prompt that only one of them has. */
  readonly notices: readonly string[];
}

/** Compares the app with the folder; null where the app was shown without files. */
export function compareFolder(app: App, folder: FolderContent): Comparison | null {
  if (app.files === null) return null;
  const own = new Map(folder.files.map((file) => [file.path, file]));
  const shown = listShown(app, own.has(promptPath));
  const others = [...own.keys()].filter((path) => !isDocumented(path));
  const unlisted = new Set(others.some((path) => shown.has(path)) ? [] : others);
  const isPromptHidden = own.has(promptPath) && !shown.has(promptPath);
  const isCompared = (path: string): boolean =>
    !unlisted.has(path) && !(path === promptPath && isPromptHidden);
  const changes = [...new Set([...own.keys(), ...shown.keys()])]
    .map((path) => ({ path, content: shown.get(path), file: own.get(path) }))
    .filter((pair) => isCompared(pair.path) && !isSame(pair, folder))
    .map(toChange)
    .sort((one, other) => compareTexts(one.path, other.path));
  const isPromptKept =
    !own.has(promptPath) && (shown.has(promptPath) || (app.systemPrompt ?? '').trim() !== '');
  return {
    changes,
    unlisted: [...unlisted],
    isVerified: changes.length === 0 && unlisted.size === 0 && !isPromptHidden,
    notices: [
      ...(isPromptKept ? [promptKept] : []),
      ...(isPromptHidden ? [describeHidden(['system_prompt'])] : []),
    ],
  };
}

/**
 * What the app shows of each file, by path. `hasPrompt`: the prompt too where a read shows it as a
 * field only.
 */
export function listShown(app: App, hasPrompt: boolean): ReadonlyMap<string, Content> {
  const shown = new Map<string, Content>(app.files);
  if (!shown.has(promptPath) && hasPrompt && app.systemPrompt !== null) {
    shown.set(promptPath, digestContent(app.systemPrompt, true));
  }
  // The page that runs may differ from the file: it counts only where the file is not shown.
  if (!shown.has(pagePath) && app.html !== null) shown.set(pagePath, app.html);
  return shown;
}

/**
 * True where both reads show the same files with the same contents, and the same prompt, equal as
 * for a folder. The page in `html` is not compared: a time or a number in it may change by itself.
 */
export function isSameContent(one: App, other: App): boolean {
  const files = new Map(one.files);
  const others = new Map(other.files);
  return (
    files.size === others.size &&
    files.entries().every(([path, content]) => isSameFile(path, content, others.get(path))) &&
    normalizePrompt(one.systemPrompt ?? '') === normalizePrompt(other.systemPrompt ?? '')
  );
}

function isSameFile(path: string, one: Content, other: Content | undefined): boolean {
  if (other === undefined) return false;
  // Unreadable content has no digest, and would differ from itself.
  if (isUnreadable(one) || isUnreadable(other)) return isUnreadable(one) && isUnreadable(other);
  if (one.data !== null && one.data.sha256 === other.data?.sha256) return true;
  if (hasText(one, other.text?.sha256) || hasText(one, other.dataText?.sha256)) return true;
  if (hasText(other, one.text?.sha256)) return true;
  return isSameWritten(path, one.plain, other.plain);
}

function isUnreadable({ text, data }: Content): boolean {
  return text === null && data === null;
}

/**
 * For the two files that a service may rewrite: service.json by value, the prompt without white
 * space at its ends.
 */
function isSameWritten(path: string, one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  if (path === servicePath) return isSameJson(one, other);
  return path === promptPath && normalizePrompt(one) === normalizePrompt(other);
}

/** The given fields that differ from the app's in their normal form. */
export function compareFields(app: App, fields: AppFields): readonly (keyof AppFields)[] {
  return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === false);
}

/** The given fields that a read does not show as a text: they cannot be compared. */
export function listHidden(app: App, fields: AppFields): readonly (keyof AppFields)[] {
  return listFields(fields).filter((name) => isSameField(app, name, fields[name]) === null);
}

function listFields(fields: AppFields): readonly (keyof AppFields)[] {
  return sentFields.filter((name) => fields[name] !== undefined);
}

/** Compares an app with these fields. */
export function matchFields(app: App, fields: AppFields): Match {
  const paths = compareFields(app, fields).map((name) => appFields[name].file);
  return toMatch(app, paths);
}

/** What an app shows that differs from a run's content in these files. */
export function toMatch({ files, html }: App, differing: readonly string[]): Match {
  if (differing.length === 0) return 'same';
  const isPageAlone = html !== null && !files?.has(pagePath);
  return isPageAlone && differing.every((path) => path === pagePath) ? 'page' : 'other';
}

/** A notice of fields that could not be compared. */
export function describeHidden(names: readonly string[]): string {
  return `The service does not show these fields, so that they were not compared: ${joinWords(names.map(nameField))}.`;
}

const promptKept =
  'The app has a prompt and the folder has no instructions.md: the prompt was not compared.';

/** A warning of files that could not be compared. */
export function describeUnlisted(paths: readonly string[]): string {
  return `The service does not show these files, so that they could not be compared: ${listNames(paths)}.`;
}

const normalizePrompt = appFields.system_prompt.normalize;

/** What the app shows at a path, and the folder's file there. */
interface Pair {
  readonly path: string;
  readonly content: Content | undefined;
  readonly file: PackedFile | undefined;
}

/**
 * The same bytes, or the same text apart from byte order mark and line ends, or as `isSameWritten`.
 * A missing page equals an empty one.
 */
function isSame({ path, content, file }: Pair, { serviceJson, fields }: FolderContent): boolean {
  // Without instructions.md or service.json the folder leaves the prompt or the fields as they are.
  if (file === undefined)
    return path !== pagePath
      ? path === promptPath || path === servicePath
      : content?.text?.bytes === 0;
  if (content === undefined) return path === pagePath && file.bytes === 0;
  if (content.data?.sha256 === file.sha256 || hasText(content, file.textSha256)) return true;
  return isSameWritten(
    path,
    content.plain,
    path === servicePath ? serviceJson : (fields.system_prompt ?? null),
  );
}

function toChange({ path, content, file }: Pair): FileChange {
  const bytesBefore = content?.data?.bytes ?? content?.text?.bytes ?? null;
  if (file === undefined) return { path, kind: 'removed', bytesBefore, bytesAfter: null };
  return {
    path,
    kind: content === undefined ? 'added' : 'changed',
    bytesBefore,
    bytesAfter: file.bytes,
  };
}

/**
 * True where the content, or what it decodes to, is the text with this digest (of the text without
 * byte order mark and CRLF).
 */
function hasText({ text, dataText }: Content, sha256: string | null | undefined): boolean {
  return sha256 != null && (text?.sha256 === sha256 || dataText?.sha256 === sha256);
}

/** Null where the app does not show the field. */
function isSameField(app: App, name: keyof AppFields, text = ''): boolean | null {
  if (name === 'html') {
    const page = app.files?.get(pagePath) ?? app.html;
    return page && hasText(page, digestText(text).sha256);
  }
  const shown = app[name === 'system_prompt' ? 'systemPrompt' : name];
  const { normalize } = appFields[name];
  return shown === null ? null : normalize(shown) === normalize(text);
}

function isDocumented(path: string): boolean {
  return (
    path === servicePath || path === pagePath || path === promptPath || path.startsWith('assets/')
  );
}

/**
 * True where both texts are JSON of the same value: order of keys and white space do not count,
 * numbers are as `JSON.parse` reads them. False for text that is not JSON, or is nested too deep to
 * be compared.
 */
function isSameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(parseService(one), parseService(other));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** As JSON.parse, with -0 as 0, and the fields of the app in their normal form. */
function parseService(text: string): unknown {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), (_key, entry) =>
    entry === 0 ? 0 : entry,
  );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, normalizeMember(key, entry)]),
  );
}

/** The service may show a field in another form. The path of the logo is compared as it is. */
function normalizeMember(key: string, value: unknown): unknown {
  const isOfApp = isFieldName(key) && appFields[key].file === servicePath && appFields[key].isSent;
  return isOfApp && typeof value === 'string' ? appFields[key].normalize(value) : value;
}
