import type { Problem } from '../app/problem.ts';
import { toPrintable } from '../text/escape.ts';
import type { ReadLines } from './report.ts';

/**
 * Maximum width of a line, in UTF-16 units, if there is no terminal. The lines of minified files
 * are much longer.
 */
const defaultWidth = 120;
/** Minimum width of a line on a narrow terminal. */
const minWidth = 10;

/**
 * The width of everything in a row except the line and its number: `>  │ `, and an ellipsis at both
 * ends.
 */
const frameColumns = '>  │ ……'.length;

/**
 * Draws the lines around a problem with their numbers, safe to print. The problem's line is
 * marked, and its column too if the line has that column. Returns no rows if the file does not have
 * the problem's line. `around`: the number of lines before and after it. `terminalColumns`: the
 * columns that each row must fit into; undefined without a terminal.
 */
export function drawExcerpt(
  problem: Pick<Problem, 'path' | 'line' | 'column'>,
  readLines: ReadLines,
  style: { readonly around: number; readonly terminalColumns?: number | undefined },
): readonly string[] {
  const { path, line, column } = problem;
  if (path === null || line === null) return [];
  const firstLine = Math.max(1, line - style.around);
  const lines = readLines(path, firstLine, line + style.around) ?? [];
  const text = lines[line - firstLine];
  if (text === undefined) return [];

  const digits = String(firstLine + lines.length - 1).length;
  const width = toWidth(style.terminalColumns, digits);
  const hasColumn = column !== null && column <= text.length + 1;
  const position = hasColumn ? toShownLine(text.slice(0, column - 1)).length : 0;
  const start = chooseStart(position, width);
  const rows: string[] = [];
  for (const [index, other] of lines.entries()) {
    const number = firstLine + index;
    const row = `${String(number).padStart(digits)} │ ${cutLine(other, start, width)}`;
    if (number !== line) {
      rows.push(`  ${row}`.trimEnd());
      continue;
    }
    rows.push(`> ${row}`.trimEnd());
    const ellipsis = start > 0 ? 1 : 0;
    const margin = ' '.repeat(position - start + ellipsis);
    if (hasColumn) rows.push(`  ${' '.repeat(digits)} │ ${margin}^`);
  }
  return rows;
}

/**
 * Returns the first column that is shown: 0 if the position fits, otherwise the column that puts
 * the position in the middle.
 */
function chooseStart(position: number, width: number): number {
  if (position < width) return 0;
  return position + 1 - Math.ceil(width / 2);
}

function toWidth(terminalColumns: number | undefined, digits: number): number {
  if (terminalColumns === undefined) return defaultWidth;
  return Math.max(minWidth, terminalColumns - digits - frameColumns);
}

/**
 * Cuts a line at both ends, with an ellipsis where something is missing. `start` and `width` count
 * columns after the line was made printable.
 */
function cutLine(line: string, start: number, width: number): string {
  const shown = toShownLine(line);
  const end = start + width;
  const before = start > 0 ? '…' : '';
  const after = shown.length > end ? '…' : '';
  return `${before}${shown.slice(start, end)}${after}`;
}

/**
 * Makes a line printable. A tab becomes two blanks, so that the mark below the line is at the right
 * column.
 */
function toShownLine(text: string): string {
  return toPrintable(text.replaceAll('\t', '  '));
}
