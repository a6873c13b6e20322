/** What differs between an app and a folder: the one place that says when two contents are the same (docs/decisions/0006). */
import { isDeepStrictEqual } from 'node:util';
import { type Content, decodeDataUrl, digestText } from '../api/content.ts';
import type { App } from '../api/wire.ts';
import type { AppFields } from '../app-fields.ts';
import type { Checked } from '../folder/check.ts';
import type { FolderManifest, PackedFile } from '../folder/manifest.ts';
import { listNames } from '../format.ts';
import { compareTexts, type FileChange } from '../outcome.ts';

/** A scanned folder, and what was read of it. */
export interface LocalFolder {
  readonly manifest: FolderManifest;
  /** Its fields lack the prompt where there is no instructions.md, or it is too large or not text. */
  readonly checked: Checked;
  /** The text of service.json; null where there is none. */
  readonly serviceJson: string | null;
}

/** How the files that the service shows differ from the folder's. */
export interface Comparison {
  /** By path; empty where all files that can be compared are the same. */
  readonly changes: readonly FileChange[];
  /**
   * The folder's files outside the documented places (`service.json`, `index.html`, `instructions.md`, `assets/`) where the
   * service lists none of them: it may keep them or not, they cannot be compared.
   */
  readonly unlisted: readonly string[];
  /** True where the app has a prompt and the folder no instructions.md to compare it with. */
  readonly hasOtherPrompt: boolean;
}

/** Compares the app with the folder; null where the app was shown without files, as in lists and most responses to changes. */
export function compareFolder(app: App, local: LocalFolder): Comparison | null {
  if (app.files === null) return null;
  const own = new Map(local.manifest.files.map((file) => [file.path, file]));
  const shown = new Map<string, Shown>(app.files);
  // What a read does not list may stand in a field.
  if (!shown.has(promptPath) && own.has(promptPath)) shown.set(promptPath, toShown(app.systemPrompt ?? ''));
  if (!shown.has(pagePath) && app.html !== null) shown.set(pagePath, app.html);
  const others = [...own.keys()].filter((path) => !isDocumented(path));
  const unlisted = new Set(others.some((path) => shown.has(path)) ? [] : others);
  const changes = [...new Set([...own.keys(), ...shown.keys()])]
    .map((path) => ({ path, content: shown.get(path), file: own.get(path) }))
    .filter((pair) => !unlisted.has(pair.path) && !isSame(pair, local))
    .map(toChange)
    .sort((one, other) => compareTexts(one.path, other.path));
  // A folder without instructions.md says nothing about the prompt.
  const hasOtherPrompt = !own.has(promptPath) && (shown.has(promptPath) || (app.systemPrompt ?? '').trim() !== '');
  return { changes, unlisted: [...unlisted], hasOtherPrompt };
}

/** True where both snapshots show the same files with the same contents, and the same prompt. */
export function sameContent(one: App, other: App): boolean {
  if (one.files === null || other.files === null) return false;
  const { files } = other;
  return (
    one.systemPrompt === other.systemPrompt &&
    one.html?.text?.sha256 === other.html?.text?.sha256 &&
    one.files.size === files.size &&
    Array.from(one.files).every(([path, content]) => {
      const sha256 = files.get(path)?.text?.sha256;
      return sha256 !== undefined && sha256 === content.text?.sha256;
    })
  );
}

/**
 * The fields that the app shows otherwise than given: name, tagline and color are compared trimmed, color without case, the
 * prompt without byte order mark and white space at both ends. `unshown` are those that the app does not show at all.
 */
export function compareFields(app: App, fields: AppFields): Record<'different' | 'unshown', readonly FieldName[]> {
  const given = fieldNames.filter((name) => fields[name] !== undefined);
  return {
    different: given.filter((name) => !isSameField(app, name, fields[name])),
    unshown: given.filter((name) => !isShown(app, name)),
  };
}

/** What to say where the app has a prompt, and the folder none to compare it with. */
export const promptNotCompared =
  'The app has a prompt and the folder has no instructions.md: the prompt was not compared.';

/** Names the files that could not be compared, for a warning. */
export function describeUnlisted(paths: readonly string[]): string {
  return `The service does not show these files, so that they could not be compared: ${listNames(paths)}.`;
}

type FieldName = keyof AppFields;

const fieldNames: readonly FieldName[] = ['name', 'tagline', 'color', 'system_prompt', 'html'];
const promptPath = 'instructions.md';
const pagePath = 'index.html';

type Shown = Pick<Content, 'text' | 'data' | 'kept'>;

/** What the app shows at a path, and the folder's file there. */
interface Pair {
  readonly path: string;
  readonly content: Shown | undefined;
  readonly file: PackedFile | undefined;
}

/**
 * The same bytes, or in the two files that a service may write anew: service.json by value, the prompt without byte order mark
 * and white space at its ends. No page is the same as an empty one.
 */
function isSame({ path, content, file }: Pair, { serviceJson, checked }: LocalFolder): boolean {
  if (file === undefined) return path === promptPath || (path === pagePath && content?.text?.bytes === 0);
  if (content === undefined) return path === pagePath && file.bytes === 0;
  if (hasDigest(content, file.sha256)) return true;
  const texts = listTexts(content);
  if (path === 'service.json') return serviceJson !== null && texts.some((text) => isSameJson(text, serviceJson));
  const prompt = checked.fields.system_prompt?.trim();
  return path === promptPath && texts.some((text) => text.trim() === prompt);
}

function toChange({ path, content, file }: Pair): FileChange {
  const bytesBefore = content?.data?.bytes ?? content?.text?.bytes ?? null;
  if (file === undefined) return { path, kind: 'removed', bytesBefore, bytesAfter: null };
  return { path, kind: content === undefined ? 'added' : 'changed', bytesBefore, bytesAfter: file.bytes };
}

/** The string is the text with this digest, or decodes to its bytes. */
function hasDigest({ text, data }: Shown, sha256: string): boolean {
  return text?.sha256 === sha256 || data?.sha256 === sha256;
}

/** The string as it stands, and what it decodes to. */
function listTexts({ kept, data }: Shown): readonly string[] {
  if (kept === null) return [];
  return data === null ? [kept] : [kept, decodeDataUrl(kept)];
}

function isSameField(app: App, name: FieldName, text = ''): boolean {
  if (name !== 'html') return normalizeField(name, readField(app, name) ?? '') === normalizeField(name, text);
  // `html` is the page as it runs, which may be another than the file.
  const page = app.files?.get(pagePath) ?? app.html;
  return page !== null && hasDigest(page, digestText(text).sha256);
}

function isShown(app: App, name: FieldName): boolean {
  return name === 'html' ? app.html !== null || app.files !== null : readField(app, name) !== null;
}

function readField(app: App, name: Exclude<FieldName, 'html'>): string | null {
  return app[name === 'system_prompt' ? 'systemPrompt' : name];
}

function isDocumented(path: string): boolean {
  return path === 'service.json' || path === pagePath || path === promptPath || path.startsWith('assets/');
}

function toShown(text: string): Shown {
  return { text: digestText(text), data: null, kept: text };
}

function normalizeField(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return name === 'color' ? value.trim().toLowerCase() : value.trim();
}

/**
 * True where both texts are JSON of the same value: order of keys and white space do not count, numbers by their exact decimal
 * value. What cannot be read is unequal, and so is what is nested too deep to be compared.
 */
function isSameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(parseService(one), parseService(other));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** The fields of the app that stand in service.json, and are shown by the service as it likes. */
const serviceFields: ReadonlySet<string> = new Set(['name', 'tagline', 'color']);

/** As JSON.parse, each number as an object that holds its exact decimal value. */
function parseService(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? new Decimal(context?.source ?? String(value)) : value;
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), revive);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, serviceFields.has(key) ? normalizeField(key, entry) : entry]),
  );
}

/** A number by its exact value, as an object that no other JSON is equal to: -1.5 and -150e-2 are both `-15e-1`. */
class Decimal {
  readonly value: string;

  constructor(source: string) {
    const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
    const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
    const digits = `${whole}${fraction}`;
    const end = [...digits].findLastIndex((digit) => digit !== '0') + 1;
    const sign = source.startsWith('-') ? '-' : '';
    const written = digits.slice(0, end).replace(/^0+/, '');
    // Zero is zero at any exponent, with any sign.
    this.value = end === 0 ? '0' : `${sign}${written}e${BigInt(exponent) + BigInt(whole.length - end)}`;
  }
}
