/**
 * What the action assumes about the bodies of error responses where the service's document is
 * silent. What is not understood is shown in the service's own words.
 * docs/decisions/0001-assumptions.md gives the reasons.
 */
import { appFields, isFieldName } from '../model/app.ts';
import { isEmptyJson, type JsonObject, toJsonObject, toNonEmptyText } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { Cut } from './response/response.ts';

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

/**
 * True for a body that says no, whatever its status: `error`, of which null and false are none,
 * `ok: false`, or problems. What the response to a change shows beside that is not looked at.
 */
export function saysNo(body: unknown): boolean {
  const { error, ok, problems } = toJsonObject(body) ?? {};
  return (
    (error ?? false) !== false ||
    ok === false ||
    (typeof problems === 'object' && !isEmptyJson(problems))
  );
}

/**
 * True for the documented error body, `{"error": {code, message}}`, of which either may be absent.
 * A gateway has a body of its own.
 */
export function hasDocumentedError(body: unknown): boolean {
  const { code, message } = toJsonObject(toJsonObject(body)?.['error']) ?? {};
  const isText = (value: unknown): boolean => typeof value === 'string';
  return (isText(code) || (code ?? null) === null) && (isText(code) || isText(message));
}

/**
 * Reads the body of an error response, `{"error": {code, message}}` as documented. `sentTerms` is
 * what was sent as `accept_terms`: that is not the version asked for.
 */
export function readErrorBody(body: unknown, sentTerms = '', cut?: Cut): ErrorBody {
  const outer = toJsonObject(body) ?? {};
  const error = toJsonObject(outer['error']) ?? {};
  const serverCode = toNonEmptyText(error['code']);
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
  const unread = isEmptyJson(outer['error']) ? body : outer['error'];
  const isShown = cut === undefined && problems.length === 0 && !isEmptyJson(unread);
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
  const fields = toJsonObject(listed);
  const isByField = fields !== null && Object.values(fields).every(Array.isArray);
  const lists = isByField ? Object.entries(fields) : [[null, listed] as const];
  return lists.map(([field, list]) => ({
    field,
    list: [list].flat().filter((entry) => !isEmptyJson(entry)),
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
  const fields = toJsonObject(entry) ?? {};
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
    ...readSubject({ path, message }, toNonEmptyText(fields['field']) ?? listedUnder),
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
function readTermsVersion(error: JsonObject, sent: string): string | null {
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

function pickText(fields: JsonObject, keys: readonly string[]): string | null {
  const texts = keys.map((key) => toNonEmptyText(fields[key]));
  return texts.find((text) => text !== null)?.slice(0, maxWords) ?? null;
}

/** Assumption: a number may be written as a text of digits. */
function pickNumber(fields: JsonObject, keys: readonly string[]): number | null {
  const values = keys.map((key) => fields[key]);
  const numbers = values.map((value) =>
    /^\d{1,9}$/.test(toNonEmptyText(value) ?? '') ? Number(value) : value,
  );
  return numbers.find((value) => typeof value === 'number') ?? null;
}

/**
 * UTF-16 units of one text of an error: far more than is shown, and little enough for the patterns
 * that run over it.
 */
const maxWords = 100_000;

function toCompactText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxWords);
}
