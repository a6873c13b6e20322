import { formatCount, joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { cutText, splitLines, toPrintable, toSafeUrl } from './escape.ts';
import { describeResult, isRejected, type ResultMessage } from './messages.ts';
import { countTimes, describePosition, describeTimes, type MergedProblem, toRepositoryFile } from './problems.ts';

/** The levels that the runner knows. */
export type Level = ResultMessage['level'];

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

/** Where nothing says more. */
const titles: Readonly<Record<Level, string>> = { error: 'Problem', warning: 'Warning', notice: 'Notice' };

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
  const { problems, facts } = report;
  const entries = [
    ...dropRepeated(problems).map(toEntry),
    ...toRemarks('warning', facts.warnings),
    ...toRemarks('notice', facts.notices),
  ];
  const result = toResultAnnotation(report);
  return (['warning', 'notice', 'error'] as const).flatMap((level) => limitLevel(level, entries, result));
}

/** An annotation without a place. The message must be safe to print. */
function toAnnotation(level: Level, title: string, message: string): Annotation {
  return { level, title: cutText(toPrintable(title), maxTitle), message, file: null, line: null, column: null };
}

/** A warning of ours about a whole file says nothing more where the service names that file in an error. */
function dropRepeated(problems: readonly MergedProblem[]): readonly MergedProblem[] {
  const isWhole = ({ path, line }: MergedProblem) => path !== null && line === null;
  const errors = problems.filter((problem) => problem.severity === 'error' && isWhole(problem));
  const files = new Set(errors.map(({ path }) => path));
  return problems.filter((problem) => problem.severity === 'error' || !isWhole(problem) || !files.has(problem.path));
}

/** The annotations of a level, with the result where it is of that level, and the last one counting what is omitted. */
function limitLevel(level: Level, all: readonly Entry[], result: Annotation): readonly Annotation[] {
  const entries = all.filter(({ annotation }) => annotation.level === level);
  const hasResult = result.level === level;
  const annotations = [...entries.map(({ annotation }) => annotation), ...(hasResult ? [result] : [])];
  if (annotations.length <= limits[level]) return annotations;
  const shown = limits[level] - 1;
  const more = formatCount(countTimes(entries.slice(shown)), `more ${level === 'error' ? 'problem' : level}`);
  const last = hasResult ? result : toAnnotation(level, `More ${level}s`, '');
  const message = joinTexts([last.message, `and ${more}: see the summary`], '\n');
  return [...annotations.slice(0, shown), { ...last, message }];
}

function toEntry(problem: MergedProblem): Entry {
  const { severity: level, path, file, line, column, message, fix, code, times } = problem;
  // A place that cannot be shown as one is still worth its words.
  const words = file === null ? [joinTexts([path, describePosition(problem)], ', '), message] : [message];
  const repair = fix === null ? '' : `\n${cutText(`Fix: ${toPrintable(fix)}`, maxLine)}`;
  const count = describeTimes(problem);
  const text = cutText(toPrintable(joinTexts(words, ': ')), maxMessage - repair.length - count.length);
  const annotation = toAnnotation(level, code ?? titles[level], `${text}${count}${repair}`);
  return { annotation: file === null ? annotation : { ...annotation, file, line, column }, times };
}

/** Cause, reviewer's note, fix, link. On the file that a failure is about, where it is about one. */
function toResultAnnotation(report: CleanReport): Annotation {
  const { facts, failure, helpUrl, repositoryPath } = report;
  const { level, headline, lines, next } = describeResult(report);
  const note = isRejected(facts) ? splitLines(facts.app?.reviewNote ?? '').join(' ') : '';
  const parts = [
    ...lines.map((line) => cutText(toPrintable(line), Math.max(minSentence, maxSentence / lines.length))),
    note === '' ? '' : cutText(`Reviewer's note: ${toPrintable(note)}`, maxLine),
    cutText(toPrintable(next), maxLine),
    helpUrl ?? (level === 'error' ? null : toSafeUrl(facts.app?.url ?? null)),
  ];
  const annotation = toAnnotation(level, headline, cutText(joinTexts(parts, '\n'), maxMessage - 200));
  return { ...annotation, file: toRepositoryFile(repositoryPath, failure?.path ?? null) };
}

/** Remarks beside the result: each once. */
function toRemarks(level: Level, texts: readonly string[]): readonly Entry[] {
  const messages = [...new Set(texts)].map((text) => cutText(toPrintable(text), maxMessage));
  return messages.map((message) => ({ annotation: toAnnotation(level, titles[level], message), times: 1 }));
}
