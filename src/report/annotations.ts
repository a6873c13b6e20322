import { countTimes, formatPlace, labelProblem, type ShownProblem } from '../app/problem.ts';
import { splitLines, toSafeUrl } from '../text/escape.ts';
import { formatCount, joinTexts, listNames } from '../text/format.ts';
import type { Annotation, AnnotationLevel, RunnerLog } from './log.ts';
import type { Report } from './report.ts';
import { areAllMissing, describeRun, listRunWarnings } from './several.ts';
import { toDiffLines } from './tables.ts';
import { describeReport, findHelpUrl, hasReviewNews, isShownByProblems } from './words.ts';

/**
 * Maximum number of annotations of each level. The runner keeps the first ten of a level per
 * step. Two warnings are left free: for one of the runner itself, and for one about a failed
 * report.
 */
const maxAnnotations: Readonly<Record<AnnotationLevel, number>> = {
  error: 10,
  warning: 8,
  notice: 10,
};

const maxListedLines = 20;

/**
 * Ends the log of a run: for a dry run the text changes, then the annotations, the problems and
 * warnings with their places, and last a line with the result. The log shows annotations without
 * their titles and places, so those that the list repeats are folded.
 */
export function logReports(reports: readonly Report[], log: RunnerLog): void {
  for (const report of reports) {
    const about = reports.length === 1 ? '' : ` of ${report.slug}`;
    logTextChanges(report, `Text changes${about}`, log);
  }
  const annotations = toAnnotations(reports);
  const listed = annotations.filter((annotation) => annotation.isListed);
  if (listed.length > 0) log.annotateFolded(listed);
  for (const line of listFindings(reports)) log.info(line);
  for (const annotation of annotations) {
    if (!annotation.isListed) log.annotate(annotation);
  }
  // Only an unexpected error has a stack.
  for (const report of reports) {
    for (const line of report.failure?.stack?.split('\n') ?? []) log.info(line);
  }
  log.info(describeRun(reports).headline);
}

/** Lists the problems, errors first, and the warnings; at most 20 lines, then a count. */
function listFindings(reports: readonly Report[]): readonly string[] {
  const findings = ['error', 'warning'].flatMap((severity) => {
    return reports.flatMap((report) => {
      const problems = report.shownProblems.filter((problem) => problem.severity === severity);
      const app = reports.length === 1 ? null : report.slug;
      return problems.map((problem) => ({
        lines: listProblem(problem, app),
        times: problem.times,
      }));
    });
  });
  for (const text of [...listRunWarnings(reports), ...mergeRemarks('warning', reports)])
    findings.push({ lines: [`warning: ${text}`], times: 1 });
  const lines: string[] = [];
  let left = 0;
  for (const finding of findings) {
    const fits = lines.length + finding.lines.length <= maxListedLines;
    if (fits && left === 0) lines.push(...finding.lines);
    else left += finding.times;
  }
  left += countUnreadProblems(reports);
  if (left > 0) lines.push(`and ${formatCount(left, 'more problem')}: see the summary`);
  return lines;
}

function listProblem(problem: ShownProblem, app: string | null): readonly string[] {
  const owner = problem.file === null ? app : null;
  const lines = [joinTexts([owner, labelProblem(problem), problem.message], ': ')];
  if (problem.fix !== null) lines.push(`  Fix: ${problem.fix}`);
  return lines;
}

function logTextChanges(report: Report, title: string, log: RunnerLog): void {
  if (report.outcome !== 'planned') return;
  const lines = toDiffLines(report.textChanges);
  if (lines.length > 0) log.fold(title, lines);
}

/**
 * Returns the annotations of a run within the runner's limits: warnings, notices, errors. The
 * run's result is the last annotation of its level, and counts the annotations that are omitted.
 * With several apps, the first annotation of each app comes before the second one of any.
 */
export function toAnnotations(reports: readonly Report[]): readonly Annotation[] {
  const result = annotateRun(reports);
  const apps = annotateApps(reports);
  const remarks = [
    ...listRunWarnings(reports).map((text) => annotateRemark('warning', text)),
    ...mergeRemarks('warning', reports).map((text) => annotateRemark('warning', text)),
    ...mergeRemarks('notice', reports).map((text) => annotateRemark('notice', text)),
  ];
  const levels: readonly AnnotationLevel[] = ['warning', 'notice', 'error'];
  return levels.flatMap((level) => {
    const ofApps = interleave(apps.map((annotations) => filterLevel(annotations, level)));
    return limitLevel({
      level,
      annotations: [...ofApps, ...filterLevel(remarks, level)],
      unreadProblems: level === 'error' ? countUnreadProblems(reports) : 0,
      result: result.level === level ? result : null,
    });
  });
}

function filterLevel(
  annotations: readonly Annotation[],
  level: AnnotationLevel,
): readonly Annotation[] {
  return annotations.filter((annotation) => annotation.level === level);
}

/** Returns the first entry of each list, then the second of each, and so on. */
function interleave(lists: readonly (readonly Annotation[])[]): readonly Annotation[] {
  const ranked = lists.flatMap((list) => list.map((annotation, rank) => ({ annotation, rank })));
  return ranked.toSorted((one, other) => one.rank - other.rank).map((entry) => entry.annotation);
}

/**
 * Returns the annotations of each app. If none of several apps exists, returns none: the run's
 * result reports that.
 */
function annotateApps(reports: readonly Report[]): readonly (readonly Annotation[])[] {
  if (reports.length > 1) return areAllMissing(reports) ? [] : reports.map(annotateOneOfSeveral);
  return reports.map((report) => {
    return report.shownProblems.map((problem) => annotateProblem(problem, null));
  });
}

/**
 * Annotates the problems of one of several apps. If no problem has the level of the app's result,
 * also annotates the result.
 */
function annotateOneOfSeveral(report: Report): readonly Annotation[] {
  const { level } = describeReport(report);
  const problems = report.shownProblems.map((problem) => annotateProblem(problem, report.slug));
  if (level === 'notice' || filterLevel(problems, level).length > 0) return problems;
  return [annotateResult(report), ...problems];
}

/** Counts the problems that the service named and that were not read. */
function countUnreadProblems(reports: readonly Report[]): number {
  return reports.reduce((sum, report) => sum + report.moreProblems, 0);
}

/**
 * Returns at most as many annotations of one level as the runner keeps. The last one counts the
 * omitted ones. `result` is the result of the run if it has this level, else null.
 */
function limitLevel(given: {
  readonly level: AnnotationLevel;
  readonly annotations: readonly Annotation[];
  readonly unreadProblems: number;
  readonly result: Annotation | null;
}): readonly Annotation[] {
  const { level, annotations, unreadProblems, result } = given;
  const max = maxAnnotations[level];
  const all = result === null ? annotations : [...annotations, result];
  if (unreadProblems === 0 && all.length <= max) return all;
  const kept = annotations.slice(0, max - 1);
  const left = countTimes(annotations.slice(max - 1)) + unreadProblems;
  const noun = level === 'error' ? 'problem' : level;
  const more = `and ${formatCount(left, `more ${noun}`)}: see the summary`;
  const last = result ?? makeAnnotation(level, `More ${level}s`, []);
  return [...kept, { ...last, more }];
}

function makeAnnotation(
  level: AnnotationLevel,
  title: string,
  texts: readonly string[],
): Annotation {
  return { level, title, texts, file: null, line: null, column: null };
}

/**
 * Annotates a problem in its file. If the problem has no file, the message names the app and the
 * place, because a log shows only the message. The title is the problem's code, as in the
 * annotations of a linter.
 */
function annotateProblem(problem: ShownProblem, app: string | null): Annotation {
  let message = problem.message;
  if (problem.file === null) message = joinTexts([app, formatPlace(problem), message], ': ');
  const texts = [message];
  if (problem.fix !== null) texts.push(`Fix: ${problem.fix}`);
  const annotation = makeAnnotation(problem.severity, problem.code ?? '', texts);
  const counted: Annotation = { ...annotation, times: problem.times, isListed: true };
  if (problem.file === null) return counted;
  return { ...counted, file: problem.file, line: problem.line, column: problem.column };
}

/** Annotates the result of an app on the file that a failure is about. */
function annotateResult(report: Report): Annotation {
  const words = describeReport(report);
  const texts: string[] = [];
  if (!isShownByProblems(report)) texts.push(...words.lines);
  const note = splitLines(report.app?.reviewNote ?? '').join(' ');
  if (note !== '' && hasReviewNews(report)) texts.push(`Reviewer's note: ${note}`);
  texts.push(words.next);
  const appUrl = words.level === 'error' ? null : toSafeUrl(report.app?.url);
  texts.push(findHelpUrl(report) ?? appUrl ?? '');
  const annotation = makeAnnotation(words.level, words.headline, texts);
  return { ...annotation, file: report.toFile(report.failure?.path ?? null) };
}

function annotateRun(reports: readonly Report[]): Annotation {
  const [only, ...others] = reports;
  if (only !== undefined && others.length === 0) return annotateResult(only);
  const message = describeRun(reports);
  return makeAnnotation(message.level, message.headline, [...message.lines, message.next]);
}

/** Returns each warning or notice once, with the names of its apps if there are several. */
function mergeRemarks(level: 'warning' | 'notice', reports: readonly Report[]): readonly string[] {
  const slugsByText = new Map<string, string[]>();
  for (const report of reports) {
    const texts = level === 'warning' ? report.warnings : report.notices;
    for (const text of texts) {
      const slugs = slugsByText.get(text) ?? [];
      slugsByText.set(text, [...slugs, report.slug ?? '']);
    }
  }
  return Array.from(slugsByText, ([text, slugs]) => {
    return reports.length === 1 ? text : `${listNames(slugs)}: ${text}`;
  });
}

function annotateRemark(level: 'warning' | 'notice', text: string): Annotation {
  const annotation = makeAnnotation(level, '', [text]);
  if (level === 'notice') return annotation;
  return { ...annotation, isListed: true };
}
