import { takeTexts } from './bound.ts';
import type { CleanReport } from './clean.ts';
import { drawFrame, linesAround } from './frame.ts';
import { toCode, toCodeBlock } from './markdown.ts';
import { countTimes, describePosition, type Merged, mergeProblems, toPosition } from './merge.ts';
import { toRepositoryFile } from './safe.ts';
import { formatCount } from '../format.ts';

/** How much of the problems is shown. */
export interface ProblemLimits {
  readonly items: number;
  readonly frames: number;
  readonly bytes: number;
}

/** Bounds of the job summary: the first problems with the lines they are about, more without, all in 500 KB. */
export const summaryProblems: ProblemLimits = { items: 200, frames: 20, bytes: 500_000 };

const longestMessage = 1000;
const longestPath = 200;

/** The problems as Markdown, by file in the order of their first, with code frames; empty when there is none. */
export async function renderProblems(report: CleanReport, limits: ProblemLimits): Promise<string> {
  const problems = mergeProblems(report.facts.problems);
  if (problems.length === 0) return '';
  const sorted = groupByFile(problems).slice(0, limits.items);
  const entries = await Promise.all(
    sorted.map((problem, index) => renderEntry(report, problem, index < limits.frames)),
  );
  // A file's heading travels with its first problem, so that the bound never leaves a heading alone.
  const texts = entries.map((entry, index) => {
    const path = sorted[index]?.path ?? null;
    const isFirst = index === 0 || (sorted[index - 1]?.path ?? null) !== path;
    return isFirst ? `${renderHeading(report, path)}\n\n${entry}` : entry;
  });
  const { kept } = takeTexts(texts, limits);
  const left = countTimes(problems) - countTimes(sorted.slice(0, kept.length));
  const rest = left === 0 ? [] : [`… and ${formatCount(left, 'more problem')} that found no room here.`];
  return [`### Problems: ${describeCounts(problems)}`, ...kept, ...rest].join('\n\n');
}

function describeCounts(problems: readonly Merged[]): string {
  const counts = (['error', 'warning'] as const).map((level) => ({
    level,
    count: countTimes(problems.filter(({ severity }) => severity === level)),
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => formatCount(count, level))
    .join(', ');
}

function groupByFile(problems: readonly Merged[]): readonly Merged[] {
  const files = Map.groupBy(problems, ({ path }) => path);
  return [...files.values()].flat();
}

function renderHeading({ repositoryPath }: CleanReport, path: string | null): string {
  return path === null
    ? '#### The app as a whole'
    : `#### ${toCode(toRepositoryFile(repositoryPath, path) ?? path, longestPath)}`;
}

async function renderEntry(report: CleanReport, problem: Merged, isFramed: boolean): Promise<string> {
  const { severity, message, fix, code, times } = problem;
  const position = describePosition(problem);
  const head = [
    position === '' ? '' : `**${position.charAt(0).toUpperCase()}${position.slice(1)}**`,
    code === null || code === '' ? '' : toCode(code, 100),
    times === 1 ? '' : `${times} times`,
  ].filter((text) => text !== '');
  const sign = severity === 'error' ? '❌' : '⚠️';
  const text = toCode(message || 'No message was given.', longestMessage);
  const repair = fix === null || fix === '' ? [] : [`Fix: ${toCode(fix, longestMessage)}`];
  const lines = head.length === 0 ? [`${sign} ${text}`] : [`${sign} ${head.join(' · ')}`, text];
  const frame = isFramed ? await renderFrame(report, problem) : null;
  return [[...lines, ...repair].join('<br>\n'), ...(frame === null ? [] : [toCodeBlock(frame)])].join('\n\n');
}

async function renderFrame(report: CleanReport, problem: Merged): Promise<string | null> {
  const line = toPosition(problem.line);
  if (problem.path === null || line === null) return null;
  const first = Math.max(1, line - linesAround);
  const lines = await report.readLines(problem.path, first, line + linesAround);
  return lines === null ? null : drawFrame({ lines, first, line, column: problem.column });
}
