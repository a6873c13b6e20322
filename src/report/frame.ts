import { toPosition } from './merge.ts';
import { toPrintable } from './text.ts';

/** Lines shown before and after the one a problem is about. */
export const linesAround = 2;

/** UTF-16 units of a line that are shown: minified files have one line of a megabyte. */
const width = 120;

/** What stays in sight before the place, when the place itself lies further right than the width. */
const lead = 60;

/**
 * Draws the lines around a problem with their numbers, a mark at the line and one under the column.
 * `first` is the number of the first of the lines; null when the problem's line is not among them.
 */
export function drawFrame(options: {
  readonly lines: readonly string[];
  readonly first: number;
  readonly line: number;
  readonly column: number | null;
}): string | null {
  const { lines, first, line } = options;
  const guilty = lines[line - first];
  if (guilty === undefined) return null;
  const column = toPosition(options.column);
  const start = column !== null && column > width ? column - lead : 0;
  const digits = String(first + lines.length - 1).length;
  const drawn = lines.flatMap((text, index) => {
    const number = first + index;
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(digits)} │ ${cutLine(text, start)}`.trimEnd();
    return number === line && column !== null && column <= text.length + 1
      ? [row, `  ${' '.repeat(digits)} │ ${point(text, start, column)}`]
      : [row];
  });
  return drawn.join('\n');
}

function cutLine(text: string, start: number): string {
  const part = draw(text.slice(start, start + width));
  return `${start > 0 ? '…' : ''}${part}${text.length > start + width ? '…' : ''}`;
}

function point(text: string, start: number, column: number): string {
  const before = draw(text.slice(start, column - 1));
  return `${' '.repeat(before.length + (start > 0 ? 1 : 0))}^`;
}

/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text: string): string {
  return toPrintable(text.replaceAll('\t', '  '));
}
