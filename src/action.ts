import { createClient } from './api/client.ts';
import { createSender, type SenderPorts } from './api/sender.ts';
import { createTransport, type OpenTransport, type Transport } from './api/transport.ts';
import { toForm, wrapFiles } from './api/wire.ts';
import type { Ports } from './commands/ports.ts';
import type { RunContext } from './context.ts';
import { type Deadline, startDeadline, type TimerOptions } from './deadline.ts';
import { toFailure } from './errors.ts';
import { openFolder } from './folder/folder.ts';
import { formatDuration, formatWait } from './format.ts';
import { type Inputs, listSecrets } from './inputs.ts';
import { type Outcome, RunState, toExitCode } from './outcome.ts';
import type { Report } from './report/clean.ts';
import { createProgress } from './report/log.ts';
import { run, waitForEnd } from './run.ts';
import { toUserAgent } from './version.ts';

/** What main passes in: the inputs, the run's context, and the effects that only it has. */
export interface ActionOptions extends Pick<Ports, 'log' | 'clock' | 'random'> {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly setTimer: TimerOptions['setTimer'];
  /** Aborted with a RunEndedError when the runner, or a person, cancels the run, and with `crashed`. */
  readonly cancelled: AbortSignal;
  /** Aborted with the error that nobody handled, whatever it is. */
  readonly crashed: AbortSignal;
}

/** A finished run: what is to be reported about it, and its exit code. */
export interface Finished {
  readonly report: Report;
  readonly exitCode: 0 | 1;
}

/** Wires the parts together and runs the command. Whatever goes wrong is the report's outcome. */
export async function runAction(options: ActionOptions): Promise<Finished> {
  const { inputs, context, clock, setTimer, cancelled, crashed, log } = options;
  const { command, timeoutMinutes: minutes } = inputs;
  const ended = new AbortController();
  const abort = (reason: Error): void => ended.abort(reason);
  const signal = AbortSignal.any([cancelled, ended.signal]);
  // A list is about no app, whatever slug is given.
  const state = new RunState(command === 'list' ? '' : inputs.slug);
  const deadline = startDeadline({ minutes, now: clock.now, setTimer, abort });
  const folder = openFolder({
    workspace: context.workspace,
    runnerTemp: context.runnerTemp,
    folder: inputs.folder,
    include: inputs.include,
    exclude: inputs.exclude,
    secrets: listSecrets(inputs),
    chooseEncoding: toForm,
    wrapFiles,
    signal,
    watchUpload: (total) => createProgress({ total, now: clock.now, log }),
  });
  let isChangeSent = false;
  const transport = connect(options, () => {
    isChangeSent = true;
  });
  const ports = createPorts(options, { signal, state, deadline, folder, transport });
  const last = await waitForEnd(run(inputs, ports), {
    signal,
    setTimer,
    giveUp: () => toOutcome(signal.reason, isChangeSent),
  });
  transport?.close();
  deadline.stop();
  const outcome = crashed.aborted ? toOutcome(crashed.reason, last.kind === 'unknown') : last;
  warnAboutComment(options, state);
  const { facts } = state;
  const { repositoryPath, readLines } = folder;
  const secrets = listSecrets(inputs).map(({ value }) => value);
  const report = { command, outcome, facts, repositoryPath, readLines, secrets };
  return { report, exitCode: toExitCode(outcome, facts) };
}

/** The end of a run that was cut short: `isOpen` where a change was sent and its result is not known. */
function toOutcome(reason: unknown, isOpen: boolean): Outcome {
  const kind = isOpen ? 'unknown' : 'failed';
  return { kind, failure: { ...toFailure(reason), kind } };
}

/** What a run has of its own. */
interface RunParts extends Pick<Ports, 'signal' | 'state' | 'folder'> {
  readonly deadline: Deadline;
  /** Null where the run is offline. */
  readonly transport: Transport | null;
}

function createPorts(options: ActionOptions, { signal, state, deadline, folder, transport }: RunParts): Ports {
  const { inputs, context, clock, random, log } = options;
  const { baseUrl } = inputs;
  const effects = { clock, random, signal };
  const onWait: SenderPorts['onWait'] = (wait) => {
    state.addWait(wait);
    log.info(formatWait(wait));
  };
  const onResult: SenderPorts['onResult'] = ({ method, path }, { result, milliseconds, attempt }) => {
    log.debug(`${method} ${path}: ${result} after ${formatDuration(milliseconds)} (attempt ${attempt})`);
  };
  return {
    ...effects,
    client:
      transport &&
      baseUrl &&
      createClient(createSender({ ...effects, transport, deadline: deadline.at, onWait, onResult }), baseUrl),
    log,
    state,
    onWait,
    folder,
    fromFork: context.fromFork,
    deadline,
    checkStale: async () => {
      try {
        const { isStale } = await import('./github.ts');
        const { apiUrl, repository } = context;
        return await isStale(context, { token: inputs.githubToken, apiUrl, repository, signal });
      } catch (error) {
        signal.throwIfAborted();
        const { message, next } = toFailure(error);
        state.warn(`on-stale could not be checked, so the run continues: ${message}. ${next}`);
        return null;
      }
    },
  };
}

/** Null without a key: then the run is offline. `onChange` is told before each request that may change something. */
function connect({ inputs, context }: ActionOptions, onChange: () => void): OpenTransport | null {
  const { apiKey, baseUrl, dryRun } = inputs;
  const { proxy, runUrl } = context;
  if (apiKey === null || baseUrl === null) return null;
  const userAgent = toUserAgent(runUrl);
  const { origin } = baseUrl;
  const transport = createTransport({ origin, apiKey, userAgent, dryRun, proxy });
  const watched: Transport = (request, signal) => {
    if (request.method !== 'GET') onChange();
    return transport(request, signal);
  };
  return Object.assign(watched, { close: transport.close });
}

function warnAboutComment({ inputs, context }: ActionOptions, state: RunState): void {
  if (!inputs.comment) return;
  if (inputs.command === 'list') {
    state.warn('comment: true does nothing with list: a comment is about one app.');
  } else if (context.pullRequest === null) {
    state.warn('comment: true does nothing here: this run is not about a pull request.');
  }
}
