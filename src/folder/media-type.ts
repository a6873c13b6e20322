import { posix } from 'node:path';
import { lookup } from 'mrmime';

/**
 * Types that mrmime lacks: pictures, fonts, sounds and videos of the web with vendor or `x-` types,
 * and one extension of TypeScript.
 */
const moreTypes: ReadonlyMap<string, string> = new Map([
  ['avi', 'video/x-msvideo'],
  ['cts', 'text/plain'],
  ['cur', 'image/x-icon'],
  ['eot', 'application/vnd.ms-fontobject'],
  ['flac', 'audio/flac'],
  ['ico', 'image/x-icon'],
  ['m4v', 'video/mp4'],
  ['mkv', 'video/x-matroska'],
]);

/**
 * Returns the media type of a file, without parameters, by its extension;
 * `application/octet-stream` if the extension is unknown.
 *
 * `.ts` and `.mts` are extensions of both TypeScript and MPEG transport streams: text is taken for
 * TypeScript and becomes `text/plain`.
 */
export function toMediaType(path: string, isText: boolean): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  // mrmime looks extensions up in a plain object, so `constructor` and `__proto__` return something
  // that is not a string.
  const found: unknown = moreTypes.get(extension) ?? lookup(extension);
  if (typeof found !== 'string') return 'application/octet-stream';
  return found === 'video/mp2t' && isText ? 'text/plain' : found;
}
