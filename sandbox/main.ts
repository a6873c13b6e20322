import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type Flags, helpText, mergeAccounts, readFlags } from './flags.ts';
import type { SeenRequest } from './parts.ts';
import { firstTermsVersion } from './readings.ts';
import { toKey } from './sandbox.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { createStateFolder, type StateFolder } from './state-file.ts';
import { lockFolder } from './state-lock.ts';
import type { State } from './store.ts';

try {
  const flags = readFlags(process.argv.slice(2));
  await (flags.help ? print(helpText) : run(flags));
} catch (error) {
  process.exitCode = 1;
  print(`${toWords(error)}\n`, process.stderr);
}

function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  return taken ? `${error.message}. Use another --port; 0 takes a free one.` : error.message;
}

async function run(flags: Flags): Promise<void> {
  const data = flags.data === null ? null : resolve(flags.data);
  const unlock = data === null ? null : await lockFolder(data, process.pid);
  try {
    const folder = data === null ? null : createStateFolder(data);
    const kept = (await folder?.load()) ?? null;
    const sandbox = await start(flags, folder, kept);
    print(toBanner(sandbox, flags));
    await waitForSignal();
    await sandbox.close();
    await folder?.save({ settings: sandbox.store.settings(), apps: sandbox.store.apps() });
    print('\nThe sandbox has stopped.\n');
  } finally {
    await unlock?.();
  }
}

async function start(flags: Flags, folder: StateFolder | null, kept: State | null): Promise<RunningSandbox> {
  const accounts = mergeAccounts(kept?.settings.accounts ?? [], flags.keys, () => toKey(randomBytes(12)));
  const termsVersion = kept?.settings.termsVersion ?? firstTermsVersion;
  const state: State = { settings: { accounts, termsVersion }, apps: kept?.apps ?? [] };
  await folder?.save(state);
  return startSandbox({
    port: flags.port,
    state,
    onError: (error) => print(`${error.stack}\n`, process.stderr),
    ...(folder !== null && { save: folder.save }),
    ...(!flags.quiet && { onRequest: (request) => print(toLine(request)) }),
  });
}

function toBanner(sandbox: RunningSandbox, { data }: Flags): string {
  const { accounts, termsVersion } = sandbox.store.settings();
  const keys = accounts.map(({ name, key }) => `  api-key        ${key}   (${name})\n`).join('');
  return (
    `The sandbox of the mini apps service is up. ${data === null ? 'It keeps nothing.' : `It keeps its state in ${data}.`}\n\n` +
    `  page           ${sandbox.pageUrl}\n  base-url       ${sandbox.url}\n${keys}  terms-version  ${termsVersion}\n\n` +
    'Stop it with Ctrl+C.\n\n'
  );
}

function toLine({ method, path, status }: SeenRequest): string {
  return `${status ?? 'reset'} ${method} ${path}\n`;
}

async function waitForSignal(): Promise<void> {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  await promise;
}

function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(text);
}
