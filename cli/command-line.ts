import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { version } from '../src/text/version.ts';
import type { FailureView } from './action-command.ts';
import { type CommandLine, findHelp, readArguments } from './arguments.ts';
import { type CommandIo, type CommandRequest, UsageError } from './command-request.ts';
import type { CommandRow } from './command-table.ts';
import { listOptions } from './options.ts';
import { createTerminalLog } from './report/terminal-log.ts';

/**
 * Runs the command `miniapp-deploy` as the arguments and the environment ask for it. Results go to
 * stdout and what happens meanwhile to stderr; with `--json` stdout has one JSON object, whatever
 * happens. Sets the exit code: that of the command, 2 for wrong use, and 1 where not everything
 * could be written to stdout.
 */
export async function runCommandLine(): Promise<void> {
  process.exitCode = 1;
  const output = watchOutput();
  const exitCode = await runLine(process.argv.slice(2));
  process.exitCode = output.isBroken && exitCode === 0 ? 1 : exitCode;
  // After a cancel, work that does not listen to it must not keep the process alive.
  if (exitCode === 130) process.exit();
}

/** What a command with code of its own runs. What it throws is shown like any failure. */
type OwnCommand = (request: CommandRequest, io: CommandIo) => Promise<number>;

const ownCommands = new Map<string, OwnCommand>([
  [
    'arrange',
    async (...call) => (await import('./arrange/arrange-command.ts')).runArrangeCommand(...call),
  ],
  ['page', async (...call) => (await import('./page/page-command.ts')).runPageCommand(...call)],
  ['init', async (...call) => (await import('./init/init.ts')).runInitCommand(...call)],
  ['doctor', async (...call) => (await import('./doctor/doctor.ts')).runDoctorCommand(...call)],
]);

async function runLine(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  const about = findHelp(args);
  let io = openIo({ key: readVariable('MINIAPPS_API_KEY') });
  let request: CommandRequest | null = null;
  try {
    const line = readArguments(args, io.secrets);
    if (line.do !== 'run') return await showInfo(line, { io, isJson });
    const { row } = line;
    const values = { ...(await readEnvironment(row, line.request)), ...line.request.values };
    const asked = { ...line.request, values };
    io = openIo({ ...asked, key: values['api-key'] ?? '' });
    request = asked;
    return await dispatch(row, asked, io);
  } catch (error) {
    return (await import('./action-command.ts')).showFailure(error, { io, isJson, about, request });
  }
}

async function dispatch(row: CommandRow, request: CommandRequest, io: CommandIo): Promise<number> {
  const runOwn = ownCommands.get(row.name);
  if (runOwn !== undefined) return runOwn(request, io);
  if (row.runs === undefined) throw new Error(`The command ${row.name} has no code.`);
  return (await import('./action-command.ts')).runActionCommand(row, request, io);
}

/** Shows the version or a help. */
async function showInfo(
  line: Exclude<CommandLine, { readonly do: 'run' }>,
  { io, isJson }: HelpView,
): Promise<number> {
  const { describeUsage, listUsage } = await import('./usage.ts');
  const isVersion = line.do === 'version';
  if (!isJson) {
    io.print(`${isVersion ? version : describeUsage(line.row, version)}\n`);
    return 0;
  }
  const { printEnvelope } = await import('./envelope.ts');
  const own = isVersion ? { version } : listUsage(line.row, version);
  const message = isVersion ? `miniapp-deploy ${version}` : 'What miniapp-deploy can be asked for';
  // All of it is ours: there is no secret in it.
  printEnvelope(
    { command: line.do, outcome: 'shown', message, next: [], own },
    { ...io, secrets: [] },
  );
  return 0;
}

type HelpView = Pick<FailureView, 'io' | 'isJson'>;

/**
 * What the environment says in place of options: of those that the command takes, and the key,
 * which is never an option.
 */
async function readEnvironment(
  { name }: CommandRow,
  { values }: CommandRequest,
): Promise<CommandRequest['values']> {
  const file = values['key-file'];
  const key = file === undefined ? readVariable('MINIAPPS_API_KEY') : await readKeyFile(file);
  const others = listOptions(name).flatMap(({ name: option, variable }) =>
    variable === undefined ? [] : [[option, readVariable(variable)]],
  );
  return { 'api-key': key, ...Object.fromEntries(others) };
}

function readVariable(name: string): string {
  return (process.env[name] ?? '').trim();
}

/**
 * Most bytes to read from a key file: far more than a key has, so that a wrong file is still
 * noticed.
 */
const maxKeyFileBytes = 10_000;

/**
 * Reads the API key from a file, or from stdin where the path is `-`. Throws a UsageError, which
 * never shows the path: it may be the key itself.
 */
async function readKeyFile(path: string): Promise<string> {
  const source = path === '-' ? process.stdin : createReadStream(path, { end: maxKeyFileBytes });
  const key = await text(source).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new UsageError(`The file of --key-file cannot be read${reason}.`);
  });
  if (key.trim() === '') throw new UsageError('The file of --key-file is empty.');
  return key.trim();
}

/** Columns that a line of progress has room in. */
const minLiveColumns = 60;

function openIo({ key, isJson = false, isVerbose = false, isQuiet = false }: IoOptions): CommandIo {
  const { env, stderr } = process;
  const isCi = Boolean(env['CI']);
  const isLive =
    stderr.isTTY === true && env['TERM'] !== 'dumb' && !isCi && stderr.columns >= minLiveColumns;
  const secrets = [key, readVariable('MINIAPPS_API_KEY')].filter((secret) => secret !== '');
  const log = createTerminalLog({
    write: (text) => stderr.write(text),
    liveColumns: isLive ? stderr.columns : 0,
    isVerbose,
    isQuiet,
    hasLines: isVerbose || !isJson,
    secrets,
  });
  return { env, secrets, isLive, log, print: (text) => process.stdout.write(text) };
}

interface IoOptions extends Partial<CommandRequest> {
  readonly key: string;
}

/**
 * Watches stdout. A full disk is reported; a pipe whose reader has ended, as in "| head -1", is
 * not.
 */
function watchOutput(): { readonly isBroken: boolean } {
  const output = { isBroken: false };
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    output.isBroken = true;
    process.exitCode ||= 1;
    if (error.code !== 'EPIPE')
      process.stderr.write(`The output could not be written: ${error.message}\n`);
  });
  return output;
}
