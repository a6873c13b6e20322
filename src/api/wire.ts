/**
 * Everything that is assumed about the service's requests and responses where its document is
 * silent stands in this file and, for the body of a deploy, in src/folder/deploy-payload.ts;
 * `docs/decisions/0001-assumptions.md` says why. What is not understood is shown in the service's
 * own words.
 */
import { type App, appFields, isFieldName } from '../model/app.ts';
import { Content, digestContent, unreadableContent } from '../model/content.ts';
import type { Problem } from '../model/problem.ts';
import type { ContentPlace, Cut, EntryLimit } from './response/response.ts';

/** What the body of an error response says. Texts are the service's own, not yet safe to print. */
export interface ErrorBody {
  /** The code of the error body; null when there was none. */
  readonly serverCode: string | null;
  readonly message: string | null;
  /** The first 10,000. */
  readonly problems: readonly Problem[];
  /** How many there are beside those. */
  readonly moreProblems: number;
  /** Only of `terms_required`: the version that the service asks for, when it could be read. */
  readonly termsVersion: string | null;
}

/** The app that a response is to show, and the service's address, without a slash at its end. */
interface WantedApp {
  readonly slug: string;
  readonly address: string;
}

type Fields = Readonly<Record<string, unknown>>;

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

/** What is read of a read, far more than a folder or an account may have. */
export const entryLimits: Readonly<Partial<Record<string, EntryLimit>>> = {
  read: { places: appPlaces.map((place) => [...place, 'files', '*']), most: 50_000, name: 'files' },
  // Assumption: the list is an array, or an object with one array of objects in it.
  list: { places: [['[]'], ['*', '[]']], most: 10_000, name: 'apps' },
};

/**
 * Reads the app that a read shows: it is one only with our slug and a text in `status`. Null where
 * the body shows none.
 */
export function readApp(body: unknown, wanted: WantedApp): App | null {
  const outer = toFields(body);
  const shown = [toFields(outer?.['app']), outer].find(
    (fields) => fields?.['slug'] === wanted.slug && toText(fields['status']) !== null,
  );
  return shown ? toApp(shown, wanted) : null;
}

/**
 * True for a body that says no, whatever its status: `error`, of which null and false are none,
 * `ok: false`, or problems. What the response to a change shows beside that is not looked at.
 */
export function saysNo(body: unknown): boolean {
  const { error, ok, problems } = toFields(body) ?? {};
  return (
    (error ?? false) !== false ||
    ok === false ||
    (typeof problems === 'object' && !isSilent(problems))
  );
}

/**
 * True for the documented error body, `{"error": {code, message}}`, of which either may be absent.
 * A gateway has a body of its own.
 */
export function hasDocumentedError(body: unknown): boolean {
  const { code, message } = toFields(toFields(body)?.['error']) ?? {};
  const isText = (value: unknown): boolean => typeof value === 'string';
  return (isText(code) || (code ?? null) === null) && (isText(code) || isText(message));
}

/**
 * Assumption: the list is an array, or an object with one array of objects in it. Null when it is
 * neither.
 */
export function readApps(body: unknown, address: string): readonly App[] | null {
  const lists = (Array.isArray(body) ? [body] : Object.values(toFields(body) ?? {})).filter(
    isListOfFields,
  );
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
 * Reads the body of an error response, `{"error": {code, message}}` as documented. `sentTerms` is
 * what was sent as `accept_terms`: that is not the version asked for.
 */
export function readErrorBody(body: unknown, sentTerms = '', cut?: Cut): ErrorBody {
  const outer = toFields(body) ?? {};
  const error = toFields(outer['error']) ?? {};
  const serverCode = toText(error['code']);
  const lists = [outer['problems'], error['problems']].flatMap(toLists);
  const first = lists.flatMap(({ field, list }) =>
    list.slice(0, maxProblems).map((entry) => ({ entry, field })),
  );
  const problems = first.slice(0, maxProblems).map(({ entry, field }) => readProblem(entry, field));
  const count = lists.reduce((sum, { list }) => sum + list.length, 0);
  // Behind entries that say nothing no others are taken for problems.
  const missing = count > 0 && cut?.path.includes('problems') ? cut.missing : 0;
  const moreProblems = count - problems.length + missing;
  // What is not understood is shown as it is.
  const unread = isSilent(outer['error']) ? body : outer['error'];
  const isShown = cut === undefined && problems.length === 0 && !isSilent(unread);
  const message = pickText(error, ['message']) ?? (isShown ? toCompactText(unread) : null);
  const termsVersion =
    serverCode === 'terms_required' ? readTermsVersion({ ...outer, ...error }, sentTerms) : null;
  return { serverCode, message, problems, moreProblems, termsVersion };
}

/**
 * Assumption: problems are an array at `problems`, beside the error or in it, or an object of lists
 * by field. What stands there in another form is one problem; what says nothing is none.
 */
function toLists(listed: unknown): readonly ListedProblems[] {
  const fields = toFields(listed);
  const isByField = fields !== null && Object.values(fields).every(Array.isArray);
  const lists = isByField ? Object.entries(fields) : [[null, listed] as const];
  return lists.map(([field, list]) => ({
    field,
    list: [list].flat().filter((entry) => !isSilent(entry)),
  }));
}

/** The entries of a list of problems, and the field that they are listed under; null for none. */
interface ListedProblems {
  readonly field: string | null;
  readonly list: readonly unknown[];
}

/** Most entries that are read; the others are counted. */
const maxProblems = 10_000;

function readProblem(entry: unknown, listedUnder: string | null): Problem {
  const fields = toFields(entry) ?? {};
  const path = pickText(fields, ['path', 'file']);
  const message =
    pickText(fields, ['message', 'problem', 'detail', 'reason']) ?? toCompactText(entry);
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

type Subject = Pick<Problem, 'path' | 'message'>;

/**
 * Which file or field a problem is about. A path may name a field, and a field a path; any other
 * field is told in the words.
 */
function readSubject(
  { path, message }: Subject,
  field: string | null,
): Subject & Pick<Problem, 'field'> {
  const name = field ?? path ?? '';
  if (isFieldName(name)) {
    return {
      path: path === null || path === name ? appFields[name].file : path,
      message,
      field: name,
    };
  }
  if (field === null) return { path, message };
  return /[./\\]/.test(field)
    ? { path: path ?? field, message }
    : { path, message: `${field}: ${message}` };
}

/**
 * Assumption: a problem that is a mere text may begin with its place, as compilers write it:
 * `index.html:12:5: …`. Whether that is a file of the folder shows there.
 */
function readPlaceInText(text: string): Pick<Problem, 'placeInText'> {
  const found =
    /^[\w@./-]{1,200}\.\w{1,8}(?::\d{1,7}){0,2}(?=[:\s])/.exec(text) ??
    // With a line a name may hold anything.
    /^.{1,200}?(?::\d{1,7}){1,2}(?=[:\s])/.exec(text);
  return found === null ? {} : { placeInText: found[0] };
}

/**
 * Assumption: the version asked for is a field named after the terms version, else the first quoted
 * word, else the first date or dotted number of the message. It is only ever shown.
 */
function readTermsVersion(error: Fields, sent: string): string | null {
  const named = Object.entries(error).flatMap(([key, value]) => {
    const isNamed = /(terms_?version|accept_?terms)$/i.test(key);
    return isNamed && typeof value === 'string' && /^[^\p{C}]{1,100}$/u.test(value) ? [value] : [];
  });
  const message = pickText(error, ['message']) ?? '';
  const quoted = Array.from(
    message.matchAll(/["'`“‘«]([^"'`”’»\s]{1,100})["'`”’»]/g),
    ([, word = '']) => word,
  );
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
    name: toAnyText(app['name']),
    tagline: toAnyText(app['tagline']),
    color: toAnyText(app['color']),
    logo: toText(app['logo']),
    systemPrompt: toAnyText(app['system_prompt']),
    // Only a list may show an app without one.
    status: toText(app['status']) ?? '',
    reviewNote: toText(app['review_note']),
    updatedAt: toText(app['updated_at']),
    submittedAt: toText(app['submitted_at']),
    publishedAt: toText(app['published_at']),
    html: toContent(app['html'], 'html'),
    files: files === null ? null : new Map(Object.entries(files).map(toFile)),
  };
}

/**
 * A file whose content is not a string is one that equals nothing: it must not be taken for absent.
 */
function toFile([path, value]: [path: string, value: unknown]): [path: string, content: Content] {
  return [path, toContent(value, path) ?? unreadableContent];
}

/** Already digested in the read of one app; in other responses it is small. */
function toContent(value: unknown, name: string): Content | null {
  if (value instanceof Content) return value;
  return typeof value === 'string' ? digestContent(value, keptFiles.includes(name)) : null;
}

function pickText(fields: Fields, keys: readonly string[]): string | null {
  const texts = keys.map((key) => toText(fields[key]));
  return texts.find((text) => text !== null)?.slice(0, maxWords) ?? null;
}

/** Assumption: a number may be written as a text of digits. */
function pickNumber(fields: Fields, keys: readonly string[]): number | null {
  const values = keys.map((key) => fields[key]);
  const numbers = values.map((value) =>
    /^\d{1,9}$/.test(toText(value) ?? '') ? Number(value) : value,
  );
  return numbers.find((value) => typeof value === 'number') ?? null;
}

/** A JSON object; null for any other value. */
export function toFields(value: unknown): Fields | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : null;
}

/**
 * Of a field that is compared: an empty text is a value too, and none is what a read does not show.
 */
function toAnyText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** True for a value in which no text, number or boolean stands. */
function isSilent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isSilent);
  return value === null || value === undefined || value === '';
}

/**
 * UTF-16 units of one text of an error: far more than is shown, and little enough for the patterns
 * that run over it.
 */
const maxWords = 100_000;

function toCompactText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxWords);
}
