import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';

/** A place in a text, both counted from 1; the column in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The value of a key at the top level. */
export interface JsonMember extends TextPlace {
  /** Undefined for what is neither a string nor null. */
  readonly value: string | null | undefined;
}

/** Where things stand in a JSON object. */
export interface JsonObject {
  readonly kind: 'object';
  /** By key, at the top level; of two with the same key the later one, which is the one that counts. */
  readonly members: ReadonlyMap<string, JsonMember>;
  /** The later of two equal keys of one object, at any level. The first hundred. */
  readonly duplicates: readonly (TextPlace & { readonly key: string })[];
}

/** Why a text is no JSON object. */
export interface JsonFault extends TextPlace {
  readonly kind: 'syntax' | 'not_object' | 'depth';
  /** A clause without a full stop. */
  readonly message: string;
}

const maxDuplicates = 100;
/** Levels of objects and arrays: the parser works by recursion, and so do those of most services. */
export const maxDepth = 1000;

/** Reads the text of `service.json`, without a byte-order mark. Accepts exactly what JSON.parse accepts, down to maxDepth levels. */
export function parseServiceJson(text: string): JsonObject | JsonFault {
  const found = new Found();
  try {
    visit(text, createVisitor(text, found), { disallowComments: true });
  } catch (error) {
    if (error instanceof FaultFound) return error.fault;
    throw error;
  }
  const { isObject, members, duplicates } = found;
  if (!isObject) return { kind: 'not_object', message: 'not an object', line: 1, column: 1 };
  return { kind: 'object', members, duplicates };
}

function createVisitor(text: string, found: Found): JSONVisitor {
  return {
    onObjectBegin: (_offset, _length, line, column) => found.open(new Set(), toPlace(line, column)),
    onArrayBegin: (_offset, _length, line, column) => found.open(null, toPlace(line, column)),
    onObjectEnd: () => found.close(),
    onArrayEnd: () => found.close(),
    onObjectProperty: (name, _offset, _length, line, column) => found.addKey(name, toPlace(line, column)),
    onLiteralValue(value: unknown, _offset, _length, line, column) {
      found.addValue(typeof value === 'string' || value === null ? value : undefined, toPlace(line, column));
    },
    onError(code, offset, length, line, column) {
      const token = text.slice(offset, offset + length);
      const { message, shift } = describeFault(printParseErrorCode(code), token, text.slice(0, offset));
      throw new FaultFound({ kind: 'syntax', message, ...toPlace(line, column + shift) });
    },
  };
}

/** What a visit found so far. */
class Found {
  isObject = false;
  readonly members = new Map<string, JsonMember>();
  readonly duplicates: (TextPlace & { key: string })[] = [];
  /** The keys so far of each object that is open; null for an array. */
  readonly #open: (Set<string> | null)[] = [];
  #key = '';

  open(keys: Set<string> | null, place: TextPlace): void {
    this.addValue(undefined, place);
    if (this.#open.length === 0) this.isObject = keys !== null;
    this.#open.push(keys);
    if (this.#open.length <= maxDepth) return;
    throw new FaultFound({ kind: 'depth', message: `nested deeper than ${maxDepth} levels`, ...place });
  }

  close(): void {
    this.#open.pop();
  }

  addKey(key: string, place: TextPlace): void {
    const keys = this.#open.at(-1);
    if (keys?.has(key) && this.duplicates.length < maxDuplicates) this.duplicates.push({ key, ...place });
    keys?.add(key);
    if (this.#open.length === 1) this.#key = key;
  }

  addValue(value: JsonMember['value'], place: TextPlace): void {
    if (this.#open.length === 1 && this.isObject) this.members.set(this.#key, { value, ...place });
  }
}

/** Ends the visit at the first fault: what a parser makes of the rest helps nobody. */
class FaultFound extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** From the parser's lines and columns, which count from 0. */
function toPlace(line: number, column: number): TextPlace {
  return { line: line + 1, column: column + 1 };
}

/** What a parser's error code says is missing; a value where it is none of these. */
const expected: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'a key in double quotes'],
  ['ColonExpected', 'a colon'],
  ['CommaExpected', 'a comma'],
  ['CloseBraceExpected', 'a comma or }'],
  ['CloseBracketExpected', 'a comma or ]'],
  ['EndOfFileExpected', 'the end'],
]);

/** Says what is wrong with a token, and how many columns behind its beginning. */
function describeFault(
  code: string,
  token: string,
  before: string,
): { readonly message: string; readonly shift: number } {
  switch (code) {
    case 'InvalidCommentToken':
      return { message: 'JSON has no comments', shift: 0 };
    case 'UnexpectedEndOfString':
      return { message: 'this string has no closing quote on its line', shift: 0 };
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return {
        message: 'JSON has no such escape: write \\\\ for a backslash, and / between the names of a path',
        // Found where all good escapes are blotted out.
        shift: token.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g, (good) => ' '.repeat(good.length)).indexOf('\\'),
      };
    case 'InvalidCharacter':
      return { message: 'a control character must be escaped in a string', shift: token.search(/[^ -\uffff]/) };
    case 'InvalidSymbol':
    case 'UnexpectedEndOfNumber':
      return { message: describeSymbol(token), shift: 0 };
    default:
      return { message: describeToken(code, token, before), shift: 0 };
  }
}

function describeSymbol(token: string): string {
  if (token.startsWith("'")) return "JSON takes double quotes, not '";
  return /^-?[\d.]/.test(token)
    ? `${cut(token)} is no JSON number`
    : `${cut(token)} is no JSON; text must be in double quotes`;
}

function describeToken(code: string, token: string, before: string): string {
  const wanted = expected.get(code) ?? 'a value';
  if (token === '') return `the text ends where ${wanted} is expected`;
  return /^[}\]]$/.test(token) && before.trimEnd().endsWith(',')
    ? `JSON has no comma before ${token}`
    : `expected ${wanted} instead of ${cut(token)}`;
}

/** A token may be a text of any length. */
function cut(token: string): string {
  return token.length <= maxShownToken ? token : `${token.slice(0, maxShownToken).toWellFormed()}…`;
}

const maxShownToken = 40;
