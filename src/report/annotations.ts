import { cutText, splitLines, toPrintable, toSafeUrl } from '../escape.ts';
import { formatCount, joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { describeResult, isRefusedByReview, type ResultMessage } from './messages.ts';
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

/** What is annotated beside the result: a problem, or a remark, which has no place and may be a notice. */
interface AnnotatedEntry extends Omit<MergedProblem, 'severity'> {
  readonly severity: Level;
}

/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and the result as the last of
 * its level, so that it is always kept. What is omitted is counted there.
 */
export function toAnnotations(report: CleanReport): readonly Annotation[] {
  const { problems, facts } = report;
  const entries: readonly AnnotatedEntry[] = [
    ...dropRepeated(problems),
    ...toRemarks('warning', facts.warnings, facts.slug),
    ...toRemarks('notice', facts.notices, facts.slug),
  ];
  const result = annotateResult(report);
  return (['warning', 'notice', 'error'] as const).flatMap((level) => {
    const ofLevel = entries.filter(({ severity }) => severity === level);
    const unread = level === 'error' ? facts.moreProblems : 0;
    return annotateLevel(level, { entries: ofLevel, unread }, result.level === level ? [result] : []);
  });
}

/** An annotation without a place. The message must be safe to print. */
function annotate(level: Level, title: string, message: string): Annotation {
  return { level, title: cutText(toPrintable(title), maxTitle), message, file: null, line: null, column: null };
}

/** A warning of ours about a whole file says nothing more where the service names that file in an error. */
function dropRepeated(problems: readonly MergedProblem[]): readonly MergedProblem[] {
  const isWhole = ({ path, line }: MergedProblem) => path !== null && line === null;
  const errors = problems.filter((problem) => problem.severity === 'error' && isWhole(problem));
  const files = new Set(errors.map(({ path }) => path));
  return problems.filter((problem) => problem.severity === 'error' || !isWhole(problem) || !files.has(problem.path));
}

/**
 * The annotations of a level, the last one counting what is omitted, with those that were never read (`unread`). `results`: the
 * result, where it is of this level.
 */
function annotateLevel(
  level: Level,
  { entries, unread }: { readonly entries: readonly AnnotatedEntry[]; readonly unread: number },
  results: readonly Annotation[],
): readonly Annotation[] {
  const max = limits[level];
  if (unread === 0 && entries.length + results.length <= max) return [...entries.map(annotateEntry), ...results];
  const [last = annotate(level, `More ${level}s`, '')] = results;
  const left = countTimes(entries.slice(max - 1)) + unread;
  const more = `and ${formatCount(left, `more ${level === 'error' ? 'problem' : level}`)}: see the summary`;
  return [...entries.slice(0, max - 1).map(annotateEntry), { ...last, message: joinTexts([last.message, more], '\n') }];
}

function annotateEntry(entry: AnnotatedEntry): Annotation {
  const { severity: level, path, file, line, column, message, fix, code } = entry;
  // A place that cannot be shown as one is still worth its words.
  const words = file === null ? [joinTexts([path, describePosition(entry)], ', '), message] : [message];
  const repair = fix === null ? '' : `\n${cutText(`Fix: ${toPrintable(fix)}`, maxLine)}`;
  const count = describeTimes(entry);
  const text = cutText(toPrintable(joinTexts(words, ': ')), maxMessage - repair.length - count.length);
  const annotation = annotate(level, code ?? titles[level], `${text}${count}${repair}`);
  return file === null ? annotation : { ...annotation, file, line, column };
}

/** Cause, reviewer's note, fix, link. On the file that a failure is about, where it is about one. */
function annotateResult(report: CleanReport): Annotation {
  const { facts, failure, helpUrl, repositoryPath } = report;
  const { level, headline, lines, next } = describeResult(report);
  const note = isRefusedByReview(facts) ? splitLines(facts.app?.reviewNote ?? '').join(' ') : '';
  const parts = [
    ...lines.map((line) => cutText(toPrintable(line), Math.max(minSentence, maxSentence / lines.length))),
    note === '' ? '' : cutText(`Reviewer's note: ${toPrintable(note)}`, maxLine),
    cutText(toPrintable(next), maxLine),
    helpUrl ?? (level === 'error' ? null : toSafeUrl(facts.app?.url ?? null)),
  ];
  const annotation = annotate(level, headline, cutText(joinTexts(parts, '\n'), maxMessage - 200));
  return { ...annotation, file: toRepositoryFile(repositoryPath, failure?.path ?? null) };
}

/** Each remark once, under a title that names the app: a job may have several. */
function toRemarks(severity: Level, texts: readonly string[], slug: string | null): readonly AnnotatedEntry[] {
  const title = joinTexts([slug, titles[severity]], ': ');
  const unplaced = { path: null, file: null, line: null, column: null, code: title, fix: null, times: 1 };
  return Array.from(new Set(texts), (message) => ({ ...unplaced, message, severity }));
}
