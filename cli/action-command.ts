import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AppPlace, FoundPlaces } from '../src/commands/app-places.ts';
import { ActionError } from '../src/errors.ts';
import type { Folder } from '../src/folder/folder.ts';
import { describeErrno } from '../src/folder/folder-error.ts';
import { type Inputs, namesSeveral, readInputs } from '../src/inputs/inputs.ts';
import { createProgress } from '../src/report/progress.ts';
import { redactReport } from '../src/report/redact.ts';
import type { Report } from '../src/report/report.ts';
import { readContext } from '../src/run/context.ts';
import type { Run, RunOptions } from '../src/run/run.ts';
import { toSafeUrl } from '../src/text/escape.ts';
import { findNamedFolders, type NamedFolders, toRelativePath } from './files/places.ts';
import { type CommandRequest, UsageError } from './options/command-request.ts';
import type { ActionCommand } from './options/command-table.ts';
import { writeLine } from './options/shell.ts';
import type { CommandIo } from './output/command-io.ts';
import type { CommandResult } from './output/envelope.ts';
import { listWords } from './output/next-steps.ts';
import { docsUrl, printReports, printReportsAsJson } from './output/results.ts';
import { describeCheck } from './output/terminal.ts';

/** Milliseconds between two updates of the terminal line that shows the progress of an upload. */
const livePauseMs = 100;

/**
 * Runs a command with the code of the action, but without workflow commands (`::error::`) and
 * without the files of the runner (`GITHUB_OUTPUT`). Throws an InvalidInputsError, and the errors
 * of `runAction`.
 *
 * @returns the action's exit code; 4 if the key was refused, 130 after a cancel.
 */
export async function runActionCommand(
  command: ActionCommand,
  request: CommandRequest,
  io: CommandIo,
): Promise<number> {
  const junit = request.values['junit'] ?? '';
  const junitFile = junit === '' ? null : resolve(requireCwd(io), junit);
  const opensDraft = request.values['open'] === 'true';
  if (opensDraft && namesSeveral(request.values['folder'] ?? ''))
    throw new UsageError('--open opens one draft, so it takes one folder.');
  if (opensDraft && request.values['dry-run'] === 'true')
    throw new UsageError('--open opens what was deployed, and --dry-run deploys nothing.');
  if (junitFile !== null) await assertJunitFile(junitFile, command, request, io);

  const ticking = setInterval(io.log.tick, 1000);
  let run: FinishedCommand;
  try {
    run = await runReports(command, request, io);
  } finally {
    clearInterval(ticking);
    io.log.endProgress();
  }

  if (junitFile !== null) await writeJunitFile(junitFile, run.reports, io);
  showRun(run, command, request, io);
  if (opensDraft) await openDraft(run.reports, io);
  return run.exitCode;
}

/**
 * Opens the draft if it was deployed, or was already what the folder has. If that fails, a warning
 * gives the address: the result of the run stays the same.
 */
async function openDraft(reports: readonly Report[], io: CommandIo): Promise<void> {
  const [report] = reports;
  const isDeployed = report?.done.has('deploy') || report?.outcome === 'unchanged';
  if (report === undefined || report.failure !== null || !isDeployed) return;
  const url = report.app?.url ?? '';
  const reason = await io.process.openUrl(url);
  if (reason === null) {
    io.log.debug(`Opened ${url}`);
    return;
  }
  const address = toSafeUrl(url) === null ? '' : ` Its address is ${url}`;
  io.log.lines(`warning: The draft was not opened: ${reason}.${address}`);
}

/**
 * Prints the reports. With `--json`, stdout gets them as JSON, and stderr shows what needs
 * attention.
 */
function showRun(
  run: FinishedCommand,
  command: ActionCommand,
  request: CommandRequest,
  io: CommandIo,
): void {
  const { stdout, stderr } = io.process;
  const shown = command.isOffline ? run.reports.map(toCheckReport) : run.reports;
  if (!request.isJson) {
    printReports(shown, { io, stream: stdout, isBrief: false });
    return;
  }
  printReportsAsJson(run.reports, { request, io, own: listOwnFields(run.reports) });
  const hasSucceeded = run.exitCode === 0;
  if (request.isQuiet && hasSucceeded) return;
  const isBrief = hasSucceeded && !request.isVerbose;
  printReports(shown, { io, stream: stderr, isBrief });
}

/** Returns what only the JSON of a list has: whether it names all apps of the key. */
function listOwnFields(reports: readonly Report[]): OwnFields {
  const [report] = reports;
  if (report?.outcome !== 'listed') return {};
  return { list: { complete: !report.hasMoreApps } };
}

/** Returns the report of a check as a terminal shows it: about a folder, not about an app. */
function toCheckReport(report: Report): Report {
  const copy = redactReport(report, [], report.docsUrl);
  copy.ownWords = describeCheck(report);
  return copy;
}

/** The result of a check. */
export interface CheckedFolders {
  readonly exitCode: number;
  readonly reports: readonly Report[];
  /** The folders that could be read. */
  readonly folders: readonly Folder[];
}

/** The fields that a command adds to the JSON object of a check that failed. */
type OwnFields = NonNullable<CommandResult['own']>;

/**
 * Checks folders offline as a deploy does, and prints only what is wrong with them, on stderr. If
 * there are errors, it also prints the JSON object of `--json`. Throws an InvalidInputsError.
 */
export async function runCheck(
  request: CommandRequest,
  io: CommandIo,
  own: OwnFields = {},
): Promise<CheckedFolders> {
  const check: ActionCommand = { runs: 'deploy', isDryRun: true, isOffline: true };
  const quietLog = { ...io.log, info: () => undefined, list: () => undefined };
  const { reports, exitCode, folders } = await runReports(check, request, {
    ...io,
    log: quietLog,
  });
  if (request.isJson && exitCode !== 0) {
    printReportsAsJson(reports, { request, io, outcome: 'failed', own });
  }
  const hasProblems = reports.some((report) => report.problems.length > 0);
  if (exitCode !== 0 || hasProblems) {
    printReports(reports.map(toCheckReport), { io, stream: io.process.stderr, isBrief: false });
  }
  return { exitCode, reports, folders };
}

/** A run that has ended. Its reports name files relative to the working directory. */
type FinishedCommand = CheckedFolders;

async function runReports(
  command: ActionCommand,
  request: CommandRequest,
  io: CommandIo,
): Promise<FinishedCommand> {
  const { env, log, isLive } = io;
  const { effects, watchForEnd } = io.process;
  const cwd = requireCwd(io);
  const named = findCommandFolders(command, request, cwd);
  const inputs = readCommandInputs(command, request, named);
  const { runAction } = await import('../src/commands/run-action.ts');
  const { cancelled, ended } = watchForEnd();
  const folders: Folder[] = [];
  const realCommand = request.command === 'plan' ? 'deploy' : request.command;
  const options: RunOptions = {
    ...effects,
    inputs,
    log,
    workspace: { path: cwd, isBoundary: false },
    realRun: writeLine(
      listWords(realCommand, { ...request.given, 'dry-run': '', diff: '' }),
      io.shell,
    ),
    statusRun: writeLine(
      listWords('status', { ...request.given, slug: inputs.slug, 'wait-for-review': '' }),
      io.shell,
    ),
    context: readContext(readNetworkVariables(env), cwd),
    watchUpload: (total) => {
      const progress = { total, now: effects.clock.now, show: log.progress };
      return createProgress(isLive ? { ...progress, pauseMs: livePauseMs } : progress);
    },
    findNewer: async () => null,
    onFolder: (folder) => folders.push(folder),
    cancelled: ended,
  };
  const reports = await runAction(options, (run) => findPlacesFromCwd(run, named.base, cwd));
  // A check works without a slug. If no slug is given, the reports do not show the made-up one.
  const hasSlug = !command.isOffline || Boolean(request.values['slug']) || reports.length > 1;
  const shown = reports.map((report) => {
    if (!hasSlug) report.slug = '';
    return redactReport(report, io.secrets, docsUrl);
  });
  const exitCode = cancelled.aborted ? 130 : toCommandExitCode(shown);
  return { reports: shown, folders, exitCode };
}

function toCommandExitCode(reports: readonly Report[]): number {
  const isKeyRefused = reports.some(({ failure }) => failure?.code === 'unauthorized');
  if (isKeyRefused) return 4;
  return reports.some((report) => report.exitCode === 1) ? 1 : 0;
}

/** Finds the apps of a run. Messages name their folders relative to the working directory. */
async function findPlacesFromCwd(run: Run, base: string, cwd: string): Promise<FoundPlaces> {
  const { findPlaces } = await import('../src/commands/app-places.ts');
  const { places, warnings } = await findPlaces(run, base);
  const shown = places.map((place): AppPlace => {
    if (place.path === null) return place;
    return { slug: place.slug, path: place.path, shown: toRelativePath(cwd, place.path) };
  });
  return { places: shown, warnings };
}

/**
 * Finds the folders that the command line names. A check without a folder checks the working one.
 */
function findCommandFolders(
  command: ActionCommand,
  request: CommandRequest,
  cwd: string,
): NamedFolders {
  const usual = command.isOffline ? '.' : '';
  return findNamedFolders(cwd, request.values['folder'] ?? usual);
}

/** Reads the options as the inputs of the action. Throws an InvalidInputsError. */
function readCommandInputs(
  command: ActionCommand,
  { values }: CommandRequest,
  { folder, slug }: NamedFolders,
): Inputs {
  const texts: Record<string, string> = { ...values, command: command.runs, folder };
  if (command.isDryRun) texts['dry-run'] = 'true';
  if (command.isOffline) texts['slug'] = values['slug'] || slug;
  const { inputs, error } = readInputs({
    read: (input) => texts[input] ?? '',
    hasSecrets: true,
    needsService: !command.isOffline,
  });
  if (error !== null) throw error;
  return inputs;
}

/** Variables about connections: the proxy, and the check of certificates. */
const networkVariables = /^(?:https_proxy|all_proxy|no_proxy|node_tls_reject_unauthorized)$/i;

/**
 * Returns only the variables about connections. Other variables of a runner, such as `GITHUB_SHA`,
 * are not meant for a command in one of its steps.
 */
function readNetworkVariables(env: CommandIo['env']): CommandIo['env'] {
  const names = Object.keys(env).filter((name) => networkVariables.test(name));
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

/** Returns the working directory. Throws ActionError `folder_missing` if it does not exist. */
export function requireCwd(io: CommandIo): string {
  try {
    return io.process.cwd();
  } catch (cause) {
    throw new ActionError('The working directory no longer exists', {
      code: 'folder_missing',
      next: 'Change to a folder that exists.',
      cause,
    });
  }
}

/**
 * Checks that the file of `--junit` can be written, before the run begins. Throws a UsageError, or
 * ActionError `folder_missing`.
 */
async function assertJunitFile(
  file: string,
  command: ActionCommand,
  request: CommandRequest,
  io: CommandIo,
): Promise<void> {
  const { assertWritable, findObstacle } = await import('./files/own-files.ts');
  const { junitStart } = await import('./output/junit.ts');
  const named = findCommandFolders(command, request, requireCwd(io));
  const obstacle = findObstacle(file, {
    folders: await findAppFolders(named, request.values['slug'] ?? ''),
    mark: junitStart,
    name: 'report of this command',
  });
  if (obstacle !== null) throw new UsageError(`The file of --junit ${obstacle}.`);
  try {
    assertWritable(file);
  } catch (error) {
    throw new UsageError(`The file of --junit cannot be written: ${describeErrno(error)}.`);
  }
}

/**
 * Returns the real paths of the app folders that exist; none if a name is invalid, which the run
 * itself reports.
 */
async function findAppFolders(named: NamedFolders, slug: string): Promise<readonly string[]> {
  const { base, folder } = named;
  if (folder === '') return [];
  const { findApps } = await import('../src/folder/find-apps.ts');
  const found = await findApps({
    workspace: base,
    folder,
    slug: slug || named.slug,
    signal: new AbortController().signal,
  });
  const paths = found.apps.map((app) => resolve(base, app.folder));
  return paths.filter((path) => existsSync(path)).map((path) => realpathSync.native(path));
}

/**
 * Writes the JUnit report. If that fails, the log shows it, but the result of the run stays the
 * same.
 */
async function writeJunitFile(
  file: string,
  reports: readonly Report[],
  io: CommandIo,
): Promise<void> {
  const { writeOwnFile } = await import('./files/own-files.ts');
  const { renderJunit } = await import('./output/junit.ts');
  try {
    writeOwnFile(file, renderJunit(reports));
  } catch (error) {
    io.log.lines(`The file of --junit could not be written: ${describeErrno(error)}.`);
  }
}
