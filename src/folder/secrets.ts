import { listBase64Forms } from '../encoded-secret.ts';
import type { Chunk } from './read.ts';

/** What must not be published, and the input that a finding names in its place. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A shorter secret is not looked for: it would be found in almost any text by chance, and is no secret. */
const shortestSecret = 4;
/** From this length on a secret is also looked for in base64; below, three or four letters would match by chance. */
const shortestEncoded = 8;
/** Of a longer secret only the beginning is looked for, so that what is kept from chunk to chunk has a bound. */
export const longestSearched = 4096;

/** A search for secrets that is made once and goes from chunk to chunk. */
export interface SecretFinder {
  /** How many bytes before a chunk's `start` must be the file's own for a secret across the border to be found. */
  readonly overlap: number;
  /** The name of the secret that occurs in these bytes, or null. */
  readonly find: (chunk: Chunk) => string | null;
}

/** How many bytes are looked at together, and how many values the number made of them may have. */
const blockBytes = 4;
const hashCount = 0x1_0000;

/**
 * Makes a search for secrets in bytes: as they are, and in base64 and base64url at each of the three offsets.
 *
 * Only the base64 characters that do not depend on the bytes around the secret are looked for. One pass finds all forms:
 * every form has at least `shortest` bytes, so that four bytes of every `shortest - 3` are enough to look at, and the forms are
 * compared only where the four occur in one (Wu and Manber's method): about ten times faster than one search per form.
 */
export function createSecretFinder(secrets: readonly Secret[]): SecretFinder {
  const needles = secrets.filter(({ value }) => value.length >= shortestSecret).flatMap(toNeedles);
  if (needles.length === 0) return { overlap: 0, find: () => null };
  const lengths = needles.map(({ bytes }) => bytes.length);
  const stride = Math.min(...lengths) - blockBytes + 1;
  const places = indexBlocks(needles);
  const isKnown = new Uint8Array(hashCount);
  for (const block of places.keys()) isKnown[hashBlock(block)] = 1;

  /** The secret that has this block at this place, if any. Seldom asked, and so kept out of the loop. */
  const match = (block: number, at: number, { buffer, start, end }: Chunk): string | null => {
    const found = places.get(block)?.find(({ needle, offset }) => isAt(needle.bytes, buffer, at - offset, start, end));
    return found?.needle.name ?? null;
  };

  // The loop stands in the function that is called: as a function of its own V8 would in time make it part of its caller,
  // which turns too seldom to be made fast.
  const find = (chunk: Chunk): string | null => {
    const view = toView(chunk.buffer);
    const last = chunk.end - blockBytes;
    for (let at = chunk.start; at <= last; at += stride) {
      const block = view.getInt32(at);
      if (isKnown[hashBlock(block)] === 0) continue;
      const name = match(block, at, chunk);
      if (name !== null) return name;
    }
    return null;
  };
  return { overlap: Math.max(...lengths) - 1, find };
}

interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

interface Place {
  readonly needle: Needle;
  /** Where in the needle the block stands. */
  readonly offset: number;
}

function toNeedles({ name, value }: Secret): readonly Needle[] {
  const plain = Buffer.from(value).subarray(0, longestSearched);
  const encoded = plain.length >= shortestEncoded ? listBase64Forms(plain) : [];
  return [plain, ...encoded.map((form) => Buffer.from(form))].map((bytes) => ({ name, bytes }));
}

function indexBlocks(needles: readonly Needle[]): ReadonlyMap<number, readonly Place[]> {
  const places = new Map<number, Place[]>();
  for (const needle of needles) {
    const view = toView(needle.bytes);
    for (let offset = 0; offset + blockBytes <= needle.bytes.length; offset += 1) {
      const block = view.getInt32(offset);
      const known = places.get(block);
      if (known === undefined) places.set(block, [{ needle, offset }]);
      else known.push({ needle, offset });
    }
  }
  return places;
}

/** Spreads the four bytes over all hashes: multiplied by 2^32 over the golden ratio. */
function hashBlock(block: number): number {
  return Math.imul(block, 0x9e3779b1) >>> 16;
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function isAt(needle: Uint8Array, bytes: Uint8Array, at: number, start: number, end: number): boolean {
  if (at < start || at + needle.length > end) return false;
  for (let index = 0; index < needle.length; index += 1) {
    if (needle[index] !== bytes[at + index]) return false;
  }
  return true;
}
