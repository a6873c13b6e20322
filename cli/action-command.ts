import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ScannedFolder } from '../src/folder/folder.ts';
import { describeErrno } from '../src/folder/folder-error.ts';
import { ActionError, toFailure, toReason } from '../src/model/action-error.ts';
import { type Inputs, InvalidInputsError, readInputs } from '../src/model/inputs.ts';
import { createProgress } from '../src/report/progress.ts';
import {
  cleanTexts,
  type RedactedReport,
  type Report,
  redactReport,
} from '../src/report/redact-report.ts';
import { describeRun } from '../src/report/several.ts';
import { reportUnstarted } from '../src/report/unstarted.ts';
import { readContext } from '../src/run/context.ts';
import { effects, watchForCancel, watchForCrash } from '../src/run/effects.ts';
import { joinTexts } from '../src/text/format.ts';
import { createRedact } from '../src/text/secrets.ts';
import { version } from '../src/text/version.ts';
import {
  type ActionCommand,
  type CommandIo,
  type CommandRequest,
  UsageError,
} from './command-request.ts';
import { type CommandEnd, listInvalid, printEnvelope } from './envelope.ts';
import { type Call, listFixes, listNextSteps, writeCall } from './next-steps.ts';
import { type Place, placeFolders, toRelativePath } from './places.ts';
import { describeCheck, renderTerminal, wantsColor } from './report/terminal.ts';

/** Milliseconds between two looks of an upload's progress, where its line is overwritten. */
const livePauseMs = 100;

export const docsUrl = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/troubleshooting.md`;

/**
 * Runs a command with the code of the action, without the commands and files for a runner. Returns
 * the exit code: that of the action, 4 for a key that is refused, or 130 after a cancel. Throws an
 * InvalidInputsError, and what runAction throws.
 */
export async function runActionCommand(
  row: ActionCommand,
  request: CommandRequest,
  io: CommandIo,
): Promise<number> {
  const isCheck = row.isOffline === true;
  const { junit = '' } = request.values;
  if (junit !== '') await assertJunit(junit, request, isCheck);
  const ticking = setInterval(io.log.tick, 1000);
  const { reports, exitCode } = await runRequest(row, request, io).finally(() => {
    clearInterval(ticking);
    io.log.endProgress();
  });
  const { isJson, isQuiet, isVerbose } = request;
  if (junit !== '') await writeJunit(junit, reports, io);
  if (!isJson) await print(reports, { io, isCheck, stream: process.stdout });
  else {
    printRunEnvelope(reports, { request, io, isCheck });
    const isBrief = exitCode === 0 && !isVerbose;
    if (!isQuiet || exitCode !== 0)
      await print(reports, { io, isCheck, isBrief, stream: process.stderr });
  }
  return exitCode;
}

/**
 * Refuses a file for --junit before anything is done. Throws a UsageError, or ActionError
 * `folder_missing`.
 */
async function assertJunit(
  file: string,
  { values }: CommandRequest,
  isOffline: boolean,
): Promise<void> {
  const { assertWritable, findObstacle } = await import('./own-files.ts');
  const { junitStart } = await import('./report/junit.ts');
  const place = placeFolders(readCwd(), values['folder'] ?? (isOffline ? '.' : ''));
  const folders = await findFolders({ ...place, slug: values['slug'] || place.slug });
  const kind = { folders, mark: junitStart, name: 'report of this command' };
  const obstacle = findObstacle(file, kind);
  if (obstacle !== null) throw new UsageError(`The file of --junit ${obstacle}.`);
  try {
    assertWritable(file);
  } catch (error) {
    throw new UsageError(`The file of --junit cannot be written: ${describeErrno(error)}.`);
  }
}

/**
 * The real paths of the app folders; none where the run will say what is wrong with their names.
 */
async function findFolders(place: Place): Promise<readonly string[]> {
  const { workspace, folder } = place;
  if (folder === '') return [];
  const { findApps } = await import('../src/folder/find-apps.ts');
  const found = await findApps({ ...place, signal: new AbortController().signal });
  const paths = 'apps' in found ? found.apps.map((app) => resolve(workspace, app.folder)) : [];
  return paths.filter((path) => existsSync(path)).map((path) => realpathSync.native(path));
}

/** The run is over: a file that cannot be written changes nothing of how it ends. */
async function writeJunit(
  file: string,
  reports: readonly RedactedReport[],
  { log }: CommandIo,
): Promise<void> {
  const { renderJunit } = await import('./report/junit.ts');
  try {
    writeFileSync(file, renderJunit(reports));
  } catch (error) {
    log.lines(`The file of --junit could not be written: ${describeErrno(error)}.`);
  }
}

/** What a check came to. */
interface CheckedRequest {
  readonly exitCode: number;
  /** What the folders hold, as far as they could be read. */
  readonly scanned: readonly ScannedFolder[];
}

/**
 * Checks folders offline, as a deploy does; prints on stderr what is wrong with them, and nothing
 * else. Throws an InvalidInputsError.
 */
export async function runCheck(
  request: CommandRequest,
  io: CommandIo,
  own = {},
): Promise<CheckedRequest> {
  const row = { runs: 'deploy', isDryRun: true, isOffline: true } as const;
  const log = { ...io.log, info: () => undefined, list: () => undefined };
  const { reports, exitCode, scanned } = await runRequest(row, request, { ...io, log });
  if (request.isJson && exitCode !== 0)
    printRunEnvelope(reports, { request, io, isCheck: true, outcome: 'failed', own });
  if (exitCode !== 0 || reports.some(({ facts }) => facts.problems.length > 0))
    await print(reports, { io, isCheck: true, stream: process.stderr });
  return { exitCode, scanned };
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

/**
 * Shows why a command ended. Returns the exit code: 2 for wrong use, 4 without a key, 130 after a
 * cancel, else 1.
 */
export function showFailure(
  thrown: unknown,
  { io, isJson, about: named, request }: FailureView,
): number {
  const about = (thrown instanceof UsageError ? thrown.meant?.command : null) ?? named;
  const { code, message, stack = '' } = toFailure(thrown);
  const isWrongUse = thrown instanceof UsageError || thrown instanceof InvalidInputsError;
  const seeHelp = joinTexts(['See: miniapp-deploy', about, '--help'], ' ');
  const error = isWrongUse ? new ActionError(message, { code, next: seeHelp }) : thrown;
  const report = redactReport(reportUnstarted(error, { slug: '', secrets: io.secrets }), docsUrl);
  const { helpUrl: help, result } = report;
  const call = toCall(request, io, about);
  const next = isWrongUse ? listFixes(thrown, call) : listNextSteps([report], call);
  const tries = next.flatMap(({ run }) =>
    run === null || /<|--help$/.test(run) ? [] : [`Try: ${run}`],
  );
  const more = isWrongUse
    ? [...tries, result.next]
    : [`Next: ${next[0]?.text ?? result.next}`, `Help: ${help}`, stack];
  io.log.lines([...result.lines, ...more].join('\n').trim());
  if (isJson) {
    const command = request?.command ?? (code === 'command_unknown' ? null : about);
    const end = {
      command,
      code,
      help,
      message: result.lines.join('\n'),
      next,
      inputs: listInvalid(thrown, io.secrets),
    };
    printEnvelope({ ...end, reports: [report] }, io);
  }
  if (code === 'cancelled') return 130;
  if (code === 'key_missing') return 4;
  return isWrongUse ? 2 : 1;
}

/**
 * Without secrets. `about`: the command that was meant, where what was asked for could not be
 * understood.
 */
function toCall(
  request: CommandRequest | null,
  { secrets }: CommandIo,
  about: string | null = null,
): Call {
  if (request === null) return { command: about ?? '', given: {}, secrets };
  const { command, given, values } = request;
  return {
    command,
    given: cleanTexts(given, createRedact(secrets)),
    hasSlug: !given['slug'] && Boolean(values['slug']),
    secrets,
  };
}

/** The inputs of the action for a command. Throws an InvalidInputsError. */
function readRequest(
  row: ActionCommand,
  { values }: CommandRequest,
  { folder, slug }: Place,
): Inputs {
  const texts: CommandRequest['values'] = {
    ...values,
    command: row.runs,
    folder,
    ...(row.isDryRun && { 'dry-run': 'true' }),
    ...(row.isOffline && { slug: values['slug'] || slug }),
  };
  const read = (input: string): string => texts[input] ?? '';
  const { inputs, error } = readInputs({
    read,
    fromFork: false,
    needsService: row.isOffline !== true,
  });
  if (error !== null) throw error;
  return inputs;
}

/** Runs the action. Files are then named as from the working directory. */
async function runRequest(
  row: ActionCommand,
  request: CommandRequest,
  io: CommandIo,
): Promise<CheckedRequest & { readonly reports: readonly RedactedReport[] }> {
  const { env, log, isLive, secrets } = io;
  const { values } = request;
  const { runs, isOffline = false } = row;
  const cwd = readCwd();
  const place = placeFolders(cwd, values['folder'] ?? (isOffline ? '.' : ''));
  const { workspace } = place;
  const inputs = readRequest(row, request, place);
  const { runAction } = await import('../src/run/action.ts');
  const cancelled = watchForCancel();
  const { crashed, stopped } = watchForCrash();
  const scanned: ScannedFolder[] = [];
  crashed.addEventListener('abort', () =>
    log.lines(`Unexpected error: ${toReason(crashed.reason)}`),
  );
  const progress = {
    now: effects.clock.now,
    show: log.progress,
    ...(isLive && { pauseMs: livePauseMs }),
  };
  const { reports, exitCode } = await runAction({
    ...effects,
    inputs,
    log,
    crashed,
    noteScan: (folder) => scanned.push(folder),
    realRun: writeCall(runs, { ...request.given, 'dry-run': '', diff: '' }),
    context: readContext(readProxy(env), workspace),
    watchUpload: (total) => createProgress({ total, ...progress }),
    checkStale: async () => false,
    cancelled: AbortSignal.any([cancelled, stopped]),
  });
  const toShown = (report: Report): RedactedReport => {
    const shown =
      report.folder === null ? null : toRelativePath(cwd, resolve(workspace, report.folder));
    // A check needs no app: what stands in for its name is not shown.
    const isNamed = !isOffline || Boolean(values['slug']) || reports.length > 1;
    const placed = {
      ...report,
      facts: isNamed ? report.facts : { ...report.facts, slug: null },
      folder: shown,
      repositoryPath: report.repositoryPath === null ? null : shown,
      secrets,
    };
    return redactReport(placed, docsUrl);
  };
  const shown = reports.map(toShown);
  const isKeyRefused = shown.some(({ failure }) => failure?.code === 'unauthorized');
  if (cancelled.aborted) return { reports: shown, scanned, exitCode: 130 };
  return { reports: shown, scanned, exitCode: isKeyRefused ? 4 : exitCode };
}

interface StreamOptions {
  readonly io: CommandIo;
  readonly isCheck: boolean;
  /** True for warnings alone. */
  readonly isBrief?: boolean;
  readonly stream: NodeJS.WriteStream;
}

async function print(
  reports: readonly RedactedReport[],
  { io, isCheck, isBrief = false, stream }: StreamOptions,
): Promise<void> {
  const { FORCE_COLOR, NO_COLOR, TERM } = io.env;
  const hasColor = wantsColor(stream.isTTY === true, { FORCE_COLOR, NO_COLOR, TERM });
  const lines = await renderTerminal(reports, {
    hasColor,
    isCheck,
    isBrief,
    columns: stream.columns,
  });
  if (lines.length > 0) stream.write(`${lines.join('\n')}\n`);
}

interface ReportsView
  extends Pick<StreamOptions, 'io' | 'isCheck'>,
    Pick<CommandEnd, 'outcome' | 'own'> {
  readonly request: CommandRequest;
}

/** Prints the JSON object of a run. */
function printRunEnvelope(
  reports: readonly RedactedReport[],
  { request, io, isCheck, outcome, own = {} }: ReportsView,
): void {
  const shown = isCheck
    ? reports.map((report) => ({ ...report, result: describeCheck(report) }))
    : reports;
  const { level, headline, lines } = describeRun(shown);
  const failed = reports.filter(({ result }) => result.level === 'error');
  const codes = new Set(failed.map(({ result }) => result.code ?? 'review'));
  const code = codes.size === 1 ? ([...codes][0] ?? null) : null;
  const isLong = level === 'error' && lines.length > 0;
  const end = {
    command: request.command,
    ...(outcome && { outcome }),
    code,
    help: failed.find(({ result }) => result.code === code)?.helpUrl ?? null,
    message: isLong ? lines.join('\n') : headline,
    next: listNextSteps(reports, toCall(request, io)),
    reports,
    own,
  };
  printEnvelope(end, io);
}

/** The proxy alone: what else a runner sets is not meant for a command in one of its steps. */
function readProxy(env: CommandIo['env']): CommandIo['env'] {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => /^(?:https|all|no)_proxy$/i.test(name)),
  );
}

/** The working directory. Throws ActionError `folder_missing`. */
export function readCwd(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const next = 'Change to a folder that exists.';
    throw new ActionError('The working directory does not exist any more', {
      code: 'folder_missing',
      next,
      cause,
    });
  }
}
