import { toOrigin } from './access.ts';
import { type CommandLine, helpText, readCommandLine } from './command-line.ts';
import { serveFolder } from './dev.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { defaultSetup } from './settings.ts';
import { loadState, lockState, saveState } from './state-file.ts';

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
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  return taken ? `${error.message}. Use another --port; 0 takes a free one.` : error.message;
}

async function run(line: CommandLine): Promise<void> {
  // With --json a program reads stdout.
  const print: Print = (text) => (line.json ? process.stderr : process.stdout).write(text);
  const unlock = line.data === null ? () => undefined : lockState(line.data);
  try {
    const sandbox = await start(line, print);
    try {
      if (line.json) process.stdout.write(`${JSON.stringify(toAddresses(sandbox))}\n`);
      else print(toBanner(sandbox, line));
      const served = line.dev === null ? null : serve(line.dev, sandbox, print);
      await stop;
      served?.close();
    } finally {
      await sandbox.close();
    }
    print('\nThe sandbox has stopped.\n');
  } finally {
    unlock();
  }
}

type Print = (text: string) => void;

function start({ data, server, dev, quiet, json, configure }: CommandLine, print: Print): Promise<RunningSandbox> {
  const { apps, ...kept } = (data === null ? null : loadState(data)) ?? { apps: [] };
  return startSandbox({
    ...configure({ ...defaultSetup, ...kept }),
    ...{ ...server, apps, reloads: dev !== null },
    onError: (error) => process.stderr.write(`${error.stack}\n`),
    ...(data !== null && { save: (state) => saveState(data, state) }),
    ...(!quiet &&
      !json && {
        onRequest: (request) => print(`${request.status ?? 'reset'} ${request.method} ${request.path}\n`),
      }),
  });
}

function serve(folder: string, sandbox: RunningSandbox, print: Print): ReturnType<typeof serveFolder> {
  const onProblems = (problems: readonly string[]): void => {
    const found = problems.length === 0 ? 'A deploy would be accepted.' : 'A deploy would be refused:';
    print(`${folder} is read. ${[found, ...problems].join('\n  ')}\n`);
  };
  const served = serveFolder(folder, sandbox, onProblems);
  const draft = `${toOrigin(new URL(sandbox.pageUrl), `${served.slug}_draft.`)}/a/${served.slug}/`;
  print(`\n  draft          ${draft}\n\nIt reloads when a file changes.\n\n`);
  return served;
}

function toBanner({ setup, pageUrl, url }: RunningSandbox, { data }: CommandLine): string {
  const { accounts, termsVersion } = setup();
  const keys = accounts.map(({ name, key }) => `  api-key        ${key}   (${name})\n`).join('');
  const where = data === null ? 'State is in memory only.' : `State is kept in ${data}.`;
  return (
    `The sandbox, a local mock of the mini apps service, is up. ${where}\n\n` +
    `  page           ${pageUrl}\n  base-url       ${url}\n${keys}  terms-version  ${termsVersion}\n\n` +
    'Stop it with Ctrl+C.\n\n'
  );
}

/** The same for a program. */
function toAddresses({ setup, pageUrl, url }: RunningSandbox) {
  const { accounts, termsVersion } = setup();
  return { base_url: url, page_url: pageUrl, accounts, terms_version: termsVersion };
}
