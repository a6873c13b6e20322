import { pagePath } from '../model/app.ts';
import type { Reference } from './html.ts';

/**
 * A slash, also escaped, and what follows it up to a mark of a script or a page. Behind a letter, a
 * dot or another slash it is a part of a relative address, or of another host's.
 */
const candidate =
  /(?<![\w$.~%@/\\-])(?:\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\/]|\\?\/|\\u002f|\\x2f)(?:[^\s"'`<>(){}[\],;|^*\\]|\\\/|\\u002f|\\x2f)*/gi;

/**
 * The addresses in a text that begin at the root of the host and name something other than the page
 * that `has` knows, whatever stands around them: a string, an attribute in a string, `url()`. Takes
 * time that grows with the length of the text alone.
 */
export function* findSiteAddresses(
  text: string,
  has: (path: string) => boolean,
): Generator<Reference> {
  for (const { 0: written, index } of text.matchAll(candidate)) {
    const address = written.replace(/\\\/|\\u002f|\\x2f/gi, '/');
    const path = decode(address.slice(1, address.search(/[?#]|$/)));
    if (path !== null && path !== pagePath && has(path))
      yield { text: written, address, offset: index };
  }
}

/** UTF-16 units that are looked at before an address. */
const maxBefore = 40;
/** What adds to a string behind it, compares it, or looks for it. */
const takesPiece =
  /(?:[})\]]|(?:\+=?|[!=]==?|\bcase|\b(?:startsWith|endsWith|includes|indexOf|lastIndexOf|replace|replaceAll|split|match|search|test|has|concat)\()\s*\\{0,3}["'`])$/;

/**
 * True for an address that another stands before, as in `base + "/a.png"`, or that a script only
 * compares.
 */
export function isPiece(text: string, { offset }: Pick<Reference, 'offset'>): boolean {
  return takesPiece.test(text.slice(Math.max(0, offset - maxBefore), offset));
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
