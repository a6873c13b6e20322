import type { ShownProblem } from '../model/problem.ts';
import { toPrintable } from '../text/escape.ts';
import type { CleanReport } from './clean.ts';

/** UTF-16 units of a line that are shown without a terminal: a minified file has one line of a megabyte. */
const usualWidth = 120;

/** Columns beside a line and its number: `>  │ ` and an ellipsis at both ends. */
const frame = '>  │ ……'.length;

/** Which line to draw. */
export interface ExcerptPlace {
  /** Counts from 1. */
  readonly line: number;
  /** In UTF-16 units from 1; null, or one that the line does not have, is not marked. */
  readonly column: number | null;
  /** How many lines to show before it and after it. */
  readonly around: number;
  /** Columns of a terminal that each line must fit into. */
  readonly terminalColumns?: number | undefined;
}

/** Draws the lines around a problem; empty where it has no line, or that cannot be read. */
export async function drawProblem(
  { path, line, column }: ShownProblem,
  readLines: CleanReport['readLines'],
  style: Pick<ExcerptPlace, 'around' | 'terminalColumns'>,
): Promise<readonly string[]> {
  if (path === null || line === null) return [];
  return drawExcerpt((first, last) => readLines(path, first, last), { line, column, ...style });
}

/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one under its column. Empty where the
 * line cannot be read. `readLines` reads the lines from one number to another; null where there are none.
 */
export async function drawExcerpt(
  readLines: (first: number, last: number) => Promise<readonly string[] | null>,
  { line, column, around, terminalColumns }: ExcerptPlace,
): Promise<readonly string[]> {
  const first = Math.max(1, line - around);
  const lines = (await readLines(first, line + around)) ?? [];
  const text = lines[line - first];
  if (text === undefined) return [];
  const digits = String(first + lines.length - 1).length;
  const width = terminalColumns === undefined ? usualWidth : Math.max(10, terminalColumns - digits - frame);
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
