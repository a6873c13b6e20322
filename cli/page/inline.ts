import { isUtf8 } from 'node:buffer';
import type { PackedFile } from '../../src/folder/manifest.ts';
import { ActionError } from '../../src/model/action-error.ts';
import { pagePath, promptPath } from '../../src/model/app.ts';
import { formatBytes, listNames } from '../../src/text/format.ts';
import { scanSrcset, scanStyle, unescapeCss } from '../../src/web/addresses.ts';
import {
  findBase,
  findTarget,
  listTagReferences,
  type Piece,
  type Reference,
  readTags,
  type Tag,
  urlAttributes,
} from '../../src/web/html.ts';
import {
  applyEdits,
  type FileEdit,
  listExports,
  listScriptEdits,
} from '../../src/web/script-edits.ts';

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
  /** What of the app it lacks, such as `the assistant`. */
  readonly missing: readonly string[];
}

/** Most bytes of a page: a browser still opens it at once, and a pull request can carry it. */
const maxPageBytes = 25_000_000;
/** How many files an error names. */
const maxNamedFiles = 5;
/** The mark of our pages: a later run replaces a file that has it. */
export const generator = 'miniapp-deploy page';

/**
 * Makes one file of an app: a script that holds all files, writes the page with their addresses in
 * it, and answers what the scripts of the app load by a relative address. Throws ActionError
 * `no_page` or `page_too_large`.
 */
export function inlinePage({ files, runtime, commit }: PageParts): InlinedPage {
  const page = files.find(({ path }) => path === pagePath);
  if (page === undefined) {
    const next = 'Add index.html to the folder, or name the folder that your build writes.';
    throw new ActionError('The folder has no index.html, so there is no page to make.', {
      code: 'no_page',
      next,
    });
  }
  const carried = files.filter(({ path }) => path !== pagePath && path !== promptPath);
  const folder: Folder = new Map(carried.map((file) => [file.path, file]));
  const source = page.content.toString().replace(/^\ufeff/, '');
  const tags = [...readTags(source)];
  // With a <base> that leads elsewhere, the addresses of the page do not lead to the folder.
  const isBased = tags.some((tag) => findBase(tag) !== null);
  const missing = [
    ...listMissing(source, files),
    ...(tags.some(isPolicy) ? ['its Content-Security-Policy'] : []),
    ...(isBased ? ['files, because of its <base href>'] : []),
  ];
  // A doctype that a script writes has no effect.
  const doctype = findDoctype(source);
  const edits = isBased ? [] : tags.flatMap((tag) => editTag(tag, folder));
  const config = {
    label: describePage(commit, missing),
    attributes: [...urlAttributes],
    // The script joins the page's import maps to its own.
    imports: tags.filter(isImportMap).map(({ text }) => text?.text ?? ''),
    page: { content: source, edits: [replace(doctype, ''), ...edits, ...listPauses(tags)] },
    files: carried.map((file) => describeFile(file, folder)),
  };
  // The text of a file must not end the script element or begin another.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const shared = Object.entries({ scanStyle, scanSrcset, unescapeCss, applyEdits }).map(
    ([name, part]) => `const ${name} = ${part};\n`,
  );
  const script = `(function start(config) {\n'use strict';\n${shared.join('')}${runtime}\n})(${json});`;
  // Nothing else of the page stands before the mark, which a later run looks for at the start of the file.
  const head = `${doctype.text}<meta charset="utf-8"><meta name="generator" content="${generator}">`;
  const html = `${head}<noscript>This page needs JavaScript.</noscript><script>${script}</script>`;
  assertPageSize(files, Buffer.byteLength(html));
  return { html, missing };
}

/** The doctype of a page, which may stand behind comments; empty where it has none. */
function findDoctype(html: string): Piece {
  const part = /\s*(?:<!--[\s\S]*?-->|(<!doctype[^>]*>))/iy;
  let match = part.exec(html);
  while (match !== null && match[1] === undefined) match = part.exec(html);
  const text = match?.[1] ?? '';
  return { text, offset: part.lastIndex - text.length };
}

const textType = /^text\/|[/+](?:json|xml|javascript)$/;
const scriptType = /\bjavascript$/;
const pageType = /^text\/html$/;

/** The files that a page carries, by their paths. */
type Folder = ReadonlyMap<string, PageFile>;

/** A script that removes itself. */
const pause = '<script src="data:text/javascript,document.currentScript.remove()"></script>';

/**
 * Browsers run a script without an address at once where another script writes it, and not after
 * the styles before it have loaded. A script with an address does wait for them, so one is put
 * before each of the others.
 */
function listPauses(tags: readonly Tag[]): readonly FileEdit[] {
  const first =
    tags.find(({ name }) => name === 'link' || name === 'style')?.offset ??
    Number.POSITIVE_INFINITY;
  const scripts = tags.filter(({ name, attributes, offset }) => {
    return name === 'script' && !attributes.has('src') && offset > first;
  });
  return scripts.map(({ offset }) => insert(pause, offset));
}

/** What becomes of one element of the page. */
function editTag(tag: Tag, folder: Folder): readonly FileEdit[] {
  const { name, attributes, text } = tag;
  const set = (attribute: string, value: string): readonly FileEdit[] => {
    const written = attributes.get(attribute);
    return written === undefined ? [] : [replace(written, value)];
  };
  if (isImportMap(tag)) return set('type', 'text/plain');
  const isAhead = name === 'link' && /^(?:(?:module)?preload|prefetch)$/.test(readWord(tag, 'rel'));
  const isStyle = readWord(tag, 'as') === 'style' && attributes.has('onload');
  // All files are here, so nothing is loaded ahead. A style that is preloaded and then switched on becomes a plain one.
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

function editReference(tag: Tag, reference: Reference, folder: Folder): readonly FileEdit[] {
  const { text, address, offset } = reference;
  const target = findTarget(address, pagePath);
  // An address that begins with `/` leads out of the app, as it does at the service.
  const file = target?.relative === null ? folder.get(target.path) : undefined;
  // In a file on disk `//` would mean a path on that disk.
  if (file === undefined) return address.startsWith('//') ? [insert('https:', offset)] : [];
  // A page in a frame would need its own files inlined.
  if (tag.name === 'iframe' && pageType.test(file.type)) return [replace(reference, 'about:blank')];
  const edit = { ...replace(reference, /#[^#]*$/.exec(text)?.[0] ?? ''), target: file.path };
  const attribute = [...tag.attributes].find(
    ([, value]) => value.offset === offset && value.text === text,
  )?.[0];
  if (attribute === undefined) return [edit];
  // Scripts that read the attribute get the address as it was written.
  const written = text.replaceAll('"', '&quot;').replaceAll('>', '&gt;');
  return [edit, insert(` data-miniapp-${attribute}="${written}"`, tag.nameEnd)];
}

function editScriptText({ text, offset }: Piece, folder: Folder): readonly FileEdit[] {
  const edits = listScriptEdits(text, pagePath, (path) => folder.has(path));
  return edits.map((edit) => ({ ...edit, start: edit.start + offset, end: edit.end + offset }));
}

function replace({ text, offset }: Piece, by: string): FileEdit {
  return { start: offset, end: offset + text.length, text: by, target: null };
}

function insert(text: string, offset: number): FileEdit {
  return { start: offset, end: offset, text, target: null };
}

/** The value of an attribute that holds a keyword. */
function readWord({ attributes }: Tag, attribute: string): string {
  return attributes.get(attribute)?.text.trim().toLowerCase() ?? '';
}

function isImportMap(tag: Tag): boolean {
  return tag.name === 'script' && readWord(tag, 'type') === 'importmap';
}

function isPolicy(tag: Tag): boolean {
  return tag.name === 'meta' && readWord(tag, 'http-equiv').startsWith('content-security-policy');
}

/** What the page says of itself, at its edge. */
function describePage(commit: string, missing: readonly string[]): string {
  const from = commit === '' ? '' : ` of commit ${commit.slice(0, 7)}`;
  return `Preview${from}${missing.length === 0 ? '' : `, without: ${missing.join('; ')}`}`;
}

/** Names what of the app does not work in one file. */
function listMissing(html: string, files: readonly PageFile[]): readonly string[] {
  const pages = files
    .filter(({ path, type }) => path !== pagePath && pageType.test(type))
    .map(({ path }) => path);
  const scripts = files
    .filter(({ type }) => scriptType.test(type))
    .map(({ content }) => content.toString());
  const worker = [html, ...scripts].some((text) =>
    /\bserviceWorker\s*(?:\?\.|\.)\s*register\b/.test(text),
  );
  return [
    ...(files.some(({ path }) => path === promptPath) ? ['the assistant'] : []),
    ...(pages.length === 0 ? [] : [`other pages (${listNames(pages)})`]),
    ...(worker ? ['its service worker'] : []),
  ];
}

/**
 * A file as the script in the page gets it: its content as text or base64, and the edits of a
 * script.
 */
function describeFile(file: PageFile, folder: Folder) {
  const { path, type, content } = file;
  if (!isText(file))
    return {
      path,
      type,
      isBase64: true,
      content: content.toString('base64'),
      edits: [],
      exports: [],
    };
  const text = content.toString();
  const edits = scriptType.test(type)
    ? listScriptEdits(text, path, (each) => folder.has(each))
    : [];
  return {
    path,
    type,
    isBase64: false,
    content: text,
    edits,
    exports: edits.length > 0 ? listExports(text) : [],
  };
}

function isText({ type, content }: PageFile): boolean {
  return textType.test(type) && isUtf8(content);
}

/**
 * Throws ActionError `page_too_large` for more bytes than a page may have, and names the largest
 * files.
 */
export function assertPageSize(
  files: readonly Pick<PackedFile, 'path' | 'bytes'>[],
  bytes: number,
): void {
  if (bytes <= maxPageBytes) return;
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxNamedFiles);
  const named = largest.map((file) => `${file.path} (${formatBytes(file.bytes)})`).join(', ');
  const message = `The page would have ${formatBytes(bytes)}, and may have ${formatBytes(maxPageBytes)}. The largest files: ${named}.`;
  const next = 'Make them smaller, or exclude those that the page does not use.';
  throw new ActionError(message, { code: 'page_too_large', next });
}
