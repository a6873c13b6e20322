import { isServiceUnreachable } from '../api/api-error.ts';
import { ActionError, toReason } from '../errors.ts';
import type { Folder } from '../folder/folder.ts';
import { isSlug } from '../inputs/inputs.ts';
import type { Report } from '../report/report.ts';
import { describeReport, isShownByProblems } from '../report/words.ts';
import { findManifestFile, recordAccepted } from '../run/manifest.ts';
import { openRun, type Run, type RunOptions } from '../run/run.ts';
import { listNames } from '../text/format.ts';
import { forgetFiles, readAppFolder, usesFolder } from './app-folder.ts';
import { type AppPlace, type FoundPlaces, findPlaces } from './app-places.ts';
import { create } from './create.ts';
import { deleteApp } from './delete.ts';
import { deploy } from './deploy.ts';
import { endIfOffline, endIfStale } from './end-early.ts';
import { listConnectionWarnings, noteUnusedInputs } from './input-notes.ts';
import { list, status } from './status.ts';
import { submit } from './submit.ts';
import { update } from './update.ts';
import { withdraw } from './withdraw.ts';

/** The time limit for the list of the apps of a key, in milliseconds. */
const listTimeoutMs = 5_000;

/**
 * Runs the command for each app that `find` finds, one after the other: read the folder, check
 * it, send, verify. The failure of an app is in its report and does not stop the next one, unless
 * the key is refused, the service cannot be reached, or the run must end: then the remaining apps
 * are not run. Throws only if the apps cannot be found.
 */
export async function runAction(
  options: RunOptions,
  find: (run: Run) => Promise<FoundPlaces> = findPlaces,
): Promise<readonly Report[]> {
  const run = openRun(options);
  try {
    const found = await find(run);
    const warnings = [...found.warnings, ...listConnectionWarnings(run)];
    const isSeveral = found.places.length !== 1;
    const reports: Report[] = [];
    let isOver = false;
    for (const place of found.places) {
      // The report of the command `list` is not about one app, even if a slug was given.
      const slug = run.inputs.command === 'list' ? '' : place.slug;
      const report = run.makeReport(slug, usesFolder(place, run) ? place.shown : null);
      if (isSeveral) report.runWarnings = warnings;
      else report.warnings = warnings;
      reports.push(report);
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

/**
 * Runs the command for one app. Whatever happens is in the report. Returns true if the remaining
 * apps of the run would fail for the same reason.
 */
export async function runApp(place: AppPlace, run: Run): Promise<boolean> {
  const { report, context } = run;
  let isOver = false;
  let folder: Folder | null = null;
  try {
    noteUnusedInputs(run);
    folder = await readAppFolder(place, run);
    const manifestFile = findManifestFile(place.path, run);
    const isEnded = endIfOffline(run) || (await endIfStale(run));
    if (!isEnded) await runCommand(folder, run);
    if (manifestFile !== null && folder !== null) recordAccepted(folder, manifestFile, run);
  } catch (error) {
    report.fail(error);
    isOver = endsRun(error, run);
  }
  if (folder !== null) forgetFiles(folder, report);
  if (run.isOffline && context.noSecrets !== null) report.skipReason = context.noSecrets;
  report.now = run.clock.now();
  return isOver;
}

async function runCommand(folder: Folder | null, run: Run): Promise<void> {
  switch (run.inputs.command) {
    case 'deploy':
      return deploy(requireFolder(folder), run);
    case 'create':
      await create(requireFolder(folder), run);
      return;
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

/** Returns true if the run was ended, its key is refused, or the service cannot be reached. */
function endsRun(error: unknown, { signal, report }: Run): boolean {
  if (signal.aborted) return true;
  const cause = error instanceof ActionError ? error.cause : null;
  const errors = [error, cause].filter((one) => one instanceof ActionError);
  if (errors.some(({ code }) => code === 'unauthorized')) return true;
  return report.lastSent === null && isServiceUnreachable(error);
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
    report.failure = { ...failure, next: `${found} ${failure.next}` };
  } catch (error) {
    log.debug(`The apps of the key could not be listed: ${toReason(error)}`);
  }
}
