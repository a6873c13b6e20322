import { toPrintable } from '../escape.ts';

/** UTF-16 units of a line that are shown: minified files have one line of a megabyte. */
const width = 120;

/** What stays in sight before the first column, when that lies further right than the width. */
const lead = 60;

/** Which line to draw. */
export interface ExcerptPlace {
  /** Counts from 1. */
  readonly line: number;
  /** Those to mark, in UTF-16 units from 1, the leftmost first; what the line does not have is not marked. */
  readonly columns: readonly number[];
  /** How many lines to show before it and after it. */
  readonly around: number;
}

/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one under each column. Empty where the
 * line cannot be read. `readLines` reads the lines from one number to another; null where there are none.
 */
export async function drawExcerpt(
  readLines: (first: number, last: number) => Promise<readonly string[] | null>,
  { line, columns, around }: ExcerptPlace,
): Promise<readonly string[]> {
  const first = Math.max(1, line - around);
  const lines = (await readLines(first, line + around)) ?? [];
  const text = lines[line - first];
  if (text === undefined) return [];
  const known = columns.filter((column) => column > 0 && column <= text.length + 1);
  const leftmost = known[0] ?? 0;
  const start = leftmost > width ? leftmost - lead : 0;
  const marks = drawMarks(text, start, known);
  const digits = String(first + lines.length - 1).length;
  return lines.flatMap((other, index) => {
    const row = `${String(first + index).padStart(digits)} │ ${cutLine(other, start)}`.trimEnd();
    if (first + index !== line) return [`  ${row}`];
    return marks === '' ? [`> ${row}`] : [`> ${row}`, `  ${' '.repeat(digits)} │ ${marks}`];
  });
}

function cutLine(text: string, start: number): string {
  const part = draw(text.slice(start, start + width));
  return `${start > 0 ? '…' : ''}${part}${text.length > start + width ? '…' : ''}`;
}

function drawMarks(text: string, start: number, columns: readonly number[]): string {
  const inSight = columns.filter((column) => column - start <= width + 1);
  const places = inSight.map((column) => draw(text.slice(start, column - 1)).length + (start > 0 ? 1 : 0));
  return places.reduce((marks, place) => (marks.length > place ? marks : `${marks.padEnd(place)}^`), '');
}

/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text: string): string {
  return toPrintable(text.replaceAll('\t', '  '));
}
