/**
 * Marks the bytes of a word that cannot stand as they are in a JSON string (controls, `"` and `\`) with their highest bit.
 * Only the lowest mark counts: one above it may be wrong. Zero where there is none.
 *
 * `(x - n) & ~x & 0x80` is set in a byte below n. What a subtraction borrows may wrongly mark a byte above one that is
 * rightly marked, never one below it.
 */
export function markEscapes(word: number): number {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const marks =
    ((word - 0x20202020) & ~word) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash);
  return marks & 0x80808080;
}

/** How many of the lowest bytes stand before the first mark; there must be one. */
export function countBeforeMark(marks: number): number {
  return (31 - Math.clz32(marks & -marks)) >> 3;
}
