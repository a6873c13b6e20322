import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ActionOptions, Finished } from './action.ts';
import { toReason } from './action-error.ts';
import { type RunRequest, readArguments } from './arguments.ts';
import { readContext } from './context.ts';
import { effects, watchForCancel, watchForCrash } from './effects.ts';
import { type Inputs, InvalidInputsError, readInputs } from './inputs.ts';
import { cleanReport, type Report, reportUnstarted } from './report/clean.ts';
import { formatJson, toOutputs } from './report/outputs.ts';
import { createProgress } from './report/progress.ts';
import { describeInvalidInputs, renderTerminal, wantsColor } from './report/terminal.ts';
import { createTerminalLog, type TerminalLog } from './report/terminal-log.ts';
import { version } from './version.ts';

/** Wrong arguments, told apart from a run that failed. */
const wrongUse = 2;

/** Milliseconds between two looks of an upload's progress: a line that is overwritten, or one below the other. */
const progressPauseMs = { live: 100, lines: 5000 };

const docsUrl = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/troubleshooting.md`;

/**
 * Runs the command `miniapp-deploy` as the arguments ask for it, on the same code as the action: no commands for a runner, and no files
 * of one. Results go to stdout and what happens meanwhile to stderr; with `--json` only the outputs go to stdout. Sets the exit code:
 * that of the action, or 2 for wrong arguments. Ends the process itself only after a cancel.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  // A pipe that nobody reads any more, as behind "| head -1", is no error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const args = process.argv.slice(2);
  if (args[0] === 'doctor') {
    const { runDoctorCommand } = await import('./doctor/command-line.ts');
    process.exitCode = await runDoctorCommand(args.slice(1));
    return;
  }
  const request = readArguments(args, version);
  if (request.do === 'run') {
    const cancelled = watchForCancel();
    process.exitCode = await runRequest(request, cancelled);
    if (cancelled.aborted) process.exit(130);
    return;
  }
  const isRefused = request.do === 'refuse';
  (isRefused ? process.stderr : process.stdout).write(`${isRefused ? request.reason : request.text}\n`);
  process.exitCode = isRefused ? wrongUse : 0;
}

async function runRequest(request: RunRequest, cancelled: AbortSignal): Promise<number> {
  const { name, command, values } = request;
  const { MINIAPPS_API_KEY: key = '', MINIAPPS_BASE_URL: baseUrl = '' } = process.env;
  const place = findPlace(process.cwd(), values['folder'] ?? '');
  const known = command.isOffline
    ? { ...values, slug: values['slug'] || toSlug(place.shown) }
    : { ...values, 'api-key': key.trim(), 'base-url': values['base-url'] || baseUrl.trim() };
  const given: Readonly<Record<string, string>> = { ...known, folder: place.folder };
  const allowsOffline = command.isOffline === true;
  const inputs = readInputs({ read: (input) => given[input] ?? '', fromFork: false, allowsOffline });
  const secrets = [key, key.trim()].filter((secret) => secret !== '');
  const isLive = process.stderr.isTTY === true;
  const log = createTerminalLog({ write: (text) => process.stderr.write(text), isLive, secrets });
  if (inputs instanceof InvalidInputsError) {
    log.lines(describeInvalidInputs(inputs.message, name));
    return wrongUse;
  }
  const { report, exitCode } = await runInputs(inputs, { log, isLive, place, cancelled, secrets });
  log.endProgress();
  await print(report, request);
  return exitCode;
}

/** What a run is made of, beside its inputs. */
interface RunParts {
  readonly log: TerminalLog;
  readonly isLive: boolean;
  readonly place: Place;
  readonly cancelled: AbortSignal;
  readonly secrets: readonly string[];
}

/** Runs the action. Files are then named as from the working directory. */
async function runInputs(inputs: Inputs, { log, isLive, place, cancelled, secrets }: RunParts): Promise<Finished> {
  const { runAction } = await import('./action.ts');
  const { crashed, stopped } = watchForCrash();
  const pauseMs = isLive ? progressPauseMs.live : progressPauseMs.lines;
  const options: ActionOptions = {
    ...effects,
    inputs,
    context: readContext({ env: readProxy(process.env), cwd: place.workspace, readEvent: () => '' }),
    log,
    watchUpload: (total) => createProgress({ total, now: effects.clock.now, show: log.progress, pauseMs }),
    checkStale: async () => false,
    cancelled: AbortSignal.any([cancelled, stopped]),
    crashed,
  };
  const { report, exitCode } = await runAction(options).catch(
    (error: unknown): Finished => ({ report: reportUnstarted(error, { slug: inputs.slug, secrets }), exitCode: 1 }),
  );
  crashed.addEventListener('abort', () => log.lines(`Unexpected error: ${toReason(crashed.reason)}`));
  const repositoryPath = report.repositoryPath === null ? null : place.shown;
  return { report: { ...report, repositoryPath, secrets }, exitCode };
}

async function print(raw: Report, { command, isJson }: RunRequest): Promise<void> {
  const stream = isJson ? process.stderr : process.stdout;
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  const hasColor = wantsColor(stream.isTTY === true, { FORCE_COLOR, NO_COLOR, TERM });
  const report = cleanReport(raw, docsUrl);
  const lines = await renderTerminal(report, { hasColor, isCheck: command.isOffline === true });
  stream.write(`${lines.join('\n')}\n`);
  if (isJson) process.stdout.write(`${formatJson(toOutputs(report))}\n`);
}

/** Of the environment only the proxy is taken: what a runner sets is not meant for a command in one of its steps. */
function readProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

/** Where the app folder lies. */
interface Place {
  /** The checkout that it lies in, as a runner has it; without one, the folder above it. */
  readonly workspace: string;
  /** As the input takes it: relative to the workspace, and as it was named where it does not exist. */
  readonly folder: string;
  /** Relative to the working directory, with `/`. */
  readonly shown: string;
}

function findPlace(cwd: string, named: string): Place {
  const path = resolve(cwd, named);
  const shown = relative(cwd, path).split(sep).join('/');
  if (named === '' || named.includes('://')) return { workspace: cwd, folder: named, shown };
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch {
    return { workspace: cwd, folder: path, shown };
  }
  const workspace = findWorkspace(real);
  return { workspace, folder: relative(workspace, real) || '.', shown };
}

function findWorkspace(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  return dirname(folder);
}

/** A check needs no app: the folder's name where it could be a slug. */
function toSlug(folder: string): string {
  const name = basename(resolve(folder));
  return /^[a-z0-9-]{3,32}$/.test(name) ? name : 'app';
}
