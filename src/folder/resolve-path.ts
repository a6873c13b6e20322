/** A packed file's path, and the place that was written behind it. */
export interface ResolvedPath {
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * Reads a path as services write it (`./index.html`, `/index.html`, `assets\a.png`, `index.html:12:5`), in the folder's own spelling.
 *
 * Case counts. Null when the folder has no such file. A name that has such marks itself is found first.
 */
export function resolvePath(written: string, has: (path: string) => boolean): ResolvedPath | null {
  for (const path of [written, toPlainPath(written)]) if (has(path)) return { path, line: null, column: null };
  const placed = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written);
  const path = toPlainPath(placed?.[1] ?? '');
  if (placed === null || !has(path)) return null;
  return { path, line: Number(placed[2]), column: placed[3] === undefined ? null : Number(placed[3]) };
}

/** Drops what does not change a path that is relative to the folder: `./` and `/` in front, `\` for `/`. */
export function toPlainPath(written: string): string {
  return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}
