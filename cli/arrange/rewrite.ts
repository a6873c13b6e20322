import { createHash } from 'node:crypto';
import {
  findStyleReferences,
  listTagReferences,
  type Piece,
  type Reference,
  readKeyword,
  readTags,
  type Tag,
} from '../../src/web/html.ts';
import { applyEdits } from '../files/script-edits.ts';
import { type Base, type BuildFile, type Layout, pageBase, toBase } from './layout.ts';
import {
  type AddressEdit,
  editScript,
  editUrls,
  findWorkers,
  type ScriptBases,
  toEdits,
} from './script.ts';

/** Media types of the texts whose addresses are rewritten. */
export const rewrittenTypes =
  /^(?:text\/(?:html|css|javascript)|application\/(?:manifest\+)?json|image\/svg\+xml)$/;

/** The new text of a file, and the addresses that have changed in it. */
export interface Rewritten {
  readonly text: string;
  readonly changes: readonly AddressChange[];
}

/** A file of the app folder. */
export interface ArrangedFile {
  readonly path: string;
  /** The file of the build that it comes from. */
  readonly file: BuildFile;
  /** Null if the content is the same as in the build. */
  readonly rewritten: Rewritten | null;
}

/** An address in a file, before and after. */
interface AddressChange {
  readonly before: string;
  readonly now: string;
}

/** The files of a build with their new addresses. */
export interface RewrittenFiles {
  /** The files that have changed, by their paths in the build. */
  readonly changed: ReadonlyMap<string, Rewritten>;
  readonly referenced: ReadonlySet<string>;
  /**
   * The addresses that lead to files of the build, as they are written, by the path of the file
   * that contains them.
   */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
}

/**
 * Rewrites the addresses in files so that they lead to the same files in the app folder.
 *
 * @param hasNet True if the pages may get the net: the scripts in all pages then have the same
 * addresses, `./assets/…`, which the net resolves against the folder of the app.
 */
export function rewriteFiles(
  files: readonly BuildFile[],
  layout: Layout,
  hasNet: boolean,
): RewrittenFiles {
  const selfRelative = new Set(files.flatMap((file) => findSelfRelative(file, layout)));
  const fragments = hasNet ? findFragments(files, layout) : new Set();
  const digests = new Digests();
  const changed = new Map<string, Rewritten>();
  const referenced = new Set<string>();
  const addresses = new Map<string, readonly string[]>();
  // Pages come last, since they contain digests of other files.
  for (const file of [...files.filter((each) => !isPage(each)), ...files.filter(isPage)]) {
    const found = keepFirst(
      editFile(file, layout, {
        isSelfRelative: selfRelative.has(file.path),
        isFragment: fragments.has(file.path),
        hasNet,
      }),
    );
    for (const path of found.flatMap((edit) => edit.paths)) referenced.add(path);
    const changes = found.map((edit) => {
      return { before: file.text.slice(edit.start, edit.end), now: edit.text };
    });
    addresses.set(
      file.path,
      changes.map((each) => each.before),
    );
    const edited = applyEdits(file.text, found);
    const text = isPage(file) ? digests.replaceInPage(file.text, edited) : edited;
    if (text === file.text) continue;
    digests.add(file.text, text);
    changed.set(file.path, { text, changes: changes.filter((each) => each.before !== each.now) });
  }
  return { changed, referenced, addresses };
}

/** Keeps the first of several edits at one place, since the more specific rules come first. */
function keepFirst(edits: readonly AddressEdit[]): readonly AddressEdit[] {
  const byStart = new Map<number, AddressEdit>();
  for (const edit of edits) {
    if (!byStart.has(edit.start)) byStart.set(edit.start, edit);
  }
  return [...byStart.values()];
}

/**
 * Returns the paths of the parts of pages that scripts insert into other pages: HTML that is not a
 * whole page, and that no page opens. Their addresses are resolved against the other page.
 */
function findFragments(files: readonly BuildFile[], layout: Layout): ReadonlySet<string> {
  const pages = files.filter(isPage);
  const opened = new Set(pages.flatMap((page) => listReferencedFiles(page, layout)));
  const isFragment = ({ path, text }: BuildFile): boolean => {
    return path !== pageBase.from && !isDocument(text) && !opened.has(path);
  };
  return new Set(pages.filter(isFragment).map((file) => file.path));
}

/** True if HTML is a whole page, and not a part that a script loads into a page. */
export function isDocument(html: string): boolean {
  const isOfPage = /^(?:html|head|title|body)$/;
  return /<!doctype\b/i.test(html) || readTags(html).some((tag) => isOfPage.test(tag.name));
}

export function isPage(file: BuildFile): boolean {
  return file.type === 'text/html';
}

/**
 * Returns the paths of files in which addresses are relative to the file itself and not to the
 * page: the workers that a script starts, and the manifest of a page.
 */
function findSelfRelative(file: BuildFile, layout: Layout): readonly string[] {
  const own = toBase(file.path);
  if (file.type === 'text/javascript')
    return findWorkers(file.text, layout, { own, page: pageBase });
  if (!isPage(file)) return [];
  const paths: string[] = [];
  for (const tag of readTags(file.text)) {
    const isManifest = readKeyword(tag, 'rel') === 'manifest';
    const path = isManifest ? layout.find(tag.attributes.get('href')?.text ?? '', own) : null;
    if (path !== null) paths.push(path);
    const code = isScript(tag) ? (tag.text?.text ?? '') : '';
    paths.push(...findWorkers(code, layout, { own, page: own }));
  }
  return paths;
}

/** What decides the bases of the addresses in a file. */
interface EditOptions {
  /** True if they are relative to the file itself, and not to the page. */
  readonly isSelfRelative: boolean;
  /** True for a part of a page that scripts insert into other pages. */
  readonly isFragment: boolean;
  readonly hasNet: boolean;
}

function editFile(file: BuildFile, layout: Layout, options: EditOptions): readonly AddressEdit[] {
  const { isSelfRelative } = options;
  const own = toBase(file.path);
  switch (file.type) {
    case 'text/html':
    case 'image/svg+xml':
      return editPage(file, layout, options);
    case 'text/css':
      return editReferences(findStyleReferences(file.text), layout, own);
    case 'text/javascript':
      return editScript(file.text, layout, { own, page: isSelfRelative ? own : pageBase });
  }
  if (isSelfRelative) return editManifest(file.text, layout, own);
  return editScript(file.text, layout, { own, page: pageBase });
}

/**
 * The digests of the files that have changed. A page contains them: in `integrity`, in import maps,
 * and for its own scripts in its Content-Security-Policy.
 */
class Digests {
  /** The new digests by the old ones. */
  readonly #digests = new Map<string, string>();

  /** Adds the digests of a text that has changed. */
  add(before: string, now: string): void {
    for (const algorithm of ['sha256', 'sha384', 'sha512'])
      this.#digests.set(toDigest(algorithm, before), toDigest(algorithm, now));
  }

  /** Returns a page with the digests of all changed texts, its own scripts included. */
  replaceInPage(before: string, now: string): string {
    const contents = listContents(now);
    for (const [index, content] of listContents(before).entries())
      this.add(content, contents[index] ?? content);
    return now.replace(/\bsha(?:256|384|512)-[A-Za-z\d+/]{43,88}={0,2}/g, (digest) => {
      return this.#digests.get(digest) ?? digest;
    });
  }
}

function toDigest(algorithm: string, text: string): string {
  return `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;
}

/** Returns the contents of the scripts and styles in a page. */
function listContents(html: string): readonly string[] {
  return [...readTags(html)].flatMap((tag) => tag.text?.text ?? []);
}

/** An address, as a page or a style sheet writes it. */
interface Address extends Reference {
  /**
   * A `link` may leave out the ending of a page; a `custom` attribute may hold the address of a
   * folder. Undefined for the address of a file.
   */
  readonly kind?: 'link' | 'custom';
}

function editReferences(
  references: readonly Address[],
  layout: Layout,
  base: Base,
): readonly AddressEdit[] {
  return references.flatMap((reference) => {
    const { address, kind } = reference;
    const file = layout.rewrite(address, base, kind === 'link');
    const folder = kind === 'custom' ? layout.rewriteFolder(address, base) : null;
    return toEdits(reference, file ?? folder);
  });
}

/** The attributes that may lead to a page of the build, by element. */
const linkAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  form: 'action',
  iframe: 'src',
  // Firefox prefetches the page that `<link rel="next">` names.
  link: 'href',
};

/**
 * Returns the addresses in an element: of what it loads, of the page that it links to, and any
 * other attribute that begins at the root of the host.
 */
function listAddresses(tag: Tag): readonly Address[] {
  const addresses: Address[] = [...listTagReferences(tag)];
  if (tag.name === 'link' && readKeyword(tag, 'rel') === 'canonical') return addresses;
  for (const [attribute, value] of tag.attributes) {
    const address = value.text.trim();
    if (linkAttributes[tag.name] === attribute) addresses.push({ ...value, address, kind: 'link' });
    else if (/^\/[^/]/.test(address)) addresses.push({ ...value, address, kind: 'custom' });
  }
  return addresses;
}

/** A page or an SVG, with the bases of its addresses. */
interface ParsedPage {
  readonly tags: readonly Tag[];
  /** The base of the relative addresses in the page. */
  readonly base: Base;
  /** The address of a `<base href="/">`; null if it has none. */
  readonly rootBase: Piece | null;
}

function parsePage(file: BuildFile, layout: Layout): ParsedPage {
  const own = toBase(file.path);
  const tags = [...readTags(file.text)];
  for (const tag of tags) {
    const href = tag.name === 'base' ? tag.attributes.get('href') : undefined;
    const address = href?.text.trim();
    if (address === layout.appBase) return { tags, base: pageBase, rootBase: null };
    if (href !== undefined && address === '/')
      return { tags, base: { from: pageBase.from, to: own.to }, rootBase: href };
  }
  return { tags, base: own, rootBase: null };
}

/** Returns the paths of the files of the build that a page refers to. */
export function listReferencedFiles(file: BuildFile, layout: Layout): readonly string[] {
  const { tags, base } = parsePage(file, layout);
  return tags.flatMap(listAddresses).flatMap((found) => {
    return layout.find(found.address, base, found.kind === 'link') ?? [];
  });
}

function editPage(file: BuildFile, layout: Layout, options: EditOptions): readonly AddressEdit[] {
  const { isFragment, hasNet } = options;
  const { tags, base, rootBase } = parsePage(file, layout);
  const addresses = tags.flatMap(listAddresses);
  // The router of a build that was made for one app needs the addresses of its links as they are.
  const hasRouter = layout.appBase !== null && tags.some(isScript);
  const rewritten = addresses.filter((each) => !hasRouter || each.kind !== 'link');
  const bases = { own: base, page: hasNet ? { from: base.from, to: pageBase.to } : base };
  const edits = [
    ...editReferences(rewritten, layout, isFragment ? bases.page : base),
    ...tags.flatMap((tag) => editScriptElement(tag, layout, bases)),
  ];
  if (rootBase === null) return edits;
  return [...toEdits(rootBase, { address: './', paths: [] }), ...edits];
}

/** True if a tag is a script that a browser, or a library such as Babel, runs. */
export function isScript(tag: Tag): boolean {
  if (tag.name !== 'script') return false;
  const type = readKeyword(tag, 'type');
  return type === '' || type === 'module' || /(?:java|ecma|j)script|babel/.test(type);
}

function editScriptElement(tag: Tag, layout: Layout, bases: ScriptBases): readonly AddressEdit[] {
  if (tag.name !== 'script' || tag.text === undefined) return [];
  const { text, offset } = tag.text;
  const isMap = readKeyword(tag, 'type') === 'importmap';
  const edits = isMap ? editImportMap(text, layout, bases.own) : editScript(text, layout, bases);
  return edits.map((edit) => {
    return { ...edit, start: edit.start + offset, end: edit.end + offset };
  });
}

/** Edits the strings of an import map that begin like an address, of a file or of a folder. */
function editImportMap(json: string, layout: Layout, base: Base): readonly AddressEdit[] {
  const address = /"(?<url>\.{0,2}\/[^"\\\n]*)"/dg;
  return editUrls(json, address, (url) => {
    return layout.rewrite(url, base) ?? layout.rewriteFolder(url, base);
  });
}

/** Edits the addresses in a web app manifest: of its icons, and of the pages that it opens. */
function editManifest(json: string, layout: Layout, own: Base): readonly AddressEdit[] {
  const file = /"src"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  const page = /"(?:start_url|scope|url|action)"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  return [
    ...editUrls(json, file, (url) => layout.rewrite(url, own)),
    ...editUrls(json, page, (url) => layout.rewrite(url, own, true)),
  ];
}
