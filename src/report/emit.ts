import { isSlug } from '../model/inputs.ts';
import { logReports } from './annotations.ts';
import { type RunnerLog, writeOrWarn } from './log.ts';
import { type RunLinks, renderComment, renderSummary } from './markdown.ts';
import { formatOutputs, toOutputs } from './outputs.ts';
import { type RedactedReport, type Report, redactReport } from './redact-report.ts';

export { createProgress } from './progress.ts';

/** Where a report goes. What takes a text throws when it cannot. */
export interface Sinks {
  readonly log: RunnerLog;
  /** Appends to the runner's file for outputs; null where the runner gave none. */
  readonly writeOutputs: ((text: string) => void) | null;
  /** Appends to the job summary; null where the runner gave none. */
  readonly writeSummary: ((markdown: string) => void) | null;
  /** Null when nobody asked for a comment. */
  readonly comment: CommentTarget | null;
  /** The run that the report is of, as its readers find it. */
  readonly links: RunLinks;
  /**
   * The address of docs/troubleshooting.md in the version of the action that runs; null when it is
   * not known.
   */
  readonly docsUrl: string | null;
}

/** The pull request to comment on. */
export interface CommentTarget {
  /** Updates the comment that begins with the mark, or creates it. */
  readonly post: (comment: MarkedComment) => Promise<'created' | 'updated' | 'unchanged'>;
  /**
   * Service, slug and folder as the inputs name them: two steps with others have comments of their
   * own.
   */
  readonly about: readonly string[];
  /** The input `folder` where it stands for several apps, else null. */
  readonly folders: string | null;
}

/** A comment, which begins with a hidden mark that it is found by. */
export interface MarkedComment {
  readonly mark: string;
  /** The mark of former versions: a comment that has it is taken over. */
  readonly formerMark: string;
  readonly body: string;
}

/**
 * Reports everything about a finished run, with a report for each of its apps: outputs,
 * annotations, summary, comment. Never throws, since trouble with the reporting changes nothing
 * about the run: it becomes a warning. Outputs and annotations come before anything that has to be
 * waited for, so that a run that is being cancelled still has them.
 */
export async function emitReports(
  raws: readonly Report[],
  { log, writeOutputs, writeSummary, comment, links, docsUrl }: Sinks,
): Promise<void> {
  const reports = raws.map((raw) => redactReport(raw, docsUrl));
  await writeOrWarn(log, 'The outputs could not be written', () => {
    writeOutputs?.(formatOutputs(toOutputs(reports)));
  });
  logReports(reports, log);
  await writeOrWarn(log, 'The job summary could not be written', async () => {
    writeSummary?.(await renderSummary(reports, links.pageUrl));
  });
  await writeOrWarn(log, 'The pull-request comment was not posted', async () => {
    const marked = comment && (await markComment(reports, comment, links));
    if (marked) log.debug(`Pull-request comment: ${await comment.post(marked)}.`);
  });
}

/**
 * The comment about an app, or about the apps of a step: the short form of the summary. It is
 * redacted as all reports are, since the runner masks only its log. Null where the report is about
 * no app.
 */
async function markComment(
  reports: readonly RedactedReport[],
  { folders, about }: CommentTarget,
  links: RunLinks,
): Promise<MarkedComment | null> {
  const slug = reports[0]?.facts.slug ?? '';
  if (folders === null && !isSlug(slug)) return null;
  // Late: it takes a start five milliseconds.
  const { createHash } = await import('node:crypto');
  const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex');
  return {
    mark: `<!-- miniapp-deploy:${digest.slice(0, digestLength)} -->`,
    formerMark: `<!-- miniapp-deploy:${folders === null ? `slug=${slug}` : encodeFolders(folders)} -->`,
    body: await renderComment(reports, links),
  };
}

const digestLength = 16;
/** Characters of the former mark of a comment about several apps. */
const maxMark = 500;

/** In letters that cannot end a comment of HTML. */
function encodeFolders(folders: string): string {
  return `folder=${encodeURIComponent(folders).replaceAll('-', '%2D').slice(0, maxMark)}`;
}
