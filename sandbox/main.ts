import { existsSync } from 'node:fs';
import { toDraftAddress } from './api/access.ts';
import { type CommandLine, helpText, readCommandLine } from './command-line.ts';
import { startBuild } from './dev/build-command.ts';
import { DraftNotices } from './dev/draft-notices.ts';
import { serveFolder } from './dev/serve-folder.ts';
import { toExportLine } from './page/words.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import type { SeenRequest } from './service/request-log.ts';
import { defaultSetup } from './service/settings.ts';
import { findStateFile, loadState, lockState, saveState } from './service/state-file.ts';
import { toPrintable, toPrintableJson } from './service/text.ts';
import { runTry } from './try/try-command.ts';

// Signals are handled from the start, so that the sandbox ends cleanly even after an early one.
const stop = new Promise<void>((end) => {
  process.once('SIGINT', () => end());
  process.once('SIGTERM', () => end());
  // The terminal was closed.
  process.once('SIGHUP', () => end());
  // Nobody reads the output any more, for example after `| head`.
  process.stdout.on('error', () => end());
  process.stderr.on('error', () => end());
});

const [command, ...args] = process.argv.slice(2);
try {
  if (command === 'try' && !args.includes('--help')) {
    process.exitCode = await runTry(args, stop);
  } else {
    const line = readCommandLine(command === 'try' ? ['--help'] : process.argv.slice(2));
    if (line.help) process.stdout.write(helpText);
    else await run(line);
  }
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${toPrintable(describeError(error))}\n`);
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is in use, perhaps by another sandbox. Stop that, or use another --port; 0 takes a free one.`;
  }
  return error.message.replaceAll(/\s*\n\s*/g, ' ');
}

/** Runs the sandbox until a signal ends it. */
async function run(line: CommandLine): Promise<void> {
  const { dev, build } = line;
  if (dev !== null && build.length === 0 && !existsSync(dev)) {
    throw new Error(`The folder ${dev} does not exist.`);
  }
  const data = line.data === null ? null : findStateFile(line.data);
  const unlock = data === null ? null : lockState(data);
  try {
    const notices = new DraftNotices((sentence) => report(line, sentence));
    const sandbox = await start(line, data, notices);
    try {
      if (line.json) process.stdout.write(`${toPrintableJson(describeAddresses(sandbox))}\n`);
      else print(line, describeStart(sandbox, data));
      const close = dev === null ? null : serve(dev, line, sandbox, notices);
      await stop;
      close?.();
    } finally {
      await sandbox.close();
    }
    print(line, '\nThe sandbox has stopped.\n');
  } finally {
    unlock?.();
  }
}

/** With --json a program reads stdout, so people's messages go to stderr. */
function print(line: CommandLine, text: string): void {
  const stream = line.json ? process.stderr : process.stdout;
  stream.write(text);
}

/** Prints lines from outside with the time of day. */
function report(line: CommandLine, headline: string, others: readonly string[] = []): void {
  const time = new Date().toTimeString().slice(0, 8);
  const lines = [`${time} ${headline}`, ...others.map((other) => `  ${other}`)];
  print(line, `${lines.map(toPrintable).join('\n')}\n`);
}

function start(
  line: CommandLine,
  data: string | null,
  notices: DraftNotices,
): Promise<RunningSandbox> {
  const state = data === null ? null : loadState(data);
  const setup = line.configure({
    ...defaultSetup,
    accounts: state?.accounts ?? defaultSetup.accounts,
    termsVersion: state?.termsVersion ?? defaultSetup.termsVersion,
  });
  const onRequest = (request: SeenRequest): void => {
    if (line.quiet || line.json) return;
    const { status, method, path } = request;
    print(line, `${toPrintable(`${status ?? 'reset'} ${method} ${path}`)}\n`);
  };
  return startSandbox({
    ...setup,
    port: line.port,
    host: line.host,
    allowedHosts: line.allowedHosts,
    baseUrl: line.baseUrl,
    notices: line.dev === null ? null : notices,
    apps: state?.apps ?? [],
    save(saved) {
      if (data !== null) saveState(data, saved);
    },
    onError: (error) => process.stderr.write(`${toPrintable(`${error.stack}`)}\n`),
    onRequest,
  });
}

/** Serves a folder, and starts its build if there is one. Returns a function that ends both. */
function serve(
  folder: string,
  line: CommandLine,
  sandbox: RunningSandbox,
  notices: DraftNotices,
): () => void {
  const { slug, close } = serveFolder(folder, sandbox, (headline, problems) => {
    report(line, headline, problems);
    notices.setProblems(slug, problems);
  });
  const draft = toDraftAddress(new URL(sandbox.pageUrl), slug);
  print(line, `  draft          ${draft}\n\nIt reloads when a file changes.\n\n`);
  if (line.build.length === 0) return close;
  const endBuild = startBuild(line.build, (reason) => {
    report(line, `The build command has ended: ${reason}.`);
  });
  return () => {
    close();
    endBuild();
  };
}

/** Returns what a person needs to use the sandbox. */
function describeStart(sandbox: RunningSandbox, data: string | null): string {
  const { accounts, termsVersion } = sandbox.setup();
  const keys = accounts.map(({ name, key }) => {
    return `${toPrintable(`  api-key        ${key}   (${name})`)}\n`;
  });
  const place =
    data === null ? 'State is in memory only.' : `State is kept in ${toPrintable(data)}.`;
  return `The sandbox, a local mock of the mini apps service, is up. ${place}

  page           ${sandbox.pageUrl}
  base-url       ${sandbox.url}
${keys.join('')}  terms-version  ${toPrintable(termsVersion)}

For the command, in its shell:

  ${toPrintable(toExportLine(sandbox.url, sandbox.keys[0]))}

Stop it with Ctrl+C.

`;
}

/** Returns what a program needs to use the sandbox. */
function describeAddresses(sandbox: RunningSandbox) {
  const { accounts, termsVersion } = sandbox.setup();
  return {
    base_url: sandbox.url,
    page_url: sandbox.pageUrl,
    accounts,
    terms_version: termsVersion,
  };
}
