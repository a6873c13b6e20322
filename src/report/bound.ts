/** Some things of a longer list, and how many were left out. */
export interface Bounded<T> {
  readonly kept: readonly T[];
  readonly left: number;
}

/** The first texts that fit into a number of items and of UTF-8 bytes (one for the separator of each counted in). */
export function takeTexts(
  texts: readonly string[],
  limit: { readonly items: number; readonly bytes: number },
): Bounded<string> {
  let bytes = 0;
  const kept: string[] = [];
  for (const text of texts.slice(0, limit.items)) {
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > limit.bytes) break;
    kept.push(text);
  }
  return { kept, left: texts.length - kept.length };
}
