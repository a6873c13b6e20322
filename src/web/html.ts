import path from 'node:path';
import { isSlug } from '../inputs/inputs.ts';
import { type Span, scanSrcset, scanStyle, unescapeCss } from './addresses.ts';

/** A piece of a page or a style sheet, as it is written there. */
export interface Piece {
  readonly text: string;
  /** Offset of the piece, in UTF-16 units. */
  readonly offset: number;
}

export interface Reference extends Piece {
  /** The address without the escapes of a page or a style sheet. */
  readonly address: string;
}

/** The opening tag of an element. */
export interface Tag {
  /** In lower case, as are the names of the attributes. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Piece>;
  readonly offset: number;
  readonly nameEnd: number;
  /** Offset of the end of the tag. */
  readonly end: number;
  /** The content of an element that can only hold text, such as `style`; otherwise undefined. */
  readonly text: Piece | undefined;
}

/** The longest address, in UTF-16 units, that is taken for the address of a file in the folder. */
const maxAddressLength = 1000;

/**
 * The attributes that hold the address of a file, by element (HTML and SVG standards), in lower
 * case. A name that ends with `srcset` holds several addresses, and `srcdoc` holds a page.
 */
export const urlAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['script', ['src']],
  ['link', ['href', 'imagesrcset']],
  ['img', ['src', 'srcset']],
  ['source', ['src', 'srcset']],
  ['video', ['src', 'poster']],
  ['audio', ['src']],
  ['track', ['src']],
  ['iframe', ['src', 'srcdoc']],
  ['embed', ['src']],
  ['object', ['data']],
  ['input', ['src']],
  ['image', ['href', 'xlink:href']],
  ['use', ['href', 'xlink:href']],
  ['feimage', ['href', 'xlink:href']],
  ['body', ['background']],
  ['table', ['background']],
  ['td', ['background']],
]);

/** The kinds of links that load a file. Others, such as `canonical`, only contain an address. */
const loadingLink = /\b(?:stylesheet|icon|manifest|preload|modulepreload|prefetch)\b/i;

/**
 * Returns the addresses of files in the elements and styles of a page. If a `<base href>` leads out
 * of the folder, only the address of that element is returned, because no other address is relative
 * to the folder. Takes linear time for any text.
 */
export function findPageReferences(html: string): readonly Reference[] {
  const tags = [...readTags(html)];
  const base = tags.map(findBase).find((each) => each !== null);
  if (base) return [toReference(base)];
  return tags.flatMap(listTagReferences);
}

/** Returns the addresses of files in the `url()`, `@import` and `image-set()` of a style sheet. */
export function findStyleReferences(css: string): readonly Reference[] {
  return findInStyle({ text: css, offset: 0 });
}

/**
 * Returns the address of a `<base>` element that leads the other addresses out of the folder, or
 * null if the tag is not such an element.
 */
export function findBase(tag: Tag): Piece | null {
  if (tag.name !== 'base') return null;
  const href = tag.attributes.get('href');
  const isFolder = href === undefined || /^(?:\.\/?)?$/.test(href.text.trim());
  return isFolder ? null : href;
}

/**
 * Returns the fault of a page's title, or null: a title that is empty, with its offset, or missing,
 * with the offset of the head. A part of a page, without `<!doctype>`, `<html>` and `<head>`, needs
 * no title.
 */
export function findTitleFault(html: string) {
  let headOffset = /^\s*<!doctype\b/i.test(html) ? 0 : null;
  let hasPicture = false;
  for (const tag of readTags(html)) {
    if (tag.name === 'title') {
      // A `<title>` after an `<svg>` may be the title of that picture, so it counts as filled.
      const isFilled = hasPicture || tag.text?.text.trim() !== '';
      return isFilled ? null : { kind: 'empty' as const, offset: tag.offset };
    }
    if (tag.name === 'svg') hasPicture = true;
    if (tag.name === 'head') headOffset = tag.offset;
    if (tag.name === 'html') headOffset ??= tag.offset;
  }
  if (headOffset === null) return null;
  return { kind: 'missing' as const, offset: headOffset };
}

export interface Target {
  readonly path: string;
  /**
   * The relative address of the same file if the address begins at the root of the host; null if it
   * is relative already.
   */
  readonly relative: string | null;
}

/**
 * Returns the file that an address in another file of the folder leads to. The address is given
 * without its escapes (see Reference). Null if it leads elsewhere (to another host, a place on the
 * page, `/a/<slug>/…`), is not the address of a file, or contains a placeholder that a script fills
 * in.
 *
 * @example findTarget('../b.png?v=1', 'assets/a.css') // { path: 'b.png', relative: null }
 */
export function findTarget(written: string, file: string): Target | null {
  if (written.length > maxAddressLength) return null;
  const address = written.trim().replaceAll('\\', '/');
  const end = address.search(/[?#]|$/);
  const place = address.slice(0, end);
  if (place === '' || leadsElsewhere.test(place) || isAppAddress(place)) return null;
  const decoded = decodeAddress(place);
  if (decoded === null) return null;
  const folder = path.posix.dirname(file);
  if (!place.startsWith('/')) {
    const target = path.posix.join(folder, decoded);
    const isFolder = /(?:^|\/)\.{0,2}$/.test(target);
    return isFolder ? null : { path: target, relative: null };
  }
  const way = path.posix.relative(encodeURI(`/${folder}`), place);
  const slash = way === '' || place.endsWith('/') ? '/' : '';
  return {
    path: path.posix.normalize(decoded).slice(1),
    relative: `${way || '.'}${slash}${address.slice(end)}`,
  };
}

/** Matches an address on another host or with another scheme, and a placeholder. */
const leadsElsewhere = /^\/\/|^[a-z][a-z\d+.-]*:|[{}<>]|&#|&\w+;/i;

/**
 * Returns true for `/a/<slug>`, the address that the service gives an app, and for what is below
 * it. The service itself may be below a path.
 */
function isAppAddress(place: string): boolean {
  const names = place.split('/');
  if (names[0] !== '' || names[1] === 'assets') return false;
  return names.some((name, index) => name === 'a' && isSlug(names[index + 1] ?? ''));
}

/**
 * Decodes the percent escapes of an address. Null if they are malformed: a lone `%` belongs to a
 * placeholder that a build step was to fill in.
 */
export function decodeAddress(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}

export function readKeyword(tag: Tag, attribute: string): string {
  return tag.attributes.get(attribute)?.text.trim().toLowerCase() ?? '';
}

/** Returns the addresses of files in one element. */
export function listTagReferences(tag: Tag): readonly Reference[] {
  const urls = listUrlAttributes(tag).flatMap((name) => {
    const value = tag.attributes.get(name);
    return value === undefined ? [] : findInAttribute(name, value);
  });
  const style = tag.attributes.get('style');
  const styles = style === undefined ? [] : findInStyleAttribute(style);
  if (tag.name !== 'style' || tag.text === undefined) return [...urls, ...styles];
  return [...urls, ...styles, ...findInStyle(tag.text)];
}

function listUrlAttributes(tag: Tag): readonly string[] {
  const kinds = tag.attributes.get('rel')?.text ?? '';
  if (tag.name === 'link' && !loadingLink.test(kinds)) return [];
  return urlAttributes.get(tag.name) ?? [];
}

function findInAttribute(name: string, value: Piece): readonly Reference[] {
  if (name === 'srcdoc') return findInPage(value);
  if (!name.endsWith('srcset')) return [toReference(value)];
  return cutPieces(value, scanSrcset(value.text)).map(toReference);
}

/** Returns the addresses in the page of a `srcdoc`. A `srcdoc` in that page is not searched. */
function findInPage(page: Piece): readonly Reference[] {
  const tags = [...readTags(decodeKeepingLength(page.text))];
  const references = tags.filter((tag) => !tag.attributes.has('srcdoc')).flatMap(listTagReferences);
  return references.map((each) => ({ ...each, offset: page.offset + each.offset }));
}

function findInStyle(css: Piece): readonly Reference[] {
  return cutPieces(css, scanStyle(css.text)).map((piece) => {
    return { ...piece, address: unescapeCss(piece.text) };
  });
}

function findInStyleAttribute(style: Piece): readonly Reference[] {
  const spans = scanStyle(decodeKeepingLength(style.text));
  return cutPieces(style, spans).map((piece) => {
    return { ...piece, address: unescapeCss(decodeEntities(piece.text)) };
  });
}

function cutPieces(whole: Piece, spans: readonly Span[]): readonly Piece[] {
  return spans.map((span) => {
    return { text: whole.text.slice(span.start, span.end), offset: whole.offset + span.start };
  });
}

function toReference(piece: Piece): Reference {
  return { ...piece, address: decodeEntities(piece.text) };
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
};

/** Replaces character references such as `&amp;` by their characters. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,9}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/**
 * Decodes the quotes and angle brackets in an attribute that holds a style or a page. Pads each
 * decoded character with blanks, so that every offset in the result is the same as in the
 * attribute.
 */
function decodeKeepingLength(text: string): string {
  return text.replace(
    /(^|[=(,\s])?(&(?:quot|apos|lt|gt|#0*(?:34|39|60|62)|#x0*(?:22|27|3c|3e));)/gi,
    (_, before = '', entity) => {
      const character = decodeEntities(entity);
      const blanks = ' '.repeat(entity.length - 1);
      // The blanks go before an opening character and after a closing one, so that the text between
      // a pair stays as it is.
      const isOpening = character === '<' || before !== '';
      return isOpening ? before + blanks + character : character + blanks;
    },
  );
}

/**
 * Yields the opening tags of a page, except those in comments and scripts. Ends early at a tag, a
 * comment or a text that is not closed.
 */
export function* readTags(html: string): Generator<Tag> {
  const opening = /<!--|<[!?]|<([a-z][^\s/>]*)/gi;
  for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
    const name = match[1]?.toLowerCase();
    if (name === undefined) {
      const end = findCommentEnd(html, match[0], opening.lastIndex);
      if (end === null) return;
      opening.lastIndex = end;
      continue;
    }
    const nameEnd = opening.lastIndex;
    const rest = readAttributes(html, nameEnd);
    if (rest === null) return;
    opening.lastIndex = rest.end;
    const text = holdsText.test(name) ? readContent(html, name, rest.end) : undefined;
    const { attributes, end } = rest;
    yield { name, attributes, offset: match.index, nameEnd, end, text };
    opening.lastIndex = rest.end + (text?.text.length ?? 0);
  }
}

/**
 * Returns the offset behind a comment, as browsers end it: `<!-->` and `<!--->` are empty comments,
 * `--!>` is an end, and `<?…` or `<!…` without dashes ends at the first `>`. Null if it has no end.
 */
function findCommentEnd(html: string, start: string, from: number): number | null {
  const end = start === '<!--' ? /(?<=<!--)-?>|--!?>/g : />/g;
  end.lastIndex = from;
  return end.exec(html) === null ? null : end.lastIndex;
}

const holdsText = /^(?:script|style|textarea|title)$/;

/** Returns the content of an element that can only hold text, up to its closing tag. */
function readContent(html: string, name: string, start: number): Piece {
  const closing = new RegExp(`</${name}\\b`, 'gi');
  closing.lastIndex = start;
  return { text: html.slice(start, closing.exec(html)?.index), offset: start };
}

/**
 * Reads the attributes of a tag from the end of its name on, and finds the end of the tag. Null if
 * the tag is not closed.
 */
function readAttributes(html: string, start: number) {
  const attributes = new Map<string, Piece>();
  const part = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s>"'][^\s>]*)))?)/y;
  part.lastIndex = start;
  for (let match = part.exec(html); match !== null; match = part.exec(html)) {
    const [, closing, name = '', quote, bare = ''] = match;
    if (closing !== undefined) return { attributes, end: part.lastIndex };
    const offset = part.lastIndex - bare.length;
    const end = quote === undefined ? part.lastIndex : html.indexOf(quote, offset);
    if (end < 0) return null;
    // If an attribute is repeated, browsers use the first one.
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, { text: html.slice(offset, end), offset });
    part.lastIndex = quote === undefined ? end : end + 1;
  }
  return null;
}
