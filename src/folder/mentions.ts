import { type TextPlace, toPlace } from './lines.ts';

/** Where a text names a path. */
export interface Mention extends TextPlace {
  /** The file that names the other one. */
  readonly path: string;
}

/** Finds the one line that names a path; null when none does, or more than one. */
export type MentionFinder = (wanted: string) => Mention | null;

/** How many characters are searched in all, for the sake of an answer with thousands of problems. */
export const mostSearched = 256 * 1024 * 1024;

/** Makes a search for the line that names a missing file, over texts given with the paths of their files. */
export function createMentionFinder(texts: readonly (readonly [path: string, text: string])[]): MentionFinder {
  const known = new Map<string, Mention | null>();
  let left = mostSearched;
  return (wanted) => {
    const before = known.get(wanted);
    if (before !== undefined) return before;
    const size = texts.reduce((sum, [, text]) => sum + text.length, 0);
    if (wanted === '' || size > left) return null;
    left -= size;
    const found = findOnly(texts, wanted);
    known.set(wanted, found);
    return found;
  };
}

function findOnly(texts: readonly (readonly [path: string, text: string])[], wanted: string): Mention | null {
  let only: Mention | null = null;
  for (const [path, text] of texts) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at)) {
      const end = at + wanted.length;
      if (isWhole(text, at, end)) {
        if (only !== null) return null;
        only = { path, ...toPlace(text, at) };
        // Twice in one line is one line.
        const nextLine = text.indexOf('\n', end);
        at = nextLine < 0 ? text.length : nextLine;
      } else {
        at = end;
      }
    }
  }
  return only;
}

/** True when the path stands alone: `a.png` is not named by `data.png`, `img/a.png` or `a.png.map`. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start).replace(/(?<![\w%.-])\.?\/$/, '');
  return !/[\p{L}\p{N}_%./-]$/u.test(before) && !/^(?:[\p{L}\p{N}_%/-]|\.\w)/u.test(text.slice(end, end + 2));
}
