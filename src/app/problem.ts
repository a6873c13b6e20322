import { formatCount, joinTexts } from '../text/format.ts';

/** The severity of a problem: an error stops a deploy, a warning does not. */
export type Severity = 'error' | 'warning';

/**
 * A problem of the app that the offline check found or the service reported, in the form of the
 * `problems` output. Unknown values are null. The texts may come from the service, so they must be
 * made safe before they are printed.
 */
export interface Problem {
  /**
   * The path relative to the app folder, with `/`. Before `locateProblems` has searched for the
   * file, the path, the line and the column are as the service reported them.
   */
  readonly path: string | null;
  /** Lines and columns count from 1, columns in UTF-16 units. */
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly fix: string | null;
  readonly severity: Severity;
  /**
   * The field of the app that the problem is about, if the service named one. The name is from the
   * service document, such as `system_prompt`.
   */
  readonly field?: string;
  /**
   * The start of the service's text, if it looks like a position, such as `index.html:12:5`. It
   * counts as a position only if the folder has that file.
   */
  readonly placeInText?: string;
}

/** A problem in the form in which a report shows it. */
export interface ShownProblem extends Problem {
  /** The file's path from the repository root; null if it is not known. */
  readonly file: string | null;
  /** How often the problem was reported. If more than once, the message includes the number. */
  readonly times: number;
}

/** Returns the number of problems, including repetitions. */
export function countTimes(problems: readonly { readonly times?: number }[]): number {
  return problems.reduce((sum, problem) => sum + (problem.times ?? 1), 0);
}

/**
 * Returns the numbers of errors and warnings in words, such as `2 problems to fix, 1 warning`.
 * `more` has the numbers of errors and warnings that are not in `problems`.
 */
export function countFindings(
  problems: readonly Problem[],
  more = { errors: 0, warnings: 0 },
): string {
  const warned = problems.filter((problem) => problem.severity === 'warning').length;
  const errors = problems.length - warned + more.errors;
  const warnings = warned + more.warnings;
  const counts = [
    errors === 0 ? '' : `${formatCount(errors, 'problem')} to fix`,
    warnings === 0 ? '' : formatCount(warnings, 'warning'),
  ];
  return joinTexts(counts, ', ') || 'no problems';
}

/** Describes a position in a file, such as `line 12, column 3`; empty if it is not known. */
export function describePosition(problem: Problem): string {
  const { line, column } = problem;
  if (line === null) return '';
  return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}

/** Formats a problem's place as editors do: `app/index.html:8:3`. It is not safe to print yet. */
export function formatPlace(problem: ShownProblem): string {
  if (problem.path === null) return describePosition(problem);
  return joinTexts([problem.file ?? problem.path, problem.line, problem.column], ':');
}

/**
 * Formats the place, the severity and the code of a problem, such as `app/index.html:8:3 error
 * title_empty`. The text is not safe to print yet.
 */
export function labelProblem(problem: ShownProblem): string {
  return joinTexts([formatPlace(problem), problem.severity, problem.code], ' ');
}
