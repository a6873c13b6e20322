import { formatCount, joinTexts } from '../text/format.ts';

/** The severity of a problem: an error stops a deploy, a warning does not. */
export type Severity = 'error' | 'warning';

/**
 * One thing to fix, found offline or named by the service, in the shape of the `problems` output.
 * Unknown values are null. Texts may come from outside: whoever prints them makes them safe.
 */
export interface Problem {
  /**
   * The path relative to the app folder, with `/`. Until `locateProblems` has looked for the file,
   * path, line and column are what the service wrote.
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
   * The app field the problem is about, by its name in the service document (`system_prompt`), if
   * the service named one.
   */
  readonly field?: string;
  /**
   * Words at the start of the service's text that look like a position, such as `index.html:12:5`.
   * They are one if the folder has such a file.
   */
  readonly placeInText?: string;
}

/** A problem as a report shows it. */
export interface ShownProblem extends Problem {
  /** The file's path from the repository root; null if it is not known. */
  readonly file: string | null;
  /** How often the problem was reported. If more than once, the message includes the number. */
  readonly times: number;
}

/** Counts problems, including repetitions. */
export function countTimes(problems: readonly { readonly times?: number }[]): number {
  return problems.reduce((sum, { times = 1 }) => sum + times, 0);
}

/**
 * Counts errors and warnings in words: `2 problems to fix, 1 warning`. `more` has the numbers of
 * those that are not among `problems`.
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

/** Describes a position within a file: `line 12, column 3`; empty if it is not known. */
export function describePosition(problem: Problem): string {
  const { line, column } = problem;
  if (line === null) return '';
  return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}

/** Formats the place of a problem as editors do: `app/index.html:8:3`. Not safe to print yet. */
export function formatPlace(problem: ShownProblem): string {
  if (problem.path === null) return describePosition(problem);
  return joinTexts([problem.file ?? problem.path, problem.line, problem.column], ':');
}

/**
 * Formats place, severity and code: `app/index.html:8:3 error title_empty`. Not safe to print yet.
 */
export function labelProblem(problem: ShownProblem): string {
  return joinTexts([formatPlace(problem), problem.severity, problem.code], ' ');
}
