import { decodeUtf8, LongString } from '../text/json.ts';

/** Strings in JSON that take at least so many bytes are long. */
export const longBytes = 4_096;

/** A JSON text without its long strings. */
interface CutJson {
  readonly text: string;
  /** Returns the value of `text` with a LongString for each long string that is not a name. */
  restore(value: unknown): unknown;
}

const [quote = 0, backslash = 0, colon = 0] = Buffer.from('"\\:');

/**
 * Cuts the long strings out of JSON in UTF-8. Nearly all of an app is contents of files, and
 * `JSON.parse` would copy them twice: as a part of its text, and as values.
 */
export function cutLongStrings(json: Buffer): CutJson {
  const pieces: string[] = [];
  const longStrings: LongString[] = [];
  let start = 0;
  let open = json.indexOf(quote);
  while (open !== -1) {
    const close = findClosingQuote(json, open);
    if (close === -1) break;
    if (close - open > longBytes && !isName(json, close)) {
      pieces.push(decodeUtf8(json.subarray(start, open)));
      longStrings.push(new LongString(json.subarray(open, close + 1)));
      start = close + 1;
    }
    open = json.indexOf(quote, close + 1);
  }
  pieces.push(decodeUtf8(json.subarray(start)));
  if (longStrings.length === 0) return { text: pieces.join(''), restore: (value) => value };
  const mark = chooseMark(pieces);
  const text = pieces.reduce((joined, piece, index) => `${joined}"${mark}${index - 1}"${piece}`);
  return { text, restore: (value) => restore(value, mark, longStrings) };
}

/** Returns the index of the quote that closes a string; -1 if the JSON ends before. */
function findClosingQuote(json: Buffer, open: number): number {
  const first = json.indexOf(quote, open + 1);
  if (json[first - 1] !== backslash) return first;
  let at = open + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at < json.length ? at : -1;
}

/** Returns true if the string that ends at an index is the name of a member of an object. */
function isName(json: Buffer, close: number): boolean {
  let at = close + 1;
  while (/[ \t\r\n]/.test(String.fromCharCode(json[at] ?? 0))) at += 1;
  return json[at] === colon;
}

/**
 * Returns a text that none of the pieces contains: with a number, it stands for a long string. It
 * has only letters, which nobody escapes in JSON.
 */
function chooseMark(pieces: readonly string[]): string {
  let mark = 'LongString';
  while (pieces.some((piece) => piece.includes(mark))) mark += 'x';
  return mark;
}

function restore(value: unknown, mark: string, longStrings: readonly LongString[]): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? longStrings[Number(value.slice(mark.length))] : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => restore(entry, mark, longStrings));
  const entries = Object.entries(value).map(([name, inner]) => {
    return [name, restore(inner, mark, longStrings)];
  });
  return Object.fromEntries(entries);
}
