import { posix } from 'node:path';
import { formatCount } from '../format.ts';
import type { Problem } from '../outcome.ts';
import { toPrintable } from './escape.ts';

/** A problem, and how often exactly this one was named. */
export interface MergedProblem extends Problem {
  readonly times: number;
}

/** Merges the problems that are the same in everything a person sees, in the order of their first. */
export function mergeProblems(problems: readonly Problem[]): readonly MergedProblem[] {
  const merged = new Map<string, MergedProblem>();
  for (const problem of problems) {
    const { path, line, column, code, message, fix, severity } = problem;
    const key = JSON.stringify([path, line, column, code, message, fix, severity]);
    merged.set(key, { ...problem, times: (merged.get(key)?.times ?? 0) + 1 });
  }
  return [...merged.values()];
}

/** How many problems were named, the merged ones counted as often as they were. */
export function countTimes(problems: readonly MergedProblem[]): number {
  return problems.reduce((sum, { times }) => sum + times, 0);
}

/** How many problems stop a deploy. */
export function countErrors(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity === 'error').length;
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

/**
 * A problem in one line of the log, as compilers write it: `app/index.html:3:1: error title_missing: The page has no title`.
 * The file is relative to the repository where it has a place there, else to the app folder. Not safe to print yet.
 */
export function formatProblem(problem: MergedProblem, repositoryPath: string | null): string {
  const { path, severity, code, message, times } = problem;
  const line = toPosition(problem.line);
  const column = line === null ? null : toPosition(problem.column);
  const place =
    path === null ? [describePosition(problem)] : [toRepositoryFile(repositoryPath, path) ?? path, line, column];
  const kind = [severity, code].filter((text) => text !== null && text !== '').join(' ');
  const count = times === 1 ? '' : ` (${formatCount(times, 'time')})`;
  const start = place.filter((part) => part !== null && part !== '').join(':');
  return `${start === '' ? '' : `${start}: `}${kind}: ${describeMessage(message)}${count}`;
}

/** The words of a problem, also where there are none. */
export function describeMessage(message: string): string {
  return message.trim() === '' ? 'No message was given.' : message;
}

/** UTF-16 units of a path: the longest that Linux takes. To normalize a longer one may take more than linear time. */
const maxPath = 4096;

/**
 * Where a file of the app folder lies in the repository, with `/` and no `./`; null when it has no place there:
 * no folder, an absolute or endless path, a way out of the folder or of the repository, a name that cannot be printed as it is.
 */
export function toRepositoryFile(repositoryPath: string | null, path: string | null): string | null {
  if (repositoryPath === null || path === null || path.length > maxPath || /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path))
    return null;
  const inside = posix.normalize(path);
  const file = posix.join(repositoryPath, inside);
  const leads = [inside, file].every(
    (way) => way !== '.' && way !== '..' && !way.startsWith('../') && !way.endsWith('/'),
  );
  return leads && toPrintable(file) === file ? file : null;
}
