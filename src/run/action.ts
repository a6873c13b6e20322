import path from 'node:path';
import { ServiceAvailability } from '../api/sender.ts';
import { createTransport, type OpenTransport } from '../api/transport.ts';
import { type CommandContext, createCommandContext } from '../commands/command-context.ts';
import { findApps, toWorkspacePath } from '../folder/find-apps.ts';
import type { Folder, Workspace } from '../folder/folder.ts';
import { type Clock, Deadline } from '../model/deadline.ts';
import {
  type Inputs,
  listSecrets,
  makeInputsError,
  namesSeveral,
  sendsForReview,
  takesFolder,
} from '../model/inputs.ts';
import { describeWait, RunState } from '../model/outcome.ts';
import { createAppLog } from '../report/app-log.ts';
import type { GroupLog, Log } from '../report/log.ts';
import type { Report } from '../report/redact-report.ts';
import { toUserAgent } from '../text/version.ts';
import { type AppFolder, AppRun, type Next, openFolder, type RunDetails } from './app-run.ts';
import type { RunContext } from './context.ts';

/** The inputs and the context of a run, and all effects that it may have. */
export interface ActionOptions {
  readonly inputs: Inputs;
  readonly context: RunContext;
  /** The folder to which the shown paths of app folders are relative. */
  readonly workspace: Workspace;
  /** The command line to run after a dry run, without --dry-run; empty in GitHub Actions. */
  readonly realRun: string;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly log: GroupLog;
  /** Aborted with a RunEndedError when somebody cancels the run, or together with `crashed`. */
  readonly cancelled: AbortSignal;
  /** Aborted when an error is thrown that nobody handles; the reason is that error. */
  readonly crashed: AbortSignal;
  /** Finds the apps of the run. Throws InvalidInputsError, FolderError, or the signal's reason. */
  readonly findPlaces: (signal: AbortSignal) => Promise<FoundPlaces>;
  /** Returns true if the branch has a newer commit than the run's. Throws if that is not known. */
  readonly isStale: (signal: AbortSignal) => Promise<boolean>;
  /** Called when an upload begins. Returns a function to call with the number of bytes sent. */
  readonly watchUpload: (totalBytes: number) => (sentBytes: number) => void;
}

/** One app of a run. */
export interface AppPlace {
  readonly slug: string;
  /** Absolute path of the app folder; null if the run has none. */
  readonly path: string | null;
  /** The name of the folder in messages and reports; empty without a folder. */
  readonly shown: string;
}

/** The apps of a run. */
export interface FoundPlaces {
  /** Sorted by slug. */
  readonly places: readonly AppPlace[];
  /** Warnings about the search. */
  readonly warnings: readonly string[];
}

/** The result of a run that has ended. */
export interface FinishedRun {
  /** A report for each app, sorted by slug; a single report if the run is not about an app. */
  readonly reports: readonly Report[];
  /** The folders that were read. */
  readonly folders: readonly Folder[];
  readonly exitCode: 0 | 1;
}

/**
 * Finds the apps of a run. There is one app unless the input `folder` matches several folders. The
 * shown names of folders are relative to the workspace. Throws InvalidInputsError or FolderError,
 * or the signal's reason.
 */
export async function findPlaces(
  inputs: Inputs,
  workspace: string,
  signal: AbortSignal,
): Promise<FoundPlaces> {
  const { slug, folder } = inputs;
  if (folder === '') return { places: [{ slug, path: null, shown: '' }], warnings: [] };
  if (!namesSeveral(folder)) {
    const shown = toWorkspacePath(workspace, folder);
    return { places: [{ slug, path: path.resolve(workspace, shown), shown }], warnings: [] };
  }
  const found = await findApps({ workspace, folder, slug, signal });
  if (found.kind === 'invalid') {
    const secrets = listSecrets(inputs).map((secret) => secret.value);
    throw makeInputsError(found.invalid, secrets);
  }
  const places = found.apps.map((app): AppPlace => {
    return { slug: app.slug, path: path.resolve(workspace, app.folder), shown: app.folder };
  });
  return { places, warnings: found.warnings };
}

/**
 * Runs the command for each app. If something goes wrong with an app, the outcome in its report
 * describes the failure. Throws only if the apps of the run cannot be found.
 */
export async function runAction(options: ActionOptions): Promise<FinishedRun> {
  const deadline = new Deadline(options.inputs.timeoutMinutes, options.clock);
  const signal = AbortSignal.any([options.cancelled, deadline.signal]);
  // Null if the run is offline.
  const transport = openTransport(options);
  try {
    const found = await options.findPlaces(signal);
    const shared: SharedParts = {
      options,
      found,
      run: toRunDetails(options, signal, found),
      signal,
      deadline,
      transport,
      availability: new ServiceAvailability(),
    };
    const apps = found.places.map((place) => openApp(place, shared));
    await runApps(apps);
    return {
      reports: apps.map((app) => app.report()),
      folders: apps.flatMap((app) => app.folder ?? []),
      exitCode: apps.some((app) => app.exitCode === 1) ? 1 : 0,
    };
  } finally {
    transport?.close();
    deadline.stop();
  }
}

/**
 * Checks all apps first, and then sends the requests for one app after the other. The failure of an
 * app does not stop the others, unless the whole run must stop: then the remaining apps are not
 * run.
 */
export async function runApps(apps: readonly AppRun[]): Promise<void> {
  let next: Next = 'continue';
  for (const app of apps) {
    if (next === 'stop') break;
    next = await app.check();
  }
  for (const app of apps) {
    // Apps that are not run get their group in the log, too.
    next = await app.logTurn(async () => (next === 'stop' ? next : app.send()));
  }
}

/** The parts that all apps of a run share. */
interface SharedParts {
  readonly options: ActionOptions;
  readonly found: FoundPlaces;
  readonly run: RunDetails;
  readonly signal: AbortSignal;
  readonly deadline: Deadline;
  /** Null if the run is offline. */
  readonly transport: OpenTransport | null;
  readonly availability: ServiceAvailability;
}

/** Opens the connection to the service. Returns null without a key or an address. */
function openTransport(options: ActionOptions): OpenTransport | null {
  const { inputs } = options;
  const { apiKey, baseUrl } = inputs;
  if (apiKey === null || baseUrl === null) return null;
  return createTransport({
    origin: baseUrl.origin,
    apiKey,
    userAgent: toUserAgent(options.context.runUrl),
    dryRun: inputs.dryRun,
    proxy: options.context.proxy,
  });
}

function toRunDetails(options: ActionOptions, signal: AbortSignal, found: FoundPlaces): RunDetails {
  const { context } = options;
  const isAboutSeveral = found.places.length !== 1;
  let stale: Promise<boolean> | null = null;
  return {
    clock: options.clock,
    signal,
    crashed: options.crashed,
    // All apps of a run belong to the same commit, so GitHub is asked only once.
    isStale() {
      stale ??= options.isStale(signal);
      return stale;
    },
    fromFork: context.fromFork,
    pullRequest: context.pullRequest,
    baseBranch: context.baseBranch,
    realRun: options.realRun,
    warnings: isAboutSeveral ? found.warnings : [],
  };
}

/** Creates the run of one app, with its own state, log, folder and connection. */
function openApp(place: AppPlace, shared: SharedParts): AppRun {
  const { options, found, run } = shared;
  const isOnlyApp = found.places.length === 1;
  const inputs: Inputs = { ...options.inputs, slug: place.slug };
  // The report of the command `list` is not about one app, even if a slug was given.
  const reportedSlug = inputs.command === 'list' ? '' : place.slug;
  const state = new RunState(reportedSlug, sendsForReview(inputs));
  if (isOnlyApp) {
    for (const warning of found.warnings) state.warn(warning);
  }
  const appLog = isOnlyApp ? null : createAppLog(place.slug, options.log);
  const log = appLog ?? options.log;
  const folder = openAppFolder(place, inputs, shared);
  return new AppRun({
    run,
    inputs,
    folder,
    shownFolder: folder === null ? null : place.shown,
    context: connect(state, log, shared),
    state,
    log,
    appLog,
  });
}

/** Opens the app folder. Returns null if the command takes no folder, or if none was given. */
function openAppFolder(place: AppPlace, inputs: Inputs, shared: SharedParts): AppFolder | null {
  const { options } = shared;
  const { command } = inputs;
  const usesFolder = takesFolder(command) || command === 'submit';
  if (place.path === null || !usesFolder) return null;
  return openFolder({
    path: place.path,
    folder: place.shown,
    workspace: options.workspace,
    runnerTemp: options.context.runnerTemp,
    include: inputs.include,
    exclude: inputs.exclude,
    maxSize: inputs.maxSize,
    createsApp: command === 'create' || (command === 'deploy' && inputs.create),
    secrets: listSecrets(inputs),
    signal: shared.signal,
  });
}

/** Connects an app to the service. Returns null if the run is offline. */
function connect(state: RunState, log: Log, shared: SharedParts): CommandContext | null {
  const { options, transport } = shared;
  const baseUrl = options.inputs.baseUrl;
  if (transport === null || baseUrl === null) return null;
  return createCommandContext({
    transport,
    baseUrl,
    clock: options.clock,
    random: options.random,
    availability: shared.availability,
    signal: shared.signal,
    deadline: shared.deadline,
    state,
    log,
    onWait: (wait) => log.info(describeWait(wait)),
    watchUpload: options.watchUpload,
  });
}
