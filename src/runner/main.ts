import { appendFileSync } from 'node:fs';
import { getInput, isDebug, setSecret } from '@actions/core';
import { ActionError, toFailure } from '../errors.ts';
import { type Inputs, isSlug, namesSeveral, readInputs } from '../inputs/inputs.ts';
import { type CommentTarget, emitReports, type Sinks } from '../report/emit.ts';
import { type Annotation, createLog } from '../report/log.ts';
import { createProgress } from '../report/progress.ts';
import { type Report, reportUnstarted } from '../report/report.ts';
import type { RunLinks } from '../report/summary.ts';
import { type RunContext, readContext } from '../run/context.ts';
import { effects, readCwd, watchForEnd } from '../run/effects.ts';
import type { NewerCommit } from '../run/run.ts';
import { createRedact } from '../text/secrets.ts';
import type { GithubAccess } from './github.ts';

/**
 * The time limit for posting the comment, in milliseconds. The time limit of the run is separate.
 */
const commentTimeoutMs = 10_000;

/**
 * Runs the action: reads the inputs and the environment of the runner, runs the command, reports
 * the result, and sets the exit code. Ends the process itself only after a cancel.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  // A closed pipe must not end the run before its outputs are written.
  process.stdout.on('error', () => undefined);
  const { cancelled, ended } = watchForEnd();
  const context = readContext(process.env, readCwd());
  const secrets = maskSecrets();
  const log = createLog({ isDebug: isDebug(), secrets });
  const { inputs, error } = readInputs({ read: getInput, hasSecrets: context.noSecrets === null });

  let reports: readonly Report[];
  try {
    if (error !== null) throw error;
    const workspace = requireWorkspace(context);
    // Loaded late, so that invalid inputs are reported sooner.
    const { runAction } = await import('../commands/run-action.ts');
    const options = {
      inputs,
      context,
      workspace: { path: workspace, isBoundary: true },
      realRun: '',
      statusRun: '',
      clock: effects.clock,
      random: effects.random,
      log,
      cancelled: ended,
      findNewer: (signal: AbortSignal) => askForNewer(inputs, context, signal),
      watchUpload: (total: number) =>
        createProgress({ total, now: effects.clock.now, show: log.info }),
    };
    reports = await runAction(options);
  } catch (reason) {
    reports = [reportUnstarted(toSubject(inputs), reason)];
  }

  const sinks: Sinks = {
    log,
    writeOutputs: appendTo(context.outputFile),
    writeSummary: appendTo(context.summaryFile),
    comment: openComment(inputs, context, cancelled),
    links: toLinks(inputs, context, secrets),
    docsUrl: context.docsUrl,
    secrets,
  };
  try {
    await emitReports(reports, sinks);
  } catch (error) {
    log.annotate(annotateBug(error));
    return;
  }
  process.exitCode = reports.some((report) => report.exitCode === 1) ? 1 : 0;
  if (cancelled.aborted) process.exit(130);
}

/** Returns the annotation for a bug in the reporting, which must not end the step without a word. */
function annotateBug(error: unknown): Annotation {
  const { message, next, stack = '' } = toFailure(error);
  const title = 'The result of the run could not be reported';
  const texts = [message, next, ...stack.split('\n')];
  return { level: 'error', title, texts, file: null, line: null, column: null };
}

/** Returns the inputs that are secrets, and masks them in the runner's log. */
function maskSecrets(): readonly string[] {
  const values = [getInput('api-key'), getInput('github-token')];
  const secrets = values.filter((value) => value !== '');
  for (const secret of secrets) setSecret(secret);
  return secrets;
}

/** Returns the path of the workspace. Throws ActionError `folder_missing` if there is none. */
function requireWorkspace(context: RunContext): string {
  if (context.workspace !== null) return context.workspace;
  throw new ActionError('The working directory no longer exists', {
    code: 'folder_missing',
    next: 'Run this step in a folder that exists, or set GITHUB_WORKSPACE.',
  });
}

/** Asks GitHub whether the branch has a newer commit than this run. Throws GithubError. */
async function askForNewer(
  inputs: Inputs,
  context: RunContext,
  signal: AbortSignal,
): Promise<NewerCommit | null> {
  const { findNewerCommit } = await import('./github.ts');
  const access = toGithubAccess(inputs, context, signal);
  const sleep = (milliseconds: number): Promise<void> => effects.clock.sleep(milliseconds, signal);
  return findNewerCommit(context, access, sleep);
}

function toGithubAccess(inputs: Inputs, context: RunContext, signal: AbortSignal): GithubAccess {
  return {
    apiUrl: context.apiUrl,
    serverUrl: context.serverUrl,
    repository: context.repository,
    token: inputs.githubToken,
    signal,
  };
}

function toSubject(inputs: Inputs): string {
  const isAboutOneApp = inputs.command !== 'list' && !namesSeveral(inputs.folder);
  return isAboutOneApp && isSlug(inputs.slug) ? inputs.slug : '';
}

/**
 * Returns the links in the reports. Secrets are redacted in the addresses from the input
 * `page-url`.
 */
function toLinks(inputs: Inputs, context: RunContext, secrets: readonly string[]): RunLinks {
  const [pageUrl = null, ...pictureUrls] = inputs.pageUrls.map(createRedact(secrets));
  return { commit: context.commit, runUrl: context.runUrl, pageUrl, pictureUrls };
}

function appendTo(path: string | null): ((text: string) => void) | null {
  if (path === null) return null;
  return (text) => appendFileSync(path, text);
}

/** Returns the pull request's comment to write; null if none is wanted, and after a cancel. */
function openComment(
  inputs: Inputs,
  context: RunContext,
  cancelled: AbortSignal,
): CommentTarget | null {
  const { baseUrl, slug, folder } = inputs;
  const pullRequest = context.pullRequest;
  if (!inputs.comment || pullRequest === null || cancelled.aborted) return null;
  return {
    async post(comment) {
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(commentTimeoutMs)]);
      const { postComment } = await import('./github.ts');
      return postComment(pullRequest, comment, toGithubAccess(inputs, context, signal));
    },
    service: baseUrl === null ? '' : `${baseUrl.origin}${baseUrl.path}`,
    patterns: namesSeveral(folder) ? { slug, folder } : null,
  };
}
