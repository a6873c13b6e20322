import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { appFields, isFieldName, type ServiceKey, serviceKeys, servicePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import { isSimilar } from '../text/format.ts';
import {
  adviseMissing,
  type CheckCode,
  limitWarnings,
  type ProblemDetails,
  toProblem,
} from './check-words.ts';
import { type FolderContents, type FolderFile, findFile, toPlainPath } from './folder-file.ts';
import { locateOffset, type Position } from './text.ts';

interface JsonMember extends Position {
  /** Undefined if the value is neither a string nor null. */
  readonly value: string | null | undefined;
  readonly key: Position;
}

/** The members at the top level, by key. Of two members with the same key, the later one counts. */
type Members = ReadonlyMap<string, JsonMember>;

export interface ServiceJson {
  readonly members: Members | null;
  /**
   * The reason why the text is not a JSON object; else the keys that occur twice at the top level,
   * at most a hundred.
   */
  readonly problems: readonly Problem[];
}

const maxDuplicates = 100;
/**
 * Maximum number of levels of nested objects and arrays. The parser is recursive, and so are the
 * parsers of most services.
 */
export const maxJsonDepth = 1000;

/**
 * Parses the text of `service.json`. Accepts what JSON.parse accepts, down to maxJsonDepth levels,
 * with or without a byte-order mark.
 *
 * @example
 * parseServiceJson('{"name": "Tides"}').members.get('name');
 * // { value: 'Tides', line: 1, column: 10, key: { line: 1, column: 2 } }
 */
export function parseServiceJson(raw: string): ServiceJson {
  const text = raw.replace(/^\ufeff/, '');
  const visitor = new MemberVisitor(text);
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (error instanceof FaultFound) return { members: null, problems: [error.problem] };
    throw error;
  }
  if (text.trimStart().startsWith('{'))
    return { members: visitor.members, problems: visitor.duplicates };
  const problem = toServiceProblem('json_not_object', [], { line: 1, column: 1 });
  return { members: null, problems: [problem] };
}

/**
 * Checks `service.json`: it must be a JSON object without duplicate keys, and its keys, types and
 * formats must be those in the service document.
 */
export function checkServiceJson(
  { members, problems }: ServiceJson,
  contents: FolderContents,
): readonly Problem[] {
  if (members === null) return problems;
  return [...problems, ...checkMembers(members, contents), ...checkKeys(members)];
}

function toServiceProblem(
  code: CheckCode,
  parts: readonly string[],
  details: ProblemDetails = {},
): Problem {
  return toProblem(code, parts, { path: servicePath, ...details });
}

/** Collects the members at the top level while the parser visits a text. Throws FaultFound. */
class MemberVisitor implements JSONVisitor {
  readonly members = new Map<string, JsonMember>();
  /** A problem for each key that occurs twice. */
  readonly duplicates: Problem[] = [];
  readonly #text: string;
  #depth = 0;
  #lastKey = { name: '', position: { line: 1, column: 1 } };

  constructor(text: string) {
    this.#text = text;
  }

  readonly onObjectBegin = (_offset: number, _length: number, line: number, column: number) => {
    this.#enter(countFromOne(line, column));
  };

  readonly onArrayBegin = (_offset: number, _length: number, line: number, column: number) => {
    this.#enter(countFromOne(line, column));
  };

  readonly onObjectEnd = (): void => {
    this.#depth -= 1;
  };

  readonly onArrayEnd = (): void => {
    this.#depth -= 1;
  };

  readonly onObjectProperty = (
    name: string,
    _offset: number,
    _length: number,
    line: number,
    column: number,
  ): void => {
    if (this.#depth > 1) return;
    const position = countFromOne(line, column);
    if (this.members.has(name) && this.duplicates.length < maxDuplicates)
      this.duplicates.push(toServiceProblem('duplicate_key', [name || '""'], position));
    this.#lastKey = { name, position };
  };

  readonly onLiteralValue = (
    value: unknown,
    _offset: number,
    _length: number,
    line: number,
    column: number,
  ): void => {
    const isKept = typeof value === 'string' || value === null;
    this.#addValue(isKept ? value : undefined, countFromOne(line, column));
  };

  readonly onError = (
    error: number,
    offset: number,
    length: number,
    line: number,
    column: number,
  ): void => {
    const token = this.#text.slice(offset, offset + length);
    const before = this.#text.slice(0, offset).trimEnd();
    if (/^[}\]]$/.test(token) && before.endsWith(',')) {
      const message = `JSON has no comma before ${token}`;
      const { line, column } = locateOffset(this.#text, before.length - 1);
      const fix = 'Delete the comma after the last entry.';
      throw new FaultFound(toServiceProblem('json_syntax', [message], { line, column, fix }));
    }
    const message = describeToken(printParseErrorCode(error), token);
    const position = countFromOne(line, column);
    throw new FaultFound(toServiceProblem('json_syntax', [message], position));
  };

  /** Begins an object or an array. */
  #enter(position: Position): void {
    this.#addValue(undefined, position);
    this.#depth += 1;
    if (this.#depth > maxJsonDepth)
      throw new FaultFound(toServiceProblem('json_depth', [String(maxJsonDepth)], position));
  }

  /** The entries of an array at the top level are added too, but the caller drops them. */
  #addValue(value: JsonMember['value'], { line, column }: Position): void {
    if (this.#depth !== 1) return;
    const { name, position } = this.#lastKey;
    this.members.set(name, { value, line, column, key: position });
  }
}

/** Ends the visit at the first fault. Later ones are mostly a consequence of it. */
class FaultFound extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Returns a position that counts from 1. The parser counts lines and columns from 0. */
function countFromOne(line: number, column: number): Position {
  return { line: line + 1, column: column + 1 };
}

/** Maximum length of a token in a message, in UTF-16 units: a token may be a text of any length. */
const maxShownToken = 40;

/** Describes the fault of the token at which the parser stopped. */
function describeToken(code: string, token: string): string {
  // The symbol is not shown, because it looks like a plain space.
  if (code === 'InvalidSymbol' && /^\s/.test(token))
    return 'JSON does not allow this white space: write a plain space';
  const isLong = token.length > maxShownToken;
  const shown = isLong ? `${token.slice(0, maxShownToken).toWellFormed()}…` : token;
  const fault = tokenFaults.get(code);
  if (fault !== undefined) return fault.replace('…', () => shown);
  const wanted = expectedTokens.get(code) ?? 'a value';
  if (token === '') return `the text ends where ${wanted} is expected`;
  return `expected ${wanted} instead of ${shown}`;
}

const wrongEscape =
  'this string has an escape that JSON does not have: write \\\\ for a backslash, and / between the names of a path';
/** The fault of a token, by the parser's code; `…` stands for the token. */
const tokenFaults: ReadonlyMap<string, string> = new Map([
  ['InvalidCommentToken', 'JSON has no comments'],
  ['UnexpectedEndOfString', 'this string has no closing quote on its line'],
  ['InvalidUnicode', wrongEscape],
  ['InvalidEscapeCharacter', wrongEscape],
  ['InvalidCharacter', 'this string has a control character, which must be escaped'],
  ['UnexpectedEndOfNumber', '… is not a JSON number'],
  ['InvalidSymbol', '… is not JSON; text must be in double quotes'],
]);
/** The missing token, by the parser's code. With any other code, a value is missing. */
const expectedTokens: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'a key in double quotes'],
  ['ColonExpected', 'a colon'],
  ['CommaExpected', 'a comma'],
  ['CloseBraceExpected', 'a comma or }'],
  ['CloseBracketExpected', 'a comma or ]'],
  ['EndOfFileExpected', 'the end'],
]);

function checkMembers(members: Members, contents: FolderContents): readonly Problem[] {
  const problems: Problem[] = [];
  for (const key of serviceKeys) {
    const member = members.get(key);
    if (member === undefined) continue;
    const problem = checkMember(key, member.value, contents);
    if (problem !== null) problems.push({ ...problem, line: member.line, column: member.column });
  }
  if (!members.has('name')) problems.push(toServiceProblem('name_missing', [], { line: 1 }));
  return problems;
}

function checkMember(
  key: ServiceKey,
  value: JsonMember['value'],
  contents: FolderContents,
): Problem | null {
  if (value === undefined)
    return toServiceProblem(`${key}_type`, ['a string'], { fix: `Write it as "${key}": "…".` });
  // For a key with the value null, the service document has no rule. None of the keys is required.
  if (value === null) return toServiceProblem(key === 'name' ? 'name_missing' : `${key}_null`, []);
  if (key === 'name' && value.trim() === '') return toServiceProblem('name_empty', []);
  if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value))
    return toServiceProblem('color_format', [JSON.stringify(value)]);
  return key === 'logo' ? checkLogo(value, contents) : null;
}

/** Checks that the logo names a picture that is sent with the folder. */
function checkLogo(logo: string, contents: FolderContents): Problem | null {
  if (logo === '') return toServiceProblem('logo_empty', []);
  const path = toPlainPath(logo);
  const file = findFile(contents, path);
  if (file === undefined)
    return toServiceProblem('logo_missing', [logo], { fix: adviseLogo(path, contents) });
  if (logo.includes('\\'))
    return toServiceProblem('logo_missing', [logo], { fix: `Write it with /, as ${path}.` });
  if (!isPicture(file)) return toServiceProblem('logo_type', [`a picture: ${logo}`]);
  if (path === logo) return null;
  const fix = isInAssets(path) ? `Write it as ${path}.` : adviseAssets(path);
  return toServiceProblem('logo_path', [logo], { fix });
}

function isInAssets(path: string): boolean {
  return path.startsWith('assets/');
}

/** A picture elsewhere would be the next warning. */
function adviseAssets(path: string): string {
  return `Put the picture at assets/${path} and write assets/${path}.`;
}

export function isPicture(file: FolderFile): boolean {
  return file.type.startsWith('image/');
}

function adviseLogo(path: string, contents: FolderContents): string | null {
  const advice = adviseMissing(path, contents);
  if (advice !== null) return advice;
  const picture = contents.files.find(isPicture);
  const isPath = /^[^:]+\.\w+$/.test(path) && !isInAssets(path);
  if (picture === undefined) return isPath ? adviseAssets(path) : null;
  return `Add the picture, or name one that is there, such as ${picture.path}.`;
}

/** Warns of keys that the service document does not mention, such as a misspelled one. */
function checkKeys(members: Members): readonly Problem[] {
  const known: readonly string[] = serviceKeys;
  // A key that begins with $, such as $schema, is for editors.
  const unknown = [...members].filter(([key]) => !known.includes(key) && !key.startsWith('$'));
  return limitWarnings(unknown, 'key', 'of service.json', ([key, member]) => {
    const { line, column } = member.key;
    const fix = adviseKey(key, members);
    return toServiceProblem('unknown_key', [key || '""'], { line, column, fix });
  });
}

function adviseKey(key: string, members: Members): string | null {
  if (isFieldName(key)) return `Put it into ${appFields[key].file}.`;
  const free = serviceKeys.filter((known) => !members.has(known));
  // An earlier version of the service document called the logo `icon`.
  const likely = free.find((known) => (key === 'icon' ? known === 'logo' : isSimilar(key, known)));
  return likely === undefined ? null : `Did you mean ${likely}?`;
}
