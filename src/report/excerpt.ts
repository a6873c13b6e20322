import { toPrintable } from '../escape.ts';

/** UTF-16 units of a line that are shown where nothing else is asked for: minified files have one line of a megabyte. */
const usualWidth = 120;

/** Which line to draw. */
export interface ExcerptPlace {
  /** Counts from 1. */
  readonly line: number;
  /** Those to mark, in UTF-16 units from 1, the leftmost first; what the line does not have is not marked. */
  readonly columns: readonly number[];
  /** How many lines to show before it and after it. */
  readonly around: number;
  /** Columns of a terminal that each line must fit into. */
  readonly terminalColumns?: number | undefined;
}

/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one under each column. Empty where the
 * line cannot be read. `readLines` reads the lines from one number to another; null where there are none.
 */
export async function drawExcerpt(
  readLines: (first: number, last: number) => Promise<readonly string[] | null>,
  { line, columns, around, terminalColumns }: ExcerptPlace,
): Promise<readonly string[]> {
  const first = Math.max(1, line - around);
  const lines = (await readLines(first, line + around)) ?? [];
  const text = lines[line - first];
  if (text === undefined) return [];
  const known = columns.filter((column) => column > 0 && column <= text.length + 1);
  const places = known.map((column) => draw(text.slice(0, column - 1)).length);
  const digits = String(first + lines.length - 1).length;
  const width = terminalColumns === undefined ? usualWidth : Math.max(10, terminalColumns - digits - frame);
  const [leftmost = 0] = places;
  // Of a place that lies further right, what is before it stays in sight too.
  const part = { start: leftmost >= width ? leftmost + 1 - Math.ceil(width / 2) : 0, width };
  const marks = drawMarks(places, part);
  return lines.flatMap((other, index) => {
    const row = `${String(first + index).padStart(digits)} │ ${cutLine(draw(other), part)}`.trimEnd();
    if (first + index !== line) return [`  ${row}`];
    return marks === '' ? [`> ${row}`] : [`> ${row}`, `  ${' '.repeat(digits)} │ ${marks}`];
  });
}

/** Columns beside a line and its number: `>  │ ` and an ellipsis at both ends. */
const frame = '>  │ ……'.length;

/** The part of a line that is shown. */
interface Part {
  readonly start: number;
  readonly width: number;
}

function cutLine(text: string, { start, width }: Part): string {
  const shown = text.slice(start, start + width);
  return `${start > 0 ? '…' : ''}${shown}${text.length > start + width ? '…' : ''}`;
}

function drawMarks(places: readonly number[], { start, width }: Part): string {
  const inSight = places.map((place) => place - start).filter((place) => place <= width);
  const shift = start > 0 ? 1 : 0;
  return inSight.reduce((marks, place) => {
    return marks.length > place + shift ? marks : `${marks.padEnd(place + shift)}^`;
  }, '');
}

/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text: string): string {
  return toPrintable(text.replaceAll('\t', '  '));
}
