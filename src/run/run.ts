import { type Client, createClient } from '../api/client.ts';
import { maxSends } from '../api/policy.ts';
import { createSender, type Sender } from '../api/sender.ts';
import { createTransport, type OpenTransport, type Transport } from '../api/transport.ts';
import { describeWait, type Wait } from '../api/wait.ts';
import { type Clock, Deadline } from '../clock.ts';
import { type Folder, readFolder, type Workspace } from '../folder/folder.ts';
import { type Inputs, sendsForReview } from '../inputs/inputs.ts';
import type { GroupLog } from '../report/log.ts';
import { Report } from '../report/report.ts';
import { formatDuration } from '../text/format.ts';
import { toUserAgent } from '../text/version.ts';
import type { RunContext } from './context.ts';

export interface NewerCommit {
  /** The reason that GitHub may have started no run for it, without a full stop; null if none. */
  readonly whyNoRun: string | null;
}

/** What the front end decides about a run: its inputs, the facts of the runner, all effects. */
export interface RunOptions {
  readonly inputs: Inputs;
  readonly context: RunContext;
  /** The folder to which the shown paths of app folders are relative. */
  readonly workspace: Workspace;
  /** The command line to run after a dry run, without --dry-run; empty in GitHub Actions. */
  readonly realRun: string;
  /** The command line that shows the status of the app; empty in GitHub Actions. */
  readonly statusRun: string;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly log: GroupLog;
  /** Aborted with the error that ends the run: a RunEndedError, or a bug. */
  readonly cancelled: AbortSignal;
  /** Finds the newer commit of the run's branch; null if none. Throws if that is not known. */
  readonly findNewer: (signal: AbortSignal) => Promise<NewerCommit | null>;
  /** Called when an upload begins. Returns a function to call with the number of bytes sent. */
  readonly watchUpload: (totalBytes: number) => (sentBytes: number) => void;
  /** Called before each wait for another attempt; by default the wait is logged. */
  readonly onWait?: (wait: Wait) => void;
  /** Reads an app folder; by default from the disk. */
  readonly readFolder?: typeof readFolder;
  /** Called with each folder that was read. */
  readonly onFolder?: (folder: Folder) => void;
  /** A transport to use instead of a new connection. */
  readonly transport?: Transport;
  /** The maximum number of times that a change is sent; by default the number in the policy. */
  readonly maxSends?: number;
  /** The time in which a failed request is retried, in milliseconds; by default the policy's. */
  readonly retryWindowMs?: number | undefined;
}

/** One run. It is made once, and everything that a command needs is in it. */
export interface Run {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: GroupLog;
  readonly watchUpload: RunOptions['watchUpload'];
  readonly readFolder: typeof readFolder;
  readonly onFolder: (folder: Folder) => void;
  /** Finds the newer commit of the run's branch; null if none. GitHub is asked only once. */
  readonly findNewer: () => Promise<NewerCommit | null>;
  readonly maxSends: number;
  /** Aborted with an error when the run must stop. */
  readonly signal: AbortSignal;
  /** The time limit of the run; the wait for a review extends it. */
  readonly deadline: Deadline;
  /** True if the run must not send anything: it has no key, and only checks its folders. */
  readonly isOffline: boolean;
  readonly client: Client;
  report: Report;
  /** Makes the report about an app. `folder` is null if the run has no folder. */
  readonly makeReport: (slug: string, folder: string | null) => Report;
  /** Closes the connection, and stops the timer of the deadline. */
  readonly close: () => void;
}

export function openRun(options: RunOptions): Run {
  const { inputs, context, clock } = options;
  const deadline = new Deadline(inputs.timeoutMinutes, clock);
  const signal = AbortSignal.any([options.cancelled, deadline.signal]);
  const connection = options.transport === undefined ? openTransport(options) : null;
  const transport = options.transport ?? connection;
  const makeReport = (slug: string, folder: string | null): Report => {
    return new Report(slug, folder, {
      command: inputs.command,
      isDryRun: inputs.dryRun,
      submits: sendsForReview(inputs),
      baseBranch: context.baseBranch,
      realRun: options.realRun,
      statusRun: options.statusRun,
    });
  };
  const end = { signal, deadline };
  const send = createRunSender(transport, options, end, () => run.report);
  let newer: Promise<NewerCommit | null> | null = null;
  const run: Run = {
    inputs,
    context,
    workspace: options.workspace,
    clock,
    random: options.random,
    log: options.log,
    watchUpload: options.watchUpload,
    readFolder: options.readFolder ?? readFolder,
    onFolder: options.onFolder ?? (() => undefined),
    findNewer() {
      newer ??= options.findNewer(signal);
      return newer;
    },
    maxSends: options.maxSends ?? maxSends,
    signal,
    deadline,
    isOffline: transport === null,
    client: createClient(send, inputs.baseUrl ?? { origin: '', path: '' }),
    // Replaced when the turn of the first app begins.
    report: makeReport('', null),
    makeReport,
    close() {
      connection?.close();
      deadline.stop();
    },
  };
  return run;
}

/**
 * Creates the sender of a run, which notes each wait in the report about the app whose turn it is.
 * Without a transport it sends nothing.
 */
function createRunSender(
  transport: Transport | null,
  options: RunOptions,
  { signal, deadline }: { readonly signal: AbortSignal; readonly deadline: Deadline },
  getReport: () => Report,
): Sender {
  if (transport === null) return () => Promise.reject(new Error('The run is offline.'));
  const { clock, random, retryWindowMs, log } = options;
  return createSender({
    transport,
    clock,
    random,
    signal,
    deadline,
    retryWindowMs,
    onWait(wait) {
      getReport().addWait(wait);
      if (options.onWait === undefined) log.info(describeWait(wait));
      else options.onWait(wait);
    },
    onAttempt(request, attempt) {
      const name = `${request.method} ${request.path}`;
      const duration = formatDuration(attempt.milliseconds);
      log.debug(`${name}: ${attempt.result} after ${duration} (attempt ${attempt.number})`);
    },
  });
}

/**
 * Opens a transport, which connects with its first request. Returns null without a key or an
 * address.
 */
function openTransport({ inputs, context }: RunOptions): OpenTransport | null {
  const { apiKey, baseUrl } = inputs;
  if (apiKey === null || baseUrl === null) return null;
  return createTransport({
    origin: baseUrl.origin,
    apiKey,
    userAgent: toUserAgent(context.runUrl),
    dryRun: inputs.dryRun,
    proxy: context.proxy,
  });
}
