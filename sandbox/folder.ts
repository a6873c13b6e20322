import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { lookup } from 'mrmime';
import type { Assumptions } from './assumptions.ts';
import { isRecord, type Json, objectOf, type Reader, takeText } from './request.ts';

/**
 * Files of an app by path, each as the service shows it: text as it is, pictures, fonts and sounds
 * as `data:` URLs.
 */
export type Folder = ReadonlyMap<string, string>;

/** The fields that a caller may send to create or update an app (service document, "Endpoints"). */
export const draftFields = ['name', 'tagline', 'color', 'system_prompt', 'html'] as const;
/** Any of the draft's fields, as sent; `icon` is of the earlier form. */
export type DraftFields = Readonly<Partial<Record<(typeof draftFields)[number] | 'icon', string>>>;

const files = { page: 'index.html', service: 'service.json', prompt: 'instructions.md' } as const;
const defaultColor = '#5b6472';
const dataHead = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[\w.+-]+)*)(;base64)?,/;
const maxHead = 256;

/**
 * The page of an app that was created without `html`, so that its address shows something from the
 * first minute.
 */
export const starterPage =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n    <title>Mini app</title>\n  </head>\n' +
  '  <body>\n    <p>This mini app has no page yet.</p>\n  </body>\n</html>\n';

/**
 * Reads the app object's fields from its folder. A field that is not there is an empty string, a
 * colour the default.
 */
export function readFields(folder: Folder) {
  const service = parseService(folder);
  return {
    name: readText(service, 'name'),
    tagline: readText(service, 'tagline'),
    color: readText(service, 'color') || defaultColor,
    icon: readText(service, 'icon'),
    logo: readText(service, 'logo'),
    system_prompt: folder.get(files.prompt) ?? '',
    html: folder.get(files.page) ?? '',
  };
}

/**
 * The folder with these fields in their files; service.json is written anew for its own, and keys
 * that nobody knows stay.
 */
export function writeFields(folder: Folder, fields: DraftFields): Folder {
  const result = new Map(folder);
  const { html, system_prompt: prompt, ...keys } = fields;
  if (html !== undefined) result.set(files.page, html);
  if (prompt !== undefined) result.set(files.prompt, prompt);
  if (Object.keys(keys).length > 0) {
    result.set(files.service, `${JSON.stringify({ ...parseService(folder), ...keys }, null, 2)}\n`);
  }
  return result;
}

/**
 * Takes the draft's fields that were sent. A field of another type gives 400; unknown fields are
 * ignored.
 */
export function takeFields(
  body: Json,
  names: readonly (keyof DraftFields)[] = draftFields,
): DraftFields {
  return Object.fromEntries(
    names.flatMap((field) =>
      body[field] === undefined ? [] : [[field, takeText(body[field], field)]],
    ),
  );
}

/** Takes the fields of the draft that somebody else writes. An unknown field is an error. */
export const takeEdit: Reader<DraftFields> = objectOf<DraftFields>(
  Object.fromEntries(draftFields.map((field) => [field, takeText])),
);
/** What somebody else writes where nothing else is said. */
export const defaultEdit: DraftFields = { tagline: 'Edited by somebody else' };

/**
 * Tells whether a path names a picture, font, sound or film, which the service shows as a `data:`
 * URL.
 */
export function isMedia(path: string): boolean {
  return /^(image|font|audio|video)\//.test(readType(path));
}

/** Tells whether a path names a picture, which a logo has to be. */
export function isPicture(path: string): boolean {
  return readType(path).startsWith('image/');
}

/**
 * Tells whether a content as it was sent is a `data:` URL: in strict base64, or percent-encoded.
 */
export function isDataUrl(content: string): boolean {
  return decodeDataUrl(content) !== null;
}

/**
 * Brings a file's content into the one form that the service shows, so that equal files are equal
 * strings: a picture is a `data:` URL of its own type, whichever way it came; any other file is the
 * text that was sent or that a `data:` URL decodes to, and stays a `data:` URL only if its bytes
 * are not UTF-8. Doing so twice changes nothing, but for a text that is a `data:` URL in a `data:`
 * URL.
 */
export function normalizeContent(path: string, content: string): string {
  const bytes = decodeDataUrl(content);
  if (isMedia(path)) return toDataUrl(path, bytes ?? Buffer.from(content));
  if (bytes === null) return content;
  return isUtf8(bytes) ? bytes.toString() : toDataUrl(path, bytes);
}

/**
 * Gives a file's content as a deploy sends it: text, or a `data:` URL of a picture, font, sound or
 * what is no text.
 */
export function toSentContent(path: string, bytes: Buffer): string {
  return isMedia(path) || !isUtf8(bytes) ? toDataUrl(path, bytes) : bytes.toString();
}

/**
 * Gives a folder of normalized contents as the service keeps it: its texts changed where that is
 * assumed.
 */
export function toStoredFolder(folder: Folder, form: Assumptions): Folder {
  const stored = new Map(
    [...folder].map(([path, content]) => [path, toStoredText(path, content, form)]),
  );
  const html = stored.get(files.page);
  if (form.rewrites === 'html' && html !== undefined && !html.endsWith(servedBy))
    stored.set(files.page, html + servedBy);
  const service = parseService(stored);
  if (form.rewrites !== 'service_json' || Object.keys(service).length === 0) return stored;
  return stored.set(files.service, JSON.stringify({ ...service, ...lowerColor(service) }, null, 1));
}

const servedBy = '<!-- kept by the sandbox -->\n';

function toStoredText(path: string, content: string, form: Assumptions): string {
  if (isMedia(path)) return content;
  const text = form.byte_order_mark === 'removed' ? content.replace(/^\uFEFF/, '') : content;
  return form.line_ends === 'lf' ? text.replaceAll('\r\n', '\n') : text;
}

function lowerColor({ color }: Json): Json {
  return typeof color === 'string' ? { color: color.toLowerCase() } : {};
}

/** Gives the `files` of a single read. */
export function listFiles(folder: Folder, form: Assumptions): Readonly<Record<string, string>> {
  const isListed = (path: string): boolean =>
    form.listed_files === 'all' ||
    path === files.service ||
    path === files.page ||
    path.startsWith('assets/');
  const all =
    form.own_file === 'yes'
      ? [...folder, ['assets/made-by-the-service.json', '{}'] as const]
      : [...folder];
  const shown = all
    .filter(([path]) => isListed(path))
    .map(([path, text]) => [path, showFile(path, text, form)] as const);
  return Object.fromEntries(shown);
}

function showFile(
  path: string,
  content: string,
  { shown_text: text, shown_svg: svg }: Assumptions,
): string {
  if (svg === 'text' && path.endsWith('.svg')) return toContent(path, content).bytes.toString();
  return text === 'data_url' && !isDataUrl(content)
    ? toDataUrl(path, Buffer.from(content))
    : content;
}

/** Gives the page as it runs, which may differ from the file. */
export function showPage(html: string, form: Assumptions['shown_html']): string {
  if (form === 'nonce')
    return html.replaceAll(
      /<script(?=[\s>])/gi,
      `<script nonce="${randomBytes(9).toString('base64url')}"`,
    );
  return form === 'banner'
    ? html.replace(/<body[^>]*>|$/i, '$&<aside>Served by the sandbox</aside>')
    : html;
}

/**
 * Gives the bytes that a browser gets for a normalized content, and their media type, with the
 * charset where it is text.
 */
export function toContent(path: string, content: string) {
  const bytes = decodeDataUrl(content);
  // What is kept as a `data:` URL under a text's name is what no text can hold; a text may still look like one.
  const isText = bytes === null || (!isMedia(path) && isUtf8(bytes));
  return isText
    ? { bytes: Buffer.from(content), type: addCharset(readType(path)) }
    : { bytes, type: readType(path) };
}

function decodeDataUrl(content: string): Buffer<ArrayBuffer> | null {
  const [head, , , isBase64] = dataHead.exec(content.slice(0, maxHead)) ?? [];
  if (head === undefined) return null;
  const payload = content.slice(head.length);
  if (isBase64 === undefined) return decodePercent(payload);
  const bytes = Buffer.from(payload, 'base64');
  return bytes.toString('base64') === payload ? bytes : null;
}

/** Whatever is not `%` and two hexadecimal digits stands for itself. */
function decodePercent(payload: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(payload).toString('latin1');
  const plain = bytes.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

function toDataUrl(path: string, bytes: Buffer): string {
  return `data:${readType(path)};base64,${bytes.toString('base64')}`;
}

/**
 * The table of types is a plain object, in which names such as `constructor` find what is no type
 * at all.
 */
function readType(path: string): string {
  // To the table .ts is a film.
  if (/\.[cm]?ts$/i.test(path)) return 'text/plain';
  const type: unknown = lookup(path);
  return typeof type === 'string' ? type : 'application/octet-stream';
}

function addCharset(type: string): string {
  if (type === 'application/octet-stream') return 'text/plain; charset=utf-8';
  return type.startsWith('text/') || /[/+](json|xml)$/.test(type) ? `${type}; charset=utf-8` : type;
}

/** The keys of `service.json`, without its byte order mark; none where it is no JSON object. */
function parseService(folder: Folder): Json {
  try {
    const value: unknown = JSON.parse((folder.get(files.service) ?? '').replace(/^\uFEFF/, ''));
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function readText(service: Json, key: string): string {
  const value = service[key];
  return typeof value === 'string' ? value : '';
}
