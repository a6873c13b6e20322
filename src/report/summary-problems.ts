import { formatCount } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { toPrintable } from './escape.ts';
import { takeTexts, toCode, toCodeBlock, toProse, toTable } from './markdown.ts';
import {
  countTimes,
  describeMessage,
  describePosition,
  type MergedProblem,
  mergeProblems,
  toPosition,
  toRepositoryFile,
} from './problems.ts';

/** How much of the problems is shown: problems with a line and without one, each; excerpts; bytes of all. */
export interface ProblemLimits {
  readonly items: number;
  readonly excerpts: number;
  readonly bytes: number;
}

/** Bounds of the job summary: the first problems with the lines they are about, more without, all in 500 KB. */
export const summaryProblems: ProblemLimits = { items: 200, excerpts: 20, bytes: 500_000 };

const maxMessage = 1000;
const maxPath = 200;

/**
 * The problems as Markdown; empty when there is none. Those with a line come by file and line, with an excerpt for each
 * line; those without one in a table.
 */
export async function renderProblems(report: CleanReport, limits: ProblemLimits): Promise<string> {
  const problems = mergeProblems(report.facts.problems);
  if (problems.length === 0) return '';
  const files = Map.groupBy(problems.filter(isPlaced), ({ path }) => path);
  const sorted = [...files.values()].flatMap((some) => some.toSorted(comparePlaces));
  const placed = sorted.slice(0, limits.items);
  const { kept } = takeTexts(await renderPlaced(report, placed, limits.excerpts), limits.bytes / 2);
  const left = countTimes(sorted) - countTimes(placed.slice(0, kept.length));
  const others = problems.filter((problem) => !isPlaced(problem));
  const table = toTable(['', 'File', 'Problem', 'Fix'], others, {
    toCells: (problem) => toCells(report, problem),
    limit: { items: limits.items, bytes: limits.bytes / 2 },
  });
  return [
    `### Problems: ${describeCounts(problems)}`,
    ...kept,
    ...(left === 0 ? [] : [`… and ${formatCount(left, 'more problem')}, omitted here.`]),
    ...(others.length === 0 ? [] : [table]),
  ].join('\n\n');
}

/** A problem whose line is known. */
interface PlacedProblem extends MergedProblem {
  readonly path: string;
  readonly line: number;
}

function isPlaced(problem: MergedProblem): problem is PlacedProblem {
  return problem.path !== null && toPosition(problem.line) !== null;
}

/** Within a file, from top to bottom. */
function comparePlaces(one: PlacedProblem, other: PlacedProblem): number {
  return one.line - other.line || (one.column ?? 0) - (other.column ?? 0);
}

function describeCounts(problems: readonly MergedProblem[]): string {
  const counts = (['error', 'warning'] as const).map((level) => ({
    level,
    count: countTimes(problems.filter(({ severity }) => severity === level)),
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => formatCount(count, level))
    .join(', ');
}

/** One text for each problem. The heading of a file is part of its first, the excerpt of a line part of its last. */
function renderPlaced(
  report: CleanReport,
  problems: readonly PlacedProblem[],
  excerpts: number,
): Promise<readonly string[]> {
  let left = excerpts;
  return Promise.all(
    problems.map(async (problem, index) => {
      const [before, after] = [problems[index - 1], problems[index + 1]];
      const heading = before?.path === problem.path ? [] : [`#### ${nameFile(report, problem.path)}`];
      if (after?.path === problem.path && after.line === problem.line)
        return [...heading, renderEntry(problem)].join('\n\n');
      left -= 1;
      const same = problems.filter(({ path, line }) => path === problem.path && line === problem.line);
      const excerpt = left < 0 ? null : await renderExcerpt(report, problem, same);
      return [...heading, renderEntry(problem), ...(excerpt === null ? [] : [excerpt])].join('\n\n');
    }),
  );
}

function nameFile({ repositoryPath }: CleanReport, path: string): string {
  return toCode(toRepositoryFile(repositoryPath, path) ?? path, maxPath);
}

function renderEntry(problem: MergedProblem): string {
  const { fix, code, times } = problem;
  const position = describePosition(problem);
  const head = [
    `**${position.charAt(0).toUpperCase()}${position.slice(1)}**`,
    code === null || code === '' ? '' : toCode(code, 100),
    times === 1 ? '' : formatCount(times, 'time'),
  ].filter((text) => text !== '');
  const repair = fix === null || fix === '' ? [] : [`Fix: ${toProse(fix, maxMessage)}`];
  return [`${toSign(problem)} ${head.join(' · ')}`, renderMessage(problem), ...repair].join('<br>\n');
}

function toCells(report: CleanReport, problem: MergedProblem): readonly string[] {
  const { path, code, fix, times } = problem;
  const message = [
    renderMessage(problem),
    code === null || code === '' ? '' : toCode(code, 100),
    times === 1 ? '' : formatCount(times, 'time'),
  ];
  return [
    toSign(problem),
    path === null ? '' : nameFile(report, path),
    message.filter((text) => text !== '').join('<br>'),
    toProse(fix ?? '', maxMessage),
  ];
}

function renderMessage({ message }: MergedProblem): string {
  return toProse(describeMessage(message), maxMessage);
}

function toSign({ severity }: MergedProblem): string {
  return severity === 'error' ? '❌' : '⚠️';
}

/** Lines shown before and after the one that problems are about. */
const linesAround = 2;

async function renderExcerpt(
  report: CleanReport,
  { path, line }: PlacedProblem,
  same: readonly MergedProblem[],
): Promise<string | null> {
  const first = Math.max(1, line - linesAround);
  const lines = await report.readLines(path, first, line + linesAround);
  const columns = same.map(({ column }) => toPosition(column)).filter((column) => column !== null);
  const excerpt = lines === null ? null : drawExcerpt({ lines, first, line, columns });
  return excerpt === null ? null : toCodeBlock(excerpt);
}

/** UTF-16 units of a line that are shown: minified files have one line of a megabyte. */
const width = 120;

/** What stays in sight before the first column, when that lies further right than the width. */
const lead = 60;

/**
 * Draws the lines around a problem with their numbers, a mark at the line and one under each column.
 * `first` is the number of the first of the lines; null when the problem's line is not among them.
 */
export function drawExcerpt(options: {
  readonly lines: readonly string[];
  readonly first: number;
  readonly line: number;
  readonly columns: readonly number[];
}): string | null {
  const { lines, first, line } = options;
  const text = lines[line - first];
  if (text === undefined) return null;
  const columns = options.columns.filter((column) => column <= text.length + 1).sort((a, b) => a - b);
  const start = columns[0] !== undefined && columns[0] > width ? columns[0] - lead : 0;
  const digits = String(first + lines.length - 1).length;
  const drawn = lines.flatMap((other, index) => {
    const number = first + index;
    const row =
      `${number === line ? '>' : ' '} ${String(number).padStart(digits)} │ ${cutLine(other, start)}`.trimEnd();
    const marks = number === line ? pointAt(text, start, columns) : '';
    return marks === '' ? [row] : [row, `  ${' '.repeat(digits)} │ ${marks}`];
  });
  return drawn.join('\n');
}

function cutLine(text: string, start: number): string {
  const part = draw(text.slice(start, start + width));
  return `${start > 0 ? '…' : ''}${part}${text.length > start + width ? '…' : ''}`;
}

function pointAt(text: string, start: number, columns: readonly number[]): string {
  const inSight = columns.filter((column) => column - start <= width + 1);
  const places = inSight.map((column) => draw(text.slice(start, column - 1)).length + (start > 0 ? 1 : 0));
  return places.reduce((marks, place) => (marks.length > place ? marks : `${marks.padEnd(place)}^`), '');
}

/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text: string): string {
  return toPrintable(text.replaceAll('\t', '  '));
}
