import { toReason } from '../errors.ts';
import { toAnnotations } from './annotations.ts';
import { type CleanReport, cleanReport } from './clean.ts';
import { toComment } from './comment.ts';
import type { RunnerLog } from './log.ts';
import { countTimes, describePlace, mergeProblems } from './merge.ts';
import { toOutputs } from './outputs.ts';
import { type CommentPort, explainCommentError, postComment } from './post-comment.ts';
import type { Report } from './report.ts';
import { findSlug } from './safe.ts';
import { renderSummary } from './summary.ts';
import { cutText } from './text.ts';

/** Bounds of the list of problems in the log: lines, and UTF-16 units of each. */
const mostListed = 200;
const longestLine = 500;

/** Where a report goes. */
export interface Sinks {
  readonly log: RunnerLog;
  /** Hands one output to the runner, throws when it cannot; null where the runner gave no file for it. */
  readonly setOutput: ((name: string, value: string) => void) | null;
  /** Appends to the job summary; null where there is none, such as on a machine that is no runner. */
  readonly writeSummary: ((markdown: string) => Promise<void>) | null;
  /** The pull request to comment on; null when nobody asked for it. */
  readonly comment: CommentTarget | null;
}

/** A pull request, and the page of this run where it has one. */
export interface CommentTarget {
  readonly port: CommentPort;
  readonly runUrl: string | null;
}

/**
 * Tells everything about a finished run: outputs, annotations, summary, comment. Never throws, since trouble with the
 * telling changes nothing about the run: it becomes a warning. Outputs and annotations come before anything that has to
 * be waited for, so that a run that is being cancelled still has them.
 */
export async function emitReport(raw: Report, sinks: Sinks): Promise<void> {
  const report = cleanReport(raw);
  const { log } = sinks;
  try {
    writeOutputs(report, sinks);
  } catch (error) {
    log.warn(`The outputs could not be written: ${toReason(error)}`);
  }
  await listProblems(report, log);
  for (const annotation of toAnnotations(report)) log.annotate(annotation);
  tellStack(report, log);
  try {
    await writeSummary(report, sinks);
  } catch (error) {
    log.warn(`The job summary could not be written: ${toReason(error)}`);
  }
  try {
    await comment(report, sinks);
  } catch (error) {
    log.warn(explainCommentError(error));
  }
}

function writeOutputs(report: CleanReport, { log, setOutput }: Sinks): void {
  if (setOutput === null) {
    log.warn('The outputs could not be written: GITHUB_OUTPUT is not set.');
    return;
  }
  for (const [name, value] of toOutputs(report)) setOutput(name, value);
}

/** The log shows an annotation's message without its place, so that the places are listed once, folded. */
async function listProblems(report: CleanReport, log: RunnerLog): Promise<void> {
  const problems = mergeProblems(report.facts.problems);
  if (problems.length === 0) return;
  await log.group(`Problems (${countTimes(problems)})`, async () => {
    for (const problem of problems.slice(0, mostListed)) {
      const place = describePlace(problem);
      log.info(cutText(`${problem.severity}${place === '' ? '' : ` in ${place}`}: ${problem.message}`, longestLine));
    }
  });
}

/** A bug of ours is the one failure that shows its stack. */
function tellStack({ outcome }: CleanReport, log: RunnerLog): void {
  if ('failure' in outcome && outcome.failure.stack !== undefined) log.lines(outcome.failure.stack);
}

async function writeSummary(report: CleanReport, { log, writeSummary: write }: Sinks): Promise<void> {
  if (write === null) {
    log.debug('There is no job summary to write to.');
    return;
  }
  await write(await renderSummary(report));
}

async function comment(report: CleanReport, { comment: target, log }: Sinks): Promise<void> {
  const slug = findSlug(report.facts);
  if (target === null || slug === null) return;
  const body = await toComment(report, { slug, runUrl: target.runUrl });
  const posted = await postComment({ port: target.port, slug, body });
  log.debug(`Pull-request comment: ${posted}.`);
}
