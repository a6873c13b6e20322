import { countTimes, formatPlace, labelProblem, type ShownProblem } from '../model/problem.ts';
import { splitLines, toSafeUrl } from '../text/escape.ts';
import { formatCount, joinTexts, listNames } from '../text/format.ts';
import { hasNews, toDiffLines } from './blocks.ts';
import type { Annotation, AnnotationLevel, RunnerLog } from './log.ts';
import { isSaidByProblems } from './messages.ts';
import type { RedactedReport } from './redact-report.ts';
import { areAllMissing, describeRun, listRunWarnings } from './several.ts';

/**
 * The runner keeps the first ten of a level in one step. Two warnings come later: its own, and
 * trouble with the reporting.
 */
const limits: Readonly<Record<AnnotationLevel, number>> = { error: 10, warning: 8, notice: 10 };

/** UTF-16 units of a title that repeats the beginning of its message. */
const maxFirstWords = 80;

/**
 * Logs what was found: problems and, of a dry run, texts that differ as lists, then the
 * annotations.
 */
export function logReports(reports: readonly RedactedReport[], log: RunnerLog): void {
  for (const report of reports) {
    const about = reports.length === 1 ? '' : ` of ${report.facts.slug}`;
    logProblems(report, `Problems${about}`, log);
    logTextChanges(report, `Text changes${about}`, log);
  }
  for (const annotation of toAnnotations(reports)) log.annotate(annotation);
  // A bug of ours is the one failure that shows its stack.
  const stacks = reports.flatMap(({ failure }) => failure?.stack?.split('\n') ?? []);
  for (const line of stacks) log.info(line);
}

/**
 * The log shows an annotation's message without its place: the places are listed once, folded where
 * there are several.
 */
function logProblems({ problems, facts }: RedactedReport, title: string, log: RunnerLog): void {
  const { moreProblems } = facts;
  const lines = problems.map((problem) => `${labelProblem(problem)}: ${problem.message}`);
  if (lines.length < 2) {
    for (const line of lines) log.info(line);
    return;
  }
  const more = moreProblems === 0 ? [] : [`and ${formatCount(moreProblems, 'more problem')}`];
  log.fold(`${title} (${countTimes(problems) + moreProblems})`, [...lines, ...more]);
}

/** A dry run is made to see the differences: the log shows those of the summary too. */
function logTextChanges({ outcome, facts }: RedactedReport, title: string, log: RunnerLog): void {
  const lines = outcome.kind === 'planned' ? toDiffLines(facts.textChanges) : [];
  if (lines.length > 0) log.fold(title, lines);
}

/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and
 * the result as the last of its level, where it counts what is omitted. The first of each app comes
 * before the second of any: up to ten apps that failed have one.
 */
export function toAnnotations(reports: readonly RedactedReport[]): readonly Annotation[] {
  const [only, ...others] = reports;
  const isSeveral = others.length > 0;
  const result = only === undefined || isSeveral ? annotateRun(reports) : annotateResult(only);
  const apps = areAllMissing(reports)
    ? []
    : reports.map((report) => annotateApp(report, isSeveral));
  const remarks = [
    ...listRunWarnings(reports).map((text) => annotate('warning', toTitle(text), [text])),
    ...annotateRemarks('warnings', reports),
    ...annotateRemarks('notices', reports),
  ];
  return levels.flatMap((level) => {
    const isOfLevel = (annotation: Annotation): boolean => annotation.level === level;
    const ofApps = takeTurns(apps.map((list) => list.filter(isOfLevel)));
    const all = [...ofApps, ...remarks.filter(isOfLevel)];
    const unread = level === 'error' ? countUnread(reports) : 0;
    return limitLevel(all, { level, unread, result: isOfLevel(result) ? result : null });
  });
}

const levels = ['warning', 'notice', 'error'] as const;

/** The first of each list, then the second of each, and so on. */
function takeTurns(lists: readonly (readonly Annotation[])[]): readonly Annotation[] {
  const turns = lists.flatMap((list) => list.map((annotation, turn) => ({ annotation, turn })));
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ annotation }) => annotation);
}

/** The problems of an app, and among several its own result where no problem has its level. */
function annotateApp(report: RedactedReport, isOneOfSeveral: boolean): readonly Annotation[] {
  const { level } = report.result;
  const app = isOneOfSeveral ? report.facts.slug : null;
  const problems = report.problems.map((problem) => annotateProblem(problem, app));
  const isSaid = level === 'notice' || problems.some((problem) => problem.level === level);
  return isSaid || !isOneOfSeveral ? problems : [annotateResult(report), ...problems];
}

function countUnread(reports: readonly RedactedReport[]): number {
  return reports.reduce((sum, { facts }) => sum + facts.moreProblems, 0);
}

/**
 * The annotations of a level and the result, if it is of this level; where some are omitted, the
 * last one counts them.
 */
function limitLevel(
  all: readonly Annotation[],
  {
    level,
    unread,
    result,
  }: {
    readonly level: AnnotationLevel;
    readonly unread: number;
    readonly result: Annotation | null;
  },
): readonly Annotation[] {
  const max = limits[level];
  const whole = result === null ? all : [...all, result];
  if (unread === 0 && whole.length <= max) return whole;
  const last = result ?? annotate(level, `More ${level}s`, []);
  const left = countTimes(all.slice(max - 1)) + unread;
  const noun = level === 'error' ? 'problem' : level;
  const more = `and ${formatCount(left, `more ${noun}`)}: see the summary`;
  return [...all.slice(0, max - 1), { ...last, more }];
}

/** An annotation without a place. */
function annotate(level: AnnotationLevel, title: string, texts: readonly string[]): Annotation {
  return { level, title, texts, file: null, line: null, column: null };
}

/** In its file; where it has none, the message names `app` and the place. */
function annotateProblem(problem: ShownProblem, app: string | null): Annotation {
  const { severity, file, line, column, message, fix, times } = problem;
  const words = file === null ? joinTexts([app, formatPlace(problem), message], ': ') : message;
  const annotation = annotate(severity, toTitle(words), [words, fix === null ? '' : `Fix: ${fix}`]);
  return file === null ? { ...annotation, times } : { ...annotation, file, line, column, times };
}

/** The first words of a text: its first sentence or clause, as far as it is short. */
function toTitle(text: string): string {
  const [sentence = ''] = text.split(/(?<=\S{3})[.;](?=\s|$)|\n/, 1);
  const words =
    sentence.length <= maxFirstWords
      ? sentence
      : sentence.slice(0, maxFirstWords).replace(/\s+\S*$/, ' …');
  return words.trim() || text;
}

/** Cause, reviewer's note, fix, link; on the file that a failure is about. */
function annotateResult(report: RedactedReport): Annotation {
  const { result, facts, failure, helpUrl } = report;
  const { level, headline, lines, next } = result;
  const note = hasNews(facts) ? splitLines(facts.app?.reviewNote ?? '').join(' ') : '';
  const link = helpUrl ?? (level === 'error' ? null : toSafeUrl(facts.app?.url));
  const said = isSaidByProblems(report) ? [] : lines;
  const texts = [...said, note === '' ? '' : `Reviewer's note: ${note}`, next, link ?? ''];
  return { ...annotate(level, headline, texts), file: failure?.file ?? null };
}

function annotateRun(reports: readonly RedactedReport[]): Annotation {
  const { level, headline, lines, next } = describeRun(reports);
  return annotate(level, headline, [...lines, next]);
}

/** Each remark once, with the names of its apps where a run has several. */
function annotateRemarks(
  kind: 'warnings' | 'notices',
  reports: readonly RedactedReport[],
): readonly Annotation[] {
  const level = kind === 'warnings' ? 'warning' : 'notice';
  const said = reports.flatMap(({ facts }) =>
    facts[kind].map((text) => ({ text, slug: facts.slug ?? '' })),
  );
  return Array.from(
    Map.groupBy(said, ({ text }) => text),
    ([text, some]) => {
      const slugs = some.map(({ slug }) => slug);
      const words = reports.length === 1 ? text : `${listNames(slugs)}: ${text}`;
      return annotate(level, toTitle(words), [words]);
    },
  );
}
