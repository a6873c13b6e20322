import { isUtf8 } from 'node:buffer';
import { scanSrcset, scanStyle, unescapeCss } from '../../folder/addresses.ts';
import type { PackedFile } from '../../folder/manifest.ts';
import {
  findBase,
  findStyleReferences,
  findTarget,
  listTagReferences,
  type Piece,
  type Reference,
  readTags,
  type Tag,
  urlAttributes,
} from '../../folder/page.ts';
import { ActionError } from '../../model/action-error.ts';
import { pagePath, promptPath } from '../../model/app.ts';
import { formatBytes, listNames } from '../../text/format.ts';
import { applyEdits, type Edit, listExports, listScriptEdits, toModuleAddress } from './modules.ts';

/** A file of the app folder, with its content. */
interface PageFile extends Pick<PackedFile, 'path' | 'type' | 'bytes'> {
  readonly content: Buffer;
}

/** What a page is made of. */
interface PageParts {
  readonly files: readonly PageFile[];
  /** The script that runs first in the page: runtime.js. */
  readonly runtime: string;
  /** The commit that the files are of; empty where it is not known. */
  readonly commit: string;
}

/** One file that is the whole app. */
interface InlinedPage {
  readonly html: string;
  /** What it lacks, in words for a list, such as `the assistant`. */
  readonly missing: readonly string[];
}

/** Most bytes of a page: a browser still opens it at once, and a pull request can carry it. */
const maxPageBytes = 25_000_000;
/** How deep styles may import each other: each level makes base64 a third longer, so that a deeper one fits no page. */
const maxStyleDepth = 64;
/** How many files an error names. */
const maxNamedFiles = 5;
/** The mark of our pages: a later run replaces a file that has it. */
export const generator = 'miniapp-deploy page';

/**
 * Makes one file of an app. Files that its page and styles name become data: URLs; what its scripts load by a relative address is
 * answered by a script at the beginning of the page. Throws ActionError `no_page` or `page_too_large`.
 */
export function inlinePage({ files, runtime, commit }: PageParts): InlinedPage {
  const page = files.find(({ path }) => path === pagePath);
  if (page === undefined) {
    const next = 'Add index.html to the folder, or name the folder that your build writes.';
    throw new ActionError('The folder has no index.html, so there is no page to make.', { code: 'no_page', next });
  }
  const folder = new PageFolder(files);
  const source = page.content.toString().replace(/^\ufeff/, '');
  const tags = [...readTags(source)];
  // With a <base> that leads elsewhere, the addresses of the page do not lead to the folder.
  const isBased = tags.some((tag) => findBase(tag) !== null);
  const edits = isBased ? [] : tags.flatMap((tag) => editTag(tag, folder));
  const missing = [
    ...listMissing(source, files),
    ...(tags.some(isPolicy) ? ['its Content-Security-Policy'] : []),
    ...(isBased ? ['files, because of its <base href>'] : []),
  ];
  const carried = files.filter(({ path }) => path !== pagePath && path !== promptPath);
  const config = {
    commit,
    missing,
    attributes: [...urlAttributes],
    // The texts of the page's import maps, for the script to join to its own.
    imports: tags.filter(isImportMap).map(({ text }) => text?.text ?? ''),
    files: carried.map((file) => describeFile(file, folder)),
  };
  // The text of a file must not end the script element or begin another.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const shared = Object.entries({ scanStyle, scanSrcset, unescapeCss, toModuleAddress }).map(
    ([name, part]) => `const ${name} = ${part};\n`,
  );
  const script = `(function start(config) {\n'use strict';\n${shared.join('')}${runtime}\n})(${json});`;
  const start = findDoctypeEnd(source);
  const head = `<meta charset="utf-8"><meta name="generator" content="${generator}"><script>${script}</script>`;
  const html = folder.edit(source, [...edits, { start, end: start, text: head }]);
  assertPageSize(files, Buffer.byteLength(html));
  return { html, missing };
}

/** Where the doctype of a page ends, which may stand behind comments; 0 where it has none. */
function findDoctypeEnd(html: string): number {
  const part = /\s*(?:<!--[\s\S]*?-->|(<!doctype[^>]*>))/iy;
  let match = part.exec(html);
  while (match !== null && match[1] === undefined) match = part.exec(html);
  return match === null ? 0 : match.index + match[0].length;
}

const textType = /^text\/|[/+](?:json|xml|javascript)$/;
const scriptType = /\bjavascript$/;
const pageType = /^text\/html$/;

/** The files of the app, and the data: URL that takes the place of each in a page or a style. */
class PageFolder {
  readonly #files: ReadonlyMap<string, PageFile>;
  readonly #urls = new Map<string, string>();
  /** How many styles import the one in work, one inside the other. */
  #depth = 0;
  /** The length of all data: URLs so far. */
  #units = 0;

  constructor(files: readonly PageFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** The file that an address in another file means. One that begins with `/` leads out of the app, as it does at the service. */
  find(address: string, from: string): PageFile | undefined {
    const target = findTarget(address, from);
    return target?.relative === null ? this.#files.get(target.path) : undefined;
  }

  readonly has = (path: string): boolean => this.#files.has(path);

  toDataUrl(file: PageFile): string {
    const known = this.#urls.get(file.path);
    if (known !== undefined) return known;
    // A style that imports itself gets an empty style in that place.
    this.#urls.set(file.path, 'data:text/css,');
    if (this.#depth === maxStyleDepth) this.#refuse(Number.POSITIVE_INFINITY);
    this.#depth += 1;
    const url = isText(file)
      ? encodeDataUrl(`${file.type};charset=utf-8`, this.#toBody(file))
      : encodeDataUrl(file.type, file.content);
    this.#depth -= 1;
    this.#units += url.length;
    if (this.#units > 4 * maxPageBytes) this.#refuse(Number.POSITIVE_INFINITY);
    this.#urls.set(file.path, url);
    return url;
  }

  /** Makes edits, unless the text would be too long for a page. */
  edit(text: string, edits: readonly Edit[]): string {
    const length = edits.reduce((sum, each) => sum + each.text.length, text.length);
    if (length > maxPageBytes) this.#refuse(length);
    return applyEdits(text, edits);
  }

  #refuse(bytes: number): void {
    assertPageSize([...this.#files.values()], bytes);
  }

  /** Edits that put files in the place of references. */
  listEdits(references: readonly Reference[], path: string): readonly Edit[] {
    return references.flatMap((reference) => {
      const { text, address, offset } = reference;
      const file = this.find(address, path);
      if (file !== undefined) return [replace(reference, this.toDataUrl(file) + (/#[^#]*$/.exec(text)?.[0] ?? ''))];
      // In a file on disk `//` would mean a path on that disk.
      return address.startsWith('//') ? [{ start: offset, end: offset, text: 'https:' }] : [];
    });
  }

  #toBody({ path, type, content }: PageFile): Buffer {
    const text = content.toString();
    if (type === 'text/css') return Buffer.from(this.edit(text, this.listEdits(findStyleReferences(text), path)));
    if (!scriptType.test(type)) return content;
    return Buffer.from(applyEdits(text, listScriptEdits(text, path, this.has)));
  }
}

/** What becomes of one element of the page. */
function editTag(tag: Tag, folder: PageFolder): readonly Edit[] {
  const { name, attributes, text } = tag;
  const set = (attribute: string, value: string): readonly Edit[] => {
    const written = attributes.get(attribute);
    return written === undefined ? [] : [replace(written, value)];
  };
  if (isImportMap(tag)) return set('type', 'text/plain');
  const isAhead = name === 'link' && /^(?:(?:module)?preload|prefetch)$/.test(readWord(tag, 'rel'));
  const isStyle = readWord(tag, 'as') === 'style' && attributes.has('onload');
  // Nothing need be loaded ahead from the same file. A style that is preloaded and then switched on becomes a plain one.
  if (isAhead && !isStyle) return set('rel', 'none');
  return [
    ...(isAhead ? set('rel', 'stylesheet') : []),
    ...listTagReferences(tag).flatMap((reference) => editReference(tag, reference, folder)),
    ...(name === 'script' && text !== undefined ? editScriptText(text, folder) : []),
    // A policy and a digest would refuse files that have moved and changed. The blank works in an attribute without quotes, too.
    ...(isPolicy(tag) ? set('http-equiv', 'none') : []),
    ...set('integrity', '&#32;'),
  ];
}

function editReference(tag: Tag, reference: Reference, folder: PageFolder): readonly Edit[] {
  const file = folder.find(reference.address, pagePath);
  // Browsers refuse a data: URL in <use>: the script in the page sets a blob: URL.
  if (tag.name === 'use') return [];
  if (file === undefined) return folder.listEdits([reference], pagePath);
  // A page in a frame would need its own files inlined.
  if (tag.name === 'iframe' && pageType.test(file.type)) return [replace(reference, 'about:blank')];
  const module = `import ${JSON.stringify(toModuleAddress(file.path))}`;
  const edits =
    tag.name === 'script' && readWord(tag, 'type') === 'module'
      ? [replace(reference, encodeDataUrl('text/javascript', Buffer.from(module)))]
      : folder.listEdits([reference], pagePath);
  const attributes = [...tag.attributes];
  const [attribute] =
    attributes.find(([, { text, offset }]) => offset === reference.offset && text === reference.text) ?? [];
  if (attribute === undefined) return edits;
  // Scripts that read the attribute get the address as it was written.
  const written = reference.text.replaceAll('"', '&quot;').replaceAll('>', '&gt;');
  return [...edits, { start: tag.nameEnd, end: tag.nameEnd, text: ` data-miniapp-${attribute}="${written}"` }];
}

function editScriptText({ text, offset }: Piece, folder: PageFolder): readonly Edit[] {
  const edits = listScriptEdits(text, pagePath, folder.has);
  return edits.map((edit) => ({ ...edit, start: edit.start + offset, end: edit.end + offset }));
}

function replace({ text, offset }: Piece, by: string): Edit {
  return { start: offset, end: offset + text.length, text: by };
}

/** An attribute that holds a word of HTML. */
function readWord({ attributes }: Tag, attribute: string): string {
  return attributes.get(attribute)?.text.trim().toLowerCase() ?? '';
}

function isImportMap(tag: Tag): boolean {
  return tag.name === 'script' && readWord(tag, 'type') === 'importmap';
}

function isPolicy(tag: Tag): boolean {
  return tag.name === 'meta' && readWord(tag, 'http-equiv').startsWith('content-security-policy');
}

/** What of the app does not work in one file. */
function listMissing(html: string, files: readonly PageFile[]): readonly string[] {
  const pages = files.filter(({ path, type }) => path !== pagePath && pageType.test(type)).map(({ path }) => path);
  const scripts = files.filter(({ type }) => scriptType.test(type)).map(({ content }) => content.toString());
  const worker = [html, ...scripts].some((text) => /\bserviceWorker\s*(?:\?\.|\.)\s*register\b/.test(text));
  return [
    ...(files.some(({ path }) => path === promptPath) ? ['the assistant'] : []),
    ...(pages.length === 0 ? [] : [`other pages (${listNames(pages)})`]),
    ...(worker ? ['its service worker'] : []),
  ];
}

/** A file for the script in the page: its content as text or base64, and the edits of a script, last one first. */
function describeFile(file: PageFile, folder: PageFolder) {
  const { path, type, content } = file;
  if (!isText(file)) return { path, type, isBase64: true, content: content.toString('base64'), edits: [], exports: [] };
  const text = content.toString();
  const edits = scriptType.test(type) ? listScriptEdits(text, path, folder.has) : [];
  return { path, type, isBase64: false, content: text, edits, exports: edits.length > 0 ? listExports(text) : [] };
}

function isText({ type, content }: PageFile): boolean {
  return textType.test(type) && isUtf8(content);
}

function encodeDataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Throws ActionError `page_too_large` for more bytes than a page may have, and names the largest files. */
export function assertPageSize(files: readonly Pick<PackedFile, 'path' | 'bytes'>[], bytes: number): void {
  if (bytes <= maxPageBytes) return;
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxNamedFiles);
  const named = largest.map((file) => `${file.path} (${formatBytes(file.bytes)})`).join(', ');
  const size = Number.isFinite(bytes) ? formatBytes(bytes) : `far more than ${formatBytes(maxPageBytes)}`;
  const message = `The page would have ${size}, and may have ${formatBytes(maxPageBytes)}. The largest files: ${named}.`;
  const next = 'Make them smaller, use each in fewer places, or exclude those that the page does not use.';
  throw new ActionError(message, { code: 'page_too_large', next });
}
