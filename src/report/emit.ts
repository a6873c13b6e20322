import { appendFileSync } from 'node:fs';
import { toFailure, toReason } from '../errors.ts';
import { formatCount } from '../format.ts';
import { RunState } from '../outcome.ts';
import { toAnnotations } from './annotations.ts';
import { type CleanReport, cleanReport } from './clean.ts';
import { type CommentTarget, explainCommentError, postComment, toComment } from './comment.ts';
import { cutText } from './escape.ts';
import type { RunnerLog } from './log.ts';
import { findSlug, toOutputs } from './outputs.ts';
import type { Report } from './port.ts';
import { countTimes, formatProblem, mergeProblems } from './problems.ts';
import { renderSummary } from './summary.ts';

export { createLog } from './log.ts';

/** Bounds of the list of problems in the log: lines, and UTF-16 units of each. */
const maxListed = 200;
const maxLine = 500;

/** Where a report goes. */
export interface Sinks {
  readonly log: RunnerLog;
  /** Hands one output to the runner, throws when it cannot; null where the runner gave no file for it. */
  readonly setOutput: ((name: string, value: string) => void) | null;
  /** Appends to the job summary; null where there is none, such as on a machine that is no runner. */
  readonly writeSummary: ((markdown: string) => Promise<void>) | null;
  /** The pull request to comment on; null when nobody asked for it. */
  readonly comment: CommentTarget | null;
  /** The address of docs/troubleshooting.md in the version of the action that runs; null when it is not known. */
  readonly docsUrl: string | null;
}

/**
 * Reports everything about a finished run: outputs, annotations, summary, comment. Never throws, since trouble with the
 * reporting changes nothing about the run: it becomes a warning. Outputs and annotations come before anything that has to
 * be waited for, so that a run that is being cancelled still has them.
 */
export async function emitReport(raw: Report, sinks: Sinks): Promise<void> {
  const report = cleanReport(raw, sinks.docsUrl);
  const { log } = sinks;
  try {
    writeOutputs(report, sinks);
  } catch (error) {
    log.warn(`The outputs could not be written: ${toReason(error)}`);
  }
  await listProblems(report, log);
  for (const annotation of toAnnotations(report)) log.annotate(annotation);
  // A bug of ours is the one failure that shows its stack.
  if ('failure' in report.outcome && report.outcome.failure.stack !== undefined)
    log.lines(report.outcome.failure.stack);
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

/** The report of a run that did not begin: the error is all that there is to say. An empty slug is not known. */
export function reportUnstarted(
  error: unknown,
  { slug, secrets }: { readonly slug: string; readonly secrets: readonly string[] },
): Report {
  const failure = toFailure(error);
  return {
    command: 'deploy',
    outcome: { kind: failure.kind, failure },
    facts: new RunState(slug).facts,
    repositoryPath: null,
    readLines: async () => null,
    secrets,
  };
}

/**
 * Hands outputs to the runner through its file, at once, so that they are there when the run is cancelled. Throws what
 * the file throws. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter, a third of bare
 * node's start. Here the delimiter is one that no line of the value is, which nobody needs to guess right.
 */
export function createOutputWriter(path: string): (name: string, value: string) => void {
  return (name, value) => {
    const lines = new Set(value.split(/\r\n|\n|\r/));
    let delimiter = 'end';
    while (lines.has(delimiter)) delimiter += '_';
    appendFileSync(path, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
  };
}

/** Appends to the job summary's file; rejects with what the file throws. */
export function createSummaryWriter(path: string): (markdown: string) => Promise<void> {
  return async (markdown) => appendFileSync(path, markdown);
}

function writeOutputs(report: CleanReport, { log, setOutput }: Sinks): void {
  if (setOutput === null) {
    log.warn('The outputs could not be written: GITHUB_OUTPUT is not set.');
    return;
  }
  for (const [name, value] of toOutputs(report)) setOutput(name, value);
}

/** The log shows an annotation's message without its place, so that the places are listed once, folded if there are some. */
async function listProblems({ facts, repositoryPath }: CleanReport, log: RunnerLog): Promise<void> {
  const problems = mergeProblems(facts.problems);
  const lines = problems.slice(0, maxListed).map((problem) => cutText(formatProblem(problem, repositoryPath), maxLine));
  const left = countTimes(problems.slice(maxListed));
  const rest = left === 0 ? [] : [`and ${formatCount(left, 'more problem')}: see the summary`];
  const print = async () => {
    for (const line of [...lines, ...rest]) log.info(line);
  };
  if (lines.length < 2) await print();
  else await log.group(`Problems (${countTimes(problems)})`, print);
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
  log.debug(`Pull-request comment: ${await postComment({ port: target.port, slug, body })}.`);
}
