import { formatCount } from '../format.ts';
import type { Severity } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { cutText, joinLines, toPrintable, toSafeUrl } from './escape.ts';
import { describeResult, isRejected, type ResultMessage } from './messages.ts';
import {
  describeMessage,
  describePlace,
  type MergedProblem,
  mergeProblems,
  toPosition,
  toRepositoryFile,
} from './problems.ts';

/** The levels that the runner knows. */
export type Level = Severity | 'notice';

/** One annotation, safe to print; without a file it has no line, without a line no column. Lines and columns count from 1. */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * What the runner keeps of a level in one step (ten, the first ones). Two places for warnings stay free: for the
 * runner's own and for trouble with the reporting itself, which comes later.
 */
const limits: Readonly<Record<Level, number>> = { error: 10, warning: 8, notice: 10 };

/** The runner cuts a message at 4,096 UTF-16 units, after masking, which may lengthen it. */
const maxMessage = 4000;
const maxLine = 900;
const maxSentence = 1800;
/** Of many sentences each has at least so much. */
const minSentence = 200;
const maxTitle = 200;

/** An annotation before the cut, and how many things it stands for. */
interface Entry {
  readonly annotation: Annotation;
  readonly times: number;
}

/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and the result as the last of
 * its level, so that it is always kept. What is omitted is counted there.
 */
export function toAnnotations(report: CleanReport): readonly Annotation[] {
  const { facts } = report;
  const problems = dropRepeated(mergeProblems(facts.problems)).map((problem) => toEntry(problem, report));
  const ofLevel = (level: Level) => problems.filter(({ annotation }) => annotation.level === level);
  const warnings = [...ofLevel('warning'), ...toRemarks('warning', facts.warnings)];
  const result = toResultAnnotation(report);
  const last = (level: Level) => (result.level === level ? result : null);
  return [
    ...limitLevel('warning', warnings, last('warning')),
    ...limitLevel('notice', toRemarks('notice', facts.notices), last('notice')),
    ...limitLevel('error', ofLevel('error'), last('error')),
  ];
}

/**
 * The address in docs/troubleshooting.md of the code that a run failed with; null where there is none, or where the
 * address of the page is not known.
 */
export function toHelpUrl({ docsUrl, outcome }: CleanReport): string | null {
  const page = toSafeUrl(docsUrl);
  if (page === null || !('failure' in outcome) || !/^[a-z0-9_]{1,50}$/.test(outcome.failure.code)) return null;
  return `${page}#${outcome.failure.code}`;
}

/** A warning of ours about a whole file says nothing more where the service names that file in an error. */
function dropRepeated(problems: readonly MergedProblem[]): readonly MergedProblem[] {
  const isWhole = ({ path, line }: MergedProblem) => path !== null && line === null;
  const errors = problems.filter(({ severity }) => severity === 'error').filter(isWhole);
  const files = new Set(errors.map(({ path }) => path));
  return problems.filter((problem) => problem.severity === 'error' || !isWhole(problem) || !files.has(problem.path));
}

function limitLevel(level: Level, entries: readonly Entry[], last: Annotation | null): readonly Annotation[] {
  const room = limits[level] - (last === null ? 0 : 1);
  const shown = entries.length <= room ? entries : entries.slice(0, last === null ? room - 1 : room);
  const annotations = shown.map(({ annotation }) => annotation);
  const left = entries.slice(shown.length).reduce((sum, { times }) => sum + times, 0);
  if (left === 0) return last === null ? annotations : [...annotations, last];
  const more = `and ${formatCount(left, level === 'error' ? 'more problem' : `more ${level}`)}: see the summary`;
  const closing = last ?? toPlain(level, `More ${level}s`, '');
  return [...annotations, { ...closing, message: [closing.message, more].filter((text) => text !== '').join('\n') }];
}

function toEntry(problem: MergedProblem, { repositoryPath }: CleanReport): Entry {
  const { severity: level, path, message, fix, code, times } = problem;
  const file = toRepositoryFile(repositoryPath, path);
  const line = file === null ? null : toPosition(problem.line);
  const column = line === null ? null : toPosition(problem.column);
  // A place that cannot be shown as one is still worth its words.
  const place = file === null ? describePlace(problem) : '';
  const repair = fix === null || fix === '' ? '' : `\n${cutText(`Fix: ${toPrintable(fix)}`, maxLine)}`;
  const count = times === 1 ? '' : ` (${formatCount(times, 'time')})`;
  const text = toPrintable(`${place === '' ? '' : `${place}: `}${describeMessage(message)}`);
  const whole = `${cutText(text, maxMessage - repair.length - count.length)}${count}${repair}`;
  const title = cutText(toPrintable(code || (level === 'error' ? 'Problem' : 'Warning')), maxTitle);
  return { annotation: { level, title, message: whole, file, line, column }, times };
}

/** Cause, fix, link. On the file that a failure is about, where it is about one. */
function toResultAnnotation(report: CleanReport): Annotation {
  const { outcome, repositoryPath } = report;
  const result = describeResult(report);
  const path = 'failure' in outcome ? outcome.failure.path : null;
  const message = cutText(listLines(report, result).join('\n'), maxMessage - 200);
  return { ...toPlain(result.level, result.headline, message), file: toRepositoryFile(repositoryPath, path) };
}

function listLines(report: CleanReport, { lines, next, level }: ResultMessage): readonly string[] {
  const { app } = report.facts;
  const note = isRejected(report.facts) ? joinLines(app?.reviewNote ?? '') : '';
  const url = toHelpUrl(report) ?? (level === 'error' ? null : toSafeUrl(app?.url ?? null));
  return [
    ...lines.map((line) => cutText(toPrintable(line), Math.max(minSentence, maxSentence / lines.length))),
    note === '' ? '' : cutText(`Reviewer's note: ${toPrintable(note)}`, maxLine),
    cutText(toPrintable(next), maxLine),
    url ?? '',
  ].filter((line) => line !== '');
}

/** Remarks beside the result: each once. */
function toRemarks(level: Level, texts: readonly string[]): readonly Entry[] {
  const title = level === 'warning' ? 'Warning' : 'Notice';
  const messages = [...new Set(texts)].map((text) => cutText(toPrintable(text), maxMessage));
  return messages.map((message) => ({ annotation: toPlain(level, title, message), times: 1 }));
}

function toPlain(level: Level, title: string, message: string): Annotation {
  return { level, title: cutText(toPrintable(title), maxTitle), message, file: null, line: null, column: null };
}
