import path from 'node:path';
import { isServiceUnreachable } from '../api/api-error.ts';
import { countFindings } from '../app/problem.ts';
import { ActionError, makeError, toFailure, toReason } from '../errors.ts';
import { findApps, toWorkspacePath } from '../folder/find-apps.ts';
import { type Folder, type FolderOptions, findFolder, readLines } from '../folder/folder.ts';
import { describeErrno } from '../folder/folder-error.ts';
import {
  isSlug,
  listSecrets,
  makeInputsError,
  namesSeveral,
  sendsForReview,
  takesFolder,
} from '../inputs/inputs.ts';
import type { Report } from '../report/report.ts';
import { describeReport, isShownByProblems } from '../report/words.ts';
import {
  assertManifest,
  type ManifestPlace,
  renderManifest,
  writeManifest,
} from '../run/manifest.ts';
import { type NewerCommit, openRun, type Run, type RunOptions } from '../run/run.ts';
import { formatBytes, formatCount, listNames, toSentence } from '../text/format.ts';
import { nameInput, perFrontend } from '../text/frontend.ts';
import { create } from './create.ts';
import { deleteApp } from './delete.ts';
import { deploy } from './deploy.ts';
import { list, status } from './status.ts';
import { submit } from './submit.ts';
import { update } from './update.ts';
import { withdraw } from './withdraw.ts';

/** One app of a run. */
export interface AppPlace {
  readonly slug: string;
  /** Absolute path of the app folder; null if the run has none. */
  readonly path: string | null;
  /** The name of the folder in messages and reports; empty without a folder. */
  readonly shown: string;
}

/** The apps of a run, sorted by slug. */
export interface FoundPlaces {
  readonly places: readonly AppPlace[];
  /** Warnings about the search. */
  readonly warnings: readonly string[];
}

/**
 * Finds the apps of a run: one, unless the input `folder` matches several folders. The shown names
 * of folders are relative to the workspace. Throws InvalidInputsError, ActionError, or the
 * signal's reason.
 */
export async function findPlaces(run: Run, workspace: string): Promise<FoundPlaces> {
  const { inputs, signal } = run;
  const { slug, folder } = inputs;
  if (folder === '') return { places: [{ slug, path: null, shown: '' }], warnings: [] };
  if (!namesSeveral(folder)) {
    const shown = toWorkspacePath(workspace, folder);
    return { places: [{ slug, path: path.resolve(workspace, shown), shown }], warnings: [] };
  }
  const found = await findApps({ workspace, folder, slug, signal });
  if (found.invalid.length > 0) {
    const secrets = listSecrets(inputs).map((secret) => secret.value);
    throw makeInputsError(found.invalid, secrets);
  }
  const places = found.apps.map((app): AppPlace => {
    return { slug: app.slug, path: path.resolve(workspace, app.folder), shown: app.folder };
  });
  return { places, warnings: found.warnings };
}

/**
 * Runs the command for each app that `find` returns, one after the other: read the folder, check
 * it, send, verify. The failure of an app is in its report and does not stop the next one, unless
 * the key is refused, the service cannot be reached, or the run must end: then the remaining apps
 * are not run. Throws only if the apps cannot be found.
 */
export async function runAction(
  options: RunOptions,
  find: (run: Run) => Promise<FoundPlaces>,
): Promise<readonly Report[]> {
  const run = openRun(options);
  try {
    const found = await find(run);
    const { places } = found;
    const warnings = [...found.warnings, ...listRunWarnings(run)];
    const isSeveral = places.length !== 1;
    const reports = places.map((place) => {
      // The report of the command `list` is not about one app, even if a slug was given.
      const slug = run.inputs.command === 'list' ? '' : place.slug;
      const report = run.makeReport(slug, usesFolder(place, run) ? place.shown : null);
      if (isSeveral) report.runWarnings = warnings;
      else report.warnings = warnings;
      return report;
    });
    let isOver = false;
    for (const [index, report] of reports.entries()) {
      const place = places[index];
      if (place === undefined) continue;
      run.report = report;
      // Apps that are not run get their group in the log, too.
      const turn = async (): Promise<void> => {
        if (!isOver) isOver = await runApp(place, run);
      };
      if (isSeveral) {
        await logTurn(turn, run);
      } else {
        await turn();
        await nameOtherApps(run);
      }
    }
    return reports;
  } finally {
    run.close();
  }
}

/** Returns warnings about the connection to the service, which all apps of a run share. */
function listRunWarnings({ inputs, context, isOffline }: Run): readonly string[] {
  const { baseUrl } = inputs;
  if (isOffline || baseUrl === null) return [];
  const warnings: string[] = [];
  if (baseUrl.droppedPath !== undefined) {
    const name = nameInput('base-url');
    warnings.push(
      `${name} is used without ${baseUrl.droppedPath} at its end, which each request adds: set it to ${baseUrl.origin}${baseUrl.path}.`,
    );
  }
  if (context.trustsAllCertificates && baseUrl.origin.startsWith('https:')) {
    warnings.push(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so anybody between this machine and the service can read the API key: unset it, and set NODE_EXTRA_CA_CERTS for a certificate authority of your own.',
    );
  }
  return warnings;
}

function usesFolder(place: AppPlace, { inputs }: Run): boolean {
  return place.path !== null && (takesFolder(inputs.command) || inputs.command === 'submit');
}

/** Logs the turn of one of several apps as a group, and below it a line with the result. */
async function logTurn(turn: () => Promise<void>, run: Run): Promise<void> {
  const { report, log } = run;
  await log.group(report.slug, turn);
  const words = describeReport(report);
  const isShown = report.failure === null || isShownByProblems(report);
  log.info(isShown ? words.headline : [words.headline, ...words.lines].join('. '));
}

/**
 * Runs the command for one app. Whatever happens is in the report. Returns true if the remaining
 * apps of the run would fail for the same reason.
 */
export async function runApp(place: AppPlace, run: Run): Promise<boolean> {
  const { report, inputs, context } = run;
  let isOver = false;
  try {
    noteUnusedInputs(run);
    const folder = await readAppFolder(place, run);
    const manifest = findManifest(place, run);
    if (manifest !== null) assertManifest(manifest, run);
    if (run.isOffline && !takesFolder(inputs.command)) report.skip(context.noSecrets ?? 'fork');
    else if (run.isOffline) report.endDryRun(null);
    else if (!(await endIfStale(run))) await runCommand(folder, run);
    if (manifest !== null && folder !== null) recordAccepted(folder, manifest.file, run);
  } catch (error) {
    report.fail(error);
    isOver = endsRun(error, run);
  }
  if (run.isOffline && context.noSecrets !== null) report.skipReason = context.noSecrets;
  report.now = run.clock.now();
  return isOver;
}

/** The time limit for the list of the apps of a key, in milliseconds. */
const listTimeoutMs = 5_000;

/**
 * Adds to the advice about a missing app which apps the key can access. If they cannot be listed,
 * the advice stays as it is.
 */
async function nameOtherApps({ report, client, log }: Run): Promise<void> {
  const { failure } = report;
  if (failure?.code !== 'app_missing') return;
  try {
    const { apps, hasMore } = await client.listApps({ retryWindowMs: 0, timeoutMs: listTimeoutMs });
    const slugs = apps.map((app) => app.slug).filter(isSlug);
    const names = hasMore ? `${listNames(slugs)} and others` : listNames(slugs);
    const found =
      slugs.length === 0 ? 'This key has no apps.' : `This key has these apps: ${names}.`;
    report.failure = { ...failure, next: `${failure.next} ${found}` };
  } catch (error) {
    log.debug(`The apps of the key could not be listed: ${toReason(error)}`);
  }
}

/** Returns the manifest that a run writes after a success; null if it writes none. */
function findManifest(place: AppPlace, run: Run): ManifestPlace | null {
  const { inputs, workspace } = run;
  const isRecorded = inputs.command === 'deploy' || inputs.command === 'submit';
  if (inputs.manifest === '' || !isRecorded || place.path === null) return null;
  if (run.isOffline || inputs.dryRun) return null;
  return { file: path.resolve(workspace.path, inputs.manifest), folder: place.path };
}

/**
 * Writes the manifest if the app has exactly the content of the folder. If that fails, the content
 * is accepted all the same, so a warning says so.
 */
function recordAccepted(folder: Folder, file: string, { inputs, report }: Run): void {
  const { outcome } = report;
  if (outcome !== 'deployed' && outcome !== 'unchanged' && outcome !== 'submitted') return;
  const secrets = listSecrets(inputs).map((secret) => secret.value);
  try {
    writeManifest(file, renderManifest(folder, report, secrets));
  } catch (error) {
    report.warn(`The file of ${nameInput('manifest')} was not written: ${describeErrno(error)}.`);
  }
}

/** Returns true if the run was ended, its key is refused, or the service cannot be reached. */
function endsRun(error: unknown, { signal, report }: Run): boolean {
  if (signal.aborted) return true;
  const cause = error instanceof ActionError ? error.cause : null;
  const errors = [error, cause].filter((one) => one instanceof ActionError);
  if (errors.some(({ code }) => code === 'unauthorized')) return true;
  return report.lastSent === null && isServiceUnreachable(error);
}

async function runCommand(folder: Folder | null, run: Run): Promise<void> {
  const { command } = run.inputs;
  switch (command) {
    case 'deploy':
      return deploy(requireFolder(folder), run);
    case 'create':
      return create(requireFolder(folder), run);
    case 'update':
      return update(requireFolder(folder), run);
    case 'submit':
      return submit(folder, run);
    case 'status':
      return status(run);
    case 'withdraw':
      return withdraw(run);
    case 'delete':
      return deleteApp(run);
    case 'list':
      return list(run);
  }
}

function requireFolder(folder: Folder | null): Folder {
  if (folder === null) throw new Error('The inputs of this command name a folder.');
  return folder;
}

/** The problems that also stop a submission: a secret, or a folder that was not read. */
const blocking: ReadonlySet<string> = new Set(['secret_in_folder', 'app_too_large']);

/**
 * Reads the folder and checks it. Returns null if the command takes no folder, or if none was
 * given. Throws ActionError `offline_problems` if the check finds errors. For a submission only a
 * blocking problem is an error, since the deploy of the folder has reported the others.
 */
async function readAppFolder(place: AppPlace, run: Run): Promise<Folder | null> {
  const { inputs, report, log } = run;
  const { command } = inputs;
  if (place.path === null || !usesFolder(place, run)) return null;
  const folder = await openFolder(place.path, place.shown, run);
  run.onFolder(folder);
  report.readLines = (file, first, last) => readLines(folder, file, first, last);
  report.repositoryPath = folder.repositoryPath;
  report.fileCount = folder.fileCount;
  report.byteCount = folder.byteCount;
  report.excluded = folder.excluded;
  report.contentHash = folder.contentHash || null;
  for (const warning of folder.warnings) report.warn(warning);
  for (const file of folder.files) {
    const bytes = formatCount(file.bytes.length, 'byte');
    log.debug(`Included: ${file.path} (${bytes}, ${file.type}, sent as ${file.encoding})`);
  }
  const size = `${formatCount(folder.fileCount, 'file')}, ${formatBytes(folder.byteCount)}`;
  const hash = folder.contentHash.slice(0, 19) || 'not read';
  log.info(`Included ${size} (${hash})`);
  const excluded = folder.excluded.map((file) => `${file.path} (${file.reason})`);
  if (excluded.length > 0) log.list('Excluded', excluded);

  const isBlocked = folder.problems.some(({ code }) => code !== null && blocking.has(code));
  if (command === 'submit' && !isBlocked) return folder;
  report.problems = folder.problems;
  const findings = countFindings(folder.problems);
  log.info(`Checked: ${findings}`);
  if (folder.problems.every((problem) => problem.severity === 'warning')) return folder;
  throw makeError('offline_problems', `the offline check found ${findings}`);
}

async function openFolder(location: string, shown: string, run: Run): Promise<Folder> {
  const { inputs, report } = run;
  const { command } = inputs;
  const options: FolderOptions = {
    path: location,
    folder: shown,
    workspace: run.workspace,
    runnerTemp: run.context.runnerTemp,
    include: inputs.include,
    exclude: inputs.exclude,
    maxSize: inputs.maxSize,
    createsApp: command === 'create' || (command === 'deploy' && inputs.create),
    secrets: listSecrets(inputs),
    signal: run.signal,
  };
  try {
    return await run.readFolder(options);
  } catch (error) {
    // The error may name a file, which a report shows by its path from the root of the repository.
    if (error instanceof ActionError && error.path !== null) {
      report.repositoryPath = findFolder(options).repositoryPath;
    }
    throw error;
  }
}

/**
 * Ends the run if the branch has a newer commit and `on-stale` skips such a run. A run whose newer
 * commit may have started no run is not skipped, since it may be the only one. Throws ActionError
 * `stale` if `on-stale` is `fail`.
 */
async function endIfStale(run: Run): Promise<boolean> {
  const { inputs, report } = run;
  const { command, onStale } = inputs;
  if (onStale === 'ignore' || command === 'status' || command === 'list') return false;
  let newest: NewerCommit | null;
  try {
    newest = await run.findNewer();
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof ActionError)) throw error;
    const { message, next } = toFailure(error);
    const reason = `${toSentence(message)} ${next}`;
    report.warn(`on-stale could not be checked, so the run continues: ${reason}`);
    return false;
  }
  if (newest === null) return false;
  if (onStale === 'fail') throw makeError('stale', 'on-stale is fail');
  if (onStale === 'warn') {
    report.warn('A newer commit exists on the branch: this run is for an older one.');
    return false;
  }
  if (newest.whyNoRun !== null) {
    const reason = `${newest.whyNoRun}, so it may have started no run`;
    report.warn(`A newer commit exists on the branch, but ${reason}: this one continues.`);
    return false;
  }
  report.skip('stale');
  return true;
}

/** Adds warnings and notices about inputs that have no effect in this run. */
function noteUnusedInputs({ inputs, context, report }: Run): void {
  const { command } = inputs;
  if (inputs.comment && command === 'list') {
    report.warn('comment: true does nothing with list: a comment is about one app.');
  } else if (inputs.comment && context.pullRequest === null) {
    report.warn('comment: true does nothing here: this run is not about a pull request.');
  }
  if (inputs.submit && (command === 'create' || command === 'update')) {
    const setting = perFrontend('submit: true', '--submit');
    report.warn(`${setting} does nothing with ${command}: only deploy and submit send for review.`);
  }
  const hasContent = command === 'deploy' || (command === 'submit' && inputs.folder !== '');
  if (inputs.manifest !== '' && !hasContent) {
    const reason = 'only deploy, and submit with a folder, know which files were accepted';
    report.notice(`${nameInput('manifest')} has no effect: ${reason}.`);
  }
  if (inputs.diff && command !== 'deploy' && command !== 'update') {
    const reason = 'only deploy and update compare the texts of the folder with the draft';
    report.notice(`${nameInput('diff')} has no effect: ${reason}.`);
  }
  if (sendsForReview(inputs)) return;
  const reason = 'this run sends nothing for review';
  if (inputs.termsVersion !== '') {
    report.notice(`${nameInput('terms-version')} has no effect: ${reason}.`);
  }
  if (inputs.waitForReviewMinutes > 0 && command !== 'status') {
    report.notice(`${nameInput('wait-for-review')} has no effect: ${reason}.`);
  }
}
