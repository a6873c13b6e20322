import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { switches } from './assumptions.ts';
import { changeSetup, readSettings, type Setup, toSettings } from './settings.ts';

/** The command line of the sandbox, with its config file. */
export type CommandLine = ReturnType<typeof readCommandLine>;

const one = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const isOn = { type: 'boolean', value: '', default: false } as const;
const options = {
  port: { ...one, value: 'N', about: 'port, 8420 by default; 0 takes a free one' },
  host: {
    ...one,
    value: 'ADDRESS',
    about: 'address to listen on, 127.0.0.1 by default; 0.0.0.0 in a container',
  },
  'allow-host': {
    ...many,
    value: 'NAME',
    about: 'answer under this name too, such as that of a container *',
  },
  'base-url': {
    ...one,
    value: 'URL',
    about: 'base-url to show in responses, http://127.0.0.1:PORT by default',
  },
  data: { ...one, value: 'FILE', about: 'keep apps, keys and terms in FILE, also over restarts' },
  key: { ...many, value: 'KEY', about: 'API key of an account *' },
  config: {
    ...one,
    value: 'FILE',
    about: 'settings as JSON, as POST /_sandbox/settings takes them; flags go before',
  },
  preset: {
    ...one,
    value: 'NAME',
    about: 'assumptions about the API: documented (default) or strange',
  },
  assume: { ...many, value: 'NAME=VALUE', about: 'one assumption of those below *' },
  limit: { ...many, value: 'NAME=N', about: 'one limit, such as apps=5 *' },
  terms: { ...one, value: 'VERSION', about: 'current version of the developer terms' },
  fault: { ...many, value: 'MEMBERS', about: 'a fault, such as status=503,times=2 *' },
  json: {
    ...isOn,
    about: 'print one line of JSON with the addresses and keys, and nothing else on stdout',
  },
  quiet: { ...isOn, about: 'do not print a line for each request' },
  help: { ...isOn, about: 'show this' },
} as const;

/** As it was started: from its sources in this repository, or from its package. */
const command = import.meta.url.endsWith('.ts') ? 'npm run sandbox --' : 'npx miniapps-sandbox';

/** What `--help` says. */
export const helpText = `Usage: ${command} [options]
       ${command} dev FOLDER [options] [-- BUILD COMMAND]

  dev FOLDER shows an app folder as a draft, reloads it in the browser when a file changes, and says what
  miniapp-deploy check says. A command after -- runs beside it, such as: dev dist -- npx vite build --watch

${Object.entries(options)
  .map(([name, { value, about }]) => `  ${`--${name} ${value}`.padEnd(20)} ${about}\n`)
  .join('')}
  * may be given again

Assumptions; the first value is that of the preset "documented". A client has to work with any, but for what is marked †: that
contradicts the document, for tests of what a client survives.

${Object.entries(switches)
  .map(([name, { values, about }]) => `  ${name}=${values.join('|')}\n      ${about}\n`)
  .join('')}`;

/**
 * Reads the command line and the config file that it names. Throws an Error that says what does not
 * fit.
 */
export function readCommandLine(args: readonly string[]) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const build = args.slice(end + 1);
  const { values, positionals } = parseArgs({
    args: args.slice(0, end),
    options,
    allowPositionals: true,
  });
  const [name, dev = null, ...more] = positionals;
  if (dev === null ? positionals.length + build.length > 0 : name !== 'dev' || more.length > 0) {
    throw new Error('The one command is: dev FOLDER [-- BUILD COMMAND].');
  }
  const baseUrl = values['base-url'];
  if (baseUrl !== undefined && !/^https?:\/\/[^\s?#@]*[^\s?#@/]$/.test(baseUrl)) {
    throw new Error('--base-url must be an http address without a slash at the end.');
  }
  const port = Number(values.port ?? 8420);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port must be a number from 0 to 65535.');
  const config = values.config === undefined ? {} : readConfig(values.config);
  const allowedHosts = values['allow-host']?.map((host) => host.toLowerCase()) ?? [];
  return {
    /** The app folder to serve as a draft; null for none. */
    dev,
    /** The command that builds it, and its arguments; none where it is empty. */
    build,
    server: {
      port,
      host: values.host ?? '127.0.0.1',
      allowedHosts,
      ...(baseUrl !== undefined && { baseUrl }),
    },
    /** File that keeps the state; null keeps it in memory. */
    data: values.data ?? null,
    /** Prints where it is as JSON. */
    json: values.json,
    quiet: values.quiet,
    help: values.help,
    /**
     * Lays everything else that was said over a setup. Throws an Error that says what does not fit.
     */
    configure: (setup: Setup) =>
      [config, toSettings(values)].map(readSettings).reduce(changeSetup, setup),
  };
}

function readConfig(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`--config ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
