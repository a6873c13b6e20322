import { isUtf8 } from 'node:buffer';
import { pagePath, promptPath } from '../../src/app/app.ts';
import { ActionError } from '../../src/errors.ts';
import { formatBytes, listNames } from '../../src/text/format.ts';
import { scanSrcset, scanStyle, unescapeCss } from '../../src/web/addresses.ts';
import {
  findBase,
  findTarget,
  listTagReferences,
  type Piece,
  type Reference,
  readKeyword,
  readTags,
  type Tag,
} from '../../src/web/html.ts';
import { loadingElements } from '../files/loading-elements.ts';
import { applyEdits, type FileEdit, listExports, listScriptEdits } from '../files/script-edits.ts';

/** A file of the app folder, with its content. */
interface PageFile extends SizedFile {
  /** Media type without parameters. */
  readonly type: string;
  readonly content: Buffer;
}

/** A file of the app folder, and its size in bytes. */
interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

interface PageParts {
  readonly files: readonly PageFile[];
  /** The scripts that run in the page before all others: intercept.js, then runtime.js. */
  readonly runtime: string;
  /** The commit of the files; empty if it is not known. */
  readonly commit: string;
}

/** One file that is the whole app. */
interface InlinedPage {
  readonly html: string;
  /** The parts of the app that are missing, such as `the assistant`. */
  readonly missing: readonly string[];
}

/** The files that a page carries, by their paths. */
type Folder = ReadonlyMap<string, PageFile>;

/** Largest page, in bytes: browsers still open it at once, and a pull request can carry it. */
const maxPageBytes = 25_000_000;
/** The number of files that an error names. */
const maxNamedFiles = 5;
/** The mark of the pages that this command makes, which a later run may replace. */
export const generator = 'miniapp-deploy page';

const textType = /^text\/|[/+](?:json|xml|javascript)$/;
const scriptType = /\bjavascript$/;
const pageType = /^text\/html$/;

/**
 * Makes one file of an app: a script that holds all files, writes the page with their addresses in
 * it, and answers the requests of the app's scripts for relative addresses. Throws ActionError
 * `no_page` or `page_too_large`.
 */
export function inlinePage(parts: PageParts): InlinedPage {
  const { files } = parts;
  const source = readPage(files);
  const carried = files.filter((file) => file.path !== pagePath && file.path !== promptPath);
  const folder: Folder = new Map(carried.map((file) => [file.path, file]));
  const tags = [...readTags(source)];
  // With a <base> that leads elsewhere, no address of the page leads to the folder.
  const hasBase = tags.some((tag) => findBase(tag) !== null);
  const missing = listMissing(source, tags, files);
  // A doctype that a script writes has no effect.
  const doctype = findDoctype(source);
  const tagEdits = hasBase ? [] : tags.flatMap((tag) => editTag(tag, folder));
  const config = {
    label: describePage(parts.commit, missing),
    attributes: loadingElements,
    // The script in the page merges these import maps into its own.
    imports: tags.filter(isImportMap).map((tag) => tag.text?.text ?? ''),
    page: { content: source, edits: [replace(doctype, ''), ...tagEdits, ...insertPauses(tags)] },
    files: carried.map((file) => describeFile(file, folder)),
  };
  const script = renderScript(config, parts.runtime);
  // Only the doctype is before the mark, which a later run looks for at the start of the file.
  const head = `${doctype.text}<meta charset="utf-8"><meta name="generator" content="${generator}">`;
  const html = `${head}<noscript>This page needs JavaScript.</noscript><script>${script}</script>`;
  assertPageSize(files, Buffer.byteLength(html));
  return { html, missing };
}

/** Returns the page of the app without a byte-order mark. Throws ActionError `no_page`. */
function readPage(files: readonly PageFile[]): string {
  const page = files.find((file) => file.path === pagePath);
  if (page !== undefined) return page.content.toString().replace(/^\ufeff/, '');
  throw new ActionError('The folder has no index.html, so there is no page to make.', {
    code: 'no_page',
    next: 'Add index.html to the folder, or name the folder that your build writes.',
  });
}

function renderScript(config: object, runtime: string): string {
  // The text of a file must not end the script element, or begin another one.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const functions = Object.entries({ scanStyle, scanSrcset, unescapeCss, applyEdits });
  const shared = functions.map(([name, code]) => `const ${name} = ${code};\n`).join('');
  return `(function start(config) {\n'use strict';\n${shared}${runtime}\n})(${json});`;
}

/**
 * Returns the doctype of a page, which may be behind comments; its text is empty if there is none.
 */
function findDoctype(html: string): Piece {
  const part = /\s*(?:<!--[\s\S]*?-->|(<!doctype[^>]*>))/iy;
  let match = part.exec(html);
  while (match !== null && match[1] === undefined) match = part.exec(html);
  const text = match?.[1] ?? '';
  return { text, offset: part.lastIndex - text.length };
}

/** A script that removes itself. */
const pause = '<script src="data:text/javascript,document.currentScript.remove()"></script>';

/**
 * Inserts a script with `src` before each inline script that follows a style sheet. A browser runs
 * an inline script that another script writes at once, without waiting for the style sheets before
 * it; a script with `src` does wait.
 */
function insertPauses(tags: readonly Tag[]): readonly FileEdit[] {
  const firstStyle = tags.find((tag) => tag.name === 'link' || tag.name === 'style');
  if (firstStyle === undefined) return [];
  const scripts = tags.filter((tag) => tag.name === 'script' && !tag.attributes.has('src'));
  return scripts
    .filter((script) => script.offset > firstStyle.offset)
    .map((script) => insert(pause, script.offset));
}

/** Returns the edits of one element of the page. */
function editTag(tag: Tag, folder: Folder): readonly FileEdit[] {
  if (isImportMap(tag)) return setAttribute(tag, 'type', 'text/plain');
  const edits: FileEdit[] = [];
  const isAhead =
    tag.name === 'link' && /^(?:(?:module)?preload|prefetch)$/.test(readKeyword(tag, 'rel'));
  const isStyle = readKeyword(tag, 'as') === 'style' && tag.attributes.has('onload');
  // The page contains all files, so nothing has to be loaded ahead. A style sheet that is preloaded
  // and then switched on becomes an ordinary one.
  if (isAhead && !isStyle) return setAttribute(tag, 'rel', 'none');
  if (isAhead) edits.push(...setAttribute(tag, 'rel', 'stylesheet'));
  for (const reference of listTagReferences(tag))
    edits.push(...editReference(tag, reference, folder));
  if (tag.name === 'script' && tag.text !== undefined)
    edits.push(...editScriptText(tag.text, folder));
  // A policy or a digest would block files that have moved or changed.
  if (isPolicy(tag)) edits.push(...setAttribute(tag, 'http-equiv', 'none'));
  // A blank that is escaped is also valid as the value of an attribute without quotes.
  edits.push(...setAttribute(tag, 'integrity', '&#32;'));
  return edits;
}

function setAttribute(tag: Tag, name: string, value: string): readonly FileEdit[] {
  const written = tag.attributes.get(name);
  return written === undefined ? [] : [replace(written, value)];
}

function editReference(tag: Tag, reference: Reference, folder: Folder): readonly FileEdit[] {
  const { text, address, offset } = reference;
  const target = findTarget(address, pagePath);
  // An address that begins with `/` leads out of the app, here as in the service.
  const file = target?.relative === null ? folder.get(target.path) : undefined;
  // In a page that is opened from disk, `//` would begin a path on that disk.
  if (file === undefined) return address.startsWith('//') ? [insert('https:', offset)] : [];
  // A page in a frame would need its own files inlined.
  if (tag.name === 'iframe' && pageType.test(file.type)) return [replace(reference, 'about:blank')];
  const fragment = /#[^#]*$/.exec(text)?.[0] ?? '';
  const edit: FileEdit = { ...replace(reference, fragment), target: file.path };
  const attribute = findAttribute(tag, reference);
  if (attribute === null) return [edit];
  // Scripts that read the attribute get the address as it was written.
  const written = text.replaceAll('"', '&quot;').replaceAll('>', '&gt;');
  return [edit, insert(` data-miniapp-${attribute}="${written}"`, tag.nameEnd)];
}

/** Returns the name of the attribute that consists of a reference, or null. */
function findAttribute(tag: Tag, reference: Reference): string | null {
  for (const [name, value] of tag.attributes) {
    if (value.offset === reference.offset && value.text === reference.text) return name;
  }
  return null;
}

function editScriptText(script: Piece, folder: Folder): readonly FileEdit[] {
  const edits = listScriptEdits(script.text, pagePath, (path) => folder.has(path));
  return edits.map((edit) => {
    return { ...edit, start: edit.start + script.offset, end: edit.end + script.offset };
  });
}

function replace(piece: Piece, text: string): FileEdit {
  return { start: piece.offset, end: piece.offset + piece.text.length, text, target: null };
}

function insert(text: string, offset: number): FileEdit {
  return { start: offset, end: offset, text, target: null };
}

function isImportMap(tag: Tag): boolean {
  return tag.name === 'script' && readKeyword(tag, 'type') === 'importmap';
}

function isPolicy(tag: Tag): boolean {
  const header = readKeyword(tag, 'http-equiv');
  return tag.name === 'meta' && header.startsWith('content-security-policy');
}

/** Returns the text of the bar at the edge of the page. */
function describePage(commit: string, missing: readonly string[]): string {
  const from = commit === '' ? '' : ` of commit ${commit.slice(0, 7)}`;
  const without = missing.length === 0 ? '' : `, without: ${missing.join('; ')}`;
  return `Preview${from}${without}`;
}

/** Returns the parts of the app that do not work in one file. */
function listMissing(
  html: string,
  tags: readonly Tag[],
  files: readonly PageFile[],
): readonly string[] {
  const missing: string[] = [];
  if (files.some((file) => file.path === promptPath)) missing.push('the assistant');
  const pages = files.filter((file) => file.path !== pagePath && pageType.test(file.type));
  if (pages.length > 0) missing.push(`other pages (${listNames(pages.map((file) => file.path))})`);
  const scripts = files.filter((file) => scriptType.test(file.type));
  const texts = [html, ...scripts.map((file) => file.content.toString())];
  const hasWorker = texts.some((text) => /\bserviceWorker\s*(?:\?\.|\.)\s*register\b/.test(text));
  if (hasWorker) missing.push('its service worker');
  if (tags.some(isPolicy)) missing.push('its Content-Security-Policy');
  if (tags.some((tag) => findBase(tag) !== null)) missing.push('files, because of its <base href>');
  return missing;
}

/** A file, as the script in the page gets it. */
interface CarriedFile {
  readonly path: string;
  readonly type: string;
  readonly isBase64: boolean;
  /** A text, or base64. */
  readonly content: string;
  /** The edits of a script; see listScriptEdits. */
  readonly edits: readonly FileEdit[];
  /** The names that a script with edits exports. */
  readonly exports: readonly string[];
}

function describeFile(file: PageFile, folder: Folder): CarriedFile {
  const { path, type } = file;
  if (!isText(file)) {
    const content = file.content.toString('base64');
    return { path, type, isBase64: true, content, edits: [], exports: [] };
  }
  const content = file.content.toString();
  const edits = scriptType.test(type)
    ? listScriptEdits(content, path, (each) => folder.has(each))
    : [];
  const exports = edits.length > 0 ? listExports(content) : [];
  return { path, type, isBase64: false, content, edits, exports };
}

function isText(file: PageFile): boolean {
  return textType.test(file.type) && isUtf8(file.content);
}

/**
 * Throws ActionError `page_too_large`, which names the largest files, if there are too many bytes.
 */
export function assertPageSize(files: readonly SizedFile[], bytes: number): void {
  if (bytes <= maxPageBytes) return;
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxNamedFiles);
  const named = largest.map((file) => `${file.path} (${formatBytes(file.bytes)})`).join(', ');
  const size = `The page would have ${formatBytes(bytes)}; the limit is ${formatBytes(maxPageBytes)}.`;
  throw new ActionError(`${size} The largest files: ${named}.`, {
    code: 'page_too_large',
    next: 'Make them smaller, or exclude those that the page does not use.',
  });
}
