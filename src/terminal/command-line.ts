import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createTerminalLog } from '../report/terminal-log.ts';
import { version } from '../text/version.ts';
import { type CommandRow, findHelp, readArguments } from './arguments.ts';
import { type CommandIo, type CommandRequest, UsageError } from './command-request.ts';
import { toRealRun } from './real-run.ts';

/**
 * Runs the command `miniapp-deploy` as the arguments and the environment ask for it. Results go to stdout and what happens meanwhile
 * to stderr; with `--json` stdout has one JSON object, whatever happens. Sets the exit code: that of the command, 2 for wrong use, and
 * 1 where not everything could be written to stdout.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  const output = watchOutput();
  const exitCode = await runLine(process.argv.slice(2));
  process.exitCode = output.isBroken && exitCode === 0 ? 1 : exitCode;
  // What does not hear of a cancel must not keep the process.
  if (exitCode === 130) process.exit();
}

async function runLine(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  let io = openIo({ key: readKey() });
  // The only text of an object, or the object.
  const show = (name: string, value: string): number => {
    io.print(`${isJson ? JSON.stringify({ [name]: value }) : value}\n`);
    return 0;
  };
  try {
    const line = readArguments(args);
    if (line.do === 'version') return show('version', version);
    if (line.do === 'help') return show('help', (await import('./usage.ts')).describeUsage(line.row, version));
    const { row } = line;
    const values = { ...(await readEnvironment(row, line.request)), ...line.request.values };
    const request = { ...line.request, values };
    io = openIo({ ...request, key: values['api-key'] ?? '' });
    if ('load' in row) return await (await row.load())(request, io);
    const realRun = toRealRun(row.runs, line.request.values);
    return await (await import('./action-command.ts')).runActionCommand(row, { ...request, realRun }, io);
  } catch (error) {
    const { showFailure } = await import('./action-command.ts');
    return showFailure(error, { io, isJson, about: findHelp(args) });
  }
}

/** What the environment says in place of options: of those that the command takes, and the key, which is never an option. */
async function readEnvironment({ options }: CommandRow, { values }: CommandRequest) {
  const { MINIAPPS_BASE_URL: baseUrl = '', MINIAPPS_SLUG: slug = '' } = process.env;
  const file = values['key-file'];
  return {
    'api-key': file === undefined ? readKey() : await readKeyFile(file),
    ...(options.includes('base-url') ? { 'base-url': baseUrl.trim() } : {}),
    ...(options.includes('slug') ? { slug: slug.trim() } : {}),
  };
}

function readKey(): string {
  return (process.env['MINIAPPS_API_KEY'] ?? '').trim();
}

/** Bytes that are read of a file with a key: more than one has, so that another file is refused. */
const maxKeyFileBytes = 10_000;

/**
 * Reads the API key from a file, or from stdin where the path is `-`. Throws a UsageError, which never shows the path: it may be the
 * key itself.
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

function openIo({
  key,
  isVerbose = false,
  isQuiet = false,
}: Partial<CommandRequest> & { readonly key: string }): CommandIo {
  const { env, stderr } = process;
  const { TERM: term, CI: ci = '' } = env;
  const isLive = stderr.isTTY === true && term !== 'dumb' && ci === '' && stderr.columns >= minLiveColumns;
  const secrets = [key, (env['MINIAPPS_API_KEY'] ?? '').trim()].filter((secret) => secret !== '');
  return {
    ...{ env, secrets, isLive },
    print: (text) => process.stdout.write(text),
    log: createTerminalLog({
      write: (text) => stderr.write(text),
      liveColumns: isLive ? stderr.columns : 0,
      isVerbose,
      isQuiet,
      secrets,
    }),
  };
}

/** Watches stdout. A pipe that nobody reads any more, as behind "| head -1", needs no words; a disk that is full does. */
function watchOutput(): { readonly isBroken: boolean } {
  const output = { isBroken: false };
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    output.isBroken = true;
    process.exitCode ||= 1;
    if (error.code !== 'EPIPE') process.stderr.write(`The output could not be written: ${error.message}\n`);
  });
  return output;
}
