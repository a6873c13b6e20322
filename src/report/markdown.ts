import { cutText, toPrintable, toPrintableLines } from './text.ts';

/** What Markdown or HTML could act on, in running text and in tables. */
const active = /[&<>"`*_[\]\\|!#@:.~$^{}+]/g;

/** A word that is a word in every reading: letters, or a number; nothing to link, mention, mark up or look up. */
const word = /^[("“]?(?:\p{L}+(?:['’-]\p{L}+)*[.]?[)"”]?[,.;:!?]?|\(?\d{1,6}(?:\.\d)?[,;:]?|\(\d{1,6}\)[,.;:]?)$/u;

/** A number that ends a bracket: at the start of a line it would begin a list. */
const lastNumber = /^\d{1,6}(?:\.\d)?\)[,.;:]?$/;

/** UTF-16 units of one piece of outside text in running text, unless told otherwise. */
const usualLimit = 300;

/**
 * Outside text as code in one line that cannot be left: in running text, in tables and inside HTML alike.
 * Everything active is written as a number, an address after `@` does not become a link.
 */
export function toCode(text: string, limit = usualLimit): string {
  const printable = cutText(toPrintable(text), limit);
  return printable.trim() === '' ? '<em>empty</em>' : `<code>${escapeActive(printable)}</code>`;
}

/**
 * A sentence as running text in which every stretch of anything but plain words and numbers stands in code.
 * For sentences that are ours with outside text inside them, such as a failure's message.
 */
export function toProse(sentence: string, limit = 2000): string {
  const words = cutText(toPrintable(sentence), limit)
    .split(' ')
    .filter((part) => part !== '');
  const stretches: { plain: boolean; words: string[] }[] = [];
  for (const part of words) {
    const last = stretches.at(-1);
    const isNumber = last !== undefined && lastNumber.test(part);
    const plain = isNumber || word.test(part) || part === '…' || part === '→' || part === '–';
    if (last?.plain === plain) {
      last.words.push(part);
    } else {
      stretches.push({ plain, words: [part] });
    }
  }
  return stretches
    .map(({ plain, words: some }) => (plain ? some.join(' ') : toStretch(some.join(' '), limit)))
    .join(' ');
}

/** What ends a clause, or a bracket that was opened before it, belongs to the sentence, not to the code. */
function toStretch(text: string, limit: number): string {
  const mark = /[^.,;:][.,;:]$/.test(text) ? text.slice(-1) : '';
  const clause = text.slice(0, text.length - mark.length);
  const bracket = /[^)]\)$/.test(clause) && clause.split(')').length > clause.split('(').length ? ')' : '';
  return `${toCode(clause.slice(0, clause.length - bracket.length), limit)}${bracket}${mark}`;
}

/** Text of several lines as a fenced block that no run of backticks in it can close. */
export function toCodeBlock(text: string): string {
  const printable = toPrintableLines(text);
  const longest = (printable.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${printable}\n${fence}`;
}

/** A table from cells that are Markdown already. */
export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map(toTableRow).join('\n');
}

/** One row of a table, as `toTable` writes it. */
export function toTableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A part that folds; the title is HTML, the body Markdown. */
export function toDetails(title: string, body: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function escapeActive(text: string): string {
  const escaped = text.replace(active, (character) => `&#${character.charCodeAt(0)};`);
  return escaped.replaceAll('&#64;', '&#64;<wbr>');
}
