/**
 * Everything that is assumed about the service's requests and responses where its document is silent stands in this file
 * and nowhere else; `docs/decisions/0001-assumptions.md` says why. What is not understood is shown in the service's own words.
 */
import { fileOfField } from '../app-fields.ts';
import { isKnownStatus } from '../app-status.ts';
import { Content, digestContent, unreadableContent } from './content.ts';
import type { ContentPlace } from './json-response.ts';

/** The app as one response showed it (service document, "The app object"); what was absent or of a wrong type is null. */
export interface App {
  readonly slug: string;
  readonly url: string | null;
  /** The address that the document gives the app, whether a response shows it or not. */
  readonly documentedUrl: string;
  readonly name: string | null;
  readonly tagline: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  /** An empty text is a prompt too. */
  readonly systemPrompt: string | null;
  readonly status: string | null;
  readonly reviewNote: string | null;
  /** The three times as they were sent. */
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
  /** The page as it runs; only a single read shows it. */
  readonly html: Content | null;
  /** By path; null when the response showed no files. */
  readonly files: ReadonlyMap<string, Content> | null;
}

/**
 * A problem as the service named it. Texts are the service's own, not yet safe to print; `line` and `column` are whatever
 * number it gave.
 */
export interface FieldProblem {
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly fix: string | null;
  readonly severity: 'error';
  /** Set where it named a field of the app and not a file. */
  readonly field?: string;
  /** The place that a mere text may begin with, such as `index.html:12:5`. */
  readonly placeInText?: string;
}

/** What the body of an error response says. Texts are the service's own, not yet safe to print. */
export interface ErrorBody {
  /** The code of the error body; null when there was none. */
  readonly serverCode: string | null;
  readonly message: string | null;
  readonly problems: readonly FieldProblem[];
  /** Only of `terms_required`: the version that the service asks for, when it could be read. */
  readonly termsVersion: string | null;
}

/** The app that a response is to show, and the service's address, without a slash at its end. */
export interface WantedApp {
  readonly slug: string;
  readonly address: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Assumption: pictures, fonts, sounds, videos (by type; SVG is a picture) and whatever is not text go as data: URLs,
 * the rest as the text it is.
 */
export function toForm(type: string, isUtf8: boolean): 'text' | 'data' {
  return isUtf8 && !/^(image|font|audio|video)\//.test(type) ? 'text' : 'data';
}

/** Assumption: deploy takes `{"slug": …, "files": {path: content}}`. The file map goes between the two texts. */
export function wrapFiles(slug: string): { readonly before: string; readonly after: string } {
  return { before: `{"slug":${JSON.stringify(slug)},"files":`, after: '}' };
}

/** Assumption: the app is the body itself or sits under `app`. */
const appPlaces: readonly (readonly string[])[] = [[], ['app']];

/** The files that are compared by value, so that they are kept. */
const keptFiles: readonly string[] = ['service.json', 'instructions.md'];

/** The strings that are digested while the read of one app arrives: the page and the files. */
export const contentPlaces: readonly ContentPlace[] = appPlaces.flatMap((place) => [
  { keys: [...place, 'html'], isKept: false },
  ...keptFiles.map((path) => ({ keys: [...place, 'files', path], isKept: true })),
  { keys: [...place, 'files', '*'], isKept: false },
]);

/** Reads the app that a response shows; null when it shows none of this slug. */
export function readApp(body: unknown, wanted: WantedApp): App | null {
  const outer = toFields(body);
  const app = [toFields(outer?.['app']), outer].find((fields) => fields?.['slug'] === wanted.slug);
  return app ? toApp(app, wanted) : null;
}

/**
 * Reads the app that the response to a change shows. `{"deleted": true, "slug": …}` names it and no more, and the status of
 * `{"slug": …, "status": "ok"}` is that of the request: null for these.
 */
export function readShownApp(body: unknown, wanted: WantedApp): App | null {
  const app = readApp(body, wanted);
  if (app === null) return null;
  const shown = [app.name, app.systemPrompt, app.updatedAt, app.html, app.files];
  return shown.some((value) => value !== null) || isKnownStatus(app.status) ? app : null;
}

/** Assumption: the list is an array, or an object with one array of objects in it. Null when it is neither. */
export function readApps(body: unknown, address: string): readonly App[] | null {
  const lists = (Array.isArray(body) ? [body] : Object.values(toFields(body) ?? {})).filter(isListOfFields);
  // Beside the apps there may be empty lists, such as of warnings.
  if (lists.length === 0 || lists.filter(({ length }) => length > 0).length > 1) return null;
  const apps = lists.flat().map((app) => {
    const slug = toText(app['slug']);
    return slug === null ? null : toApp(app, { slug, address });
  });
  return apps.every((app) => app !== null) ? apps : null;
}

function isListOfFields(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every((entry) => toFields(entry) !== null);
}

/**
 * Reads the body of an error response, `{"error": {code, message}}` as documented. `sentTerms` is what was sent as
 * `accept_terms`: that is not the version asked for.
 */
export function readErrorBody(body: unknown, sentTerms = ''): ErrorBody {
  const outer = toFields(body) ?? {};
  const error = toFields(outer['error']) ?? {};
  const serverCode = toText(error['code']);
  const problems = [outer['problems'], error['problems']].flatMap(listEntries);
  // What is not understood is shown as it is.
  const unread = isSilent(outer['error']) ? body : outer['error'];
  const isShown = problems.length === 0 && !isSilent(unread);
  const message = toText(error['message']) ?? (isShown ? toCompactText(unread) : null);
  const termsVersion = serverCode === 'terms_required' ? readTermsVersion({ ...outer, ...error }, sentTerms) : null;
  return { serverCode, message, problems, termsVersion };
}

/**
 * Assumption: problems are an array at `problems`, beside the error or in it, or an object of lists by field. What stands
 * there in another form is one problem; what says nothing is none.
 */
function listEntries(listed: unknown): readonly FieldProblem[] {
  const fields = toFields(listed);
  const isByField = fields !== null && Object.values(fields).every(Array.isArray);
  const entries: readonly (readonly [entry: unknown, field: string | null])[] = isByField
    ? Object.entries(fields).flatMap(([field, list]) => [list].flat().map((entry: unknown) => [entry, field] as const))
    : [listed].flat().map((entry) => [entry, null] as const);
  return entries.filter(([entry]) => !isSilent(entry)).map(([entry, field]) => readProblem(entry, field));
}

function readProblem(entry: unknown, listedUnder: string | null): FieldProblem {
  const fields = toFields(entry) ?? {};
  const path = pickText(fields, ['path', 'file']);
  const message = pickText(fields, ['message', 'problem', 'detail', 'reason']) ?? toCompactText(entry);
  return {
    line: pickNumber(fields, ['line']),
    column: pickNumber(fields, ['column', 'col']),
    code: pickText(fields, ['code', 'rule']),
    fix: pickText(fields, ['fix', 'hint']),
    severity: 'error',
    ...(typeof entry === 'string' ? readPlaceInText(entry) : {}),
    ...readSubject({ path, message }, toText(fields['field']) ?? listedUnder),
  };
}

type Subject = Pick<FieldProblem, 'path' | 'message'>;

/** Which file or field a problem is about. A path may name a field, and a field a path; any other field is told in the words. */
function readSubject({ path, message }: Subject, field: string | null): Subject & Pick<FieldProblem, 'field'> {
  const name = field ?? path ?? '';
  const file = fileOfField(name);
  if (file !== null) return { path: path === null || path === name ? file : path, message, field: name };
  if (field === null) return { path, message };
  return /[./\\]/.test(field) ? { path: path ?? field, message } : { path, message: `${field}: ${message}` };
}

/**
 * Assumption: a problem that is a mere text may begin with its place, as compilers write it: `index.html:12:5: …`. Whether that
 * is a file of the folder shows there.
 */
function readPlaceInText(text: string): Pick<FieldProblem, 'placeInText'> {
  const found =
    /^[\w@./-]{1,200}\.\w{1,8}(?::\d{1,7}){0,2}(?=[:\s])/.exec(text) ??
    // With a line a name may hold anything.
    /^.{1,200}?(?::\d{1,7}){1,2}(?=[:\s])/.exec(text);
  return found === null ? {} : { placeInText: found[0] };
}

/**
 * Assumption: the version asked for is a field named after the terms version, else the first quoted word, else the first date
 * or dotted number of the message. It is only ever shown.
 */
function readTermsVersion(error: Fields, sent: string): string | null {
  const named = Object.entries(error).flatMap(([key, value]) => {
    const isNamed = /(terms_?version|accept_?terms)$/i.test(key);
    return isNamed && typeof value === 'string' && /^[^\p{C}]{1,100}$/u.test(value) ? [value] : [];
  });
  // Cut, since a pattern runs over outside text.
  const message = (toText(error['message']) ?? '').slice(0, 2_000);
  const quoted = Array.from(message.matchAll(/["'`“‘«]([^"'`”’»\s]{1,100})["'`”’»]/g), ([, word = '']) => word);
  const written = message.match(/(?<![\w./-])(\d{4}-\d\d(-\d\d)?|v?\d+(\.\d+)+)(?![\w/-])/g) ?? [];
  const isAsked = (version: string): boolean => version !== sent && version !== 'accept_terms';
  return [...named, ...quoted, ...written].find(isAsked) ?? null;
}

function toApp(app: Fields, { slug, address }: WantedApp): App {
  const files = toFields(app['files']);
  const url = toText(app['url']);
  return {
    slug,
    // Assumption: what is no whole address is as good as none.
    url: /^https?:\/\//i.test(url ?? '') ? url : null,
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
    html: toContent(app['html'], 'html'),
    files: files === null ? null : new Map(Object.entries(files).map(toFile)),
  };
}

/** A file whose content is not a string is one that equals nothing: it must not be taken for absent. */
function toFile([path, value]: [path: string, value: unknown]): [path: string, content: Content] {
  return [path, toContent(value, path) ?? unreadableContent];
}

/** Already digested in the read of one app; in other responses it is small. */
function toContent(value: unknown, name: string): Content | null {
  if (value instanceof Content) return value;
  return typeof value === 'string' ? digestContent(value, { isKept: keptFiles.includes(name) }) : null;
}

function pickText(fields: Fields, keys: readonly string[]): string | null {
  return keys.map((key) => toText(fields[key])).find((text) => text !== null) ?? null;
}

/** Assumption: a number may be written as a text of digits. */
function pickNumber(fields: Fields, keys: readonly string[]): number | null {
  const values = keys.map((key) => fields[key]);
  const numbers = values.map((value) => (/^\d{1,9}$/.test(toText(value) ?? '') ? Number(value) : value));
  return numbers.find((value) => typeof value === 'number') ?? null;
}

/** A JSON object; null for any other value. */
export function toFields(value: unknown): Fields | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : null;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** True for a value in which no text, number or boolean stands. */
function isSilent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isSilent);
  return value === null || value === undefined || value === '';
}

function toCompactText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
