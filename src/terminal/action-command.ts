import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { describeErrno } from '../folder/folder-error.ts';
import { ActionError, toFailure, toReason } from '../model/action-error.ts';
import { InvalidInputsError, isPattern, isSlug, namesSeveral, readInputs } from '../model/inputs.ts';
import { type CleanReport, cleanReport, type Report, reportUnstarted } from '../report/clean.ts';
import { createProgress } from '../report/progress.ts';
import { describeRun } from '../report/tell.ts';
import { describeCheck, renderTerminal, wantsColor } from '../report/terminal.ts';
import { readContext } from '../run/context.ts';
import { effects, watchForCancel, watchForCrash } from '../run/effects.ts';
import { splitLines } from '../text/escape.ts';
import { joinTexts } from '../text/format.ts';
import { version } from '../text/version.ts';
import { type ActionCommand, type CommandIo, type CommandRequest, UsageError } from './command-request.ts';
import { type CommandEnd, listInvalid, printEnvelope } from './envelope.ts';
import { type Call, listFixes, listNextSteps, writeCall } from './next-steps.ts';
import { listAbove } from './repository.ts';

/** Milliseconds between two looks of an upload's progress, where its line is overwritten. */
const livePauseMs = 100;

export const docsUrl = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/troubleshooting.md`;

/**
 * Runs a command that the action has too, on its code: no commands for a runner, and no files of one. Returns the exit code: that of
 * the action, or 130 after a cancel. Throws an InvalidInputsError, and what runAction throws.
 */
export async function runActionCommand(row: ActionCommand, request: CommandRequest, io: CommandIo): Promise<number> {
  const ticking = setInterval(io.log.tick, 1000);
  const { reports, exitCode } = await runRequest(row, request, io).finally(() => {
    clearInterval(ticking);
    io.log.endProgress();
  });
  const { isJson, isQuiet, isVerbose } = request;
  const isCheck = row.isOffline === true;
  const { junit = '' } = request.values;
  if (junit !== '') await writeJunit(junit, reports);
  if (!isJson) await print(reports, { io, isCheck, stream: process.stdout });
  else {
    printRunEnvelope(reports, { request, io, isCheck });
    const isBrief = exitCode === 0 && !isVerbose;
    if (!isQuiet) await print(reports, { io, isCheck, isBrief, stream: process.stderr });
  }
  return exitCode;
}

async function writeJunit(path: string, reports: readonly CleanReport[]): Promise<void> {
  const { renderJunit } = await import('../report/junit.ts');
  try {
    writeFileSync(path, renderJunit(reports));
  } catch (error) {
    throw new UsageError(`The file of --junit cannot be written: ${describeErrno(error)}.`);
  }
}

/** A folder that was checked as a deploy checks it, and where it lies. */
export interface CheckedFolder extends Pick<Place, 'workspace' | 'folder'> {
  readonly exitCode: number;
}

/** Checks one folder as a deploy does, offline; prints on stderr what is wrong with it, and nothing else. Throws an InvalidInputsError. */
export async function checkOffline(request: CommandRequest, io: CommandIo): Promise<CheckedFolder> {
  const place = findOneFolder(request.values['folder'] ?? '.');
  return { ...place, exitCode: await runCheck(request, io) };
}

/** Checks folders in the same way, also several. Returns the exit code. */
export async function runCheck(request: CommandRequest, io: CommandIo): Promise<number> {
  const row = { runs: 'deploy', isDryRun: true, isOffline: true } as const;
  const log = { ...io.log, info: () => undefined, list: () => undefined };
  const { reports, exitCode } = await runRequest(row, request, { ...io, log });
  if (request.isJson && exitCode !== 0) printRunEnvelope(reports, { request, io, isCheck: true, outcome: 'failed' });
  if (exitCode !== 0 || reports.some(({ facts }) => facts.problems.length > 0))
    await print(reports, { io, isCheck: true, stream: process.stderr });
  return exitCode;
}

/** A command that ended before it had something to report. */
export interface FailureView {
  readonly io: CommandIo;
  readonly isJson: boolean;
  /** The command whose help says more; null for the help about all of them. */
  readonly about: string | null;
  /** What was asked for; null where that could not be understood. */
  readonly request: CommandRequest | null;
}

/** Shows why a command ended. Returns the exit code: 2 for wrong use and 4 for no key, told apart from a run that failed. */
export function showFailure(thrown: unknown, { io, isJson, about: named, request }: FailureView): number {
  const about = (thrown instanceof UsageError ? thrown.meant : null) ?? named;
  const { code, message, stack = '' } = toFailure(thrown);
  const isWrongUse = thrown instanceof UsageError || thrown instanceof InvalidInputsError;
  const help = joinTexts(['See: miniapp-deploy', about, '--help'], ' ');
  const error = isWrongUse ? new ActionError(message, { code, next: help }) : thrown;
  const report = toClean(reportUnstarted(error, { slug: '', secrets: io.secrets }));
  const { lines, next } = report.result;
  const call = toCall(request, about);
  const steps = isWrongUse ? listFixes(thrown, call) : listNextSteps([report], call);
  const tries = steps.flatMap(({ run }) => (run === null || /<|--help$/.test(run) ? [] : [`Try: ${run}`]));
  const more = isWrongUse ? [...tries, next] : [`Next: ${next}`, `Help: ${report.helpUrl}`, stack];
  io.log.lines([...lines, ...more].join('\n').trim());
  const end = {
    ...{ command: request?.command ?? about, code, help: report.helpUrl, message: lines.join('\n'), reports: [report] },
    next: steps,
    inputs: listInvalid(thrown),
  };
  if (isJson) printEnvelope(end, io);
  if (code === 'cancelled') return 130;
  if (code === 'key_missing') return noKeyExitCode;
  return isWrongUse ? 2 : 1;
}

const noKeyExitCode = 4;

/** `about`: the command that was meant, where what was asked for could not be understood. */
function toCall(request: CommandRequest | null, about: string | null = null): Call {
  if (request === null) return { command: about ?? '', given: {} };
  const { command, given, values } = request;
  return { command, given, hasSlug: !given['slug'] && Boolean(values['slug']) };
}

/** Runs the action. Files are then named as from the working directory. */
async function runRequest(
  { runs, isDryRun = false, isOffline = false }: ActionCommand,
  { values, given }: CommandRequest,
  { env, log, isLive, secrets }: CommandIo,
): Promise<{ readonly reports: readonly CleanReport[]; readonly exitCode: number }> {
  const cwd = readCwd();
  const { workspace, folder, slug } = placeFolders(cwd, values['folder'] ?? (isOffline ? '.' : ''));
  const texts: CommandRequest['values'] = {
    ...values,
    ...{ command: runs, folder },
    ...(isDryRun && { 'dry-run': 'true' }),
    ...(isOffline && { slug: values['slug'] || slug }),
  };
  const read = (input: string): string => texts[input] ?? '';
  const { inputs, error } = readInputs({ read, fromFork: false, needsService: !isOffline });
  if (error !== null) throw error;
  const { runAction } = await import('../run/action.ts');
  const cancelled = watchForCancel();
  const { crashed, stopped } = watchForCrash();
  crashed.addEventListener('abort', () => log.lines(`Unexpected error: ${toReason(crashed.reason)}`));
  const progress = { now: effects.clock.now, show: log.progress, ...(isLive && { pauseMs: livePauseMs }) };
  const { reports, exitCode } = await runAction({
    ...effects,
    ...{ inputs, log, crashed },
    realRun: writeCall(runs, { ...given, 'dry-run': '', diff: '' }),
    context: readContext(readProxy(env), workspace),
    watchUpload: (total) => createProgress({ total, ...progress }),
    checkStale: async () => false,
    cancelled: AbortSignal.any([cancelled, stopped]),
  });
  const toShown = (report: Report): CleanReport => {
    const shown = report.folder === null ? null : toSlashes(relative(cwd, resolve(workspace, report.folder)));
    // A check needs no app: what stands in for its name is not shown.
    const isNamed = !isOffline || Boolean(values['slug']) || reports.length > 1;
    return toClean({
      ...report,
      facts: isNamed ? report.facts : { ...report.facts, slug: null },
      folder: shown === '' ? '.' : shown,
      repositoryPath: report.repositoryPath === null ? null : shown,
      secrets,
    });
  };
  const shown = reports.map(toShown);
  const isKeyRefused = shown.some(({ failure }) => failure?.code === 'unauthorized');
  return { reports: shown, exitCode: cancelled.aborted ? 130 : isKeyRefused ? noKeyExitCode : exitCode };
}

interface StreamOptions {
  readonly io: CommandIo;
  readonly isCheck: boolean;
  /** True for warnings alone. */
  readonly isBrief?: boolean;
  readonly stream: NodeJS.WriteStream;
}

async function print(
  reports: readonly CleanReport[],
  { io, isCheck, isBrief = false, stream }: StreamOptions,
): Promise<void> {
  const { FORCE_COLOR, NO_COLOR, TERM } = io.env;
  const hasColor = wantsColor(stream.isTTY === true, { FORCE_COLOR, NO_COLOR, TERM });
  const lines = await renderTerminal(reports, { hasColor, isCheck, isBrief, columns: stream.columns });
  if (lines.length > 0) stream.write(`${lines.join('\n')}\n`);
}

interface ReportsView extends Pick<StreamOptions, 'io' | 'isCheck'>, Pick<CommandEnd, 'outcome'> {
  readonly request: CommandRequest;
}

/** Prints the JSON object of a run. */
function printRunEnvelope(reports: readonly CleanReport[], { request, io, isCheck, outcome }: ReportsView): void {
  const shown = isCheck ? reports.map((report) => ({ ...report, result: describeCheck(report) })) : reports;
  const [only] = shown;
  const { level, headline, lines } = shown.length === 1 && only ? only.result : describeRun(shown);
  const failed = reports.filter(({ result }) => result.level === 'error');
  const codes = new Set(failed.map(({ result }) => result.code ?? 'review'));
  const code = codes.size === 1 ? ([...codes][0] ?? null) : null;
  const end = {
    ...{ command: request.command, code, reports, ...(outcome && { outcome }) },
    help: failed.find(({ result }) => result.code === code)?.helpUrl ?? null,
    message:
      level === 'error' && lines.length > 0 && reports.length === 1
        ? lines.join('\n')
        : joinTexts([headline, ...(level === 'error' ? lines : [])], ': '),
    next: listNextSteps(reports, toCall(request)),
  };
  printEnvelope(end, io);
}

function toClean(report: Report): CleanReport {
  return cleanReport(report, docsUrl);
}

/** Of the environment only the proxy is taken: what a runner sets is not meant for a command in one of its steps. */
function readProxy(env: CommandIo['env']): CommandIo['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:https|all|no)_proxy$/i.test(name)));
}

function readCwd(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const next = 'Change to a folder that exists.';
    throw new ActionError('The working directory does not exist any more', { code: 'folder_missing', next, cause });
  }
}

/** Where the app folders lie. */
export interface Place {
  /** In place of the checkout that a runner has: a folder around all of them. */
  readonly workspace: string;
  /** As the input takes them: one per line, relative to the workspace. */
  readonly folder: string;
  /** For a check, which needs no app: of one folder its name, where that could be a slug, else a text that could; of several empty. */
  readonly slug: string;
}

/** Finds the one folder that is named; none where the text is empty. Throws ActionError `folder_missing` or a UsageError. */
export function findOneFolder(named: string): Place {
  const place = placeFolders(readCwd(), named);
  if (namesSeveral(place.folder)) throw new UsageError('This command takes one folder.');
  return place;
}

/** Finds the folders that are named, one per line. Throws ActionError `folder_missing`. */
function placeFolders(cwd: string, named: string): Place {
  // No path, and it may hold a password.
  if (named.includes('://')) return { workspace: cwd, folder: named, slug: 'app' };
  const paths = splitLines(named).map((path) => toExistingPath(cwd, path));
  const real = paths.filter((path) => existsSync(path)).map((path) => realpathSync.native(path));
  const workspace = findWorkspace(cwd, [...paths, ...real]);
  const folder = paths.map((path) => toSlashes(relative(workspace, path)) || '.').join('\n');
  const name = basename(paths[0] ?? '');
  return { workspace, folder, slug: namesSeveral(folder) ? '' : isSlug(name) ? name : 'app' };
}

/** The absolute path. Says which folder does not exist, as it was typed; what of a pattern exists is told by what it matches. */
function toExistingPath(cwd: string, path: string): string {
  if (isPattern(path) || existsSync(resolve(cwd, path))) return resolve(cwd, path);
  const below = path.replace(/^[/\\]+/, '');
  const isBelow = below !== path && below !== '' && existsSync(resolve(cwd, below));
  throw new ActionError(`The folder ${path} does not exist`, {
    code: 'folder_missing',
    next: isBelow ? `Did you mean ${below}? A path with / in front begins at the root of the disk.` : 'Check the path.',
  });
}

/** The working directory, or the next folder above it that all these paths lie in; for another drive its root. */
function findWorkspace(folder: string, paths: readonly string[]): string {
  const isAround = (above: string): boolean =>
    paths.map((path) => relative(above, path)).every((way) => way.split(sep)[0] !== '..' && !isAbsolute(way));
  return listAbove(folder, '').find(isAround) ?? parse(paths[0] ?? '').root;
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
