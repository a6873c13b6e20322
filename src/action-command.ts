import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ActionOptions, Finished } from './action.ts';
import { ActionError, toFailure, toReason } from './action-error.ts';
import { type ActionCommand, type CommandIo, type CommandRequest, UsageError } from './command-request.ts';
import { readContext } from './context.ts';
import { effects, watchForCancel, watchForCrash } from './effects.ts';
import { splitLines, toPrintable } from './escape.ts';
import {
  type Inputs,
  InvalidInputsError,
  isPattern,
  isSlug,
  namesSeveral,
  readInputs,
  toWantedComment,
} from './inputs.ts';
import { type CleanReport, cleanReport, type Report, reportUnstarted } from './report/clean.ts';
import { formatJson, toOutputs } from './report/outputs.ts';
import { createProgress } from './report/progress.ts';
import { renderTerminal, wantsColor } from './report/terminal.ts';
import { version } from './version.ts';

/** Wrong use, told apart from a run that failed. */
const wrongUse = 2;

/** Milliseconds between two looks of an upload's progress: a line that is overwritten, or one below the other. */
const progressPauseMs = { live: 100, lines: 5000 };

const docsUrl = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/troubleshooting.md`;

/**
 * Runs a command that the action has too, on its code: no commands for a runner, and no files of one. Returns the exit code, that of
 * the action. Ends the process itself only after a cancel. Throws an InvalidInputsError.
 */
export async function runActionCommand(row: ActionCommand, request: CommandRequest, io: CommandIo): Promise<number> {
  const cancelled = watchForCancel();
  const confirmed = await confirmDelete(row, request, cancelled);
  const ticking = setInterval(io.log.tick, 1000);
  const { reports, exitCode } = await runRequest(row, confirmed, { io, cancelled }).finally(() => {
    clearInterval(ticking);
    io.log.endProgress();
  });
  await print(reports, { io, request, isCheck: row.isOffline === true });
  if (cancelled.aborted) process.exit(130);
  return exitCode;
}

/** A folder that was checked as a deploy checks it, and where it lies. */
export interface CheckedFolder extends Pick<Place, 'workspace' | 'folder'> {
  readonly exitCode: number;
}

/** Checks one folder as a deploy does, offline; prints on stderr what is wrong with it, and nothing else. Throws an InvalidInputsError. */
export async function checkOffline(request: CommandRequest, io: CommandIo): Promise<CheckedFolder> {
  const place = findPlace(readCwd(), request.values['folder'] ?? '.');
  if (place.shown === null) throw new UsageError(`"${request.name}" takes one folder.`, request.name);
  const row = { runs: 'deploy', isDryRun: true, isOffline: true } as const;
  const log = { ...io.log, info: () => undefined, list: () => undefined };
  const cancelled = watchForCancel();
  const { reports, exitCode } = await runRequest(row, request, { io: { ...io, log }, cancelled });
  if (cancelled.aborted) process.exit(130);
  if (exitCode !== 0 || reports.some(({ facts }) => facts.problems.length > 0)) {
    // For people on stderr, as with --json; the object itself only of what failed.
    const isAsked = exitCode !== 0 && request.isJson;
    const shown = isAsked ? io : { ...io, print: () => undefined };
    await print(reports, {
      io: shown,
      request: { ...request, isJson: true, isQuiet: isAsked && request.isQuiet },
      isCheck: true,
    });
  }
  return { ...place, exitCode };
}

/** Asks whoever sits at a terminal to repeat the slug before the app is deleted. Elsewhere the option must have it. */
async function confirmDelete(
  { runs }: ActionCommand,
  request: CommandRequest,
  signal: AbortSignal,
): Promise<CommandRequest> {
  const { values, isJson } = request;
  const { stdin, stderr } = process;
  const isAsked = runs === 'delete' && values['slug'] !== '' && values['confirm'] === undefined && !isJson;
  if (!isAsked || !stdin.isTTY || !stderr.isTTY) return request;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr });
  const ended = new AbortController();
  lines.once('SIGINT', () => process.exit(130));
  lines.once('close', () => ended.abort());
  const question = `Delete ${toPrintable(values['slug'] ?? '')}? Type its slug to go on: `;
  const confirm = await lines.question(question, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => '');
  lines.close();
  return { ...request, values: { ...values, confirm: confirm.trim() } };
}

/** Shows why a command ended before it had something to report; `name`: the command, where it is known. Returns the exit code. */
export async function showFailure(
  thrown: unknown,
  { io, name, isJson }: { readonly io: CommandIo; readonly name: string | null; readonly isJson: boolean },
): Promise<number> {
  const error = thrown instanceof InvalidInputsError ? new UsageError(thrown.message, name) : thrown;
  const report = cleanReport(reportUnstarted(error, { slug: '', secrets: io.secrets }), { docsUrl, voice: 'terminal' });
  const { lines, next } = report.result;
  const isWrongUse = error instanceof UsageError;
  const more = isWrongUse ? [next] : [`Next: ${next}`, `Help: ${report.helpUrl}`, toFailure(error).stack ?? ''];
  io.log.lines([...lines, ...more].join('\n').trim());
  if (isJson) printJson([report], io);
  return isWrongUse ? wrongUse : 1;
}

interface RunParts {
  readonly io: CommandIo;
  readonly cancelled: AbortSignal;
}

/** Runs the action. Files are then named as from the working directory. */
async function runRequest(
  { runs, isDryRun, isOffline = false }: ActionCommand,
  { values }: CommandRequest,
  { io, cancelled }: RunParts,
): Promise<Finished> {
  const place = findPlace(readCwd(), values['folder'] ?? (isOffline ? '.' : ''));
  const given: CommandRequest['values'] = {
    ...values,
    ...{ command: runs, folder: place.folder },
    ...(isDryRun === true ? { 'dry-run': 'true' } : {}),
    ...(isOffline ? { slug: values['slug'] || place.slug } : {}),
  };
  const inputs = readInputs({ read: (input) => given[input] ?? '', fromFork: false, needsService: !isOffline });
  if (inputs instanceof InvalidInputsError) throw inputs;
  const { reports, exitCode } = await runInputs(inputs, { io, cancelled, workspace: place.workspace });
  const toShown = (report: Report): Report => {
    const shown = place.shown ?? toSlashes(relative(readCwd(), resolve(place.workspace, report.folder ?? '')));
    const folder = report.folder === null ? null : shown || '.';
    const repositoryPath = report.repositoryPath === null ? null : shown;
    return { ...report, folder, repositoryPath, secrets: io.secrets };
  };
  return { reports: reports.map(toShown), exitCode };
}

async function runInputs(
  inputs: Inputs,
  { io, cancelled, workspace }: RunParts & { readonly workspace: string },
): Promise<Finished> {
  const { log, isLive, secrets } = io;
  const { runAction } = await import('./action.ts');
  const { crashed, stopped } = watchForCrash();
  const pauseMs = isLive ? progressPauseMs.live : progressPauseMs.lines;
  const options: ActionOptions = {
    ...effects,
    ...{ inputs, log, crashed },
    context: readContext({ env: readProxy(io.env), cwd: workspace, readEvent: () => '' }),
    watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.progress, pauseMs }),
    checkStale: async () => false,
    cancelled: AbortSignal.any([cancelled, stopped]),
  };
  crashed.addEventListener('abort', () => log.lines(`Unexpected error: ${toReason(crashed.reason)}`));
  return runAction(options).catch((error: unknown): Finished => {
    // Which apps the folders stand for is found out by the run itself.
    if (error instanceof InvalidInputsError) throw error;
    const { slug } = toWantedComment(inputs);
    return { reports: [reportUnstarted(error, { slug, secrets })], exitCode: 1 };
  });
}

interface PrintOptions {
  readonly io: CommandIo;
  readonly request: CommandRequest;
  readonly isCheck: boolean;
}

async function print(raws: readonly Report[], { io, request, isCheck }: PrintOptions): Promise<void> {
  const { isJson, isQuiet } = request;
  const reports = raws.map((raw) => cleanReport(raw, { docsUrl, voice: 'terminal' }));
  if (isJson) printJson(reports, io);
  if (isJson && isQuiet) return;
  const stream = isJson ? process.stderr : process.stdout;
  const { FORCE_COLOR, NO_COLOR, TERM } = io.env;
  const hasColor = wantsColor(stream.isTTY === true, { FORCE_COLOR, NO_COLOR, TERM });
  const lines = await renderTerminal(reports, { hasColor, isCheck, columns: stream.columns });
  stream.write(`${lines.join('\n')}\n`);
}

/** The outputs, and of a failure why and what to do next. */
function printJson(reports: readonly CleanReport[], { print }: CommandIo): void {
  const failed = reports.map(({ result }) => result).find(({ level }) => level === 'error');
  const failure = failed && { code: failed.code ?? 'review', message: failed.lines.join('\n'), next: failed.next };
  print(`${formatJson({ ...toOutputs(reports), ...failure })}\n`);
}

/** Of the environment only the proxy is taken: what a runner sets is not meant for a command in one of its steps. */
function readProxy(env: CommandIo['env']): CommandIo['env'] {
  const names = ['https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];
  return Object.fromEntries(names.map((name) => [name, env[name]]));
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
interface Place {
  /** The checkout that they lie in, as a runner has it; without one, a folder above them. */
  readonly workspace: string;
  /** As the input takes them: one per line, relative to the workspace. */
  readonly folder: string;
  /** The folder relative to the working directory, with `/`; null where there are several. */
  readonly shown: string | null;
  /** Of one folder its name, where that could be a slug, for a check, which needs no app; else a text that could; of several empty. */
  readonly slug: string;
}

function findPlace(cwd: string, named: string): Place {
  const paths = splitLines(named);
  const [only] = paths;
  if (only === undefined || paths.some((path) => path.includes('://')))
    return { workspace: cwd, folder: named, shown: '', slug: 'app' };
  for (const path of paths) assertThere(cwd, path);
  const found = paths.map((path) => findReal(resolve(cwd, path)));
  const workspace = found.map((path) => findWorkspace(path, cwd)).reduce(findShared);
  const folder = found.map((path) => toSlashes(relative(workspace, path)) || '.').join('\n');
  if (namesSeveral(folder)) return { workspace, folder, shown: null, slug: '' };
  return { workspace, folder, shown: toSlashes(relative(cwd, resolve(cwd, only))), slug: toSlug(resolve(cwd, only)) };
}

/** Says which folder does not exist, as it was typed; what of a pattern exists is told by what it matches. */
function assertThere(cwd: string, path: string): void {
  if (isPattern(path) || existsSync(resolve(cwd, path))) return;
  const below = path.replace(/^[/\\]+/, '');
  const isBelow = below !== path && below !== '' && existsSync(resolve(cwd, below));
  throw new ActionError(`The folder ${path} does not exist`, {
    code: 'folder_missing',
    next: isBelow ? `Did you mean ${below}? A path with / in front begins at the root of the disk.` : 'Check the path.',
  });
}

/** A path without links. What does not exist, such as a pattern, stands as it is named below what does. */
function findReal(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(findReal(dirname(path)), basename(path));
  }
}

/** The checkout that a folder lies in; else the working directory, if it lies in that, or the folder above it. */
function findWorkspace(folder: string, cwd: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  const real = findReal(cwd);
  if (folder.startsWith(real + sep)) return real;
  let above = dirname(folder);
  while (!existsSync(above)) above = dirname(above);
  return above;
}

/** The folder that both lie in. */
function findShared(one: string, other: string): string {
  let at = one;
  while (at !== dirname(at) && relative(at, other).split(sep)[0] === '..') at = dirname(at);
  return at;
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}

function toSlug(folder: string): string {
  const name = basename(folder);
  return isSlug(name) ? name : 'app';
}
