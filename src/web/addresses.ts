// The text of these functions is also in a page of `miniapp-deploy page`: each stands alone, and names nothing around it.

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the addresses of a style sheet stand, without their quotes. Other strings and comments hold
 * none.
 */
export function scanStyle(css: string): readonly Span[] {
  const token =
    /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w-])(?:url|(?:-webkit-)?image-set)\(\s*|@import\s*|["'()]/gi;
  const spans: Span[] = [];
  // For each open parenthesis, and behind @import: are strings addresses?
  const open: boolean[] = [];
  let imports = false;
  const findEnd = (stop: RegExp, from: number): number => {
    stop.lastIndex = from;
    let match = stop.exec(css);
    while (match?.[0].startsWith('\\')) match = stop.exec(css);
    return match?.index ?? css.length;
  };
  for (let match = token.exec(css); match !== null; match = token.exec(css)) {
    const [text] = match;
    const start = token.lastIndex;
    let isAddress = imports || open.at(-1) === true;
    let end = start;
    if (/^["']/.test(text)) {
      end = findEnd(text === '"' ? /\\[\s\S]|["\n]/g : /\\[\s\S]|['\n]/g, start);
      isAddress &&= css[end] === text;
      token.lastIndex = end + 1;
    } else if (/^url/i.test(text)) {
      end = findEnd(/\\[\s\S]|[\s"'()]/g, start);
      isAddress = end > start && /^\s*(?:\)|$)/.test(css.slice(end, end + 99));
      token.lastIndex = end;
    } else isAddress = false;
    if (isAddress) spans.push({ start, end });
    if (/^[(iu-]/i.test(text)) open.push(text !== '(');
    if (text === ')') open.pop();
    imports = text.startsWith('@');
  }
  return spans;
}

/**
 * Where the addresses of a `srcset` stand: each has a width or density behind it, or a comma, which
 * may be in an address too.
 */
export function scanSrcset(srcset: string): readonly Span[] {
  const spans: Span[] = [];
  const address = /[^\s,]\S*/g;
  for (let match = address.exec(srcset); match !== null; match = address.exec(srcset)) {
    let end = address.lastIndex;
    while (srcset[end - 1] === ',') end -= 1;
    spans.push({ start: match.index, end });
    if (end < address.lastIndex) continue;
    const comma = srcset.indexOf(',', end);
    if (comma < 0) break;
    address.lastIndex = comma;
  }
  return spans;
}

/** What a text in a style sheet means. */
export function unescapeCss(text: string): string {
  return text.replace(
    /\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi,
    (_, hex: string | undefined, character = '') => {
      const code = Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : character;
    },
  );
}
