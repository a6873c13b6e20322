import fc from 'fast-check';
import { type JsonOptions, JsonReader } from '../../../../src/api/response/json-response.ts';

interface ReadOptions extends Partial<JsonOptions> {
  /** The indexes at which the text is cut into chunks. */
  readonly cuts?: readonly number[];
}

/**
 * Reads a JSON text in chunks whose memory is lost once they are read, as with a socket's. Keeps
 * every string by default.
 */
export function readJson(text: string | Uint8Array, options: ReadOptions = {}): unknown {
  const bytes = Buffer.from(text);
  const reader = new JsonReader({ maxBytes: 10_000_000, contentPaths: [], ...options });
  for (const chunk of cutBytes(bytes, options.cuts)) {
    const copy = Buffer.from(chunk);
    reader.push(copy);
    copy.fill(0x2a);
  }
  return reader.end();
}

/** Cuts bytes into pieces at these indexes, which may be beyond the end. */
export function cutBytes(bytes: Buffer, places: readonly number[] = []): readonly Buffer[] {
  const edges = [0, ...places.map((place) => Math.min(place, bytes.length)), bytes.length].sort(
    (a, b) => a - b,
  );
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

/** Generates indexes at which a text is cut, including none and duplicates. */
export const cuts = fc.array(fc.nat(400), { maxLength: 12 });

/** Returns each way to cut so many bytes in two, and the way to cut them into single bytes. */
export function listCuts(length: number): readonly (readonly number[])[] {
  const places = Array.from({ length: length + 1 }, (_, place) => place);
  return [...places.map((place) => [place]), places];
}

/**
 * Writes each character in one of the ways that JSON has for it: as it is or short, with a slash
 * escaped, or by its number.
 */
export function writeEscaped(text: string, how: readonly number[]): string {
  return Array.from(text, (char, index) => {
    const way = how[index % how.length] ?? 0;
    if (way === 1 && char === '/') return '\\/';
    if (way <= 1) return JSON.stringify(char).slice(1, -1);
    const numbers = Array.from({ length: char.length }, (_, at) =>
      char.charCodeAt(at).toString(16).padStart(4, '0'),
    );
    return numbers.map((hex) => `\\u${way === 2 ? hex.toUpperCase() : hex}`).join('');
  }).join('');
}

/** The ways of `writeEscaped`, taken in turn. */
export const ways = fc.array(fc.nat(3), { minLength: 1, maxLength: 7 });
