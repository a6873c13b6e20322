import { createHash } from 'node:crypto';
import type { PackedFile } from '../../folder/manifest.ts';
import { findStyleReferences, listTagReferences, type Reference, readTags, type Tag } from '../../folder/page.ts';
import { applyEdits, type Edit } from '../page/modules.ts';
import { type Base, type Layout, pageBase, toBase, toPlace } from './layout.ts';
import { editMatches, editScript, toEdit } from './script.ts';

/** A file of a build whose text may hold addresses. */
export interface TextFile extends Pick<PackedFile, 'path' | 'type'> {
  readonly text: string;
}

/** Media types whose texts are looked into. */
export const rewrittenTypes = /^(?:text\/(?:html|css|javascript)|application\/(?:manifest\+)?json|image\/svg\+xml)$/;

/** A file that was changed. */
export interface Rewritten {
  /** Where it lies in the app folder. */
  readonly place: string;
  readonly text: string;
  readonly changes: readonly { readonly before: string; readonly now: string }[];
}

/**
 * Changes the addresses in files so that they lead to the same files in the app folder. Gives the changed ones by their paths in the
 * build. Pages come last, since they hold digests of other files.
 */
export function rewriteFiles(files: readonly TextFile[], layout: Layout): ReadonlyMap<string, Rewritten> {
  const selfRelative = new Set(files.flatMap((file) => findSelfRelative(file, layout)));
  const digests: Digests = new Map();
  const rewritten = new Map<string, Rewritten>();
  const [pages, others] = [files.filter(isHtml), files.filter((file) => !isHtml(file))];
  for (const file of [...others, ...pages]) {
    const before = file.text;
    const found = editFile(file, layout, selfRelative.has(file.path));
    const edits = found.filter(({ start, end, text }) => before.slice(start, end) !== text);
    const text = replaceDigests(file, applyEdits(before, edits), digests);
    if (text === before) continue;
    addDigests(digests, before, text);
    const changes = edits.map(({ start, end, text: now }) => ({ before: before.slice(start, end), now }));
    rewritten.set(file.path, { place: toPlace(file.path), text, changes });
  }
  return rewritten;
}

function isHtml({ type }: TextFile): boolean {
  return type === 'text/html';
}

const workerScript =
  /\bnew (?:Shared)?Worker\(\s{0,9}(?:(?:""|''|``)\s{0,9}\+\s{0,9})?(new URL\()?\s{0,9}(["'`])([^"'`\n]{1,1000})\2/g;

/** The paths of files whose addresses are relative to themselves: the workers that a script starts, and the manifest of a page. */
function findSelfRelative(file: TextFile, layout: Layout): readonly (string | null)[] {
  const own = toBase(file.path);
  if (file.type === 'text/javascript')
    return Array.from(file.text.matchAll(workerScript), ([, isOwn, , url = '']) =>
      layout.find(url, isOwn ? own : pageBase),
    );
  if (!isHtml(file)) return [];
  return Array.from(readTags(file.text))
    .filter(({ attributes }) => attributes.get('rel')?.text.trim().toLowerCase() === 'manifest')
    .map(({ attributes }) => layout.find(attributes.get('href')?.text ?? '', own));
}

function editFile({ path, type, text }: TextFile, layout: Layout, isSelfRelative: boolean): readonly Edit[] {
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
    const [from, to] = [before, now].map((text) => createHash(algorithm).update(text).digest('base64'));
    digests.set(`${algorithm}-${from}`, `${algorithm}-${to}`);
  }
}

/** Brings the digests in a page up to date: those of files in `integrity` and import maps, those of its own scripts in its policy. */
function replaceDigests(file: TextFile, text: string, digests: Digests): string {
  if (!isHtml(file)) return text;
  const [before, now] = [file.text, text].map((page) => [...readTags(page)].flatMap((tag) => tag.text?.text ?? []));
  for (const [index, content] of before?.entries() ?? []) addDigests(digests, content, now?.[index] ?? content);
  return text.replace(/\bsha(?:256|384|512)-[A-Za-z\d+/]{43,88}={0,2}/g, (digest) => digests.get(digest) ?? digest);
}

function editReferences(references: readonly Reference[], layout: Layout, base: Base): readonly Edit[] {
  return references.flatMap(({ url, address, offset }) => toEdit({ text: url, offset }, layout.rewrite(address, base)));
}

/** The attributes that may name a page of the build, by element. */
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
  const address = /"(?<url>\.{0,2}\/[^"\\\n]*)"/dg;
  return editMatches(json, address, (url) => layout.rewrite(url, base) ?? layout.rewriteFolder(url, base));
}

/** All fields of a manifest but `src` are addresses of pages. */
function editManifest(json: string, layout: Layout, own: Base): readonly Edit[] {
  const field = /"(src|start_url|scope|url|action)"\s{0,9}:\s{0,9}"(?<url>[^"\\\n]*)"/dg;
  return editMatches(json, field, (url, [, name]) => layout.rewrite(url, own, name !== 'src'));
}
