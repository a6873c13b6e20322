import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { effects, watchForEnd } from '../src/run/effects.ts';
import { version } from '../src/text/version.ts';
import { type CommandLine, findHelp, readArguments } from './options/arguments.ts';
import { type CommandRequest, UsageError } from './options/command-request.ts';
import type { CommandRow } from './options/command-table.ts';
import { listOptions } from './options/options.ts';
import { findShell } from './options/shell.ts';
import type { CommandIo, CommandProcess } from './output/command-io.ts';
import { createTerminalLog } from './output/terminal-log.ts';

/** Runs this process as the command `miniapp-deploy`, and sets its exit code. */
export async function runThisProcess(): Promise<void> {
  process.exitCode = 1;
  const output = watchOutput();
  const exitCode = await runCommandLine({
    args: process.argv.slice(2),
    env: process.env,
    platform: process.platform,
    cwd: process.cwd,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    effects,
    watchForEnd,
    openUrl: openInBrowser,
  });
  process.exitCode = output.isBroken && exitCode === 0 ? 1 : exitCode;
  // Work that does not react to the cancellation must not keep the process alive.
  if (exitCode === 130) process.exit();
}

/** Loaded late, since few calls open a browser. */
async function openInBrowser(url: string): Promise<string | null> {
  const { openUrl } = await import('./output/open-url.ts');
  const { platform, env } = process;
  return openUrl(url, { platform, env, clock: effects.clock });
}

/**
 * Notes whether stdout could not be written. Reports a full disk, but not that the program that
 * reads has ended, as in `| head -1`.
 */
function watchOutput(): { readonly isBroken: boolean } {
  const output = { isBroken: false };
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    output.isBroken = true;
    process.exitCode ||= 1;
    if (error.code === 'EPIPE') return;
    process.stderr.write(`The output could not be written: ${error.message}\n`);
  });
  return output;
}

/**
 * Runs the command that the arguments name, with options from the arguments and the environment.
 * Results go to stdout, and progress to stderr; with `--json` stdout gets exactly one JSON object,
 * whatever happens.
 *
 * @returns the exit code of the command; 2 for a usage error.
 */
export async function runCommandLine(parts: CommandProcess): Promise<number> {
  const { args, env } = parts;
  const isJson = args.includes('--json');
  const style = { isJson: false, isVerbose: false, isQuiet: false };
  let io = openIo(parts, { ...style, key: readVariable(env, 'MINIAPPS_API_KEY') });
  let request: CommandRequest | null = null;
  try {
    const line = readArguments(args, io.secrets);
    if (line.kind !== 'run') return await showInfo(line, isJson, io);
    const fromEnvironment = await readEnvironment(line.row, line.request, parts);
    const values = { ...fromEnvironment, ...line.request.values };
    request = { ...line.request, values };
    io = openIo(parts, { ...request, key: values['api-key'] ?? '' });
    return await runCommand(line.row, request, io);
  } catch (error) {
    const { showFailure } = await import('./output/results.ts');
    return showFailure(error, { io, isJson, about: findHelp(args), request });
  }
}

/** Runs the command with its own code, or with the code of the action. */
async function runCommand(
  row: CommandRow,
  request: CommandRequest,
  io: CommandIo,
): Promise<number> {
  switch (row.name) {
    case 'arrange':
      return (await import('./arrange/arrange-command.ts')).runArrangeCommand(request, io);
    case 'page':
      return (await import('./page/page-command.ts')).runPageCommand(request, io);
    case 'init':
      return (await import('./init/init.ts')).runInitCommand(request, io);
    case 'news':
      return (await import('./news/news-command.ts')).runNewsCommand(request, io);
    case 'doctor':
      return (await import('./doctor/doctor.ts')).runDoctorCommand(request, io);
    default: {
      if (row.action === null) throw new Error(`The command ${row.name} has no code.`);
      const { runActionCommand } = await import('./action-command.ts');
      return runActionCommand(row.action, request, io);
    }
  }
}

/** Prints the version, or the help of one or all commands. */
async function showInfo(
  line: Exclude<CommandLine, { readonly kind: 'run' }>,
  isJson: boolean,
  io: CommandIo,
): Promise<number> {
  const { describeUsage, listUsage } = await import('./options/usage.ts');
  if (!isJson) {
    const shown = line.kind === 'version' ? version : describeUsage(line.row, version);
    io.print(`${shown}\n`);
    return 0;
  }
  const { printEnvelope } = await import('./output/envelope.ts');
  const isVersion = line.kind === 'version';
  const end = {
    command: line.kind,
    outcome: 'shown' as const,
    message: isVersion ? `miniapp-deploy ${version}` : 'The help of miniapp-deploy',
    next: [],
    own: isVersion ? { version } : listUsage(line.row, version),
  };
  // Nothing is masked: the help contains no secret, and must stay whole even if one of its words
  // happens to be the key.
  printEnvelope(end, { print: io.print, secrets: [] });
  return 0;
}

/**
 * Returns the API key, which is never an option, and the values of variables that stand in for
 * options of the command.
 */
async function readEnvironment(
  row: CommandRow,
  request: CommandRequest,
  parts: CommandProcess,
): Promise<Readonly<Record<string, string>>> {
  const { env } = parts;
  const texts: Record<string, string> = {};
  for (const { name, variable } of listOptions(row.name)) {
    if (variable !== null) texts[name] = readVariable(env, variable);
  }
  const keyFile = request.values['key-file'];
  if (keyFile === undefined) texts['api-key'] = readVariable(env, 'MINIAPPS_API_KEY');
  else texts['api-key'] = await readKeyFile(keyFile, parts);
  return texts;
}

function readVariable(env: CommandProcess['env'], name: string): string {
  return (env[name] ?? '').trim();
}

/**
 * Offset of the last byte that is read from a key file. Every key is shorter, so if the path names
 * a large file by mistake, only its start is read.
 */
const maxKeyFileBytes = 10_000;

/**
 * Reads the API key from a file, or from stdin if the path is `-`. Throws a UsageError, which never
 * shows the path, since that may be the key itself.
 */
async function readKeyFile(path: string, { stdin, cwd }: CommandProcess): Promise<string> {
  let bytes: Buffer;
  try {
    const isStdin = path === '-';
    const file = isStdin ? stdin : createReadStream(resolve(cwd(), path), { end: maxKeyFileBytes });
    bytes = await buffer(file);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new UsageError(`The file of --key-file cannot be read${reason}.`);
  }
  const key = bytes.toString('utf8').trim();
  if (!isUtf8(bytes) || key.includes('\0')) {
    throw new UsageError(
      'The file of --key-file is not UTF-8 text. PowerShell 5 writes UTF-16: use "Set-Content -Encoding ascii".',
    );
  }
  if (key === '') throw new UsageError('The file of --key-file is empty.');
  return key;
}

/** The settings for what a command prints. */
interface IoStyle {
  readonly key: string;
  readonly isJson: boolean;
  readonly isVerbose: boolean;
  readonly isQuiet: boolean;
}

/** Columns that a terminal needs for a line of progress. */
const minLiveColumns = 60;

function openIo(parts: CommandProcess, style: IoStyle): CommandIo {
  const { env, stdout, stderr } = parts;
  const { key, isJson, isVerbose, isQuiet } = style;
  const columns = stderr.columns ?? 0;
  const isCi = Boolean(env['CI']);
  const canOverwrite = stderr.isTTY === true && env['TERM'] !== 'dumb' && !isCi;
  const isLive = canOverwrite && columns >= minLiveColumns;
  const secrets = [key, readVariable(env, 'MINIAPPS_API_KEY')].filter((secret) => secret !== '');
  const log = createTerminalLog({
    write: (text) => stderr.write(text),
    liveColumns: isLive ? columns : 0,
    isVerbose,
    isQuiet,
    hasLines: isVerbose || !isJson,
    secrets,
  });
  return {
    process: parts,
    env,
    secrets,
    isLive,
    shell: findShell(parts.platform, env),
    log,
    print: (text) => stdout.write(text),
  };
}
