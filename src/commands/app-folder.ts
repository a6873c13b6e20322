import { countFindings } from '../app/problem.ts';
import { ActionError, makeError } from '../errors.ts';
import { type Folder, type FolderOptions, findFolder, readLines } from '../folder/folder.ts';
import { listSecrets, takesFolder } from '../inputs/inputs.ts';
import type { Report } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import type { AppPlace } from './app-places.ts';

export function usesFolder(place: AppPlace, { inputs }: Run): boolean {
  return place.path !== null && (takesFolder(inputs.command) || inputs.command === 'submit');
}

/** The problems that also stop a submission: a secret, or a folder that was not read. */
const blocking: ReadonlySet<string> = new Set(['secret_in_folder', 'app_too_large']);

/**
 * Reads the folder and checks it. Returns null if the command takes no folder, or if none was
 * given. Throws ActionError `offline_problems` if the check finds errors. For a submission only a
 * blocking problem is an error, since the deploy of the folder has reported the others.
 */
export async function readAppFolder(place: AppPlace, run: Run): Promise<Folder | null> {
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
  forgetFiles(folder, report);
  throw makeError('offline_problems', `the offline check found ${findings}`);
}

/**
 * Lets go of the files that a report does not quote, once its app has ended: those of many apps
 * would fill the memory.
 */
export function forgetFiles(folder: Folder, report: Report): void {
  const quoted = new Set(report.problems.map(({ path }) => path));
  const rest = { ...folder, files: folder.files.filter(({ path }) => quoted.has(path)) };
  report.readLines = (file, first, last) => readLines(rest, file, first, last);
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
