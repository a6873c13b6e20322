import { isUtf8 } from 'node:buffer';

/** A JSON object whose values have not been checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object; null if it is anything else, such as an array. */
export function toJsonObject(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !isLeaf(value);
  return isObject ? (value as JsonObject) : null;
}

function isLeaf(value: object): boolean {
  return Array.isArray(value) || value instanceof LongString;
}

/** Returns the value if it is a text, even an empty one; null otherwise. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' || value instanceof LongString ? value.toString() : null;
}

export function toNonEmptyText(value: unknown): string | null {
  return toText(value) || null;
}

/** Returns true if a JSON value, at any depth, has only empty texts, nulls, objects and arrays. */
export function isEmptyJson(value: unknown): boolean {
  if (value instanceof LongString) return false;
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmptyJson);
  return value === null || value === undefined || value === '';
}

export function getPath(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Half a character, which no text has. It stands for a text that cannot be read. */
export const unreadableText = '\ud800';

/**
 * Decodes UTF-8. Bytes that are not UTF-8 become half a character, so that a content with such
 * bytes is the same as no file.
 */
export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString();
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', unreadableText);
}

/**
 * A long string in a response, kept as its bytes: an app of a hundred megabytes is hardly ever
 * needed as text, and no more than one file at a time.
 */
export class LongString {
  readonly #json: Buffer;

  /** `json`: the bytes of the string in JSON, with its quotes. */
  constructor(json: Buffer) {
    this.#json = json;
  }

  toJSON(): string {
    return this.toString();
  }

  /** Returns the text; `unreadableText` if the bytes are not a string in JSON. */
  toString(): string {
    if (!this.#json.includes('\\')) return decodeUtf8(this.#json.subarray(1, -1));
    try {
      return String(JSON.parse(decodeUtf8(this.#json)));
    } catch {
      return unreadableText;
    }
  }
}
