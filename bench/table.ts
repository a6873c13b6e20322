/** What is compared in a row, and in which unit. */
export interface Comparison {
  /** What was measured, such as `time`. */
  readonly what: string;
  /** Who is on the other side. */
  readonly against: string;
  readonly theirs: number;
  readonly ours: number;
  /** Of both figures: milliseconds, bytes of memory, bytes of code, or round trips. */
  readonly unit: 'time' | 'memory' | 'code' | 'trips';
  /** Ours over theirs, or ours less theirs. */
  readonly by: 'ratio' | 'difference';
  /** What must be reached: the most that the result may be, of round trips the most that ours may be. */
  readonly atMost?: number | undefined;
}

/** A part of the document: rows about one situation, and what a user waits for in it. */
export interface Section {
  readonly title: string;
  readonly waits: string;
  readonly rows: readonly Comparison[];
}

const head = ['measured', 'against', 'theirs', 'ours', 'result', 'must', ''] as const;

/** The sections as Markdown, as docs/performance.md holds them. */
export function toMarkdown(sections: readonly Section[]): string {
  return sections.map(({ title, waits, rows }) => `### ${title}\n\n${waits}\n\n${toTable(rows)}\n`).join('\n');
}

/** The rows of all sections that miss what they must reach, one a line; empty where all reach it. */
export function listMissed(sections: readonly Section[]): readonly string[] {
  return sections.flatMap(({ title, rows }) =>
    rows
      .filter((row) => isReached(row) === false)
      .map((row) => `${title}: ${row.what} against ${row.against} ${showResult(row)}, must be ${showGoal(row)}`),
  );
}

/** Whether a row reaches what it must, a ratio as it is shown; null where there is no goal. */
function isReached(row: Comparison): boolean | null {
  const { ours, theirs, unit, by, atMost } = row;
  if (atMost === undefined) return null;
  // There is no part of a round trip: what is measured beside whole ones is noise.
  if (unit === 'trips') return Math.round(ours) <= atMost;
  return by === 'ratio' ? Number((ours / theirs).toFixed(2)) <= atMost : ours - theirs <= atMost;
}

function toTable(rows: readonly Comparison[]): string {
  const cells = [head, ...rows.map(toCells)];
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const [first = '', ...rest] = cells.map((row) =>
    toLine(
      widths.map(
        (width, column) => (isFigure(column) ? row[column]?.padStart(width) : row[column]?.padEnd(width)) ?? '',
      ),
    ),
  );
  const rule = toLine(
    widths.map((width, column) => (isFigure(column) ? '-'.repeat(width - 1).concat(':') : '-'.repeat(width))),
  );
  return [first, rule, ...rest].join('\n');
}

/** Figures end at the right. */
function isFigure(column: number): boolean {
  return column >= 2 && column < head.length - 1;
}

function toCells(row: Comparison): readonly string[] {
  const reached = isReached(row);
  return [
    row.what,
    row.against,
    showFigure(row.theirs, row),
    showFigure(row.ours, row),
    showResult(row),
    showGoal(row),
    reached === null ? '' : reached ? 'reached' : '**missed**',
  ];
}

function showResult(row: Comparison): string {
  return row.by === 'ratio' ? `${(row.ours / row.theirs).toFixed(2)} ×` : showDifference(row.ours - row.theirs, row);
}

function showGoal(row: Comparison): string {
  if (row.atMost === undefined) return '';
  if (row.unit === 'trips') return `ours ≤ ${row.atMost}`;
  return `≤ ${row.by === 'ratio' ? `${row.atMost} ×` : showDifference(row.atMost, row)}`;
}

function showDifference(value: number, row: Comparison): string {
  return `${value < 0 ? '−' : '+'}${showFigure(Math.abs(value), row)}`;
}

function showFigure(value: number, { unit }: Comparison): string {
  if (unit === 'trips') return value.toFixed(2);
  if (unit === 'memory') return `${Math.round(value / 1024 / 1024)} MiB`;
  if (unit === 'code') return `${Math.round(value / 1_000).toLocaleString('en')} KB`;
  if (value >= 1_000) return `${(value / 1_000).toFixed(2)} s`;
  return `${value < 20 ? value.toFixed(1) : Math.round(value)} ms`;
}
