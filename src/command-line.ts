import { type CommandRow, readArguments } from './arguments.ts';
import type { CommandIo, CommandRequest } from './command-request.ts';
import { createTerminalLog } from './report/terminal-log.ts';
import { version } from './version.ts';

/**
 * Runs the command `miniapp-deploy` as the arguments and the environment ask for it. Results go to stdout and what happens meanwhile
 * to stderr; with `--json` stdout has one JSON object, whatever happens. Sets the exit code: that of the command, 2 for wrong use, and
 * 1 where not everything could be written to stdout.
 */
export async function run(): Promise<void> {
  process.exitCode = 1;
  const output = watchOutput();
  const args = process.argv.slice(2);
  const io = openIo();
  const exitCode = await runLine(args, io);
  process.exitCode = output.isBroken && exitCode === 0 ? 1 : exitCode;
}

async function runLine(args: readonly string[], io: CommandIo): Promise<number> {
  let name: string | null = null;
  try {
    const line = readArguments(args);
    if (line.do === 'version') return show(version, io);
    if (line.do === 'help') {
      const { describeCommand, describeCommands } = await import('./usage.ts');
      return show(line.name === null ? describeCommands(version) : describeCommand(line.name, version), io);
    }
    const { row } = line;
    const request = { ...line.request, values: { ...readEnvironment(row, io), ...line.request.values } };
    name = request.name;
    if ('load' in row) return await (await row.load())(request, io);
    const { runActionCommand } = await import('./action-command.ts');
    return await runActionCommand(row, request, io);
  } catch (error) {
    const { showFailure } = await import('./action-command.ts');
    return showFailure(error, { io, name, isJson: args.includes('--json') });
  }
}

function show(text: string, { print }: CommandIo): number {
  print(`${text}\n`);
  return 0;
}

/** What the environment says in place of options: of those that the command takes, and the key, which is never an option. */
function readEnvironment({ options }: CommandRow, { env }: CommandIo): CommandRequest['values'] {
  const { MINIAPPS_API_KEY: key = '', MINIAPPS_BASE_URL: baseUrl = '', MINIAPPS_SLUG: slug = '' } = env;
  return {
    'api-key': key.trim(),
    ...(options.includes('base-url') ? { 'base-url': baseUrl.trim() } : {}),
    ...(options.includes('slug') ? { slug: slug.trim() } : {}),
  };
}

function openIo(): CommandIo {
  const { env } = process;
  const { MINIAPPS_API_KEY: key = '' } = env;
  const isLive = process.stderr.isTTY === true;
  const secrets = [key, key.trim()].filter((secret) => secret !== '');
  return {
    ...{ env, secrets, isLive },
    print: (text) => process.stdout.write(text),
    log: createTerminalLog({ write: (text) => process.stderr.write(text), isLive, secrets }),
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
