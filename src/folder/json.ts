import { JsonFault, type JsonKind, JsonTokens } from './json-token.ts';

/** A key and its value at the top level of an object. Offsets count UTF-16 units from the start of the text. */
export interface JsonMember {
  readonly key: string;
  readonly keyOffset: number;
  readonly valueOffset: number;
  readonly valueEnd: number;
  readonly kind: JsonKind;
}

/** A key that its object already has, at any level. */
export interface JsonDuplicate {
  readonly key: string;
  /** Of the later one of the two. */
  readonly offset: number;
}

/** What stands where in a JSON text. */
export interface JsonMap {
  readonly kind: JsonKind;
  /** Of the outermost object, in their order; of two with the same key both. */
  readonly members: readonly JsonMember[];
  /** The first hundred. */
  readonly duplicates: readonly JsonDuplicate[];
}

/** The map of a JSON text, or its first fault: where it is, in UTF-16 units, and a sentence without a full stop. */
export type JsonScan =
  | ({ readonly ok: true } & JsonMap)
  | { readonly ok: false; readonly offset: number; readonly message: string };

const mostDuplicates = 100;

/**
 * Finds where things stand in a JSON text, or its first fault.
 *
 * Accepts exactly what JSON.parse accepts. Works without recursion, so that no nesting is too deep.
 */
export function scanJson(text: string): JsonScan {
  try {
    return { ok: true, ...new JsonScanner(text).scan() };
  } catch (error) {
    if (error instanceof JsonFault) return { ok: false, offset: error.offset, message: error.message };
    throw error;
  }
}

/** The text without its byte-order mark, which no JSON reader has to take. */
export function dropMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** What an object or array that is still open holds so far; null for an array. */
type Frame = Set<string> | null;

class JsonScanner {
  readonly #tokens: JsonTokens;
  readonly #frames: Frame[] = [];
  readonly #members: JsonMember[] = [];
  readonly #duplicates: JsonDuplicate[] = [];
  #kind: JsonKind = 'null';
  #key = { key: '', keyOffset: 0 };
  #value: { kind: JsonKind; valueOffset: number } = { kind: 'null', valueOffset: 0 };

  constructor(text: string) {
    this.#tokens = new JsonTokens(text);
  }

  scan(): JsonMap {
    const tokens = this.#tokens;
    do {
      if (!this.#openValue()) this.#closeValues();
    } while (this.#frames.length > 0);
    if (tokens.peek() !== '') tokens.fail('the end');
    return { kind: this.#kind, members: this.#members, duplicates: this.#duplicates };
  }

  /** Reads a value, or the beginning of one that is not empty: then it is open, and true. */
  #openValue(): boolean {
    const tokens = this.#tokens;
    const first = tokens.peek();
    const valueOffset = tokens.at;
    const known = this.#readStart(first);
    if (this.#frames.length < 2) this.#noteValue(known, valueOffset);
    if (known === 'object' && !tokens.take('}')) {
      this.#frames.push(new Set());
      this.#readKey();
      return true;
    }
    if (known === 'array' && !tokens.take(']')) {
      this.#frames.push(null);
      return true;
    }
    return false;
  }

  /** Reads a simple value, or the bracket that opens another. */
  #readStart(first: string): JsonKind {
    const tokens = this.#tokens;
    if (tokens.take('{')) return 'object';
    if (tokens.take('[')) return 'array';
    if (first !== '"') return tokens.readSimple();
    tokens.readString();
    return 'string';
  }

  /** After a value: closes what ends here, up to a comma or the end of all. */
  #closeValues(): void {
    const tokens = this.#tokens;
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame !== null && this.#frames.length === 1) this.#noteMember();
      if (tokens.take(',')) {
        if (frame !== null) this.#readKey();
        return;
      }
      const closing = frame === null ? ']' : '}';
      if (!tokens.take(closing)) tokens.fail(`a comma or ${closing}`);
      this.#frames.pop();
    }
  }

  #readKey(): void {
    const tokens = this.#tokens;
    if (tokens.peek() !== '"') tokens.fail('a key in double quotes');
    const keyOffset = tokens.at;
    const key = tokens.readString();
    if (!tokens.take(':')) tokens.fail('a colon');
    const keys = this.#frames.at(-1);
    if (keys?.has(key) === true && this.#duplicates.length < mostDuplicates) {
      this.#duplicates.push({ key, offset: keyOffset });
    }
    keys?.add(key);
    if (this.#frames.length === 1) this.#key = { key, keyOffset };
  }

  #noteValue(kind: JsonKind, valueOffset: number): void {
    if (this.#frames.length === 0) this.#kind = kind;
    else this.#value = { kind, valueOffset };
  }

  #noteMember(): void {
    this.#members.push({ ...this.#key, ...this.#value, valueEnd: this.#tokens.at });
  }
}
