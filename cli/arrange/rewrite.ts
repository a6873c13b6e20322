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
import { applyEdits, type Edit } from '../../src/web/script-edits.ts';
import { type Base, type BuildFile, type Layout, pageBase, toBase } from './layout.ts';
import { editScript, editUrls, findWorkers, toEdits } from './script.ts';

/** Media types of the texts whose addresses are rewritten. */
export const rewrittenTypes =
  /^(?:text\/(?:html|css|javascript)|application\/(?:manifest\+)?json|image\/svg\+xml)$/;

/** The new text of a file, and the addresses that have changed in it. */
export interface Rewritten {
  readonly text: string;
  readonly changes: readonly AddressChange[];
}

/** An address in a file, before and after. */
interface AddressChange {
  readonly before: string;
  readonly now: string;
}

/**
 * Rewrites the addresses in files so that they lead to the same files in the app folder. Returns
 * the files that have changed, by their paths in the build.
 */
export function rewriteFiles(
  files: readonly BuildFile[],
  layout: Layout,
): ReadonlyMap<string, Rewritten> {
  const selfRelative = new Set(files.flatMap((file) => findSelfRelative(file, layout)));
  const digests = new Digests();
  const rewritten = new Map<string, Rewritten>();
  // Pages come last, since they contain digests of other files.
  for (const file of [...files.filter((each) => !isPage(each)), ...files.filter(isPage)]) {
    const edits = dropUseless(file, editFile(file, layout, selfRelative.has(file.path)));
    const edited = applyEdits(file.text, edits);
    const text = isPage(file) ? digests.replaceInPage(file.text, edited) : edited;
    if (text === file.text) continue;
    digests.add(file.text, text);
    const changes = edits.map((edit) => {
      return { before: file.text.slice(edit.start, edit.end), now: edit.text };
    });
    rewritten.set(file.path, { text, changes });
  }
  return rewritten;
}

/**
 * Drops edits that change nothing. Of several edits at one place only the first is used, since the
 * more specific rules come first.
 */
function dropUseless(file: BuildFile, edits: readonly Edit[]): readonly Edit[] {
  const byStart = new Map<number, Edit>();
  for (const edit of edits) {
    if (!byStart.has(edit.start)) byStart.set(edit.start, edit);
  }
  return [...byStart.values()].filter((edit) => {
    return file.text.slice(edit.start, edit.end) !== edit.text;
  });
}

export function isPage(file: BuildFile): boolean {
  return file.type === 'text/html';
}

/**
 * Returns the paths of files whose addresses are relative to themselves and not to the page: the
 * workers that a script starts, and the manifest of a page.
 */
function findSelfRelative(file: BuildFile, layout: Layout): readonly string[] {
  const own = toBase(file.path);
  if (file.type === 'text/javascript') return findWorkers(file.text, layout, own);
  if (!isPage(file)) return [];
  const paths: string[] = [];
  for (const tag of readTags(file.text)) {
    const isManifest = readKeyword(tag, 'rel') === 'manifest';
    const path = isManifest ? layout.find(tag.attributes.get('href')?.text ?? '', own) : null;
    if (path !== null) paths.push(path);
  }
  return paths;
}

function editFile(file: BuildFile, layout: Layout, isSelfRelative: boolean): readonly Edit[] {
  const own = toBase(file.path);
  switch (file.type) {
    case 'text/html':
    case 'image/svg+xml':
      return editPage(file.text, layout, own);
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
  /** True if it is a link, which may leave out the ending of a page. */
  readonly isLink?: boolean;
}

function editReferences(
  references: readonly Address[],
  layout: Layout,
  base: Base,
): readonly Edit[] {
  return references.flatMap((reference) => {
    return toEdits(reference, layout.rewrite(reference.address, base, reference.isLink));
  });
}

/** The attributes that may lead to a page of the build, by element. */
const linkAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  form: 'action',
  iframe: 'src',
};

/**
 * Returns the addresses in an element: of what it loads, of the page that it links to, and any
 * other attribute that begins at the root of the host.
 */
function listAddresses(tag: Tag): readonly Address[] {
  const addresses: Address[] = [...listTagReferences(tag)];
  for (const [attribute, value] of tag.attributes) {
    const address = value.text.trim();
    const isLink = linkAttributes[tag.name] === attribute;
    if (isLink || /^\/[^/]/.test(address)) addresses.push({ ...value, address, isLink });
  }
  return addresses;
}

/** A page or an SVG, as far as its addresses depend on it. */
interface ParsedPage {
  readonly tags: readonly Tag[];
  /** What the relative addresses in it are relative to. */
  readonly base: Base;
  /** The address of a `<base href="/">`; null if it has none. */
  readonly rootBase: Piece | null;
}

function parsePage(html: string, own: Base): ParsedPage {
  const tags = [...readTags(html)];
  const bases = tags.filter((tag) => tag.name === 'base');
  const rootBase = bases
    .map((tag) => tag.attributes.get('href'))
    .find((href) => href?.text.trim() === '/');
  if (rootBase === undefined) return { tags, base: own, rootBase: null };
  return { tags, base: { from: pageBase.from, to: own.to }, rootBase };
}

/** Returns the paths of the files of the build that a page refers to. */
export function listReferencedFiles(file: BuildFile, layout: Layout): readonly string[] {
  const { tags, base } = parsePage(file.text, toBase(file.path));
  return tags.flatMap(listAddresses).flatMap((found) => {
    return layout.find(found.address, base, found.isLink) ?? [];
  });
}

function editPage(html: string, layout: Layout, own: Base): readonly Edit[] {
  const { tags, base, rootBase } = parsePage(html, own);
  return [
    ...(rootBase === null ? [] : toEdits(rootBase, './')),
    ...editReferences(tags.flatMap(listAddresses), layout, base),
    ...tags.flatMap((tag) => editScriptElement(tag, layout, base)),
  ];
}

function editScriptElement(tag: Tag, layout: Layout, base: Base): readonly Edit[] {
  if (tag.name !== 'script' || tag.text === undefined) return [];
  const { text, offset } = tag.text;
  const isMap = readKeyword(tag, 'type') === 'importmap';
  const edits = isMap
    ? editImportMap(text, layout, base)
    : editScript(text, layout, { own: base, page: base });
  return edits.map((edit) => {
    return { start: edit.start + offset, end: edit.end + offset, text: edit.text };
  });
}

/** Edits the strings of an import map that begin like an address, of a file or of a folder. */
function editImportMap(json: string, layout: Layout, base: Base): readonly Edit[] {
  const address = /"(?<url>\.{0,2}\/[^"\\\n]*)"/dg;
  return editUrls(json, address, (url) => {
    return layout.rewrite(url, base) ?? layout.rewriteFolder(url, base);
  });
}

/** Edits the addresses in a web app manifest: of its icons, and of the pages that it opens. */
function editManifest(json: string, layout: Layout, own: Base): readonly Edit[] {
  const file = /"src"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  const page = /"(?:start_url|scope|url|action)"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  return [
    ...editUrls(json, file, (url) => layout.rewrite(url, own)),
    ...editUrls(json, page, (url) => layout.rewrite(url, own, true)),
  ];
}
