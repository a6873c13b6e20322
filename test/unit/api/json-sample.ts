import fc from 'fast-check';
import { type ContentPlace, JsonReader } from '../../../src/api/json-response.ts';

export interface ReadOptions {
  /** Where to cut the text into chunks. */
  readonly cuts?: readonly number[];
  readonly maxBytes?: number;
  readonly places?: readonly ContentPlace[];
}

/** Reads a JSON text in chunks whose memory is lost once they are read, as with a socket's. Keeps every string by default. */
export function readJson(text: string | Uint8Array, options: ReadOptions = {}): unknown {
  const bytes = Buffer.from(text);
  const reader = new JsonReader({ maxBytes: 10_000_000, places: [], ...options });
  const edges = [0, ...(options.cuts ?? []).map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
    (a, b) => a - b,
  );
  for (const [index, edge] of edges.slice(1).entries()) {
    const chunk = Buffer.from(bytes.subarray(edges[index], edge));
    reader.push(chunk);
    chunk.fill(0x2a);
  }
  return reader.end();
}

/** Any places to cut a text at, also none and the same twice. */
export const cuts = fc.array(fc.nat(400), { maxLength: 12 });

/** Each way to cut a text of so many bytes in two, and all its bytes apart. */
export function listCuts(length: number): readonly (readonly number[])[] {
  const places = Array.from({ length: length + 1 }, (_, place) => place);
  return [...places.map((place) => [place]), places];
}
