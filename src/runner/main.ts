import { appendFileSync } from 'node:fs';
import { getInput, isDebug, setOutput, setSecret } from '@actions/core';
import { toReason } from '../model/action-error.ts';
import { type Inputs, isSlug, namesSeveral, type ReadInputs, readInputs } from '../model/inputs.ts';
import { type CommentTarget, emitReports } from '../report/emit.ts';
import { createLog } from '../report/log.ts';
import { createProgress } from '../report/progress.ts';
import { reportUnstarted } from '../report/redact-report.ts';
import type { ActionOptions, Finished } from '../run/action.ts';
import { type RunContext, readContext } from '../run/context.ts';
import { effects, watchForCancel, watchForCrash } from '../run/effects.ts';
import { createRedact } from '../text/secrets.ts';

/** What GitHub may take for the comment, whatever time the run itself has left. */
const reportLimitMs = 10_000;

/**
 * Runs the action as the runner's environment asks for it: reads inputs and context, prints, writes
 * outputs and summary, sets the exit code. Ends the process itself only after a cancel.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  // A pipe that is closed must not end the run before its outputs are written.
  process.stdout.on('error', () => undefined);
  const cancelled = watchForCancel();
  process.exitCode = await runFor(process.env, cancelled);
  if (cancelled.aborted) process.exit(130);
}

async function runFor(env: NodeJS.ProcessEnv, cancelled: AbortSignal): Promise<0 | 1> {
  const context = readContext(env, process.cwd());
  const secrets = [getInput('api-key'), getInput('github-token')].filter((secret) => secret !== '');
  for (const secret of secrets) setSecret(secret);
  const given = readInputs({ read: getInput, fromFork: context.fromFork });
  const log = createLog({ isDebug: isDebug(), secrets });
  const about = { slug: toSubject(given.inputs), secrets };
  const sinks = {
    log,
    writeOutput: context.outputFile === null ? null : setOutput,
    writeSummary: appendTo(context.summaryFile),
    docsUrl: context.docsUrl,
  };
  const { crashed, stopped } = watchForCrash();
  const { reports, exitCode } = await runInputs(given, {
    context,
    log,
    watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.info }),
    cancelled: AbortSignal.any([cancelled, stopped]),
    crashed,
  }).catch(
    (error: unknown): Finished => ({
      reports: [reportUnstarted(error, about)],
      exitCode: 1,
    }),
  );
  crashed.addEventListener('abort', () =>
    log.warn(`Unexpected error while reporting: ${toReason(crashed.reason)}`),
  );
  const [pageUrl = null, ...pictureUrls] = given.inputs.pageUrls.map(createRedact(secrets));
  await emitReports(reports, {
    ...sinks,
    comment: openComment(given.inputs, context, cancelled),
    links: {
      commit: context.commit,
      runUrl: context.runUrl,
      pageUrl,
      pictureUrls,
    },
  });
  return exitCode;
}

async function runInputs(
  { inputs, error }: ReadInputs,
  parts: Pick<ActionOptions, 'context' | 'log' | 'watchUpload' | 'cancelled' | 'crashed'>,
): Promise<Finished> {
  if (error !== null) throw error;
  const { context } = parts;
  const { runAction } = await import('../run/action.ts');
  return runAction({
    ...effects,
    ...parts,
    inputs,
    realRun: '',
    async checkStale(signal) {
      const { isStale } = await import('./github.ts');
      const { apiUrl, repository } = context;
      const access = { token: inputs.githubToken, apiUrl, repository, signal };
      return isStale(context, access, (milliseconds) => effects.clock.sleep(milliseconds, signal));
    },
  });
}

/** The slug of the one app that the run is about; empty where it is about several, or none. */
function toSubject({ command, slug, folder }: Inputs): string {
  return command === 'list' || namesSeveral(folder) || !isSlug(slug) ? '' : slug;
}

/** Appends to one of the runner's files; null where there is none. */
function appendTo(path: string | null): ((text: string) => void) | null {
  return path === null ? null : (text) => appendFileSync(path, text);
}

/**
 * The pull request's comment, with a time of its own; null where none is wanted, and after a
 * cancel.
 */
function openComment(
  { comment, githubToken: token, baseUrl, slug, folder }: Inputs,
  { pullRequest, apiUrl, repository }: RunContext,
  cancelled: AbortSignal,
): CommentTarget | null {
  if (!comment || pullRequest === null || cancelled.aborted) return null;
  return {
    async post(marked) {
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(reportLimitMs)]);
      const { postComment } = await import('./github.ts');
      return postComment(pullRequest, marked, { token, apiUrl, repository, signal });
    },
    service: `${baseUrl?.origin}${baseUrl?.path}`,
    patterns: namesSeveral(folder) ? { slug, folder } : null,
  };
}
