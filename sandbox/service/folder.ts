import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { lookup } from 'mrmime';
import type { Assumptions } from './assumptions.ts';
import { encodePictureAgain } from './pictures.ts';
import { isRecord, type Json, partOf, type Reader, takeText } from './readers.ts';

/**
 * The files of an app by path, as the service shows them: text as it is; pictures, fonts and sounds
 * as `data:` URLs.
 */
export type Folder = ReadonlyMap<string, string>;

export const fileNames = {
  page: 'index.html',
  service: 'service.json',
  prompt: 'instructions.md',
} as const;

/** The fields of a create or an update (service document, "Endpoints"). */
export const draftFields = ['name', 'tagline', 'color', 'system_prompt', 'html'] as const;

/** The draft's fields as they were sent. */
export interface DraftFields {
  readonly name?: string;
  readonly tagline?: string;
  readonly color?: string;
  readonly system_prompt?: string;
  readonly html?: string;
  /** Only in the earlier form of the API. */
  readonly icon?: string;
}

/** The color of an app without one. */
export const defaultColor = '#5b6472';

/** The page of an app that was created without `html`. */
export const starterPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Mini app</title>
  </head>
  <body>
    <p>This mini app has no page yet.</p>
  </body>
</html>
`;

/** The fields of the app object that are stored in its folder. */
export interface AppFields {
  readonly name: string;
  readonly tagline: string;
  readonly color: string;
  readonly icon: string;
  readonly logo: string;
  readonly system_prompt: string;
  readonly html: string;
}

/**
 * Reads the app's fields from its folder. A missing field is an empty text; `color` has a default.
 */
export function readFields(folder: Folder): AppFields {
  const service = parseService(folder);
  return {
    name: readKey(service, 'name'),
    tagline: readKey(service, 'tagline'),
    color: readKey(service, 'color') || defaultColor,
    icon: readKey(service, 'icon'),
    logo: readKey(service, 'logo'),
    system_prompt: folder.get(fileNames.prompt) ?? '',
    html: folder.get(fileNames.page) ?? '',
  };
}

function readKey(service: Json, key: string): string {
  const value = service[key];
  return typeof value === 'string' ? value : '';
}

/** Returns the folder with these fields in their files. Unknown keys of service.json are kept. */
export function writeFields(folder: Folder, fields: DraftFields): Folder {
  const { html, system_prompt: prompt, ...keys } = fields;
  const result = new Map(folder);
  if (html !== undefined) result.set(fileNames.page, html);
  if (prompt !== undefined) result.set(fileNames.prompt, prompt);
  const before = parseService(folder);
  // Fields that change nothing leave the file as it was sent.
  if (Object.entries(keys).some(([key, value]) => before[key] !== value)) {
    const service = { ...before, ...keys };
    result.set(fileNames.service, `${JSON.stringify(service, null, 2)}\n`);
  }
  return result;
}

/** Reads these fields of a body. Throws a 400 for one that is not a text, and ignores others. */
export function takeFields(body: Json, names: readonly (keyof DraftFields)[]): DraftFields {
  const fields: Partial<Record<keyof DraftFields, string>> = {};
  for (const name of names) {
    if (body[name] !== undefined) fields[name] = takeText(body[name], name);
  }
  return fields;
}

/** Reads the fields of an edit by somebody else. An unknown field is an error. */
export const takeEdit: Reader<DraftFields> = partOf({
  name: takeText,
  tagline: takeText,
  color: takeText,
  system_prompt: takeText,
  html: takeText,
});

/** The fields that somebody else changes by default. */
export const defaultEdit: DraftFields = { tagline: 'Edited by somebody else' };

/**
 * Returns true if a file is a picture, font, sound or video. The service shows it as a `data:`
 * URL.
 */
export function isMedia(path: string): boolean {
  return /^(image|font|audio|video)\//.test(toMediaType(path));
}

/** Returns true if a file is a picture. */
export function isPicture(path: string): boolean {
  return toMediaType(path).startsWith('image/');
}

/** Returns true if a content is a `data:` URL in strict base64 or percent-encoded. */
export function isDataUrl(content: string): boolean {
  return decodeDataUrl(content) !== null;
}

/**
 * Returns a file's content in the one form that the service shows, so that equal files are equal
 * strings. A picture becomes a `data:` URL with the media type of its path. Any other file becomes
 * the text that was sent or that its `data:` URL contains; it stays a `data:` URL only if its bytes
 * are not UTF-8. A second call changes nothing, unless the text is itself a `data:` URL.
 */
export function normalizeContent(path: string, content: string): string {
  const bytes = decodeDataUrl(content);
  if (isMedia(path)) return toDataUrl(path, bytes ?? Buffer.from(content));
  if (bytes === null) return content;
  return isUtf8(bytes) ? bytes.toString() : toDataUrl(path, bytes);
}

/** Returns a file's content as a deploy sends it: a text, or a `data:` URL. */
export function toSentContent(path: string, bytes: Buffer): string {
  const isText = !isMedia(path) && isUtf8(bytes);
  return isText ? bytes.toString() : toDataUrl(path, bytes);
}

/** Returns a folder of normalized contents as the service stores it under these assumptions. */
export function toStoredFolder(folder: Folder, assumptions: Assumptions): Folder {
  const stored = new Map<string, string>();
  for (const [path, content] of folder) {
    stored.set(path, toStoredText(path, content, assumptions));
  }
  const html = stored.get(fileNames.page);
  if (assumptions.rewrites === 'html' && html !== undefined && !html.endsWith(servedBy)) {
    stored.set(fileNames.page, html + servedBy);
  }
  if (assumptions.rewrites === 'service_json') rewriteService(stored);
  return stored;
}

const servedBy = '<!-- kept by the sandbox -->\n';

function toStoredText(path: string, content: string, assumptions: Assumptions): string {
  if (assumptions.rewrites === 'pictures' && isPicture(path)) {
    return toDataUrl(path, encodePictureAgain(toContent(path, content).bytes));
  }
  if (isMedia(path)) return content;
  let text = content;
  if (assumptions.byte_order_mark === 'removed') text = text.replace(/^\uFEFF/, '');
  if (assumptions.line_ends === 'lf') text = text.replaceAll('\r\n', '\n');
  return text;
}

function rewriteService(stored: Map<string, string>): void {
  const service = parseService(stored);
  if (Object.keys(service).length === 0) return;
  const color = service['color'];
  const lowered = typeof color === 'string' ? { ...service, color: color.toLowerCase() } : service;
  stored.set(fileNames.service, JSON.stringify(lowered, null, 1));
}

/** Returns the `files` of a single read. */
export function listFiles(
  folder: Folder,
  assumptions: Assumptions,
): Readonly<Record<string, string>> {
  const shown: [path: string, content: string][] = [];
  for (const [path, content] of folder) {
    const isListed = assumptions.listed_files === 'all' || isDocumentedKey(path);
    if (isListed) shown.push([path, showFile(path, content, assumptions)]);
  }
  if (assumptions.own_file === 'yes') {
    const path = 'assets/made-by-the-service.json';
    shown.push([path, showFile(path, '{}', assumptions)]);
  }
  return Object.fromEntries(shown);
}

/** Returns true if the service document names this key of `files`. */
function isDocumentedKey(path: string): boolean {
  return path === fileNames.service || path === fileNames.page || path.startsWith('assets/');
}

function showFile(path: string, content: string, assumptions: Assumptions): string {
  if (assumptions.shown_svg === 'text' && path.endsWith('.svg')) {
    return toContent(path, content).bytes.toString();
  }
  if (assumptions.shown_text === 'data_url' && !isDataUrl(content)) {
    return toDataUrl(path, Buffer.from(content));
  }
  return content;
}

/** Returns `html` of a single read: the page as it runs, which may differ from the file. */
export function showPage(html: string, form: Assumptions['shown_html']): string {
  switch (form) {
    case 'file':
      return html;
    case 'nonce': {
      const nonce = randomBytes(9).toString('base64url');
      return html.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);
    }
    case 'banner':
      return html.replace(/<body[^>]*>|$/i, '$&<aside>Served by the sandbox</aside>');
  }
}

/** A file as a browser gets it. */
export interface Content {
  readonly bytes: Buffer<ArrayBuffer>;
  /** The media type, with the charset if it is a text. */
  readonly type: string;
}

/** Returns the bytes and the media type of a file whose content is normalized. */
export function toContent(path: string, content: string): Content {
  const bytes = decodeDataUrl(content);
  // A text may itself look like a `data:` URL. A file that is not media is stored as a `data:` URL
  // only if its bytes are not UTF-8.
  const isText = bytes === null || (!isMedia(path) && isUtf8(bytes));
  if (isText) return { bytes: Buffer.from(content), type: toTextType(path) };
  return { bytes, type: toMediaType(path) };
}

const dataUrlHead = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[\w.+-]+)*)(;base64)?,/;
const maxHeadLength = 256;

function decodeDataUrl(content: string): Buffer<ArrayBuffer> | null {
  const match = dataUrlHead.exec(content.slice(0, maxHeadLength));
  if (match === null) return null;
  const payload = content.slice(match[0].length);
  const isBase64 = match[3] !== undefined;
  if (!isBase64) return decodePercent(payload);
  const bytes = Buffer.from(payload, 'base64');
  return bytes.toString('base64') === payload ? bytes : null;
}

/** Decodes `%` and two hexadecimal digits; anything else stands for itself. */
function decodePercent(payload: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(payload).toString('latin1');
  const plain = bytes.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

function toDataUrl(path: string, bytes: Buffer): string {
  return `data:${toMediaType(path)};base64,${bytes.toString('base64')}`;
}

function toMediaType(path: string): string {
  // The table of media types takes .ts for a video format.
  if (/\.[cm]?ts$/i.test(path)) return 'text/plain';
  // The table of media types is a plain object, so an ending such as "constructor" would find a
  // function.
  const type: unknown = lookup(path);
  return typeof type === 'string' ? type : 'application/octet-stream';
}

function toTextType(path: string): string {
  const type = toMediaType(path);
  if (type === 'application/octet-stream') return 'text/plain; charset=utf-8';
  const hasCharset = type.startsWith('text/') || /[/+](json|xml)$/.test(type);
  return hasCharset ? `${type}; charset=utf-8` : type;
}

/** Returns the keys of service.json, or an empty object if it is not a JSON object. */
function parseService(folder: Folder): Json {
  const text = (folder.get(fileNames.service) ?? '').replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
