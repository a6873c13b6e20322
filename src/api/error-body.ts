/**
 * Reads the bodies of error responses, whose form the service's document mostly leaves open. The
 * comments that begin with "Assumption" name what is assumed; docs/decisions/0001-assumptions.md
 * gives the reasons. Nothing in a body is lost: parts that are not understood are shown after the
 * message, as compact JSON.
 */
import { appFields, isFieldName } from '../app/app.ts';
import type { Problem, Severity } from '../app/problem.ts';
import { joinTexts } from '../text/format.ts';
import { isEmptyJson, toJsonObject, toNonEmptyText } from '../text/json.ts';

/** The contents of an error response. Its texts are not yet safe to print. */
export interface ErrorBody {
  /** The code of the error; null if the body has none. */
  readonly serverCode: string | null;
  /** The message, and everything in the body that is not understood; null if there is neither. */
  readonly message: string | null;
  /** The first 10,000 problems. */
  readonly problems: readonly Problem[];
  readonly moreProblems: number;
  /** The terms version that a `terms_required` error requires; null if it cannot be read. */
  readonly termsVersion: string | null;
}

/** The maximum number of problems that are read; further problems are only counted. */
export const maxReportedProblems = 10_000;
/**
 * The maximum length of a text in an error, in UTF-16 units. A message shows far less, and matching
 * patterns against a text of this length is still fast.
 */
const maxTextUnits = 100_000;

/**
 * True if a body reports a failure, whatever its status: it has an `error` that is not null or
 * false, `ok: false`, or a problem that is not only a warning.
 */
export function reportsFailure(body: unknown): boolean {
  const outer = toJsonObject(body);
  if (outer === null) return false;
  const error = outer['error'] ?? false;
  if (error !== false || outer['ok'] === false) return true;
  const lists = takeLists(new Fields(outer), outerListNames);
  return lists.some((list) => list.entries.some((entry) => !isWarning(entry)));
}

/**
 * Returns the warnings in the body of a response to an accepted change: all entries of `warnings`,
 * and those of the lists of problems, which are no errors (see reportsFailure). Their texts are not
 * yet safe to print. Assumption: they have the form of problems, next to the result or in `data`.
 */
export function readWarnings(body: unknown): Pick<ErrorBody, 'problems' | 'moreProblems'> {
  const lists = [body, toJsonObject(body)?.['data']].flatMap((holder) => {
    const fields = new Fields(holder);
    const named = fields.take(['warnings'], (value) => toLists(value, true)) ?? [];
    return [...named, ...takeLists(fields, outerListNames)];
  });
  const { problems, moreProblems } = readProblems(lists);
  return {
    problems: problems.map((problem) => ({ ...problem, severity: 'warning' })),
    moreProblems,
  };
}

function isWarning(entry: unknown): boolean {
  return new Fields(entry).take(severityNames, toSeverity) === 'warning';
}

/**
 * True if a body has the documented form of errors, `{"error": {code, message}}`. The code or the
 * message may be missing. Any other body may come from a gateway.
 */
export function hasDocumentedError(body: unknown): boolean {
  const error = toJsonObject(toJsonObject(body)?.['error']);
  const code = error?.['code'] ?? null;
  if (code === null) return typeof error?.['message'] === 'string';
  return typeof code === 'string';
}

/**
 * Reads the body of an error response. `sentTerms` is the terms version in the request: the service
 * cannot require that version in its response.
 */
export function readErrorBody(body: unknown, sentTerms = ''): ErrorBody {
  const outer = new Fields(body);
  const error = new Fields(outer.take(['error'], toJsonObject));
  const lists = [...takeLists(outer, outerListNames), ...takeLists(error, errorListNames)];
  const serverCode = toNonEmptyText(error.peek('code'));
  // Some frameworks have no `error` object, but a message at the top level.
  const message =
    error.take(['message'], toShortText) ??
    outer.take(['error', 'message', 'detail', 'title'], toShortText);
  // If there is no message, the code is not taken out: it is shown with the remaining fields.
  if (message !== null) error.take(['code'], toShortText);
  let termsVersion: string | null = null;
  if (serverCode === 'terms_required')
    termsVersion = takeTermsVersion([error, outer], message, sentTerms);
  const { problems, moreProblems } = readProblems(lists);
  error.drop((name, value) => isInMessage(name, value, message));
  const rest = describeRest(body, error, outer);
  return {
    serverCode,
    message: joinTexts([message, rest], ' ') || null,
    problems,
    moreProblems,
    termsVersion,
  };
}

function describeRest(body: unknown, error: Fields, outer: Fields): string {
  if (isEmptyJson(body)) return '';
  if (toJsonObject(body) === null) return toCompactText(body);
  error.drop((name, value) => isHttpStatus(name, value));
  outer.drop((name, value) => isHttpStatus(name, value) || isOfResponse(name, value));
  return joinTexts([error.toText(), outer.toText()], ' ');
}

function isInMessage(name: string, value: unknown, message: string | null): boolean {
  return name === 'field' && typeof value === 'string' && message?.includes(value) === true;
}

/** True if a field repeats the status of the response. */
function isHttpStatus(name: string, value: unknown): boolean {
  const isStatus = /^(code|status|status_?code)$/i.test(name);
  return isStatus && typeof value === 'number' && value >= 100 && value < 600;
}

/**
 * True if a field is one that frameworks add to every error. A `path` next to the `error` object is
 * the path of the request, not of a file.
 */
function isOfResponse(name: string, value: unknown): boolean {
  return /^(ok|success|path|timestamp)$/.test(name) && typeof value !== 'object';
}

interface ProblemList {
  /** The field to which the list belongs; null if the problems are not listed by field. */
  readonly field: string | null;
  /** The entries that are not empty. */
  readonly entries: readonly unknown[];
}

/** Assumption: problems are listed under these names, next to the `error` object or in it. */
const outerListNames: readonly string[] = ['problems', 'errors'];
const errorListNames: readonly string[] = ['problems', 'errors', 'details'];

function takeLists(fields: Fields, names: readonly string[]): readonly ProblemList[] {
  return names.flatMap((name) => {
    return fields.take([name], (value) => toLists(value, name === 'problems')) ?? [];
  });
}

/**
 * Assumption: problems are an array, or an object with an array for each field. Under the
 * documented name `problems`, a text or any other object is a single problem. Returns null for any
 * other value.
 */
function toLists(value: unknown, isDocumentedName: boolean): readonly ProblemList[] | null {
  if (Array.isArray(value)) return [toList(null, value)];
  const fields = toJsonObject(value);
  const members = Object.entries(fields ?? {});
  const lists: ProblemList[] = [];
  for (const [field, list] of members) {
    if (Array.isArray(list)) lists.push(toList(field, list));
  }
  if (fields !== null && lists.length === members.length) return lists;
  const isProblem = fields !== null || toNonEmptyText(value) !== null;
  return isDocumentedName && isProblem ? [toList(null, [value])] : null;
}

function toList(field: string | null, entries: readonly unknown[]): ProblemList {
  return { field, entries: entries.filter((entry) => !isEmptyJson(entry)) };
}

function readProblems(lists: readonly ProblemList[]): {
  readonly problems: readonly Problem[];
  readonly moreProblems: number;
} {
  const problems: Problem[] = [];
  let count = 0;
  for (const { field, entries } of lists) {
    count += entries.length;
    for (const entry of entries.slice(0, maxReportedProblems - problems.length)) {
      problems.push(readProblem(entry, field));
    }
  }
  return { problems, moreProblems: count - problems.length };
}

/** Assumption: a problem's parts have these names. `a.b` is the field `b` of the object `a`. */
const pathNames = ['path', 'file', 'filename', 'file.path', 'location.path', 'location.file'];
const lineNames = [
  'line',
  'line_number',
  'lineNumber',
  'startLine',
  'row',
  'file.line',
  'location.line',
  'start.line',
  'location.start.line',
];
const columnNames = [
  'column',
  'col',
  'column_number',
  'columnNumber',
  'startColumn',
  'file.column',
  'location.column',
  'start.column',
  'location.start.column',
];
const messageNames = ['message', 'problem', 'detail', 'reason'];
const fixNames = ['fix', 'hint', 'suggestion'];
const codeNames = ['code', 'rule'];
const severityNames = ['severity', 'level'];

function readProblem(entry: unknown, listedUnder: string | null): Problem {
  const fields = new Fields(entry);
  const path = fields.take(pathNames, toShortText);
  const field = fields.take(['field'], toShortText);
  const pointer = fields.take(['source.pointer'], toPointerTarget);
  const subject = findSubject(path, [field, pointer, listedUnder]);
  let line: number | null = null;
  let column: number | null = null;
  // If the file is unknown, the line and the column are shown after the message.
  if (!subject.isUnknown) {
    line = fields.take(lineNames, toNumber);
    column = fields.take(columnNames, toNumber);
  }
  const code = fields.take(codeNames, toShortText);
  const text = fields.take(messageNames, toShortText) ?? toShortText(entry);
  const fix = fields.take(fixNames, toShortText);
  const severity = fields.take(severityNames, toSeverity) ?? 'error';
  let { others } = subject;
  let message = joinTexts([text, fields.toText()], ' ');
  if (message === '') {
    // An entry without a message is shown as compact JSON.
    message = toCompactText(entry);
    others = others.filter((other) => other === listedUnder);
  }
  for (const other of others) message = `${other}: ${message}`;
  let problem: Problem = { path: subject.path, line, column, code, message, fix, severity };
  if (subject.field !== null) problem = { ...problem, field: subject.field };
  const placeInText = typeof entry === 'string' ? findPlaceInText(entry) : null;
  if (placeInText !== null) problem = { ...problem, placeInText };
  return problem;
}

/**
 * Finds the file and the field that a problem is about, each null if it is not known. `path` may
 * also be the name of a field, and each of `names` may be the name of a field or the path of a file.
 * `others` are the names that are neither. `isUnknown`: the problem names nothing at all.
 */
function findSubject(path: string | null, names: readonly (string | null)[]) {
  const known = [path, ...names].filter((name) => name !== null);
  const others: string[] = [];
  let file = path;
  let field: string | null = null;
  for (const name of new Set(known)) {
    if (field === null && isFieldName(name)) {
      field = name;
      if (file === null || file === name) file = appFields[name].file;
    } else if (file === null && /[./\\]/.test(name)) {
      file = name;
    } else if (name !== file && name !== field) {
      others.push(name);
    }
  }
  return { path: file, field, others, isUnknown: known.length === 0 };
}

/**
 * Returns the place at the start of a problem that is a text; null if there is none. Assumption:
 * the place is written as compilers do.
 */
function findPlaceInText(text: string): string | null {
  // A path with an extension, such as `index.html:12:5: …`, with or without a position.
  const plain = /^[\w@./-]{1,200}\.\w{1,8}(?::\d{1,7}){0,2}(?=[:\s])/.exec(text);
  // With a position, the path may hold any characters.
  const placed = plain ?? /^.{1,200}?(?::\d{1,7}){1,2}(?=[:\s])/.exec(text);
  return placed?.[0] ?? null;
}

/** The names of fields that may hold a terms version. */
const termsNames = /(terms_?version|accept_?terms|required_?version)$/i;

/**
 * Returns the terms version that a service requires; null if none is found. It is only shown, never
 * sent. Assumption: the version is in a field with one of `termsNames`, or else in the message. In
 * a message it is the first quoted word, else the number after "version", else the first date or
 * version number.
 */
function takeTermsVersion(
  holders: readonly Fields[],
  message: string | null,
  sentTerms: string,
): string | null {
  const isAskedFor = (version: string): boolean =>
    version !== sentTerms && version !== 'accept_terms';
  for (const holder of holders) {
    for (const name of holder.listNames().filter((name) => termsNames.test(name))) {
      const version = holder.take([name], (value) => {
        const text = toTermsVersion(value);
        return text !== null && isAskedFor(text) ? text : null;
      });
      if (version !== null) return version;
    }
  }
  return listVersions(message ?? '').find(isAskedFor) ?? null;
}

function toTermsVersion(value: unknown): string | null {
  return typeof value === 'string' && /^[^\p{C}]{1,100}$/u.test(value) ? value : null;
}

/** Returns the words of a message that may be a version, the most likely one first. */
function listVersions(message: string): readonly string[] {
  const patterns: readonly RegExp[] = [
    /["'`“‘«]([^"'`”’»\s]{1,100})["'`”’»]/g,
    /\bversion(?: is|:)? (v?\d{1,20}(?:[.-]\w{1,20}){0,9})(?![\w/-])/gi,
    /(?<![\w./-])(\d{4}-(?:\d\d(?:-\d\d)?|Q\d)|v?\d+(?:\.\d+)+|v\d+)(?![\w/-])/g,
  ];
  return patterns.flatMap((pattern) => {
    return Array.from(message.matchAll(pattern), ([, version = '']) => version);
  });
}

/** The fields of a JSON object. A field that is understood is taken out. */
class Fields {
  readonly #left: Map<string, unknown>;

  /** A value that is not an object has no fields. */
  constructor(value: unknown) {
    this.#left = new Map(Object.entries(toJsonObject(value) ?? {}));
  }

  /** Returns a field's value without taking it out. `a.b` is the field `b` of the object `a`. */
  peek(name: string): unknown {
    const [key = '', ...innerKeys] = name.split('.');
    const value = this.#left.get(key);
    return innerKeys.length === 0 ? value : new Fields(value).peek(innerKeys.join('.'));
  }

  /**
   * Calls `read` with the value of each of these fields, until it returns a value other than null.
   * Removes that field, and returns the value; returns null if there is none.
   */
  take<Value>(names: readonly string[], read: (value: unknown) => Value | null): Value | null {
    for (const name of names) {
      const value = read(this.peek(name));
      if (value !== null) {
        this.#remove(name);
        return value;
      }
    }
    return null;
  }

  drop(isDropped: (name: string, value: unknown) => boolean): void {
    for (const [name, value] of this.#left) {
      if (isDropped(name, value)) this.#left.delete(name);
    }
  }

  listNames(): readonly string[] {
    const details = Object.keys(toJsonObject(this.#left.get('details')) ?? {});
    return [...this.#left.keys(), ...details.map((name) => `details.${name}`)];
  }

  /** Returns the fields that are left, except empty ones, as compact JSON; '' if none is left. */
  toText(): string {
    const filled = [...this.#left].filter(([, value]) => !isEmptyJson(value));
    return filled.length === 0 ? '' : toCompactText(Object.fromEntries(filled));
  }

  #remove(name: string): void {
    const [key = '', ...innerKeys] = name.split('.');
    if (innerKeys.length === 0) {
      this.#left.delete(key);
    } else {
      const inner = new Fields(this.#left.get(key));
      inner.#remove(innerKeys.join('.'));
      if (inner.#left.size === 0) this.#left.delete(key);
      else this.#left.set(key, Object.fromEntries(inner.#left));
    }
  }
}

function toShortText(value: unknown): string | null {
  return toNonEmptyText(value)?.slice(0, maxTextUnits) ?? null;
}

/** Assumption: a number may be written as a text of digits. */
function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const isDigits = typeof value === 'string' && /^\d{1,9}$/.test(value);
  return isDigits ? Number(value) : null;
}

/** Assumption: a problem is an error unless it is called a warning. */
function toSeverity(value: unknown): Severity | null {
  if (typeof value !== 'string') return null;
  switch (value.toLowerCase()) {
    case 'warning':
    case 'warn':
      return 'warning';
    case 'error':
      return 'error';
    default:
      return null;
  }
}

/**
 * Reads a JSON Pointer, as errors have it in JSON:API. Returns the last token if it is a field of
 * the app or the path of a file; otherwise the pointer as it is.
 */
function toPointerTarget(value: unknown): string | null {
  const pointer = toShortText(value);
  const last = pointer?.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
  return isFieldName(last) || /[./]/.test(last) ? last : pointer;
}

function toCompactText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, maxTextUnits);
}
