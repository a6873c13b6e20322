import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { locateOffset, type TextPlace } from './text.ts';

/** The value of a key at the top level. */
export interface JsonMember extends TextPlace {
  /** Undefined for what is neither a string nor null. */
  readonly value: string | null | undefined;
  /** Where its key begins. */
  readonly key: TextPlace;
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

/** Reads the text of `service.json`. Accepts what JSON.parse accepts, down to maxDepth levels; a byte-order mark does not count. */
export function parseServiceJson(raw: string): JsonObject | JsonFault {
  const text = raw.replace(/^\ufeff/, '');
  try {
    const found = visitObjects(text);
    if (text.trimStart().startsWith('{')) return { kind: 'object', ...found };
    return { kind: 'not_object', message: 'not an object', line: 1, column: 1 };
  } catch (error) {
    if (error instanceof FaultFound) return error.fault;
    throw error;
  }
}

function visitObjects(text: string): Omit<JsonObject, 'kind'> {
  const members = new Map<string, JsonMember>();
  const duplicates: JsonObject['duplicates'][number][] = [];
  /** The keys so far of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  let lastKey = { key: '', place: { line: 1, column: 1 } };

  // What an array at the top has is set too: nobody asks for the members of what is no object.
  const addValue = (value: JsonMember['value'], place: TextPlace): void => {
    if (open.length === 1) members.set(lastKey.key, { value, ...place, key: lastKey.place });
  };
  const enter = (keys: Set<string> | null, place: TextPlace): void => {
    addValue(undefined, place);
    open.push(keys);
    if (open.length <= maxDepth) return;
    throw new FaultFound({ kind: 'depth', message: `nested deeper than ${maxDepth} levels`, ...place });
  };
  const leave = (): void => {
    open.pop();
  };
  const visitor: JSONVisitor = {
    onObjectBegin: (_offset, _length, line, column) => enter(new Set(), toPlace(line, column)),
    onArrayBegin: (_offset, _length, line, column) => enter(null, toPlace(line, column)),
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty(key, _offset, _length, line, column) {
      const keys = open.at(-1);
      const place = toPlace(line, column);
      if (keys?.has(key) && duplicates.length < maxDuplicates) duplicates.push({ key, ...place });
      keys?.add(key);
      lastKey = { key, place };
    },
    onLiteralValue(value: unknown, _offset, _length, line, column) {
      addValue(typeof value === 'string' || value === null ? value : undefined, toPlace(line, column));
    },
    onError(error, offset, length, line, column) {
      const token = text.slice(offset, offset + length);
      const before = text.slice(0, offset).trimEnd();
      if (/^[}\]]$/.test(token) && before.endsWith(',')) {
        const message = `JSON has no comma before ${token}`;
        throw new FaultFound({ kind: 'syntax', message, ...locateOffset(text, before.length - 1) });
      }
      const message = describeToken(printParseErrorCode(error), token);
      throw new FaultFound({ kind: 'syntax', message, ...toPlace(line, column) });
    },
  };
  visit(text, visitor, { disallowComments: true });
  return { members, duplicates };
}

/** Ends the visit at the first fault: what a parser finds after it is mostly a consequence. */
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

/** A token may be a text of any length. */
const maxShownToken = 40;

/** Says what is wrong with the token at which the parser stopped, by its code. */
function describeToken(code: string, token: string): string {
  const shown = token.length <= maxShownToken ? token : `${token.slice(0, maxShownToken).toWellFormed()}…`;
  switch (code) {
    case 'InvalidCommentToken':
      return 'JSON has no comments';
    case 'UnexpectedEndOfString':
      return 'this string has no closing quote on its line';
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return 'this string has an escape that JSON does not have: write \\\\ for a backslash, and / between the names of a path';
    case 'InvalidCharacter':
      return 'this string has a control character, which must be escaped';
    case 'UnexpectedEndOfNumber':
      return `${shown} is no JSON number`;
    case 'InvalidSymbol':
      // It cannot be told from a plain one by looking.
      if (/^\s/.test(token)) return 'this white space is not that of JSON: write a plain space';
      return `${shown} is no JSON; text must be in double quotes`;
  }
  const wanted = expected.get(code) ?? 'a value';
  return token === '' ? `the text ends where ${wanted} is expected` : `expected ${wanted} instead of ${shown}`;
}

/** What the other codes say is missing; a value where it is none of these. */
const expected: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'a key in double quotes'],
  ['ColonExpected', 'a colon'],
  ['CommaExpected', 'a comma'],
  ['CloseBraceExpected', 'a comma or }'],
  ['CloseBracketExpected', 'a comma or ]'],
  ['EndOfFileExpected', 'the end'],
]);
