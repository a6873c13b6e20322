import { appendFileSync } from 'node:fs';
import { getInput, isDebug, setOutput, setSecret } from '@actions/core';
import { ActionError, toReason } from '../model/action-error.ts';
import { type Inputs, isSlug, namesSeveral, readInputs } from '../model/inputs.ts';
import { type CommentTarget, emitReports } from '../report/emit.ts';
import { createLog, type RunnerLog } from '../report/log.ts';
import { createProgress } from '../report/progress.ts';
import { type Report, reportUnstarted } from '../report/redact-report.ts';
import type { FinishedRun } from '../run/action.ts';
import { type RunContext, readContext } from '../run/context.ts';
import { effects, readCwd, watchForCancel, watchForCrash } from '../run/effects.ts';
import { createRedact } from '../text/secrets.ts';
import type { GithubAccess } from './github.ts';

/** How long GitHub may take for the comment, whatever time the run itself has left. */
const commentTimeoutMs = 10_000;

/**
 * Runs the action: reads the inputs and the environment of the runner, runs the command, reports the
 * result, and sets the exit code. Ends the process itself only after a cancel.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  // A closed pipe must not end the run before its outputs are written.
  process.stdout.on('error', () => undefined);
  const cancelled = watchForCancel();
  const context = readContext(process.env, readCwd());
  const secrets = maskSecrets();
  const log = createLog({ isDebug: isDebug(), secrets });
  const { inputs, error } = readInputs({ read: getInput, fromFork: context.fromFork });
  const { crashed, stopped } = watchForCrash();

  let reports: readonly Report[];
  let exitCode = 1;
  try {
    if (error !== null) throw error;
    const signals = { cancelled: AbortSignal.any([cancelled, stopped]), crashed };
    ({ reports, exitCode } = await runInputs(inputs, { context, log, ...signals }));
  } catch (reason) {
    reports = [reportUnstarted(reason, { slug: toSubject(inputs), secrets })];
  }

  crashed.addEventListener('abort', () =>
    log.warn(`Unexpected error while reporting: ${toReason(crashed.reason)}`),
  );
  const [pageUrl = null, ...pictureUrls] = inputs.pageUrls.map(createRedact(secrets));
  await emitReports(reports, {
    log,
    writeOutput: context.outputFile === null ? null : setOutput,
    writeSummary: appendTo(context.summaryFile),
    comment: openComment(inputs, context, cancelled),
    links: {
      commit: context.commit,
      runUrl: context.runUrl,
      pageUrl,
      pictureUrls,
    },
    docsUrl: context.docsUrl,
  });
  process.exitCode = exitCode;
  if (cancelled.aborted) process.exit(130);
}

/** Masks the secrets among the inputs in the log of the runner, and returns them. */
function maskSecrets(): readonly string[] {
  const values = [getInput('api-key'), getInput('github-token')];
  const secrets = values.filter((value) => value !== '');
  for (const secret of secrets) setSecret(secret);
  return secrets;
}

/** What a run of valid inputs needs from the process. */
interface RunEnvironment {
  readonly context: RunContext;
  readonly log: RunnerLog;
  readonly cancelled: AbortSignal;
  readonly crashed: AbortSignal;
}

/** Runs the command. Its code is loaded here, so that invalid inputs are reported sooner. */
async function runInputs(inputs: Inputs, environment: RunEnvironment): Promise<FinishedRun> {
  const { context, log, cancelled, crashed } = environment;
  const workspace = requireWorkspace(context);
  const { runAction } = await import('../run/action.ts');
  const { findPlaces } = await import('../run/places.ts');
  return runAction({
    inputs,
    context,
    workspace: { path: workspace, isBoundary: true },
    realRun: '',
    clock: effects.clock,
    random: effects.random,
    log,
    cancelled,
    crashed,
    findPlaces: (signal) => findPlaces(inputs, workspace, signal),
    isStale: (signal) => checkStale(inputs, context, signal),
    watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.info }),
  });
}

/** Returns the path of the workspace. Throws ActionError `folder_missing` if there is none. */
function requireWorkspace({ workspace }: RunContext): string {
  if (workspace !== null) return workspace;
  throw new ActionError('The working directory does not exist any more', {
    code: 'folder_missing',
    next: 'Run this step in a folder that exists, or set GITHUB_WORKSPACE.',
  });
}

/** Asks GitHub whether the branch has moved past the commit of this run. */
async function checkStale(
  inputs: Inputs,
  context: RunContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { isStale } = await import('./github.ts');
  const access = toGithubAccess(inputs, context, signal);
  return isStale(context, access, (milliseconds) => effects.clock.sleep(milliseconds, signal));
}

function toGithubAccess(inputs: Inputs, context: RunContext, signal: AbortSignal): GithubAccess {
  const { apiUrl, serverUrl, repository } = context;
  return { apiUrl, serverUrl, repository, token: inputs.githubToken, signal };
}

/** Returns the slug of the app that the run is about; empty if it is about several apps, or none. */
function toSubject({ command, slug, folder }: Inputs): string {
  const isAboutOneApp = command !== 'list' && !namesSeveral(folder);
  return isAboutOneApp && isSlug(slug) ? slug : '';
}

/** Returns a function that appends to a file of the runner; null without a file. */
function appendTo(path: string | null): ((text: string) => void) | null {
  return path === null ? null : (text) => appendFileSync(path, text);
}

/** Opens the comment of the pull request; null if none is wanted, and after a cancel. */
function openComment(
  inputs: Inputs,
  context: RunContext,
  cancelled: AbortSignal,
): CommentTarget | null {
  const { baseUrl, slug, folder } = inputs;
  const { pullRequest } = context;
  if (!inputs.comment || pullRequest === null || cancelled.aborted) return null;
  return {
    async post(comment) {
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(commentTimeoutMs)]);
      const { postComment } = await import('./github.ts');
      return postComment(pullRequest, comment, toGithubAccess(inputs, context, signal));
    },
    service: `${baseUrl?.origin}${baseUrl?.path}`,
    patterns: namesSeveral(folder) ? { slug, folder } : null,
  };
}
