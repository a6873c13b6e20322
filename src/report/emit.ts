import { isSlug } from '../inputs/inputs.ts';
import { logReports } from './annotations.ts';
import { type RunnerLog, writeOrWarn } from './log.ts';
import { formatOutputs, toOutputs } from './outputs.ts';
import { redactReport } from './redact.ts';
import type { Report } from './report.ts';
import { type RunLinks, renderComment, renderSummary } from './summary.ts';

/** The places that a report is written to. Each writer throws if writing fails. */
export interface Sinks {
  readonly log: RunnerLog;
  /** Appends to the runner's file for outputs; null if the runner gave none. */
  readonly writeOutputs: ((text: string) => void) | null;
  /** Appends to the job summary; null if the runner gave no file for it. */
  readonly writeSummary: ((markdown: string) => void) | null;
  /** The pull request to comment on; null if no comment is wanted. */
  readonly comment: CommentTarget | null;
  readonly links: RunLinks;
  /** The page docs/troubleshooting.md of the action version in use; null if it is not known. */
  readonly docsUrl: string | null;
  /** The API key and the GitHub token, which no text may show. */
  readonly secrets: readonly string[];
}

/** The pull request to comment on. */
export interface CommentTarget {
  /** Updates the comment that begins with the mark, or creates it. */
  readonly post: (comment: MarkedComment) => Promise<'created' | 'updated' | 'unchanged'>;
  readonly service: string;
  /** The inputs `slug` and `folder` of a run of several apps; null in a run of one app. */
  readonly patterns: { readonly slug: string; readonly folder: string } | null;
}

/** A comment that begins with a hidden mark, by which later runs find it. */
export interface MarkedComment {
  readonly mark: string;
  readonly body: string;
}

const sameResult = 'This does not change the result of the run.';
/** The parts of a report that may fail, and what follows. */
const failures = {
  // GitHub fails a step whose file of outputs ends in the middle of one.
  outputs: {
    what: 'The outputs could not be written',
    effect: 'Later steps may lack them, and GitHub may fail this step for a file that is cut off.',
  },
  summary: { what: 'The job summary could not be written', effect: sameResult },
  comment: { what: 'The pull-request comment was not posted', effect: sameResult },
} as const;

/**
 * Reports a finished run, with one report for each of its apps: outputs, log and annotations, job
 * summary, comment. Outputs and annotations come first, so that a run that is being cancelled still
 * has them. Never throws: if a part cannot be written, a warning is logged, and the run itself
 * ends as it would have.
 */
export async function emitReports(raws: readonly Report[], sinks: Sinks): Promise<void> {
  const { log, comment } = sinks;
  const reports = raws.map((raw) => redactReport(raw, sinks.secrets, sinks.docsUrl));
  await writeOrWarn(log, failures.outputs, () => {
    sinks.writeOutputs?.(formatOutputs(toOutputs(reports)));
  });
  logReports(reports, log);
  await writeOrWarn(log, failures.summary, () => {
    sinks.writeSummary?.(renderSummary(reports, sinks.links));
  });
  if (comment === null) return;
  await writeOrWarn(log, failures.comment, async () => {
    const mark = await makeMark(comment, reports);
    if (mark === null) return;
    const body = renderComment(reports, sinks.links);
    const posted = await comment.post({ mark, body });
    log.debug(`Pull-request comment: ${posted}.`);
  });
}

const markLength = 16;

/**
 * Makes the mark of the comment about an app, or about the apps that the inputs name. The
 * folder of a single app is not part of the mark: the run that deletes a preview updates the
 * comment of the run that deployed it. Returns null if the run is not about an app.
 */
async function makeMark(target: CommentTarget, reports: readonly Report[]): Promise<string | null> {
  const { patterns } = target;
  const slug = reports[0]?.slug ?? '';
  if (patterns === null && !isSlug(slug)) return null;
  const about = [target.service];
  if (patterns === null) about.push(slug);
  else about.push(patterns.slug, patterns.folder);
  // Loaded late, since it adds five milliseconds to the start of a run.
  const { createHash } = await import('node:crypto');
  const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex');
  return `<!-- miniapp-deploy:${digest.slice(0, markLength)} -->`;
}
