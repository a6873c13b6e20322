import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type CommandLine, helpText, mergeAccounts, readCommandLine } from './command-line.ts';
import { type SeenRequest, toKey } from './parts.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { defaultSetup, type Setup } from './settings.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';

// From the very start, so that a signal that comes early ends the sandbox in order too.
const stop = new Promise<void>((end) => {
  process.once('SIGINT', () => end());
  process.once('SIGTERM', () => end());
  // Nobody reads any more, as after `| head`.
  process.stdout.on('error', () => end());
  process.stderr.on('error', () => end());
});

try {
  const line = readCommandLine(process.argv.slice(2));
  await (line.help ? print(helpText) : run(line));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${toWords(error)}\n`);
}

function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  return taken ? `${error.message}. Use another --port; 0 takes a free one.` : error.message;
}

async function run(line: CommandLine): Promise<void> {
  const folder = line.data === null ? null : openStateFolder(resolve(line.data));
  try {
    const sandbox = await start(line, folder);
    print(toBanner(sandbox, line));
    await stop;
    await sandbox.close();
    print('\nThe sandbox has stopped.\n');
  } finally {
    folder?.close();
  }
}

function start(line: CommandLine, folder: StateFolder | null): Promise<RunningSandbox> {
  const kept = folder?.state?.settings;
  const said = line.configure({ ...defaultSetup, ...kept });
  const setup: Setup = { ...said, accounts: mergeAccounts(said.accounts, line.keys, () => toKey(randomBytes(12))) };
  const settings = { accounts: setup.accounts, termsVersion: setup.termsVersion };
  if (JSON.stringify(settings) !== JSON.stringify(kept)) folder?.save({ settings });
  return startSandbox({
    setup,
    port: line.port,
    host: line.host,
    allowedHosts: line.allowedHosts,
    ...(line.baseUrl !== null && { baseUrl: line.baseUrl }),
    state: { settings, apps: folder?.state?.apps ?? [] },
    onError: (error) => process.stderr.write(`${error.stack}\n`),
    ...(folder !== null && { save: folder.save }),
    ...(!line.quiet && { onRequest: (request) => print(toLine(request)) }),
  });
}

function toBanner({ store, pageUrl, url }: RunningSandbox, { data }: CommandLine): string {
  const { accounts, termsVersion } = store.settings();
  const keys = accounts.map(({ name, key }) => `  api-key        ${key}   (${name})\n`).join('');
  const where = data === null ? 'State is in memory only.' : `State is kept in ${data}.`;
  return (
    `The sandbox, a local mock of the mini apps service, is up. ${where}\n\n` +
    `  page           ${pageUrl}\n  base-url       ${url}\n${keys}  terms-version  ${termsVersion}\n\n` +
    'Stop it with Ctrl+C.\n\n'
  );
}

function toLine({ method, path, status, duration_ms: duration }: SeenRequest): string {
  return `${status ?? 'reset'} ${method} ${path} ${duration} ms\n`;
}

function print(text: string): void {
  process.stdout.write(text);
}
