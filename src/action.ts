import { type Client, createClient } from './api/client.ts';
import { endByCancel } from './api/run-end.ts';
import { type Clock, createSender } from './api/sender.ts';
import { createTransport } from './api/transport.ts';
import type { Ports } from './commands/ports.ts';
import type { RunContext } from './context.ts';
import { type Deadline, startDeadline, type TimerOptions } from './deadline.ts';
import { toFailure } from './errors.ts';
import { toFailedOutcome } from './failures.ts';
import { readLines } from './folder/lines.ts';
import type { Packed } from './folder/packed.ts';
import { createFolderPort } from './folder-port.ts';
import { isStale } from './github.ts';
import { type Inputs, listSecrets } from './inputs.ts';
import { Ledger } from './ledger.ts';
import type { Outcome } from './outcome.ts';
import type { Log } from './report/port.ts';
import { createProgress } from './report/progress.ts';
import type { Report } from './report/report.ts';
import { run, toExitCode, waitForEnd } from './run.ts';
import { version } from './version.ts';

/** What main passes in: the inputs, the run's context, and the effects that only it has. */
export interface ActionOptions {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly log: Log;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly setTimer: TimerOptions['setTimer'];
  /** Aborted with a RunEnd when the runner, or a person, cancels the run. */
  readonly cancelled: AbortSignal;
  /** Aborted with the error that nobody handled, whatever it is. */
  readonly crashed: AbortSignal;
}

/** A finished run: what is to be told about it, and its exit code. */
export interface Finished {
  readonly report: Report;
  readonly exitCode: 0 | 1;
}

/** Wires the parts together and runs the command. Whatever goes wrong is the report's outcome. */
export async function runAction(options: ActionOptions): Promise<Finished> {
  const { inputs, context, clock, cancelled, crashed, log } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([cancelled, ended.signal]);
  // After an error that nobody handled the command ends as it does when it is cancelled: nothing new is sent.
  const onCrash = (): void => ended.abort(endByCancel());
  if (crashed.aborted) onCrash();
  crashed.addEventListener('abort', onCrash, { once: true });
  // A list is about no app, whatever slug is given.
  const ledger = new Ledger(inputs.command === 'list' ? '' : inputs.slug);
  const deadline = startDeadline({
    minutes: inputs.timeoutMinutes,
    now: clock.now,
    setTimer: options.setTimer,
    abort: (reason) => ended.abort(reason),
  });
  const folder = createFolderPort({
    inputs,
    context,
    signal,
    watchUpload: (total) => createProgress({ total, now: clock.now, log }),
  });
  let packed: Packed | null = null;
  const pack = async (): Promise<Packed> => {
    packed = await folder.pack();
    return packed;
  };
  let isChangeSent = false;
  const onChange = (): void => {
    isChangeSent = true;
  };
  const ports = createPorts(options, { signal, ledger, deadline, folder: { ...folder, pack }, onChange });
  const last = await waitForEnd(run(inputs, ports), {
    signal,
    setTimer: options.setTimer,
    giveUp: () => ({ ...toFailedOutcome(signal.reason), kind: isChangeSent ? 'unknown' : 'failed' }),
  });
  deadline.stop();
  const outcome: Outcome = crashed.aborted
    ? { ...toFailedOutcome(crashed.reason), kind: last.kind === 'unknown' ? 'unknown' : 'failed' }
    : last;
  warnAboutComment(options, ledger);
  const { facts } = ledger;
  return { report: toReport(inputs, { outcome, facts }, packed), exitCode: toExitCode(outcome, facts) };
}

/** What a run has of its own. */
interface RunParts extends Pick<Ports, 'signal' | 'ledger' | 'folder'> {
  readonly deadline: Deadline;
  /** Told before each request that may change something. */
  readonly onChange: () => void;
}

function createPorts(
  { inputs, context, clock, random, log }: ActionOptions,
  { signal, ledger, deadline, folder, onChange }: RunParts,
): Ports {
  const onWait = (wait: Parameters<Ledger['addWait']>[0]): void => {
    ledger.addWait(wait);
    log.info(`${wait.what}: ${wait.why}; again in ${Math.ceil(wait.milliseconds / 100) / 10} s`);
  };
  return {
    client: createServiceClient(inputs, context, { clock, random, signal, deadline: deadline.at, onWait }, onChange),
    clock,
    random,
    signal,
    log,
    ledger,
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
        ledger.warn(`on-stale could not be checked, so the run continues: ${message}. ${next}`);
        return null;
      }
    },
  };
}

function createServiceClient(
  { apiKey, baseUrl, dryRun }: Inputs,
  { proxy, runUrl }: RunContext,
  ports: Omit<Parameters<typeof createSender>[0], 'transport'>,
  onChange: () => void,
): Client | null {
  if (apiKey === null || baseUrl === null) return null;
  const userAgent = `miniapp-deploy/${version}${runUrl === null ? '' : ` (+${runUrl})`}`;
  const transport = createTransport({ origin: baseUrl.origin, apiKey, userAgent, dryRun, proxy });
  const watched: typeof transport = (request, signal) => {
    if (request.method !== 'GET') onChange();
    return transport(request, signal);
  };
  return createClient(createSender({ ...ports, transport: watched }), baseUrl);
}

function toReport(inputs: Inputs, told: Pick<Report, 'outcome' | 'facts'>, packed: Packed | null): Report {
  return {
    command: inputs.command,
    dryRun: inputs.dryRun,
    ...told,
    repositoryPath: packed?.repositoryPath ?? null,
    readLines: async (path, first, last) => (packed === null ? null : readLines(packed, path, { first, last })),
    secrets: listSecrets(inputs).map(({ value }) => value),
  };
}

function warnAboutComment({ inputs, context }: ActionOptions, ledger: Ledger): void {
  if (!inputs.comment) return;
  if (inputs.command === 'list') {
    ledger.warn('comment: true does nothing with list: a comment is about one app.');
  } else if (context.pullRequest === null) {
    ledger.warn('comment: true does nothing here: this run is not about a pull request.');
  }
}

function toGithubAccess(inputs: Inputs, { apiUrl, repository }: RunContext, signal: AbortSignal) {
  return { token: inputs.githubToken, apiUrl, repository, signal };
}
