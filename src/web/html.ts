import path from 'node:path';
import { isSlug } from '../model/inputs.ts';
import { type Span, scanSrcset, scanStyle, unescapeCss } from './addresses.ts';

/** A piece of a page or a style sheet, as it is written. */
export interface Piece {
  readonly text: string;
  /** Where it begins, in UTF-16 units. */
  readonly offset: number;
}

/** The address of a file that a page or a style sheet names. */
export interface Reference extends Piece {
  /** What it means: without the escapes of a page or a style. */
  readonly address: string;
}

/** UTF-16 units: a longer address names no file of a folder. */
const maxAddressLength = 1000;

/**
 * The attributes that hold the address of a file, by element (HTML and SVG standards), both in
 * lower case. One that ends with `srcset` holds several, and `srcdoc` a page.
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
/** The kinds of links that load a file; the others, such as `canonical`, only name an address. */
const loadingLink = /\b(?:stylesheet|icon|manifest|preload|modulepreload|prefetch)\b/i;

/**
 * The files that a page names in its elements and styles. A `<base href>` that leads elsewhere
 * stands for all of them, since they are not relative to the folder then. Takes linear time,
 * whatever the text is.
 */
export function findPageReferences(html: string): readonly Reference[] {
  const tags = [...readTags(html)];
  const base = tags.map(findBase).find((each) => each !== null);
  return base ? [toReference(base)] : tags.flatMap(listTagReferences);
}

function toReference({ text, offset }: Piece): Reference {
  return { text, address: decodeEntities(text), offset };
}

/**
 * The address of a `<base>` that leads the others out of the folder; null for any other element.
 */
export function findBase({ name, attributes }: Tag): Piece | null {
  const base = name === 'base' ? attributes.get('href') : undefined;
  return base === undefined || /^(?:\.\/?)?$/.test(base.text.trim()) ? null : base;
}

/**
 * What a page lacks of a title: nothing (null), all of it, or its text. A part of a page, without
 * `<!doctype>`, `<html>` and `<head>`, needs none. `offset` is where the title, or else the head,
 * begins.
 */
export function findTitleFault(
  html: string,
): { readonly kind: 'missing' | 'empty'; readonly offset: number } | null {
  let head = /^\s*<!doctype\b/i.test(html) ? 0 : null;
  let hasPicture = false;
  for (const { name, text, offset } of readTags(html)) {
    // A picture has titles of its own, and where it ends is not looked for.
    if (name === 'title')
      return hasPicture || text?.text.trim() !== '' ? null : { kind: 'empty', offset };
    if (name === 'head' || (name === 'html' && head === null)) head = offset;
    hasPicture ||= name === 'svg';
  }
  return head === null ? null : { kind: 'missing', offset: head };
}

/** The text of a page's title in one line; empty where it has none. */
export function readTitle(html: string): string {
  const title = readTags(html).find(({ name }) => name === 'title');
  const text = decodeEntities(title?.text?.text ?? '');
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The files that a style sheet names in `url()`, `@import` and `image-set()`. */
export function findStyleReferences(css: string): readonly Reference[] {
  return findInStyle({ text: css, offset: 0 });
}

function findInStyle(css: Piece): readonly Reference[] {
  return cutPieces(css, scanStyle(css.text)).map((piece) => ({
    ...piece,
    address: unescapeCss(piece.text),
  }));
}

function cutPieces({ text, offset }: Piece, spans: readonly Span[]): readonly Piece[] {
  return spans.map(({ start, end }) => ({ text: text.slice(start, end), offset: offset + start }));
}

/** Where an address in a file of the folder leads. */
export interface Target {
  /** The path in the folder that it means. */
  readonly path: string;
  /**
   * Of an address that leads to the root of the service's host, the one that leads to that path;
   * null for a relative one.
   */
  readonly relative: string | null;
}

/**
 * The place in the folder that an address (see Reference) in one of its files means. An app is
 * served below `/a/<slug>`, so that one which begins with `/` misses it. Null for one that leads
 * elsewhere (another host, a place on the page, `/a/<slug>/…`), names no file, or has a placeholder
 * in it that a script fills.
 */
export function findTarget(written: string, file: string): Target | null {
  if (written.length > maxAddressLength) return null;
  const address = written.trim().replaceAll('\\', '/');
  const end = address.search(/[?#]|$/);
  const place = address.slice(0, end);
  if (place === '' || leadsElsewhere.test(place) || isAppAddress(place)) return null;
  const folder = path.posix.dirname(file);
  try {
    const decoded = decodeURIComponent(place);
    if (place.startsWith('/')) {
      const way = path.posix.relative(encodeURI(`/${folder}`), place);
      const slash = way === '' || place.endsWith('/') ? '/' : '';
      return {
        path: path.posix.normalize(decoded).slice(1),
        relative: `${way || '.'}${slash}${address.slice(end)}`,
      };
    }
    const target = path.posix.join(folder, decoded);
    return /(?:^|\/)\.{0,2}$/.test(target) ? null : { path: target, relative: null };
  } catch {
    // A lone % is no address: a build step was to fill it in.
    return null;
  }
}

/** Another host, another scheme, or a placeholder. */
const leadsElsewhere = /^\/\/|^[a-z][a-z\d+.-]*:|[{}<>]|&#|&\w+;/i;

/** True for `/a/<slug>`, also behind the path of a service, and for what lies below it. */
function isAppAddress(place: string): boolean {
  const names = place.split('/');
  if (names[0] !== '' || names[1] === 'assets') return false;
  return names.some((name, index) => name === 'a' && isSlug(names[index + 1] ?? ''));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
};

/** The text that a page means by entities. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,9}));/gi,
    (whole, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      if (name !== undefined) return entities[name] ?? whole;
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/**
 * An attribute that holds a style or a page, with the marks of that language in the place of their
 * entities. It keeps its length, so that what is found in it has the same place in the attribute.
 */
function unmask(text: string): string {
  return text.replace(
    /(^|[=(,\s])?(&(?:quot|apos|lt|gt|#0*(?:34|39|60|62)|#x0*(?:22|27|3c|3e));)/gi,
    (_, before = '', entity) => {
      const mark = decodeEntities(entity);
      const blanks = ' '.repeat(entity.length - 1);
      // Blanks stand outside of quotes, and of what two marks enclose.
      return mark === '<' || before !== '' ? before + blanks + mark : mark + blanks;
    },
  );
}

/** The opening tag of an element. */
export interface Tag {
  /** In lower case, as the names of attributes. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Piece>;
  /** Where it begins, and where its name ends. */
  readonly offset: number;
  readonly nameEnd: number;
  /** The content of an element that holds text alone, such as `style`; undefined for others. */
  readonly text: Piece | undefined;
}

/** The files that one element names. */
export function listTagReferences({ name, attributes, text }: Tag): readonly Reference[] {
  const style = attributes.get('style');
  const styles = [
    ...(style === undefined ? [] : findInStyleAttribute(style)),
    ...(name === 'style' && text !== undefined ? findInStyle(text) : []),
  ];
  if (name === 'link' && !loadingLink.test(attributes.get('rel')?.text ?? '')) return styles;
  const urls = (urlAttributes.get(name) ?? []).flatMap((attribute) => {
    const value = attributes.get(attribute);
    if (value === undefined) return [];
    if (attribute === 'srcdoc') return findInPage(value);
    return (attribute.endsWith('srcset') ? cutPieces(value, scanSrcset(value.text)) : [value]).map(
      toReference,
    );
  });
  return [...urls, ...styles];
}

function findInStyleAttribute(style: Piece): readonly Reference[] {
  const pieces = cutPieces(style, scanStyle(unmask(style.text)));
  return pieces.map((piece) => ({ ...piece, address: unescapeCss(decodeEntities(piece.text)) }));
}

/** The files that the page in a `srcdoc` names. One in that page again is not read. */
function findInPage({ text, offset }: Piece): readonly Reference[] {
  const tags = [...readTags(unmask(text))].filter(({ attributes }) => !attributes.has('srcdoc'));
  return tags.flatMap(listTagReferences).map((each) => ({ ...each, offset: offset + each.offset }));
}

/**
 * The opening tags of a page, without those in comments and scripts. Ends where a tag, a comment or
 * a text does not.
 */
export function* readTags(html: string): Generator<Tag> {
  const opening = /<!--|<([a-z][^\s/>]*)/gi;
  for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
    const name = match[1]?.toLowerCase();
    if (name === undefined) {
      const end = html.indexOf('-->', opening.lastIndex);
      if (end < 0) return;
      opening.lastIndex = end;
      continue;
    }
    const read = readAttributes(html, opening.lastIndex);
    if (read === null) return;
    const nameEnd = opening.lastIndex;
    const { attributes, end } = read;
    opening.lastIndex = end;
    const text = holdsText.test(name) ? readContent(html, name, end) : undefined;
    yield { name, attributes, offset: match.index, text, nameEnd };
    opening.lastIndex = end + (text?.text.length ?? 0);
  }
}

/** The elements that hold text alone. */
const holdsText = /^(?:script|style|textarea|title)$/;

/** What such an element holds, up to its end. */
function readContent(html: string, name: string, start: number): Piece {
  const closing = new RegExp(`</${name}\\b`, 'gi');
  closing.lastIndex = start;
  return { text: html.slice(start, closing.exec(html)?.index), offset: start };
}

/** Reads attributes up to the end of their tag. Null for a tag that does not end. */
function readAttributes(
  html: string,
  start: number,
): { readonly attributes: Tag['attributes']; readonly end: number } | null {
  const attributes = new Map<string, Piece>();
  const part = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s>"'][^\s>]*)))?)/y;
  part.lastIndex = start;
  for (let match = part.exec(html); match !== null; match = part.exec(html)) {
    const [, closing, name = '', quote, bare = ''] = match;
    if (closing !== undefined) return { attributes, end: part.lastIndex };
    const offset = part.lastIndex - bare.length;
    const end = quote === undefined ? part.lastIndex : html.indexOf(quote, offset);
    if (end < 0) return null;
    // Of two with the same name the first counts.
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, { text: html.slice(offset, end), offset });
    part.lastIndex = quote === undefined ? end : end + 1;
  }
  return null;
}
