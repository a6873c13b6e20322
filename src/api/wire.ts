/**
 * How we read the service where its document is silent. Everything that is guessed about its requests and answers
 * stands in this file and nowhere else; `docs/decisions/` says why each reading was chosen.
 */
import { nameSubject } from '../outcome.ts';
import type { App } from './app.ts';
import { Content, createContentSink } from './content.ts';
import { type ApiErrorDetails, type FieldProblem, toApiErrorCode } from './errors.ts';
import type { StringSink } from './json-string.ts';

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

/** Reading: the prompt is the text of `instructions.md`, maybe without its last line end. It stands for one of these texts. */
export function listPromptTexts(prompt: string): readonly string[] {
  return [prompt, `${prompt}\n`, `${prompt}\r\n`];
}

/** The strings of an answer that are digested and not kept: the page, and every value of a file map. */
export function chooseSink(keys: readonly string[]): StringSink | undefined {
  return keys.at(-1) === 'html' || keys.at(-2) === 'files' ? createContentSink() : undefined;
}

/**
 * Reading: the app is the body itself or sits under `app`. A read of one app names it by its path, so that one whose answer
 * leaves the slug out is that app; one of another slug is not. Null when the body carries no app of this slug.
 */
export function readApp(body: unknown, wanted: WantedApp): App | null {
  return readNamedApp(body, wanted) ?? readNamelessApp(body, wanted);
}

/** The app that an answer is to show, and the service's address, without a slash at its end. */
export interface WantedApp {
  readonly slug: string;
  readonly address: string;
}

function readNamedApp(body: unknown, wanted: WantedApp): App | null {
  const app = listAppRecords(body).find((entry) => entry['slug'] === wanted.slug);
  return app === undefined ? null : toApp(app, wanted);
}

function readNamelessApp(body: unknown, wanted: WantedApp): App | null {
  const records = listAppRecords(body);
  if (records.some(({ slug }) => slug !== undefined)) return null;
  const app = records.find(({ status, files }) => toRecord(files) !== null || knownStatuses.has(status));
  return app === undefined ? null : toApp(app, wanted);
}

function listAppRecords(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  return [toRecord(toRecord(body)?.['app']), toRecord(body)].filter((entry) => entry !== null);
}

/**
 * Reading: a change's answer carries the app when it shows something of it. `{"deleted": true, "slug": …}` names it and no
 * more, and the status of `{"slug": …, "status": "ok"}` is that of the request. Null when it carries none.
 */
export function readShownApp(body: unknown, wanted: WantedApp): App | null {
  const app = readNamedApp(body, wanted);
  if (app === null) return null;
  const shown = [app.name, app.systemPrompt, app.updatedAt, app.html, app.files];
  return shown.some((value) => value !== null) || knownStatuses.has(app.status) ? app : null;
}

/** Those of the document, and the one of its earlier form. */
const knownStatuses: ReadonlySet<unknown> = new Set([
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
  'changes_requested',
]);

/** Reading: the list is an array, or an object with one array of objects in it. Null when it is neither. */
export function readApps(body: unknown, address: string): readonly App[] | null {
  const lists = Array.isArray(body) ? [body] : Object.values(toRecord(body) ?? {}).filter(isListOfRecords);
  // Beside the apps there may be empty lists, such as of warnings.
  const filled = lists.filter(({ length }) => length > 0);
  const [list] = filled.length === 0 ? lists : filled;
  if (filled.length > 1 || list === undefined) return null;
  const apps = list.map((entry: unknown) => {
    const app = toRecord(entry);
    const slug = toText(app?.['slug']);
    return app === null || slug === null ? null : toApp(app, { slug, address });
  });
  return apps.every((app) => app !== null) ? apps : null;
}

function isListOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((entry) => toRecord(entry) !== null);
}

/**
 * Reads a refusal from status and body; null for a success. The documented form is `{"error": {code, message}}`; a body that is
 * the error object itself is understood too. `sentTerms` is what was sent as `accept_terms`.
 */
export function readRefusal(status: number, body: unknown, sentTerms = ''): ApiErrorDetails | null {
  if (status >= 200 && status < 300) return null;
  const outer = toRecord(body) ?? {};
  const error = toRecord(outer['error']) ?? outer;
  const serverCode = pickWord(error, ['code']) ?? readBareCode(error);
  const said = pickText(error, messageKeys);
  const problems = readProblems(outer, error, said);
  const message = said ?? (problems.length === 0 ? showUnread(body, error) : null);
  return {
    status,
    serverCode,
    message,
    problems,
    termsVersion:
      toApiErrorCode(status, serverCode) === 'terms_required'
        ? readTermsVersion({ outer, error, message: message ?? '' }, sentTerms)
        : null,
  };
}

/** `{"error": "terms_required"}` is a code, and a message too. */
function readBareCode({ error }: Readonly<Record<string, unknown>>): string | null {
  return typeof error === 'string' && error.length <= 100 && /^[a-z]+(_[a-z]+)+$/.test(error) ? error : null;
}

/** What a refusal says in a form that is not understood, as compact text; null when it says nothing. */
function showUnread(body: unknown, error: Readonly<Record<string, unknown>>): string | null {
  const says = Object.values(error).some((value) => value !== null && value !== '');
  if (says) return toText(error['code']) ?? toCompactText(error);
  const isBare = typeof body === 'string' || (Array.isArray(body) && body.length > 0);
  return isBare ? (toText(body) ?? toCompactText(body)) : null;
}

const messageKeys = ['message', 'problem', 'detail', 'reason', 'description', 'msg', 'text', 'error', 'title'];
const pathKeys = ['path', 'file', 'filename', 'file_path', 'filePath'];
const fixKeys = ['fix', 'hint', 'suggestion', 'help'];
const codeKeys = ['code', 'rule'];
const placeKeys = ['location', 'loc', 'position', 'start'];
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
 * Reading: problems are an array at `problems` or `error.problems`, or under the other usual name, `errors`; an answer without
 * one that names a field or a file beside its message is one problem itself.
 */
function readProblems(
  outer: Readonly<Record<string, unknown>>,
  error: Readonly<Record<string, unknown>>,
  message: string | null,
): readonly FieldProblem[] {
  const listed = [outer['problems'], error['problems'], outer['errors'], error['errors']]
    .filter((list) => list !== undefined && list !== null)
    .map((list): readonly unknown[] => (Array.isArray(list) ? list : [list]));
  const list = listed.find(({ length }) => length > 0);
  if (list !== undefined) return list.map(readProblem);
  const namesPlace = pickText(error, [...pathKeys, 'field']) !== null;
  return namesPlace && message !== null ? [readProblem(error)] : [];
}

function readProblem(entry: unknown): FieldProblem {
  const fields = toRecord(entry);
  if (fields === null) return readWrittenProblem(typeof entry === 'string' ? entry : toCompactText(entry));
  const place = placeKeys.map((key) => toRecord(fields[key])).find((value) => value !== null) ?? {};
  const places = [fields, place, toRecord(place['start']) ?? {}];
  const severity = pickText(fields, ['severity', 'level']) ?? '';
  return {
    ...readSubject(
      fields,
      pickFirst(places, (record) => pickText(record, pathKeys)),
      entry,
    ),
    line: pickFirst(places, (record) => pickNumber(record, lineKeys)),
    column: pickFirst(places, (record) => pickNumber(record, columnKeys)),
    code: pickWord(fields, codeKeys),
    fix: pickText(fields, fixKeys),
    severity: /^(warn|warning)$/i.test(severity) ? 'warning' : 'error',
  };
}

/** Which file or field a problem is about, and its words. A field that is none of the app's is told in the words alone. */
function readSubject(
  fields: Readonly<Record<string, unknown>>,
  named: string | null,
  entry: unknown,
): Pick<FieldProblem, 'path' | 'message' | 'field'> {
  const message = pickText(fields, messageKeys) ?? toCompactText(entry);
  const isFieldName = named !== null && fileOfField.has(named);
  const field = toText(fields['field']) ?? (isFieldName ? named : null);
  const path = isFieldName ? null : named;
  if (field === null) return { path, message };
  const file = fileOfField.get(field);
  if (file !== undefined) return { path: path ?? file, message, field };
  const isPath = /[./\\]/.test(field);
  return isPath ? { path: path ?? field, message } : { path, message: nameSubject(field, message) };
}

/**
 * Reading: a problem that is a mere text may begin with its place, as compilers write it: `index.html:12:5: …`, or with a field:
 * `color: …`.
 */
function readWrittenProblem(text: string): FieldProblem {
  const place = /^([\w@./-]{1,200}\.\w{1,8})(?::(\d{1,7})(?::(\d{1,7}))?)?[:\s]/.exec(text);
  const field = /^(\w{1,40}):\s/.exec(text)?.[1] ?? '';
  const file = fileOfField.get(field) ?? null;
  return {
    path: place?.[1] ?? file,
    line: place?.[2] === undefined ? null : Number(place[2]),
    column: place?.[3] === undefined ? null : Number(place[3]),
    code: null,
    message: text,
    fix: null,
    severity: 'error',
    ...(file === null ? {} : { field }),
  };
}

/** Where a refusal may name the terms version that it asks for. */
interface TermsSource {
  /** The body around the error, or the error itself. */
  readonly outer: Readonly<Record<string, unknown>>;
  readonly error: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/**
 * Reading: the version asked for is a field beside the message or around it that is called after the terms, else what the
 * message quotes, a field called after what is wanted, or a version-like word in the message. What we sent is the answer only if
 * nothing else is there.
 */
function readTermsVersion({ outer, error, message }: TermsSource, sent: string): string | null {
  const inner = [error, ...Object.values(error).map(toRecord)];
  const around = [outer, toRecord(outer['terms'])];
  const candidates = [
    ...listNamedVersions([...inner, ...around], termsKeys),
    ...listQuotedVersions(message),
    ...listNamedVersions(inner, [/version|required|expected|current/i]),
    ...listWrittenVersions(message),
  ];
  return candidates.find((candidate) => candidate !== sent) ?? candidates[0] ?? null;
}

/** The values of the fields that are called so, in the order of the patterns. */
function listNamedVersions(
  records: readonly (Readonly<Record<string, unknown>> | null)[],
  keys: readonly RegExp[],
): readonly string[] {
  const fields = records.flatMap((record) => Object.entries(record ?? {}));
  return keys.flatMap((pattern) =>
    fields
      .filter(([key, value]) => pattern.test(key) && !otherKeys.test(key) && isVersionText(key, value))
      .map(([, value]) => String(value)),
  );
}

const fullKey = /terms.*version|version.*terms/i;
const termsKeys: readonly RegExp[] = [fullKey, /terms|accept/i, /^version$/i];
/** Where the terms can be read, and other things with a version, are not what the terms are called. */
const otherKeys = /ur[il]|href|link|api|app_|status|client|message|title|user|_at$|_id$/i;

function isVersionText(key: string, value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'string' || !/^[^\p{C}]{1,100}$/u.test(value) || value.includes('://')) return false;
  // Several words are a version only where nothing else can be meant.
  return /\s/.test(value) ? fullKey.test(key) && /\d/.test(value) : !/^\//.test(value) && !ordinaryWords.test(value);
}

const ordinaryWords = /^(accept_terms|terms_required|terms|version|string|required|missing|true|false)$/i;

function listQuotedVersions(message: string): readonly string[] {
  const quoted = Array.from(message.matchAll(/["'`“‘«][^"'`”’»\s]{1,100}["'`”’»]/g), unquote);
  // Of several words only in double quotes: single ones may be apostrophes.
  const phrases = Array.from(message.matchAll(/["“«][^"”»]{1,100}["”»]/g), unquote);
  return [...quoted.filter((word) => !ordinaryWords.test(word)), ...phrases.filter((words) => /\d/.test(words))];
}

function unquote([quoted]: RegExpMatchArray): string {
  return quoted.slice(1, -1);
}

function listWrittenVersions(message: string): readonly string[] {
  const written = Array.from(
    message.matchAll(
      /(?<![\w./-])(?:v\d(?:[\w.-]*\w)?|\d(?:[\w./-]|:(?=\d))*\w)|(?<=(?:version|current|accept_terms)(?: is|:|=)? ?)\d+/gi,
    ),
    ([word]) => word,
  );
  // A date or a dotted number is more of a version than a bare number, which may be a status or a count.
  return written.sort((a, b) => Number(/\D/.test(b)) - Number(/\D/.test(a)));
}

function toApp(app: Readonly<Record<string, unknown>>, { slug, address }: WantedApp): App {
  const files = toRecord(app['files']);
  const url = toText(app['url']);
  return {
    slug,
    // Reading: what is no whole address is as good as none.
    url: url !== null && /^https?:\/\//i.test(url) ? url : null,
    documentedUrl: `${address}/a/${slug}`,
    name: toText(app['name']),
    tagline: toText(app['tagline']),
    color: toText(app['color']),
    logo: toText(app['logo']),
    systemPrompt: typeof app['system_prompt'] === 'string' ? app['system_prompt'] : null,
    status: toText(app['status']),
    reviewNote: toText(app['review_note']),
    updatedAt: toText(app['updated_at']),
    submittedAt: toText(app['submitted_at']),
    publishedAt: toText(app['published_at']),
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

function pickFirst<T>(
  records: readonly Readonly<Record<string, unknown>>[],
  pick: (record: Readonly<Record<string, unknown>>) => T | null,
): T | null {
  return records.map(pick).find((value) => value !== null) ?? null;
}

/** A text, or a number as one. */
function pickWord(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  const words = keys.map((key) => (typeof record[key] === 'number' ? String(record[key]) : toText(record[key])));
  return words.find((word) => word !== null) ?? null;
}

function pickNumber(record: Readonly<Record<string, unknown>>, keys: readonly string[]): number | null {
  const values = keys
    .map((key) => record[key])
    .map((value) =>
      typeof value === 'string' && /^\d{1,9}(?=$|[-:])/.test(value) ? Number.parseInt(value, 10) : value,
    );
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
