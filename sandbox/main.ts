import { toOrigin } from './access.ts';
import { type CommandLine, helpText, readCommandLine } from './command-line.ts';
import { serveFolder } from './dev.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { defaultSetup } from './settings.ts';
import { loadState, saveState } from './state-file.ts';

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
  const sandbox = await start(line);
  try {
    print(toBanner(sandbox, line));
    const served = line.dev === null ? null : serve(line.dev, sandbox);
    await stop;
    served?.close();
  } finally {
    await sandbox.close();
  }
  print('\nThe sandbox has stopped.\n');
}

function start({ data, server, dev, quiet, configure }: CommandLine): Promise<RunningSandbox> {
  const { apps, ...kept } = (data === null ? null : loadState(data)) ?? { apps: [] };
  return startSandbox({
    ...configure({ ...defaultSetup, ...kept }),
    ...{ ...server, apps, reloads: dev !== null },
    onError: (error) => process.stderr.write(`${error.stack}\n`),
    ...(data !== null && { save: (state) => saveState(data, state) }),
    ...(!quiet && {
      onRequest: (request) => print(`${request.status ?? 'reset'} ${request.method} ${request.path}\n`),
    }),
  });
}

function serve(folder: string, sandbox: RunningSandbox): ReturnType<typeof serveFolder> {
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

function print(text: string): void {
  process.stdout.write(text);
}
