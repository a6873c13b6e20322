/** An address that begins at the root of the host, as a script or another text writes it. */
export interface SiteAddress {
  /** The path that it names, without `/` in front. */
  readonly path: string;
  /** What stands behind the path, from `?` or `#` on. */
  readonly tail: string;
  /** Where it stands in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A slash, also escaped, and what follows it up to a mark of a script or a page. */
const candidate =
  /(?<![\w$.~%@/\\-])(?:\\?\/|\\u002f|\\x2f)((?:[^\s"'`<>(){}[\],;|^*\\/]|\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\]|\\\/|\\u002f|\\x2f)*)/gi;

/**
 * The addresses in a text that begin with `/` and name something that `has` knows, whatever stands around them: a string, an attribute in a
 * string, `url()`. Takes time that grows with the length of the text alone.
 */
export function* findSiteAddresses(text: string, has: (path: string) => boolean): Generator<SiteAddress> {
  for (const match of text.matchAll(candidate)) {
    const written = (match[1] ?? '').replace(/\\\/|\\u002f|\\x2f/gi, '/');
    const tail = written.slice(written.search(/[?#]|$/));
    const path = decode(written.slice(0, written.length - tail.length));
    if (path !== null && has(path)) yield { path, tail, start: match.index, end: match.index + match[0].length };
  }
}

/** UTF-16 units that are looked at before an address. */
const maxBefore = 40;
/** What adds to a string behind it, compares it, or looks for it. */
const takesPiece =
  /(?:[})\]]|(?:\+=?|[!=]==?|\bcase|\b(?:startsWith|endsWith|includes|indexOf|lastIndexOf|replace|replaceAll|split|match|search|test|has|concat)\()\s*\\{0,3}["'`])$/;

/** True for an address that another stands before, as in `base + "/a.png"`, or that a script only compares. */
export function isPiece(text: string, { start }: SiteAddress): boolean {
  return takesPiece.test(text.slice(Math.max(0, start - maxBefore), start));
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
