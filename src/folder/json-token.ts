/** Where and why a text is not JSON. */
export class JsonFault extends Error {
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** The kinds of JSON values. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[a-zA-Z_$][\w$]*/y;
const spacePattern = /[ \t\n\r]*/y;
const anyPattern = /./suy;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Reads a JSON text token by token; throws JsonFault where a token is none. */
export class JsonTokens {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is no space, or an empty string at the end. */
  peek(): string {
    this.#match(spacePattern);
    return this.text.charAt(this.at);
  }

  /** Takes the next character if it is this one. */
  take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at += 1;
    return true;
  }

  /** Throws for what stands at the current place. */
  fail(expected: string): never {
    const found = this.peek();
    if (found === '') throw new JsonFault(this.at, `The text ends where ${expected} is expected`);
    if (found === "'") throw new JsonFault(this.at, "JSON takes double quotes, not '");
    if (found === '/') throw new JsonFault(this.at, 'JSON has no comments');
    const offset = this.at;
    throw new JsonFault(offset, `Expected ${expected} instead of ${this.#match(anyPattern)}`);
  }

  /** Reads a string, from its opening quote, and gives its value. */
  readString(): string {
    const start = this.at;
    this.at += 1;
    for (let next = this.text.charAt(this.at); next !== '"'; next = this.text.charAt(this.at)) {
      if (next === '') throw new JsonFault(start, 'This string has no closing quote');
      if (next === '\\') this.#readEscape();
      else if (next < ' ') this.#refuseControl(next);
      else this.at += 1;
    }
    this.at += 1;
    return String(JSON.parse(this.text.slice(start, this.at)));
  }

  /** Reads a number, true, false or null. */
  readSimple(): JsonKind {
    const start = this.at;
    if (this.#match(numberPattern) !== '') return 'number';
    const word = this.#match(wordPattern);
    if (word === 'true' || word === 'false') return 'boolean';
    if (word === 'null') return 'null';
    this.at = start;
    return this.fail('a value');
  }

  #refuseControl(character: string): never {
    const what = character === '\n' ? 'line break' : 'control character';
    throw new JsonFault(this.at, `A ${what} must be escaped in a string`);
  }

  #readEscape(): void {
    if (this.#match(escapePattern) === '') {
      throw new JsonFault(this.at, 'JSON has no such escape: write \\\\ for a backslash');
    }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}
