import type { Problem } from '../model/problem.ts';
import { toPrintable } from '../text/escape.ts';
import type { RedactedReport } from './redact-report.ts';

/**
 * UTF-16 units of a line that are shown without a terminal: a minified file has one line of a
 * megabyte.
 */
const usualWidth = 120;

/** Columns beside a line and its number: `>  │ ` and an ellipsis at both ends. */
const frame = '>  │ ……'.length;

interface ExcerptStyle {
  /** Lines before the place and after it. */
  readonly around: number;
  /** Columns of a terminal that each line must fit into. */
  readonly terminalColumns?: number | undefined;
}

/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one
 * under its column if the line has it. Empty where there is no such line. `readLines` reads the
 * lines of a file from one number to another.
 */
export async function drawExcerpt(
  { path, line, column }: Pick<Problem, 'path' | 'line' | 'column'>,
  readLines: RedactedReport['readLines'],
  { around, terminalColumns }: ExcerptStyle,
): Promise<readonly string[]> {
  if (path === null || line === null) return [];
  const first = Math.max(1, line - around);
  const lines = (await readLines(path, first, line + around)) ?? [];
  const text = lines[line - first];
  if (text === undefined) return [];
  const digits = String(first + lines.length - 1).length;
  const width =
    terminalColumns === undefined ? usualWidth : Math.max(10, terminalColumns - digits - frame);
  const isKnown = column !== null && column <= text.length + 1;
  const place = isKnown ? draw(text.slice(0, column - 1)).length : 0;
  // A place further right is shown with what is before it.
  const start = place >= width ? place + 1 - Math.ceil(width / 2) : 0;
  const before = start > 0 ? '…' : '';
  return lines.flatMap((other, index) => {
    const drawn = draw(other);
    const shown = `${before}${drawn.slice(start, start + width)}${drawn.length > start + width ? '…' : ''}`;
    const row = `${String(first + index).padStart(digits)} │ ${shown}`.trimEnd();
    if (first + index !== line) return [`  ${row}`];
    const margin = ' '.repeat(place - start + before.length);
    return [`> ${row}`, ...(isKnown ? [`  ${' '.repeat(digits)} │ ${margin}^`] : [])];
  });
}

/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text: string): string {
  return toPrintable(text.replaceAll('\t', '  '));
}
