import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { appFields, isFieldName, type ServiceKey, serviceKeys, servicePath } from '../model/app.ts';
import type { Problem } from '../model/problem.ts';
import { adviseMissing, limit, toProblem } from './check-words.ts';
import { type FolderManifest, findFile, type PackedFile, toPlainPath } from './manifest.ts';
import { locateOffset, type Position } from './text.ts';

/** The value of a key at the top level. */
interface JsonMember extends Position {
  /** Undefined for what is neither a string nor null. */
  readonly value: string | null | undefined;
  /** Where its key begins. */
  readonly key: Position;
}

/**
 * By key, at the top level; of two with the same key the later one, which is the one that counts.
 */
type Members = ReadonlyMap<string, JsonMember>;

/** What a text of `service.json` holds. */
export interface ServiceJson {
  /** Null where it is no JSON object. */
  readonly members: Members | null;
  /** Why it is no object; else the keys that occur twice at the top level, at most a hundred. */
  readonly problems: readonly Problem[];
}

const maxDuplicates = 100;
/**
 * Levels of objects and arrays: the parser works by recursion, and so do those of most services.
 */
export const maxJsonDepth = 1000;

/**
 * Reads the text of `service.json`. Accepts what JSON.parse accepts, down to maxJsonDepth levels; a
 * byte-order mark does not count.
 */
export function parseServiceJson(raw: string): ServiceJson {
  const text = raw.replace(/^\ufeff/, '');
  try {
    const found = visitObjects(text);
    if (text.trimStart().startsWith('{')) return found;
    return {
      members: null,
      problems: [toServiceProblem('json_not_object', [], { line: 1, column: 1 })],
    };
  } catch (error) {
    if (error instanceof FaultFound) return { members: null, problems: [error.problem] };
    throw error;
  }
}

/**
 * What is wrong with `service.json`: JSON, an object, no key twice, the keys, types and forms that
 * the service document shows.
 */
export function checkServiceJson(
  { members, problems }: ServiceJson,
  manifest: FolderManifest,
): readonly Problem[] {
  return members === null
    ? problems
    : [...problems, ...checkMembers(members, manifest), ...checkKeys(members)];
}

const toServiceProblem: typeof toProblem = (code, parts, known) =>
  toProblem(code, parts, { path: servicePath, ...known });

function visitObjects(text: string): ServiceJson {
  const members = new Map<string, JsonMember>();
  const duplicates: Problem[] = [];
  let depth = 0;
  let lastKey = { key: '', place: { line: 1, column: 1 } };

  // The values of an array at the top are set too, but never used, since it is no object.
  const addValue = (value: JsonMember['value'], place: Position): void => {
    if (depth === 1) members.set(lastKey.key, { value, ...place, key: lastKey.place });
  };
  const enter: JSONVisitor['onArrayBegin'] = (_offset, _length, line, column) => {
    const place = countFromOne(line, column);
    addValue(undefined, place);
    depth += 1;
    if (depth > maxJsonDepth)
      throw new FaultFound(toServiceProblem('json_depth', [String(maxJsonDepth)], place));
  };
  const leave = (): void => {
    depth -= 1;
  };
  const visitor: JSONVisitor = {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty(key, _offset, _length, line, column) {
      if (depth > 1) return;
      const place = countFromOne(line, column);
      if (members.has(key) && duplicates.length < maxDuplicates) {
        duplicates.push(toServiceProblem('duplicate_key', [key === '' ? '""' : key], place));
      }
      lastKey = { key, place };
    },
    onLiteralValue(value: unknown, _offset, _length, line, column) {
      addValue(
        typeof value === 'string' || value === null ? value : undefined,
        countFromOne(line, column),
      );
    },
    onError(error, offset, length, line, column) {
      const token = text.slice(offset, offset + length);
      const before = text.slice(0, offset).trimEnd();
      const isExtraComma = /^[}\]]$/.test(token) && before.endsWith(',');
      const [message, known] = isExtraComma
        ? [
            `JSON has no comma before ${token}`,
            {
              ...locateOffset(text, before.length - 1),
              fix: 'Delete the comma after the last entry.',
            },
          ]
        : [describeToken(printParseErrorCode(error), token), countFromOne(line, column)];
      throw new FaultFound(toServiceProblem('json_syntax', [message], known));
    },
  };
  visit(text, visitor, { disallowComments: true });
  return { members, problems: duplicates };
}

/** Ends the visit at the first fault: what a parser finds after it is mostly a consequence. */
class FaultFound extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** From the parser's lines and columns, which count from 0. */
function countFromOne(line: number, column: number): Position {
  return { line: line + 1, column: column + 1 };
}

/** A token may be a text of any length. */
const maxShownToken = 40;

/** Says what is wrong with the token at which the parser stopped, by its code. */
function describeToken(code: string, token: string): string {
  const shown =
    token.length <= maxShownToken ? token : `${token.slice(0, maxShownToken).toWellFormed()}…`;
  // It cannot be told from a plain one by looking.
  if (code === 'InvalidSymbol' && /^\s/.test(token))
    return 'this white space is not that of JSON: write a plain space';
  const fault = faults.get(code);
  if (fault !== undefined) return fault.replace('…', () => shown);
  const wanted = expected.get(code) ?? 'a value';
  return token === ''
    ? `the text ends where ${wanted} is expected`
    : `expected ${wanted} instead of ${shown}`;
}

const wrongEscape =
  'this string has an escape that JSON does not have: write \\\\ for a backslash, and / between the names of a path';
/** What is wrong with a token, by the parser's codes; `…` stands for it. */
const faults: ReadonlyMap<string, string> = new Map([
  ['InvalidCommentToken', 'JSON has no comments'],
  ['UnexpectedEndOfString', 'this string has no closing quote on its line'],
  ['InvalidUnicode', wrongEscape],
  ['InvalidEscapeCharacter', wrongEscape],
  ['InvalidCharacter', 'this string has a control character, which must be escaped'],
  ['UnexpectedEndOfNumber', '… is no JSON number'],
  ['InvalidSymbol', '… is no JSON; text must be in double quotes'],
]);
/** What is missing, by its other codes; a value for codes that are not here. */
const expected: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'a key in double quotes'],
  ['ColonExpected', 'a colon'],
  ['CommaExpected', 'a comma'],
  ['CloseBraceExpected', 'a comma or }'],
  ['CloseBracketExpected', 'a comma or ]'],
  ['EndOfFileExpected', 'the end'],
]);

function checkMembers(members: Members, manifest: FolderManifest): readonly Problem[] {
  const problems = serviceKeys.flatMap((key) => {
    const member = members.get(key);
    const problem = member === undefined ? null : checkMember(key, member.value, manifest);
    return member === undefined || problem === null
      ? []
      : [{ ...problem, line: member.line, column: member.column }];
  });
  return members.has('name')
    ? problems
    : [...problems, toServiceProblem('name_missing', [], { line: 1 })];
}

function checkMember(
  key: ServiceKey,
  value: JsonMember['value'],
  manifest: FolderManifest,
): Problem | null {
  if (value === undefined)
    return toServiceProblem(`${key}_type`, ['a string'], { fix: `Write it as "${key}": "…".` });
  // The document requires none of them in the folder, and says nothing of null.
  if (value === null)
    return key === 'name'
      ? toServiceProblem('name_missing', [])
      : toServiceProblem(`${key}_null`, []);
  if (key === 'name' && value.trim() === '') return toServiceProblem('name_empty', []);
  if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value))
    return toServiceProblem('color_format', [JSON.stringify(value)]);
  return key === 'logo' ? checkLogo(value, manifest) : null;
}

/** The logo must name a picture that is sent with the folder. */
function checkLogo(logo: string, manifest: FolderManifest): Problem | null {
  if (logo === '') return toServiceProblem('logo_empty', []);
  const path = toPlainPath(logo);
  const file = findFile(manifest, path);
  if (file === undefined)
    return toServiceProblem('logo_missing', [logo], { fix: adviseLogo(path, manifest) });
  if (logo.includes('\\'))
    return toServiceProblem('logo_missing', [logo], { fix: `Write it with /, as ${path}.` });
  if (!isPicture(file)) return toServiceProblem('logo_type', [`a picture: ${logo}`]);
  return path === logo
    ? null
    : toServiceProblem('logo_path', [logo], { fix: `Write it as ${path}.` });
}

export function isPicture({ type }: PackedFile): boolean {
  return type.startsWith('image/');
}

function adviseLogo(path: string, manifest: FolderManifest): string | null {
  const picture = manifest.files.find(isPicture);
  const other = picture && `Add the picture, or name one that is there, such as ${picture.path}.`;
  return adviseMissing(path, manifest) ?? other ?? null;
}

/**
 * Keys that the service document does not show, such as a misspelled one, with the key that is
 * probably meant.
 */
function checkKeys(members: Members): readonly Problem[] {
  const names: readonly string[] = serviceKeys;
  // A key that begins with $, such as $schema, is for editors.
  const unknown = [...members].filter(([key]) => !names.includes(key) && !key.startsWith('$'));
  const warn = ([key, member]: (typeof unknown)[number]): Problem =>
    toServiceProblem('unknown_key', [key === '' ? '""' : key], {
      ...member.key,
      fix: adviseKey(key, members),
    });
  return limit(unknown, warn, { noun: 'key', where: 'of service.json' });
}

function adviseKey(key: string, members: Members): string | null {
  if (isFieldName(key)) return `Put it into ${appFields[key].file}.`;
  const free = serviceKeys.filter((known) => !members.has(known));
  const likely =
    key === 'icon'
      ? free.find((known) => known === 'logo')
      : free.find((known) => isLike(key, known));
  return likely === undefined ? null : `Did you mean ${likely}?`;
}

/**
 * True for a word that is another in other letter case or order, or with one letter more, less or
 * changed.
 */
export function isLike(word: string, known: string): boolean {
  const lower = word.toLowerCase();
  const sort = (text: string): string => [...text].sort().join('');
  if (Math.abs(lower.length - known.length) > 1) return false;
  if (sort(lower) === sort(known)) return true;
  const start = [...known].findIndex((letter, index) => letter !== lower[index]);
  const at = start < 0 ? known.length : start;
  const rests = [lower.slice(at), lower.slice(at + 1)];
  return rests.includes(known.slice(at)) || rests.includes(known.slice(at + 1));
}
