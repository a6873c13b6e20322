import { type Times, toMedian } from './race.ts';
import { memoryLimit, type Target, targets } from './targets.ts';

/** A line of the table: what was run, against what, both figures, how they compare, and what they must reach. */
export type Row = readonly [what: string, against: string, theirs: string, ours: string, result: string, goal: string];

const head: Row = ['run', 'against', 'theirs', 'ours', 'result', 'must reach'];

/** One row for each that the action ran against. */
export function compareTimes(name: string, title: string, times: Times): readonly Row[] {
  const ours = toMedian(times.get('action') ?? []);
  return [...times].flatMap(([against, values]): Row[] => {
    if (against === 'action') return [];
    const theirs = toMedian(values);
    const target = targets[name]?.[against] ?? {};
    return [[title, against, showTime(theirs), showTime(ours), showRatio(ours / theirs, target), showGoal(target)]];
  });
}

/** The row of the most memory held, in bytes, over that of a bare node. */
export function compareMemory(title: string, who: string, peak: number, bare: number): Row {
  const over = peak - bare;
  const goal = who === 'action' ? `+${showSize(memoryLimit)}` : '';
  const verdict = who === 'action' && over > memoryLimit ? ' **missed**' : '';
  return [title, `memory over bare node, ${who}`, showSize(bare), showSize(peak), `+${showSize(over)}${verdict}`, goal];
}

/** The row of the fleet against the least time that the limit of changes allows. */
export function compareFleet(title: string, elapsedMs: number, lowerBoundMs: number): Row {
  return [
    title,
    'lower bound',
    showTime(lowerBoundMs),
    showTime(elapsedMs),
    `${round(elapsedMs / lowerBoundMs)} ×`,
    '',
  ];
}

/** The rows as Markdown. */
export function toMarkdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(['---', '---', '---:', '---:', '---:', '---:']), ...rows.map(line)].join('\n');
}

/** Ours over theirs where that must be small or is not judged, theirs over ours where we must be faster. */
function showRatio(ratio: number, { atMost, atLeast }: Target): string {
  const isMissed = ratio > (atMost ?? Number.POSITIVE_INFINITY) || 1 / ratio < (atLeast ?? 0);
  const shown = atLeast === undefined && ratio > 0.5 ? `${round(ratio)} ×` : showFaster(ratio);
  return `${shown}${isMissed ? ' **missed**' : ''}`;
}

function showFaster(ratio: number): string {
  return ratio > 1 ? `${round(ratio)} × slower` : `${round(1 / ratio)} × faster`;
}

function showGoal({ atMost, atLeast }: Target): string {
  if (atMost !== undefined) return `≤ ${atMost} ×`;
  return atLeast === undefined ? '' : `${atLeast} × faster`;
}

function showTime(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${round(milliseconds / 1_000)} s`;
}

function showSize(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

function round(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
