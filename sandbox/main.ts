import { existsSync } from 'node:fs';
import { toOrigin } from './access.ts';
import { type CommandLine, helpText, readCommandLine } from './command-line.ts';
import { serveFolder, startBuild } from './dev.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { defaultSetup } from './settings.ts';
import { findStateFile, loadState, lockState, saveState } from './state-file.ts';

const maxNotice = 2_000;
/** What is wrong with the folder of `dev`, by its slug. */
const notices = new Map<string, string>();

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
  if (line.help) process.stdout.write(helpText);
  else await run(line);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${toWords(error)}\n`);
}

function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return error.message;
  return `Port ${error.port} is in use, perhaps by another sandbox. Stop that, or use another --port; 0 takes a free one.`;
}

async function run(given: CommandLine): Promise<void> {
  const line = { ...given, data: given.data && findStateFile(given.data) };
  const { dev, build } = line;
  if (dev !== null && build.length === 0 && !existsSync(dev))
    throw new Error(`There is no folder ${dev}.`);
  // With --json a program reads stdout.
  const print: Print = (text) => (line.json ? process.stderr : process.stdout).write(text);
  const unlock = line.data === null ? () => undefined : lockState(line.data);
  try {
    const sandbox = await start(line, print);
    try {
      if (line.json) process.stdout.write(`${JSON.stringify(toAddresses(sandbox))}\n`);
      else print(toBanner(sandbox, line));
      const close = dev === null ? null : serve(dev, build, sandbox, print);
      await stop;
      close?.();
    } finally {
      await sandbox.close();
    }
    print('\nThe sandbox has stopped.\n');
  } finally {
    unlock();
  }
}

type Print = (text: string) => void;

function start(
  { data, server, dev, quiet, json, configure }: CommandLine,
  print: Print,
): Promise<RunningSandbox> {
  const { apps, ...kept } = (data === null ? null : loadState(data)) ?? { apps: [] };
  return startSandbox({
    ...configure({ ...defaultSetup, ...kept }),
    ...{ ...server, apps, ...(dev !== null && { notices }) },
    onError: (error) => process.stderr.write(`${error.stack}\n`),
    ...(data !== null && { save: (state) => saveState(data, state) }),
    ...(!quiet &&
      !json && {
        onRequest: (request) =>
          print(`${request.status ?? 'reset'} ${request.method} ${request.path}\n`),
      }),
  });
}

/** Shows a folder, and builds it where that is asked for. Gives what ends both. */
function serve(
  folder: string,
  build: CommandLine['build'],
  sandbox: RunningSandbox,
  print: Print,
): () => void {
  const tell = (text: string): void => print(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
  const { slug, close } = serveFolder(folder, sandbox, (headline, problems) => {
    tell([headline, ...problems].join('\n  '));
    notices.set(slug, problems.join('\n').slice(0, maxNotice));
  });
  const draft = `${toOrigin(new URL(sandbox.pageUrl), `${slug}_draft.`)}/a/${slug}/`;
  print(`  draft          ${draft}\n\nIt reloads when a file changes.\n\n`);
  if (build.length === 0) return close;
  const endBuild = startBuild(build, (why) => tell(`The build command has ended: ${why}.`));
  return () => {
    close();
    endBuild();
  };
}

function toBanner({ setup, pageUrl, url }: RunningSandbox, { data }: CommandLine): string {
  const { accounts, termsVersion } = setup();
  const keys = accounts.map(({ name, key }) => `  api-key        ${key}   (${name})\n`).join('');
  const where = data === null ? 'State is in memory only.' : `State is kept in ${data}.`;
  return (
    `The sandbox, a local mock of the mini apps service, is up. ${where}\n\n` +
    `  page           ${pageUrl}\n  base-url       ${url}\n${keys}  terms-version  ${termsVersion}\n\n` +
    `For the command, in its shell:\n\n  ${toExport(url, accounts[0]?.key ?? '')}\n\nStop it with Ctrl+C.\n\n`
  );
}

/** A line to paste into a shell. */
function toExport(url: string, key: string): string {
  if (process.platform === 'win32')
    return `$env:MINIAPPS_BASE_URL = '${url}'; $env:MINIAPPS_API_KEY = '${key.replaceAll("'", "''")}'`;
  return `export MINIAPPS_BASE_URL='${url}' MINIAPPS_API_KEY='${key.replaceAll("'", "'\\''")}'`;
}

/** The same for a program. */
function toAddresses({ setup, pageUrl, url }: RunningSandbox) {
  const { accounts, termsVersion } = setup();
  return { base_url: url, page_url: pageUrl, accounts, terms_version: termsVersion };
}
