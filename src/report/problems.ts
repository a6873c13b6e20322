import { posix } from 'node:path';
import { toPrintable } from '../escape.ts';
import { formatCount, joinTexts } from '../format.ts';
import type { Problem } from '../problem.ts';

/**
 * A problem as a person sees it: with a line and a column only where they can be shown (no column without a line), and
 * always a message. Not safe to print yet.
 */
export interface MergedProblem extends Problem {
  /** The file's path from the repository root; null where it has no place there. */
  readonly file: string | null;
  /** How often exactly this problem was named. */
  readonly times: number;
}

/** Merges the problems that are the same in everything, in the order of their first. */
export function mergeProblems(problems: readonly Problem[], repositoryPath: string | null): readonly MergedProblem[] {
  const merged = new Map<string, MergedProblem>();
  for (const problem of problems) {
    const { path, line, column, code, message, fix, severity } = problem;
    const key = JSON.stringify([path, line, column, code, message, fix, severity]);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, times: known.times + 1 } : toMerged(problem, repositoryPath));
  }
  return [...merged.values()];
}

function toMerged(problem: Problem, repositoryPath: string | null): MergedProblem {
  const line = toPosition(problem.line);
  return {
    ...problem,
    line,
    column: line === null ? null : toPosition(problem.column),
    message: problem.message.trim() === '' ? 'No message was given.' : problem.message,
    file: toRepositoryFile(repositoryPath, problem.path),
    times: 1,
  };
}

/** How many problems were named, the merged ones counted as often as they were. */
export function countTimes(problems: readonly Pick<MergedProblem, 'times'>[]): number {
  return problems.reduce((sum, { times }) => sum + times, 0);
}

/** A line or column that can be shown: a positive integer, else null. The service may name any number. */
function toPosition(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
export function describePosition({ line, column }: Pick<MergedProblem, 'line' | 'column'>): string {
  if (line === null) return '';
  return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}

/** ` (3 times)`, to follow the words of a problem that was named more than once. */
export function describeTimes({ times }: Pick<MergedProblem, 'times'>): string {
  return times === 1 ? '' : ` (${formatCount(times, 'time')})`;
}

/**
 * A problem in one line of the log, as compilers write it: `app/index.html:3:1: error title_missing: The page has no title`.
 * The file is relative to the repository where it has a place there, else to the app folder. Not safe to print yet.
 */
export function formatProblem(problem: MergedProblem): string {
  const { path, file, line, column, severity, code, message } = problem;
  const place = path === null ? describePosition(problem) : joinTexts([file ?? path, line, column], ':');
  return `${joinTexts([place, joinTexts([severity, code], ' '), message], ': ')}${describeTimes(problem)}`;
}

/** UTF-16 units of a path: the longest that Linux takes. To normalize a longer one may take more than linear time. */
const maxPath = 4096;

/**
 * Where a file of the app folder lies in the repository, with `/` and no `./`; null when it has no place there:
 * no folder, an absolute or endless path, a way out of the folder, a name that cannot be printed as it is.
 */
export function toRepositoryFile(repositoryPath: string | null, path: string | null): string | null {
  if (repositoryPath === null || path === null || path.length > maxPath || /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path))
    return null;
  const inside = posix.normalize(path);
  const file = posix.join(repositoryPath, inside);
  const isFile = !/^\.\.?$|^\.\.\/|\/$/.test(inside);
  return isFile && toPrintable(file) === file ? file : null;
}
