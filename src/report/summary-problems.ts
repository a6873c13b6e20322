import { formatCount, joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { drawExcerpt } from './excerpt.ts';
import { type TableLimit, takeTexts, toCode, toCodeBlock, toProse, toTable } from './markdown.ts';
import { countTimes, describePosition, type MergedProblem } from './problems.ts';

const maxMessage = 1000;
const maxPath = 200;

/**
 * The problems as Markdown; empty when there is none. Those with a line come by file and line, with an excerpt for each
 * line; those without one in a table. At most `items` of each kind and `excerpts`, all in `bytes`.
 */
export async function renderProblems(
  report: CleanReport,
  { items, bytes: allBytes, excerpts }: TableLimit & { readonly excerpts: number },
): Promise<string> {
  const { problems, facts } = report;
  if (problems.length === 0) return '';
  const bytes = allBytes / 2;
  const files = Map.groupBy(problems.filter(isPlaced), ({ path }) => path);
  const placed = [...files.values()].flatMap((some) => some.toSorted(comparePlaces));
  const kept = takeTexts(await renderPlaced(report, placed.slice(0, items), excerpts), bytes);
  const left = countTimes(placed.slice(kept.length));
  const others = problems.filter((problem) => !isPlaced(problem));
  const parts = [
    `### Problems: ${describeCounts(problems, facts.moreProblems)}`,
    ...kept,
    left === 0 ? '' : `… and ${formatCount(left, 'more problem')}, omitted here.`,
    toTable(['', 'File', 'Problem', 'Fix'], others, { toCells, limit: { items, bytes } }),
  ];
  return joinTexts(parts, '\n\n');
}

/** A problem whose line is known. */
type PlacedProblem = MergedProblem & { readonly path: string; readonly line: number };

function isPlaced(problem: MergedProblem): problem is PlacedProblem {
  return problem.path !== null && problem.line !== null;
}

/** Within a file, from top to bottom. */
function comparePlaces(one: PlacedProblem, other: PlacedProblem): number {
  return one.line - other.line || (one.column ?? 0) - (other.column ?? 0);
}

/** The service names errors only: those that were not read (`unread`) are of that kind. */
function describeCounts(problems: readonly MergedProblem[], unread: number): string {
  const counts = (['error', 'warning'] as const).map((level) => {
    const read = countTimes(problems.filter(({ severity }) => severity === level));
    const count = level === 'error' ? read + unread : read;
    return count === 0 ? '' : formatCount(count, level);
  });
  return joinTexts(counts, ', ');
}

/** One text for each problem. The heading of a file is part of its first, the excerpt of a line part of its last. */
function renderPlaced(
  report: CleanReport,
  problems: readonly PlacedProblem[],
  excerpts: number,
): Promise<readonly string[]> {
  const lastOfLines = new Map(problems.map((problem) => [`${problem.line} ${problem.path}`, problem]));
  const withExcerpt = new Set(lastOfLines.values().take(excerpts));
  const texts = problems.map(async (problem, index) => {
    const heading = problems[index - 1]?.path === problem.path ? '' : `#### ${nameFile(problem)}`;
    const excerpt = withExcerpt.has(problem) ? await renderExcerpt(report, problem, problems) : '';
    return joinTexts([heading, renderEntry(problem), excerpt], '\n\n');
  });
  return Promise.all(texts);
}

function renderEntry(problem: MergedProblem): string {
  const { sign, message, remarks, fix } = renderParts(problem);
  const position = describePosition(problem);
  const head = joinTexts([`**${position.charAt(0).toUpperCase()}${position.slice(1)}**`, ...remarks], ' · ');
  return joinTexts([`${sign} ${head}`, message, problem.fix === null ? '' : `Fix: ${fix}`], '<br>\n');
}

function toCells(problem: MergedProblem): readonly string[] {
  const { sign, message, remarks, fix } = renderParts(problem);
  return [sign, nameFile(problem), joinTexts([message, ...remarks], '<br>'), fix];
}

function nameFile({ file, path }: MergedProblem): string {
  const name = file ?? path;
  return name === null ? '' : toCode(name, maxPath);
}

/** What an entry and a row are made of, as Markdown; empty where it is not known. Remarks: the code, how often it was named. */
function renderParts({ severity, message, code, times, fix }: MergedProblem) {
  return {
    sign: severity === 'error' ? '❌' : '⚠️',
    message: toProse(message, maxMessage),
    remarks: [code === null ? '' : toCode(code), times === 1 ? '' : formatCount(times, 'time')],
    fix: toProse(fix ?? '', maxMessage),
  };
}

/** Lines shown before and after the one that problems are about. */
const linesAround = 2;

/** The excerpt at a problem's line, with a mark for each problem of this line; empty where the line cannot be read. */
async function renderExcerpt(
  { readLines }: CleanReport,
  { path, line }: PlacedProblem,
  problems: readonly PlacedProblem[],
): Promise<string> {
  const sameLine = problems.filter((problem) => problem.path === path && problem.line === line);
  const columns = sameLine.map(({ column }) => column ?? 0);
  const rows = await drawExcerpt((first, last) => readLines(path, first, last), { line, columns, around: linesAround });
  return rows.length === 0 ? '' : toCodeBlock(rows.join('\n'));
}
