import { posix } from 'node:path';
import { lookup } from 'mrmime';

/** Pictures, fonts, sounds and videos of the web that the library does not have, because their types are vendor or `x-` ones. */
const moreTypes: ReadonlyMap<string, string> = new Map([
  ['avi', 'video/x-msvideo'],
  ['cur', 'image/x-icon'],
  ['eot', 'application/vnd.ms-fontobject'],
  ['flac', 'audio/flac'],
  ['ico', 'image/x-icon'],
  ['m4v', 'video/mp4'],
  ['mkv', 'video/x-matroska'],
]);

/**
 * Tells a file's media type, without parameters, from the end of its name; `application/octet-stream` when that tells nothing.
 *
 * `.ts` and `.mts` are both TypeScript and MPEG transport streams: readable text is taken for the former, as `text/plain`.
 */
export function toMediaType(path: string, isUtf8: boolean): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  // The library reads a plain object: `constructor` and `__proto__` find what is no string.
  const found: unknown = moreTypes.get(extension) ?? lookup(extension);
  if (typeof found !== 'string') return 'application/octet-stream';
  return found === 'video/mp2t' && isUtf8 ? 'text/plain' : found;
}
