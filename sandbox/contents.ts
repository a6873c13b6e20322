import { isUtf8 } from 'node:buffer';
import { lookup } from 'mrmime';

/** Files of an app by path, each as the service shows it: text as it is, pictures, fonts and sounds as `data:` URLs. */
export type Folder = ReadonlyMap<string, string>;

/** What a browser gets for a file. */
export interface Content {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Media type, with the charset where it is text. */
  readonly type: string;
}

const dataHead = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[\w.+-]+)*);base64,/;
const longestHead = 256;

/** Tells whether a path names a picture, font, sound or film, which the service shows as a `data:` URL. */
export function isMedia(path: string): boolean {
  return /^(image|font|audio|video)\//.test(readType(path));
}

/** Tells whether a path names a picture, which a logo has to be. */
export function isPicture(path: string): boolean {
  return readType(path).startsWith('image/');
}

/**
 * Brings a file's content into the one form that the service shows, so that equal files are equal strings.
 *
 * A picture sent as text becomes a `data:` URL; a text sent as a `data:` URL stays one only if its bytes are not UTF-8
 * (a text may also be a `data:` URL in itself: then it is kept, byte for byte).
 */
export function normalizeContent(path: string, content: string): string {
  const bytes = decodeDataUrl(content);
  if (isMedia(path)) return toDataUrl(path, bytes ?? Buffer.from(content));
  return bytes === null || isUtf8(bytes) ? content : toDataUrl(path, bytes);
}

/** Tells whether a content as it was sent is a `data:` URL in strict base64. */
export function isDataUrl(content: string): boolean {
  return decodeDataUrl(content) !== null;
}

/** Gives the bytes and the type that a browser gets for a content, as sent or normalized. */
export function toContent(path: string, content: string): Content {
  const bytes = isMedia(path) ? decodeDataUrl(content) : decodeBinary(content);
  if (bytes === null) return { bytes: Buffer.from(content), type: addCharset(readType(path)) };
  return { bytes, type: readType(path) };
}

/** Counts the bytes of a content, as sent or normalized, as a browser gets them. */
export function measureContent(path: string, content: string): number {
  return toContent(path, content).bytes.length;
}

function decodeBinary(content: string): Buffer<ArrayBuffer> | null {
  const bytes = decodeDataUrl(content);
  return bytes === null || isUtf8(bytes) ? null : bytes;
}

function decodeDataUrl(content: string): Buffer<ArrayBuffer> | null {
  const head = dataHead.exec(content.slice(0, longestHead))?.[0];
  if (head === undefined) return null;
  const payload = content.slice(head.length);
  const bytes = Buffer.from(payload, 'base64');
  return bytes.toString('base64') === payload ? bytes : null;
}

function toDataUrl(path: string, bytes: Buffer): string {
  return `data:${readType(path)};base64,${bytes.toString('base64')}`;
}

/** The table of types is a plain object, in which names such as `constructor` find what is no type at all. */
function readType(path: string): string {
  const type: unknown = lookup(path);
  return typeof type === 'string' ? type : 'application/octet-stream';
}

function addCharset(type: string): string {
  if (type === 'application/octet-stream') return 'text/plain; charset=utf-8';
  return type.startsWith('text/') || /[/+](json|xml)$/.test(type) ? `${type}; charset=utf-8` : type;
}
