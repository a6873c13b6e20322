import { toFailure, toReason } from '../action-error.ts';
import { cutText } from '../escape.ts';
import { formatCount } from '../format.ts';
import { toAnnotations } from './annotations.ts';
import { type CleanReport, cleanReport, type Report } from './clean.ts';
import { type CommentTarget, postComment } from './comment.ts';
import { tellDiff, toDiffLines } from './diff.ts';
import type { RunnerLog } from './log.ts';
import { formatOutputs, toOutputs } from './outputs.ts';
import { renderSummary } from './print-markdown.ts';
import { countTimes, formatProblem } from './problems.ts';

export { reportUnstarted } from './clean.ts';
export { createLog } from './log.ts';
export { createProgress } from './progress.ts';

/** Bounds of the list of problems in the log: lines, and UTF-16 units of each. */
const maxListed = 200;
const maxLine = 500;

/** Where a report goes. Whatever takes a text throws when it cannot. */
export interface Sinks {
  readonly log: RunnerLog;
  /** Appends to the runner's file for outputs; null where the runner gave none. */
  readonly writeOutputs: ((text: string) => void) | null;
  /** Appends to the job summary; null where there is none, such as on a machine that is no runner. */
  readonly writeSummary: ((markdown: string) => void) | null;
  /** The pull request to comment on; null when nobody asked for it. */
  readonly comment: CommentTarget | null;
  /** The address of docs/troubleshooting.md in the version of the action that runs; null when it is not known. */
  readonly docsUrl: string | null;
}

/**
 * Reports everything about a finished run, with a report for each of its apps: outputs, annotations, summary, comment. Never throws,
 * since trouble with the reporting changes nothing about the run: it becomes a warning. Outputs and annotations come before anything
 * that has to be waited for, so that a run that is being cancelled still has them.
 */
export async function emitReports(
  raws: readonly Report[],
  { log, writeOutputs, writeSummary, comment, docsUrl }: Sinks,
): Promise<void> {
  const reports = raws.map((raw) => cleanReport(raw, { docsUrl, voice: 'github' }));
  try {
    if (writeOutputs === null) log.warn('The outputs could not be written: GITHUB_OUTPUT is not set.');
    else writeOutputs(formatOutputs(toOutputs(reports)));
  } catch (error) {
    log.warn(`The outputs could not be written: ${toReason(error)}`);
  }
  logReports(reports, log);
  try {
    if (writeSummary === null) log.debug('There is no job summary to write to.');
    else writeSummary(await renderSummary(reports));
  } catch (error) {
    log.warn(`The job summary could not be written: ${toReason(error)}`);
  }
  try {
    const posted = comment === null ? null : await postComment(reports, comment);
    if (posted !== null) log.debug(`Pull-request comment: ${posted}.`);
  } catch (error) {
    const { message, next } = toFailure(error);
    const rest = 'This does not change the result of the run.';
    log.warn(`The pull-request comment was not posted: ${message}. ${next} ${rest}`);
  }
}

function logReports(reports: readonly CleanReport[], log: RunnerLog): void {
  for (const report of reports) {
    const about = reports.length === 1 ? '' : ` of ${report.facts.slug}`;
    listProblems(report, `Problems${about}`, log);
    listTextChanges(report, `Text changes${about}`, log);
  }
  for (const annotation of toAnnotations(reports)) log.annotate(annotation);
  // A bug of ours is the one failure that shows its stack.
  for (const { failure } of reports) if (failure?.stack !== undefined) log.lines(failure.stack);
}

/** The log shows an annotation's message without its place, so that the places are listed once, folded if there are some. */
function listProblems({ problems, facts }: CleanReport, title: string, log: RunnerLog): void {
  const lines = problems.slice(0, maxListed).map((problem) => cutText(formatProblem(problem), maxLine));
  if (lines.length < 2) {
    for (const line of lines) log.info(line);
    return;
  }
  const left = countTimes(problems.slice(maxListed)) + facts.moreProblems;
  const more = left === 0 ? [] : [`and ${formatCount(left, 'more problem')}: see the summary`];
  log.group(`${title} (${countTimes(problems) + facts.moreProblems})`, [...lines, ...more]);
}

/** Of a dry run the log shows the same differences as the summary: that is what it was made for. */
function listTextChanges({ outcome, facts }: CleanReport, title: string, log: RunnerLog): void {
  const lines = outcome.kind === 'planned' ? toDiffLines(tellDiff(facts)) : [];
  if (lines.length > 0) log.group(title, lines);
}
