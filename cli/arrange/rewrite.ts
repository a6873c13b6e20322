import { createHash } from 'node:crypto';
import {
  findStyleReferences,
  listTagReferences,
  type Reference,
  readTags,
  type Tag,
} from '../../src/web/html.ts';
import { applyEdits, type Edit } from '../../src/web/script-edits.ts';
import { type Base, type BuildFile, type Layout, pageBase, toBase } from './layout.ts';
import { editScript, editUrls, findWorkers, toEdit } from './script.ts';

/** Media types whose texts are looked into. */
export const rewrittenTypes =
  /^(?:text\/(?:html|css|javascript)|application\/(?:manifest\+)?json|image\/svg\+xml)$/;

/** What a file holds now, and the addresses in it that are others now. */
export interface Rewritten {
  readonly text: string;
  readonly changes: readonly { readonly before: string; readonly now: string }[];
}

/**
 * Changes the addresses in files so that they lead to the same files in the app folder. Gives the
 * changed ones by their paths in the build. Pages come last, since they hold digests of other
 * files.
 */
export function rewriteFiles(
  files: readonly BuildFile[],
  layout: Layout,
): ReadonlyMap<string, Rewritten> {
  const selfRelative = new Set(files.flatMap((file) => findSelfRelative(file, layout)));
  const digests: Digests = new Map();
  const rewritten = new Map<string, Rewritten>();
  for (const file of [...files.filter((each) => !isPage(each)), ...files.filter(isPage)]) {
    const before = file.text;
    const found = editFile(file, layout, selfRelative.has(file.path));
    // Of two edits at one place the first counts, since it knows more.
    const first = new Map(found.toReversed().map((edit) => [edit.start, edit]));
    const edits = [...first.values()].filter(
      ({ start, end, text }) => before.slice(start, end) !== text,
    );
    const text = replaceDigests(file, applyEdits(before, edits), digests);
    if (text === before) continue;
    addDigests(digests, before, text);
    const changes = edits.map(({ start, end, text: now }) => ({
      before: before.slice(start, end),
      now,
    }));
    rewritten.set(file.path, { text, changes });
  }
  return rewritten;
}

export function isPage({ type }: BuildFile): boolean {
  return type === 'text/html';
}

/**
 * The paths of files whose addresses are relative to themselves: the workers that a script starts,
 * and the manifest of a page.
 */
function findSelfRelative(file: BuildFile, layout: Layout): readonly (string | null)[] {
  const own = toBase(file.path);
  if (file.type === 'text/javascript') return findWorkers(file.text, layout, own);
  if (!isPage(file)) return [];
  return Array.from(readTags(file.text))
    .filter(({ attributes }) => attributes.get('rel')?.text.trim().toLowerCase() === 'manifest')
    .map(({ attributes }) => layout.find(attributes.get('href')?.text ?? '', own));
}

function editFile(
  { path, type, text }: BuildFile,
  layout: Layout,
  isSelfRelative: boolean,
): readonly Edit[] {
  const own = toBase(path);
  if (type === 'text/html' || type === 'image/svg+xml') return editPage(text, layout, own);
  if (type === 'text/css') return editReferences(findStyleReferences(text), layout, own);
  if (isSelfRelative && type !== 'text/javascript') return editManifest(text, layout, own);
  return editScript(text, layout, { own, page: isSelfRelative ? own : pageBase });
}

/** The digests of texts as they are now, by the digests before. */
type Digests = Map<string, string>;

function addDigests(digests: Digests, before: string, now: string): void {
  for (const algorithm of ['sha256', 'sha384', 'sha512']) {
    const [from, to] = [before, now].map((text) =>
      createHash(algorithm).update(text).digest('base64'),
    );
    digests.set(`${algorithm}-${from}`, `${algorithm}-${to}`);
  }
}

/**
 * Brings the digests in a page up to date: those of files in `integrity` and import maps, those of
 * its own scripts in its policy.
 */
function replaceDigests(file: BuildFile, text: string, digests: Digests): string {
  if (!isPage(file)) return text;
  const [before, now] = [file.text, text].map((page) =>
    [...readTags(page)].flatMap((tag) => tag.text?.text ?? []),
  );
  for (const [index, content] of before?.entries() ?? [])
    addDigests(digests, content, now?.[index] ?? content);
  return text.replace(
    /\bsha(?:256|384|512)-[A-Za-z\d+/]{43,88}={0,2}/g,
    (digest) => digests.get(digest) ?? digest,
  );
}

/** An address as a page or a style writes it. */
interface Address extends Reference {
  /** True where it may name a page without its ending. */
  readonly isLink?: boolean;
}

function editReferences(
  references: readonly Address[],
  layout: Layout,
  base: Base,
): readonly Edit[] {
  return references.flatMap((each) =>
    toEdit(each, layout.rewrite(each.address, base, each.isLink)),
  );
}

/** The attributes that may name a page of the build, by element. */
const linkAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  form: 'action',
  iframe: 'src',
};

/**
 * What an element loads, its link to another page, and whatever other attribute is an address from
 * the root of the host.
 */
function listAddresses(tag: Tag): readonly Address[] {
  const others = Array.from(tag.attributes, ([attribute, value]): Address => {
    return { ...value, address: value.text.trim(), isLink: linkAttributes[tag.name] === attribute };
  });
  return [
    ...listTagReferences(tag),
    ...others.filter(({ address, isLink }) => isLink || /^\/[^/]/.test(address)),
  ];
}

/**
 * The elements of a page, or of a drawing, and where its addresses lead from: `root` is the address
 * of a `<base>` that says the root.
 */
function readPage(html: string, own: Base) {
  const tags = [...readTags(html)];
  const bases = tags.flatMap(
    ({ name, attributes }) => (name === 'base' && attributes.get('href')) || [],
  );
  const root = bases.find(({ text }) => text.trim() === '/');
  return { tags, root, base: root === undefined ? own : { ...own, from: pageBase.from } };
}

/** The paths of the files of the build that a page names. */
export function listNamedFiles({ path, text }: BuildFile, layout: Layout): readonly string[] {
  const { tags, base } = readPage(text, toBase(path));
  return tags
    .flatMap(listAddresses)
    .flatMap(({ address, isLink }) => layout.find(address, base, isLink) ?? []);
}

function editPage(html: string, layout: Layout, own: Base): readonly Edit[] {
  const { tags, root, base } = readPage(html, own);
  const scripts = tags.filter(({ name }) => name === 'script');
  return [
    ...(root === undefined ? [] : toEdit(root, './')),
    ...editReferences(tags.flatMap(listAddresses), layout, base),
    ...scripts.flatMap((tag) => editScriptElement(tag, layout, base)),
  ];
}

function editScriptElement({ attributes, text }: Tag, layout: Layout, base: Base): readonly Edit[] {
  if (text === undefined) return [];
  const isMap = attributes.get('type')?.text.trim().toLowerCase() === 'importmap';
  const edits = isMap
    ? editImportMap(text.text, layout, base)
    : editScript(text.text, layout, { own: base, page: base });
  return edits.map((edit) => ({
    ...edit,
    start: edit.start + text.offset,
    end: edit.end + text.offset,
  }));
}

/** Each string of an import map that begins as an address is one, of a file or a folder. */
function editImportMap(json: string, layout: Layout, base: Base): readonly Edit[] {
  const address = /"(?<url>\.{0,2}\/[^"\\\n]*)"/dg;
  return editUrls(
    json,
    address,
    (url) => layout.rewrite(url, base) ?? layout.rewriteFolder(url, base),
  );
}

function editManifest(json: string, layout: Layout, own: Base): readonly Edit[] {
  const file = /"src"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  const page = /"(?:start_url|scope|url|action)"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  return [
    ...editUrls(json, file, (url) => layout.rewrite(url, own)),
    ...editUrls(json, page, (url) => layout.rewrite(url, own, true)),
  ];
}
