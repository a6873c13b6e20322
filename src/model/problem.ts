import { formatCount, joinTexts } from '../text/format.ts';

/** How much a problem weighs: an error stops a deploy, a warning does not. */
export type Severity = 'error' | 'warning';

/**
 * One thing to fix, found offline or named by the service, in the shape of the `problems` output.
 *
 * `path` is relative to the app folder, with `/`; `line` and `column` count from 1, a column in
 * UTF-16 units; everything that is not known is null. Before it is placed in the folder
 * (`locateProblems`), path, line and column are what the service wrote. Texts may come from
 * outside: they are made safe where they are printed.
 */
export interface Problem {
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly fix: string | null;
  readonly severity: Severity;
  /** The field of the app that it is about, in the document's name, where it names one. */
  readonly field?: string;
  /**
   * The place that the text of a problem may begin with, such as `index.html:12:5`: one if the
   * folder has such a file.
   */
  readonly placeInText?: string;
}

/** A problem that was placed in the folder, as it is shown. */
export interface ShownProblem extends Problem {
  /** The file's path from the repository root; null where it has no place there. */
  readonly file: string | null;
  /** How often exactly this problem was named; the message says so where it was more than once. */
  readonly times: number;
}

/** How many problems there are, each counted as often as it was named. */
export function countTimes(problems: readonly Partial<Pick<ShownProblem, 'times'>>[]): number {
  return problems.reduce((sum, { times = 1 }) => sum + times, 0);
}

/**
 * What was found, in the words of every report: `2 problems to fix, 1 warning`. `more`: errors and
 * warnings beside the problems.
 */
export function countFindings(
  problems: readonly Problem[],
  more = { errors: 0, warnings: 0 },
): string {
  const warned = problems.filter(({ severity }) => severity === 'warning').length;
  const errors = problems.length - warned + more.errors;
  const warnings = warned + more.warnings;
  const counts = [
    errors === 0 ? '' : `${formatCount(errors, 'problem')} to fix`,
    warnings === 0 ? '' : formatCount(warnings, 'warning'),
  ];
  return joinTexts(counts, ', ') || 'no problems';
}

/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
export function describePosition({ line, column }: Pick<Problem, 'line' | 'column'>): string {
  if (line === null) return '';
  return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}

/** Where a problem is, as editors know it: `app/index.html:8:3`. Not safe to print yet. */
export function formatPlace({ path, file, line, column }: ShownProblem): string {
  return path === null
    ? describePosition({ line, column })
    : joinTexts([file ?? path, line, column], ':');
}

/**
 * Where a problem is, and of what kind: `app/index.html:8:3 error title_empty`. Not safe to print
 * yet.
 */
export function labelProblem(problem: ShownProblem): string {
  return joinTexts([formatPlace(problem), problem.severity, problem.code], ' ');
}
