import { ServiceAvailability } from '../api/sender.ts';
import { createTransport } from '../api/transport.ts';
import { type CommandContext, createCommandContext } from '../commands/command-context.ts';
import { CommandError } from '../commands/command-error.ts';
import { create } from '../commands/create.ts';
import { deleteApp } from '../commands/delete.ts';
import { deploy } from '../commands/deploy.ts';
import { list, status } from '../commands/status.ts';
import { submit } from '../commands/submit.ts';
import { noteUnusedComment, noteUnusedInputs } from '../commands/unused-inputs.ts';
import { update } from '../commands/update.ts';
import { type AppFolderRef, findApps, toWorkspacePath } from '../folder/find-apps.ts';
import { type AppFolder, openFolder, type ScannedFolder } from '../folder/folder.ts';
import { toFailure } from '../model/action-error.ts';
import { Deadline } from '../model/deadline.ts';
import {
  type Inputs,
  listSecrets,
  makeInputsError,
  namesSeveral,
  takesFolder,
} from '../model/inputs.ts';
import { describeWait, type Outcome, RunState, toExitCode } from '../model/outcome.ts';
import { countFindings } from '../model/problem.ts';
import { createAppLog } from '../report/app-log.ts';
import type { GroupLog, Log } from '../report/log.ts';
import type { Report } from '../report/redact-report.ts';
import { formatBytes, formatCount, toSentence } from '../text/format.ts';
import { toUserAgent } from '../text/version.ts';
import type { RunContext } from './context.ts';
import { type Checked, runApps, toEndedOutcome } from './run-apps.ts';

/** What main passes in: the inputs, the run's context, and the effects that only it has. */
export interface ActionOptions extends Pick<CommandContext, 'clock' | 'random'> {
  readonly inputs: Inputs;
  readonly context: RunContext;
  readonly log: GroupLog;
  /** The command line that makes what a dry run plans; empty beside a run of GitHub Actions. */
  readonly realRun: string;
  /** Told of the beginning of an upload; returns what is told how many of its bytes went out. */
  readonly watchUpload: (totalBytes: number) => (sentBytes: number) => void;
  /** Told what each folder holds, once it is scanned. */
  readonly noteScan?: (scanned: ScannedFolder) => void;
  /** Whether the branch has moved past the run's commit. Throws where that cannot be told. */
  readonly checkStale: (signal: AbortSignal) => Promise<boolean>;
  /**
   * Aborted with a RunEndedError when the runner, or a person, cancels the run, and with `crashed`.
   */
  readonly cancelled: AbortSignal;
  /** Aborted with an unhandled error. */
  readonly crashed: AbortSignal;
}

/** A finished run: what is to be reported about it, and its exit code. */
export interface Finished {
  /**
   * One for each app of the run, in the order of their slugs; one, too, of a run that is about
   * none.
   */
  readonly reports: readonly Report[];
  readonly exitCode: 0 | 1;
}

/**
 * Wires the parts together and runs the command for each app. Whatever goes wrong with one is its
 * report's outcome. Throws where it is not known which apps the run is about: InvalidInputsError,
 * FolderError, or why the run ended.
 */
export async function runAction(options: ActionOptions): Promise<Finished> {
  const { inputs, context, clock, cancelled, crashed } = options;
  const deadline = new Deadline(inputs.timeoutMinutes, clock);
  const signal = AbortSignal.any([cancelled, deadline.signal]);
  const service = openService(options);
  let stale: Promise<boolean> | undefined;
  const checkStale = (): Promise<boolean> => {
    stale ??= options.checkStale(signal);
    return stale;
  };
  try {
    const { places, warnings } = await findPlaces(inputs, context, signal);
    const shared = { service, deadline, signal, checkStale, warnings, isOnly: places.length === 1 };
    const apps = places.map((place) => openApp({ ...inputs, ...place }, options, shared));
    const outcomes = await runApps(apps, { signal, setTimer: clock.setTimer, crashed });
    const reports = apps.map(({ toReport }, index) =>
      toReport(outcomes[index] ?? { kind: 'not_run' }),
    );
    const exitCodes = reports.map(({ outcome, facts }) => toExitCode(outcome, facts));
    return { reports, exitCode: exitCodes.includes(1) ? 1 : 0 };
  } finally {
    service?.close();
    deadline.stop();
  }
}

/** The slug and folder of each app. A run is about one, unless `folder` stands for several. */
async function findPlaces(
  inputs: Inputs,
  { workspace }: RunContext,
  signal: AbortSignal,
): Promise<{ readonly places: readonly AppFolderRef[]; readonly warnings: readonly string[] }> {
  const { slug, folder } = inputs;
  if (!namesSeveral(folder)) return { places: [{ slug, folder }], warnings: [] };
  const found = await findApps({ workspace, folder, slug, signal });
  if (found.kind === 'found') return { places: found.apps, warnings: found.warnings };
  throw makeInputsError(
    found.invalid,
    listSecrets(inputs).map(({ value }) => value),
  );
}

/** What all apps of a run share. */
interface SharedParts
  extends Pick<CommandRun, 'signal' | 'checkStale'>,
    Pick<CommandContext, 'deadline'> {
  readonly service: OpenService | null;
  readonly warnings: readonly string[];
  readonly isOnly: boolean;
}

/** Makes the parts that each app has for itself: its folder, its state, and its part of the log. */
function openApp(inputs: Inputs, options: ActionOptions, shared: SharedParts) {
  const { context: runContext } = options;
  const { service, deadline, signal, checkStale, warnings, isOnly } = shared;
  const { command, slug } = inputs;
  // A list is about no app, whatever slug is given.
  const state = new RunState(command === 'list' ? '' : slug);
  if (isOnly) for (const text of warnings) state.warn(text);
  const folder = openAppFolder(inputs, options, signal);
  const toEndedRun = (outcome: Outcome) => {
    const { dryRun: isDryRun } = inputs;
    const { baseBranch } = runContext;
    const { facts } = state;
    const now = options.clock.now();
    return { command, outcome, facts, now, isDryRun, baseBranch, realRun: options.realRun };
  };
  const appLog = isOnly ? null : createAppLog(slug, options.log, toEndedRun);
  const log = appLog ?? options.log;
  const context = service?.connect({ state, log, deadline, signal }) ?? null;
  const { noteScan } = options;
  const run = {
    folder,
    context,
    state,
    log,
    signal,
    checkStale,
    noteScan,
    fromFork: runContext.fromFork,
  };
  const usesFolder = inputs.folder !== '' && (takesFolder(command) || command === 'submit');
  return {
    log: appLog,
    check: () => checkCommand(inputs, run),
    giveUp: () => toEndedOutcome(signal.reason, state.facts.isUnconfirmed),
    toReport(outcome: Outcome): Report {
      noteUnusedComment(inputs, runContext.pullRequest, state);
      return {
        ...toEndedRun(outcome),
        folder: usesFolder ? toWorkspacePath(runContext.workspace, inputs.folder) : null,
        repositoryPath: folder.repositoryPath,
        readLines: (path, first, last) => folder.readLines(path, first, last),
        runWarnings: isOnly ? [] : warnings,
        secrets: listSecrets(inputs).map(({ value }) => value),
      };
    },
  };
}

function openAppFolder(
  inputs: Inputs,
  { context, watchUpload }: ActionOptions,
  signal: AbortSignal,
): AppFolder {
  const { workspace, runnerTemp } = context;
  const createsApp = inputs.command === 'create' || (inputs.command === 'deploy' && inputs.create);
  const secrets = listSecrets(inputs);
  return openFolder({ ...inputs, workspace, runnerTemp, createsApp, secrets, signal, watchUpload });
}

/** The connection to the service, which all apps of a run share. */
interface OpenService {
  connect(parts: Pick<CommandContext, 'state' | 'log' | 'deadline' | 'signal'>): CommandContext;
  close(): void;
}

/** Opens the connection; null without a key: then the run is offline. */
function openService({ inputs, context, clock, random }: ActionOptions): OpenService | null {
  const { apiKey, baseUrl, dryRun } = inputs;
  const { proxy, runUrl } = context;
  if (apiKey === null || baseUrl === null) return null;
  const { origin } = baseUrl;
  const transport = createTransport({
    origin,
    apiKey,
    userAgent: toUserAgent(runUrl),
    dryRun,
    proxy,
  });
  const availability = new ServiceAvailability();
  return {
    close: transport.close,
    connect: (parts) =>
      createCommandContext({
        ...parts,
        baseUrl,
        transport,
        clock,
        random,
        availability,
        onWait: (wait) => parts.log.info(describeWait(wait)),
      }),
  };
}

/** What a command is prepared from. */
export interface CommandRun {
  readonly folder: AppFolder;
  /** Null where the run is offline: no key, and a dry run or a fork's pull request. */
  readonly context: CommandContext | null;
  readonly state: RunState;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Whether the branch has moved past the run's commit. Throws where that cannot be told. */
  readonly checkStale: () => Promise<boolean>;
  readonly noteScan?: ActionOptions['noteScan'] | undefined;
  /** True in a run of a pull request from a fork. */
  readonly fromFork: boolean;
}

/** Runs the command to its end, whatever comes. What the run has proven by then is in its state. */
export async function runCommand(inputs: Inputs, run: CommandRun): Promise<Outcome> {
  const checked = await checkCommand(inputs, run);
  return typeof checked === 'function' ? checked() : checked;
}

/**
 * Checks the folder, ends the run where it is offline, and returns what goes on to the service with
 * the command.
 */
export function checkCommand(inputs: Inputs, run: CommandRun): Promise<Checked> {
  const { context, state, fromFork } = run;
  return endByFailure<Checked>(run, async () => {
    noteUnusedInputs(inputs, state);
    if (context === null && !takesFolder(inputs.command))
      return { kind: 'skipped', skipReason: 'fork' };
    const send = await prepareCommand(inputs, run);
    if (context === null)
      return { kind: 'planned', plan: null, ...(fromFork ? { skipReason: 'fork' } : {}) };
    return () => endByFailure(run, async () => (await endStale(inputs, run)) ?? send(context));
  });
}

/** Does some work; what it throws is how the run ends. */
async function endByFailure<Part>(
  run: CommandRun,
  work: () => Promise<Part>,
): Promise<Part | Outcome> {
  const isForkCheck = run.context === null && run.fromFork;
  try {
    return await work();
  } catch (error) {
    const failure = toFailure(error);
    return { kind: failure.kind, failure, ...(isForkCheck ? { skipReason: 'fork' } : {}) };
  }
}

/** The rest of a checked command: its requests to the service. */
type PreparedCommand = (context: CommandContext) => Promise<Outcome>;

const folderCommands = { deploy, create, update };
const otherCommands = {
  delete: deleteApp,
  status,
  list: (_inputs: Inputs, context: CommandContext) => list(context),
};

/**
 * Scans and checks the folder. Warnings are reported; errors stop the run before anything is sent.
 */
async function prepareCommand(inputs: Inputs, run: CommandRun): Promise<PreparedCommand> {
  const { command, folder } = inputs;
  if (takesFolder(command)) {
    const scanned = await scanFolder(run);
    assertChecked(scanned, run);
    return (context) => folderCommands[command](inputs, scanned, context);
  }
  if (command !== 'submit') return (context) => otherCommands[command](inputs, context);
  const scanned = folder === '' ? null : await scanFolder(run);
  // A guard: the draft is compared with it, and what is wrong with it was said by its deploy, unless a secret is in it.
  if (scanned !== null && scanned.secrets.length > 0) assertChecked(scanned, run);
  return (context) => submit(inputs, scanned, context);
}

async function scanFolder({ folder, state, log, noteScan }: CommandRun): Promise<ScannedFolder> {
  const scanned = await folder.scan();
  noteScan?.(scanned);
  const { files, excluded, byteCount, contentHash } = scanned;
  state.update({ fileCount: files.length, byteCount, excluded, contentHash });
  for (const text of scanned.warnings) state.warn(text);
  for (const { path, bytes, type, encoding } of files) {
    log.debug(`Included: ${path} (${formatCount(bytes, 'byte')}, ${type}, sent as ${encoding})`);
  }
  log.info(
    `Included ${formatCount(files.length, 'file')}, ${formatBytes(byteCount)} (${contentHash.slice(0, 19)})`,
  );
  const lines = excluded.map(({ path, reason }) => `${path} (${reason})`);
  if (lines.length > 0) log.list('Excluded', lines);
  return scanned;
}

function assertChecked({ problems }: ScannedFolder, { state, log }: CommandRun): void {
  state.update({ problems });
  log.info(`Checked: ${countFindings(problems)}`);
  if (problems.every(({ severity }) => severity === 'warning')) return;
  throw new CommandError('offline_problems', `the offline check found ${countFindings(problems)}`);
}

/**
 * How a run ends whose branch has moved on (`on-stale`); null to go on. Throws CommandError
 * `stale`.
 */
async function endStale(
  { command, onStale }: Inputs,
  { state, signal, checkStale }: CommandRun,
): Promise<Outcome | null> {
  if (onStale === 'ignore' || command === 'status' || command === 'list') return null;
  try {
    if (!(await checkStale())) return null;
  } catch (error) {
    signal.throwIfAborted();
    const { message, next } = toFailure(error);
    state.warn(
      `on-stale could not be checked, so the run continues: ${toSentence(message)} ${next}`,
    );
    return null;
  }
  if (onStale === 'fail') throw new CommandError('stale', 'on-stale is fail');
  if (onStale === 'skip') return { kind: 'skipped', skipReason: 'stale' };
  state.warn('A newer commit exists on the branch: this run is for an older one.');
  return null;
}
