/** Reads files that somebody wrote by hand, such as configurations. */
import { readFileSync, statSync } from 'node:fs';

/** The maximum size of a file that somebody wrote by hand, in bytes. */
const maxConfigBytes = 100_000;
/** The maximum size of a file that a program may have written, such as a page, in bytes. */
export const maxWrittenBytes = 16 * 1024 * 1024;

/**
 * Returns a file without the blanks around it; empty if it has more than `maxBytes`, cannot be
 * read, or is a pipe or a device, which may never end.
 */
export function readConfigFile(path: string, maxBytes = maxConfigBytes): string {
  try {
    const stats = statSync(path);
    const isShort = stats.isFile() && stats.size <= maxBytes;
    return isShort ? readFileSync(path, 'utf8').trim() : '';
  } catch {
    return '';
  }
}

const codeOrText =
  /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/g;

/** Removes comments, in which configurations often show what could be set. */
export function removeComments(code: string): string {
  return code.replace(codeOrText, (token) => (/^\/[/*]/.test(token) ? '' : token));
}
