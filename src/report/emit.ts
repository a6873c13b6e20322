import { createHash } from 'node:crypto';
import { ActionError, toReason } from '../model/action-error.ts';
import { countTimes, labelProblem } from '../model/problem.ts';
import { toSafeSlug } from '../text/escape.ts';
import { formatCount, toSentence } from '../text/format.ts';
import { toAnnotations } from './annotations.ts';
import { type CleanReport, cleanReport, type Report } from './clean.ts';
import type { RunnerLog } from './log.ts';
import { type RunLinks, renderComment, renderSummary } from './markdown.ts';
import { formatOutputs, toOutputs } from './outputs.ts';
import { tellDiff, toDiffLines } from './tell.ts';

export { reportUnstarted } from './clean.ts';
export { createLog } from './log.ts';
export { createProgress } from './progress.ts';

/** Where a report goes. Whatever takes a text throws when it cannot. */
export interface Sinks {
  readonly log: RunnerLog;
  /** Appends to the runner's file for outputs; null where the runner gave none. */
  readonly writeOutputs: ((text: string) => void) | null;
  /** Appends to the job summary; null where the runner gave none. */
  readonly writeSummary: ((markdown: string) => void) | null;
  /** The pull request to comment on; null when nobody asked for it. */
  readonly comment: CommentTarget | null;
  /** The run that the report is of, as its readers find it. */
  readonly links: RunLinks;
  /** The address of docs/troubleshooting.md in the version of the action that runs; null when it is not known. */
  readonly docsUrl: string | null;
}

/** A pull request. */
export interface CommentTarget {
  /** Makes the body that of the one comment that begins with the mark. */
  readonly post: (comment: MarkedComment) => Promise<'created' | 'updated' | 'unchanged'>;
  /** The inputs that the comment is about: two steps with others have comments of their own. */
  readonly about: Readonly<Record<'service' | 'slug' | 'folder', string>>;
  /** The input `folder` where it stands for several apps, else null. */
  readonly folders: string | null;
}

/** A comment, which begins with a hidden mark that it is found by. */
export interface MarkedComment {
  readonly mark: string;
  /** That of a version that marked otherwise: its comment is taken over. */
  readonly formerMark: string;
  readonly body: string;
}

/**
 * Reports everything about a finished run, with a report for each of its apps: outputs, annotations, summary, comment. Never throws,
 * since trouble with the reporting changes nothing about the run: it becomes a warning. Outputs and annotations come before anything
 * that has to be waited for, so that a run that is being cancelled still has them.
 */
export async function emitReports(
  raws: readonly Report[],
  { log, writeOutputs, writeSummary, comment, links, docsUrl }: Sinks,
): Promise<void> {
  const reports = raws.map((raw) => cleanReport(raw, docsUrl));
  await attempt('The outputs could not be written', log, () => writeOutputs?.(formatOutputs(toOutputs(reports))));
  logReports(reports, log);
  await attempt('The job summary could not be written', log, async () => {
    writeSummary?.(await renderSummary(reports, links.pageUrl));
  });
  await attempt('The pull-request comment was not posted', log, async () => {
    const posted = comment === null ? null : await postComment(reports, comment, links);
    if (posted !== null) log.debug(`Pull-request comment: ${posted}.`);
  });
}

async function attempt(what: string, log: RunnerLog, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    const why =
      error instanceof ActionError ? `${toSentence(error.message)} ${error.next}` : toSentence(toReason(error));
    log.warn(`${what}: ${why} This does not change the result of the run.`);
  }
}

function logReports(reports: readonly CleanReport[], log: RunnerLog): void {
  for (const report of reports) {
    const about = reports.length === 1 ? '' : ` of ${report.facts.slug}`;
    logProblems(report, `Problems${about}`, log);
    logTextChanges(report, `Text changes${about}`, log);
  }
  for (const annotation of toAnnotations(reports)) log.annotate(annotation);
  // A bug of ours is the one failure that shows its stack.
  for (const { failure } of reports) for (const line of failure?.stack?.split('\n') ?? []) log.info(line);
}

/** The log shows an annotation's message without its place, so that the places are listed once, folded if there are some. */
function logProblems({ problems, facts }: CleanReport, title: string, log: RunnerLog): void {
  const { moreProblems } = facts;
  const lines = problems.map((problem) => `${labelProblem(problem)}: ${problem.message}`);
  if (lines.length < 2) for (const line of lines) log.info(line);
  else {
    const more = moreProblems === 0 ? [] : [`and ${formatCount(moreProblems, 'more problem')}`];
    log.group(`${title} (${countTimes(problems) + moreProblems})`, [...lines, ...more]);
  }
}

/** Of a dry run the log shows the same differences as the summary: that is what it was made for. */
function logTextChanges({ outcome, facts }: CleanReport, title: string, log: RunnerLog): void {
  const lines = outcome.kind === 'planned' ? toDiffLines(tellDiff(facts)) : [];
  if (lines.length > 0) log.group(title, lines);
}

/**
 * The comment about an app, or about the apps of a step: the short form of the summary, redacted, since no mask of the runner reaches
 * it. Null where the report is about no app.
 */
async function postComment(
  reports: readonly CleanReport[],
  { post, folders, about }: CommentTarget,
  links: RunLinks,
): Promise<string | null> {
  const subject = nameSubject(reports, folders);
  if (subject === null) return null;
  const { service, slug, folder } = about;
  const digest = createHash('sha256')
    .update(JSON.stringify([service, slug, folder]))
    .digest('hex');
  return post({
    mark: `<!-- miniapp-deploy:${digest.slice(0, digestLength)} -->`,
    formerMark: `<!-- miniapp-deploy:${subject} -->`,
    body: await renderComment(reports, links),
  });
}

const digestLength = 16;
/** Characters of the former mark of a comment about several apps. */
const maxMark = 500;

/** What a comment is about: an app by its slug, several by the input `folder`, in letters that cannot end a comment of HTML. */
function nameSubject(reports: readonly CleanReport[], folders: string | null): string | null {
  if (folders !== null) return `folder=${encodeURIComponent(folders).replaceAll('-', '%2D').slice(0, maxMark)}`;
  const slug = toSafeSlug(reports[0]?.facts.slug);
  return slug === null ? null : `slug=${slug}`;
}
