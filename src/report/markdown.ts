import { cutText, toPrintable, toPrintableLines } from '../escape.ts';

/** UTF-16 units of one piece of outside text, unless told otherwise. */
const maxCode = 300;
const maxProse = 2000;

/** What Markdown or HTML could act on wherever it stands in a line. */
const active = /[&<>"`*_[\]\\|~$#@]/g;

/** What could begin a list, a heading or a rule at the start of a line. The text is one line, so that this is the only place. */
const blockStart = /^(?:[-+=]|\d{1,9}[.)])/;

/**
 * Outside text as running text in one line that means nothing but itself, in a paragraph, a table, a list or a quotation.
 *
 * Whatever Markdown or HTML act on is written as a number. GitHub acts on the finished text as well: it looks there for
 * mentions (`@team`), issues (`#12`, `GH-12`), commits, emoji (`:tada:`), addresses and boxes to tick (`[ ]`). A `<wbr>`,
 * which shows nothing and is not copied, parts each of them. Takes linear time.
 */
export function toProse(text: string, limit = maxProse): string {
  const printable = cutText(toPrintable(text), limit).trim();
  return escapeText(printable).replace(blockStart, (start) => start.slice(0, -1) + toNumber(start.slice(-1)));
}

/** Outside text as code in one line that cannot be left: for paths, states, codes. Blank text is said to be empty. */
export function toCode(text: string, limit = maxCode): string {
  const printable = cutText(toPrintable(text), limit);
  return printable.trim() === '' ? '<em>empty</em>' : `<code>${escapeText(printable)}</code>`;
}

/** Text of several lines as a fenced block that no run of backticks in it can close, coloured as a `language`. */
export function toCodeBlock(text: string, language: 'text' | 'diff' = 'text'): string {
  const printable = toPrintableLines(text);
  const longest = (printable.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${printable}\n${fence}`;
}

/** A part that folds; the title is HTML, the body Markdown. Empty without a body. */
export function toDetails(title: string, body: string): string {
  return body === '' ? '' : `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** How many rows of a table are shown at most, and in how many UTF-8 bytes. */
export interface TableLimit {
  readonly items: number;
  readonly bytes: number;
}

/**
 * A table with a row for each entry, as far as the limit goes; the number of the others stands below it. Empty without
 * entries. The cells are Markdown already, and are made only of entries that may be shown.
 */
export function toTable<T>(
  header: readonly string[],
  entries: readonly T[],
  { toCells, limit }: { readonly toCells: (entry: T) => readonly string[]; readonly limit: TableLimit },
): string {
  if (entries.length === 0) return '';
  const rows = entries.slice(0, limit.items).map((entry) => toRow(toCells(entry)));
  const kept = takeTexts(rows, limit.bytes);
  const table = [toRow(header), toRow(header.map(() => '---')), ...kept].join('\n');
  const left = entries.length - kept.length;
  return left === 0 ? table : `${table}\n\n… and ${left} more.`;
}

/** The first texts that fit into a number of UTF-8 bytes, one for the separator of each counted in. */
export function takeTexts(texts: readonly string[], maxBytes: number): readonly string[] {
  let bytes = 0;
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? texts : texts.slice(0, end);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function escapeText(text: string): string {
  return (
    text
      .replace(active, toNumber)
      // Of the marks that are numbers now, those that GitHub looks for in the finished text.
      .replace(/(&#(?:35|64);)(?=\S)/g, '$1<wbr>')
      .replace(/^&#91;/, '$&<wbr>')
      .replace(/:(?=\S)/g, '&#58;<wbr>')
      .replace(/\bGH-(?=\d)/gi, '$&<wbr>')
      .replace(/(\bwww)\./gi, '$1&#46;<wbr>')
      .replace(/[0-9a-f]{6}(?=[0-9a-f])/gi, '$&<wbr>')
  );
}

function toNumber(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
