import { pagePath } from '../app/app.ts';
import { decodeAddress, type Piece, type Reference } from './html.ts';

/**
 * A slash, which may be escaped, and what follows it up to a delimiter of a script or a page. A
 * slash after a letter, a dot or another slash is not matched: it belongs to a relative address, or
 * to an address on another host.
 */
const candidate =
  /(?<![\w$.~%@/\\-])(?:\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\/]|\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\]|\\\/|\\u002f|\\x2f)*/gi;

/**
 * Yields the addresses in a text that begin at the root of the host and lead to a file for which
 * `has` returns true, but not those of the page itself. An address may be anywhere: in a string, in
 * an attribute in a string, in `url()`. Takes linear time for any text.
 */
export function* findSiteAddresses(
  text: string,
  has: (path: string) => boolean,
): Generator<Reference> {
  for (const match of text.matchAll(candidate)) {
    const written = match[0];
    const address = written.replace(/\\\/|\\u002f|\\x2f/gi, '/');
    const path = decodeAddress(address.slice(1, address.search(/[?#]|$/)));
    if (path === null || path === pagePath || !has(path)) continue;
    yield { text: written, address, offset: match.index };
  }
}

/** UTF-16 units that are examined before an address. */
const maxBefore = 40;

/**
 * Matches the end of code that appends the string after it, compares it, or searches for it. The
 * last character matched is the string's opening quote.
 */
const precedesPiece =
  /(?:[})\]]|(?:\+=?|[!=]==?|\bcase|\b(?:startsWith|endsWith|includes|indexOf|lastIndexOf|replace|replaceAll|split|match|search|test|has|concat)\()\s*\\{0,3}["'`])$/;

/**
 * True if an address is only a piece of a longer address, as in `base + "/a.png"`, or is only
 * compared or searched for.
 */
export function isPiece(text: string, address: Piece): boolean {
  const start = Math.max(0, address.offset - maxBefore);
  return precedesPiece.test(text.slice(start, address.offset));
}
