/**
 * How we read the service where its document is silent. Everything that is guessed about its requests and answers
 * stands in this file and nowhere else; `docs/decisions/` says why each reading was chosen.
 */
import type { App } from './app.ts';
import { Content, createContentSink } from './content.ts';
import type { FieldProblem, RefusalDetails } from './errors.ts';
import type { StringSink } from './json-string.ts';
import { toRefusalCode } from './refusals.ts';

/**
 * Reading: pictures, fonts, sounds, videos (by type; SVG is a picture) and whatever is not text go as data: URLs,
 * the rest as the text it is.
 */
export function toForm(type: string, isUtf8: boolean): 'text' | 'data' {
  return isUtf8 && !/^(image|font|audio|video)\//.test(type) ? 'text' : 'data';
}

/** Reading: deploy takes `{"slug": …, "files": {path: content}}`. The file map goes between the two texts. */
export function wrapFiles(slug: string): { readonly before: string; readonly after: string } {
  return { before: `{"slug":${JSON.stringify(slug)},"files":`, after: '}' };
}

/** The strings of an answer that are digested and not kept: the page, and every value of a file map. */
export function chooseSink(keys: readonly string[]): StringSink | undefined {
  return keys.at(-1) === 'html' || keys.at(-2) === 'files' ? createContentSink() : undefined;
}

/** Reading: the app is the body itself or sits under `app`. Null when the body carries no app of this slug. */
export function readApp(body: unknown, slug: string): App | null {
  const app = [toRecord(toRecord(body)?.['app']), toRecord(body)].find((entry) => entry?.['slug'] === slug);
  return app === undefined || app === null ? null : toApp(app, slug);
}

/**
 * Reading: a change's answer carries the app when it shows something of it. `{"deleted": true, "slug": …}` names it and no
 * more, and the status of `{"slug": …, "status": "ok"}` is that of the request. Null when it carries none.
 */
export function readShownApp(body: unknown, slug: string): App | null {
  const app = readApp(body, slug);
  if (app === null) return null;
  const shown = [app.name, app.systemPrompt, app.updatedAt, app.html, app.files];
  return shown.some((value) => value !== null) || knownStatuses.has(app.status) ? app : null;
}

/** Those of the document, and the one of its earlier form. */
const knownStatuses: ReadonlySet<string | null> = new Set([
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
  'changes_requested',
]);

/** Reading: the list is an array, or an object with one array of objects in it. Null when it is neither. */
export function readApps(body: unknown): readonly App[] | null {
  const lists = Array.isArray(body) ? [body] : Object.values(toRecord(body) ?? {}).filter(isListOfRecords);
  // Beside the apps there may be empty lists, such as of warnings.
  const filled = lists.filter(({ length }) => length > 0);
  const [list] = filled.length === 0 ? lists : filled;
  if (filled.length > 1 || list === undefined) return null;
  const apps = list.map((entry: unknown) => {
    const app = toRecord(entry);
    const slug = toText(app?.['slug']);
    return app === null || slug === null ? null : toApp(app, slug);
  });
  return apps.every((app) => app !== null) ? apps : null;
}

function isListOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((entry) => toRecord(entry) !== null);
}

/** Reads a refusal from status and body; null for a success. `sentTerms` is what was sent as `accept_terms`. */
export function readRefusal(status: number, body: unknown, sentTerms = ''): RefusalDetails | null {
  const error = readErrorObject(body);
  const serverCode = toText(error['code']);
  const code = toRefusalCode(status, serverCode);
  if (code === null) return null;
  const message = pickText(error, messageKeys);
  return {
    status,
    code,
    serverCode,
    message,
    problems: readProblems(body, error, message),
    termsVersion: code === 'terms_required' ? readTermsVersion(error, message ?? '', sentTerms) : null,
  };
}

const messageKeys = ['message', 'problem', 'detail', 'reason', 'description', 'msg', 'text', 'error', 'title'];
const pathKeys = ['path', 'file', 'filename', 'file_path', 'filePath'];
const fixKeys = ['fix', 'hint', 'suggestion', 'help'];
const codeKeys = ['code', 'rule'];
const lineKeys = ['line', 'line_number', 'lineNumber'];
const columnKeys = ['column', 'col'];

/** Reading: these fields of the app stand in these files. */
const fileOfField: ReadonlyMap<string, string> = new Map([
  ['name', 'service.json'],
  ['tagline', 'service.json'],
  ['color', 'service.json'],
  ['logo', 'service.json'],
  ['system_prompt', 'instructions.md'],
  ['html', 'index.html'],
]);

/**
 * Reading: problems are an array at `problems` or `error.problems`; an answer without one that names a field or a file
 * beside its message is one problem itself.
 */
function readProblems(
  body: unknown,
  error: Readonly<Record<string, unknown>>,
  message: string | null,
): readonly FieldProblem[] {
  const listed = toRecord(body)?.['problems'] ?? error['problems'];
  if (listed !== undefined && listed !== null) return (Array.isArray(listed) ? listed : [listed]).map(readProblem);
  const namesPlace = pickText(error, [...pathKeys, 'field']) !== null;
  return namesPlace && message !== null ? [readProblem(error)] : [];
}

function readProblem(entry: unknown): FieldProblem {
  const fields = toRecord(entry);
  if (fields === null) return readWrittenProblem(typeof entry === 'string' ? entry : toCompactText(entry));
  const named = pickText(fields, pathKeys);
  const field = toText(fields['field']) ?? (named !== null && fileOfField.has(named) ? named : null);
  const path = named !== null && !fileOfField.has(named) ? named : (fileOfField.get(field ?? '') ?? field);
  return {
    path,
    line: pickNumber(fields, lineKeys),
    column: pickNumber(fields, columnKeys),
    code: pickText(fields, codeKeys),
    message: pickText(fields, messageKeys) ?? toCompactText(entry),
    fix: pickText(fields, fixKeys),
    severity: /^(warn|warning)$/i.test(pickText(fields, ['severity', 'level']) ?? '') ? 'warning' : 'error',
    ...(field !== null && fileOfField.has(field) ? { field } : {}),
  };
}

/** Reading: a problem that is a mere text may begin with its place, as compilers write it: `index.html:12:5: …`. */
function readWrittenProblem(text: string): FieldProblem {
  const place = /^([\w@./-]{1,200}\.\w{1,8})(?::(\d{1,7})(?::(\d{1,7}))?)?[:\s]/.exec(text);
  return {
    path: place?.[1] ?? null,
    line: place?.[2] === undefined ? null : Number(place[2]),
    column: place?.[3] === undefined ? null : Number(place[3]),
    code: null,
    message: text,
    fix: null,
    severity: 'error',
  };
}

/**
 * Reading: the version asked for is a field beside the message, else the quoted or version-like word in the message.
 * What we sent is the answer only if nothing else is there.
 */
function readTermsVersion(error: Readonly<Record<string, unknown>>, message: string, sent: string): string | null {
  const nested = Object.values(error)
    .map(toRecord)
    .filter((value) => value !== null);
  const fields = [error, ...nested].flatMap((record) => Object.entries(record));
  const named = fields
    .filter(([key, value]) => isVersionKey(key) && isVersionText(value))
    .map(([, value]) => String(value));
  const quoted = Array.from(message.matchAll(/["'`“‘«][^"'`”’»\s]{1,100}["'`”’»]/g), ([word]) => word.slice(1, -1));
  const written = Array.from(
    message.matchAll(/(?<![\w.-])(?:v\d(?:[\w.-]*\w)?|\d[\w.-]*\w)|(?<=version(?: is|:|=)? ?)\d+/gi),
    ([word]) => word,
  );
  // A date or a dotted number is more of a version than a bare number, which may be a status or a count.
  written.sort((a, b) => Number(/\D/.test(b)) - Number(/\D/.test(a)));
  const candidates = [
    ...named,
    ...quoted.filter((word) => !/^(accept_terms|terms_required|terms|version)$/i.test(word)),
    ...written,
  ];
  return candidates.find((candidate) => candidate !== sent) ?? candidates[0] ?? null;
}

/** Where the terms can be read is not what they are called. */
function isVersionKey(key: string): boolean {
  return /terms|version|accept|required|expected|current/i.test(key) && !/ur[il]|href|link/i.test(key);
}

function isVersionText(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && /^[^\s/:]{1,100}$/.test(value) && !/^(required|missing)$/i.test(value);
}

/** The documented form is `{"error": {code, message}}`; a body that is the error object itself is understood too. */
function readErrorObject(body: unknown): Readonly<Record<string, unknown>> {
  const record = toRecord(body) ?? {};
  return toRecord(record['error']) ?? record;
}

function toApp(app: Readonly<Record<string, unknown>>, slug: string): App {
  const files = toRecord(app['files']);
  return {
    slug,
    url: toText(app['url']),
    name: toText(app['name']),
    tagline: toText(app['tagline']),
    color: toText(app['color']),
    logo: toText(app['logo']),
    systemPrompt: typeof app['system_prompt'] === 'string' ? app['system_prompt'] : null,
    status: toText(app['status']),
    reviewNote: toText(app['review_note']),
    updatedAt: toText(app['updated_at']),
    submittedAt: toText(app['submitted_at']),
    html: app['html'] instanceof Content ? app['html'] : null,
    files: files === null ? null : toContents(files),
  };
}

/** A file whose content is not a string is kept as one that equals nothing: it must not be taken for absent. */
function toContents(files: Readonly<Record<string, unknown>>): ReadonlyMap<string, Content> {
  const unreadable = new Content({ text: null, data: null, kept: null });
  return new Map(Object.entries(files).map(([path, value]) => [path, value instanceof Content ? value : unreadable]));
}

function pickText(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  return keys.map((key) => toText(record[key])).find((text) => text !== null) ?? null;
}

function pickNumber(record: Readonly<Record<string, unknown>>, keys: readonly string[]): number | null {
  const values = keys
    .map((key) => record[key])
    .map((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value));
  return values.find((value) => typeof value === 'number') ?? null;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Content);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : null;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toCompactText(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
