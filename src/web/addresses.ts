// `page` and `arrange` also write the source of these functions into pages. So each function must
// work on its own, without anything from outside the function.

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the places of the addresses in a style sheet, without their quotes: in `url()`, `@import`
 * and `image-set()`. Other strings, and comments, hold no addresses.
 *
 * @example scanStyle('@import "a.css";') // [{ start: 9, end: 14 }]
 */
export function scanStyle(css: string): readonly Span[] {
  const token =
    /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w-])(?:url|(?:-webkit-)?image-set)\(\s*|@import\s*|["'()]/gi;
  const spans: Span[] = [];
  // One entry for each open parenthesis: true if the strings in it are addresses.
  const parentheses: boolean[] = [];
  let isImport = false;
  const findEnd = (stop: RegExp, from: number): number => {
    stop.lastIndex = from;
    let match = stop.exec(css);
    while (match?.[0].startsWith('\\')) match = stop.exec(css);
    return match?.index ?? css.length;
  };
  for (let match = token.exec(css); match !== null; match = token.exec(css)) {
    const [text] = match;
    const start = token.lastIndex;
    if (/^["']/.test(text)) {
      const end = findEnd(text === '"' ? /\\[\s\S]|["\n]/g : /\\[\s\S]|['\n]/g, start);
      const isAddress = isImport || parentheses.at(-1) === true;
      if (isAddress && css[end] === text) spans.push({ start, end });
      token.lastIndex = end + 1;
    } else if (/^url/i.test(text)) {
      const end = findEnd(/\\[\s\S]|[\s"'()]/g, start);
      const isClosed = /^\s*(?:\)|$)/.test(css.slice(end, end + 99));
      if (end > start && isClosed) spans.push({ start, end });
      token.lastIndex = end;
    }
    if (/^[(iu-]/i.test(text)) parentheses.push(text !== '(');
    if (text === ')') parentheses.pop();
    isImport = text.startsWith('@');
  }
  return spans;
}

/**
 * Returns the places of the addresses in a `srcset`. Each address is followed by a width, a density
 * or a comma; an address may also contain commas.
 */
export function scanSrcset(srcset: string): readonly Span[] {
  const spans: Span[] = [];
  const address = /[^\s,]\S*/g;
  for (let match = address.exec(srcset); match !== null; match = address.exec(srcset)) {
    let end = address.lastIndex;
    while (srcset[end - 1] === ',') end -= 1;
    spans.push({ start: match.index, end });
    // A comma right behind the address ends the entry.
    if (end < address.lastIndex) continue;
    const comma = srcset.indexOf(',', end);
    if (comma < 0) break;
    address.lastIndex = comma;
  }
  return spans;
}

/** Replaces the escapes in a text of a style sheet by the characters that they stand for. */
export function unescapeCss(text: string): string {
  return text.replace(
    /\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi,
    (_, hex: string | undefined, character = '') => {
      const code = Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : character;
    },
  );
}
