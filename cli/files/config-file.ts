/** Reads files that somebody wrote by hand, such as configurations. */
import { readFileSync, statSync } from 'node:fs';

/** Longer files are not read: nobody writes a configuration that long. */
const maxConfigBytes = 100_000;

/** Returns a file that somebody wrote by hand; empty if it is longer, or cannot be read. */
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
