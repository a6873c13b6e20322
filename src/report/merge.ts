import type { Problem } from '../outcome.ts';

/** A problem, and how often exactly this one was named. */
export interface Merged extends Problem {
  readonly times: number;
}

/** Merges the problems that are the same in everything a person sees, in the order of their first. */
export function mergeProblems(problems: readonly Problem[]): readonly Merged[] {
  const merged = new Map<string, Merged>();
  for (const problem of problems) {
    const { path, line, column, code, message, fix, severity } = problem;
    const key = JSON.stringify([path, line, column, code, message, fix, severity]);
    merged.set(key, { ...problem, times: (merged.get(key)?.times ?? 0) + 1 });
  }
  return [...merged.values()];
}

/** How many problems were named, the merged ones counted as often as they were. */
export function countTimes(problems: readonly Merged[]): number {
  return problems.reduce((sum, { times }) => sum + times, 0);
}

/** A line or column that can be shown: a positive integer, else null. */
export function toPosition(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
export function describePosition({ line, column }: Pick<Problem, 'line' | 'column'>): string {
  const [row, place] = [toPosition(line), toPosition(column)];
  if (row === null) return '';
  return place === null ? `line ${row}` : `line ${row}, column ${place}`;
}

/** File and position in words: `index.html, line 12`; empty when neither is known. */
export function describePlace(problem: Pick<Problem, 'path' | 'line' | 'column'>): string {
  return [problem.path ?? '', describePosition(problem)].filter((text) => text !== '').join(', ');
}
