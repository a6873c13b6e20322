import { JsonBuilder, JsonError } from './json-builder.ts';
import { backslash, belongsToScalar, createFinder, type Finder, quote } from './json-bytes.ts';
import { drainString, keepString, type OpenString, type StringSink } from './json-string.ts';

/** What a reader may hold, and which strings it need not hold. */
export interface JsonLimits {
  /** Most levels of arrays and objects. */
  readonly depth: number;
  /** Most bytes outside of sinks. */
  readonly kept: number;
  /** A sink for the string that these object keys lead to (places in arrays do not count), or undefined to keep it. */
  readonly chooseSink: (keys: readonly string[]) => StringSink | undefined;
}

/**
 * A JSON parser over chunks whose long strings can be taken away while they arrive: an app may be a gigabyte in one
 * answer, and only digests of its files are wanted. Everything else becomes what `JSON.parse` would give.
 * In strings that go to a sink, raw control characters are let through. Every method may throw JsonError.
 */
export class JsonReader {
  readonly #limits: JsonLimits;
  readonly #builder: JsonBuilder;
  #kept = 0;
  /** The number or literal being read: it ends at the first byte that cannot belong to it. */
  #scalar = '';
  #string: OpenString | undefined;
  #escaped = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#builder = new JsonBuilder(limits.depth);
  }

  push(chunk: Buffer): void {
    const quotes = createFinder(chunk, quote);
    const slashes = createFinder(chunk, backslash);
    let at = 0;
    while (at < chunk.length) {
      if (this.#string === undefined) {
        this.#readToken(chunk.readUInt8(at));
        at += 1;
      } else {
        const end = this.#findEnd(chunk.length, at, { quotes, slashes });
        this.#readString(this.#string, chunk.subarray(at, end));
        if (end < chunk.length) this.#closeString(this.#string);
        at = end + 1;
      }
    }
  }

  /** The whole value. */
  end(): unknown {
    this.#closeScalar();
    return this.#builder.finish();
  }

  /** Where the open string's closing quote is, or the chunk's length when it is not in this chunk. */
  #findEnd(length: number, from: number, find: { quotes: Finder; slashes: Finder }): number {
    let at = from;
    while (at < length) {
      if (this.#escaped) {
        this.#escaped = false;
        at += 1;
        continue;
      }
      const end = find.quotes(at);
      const slash = find.slashes(at);
      if (end <= slash) return end;
      this.#escaped = true;
      at = slash + 1;
    }
    return length;
  }

  #readString(open: OpenString, raw: Buffer): void {
    if (open.isKept) this.#keep(raw.length);
    mapSyntaxError(() => open.push(raw));
  }

  #closeString(open: OpenString): void {
    this.#string = undefined;
    const value = mapSyntaxError(() => open.end());
    if (this.#builder.expectsKey) this.#builder.setKey(String(value));
    else this.#builder.setValue(value);
  }

  #readToken(byte: number): void {
    this.#keep(1);
    if (belongsToScalar(byte)) {
      this.#scalar += String.fromCharCode(byte);
      return;
    }
    this.#closeScalar();
    if (byte === quote) this.#openString();
    else this.#readPunctuation(String.fromCharCode(byte));
  }

  #readPunctuation(char: string): void {
    if (char === '{' || char === '[') this.#builder.open(char);
    else if (char === '}' || char === ']') this.#builder.close(char);
    else if (char === ',') this.#builder.takeComma();
    else if (char === ':') this.#builder.takeColon();
    else if (!' \t\r\n'.includes(char)) throw new JsonError('is not JSON');
  }

  #openString(): void {
    const isKey = this.#builder.expectsKey;
    if (!isKey) this.#builder.expectValue();
    const sink = isKey ? undefined : this.#limits.chooseSink(this.#builder.keys);
    this.#string = sink === undefined ? keepString() : drainString(sink);
  }

  #closeScalar(): void {
    if (this.#scalar === '') return;
    const text = this.#scalar;
    this.#scalar = '';
    this.#builder.expectValue();
    this.#builder.setValue(mapSyntaxError((): unknown => JSON.parse(text)));
  }

  #keep(bytes: number): void {
    this.#kept += bytes;
    if (this.#kept > this.#limits.kept) throw new JsonError(`is larger than ${this.#limits.kept} bytes`);
  }
}

function mapSyntaxError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError('is not JSON', { cause: error });
    throw error;
  }
}
