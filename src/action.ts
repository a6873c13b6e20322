import { createClient } from './api/client.ts';
import { type Clock, createSender } from './api/sender.ts';
import { createTransport, type OpenTransport, type SpareLimits } from './api/transport.ts';
import { toForm, wrapFiles } from './api/wire.ts';
import type { Ports } from './commands/ports.ts';
import type { RunContext } from './context.ts';
import { type Deadline, startDeadline, type TimerOptions } from './deadline.ts';
import { toFailure } from './errors.ts';
import { type AppFolder, openFolder } from './folder/folder.ts';
import { formatWait } from './format.ts';
import { isStale, openComments } from './github.ts';
import { type Inputs, listSecrets } from './inputs.ts';
import { RunState } from './outcome.ts';
import type { CommentTarget } from './report/comment.ts';
import { createProgress } from './report/log.ts';
import type { Log, Report } from './report/port.ts';
import { run } from './run.ts';
import { version } from './version.ts';

export { toExitCode } from './outcome.ts';

/** What main passes in: the inputs, the run's context, and the effects that only it has. */
export interface ActionOptions {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly log: Log;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly setTimer: TimerOptions['setTimer'];
  /** Aborted with a RunEndedError by a signal or by the deadline, and by nothing else. */
  readonly controller: AbortController;
}

/** A finished run: what is to be told about it, and the pull request to tell it. */
export interface Finished {
  readonly report: Report;
  readonly comment: CommentTarget | null;
}

/** Wires the parts together and runs the command. Whatever goes wrong is the report's outcome. */
export async function act(options: ActionOptions): Promise<Finished> {
  const { inputs, context, clock, controller, log } = options;
  // A list is about no app, whatever slug is given.
  const state = new RunState(inputs.command === 'list' ? '' : inputs.slug);
  const deadline = startDeadline({
    minutes: inputs.timeoutMinutes,
    now: clock.now,
    setTimer: options.setTimer,
    abort: (reason) => controller.abort(reason),
  });
  const folder = openFolder({
    workspace: context.workspace,
    runnerTemp: context.runnerTemp,
    folder: inputs.folder,
    include: inputs.include,
    exclude: inputs.exclude,
    secrets: listSecrets(inputs),
    chooseEncoding: toForm,
    wrapFiles,
    signal: controller.signal,
    watchUpload: (total) => createProgress({ total, now: clock.now, log }),
  });
  const transport = openTransport(inputs, context);
  const ports = createPorts(options, { state, deadline, folder, transport });
  const outcome = await run(inputs, ports);
  transport?.close();
  deadline.stop();
  const comment = createCommentTarget(options, state);
  return { report: toReport(inputs, { outcome, facts: state.facts }, folder), comment };
}

interface Connected {
  readonly deadline: Deadline;
  /** Null where the run is offline. */
  readonly transport: OpenTransport | null;
}

function createPorts(
  { inputs, context, clock, random, controller, log }: ActionOptions,
  { state, deadline, folder, transport }: Pick<Ports, 'state' | 'folder'> & Connected,
): Ports {
  const { signal } = controller;
  const onWait = (wait: Parameters<RunState['addWait']>[0]): void => {
    state.addWait(wait);
    log.info(formatWait(wait));
  };
  const { baseUrl } = inputs;
  const sending = { clock, random, signal, deadline: deadline.at, onWait };
  return {
    client:
      transport === null || baseUrl === null ? null : createClient(createSender({ ...sending, transport }), baseUrl),
    clock,
    random,
    signal,
    log,
    state,
    onWait,
    folder,
    fromFork: context.fromFork,
    extendDeadline: deadline.extend,
    checkStale: async () => {
      try {
        return await isStale(context, toGithubAccess(inputs, context, signal));
      } catch (error) {
        signal.throwIfAborted();
        const { message, next } = toFailure(error);
        state.warn(`on-stale could not be checked, so the run continues: ${message}. ${next}`);
        return null;
      }
    },
  };
}

/** Null without a key: then the run is offline. */
function openTransport(inputs: Inputs, { proxy, runUrl }: RunContext): OpenTransport | null {
  const { apiKey, baseUrl, dryRun } = inputs;
  if (apiKey === null || baseUrl === null) return null;
  const userAgent = `miniapp-deploy/${version}${runUrl === null ? '' : ` (+${runUrl})`}`;
  return createTransport({ origin: baseUrl.origin, apiKey, userAgent, dryRun, proxy, spares: limitSpares(inputs) });
}

/** One connection ahead of the changes that a run may make; two where a submission may follow a deploy at once. */
function limitSpares({ command, create, submit }: Inputs): SpareLimits {
  if (command === 'status' || command === 'list') return { atOnce: 0, changes: 0 };
  if (command !== 'deploy') return { atOnce: 1, changes: 1 };
  return { atOnce: submit ? 2 : 1, changes: 1 + Number(create) + Number(submit) };
}

function toReport(inputs: Inputs, told: Pick<Report, 'outcome' | 'facts'>, folder: AppFolder): Report {
  return {
    command: inputs.command,
    dryRun: inputs.dryRun,
    ...told,
    repositoryPath: folder.repositoryPath,
    readLines: folder.readLines,
    secrets: listSecrets(inputs).map(({ value }) => value),
  };
}

function createCommentTarget(
  { inputs, context, controller, log }: ActionOptions,
  state: RunState,
): CommentTarget | null {
  if (!inputs.comment) return null;
  if (inputs.command === 'list') {
    state.warn('comment: true does nothing with list: a comment is about one app.');
    return null;
  }
  if (context.pullRequest === null) {
    state.warn('comment: true does nothing here: this run is not about a pull request.');
    return null;
  }
  log.debug(`commenting on pull request ${context.pullRequest}`);
  const port = openComments(context.pullRequest, toGithubAccess(inputs, context, controller.signal));
  return { port, runUrl: context.runUrl };
}

function toGithubAccess(inputs: Inputs, { apiUrl, repository }: RunContext, signal: AbortSignal) {
  return { token: inputs.githubToken, apiUrl, repository, signal };
}
