/** The text is not JSON, ends early, or goes beyond a limit. The message goes on after "the answer". */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** An open array or object; `key` is where an object's next value goes. */
type Frame = { readonly value: unknown[] | Record<string, unknown>; key: string };
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing';

/**
 * JSON's grammar without its letters: is told of each token in turn and puts the value together, as `JSON.parse` would.
 * Keeps its own stack, so that depth is a limit and never a crash. Every method may throw JsonError.
 */
export class JsonBuilder {
  readonly #mostDepth: number;
  readonly #frames: Frame[] = [];
  #expected: Expected = 'value';
  #root: unknown;

  constructor(mostDepth: number) {
    this.#mostDepth = mostDepth;
  }

  /** True where the next string is a key. */
  get expectsKey(): boolean {
    return this.#expected === 'key' || this.#expected === 'key or }';
  }

  /** The object keys that lead to the next value; places in arrays do not count. */
  get keys(): readonly string[] {
    return this.#frames.flatMap(({ value, key }) => (Array.isArray(value) ? [] : [key]));
  }

  open(bracket: '{' | '['): void {
    this.expectValue();
    if (this.#frames.length >= this.#mostDepth) throw new JsonError(`is nested deeper than ${this.#mostDepth} levels`);
    this.#frames.push({ value: bracket === '[' ? [] : {}, key: '' });
    this.#expected = bracket === '[' ? 'value or ]' : 'key or }';
  }

  close(bracket: '}' | ']'): void {
    const { value } = this.#top();
    const isArray = Array.isArray(value);
    const isEmpty = this.#expected === (isArray ? 'value or ]' : 'key or }');
    if (isArray !== (bracket === ']') || !(isEmpty || this.#expected === 'comma or end')) throw refuseToken();
    this.#frames.pop();
    this.#place(value);
  }

  takeComma(): void {
    if (this.#expected !== 'comma or end') throw refuseToken();
    this.#expected = Array.isArray(this.#top().value) ? 'value' : 'key';
  }

  takeColon(): void {
    if (this.#expected !== 'colon') throw refuseToken();
    this.#expected = 'value';
  }

  setKey(key: string): void {
    this.#top().key = key;
    this.#expected = 'colon';
  }

  expectValue(): void {
    if (this.#expected !== 'value' && this.#expected !== 'value or ]') throw refuseToken();
  }

  /** Adds a string, number or literal; the caller has asked `expectValue`. */
  setValue(value: unknown): void {
    this.#place(value);
  }

  /** The whole value, once it is closed. */
  finish(): unknown {
    if (this.#expected !== 'nothing') throw new JsonError('ends early');
    return this.#root;
  }

  #place(value: unknown): void {
    const frame = this.#frames.at(-1);
    this.#expected = frame === undefined ? 'nothing' : 'comma or end';
    if (frame === undefined) this.#root = value;
    else if (Array.isArray(frame.value)) frame.value.push(value);
    else {
      // As JSON.parse does: an own property, also when it is called __proto__.
      Object.defineProperty(frame.value, frame.key, { value, writable: true, enumerable: true, configurable: true });
    }
  }

  #top(): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw refuseToken();
    return frame;
  }
}

function refuseToken(): JsonError {
  return new JsonError('is not JSON');
}
