import { appendFileSync, readFileSync } from 'node:fs';
import { getInput, isDebug, setSecret } from '@actions/core';
import type { ActionOptions, Finished } from './action.ts';
import { endByCancel, toReason } from './action-error.ts';
import { type RunContext, readContext } from './context.ts';
import { type Inputs, InvalidInputsError, readInputs, type WantedComment } from './inputs.ts';
import type { CommentTarget } from './report/comment.ts';

/** After a cancel the runner gives 7.5 s; we are gone sooner, whatever still hangs. */
const cancelLimitMs = 1_800;
/** What GitHub may take for the comment, whatever time the run itself has left. */
const reportLimitMs = 10_000;

/**
 * Runs the action as the runner's environment asks for it: reads inputs and context, prints, writes outputs and summary, sets the exit
 * code. Ends the process itself only after a cancel.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  // A pipe that nobody reads any more must not end the run before its outputs are written.
  process.stdout.on('error', () => undefined);
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) {
    process.on(signal, () => {
      cancel.abort(endByCancel());
      setTimeout(() => process.exit(130), cancelLimitMs);
    });
  }
  process.exitCode = await runFor(process.env, cancel.signal);
  if (cancel.signal.aborted) process.exit(130);
}

async function runFor(env: NodeJS.ProcessEnv, cancel: AbortSignal): Promise<0 | 1> {
  const context = readContext({
    env,
    cwd: process.cwd(),
    readEvent: (path) => readFileSync(path, 'utf8'),
  });
  const secrets = [getInput('api-key'), getInput('github-token')].filter((secret) => secret !== '');
  for (const secret of secrets) setSecret(secret);
  const inputs = readInputs({ read: getInput, fromFork: context.fromFork });
  const { createLog, emitReport, reportUnstarted } = await import('./report/emit.ts');
  const log = createLog({ isDebug: isDebug(), secrets });
  // Only now: what breaks before is printed by node itself.
  const crash = new AbortController();
  const stop = new AbortController();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      crash.abort(error);
      // The command ends as it does when it is cancelled: nothing new is sent.
      stop.abort(endByCancel());
    });
  }
  const wanted = inputs instanceof InvalidInputsError ? inputs.wanted : inputs;
  const cancelled = AbortSignal.any([cancel, stop.signal]);
  const { report, exitCode } = await runInputs(inputs, { context, log, cancelled, crashed: crash.signal }).catch(
    (error: unknown): Finished => ({ report: reportUnstarted(error, { slug: wanted.slug, secrets }), exitCode: 1 }),
  );
  crash.signal.addEventListener('abort', () =>
    log.warn(`Unexpected error while reporting: ${toReason(crash.signal.reason)}`),
  );
  await emitReport(report, {
    log,
    writeOutputs: appendTo(context.outputFile),
    writeSummary: appendTo(context.summaryFile),
    comment: await openComment(wanted, context, cancel),
    docsUrl: context.docsUrl,
  });
  return exitCode;
}

async function runInputs(
  inputs: Inputs | InvalidInputsError,
  parts: Pick<ActionOptions, 'context' | 'log' | 'cancelled' | 'crashed'>,
): Promise<Finished> {
  if (inputs instanceof InvalidInputsError) throw inputs;
  const { runAction } = await import('./action.ts');
  return runAction({
    ...parts,
    inputs,
    clock: { now, sleep },
    random: Math.random,
    setTimer: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return { clear: () => clearTimeout(timer) };
    },
  });
}

/** Appends to one of the runner's files; null where there is none. */
function appendTo(path: string | null): ((text: string) => void) | null {
  return path === null ? null : (text) => appendFileSync(path, text);
}

/** The pull request's comment, with a time of its own; null where none is wanted, and after a cancel. */
async function openComment(
  { comment, githubToken: token }: WantedComment,
  { pullRequest, apiUrl, repository, runUrl }: RunContext,
  cancel: AbortSignal,
): Promise<CommentTarget | null> {
  if (!comment || pullRequest === null || cancel.aborted) return null;
  const { openComments } = await import('./github.ts');
  const signal = AbortSignal.any([cancel, AbortSignal.timeout(reportLimitMs)]);
  return { port: openComments(pullRequest, { token, apiUrl, repository, signal }), runUrl };
}

/** Milliseconds since 1970, counted from the start of the process: a clock that is set meanwhile must not age what was read. */
function now(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

/** Waits; on an abort rejects with the signal's own reason, which says why the run ends. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises');
  return wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
