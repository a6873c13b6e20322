import { cutText, splitLines, toPrintable, toSafeUrl } from '../escape.ts';
import { formatCount, joinTexts } from '../format.ts';
import type { CleanReport } from './clean.ts';
import { describeResult, isRefusedByReview, type ResultMessage } from './messages.ts';
import { countTimes, describePosition, describeTimes, type MergedProblem, toRepositoryFile } from './problems.ts';
import { describeRun } from './tell.ts';

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

/** What is annotated beside the result, and how many times it was named. */
interface Entry {
  readonly annotation: Annotation;
  readonly times: number;
}

/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and the result as the last of
 * its level, so that it is always kept. What is omitted is counted there. Of several apps the first of each comes before the second
 * of any, so that each that failed has one, as long as there are ten.
 */
export function toAnnotations(reports: readonly CleanReport[]): readonly Annotation[] {
  const [first, ...others] = reports;
  const result = first === undefined || others.length > 0 ? annotateRun(reports) : annotateResult(first);
  const apps = reports.map((report) => listEntries(report, others.length > 0));
  const remarks = (['warnings', 'notices'] as const).flatMap((kind) => listRemarks(kind, reports));
  return (['warning', 'notice', 'error'] as const).flatMap((level) => {
    const isOfLevel = ({ annotation }: Entry): boolean => annotation.level === level;
    const turns = apps.flatMap((entries) => entries.filter(isOfLevel).map((entry, turn) => ({ entry, turn })));
    const ofApps = turns.toSorted((one, other) => one.turn - other.turn).map(({ entry }) => entry);
    const unread = reports.reduce((sum, { facts }) => sum + (level === 'error' ? facts.moreProblems : 0), 0);
    const entries = [...ofApps, ...remarks.filter(isOfLevel)];
    return annotateLevel(level, { entries, unread }, result.level === level ? [result] : []);
  });
}

/** What an app has to annotate: its problems, and among several its own result where no problem says why it is no success. */
function listEntries(report: CleanReport, isOneOfSeveral: boolean): readonly Entry[] {
  const entries = dropRepeated(report.problems).map((problem) => ({
    annotation: annotateProblem(problem),
    times: problem.times,
  }));
  const { level } = describeResult(report);
  const isSaid = level === 'notice' || entries.some(({ annotation }) => annotation.level === level);
  return isSaid || !isOneOfSeveral ? entries : [{ annotation: annotateResult(report), times: 1 }, ...entries];
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
  { entries, unread }: { readonly entries: readonly Entry[]; readonly unread: number },
  results: readonly Annotation[],
): readonly Annotation[] {
  const max = limits[level];
  const all = entries.map(({ annotation }) => annotation);
  if (unread === 0 && all.length + results.length <= max) return [...all, ...results];
  const [last = annotate(level, `More ${level}s`, '')] = results;
  const left = countTimes(entries.slice(max - 1)) + unread;
  const more = `and ${formatCount(left, `more ${level === 'error' ? 'problem' : level}`)}: see the summary`;
  return [...all.slice(0, max - 1), { ...last, message: joinTexts([last.message, more], '\n') }];
}

function annotateProblem(entry: MergedProblem): Annotation {
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

/** The result of several apps, with a line for each that failed. */
function annotateRun(reports: readonly CleanReport[]): Annotation {
  const { level, headline, lines, next } = describeRun(reports);
  const texts = [...lines.map((line) => cutText(toPrintable(line), minSentence)), next];
  return annotate(level, headline, cutText(joinTexts(texts, '\n'), maxMessage - 200));
}

/** Each remark once, under a title that names the app: a job may have several. What is said of more than one names them. */
function listRemarks(kind: 'warnings' | 'notices', reports: readonly CleanReport[]): readonly Entry[] {
  const level = kind === 'warnings' ? 'warning' : 'notice';
  const said = reports.flatMap(({ facts }) => facts[kind].map((text) => ({ text, slug: facts.slug })));
  return Array.from(
    Map.groupBy(said, ({ text }) => text),
    ([text, some]) => {
      const slugs = [...new Set(some.map(({ slug }) => slug))];
      const names = slugs.length === 1 ? slugs : [formatCount(slugs.length, 'app')];
      const message = cutText(toPrintable(text), maxMessage);
      return { annotation: annotate(level, joinTexts([...names, titles[level]], ': '), message), times: 1 };
    },
  );
}
