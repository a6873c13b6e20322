/** The byte that begins and ends a string. */
export const quote = 0x22;
/** The byte that begins an escape. */
export const backslash = 0x5c;

/** Where a byte is next, at or behind a place that only moves on. */
export type Finder = (from: number) => number;

/** Finds a byte at or behind a place that only moves on; looks at no byte twice. The chunk's length when there is none. */
export function createFinder(chunk: Buffer, byte: number): Finder {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = chunk.indexOf(byte, from);
      found = next === -1 ? chunk.length : next;
    }
    return found;
  };
}

/** Letters, digits, plus, minus and dot: JSON.parse judges the word they make. */
export function belongsToScalar(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x45
  );
}
