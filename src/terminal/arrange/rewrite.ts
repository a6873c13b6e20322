import { createHash } from 'node:crypto';
import {
  findStyleReferences,
  listTagReferences,
  type Piece,
  type Reference,
  readTags,
  type Tag,
} from '../../folder/page.ts';
import { applyEdits, type Edit } from '../page/modules.ts';
import { type Base, type Layout, pageBase, toPlace } from './layout.ts';
import { editScript } from './script.ts';

/** A file of a build whose text may hold addresses. */
export interface TextFile {
  readonly path: string;
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

/** Media types whose texts are looked into. */
export const rewrittenTypes = /^(?:text\/(?:html|css|javascript)|application\/(?:manifest\+)?json|image\/svg\+xml)$/;

/** The paths of the files that are read in a way of their own. */
export interface Roles {
  /** Scripts whose addresses are relative to themselves. */
  readonly workers: ReadonlySet<string>;
  readonly manifests: ReadonlySet<string>;
}

/** What must change in a file for its addresses to lead to the same files in the app folder. */
export function editFile(file: TextFile, layout: Layout, roles: Roles): readonly Edit[] {
  return listEdits(file, layout, roles).filter(({ start, end, text }) => file.text.slice(start, end) !== text);
}

function listEdits({ path, type, text }: TextFile, layout: Layout, { workers, manifests }: Roles): readonly Edit[] {
  const own = { from: path, to: toPlace(path) };
  if (type === 'text/html' || type === 'image/svg+xml') return editPage(text, layout, own);
  if (type === 'text/css') return editReferences(findStyleReferences(text), layout, own);
  if (manifests.has(path)) return editManifest(text, layout, own);
  return editScript(text, layout, { own, page: workers.has(path) ? own : pageBase });
}

/** The digests of texts before, and those of what they are now. */
export type Digests = Map<string, string>;

const algorithms = ['sha256', 'sha384', 'sha512'];

export function addDigests(digests: Digests, before: string | Buffer, now: string): void {
  for (const algorithm of algorithms) {
    const [from, to] = [before, now].map((text) => createHash(algorithm).update(text).digest('base64'));
    digests.set(`${algorithm}-${from}`, `${algorithm}-${to}`);
  }
}

/** Puts the digests of files and scripts as they are now in the place of those before: in `integrity`, in a policy, in an import map. */
export function replaceDigests(page: string, digests: Digests): string {
  return page.replace(/\bsha(?:256|384|512)-[A-Za-z\d+/]{43,88}={0,2}/g, (digest) => digests.get(digest) ?? digest);
}

function editReferences(references: readonly Reference[], layout: Layout, base: Base): readonly Edit[] {
  return references.flatMap(({ url, address, offset }) => toEdit({ text: url, offset }, layout.rewrite(address, base)));
}

function toEdit({ text: before, offset }: Piece, text: string | null): readonly Edit[] {
  return text === null ? [] : [{ start: offset, end: offset + before.length, text }];
}

/** The addresses that elements only name, for who follows them. */
const linkAttributes: Readonly<Record<string, string>> = { a: 'href', area: 'href', form: 'action', iframe: 'src' };

/** A page, or a drawing. */
function editPage(html: string, layout: Layout, own: Base): readonly Edit[] {
  const tags = [...readTags(html)];
  const hasBase = tags.some(({ name, attributes }) => name === 'base' && attributes.get('href')?.text.trim() === '/');
  const base = { ...own, from: hasBase ? pageBase.from : own.from };
  return tags.flatMap((tag) => {
    const loads = editReferences(listTagReferences(tag), layout, base);
    const names = editAttributes(tag, layout, base).filter((edit) => loads.every(({ start }) => start !== edit.start));
    return [...loads, ...names, ...(tag.name === 'script' ? editScriptElement(tag, layout, base) : [])];
  });
}

/** Links to other pages, and whatever other attribute is the address of a file and nothing else. */
function editAttributes({ name, attributes }: Tag, layout: Layout, base: Base): readonly Edit[] {
  return Array.from(attributes).flatMap(([attribute, value]) => {
    if (name === 'base') return attribute === 'href' && value.text.trim() === '/' ? toEdit(value, './') : [];
    const isLink = linkAttributes[name] === attribute;
    if (!isLink && !/^\s*\/[^/]/.test(value.text)) return [];
    return toEdit(value, layout.rewrite(value.text.trim(), base, isLink));
  });
}

function editScriptElement({ attributes, text }: Tag, layout: Layout, base: Base): readonly Edit[] {
  if (text === undefined) return [];
  const isMap = attributes.get('type')?.text.trim().toLowerCase() === 'importmap';
  const edits = isMap
    ? editImportMap(text.text, layout, base)
    : editScript(text.text, layout, { own: base, page: base });
  return edits.map((edit) => ({ ...edit, start: edit.start + text.offset, end: edit.end + text.offset }));
}

/** Each string of an import map that begins as an address is one, of a file or a folder. */
function editImportMap(json: string, layout: Layout, base: Base): readonly Edit[] {
  return Array.from(json.matchAll(/"(\.{0,2}\/[^"\\\n]*)"/g)).flatMap((match) => {
    const [, url = ''] = match;
    return toEdit({ text: url, offset: match.index + 1 }, layout.rewrite(url, base) ?? layout.rewriteFolder(url, base));
  });
}

/** A manifest: its addresses are relative to itself, and that of a start is one of a page. */
function editManifest(json: string, layout: Layout, own: Base): readonly Edit[] {
  const field = /"(src|start_url|scope|url|action)"\s{0,9}:\s{0,9}"([^"\\\n]*)"/g;
  return Array.from(json.matchAll(field)).flatMap((match) => {
    const [all, name = '', url = ''] = match;
    const offset = match.index + all.length - 1 - url.length;
    return toEdit({ text: url, offset }, layout.rewrite(url, own, name !== 'src'));
  });
}

const workerScript =
  /\bnew (?:Shared)?Worker\(\s{0,9}(?:(?:""|''|``)\s{0,9}\+\s{0,9})?(new URL\()?\s{0,9}(["'`])([^"'`\n]{1,1000})\2/g;

/** Finds the workers that scripts start, and the manifests that pages name. */
export function findRoles(files: readonly TextFile[], layout: Layout): Roles {
  const find = (type: string, list: (file: TextFile, own: Base) => readonly (string | null)[]) => {
    const found = files
      .filter((file) => file.type === type)
      .flatMap((file) => list(file, { from: file.path, to: toPlace(file.path) }));
    return new Set(found.filter((path) => path !== null));
  };
  return {
    workers: find('text/javascript', ({ text }, own) =>
      Array.from(text.matchAll(workerScript), ([, isOwn, , url = '']) => layout.find(url, isOwn ? own : pageBase)),
    ),
    manifests: find('text/html', ({ text }, own) =>
      Array.from(readTags(text))
        .filter(({ attributes }) => attributes.get('rel')?.text.trim().toLowerCase() === 'manifest')
        .map(({ attributes }) => layout.find(attributes.get('href')?.text ?? '', own)),
    ),
  };
}

/** A file with its edits made. Pages come last: they hold digests of the other files. */
export function rewriteText(file: TextFile, edits: readonly Edit[], digests: Digests): string {
  const text = applyEdits(file.text, edits);
  if (file.type !== 'text/html') return text;
  // Scripts in the page have digests too, in a policy.
  const [before, now] = [file.text, text].map((page) => [...readTags(page)].flatMap((tag) => tag.text?.text ?? []));
  for (const [index, content] of before?.entries() ?? []) addDigests(digests, content, now?.[index] ?? content);
  return replaceDigests(text, digests);
}
