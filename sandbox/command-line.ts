import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isRecord, type Json } from './request.ts';
import { checkAccounts, readSetup, type Setup, setupMembers } from './settings.ts';
import type { Account } from './store.ts';

/** The command line of the sandbox, with its config file. */
export interface CommandLine {
  /** The app folder to serve as a draft; null for none. */
  readonly dev: string | null;
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** {base_url}; null for that of this machine. */
  readonly baseUrl: string | null;
  /** Folder that keeps the state; null keeps it in memory. */
  readonly data: string | null;
  readonly quiet: boolean;
  readonly help: boolean;
  /** The accounts of the keys that were given, in place of those that were kept; null where none was given. */
  readonly accounts: readonly Account[] | null;
  /** Lays everything else that was said over a setup. Throws an Error that says what does not fit. */
  readonly configure: (setup: Setup) => Setup;
}

const one = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const isOn = { type: 'boolean', value: '' } as const;
const options = {
  port: { ...one, value: 'N', about: 'port, 8420 by default; 0 takes a free one' },
  host: { ...one, value: 'ADDRESS', about: 'address to listen on, 127.0.0.1 by default' },
  'allow-host': { ...many, value: 'NAME', about: 'answer under this name too; may be given again' },
  'base-url': { ...one, value: 'URL', about: 'base-url to show in responses, http://127.0.0.1:PORT by default' },
  data: { ...one, value: 'DIR', about: 'keep the state in DIR, also over restarts' },
  key: { ...many, value: 'KEY', about: 'API key of an account; may be given again' },
  config: { ...one, value: 'FILE', about: 'settings as JSON; flags go before' },
  preset: { ...one, value: 'NAME', about: 'assumptions about the API: documented (default) or strange' },
  assume: { ...many, value: 'NAME=VALUE', about: 'one assumption; may be given again' },
  rate: { ...one, value: 'N', about: 'changes an account may make in a window, 30 by default' },
  window: { ...one, value: 'SECONDS', about: 'length of that window, 60 by default' },
  limit: { ...many, value: 'NAME=N', about: 'one limit, such as apps=5; may be given again' },
  terms: { ...one, value: 'VERSION', about: 'current version of the developer terms' },
  clock: { ...one, value: 'TIME', about: 'start the clock at this ISO 8601 time' },
  'stop-clock': { ...isOn, about: 'let it stand still' },
  fault: { ...many, value: 'MEMBERS', about: 'a fault, such as status=503,times=2; again for more' },
  quiet: { ...isOn, about: 'do not print a line for each request' },
  help: { ...isOn, about: 'show this' },
} as const;

/** What `--help` says. */
export const helpText = `Usage: npm run sandbox -- [options]
       npm run sandbox -- dev FOLDER [options]

  dev FOLDER shows an app folder as a draft, and reloads it in the browser when a file changes.

${Object.entries(options)
  .map(([name, { value, about }]) => `  ${`--${name} ${value}`.padEnd(20)} ${about}\n`)
  .join('')}`;

/** Members of a config file that are no part of a setup. */
const ownMembers: readonly string[] = ['port', 'host', 'allow_hosts', 'base_url', 'data', 'quiet'];

/** Reads the command line and the config file that it names. Throws an Error that says what does not fit. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const config = values.config === undefined ? {} : readConfig(values.config);
  const keys = values.key ?? [];
  if (keys.some((key) => !/^[\x21-\x7e]+$/.test(key))) throw new Error('--key must be printable ASCII without spaces.');
  const settings = Object.fromEntries(Object.entries(config).filter(([name]) => !ownMembers.includes(name)));
  const flags = toSettings(values);
  const name = /^[\w.:[\]-]+$/;
  const hosts = values['allow-host'] ?? config['allow_hosts'] ?? [];
  if (!Array.isArray(hosts)) throw new Error('"allow_hosts" must be an array.');
  return {
    dev: readCommand(positionals),
    port: takePort(values.port ?? config['port'] ?? 8420),
    host: take(values.host ?? config['host'] ?? '127.0.0.1', '--host', name),
    allowedHosts: hosts.map((host) => take(host, '--allow-host', name).toLowerCase()),
    baseUrl: takeOrNull(values['base-url'] ?? config['base_url'], '--base-url', /^https?:\/\/[^\s?#@]+[^\s?#@/]$/),
    data: takeOrNull(values.data ?? config['data'], '--data', /\S/),
    quiet: values.quiet ?? config['quiet'] === true,
    help: values.help ?? false,
    accounts: keys.length === 0 ? null : checkAccounts(keys.map(toAccount)),
    configure: (setup) => readSetup(flags, readSetup(settings, setup)),
  };
}

function toAccount(key: string, index: number): Account {
  return { name: index === 0 ? 'developer' : `developer-${index + 1}`, key };
}

function readCommand([command, folder, ...more]: readonly string[]): string | null {
  if (command === undefined) return null;
  if (command === 'dev' && folder !== undefined && more.length === 0) return folder;
  throw new Error('The one command is: dev FOLDER.');
}

/** What the flags say, in the form of a config file. */
function toSettings(values: ReturnType<typeof parseArgs<{ readonly options: typeof options }>>['values']): Json {
  return {
    rate: {
      ...(values.rate !== undefined && { changes: Number(values.rate) }),
      ...(values.window !== undefined && { window_ms: Number(values.window) * 1000 }),
    },
    clock: {
      ...(values.clock !== undefined && { at: values.clock }),
      ...(values['stop-clock'] === true && { stopped: true }),
    },
    assumptions: readPairs(values.assume ?? [], '--assume'),
    limits: readPairs(values.limit ?? [], '--limit'),
    ...(values.preset !== undefined && { preset: values.preset }),
    ...(values.terms !== undefined && { terms_version: values.terms }),
    ...(values.fault !== undefined && { faults: values.fault.map((text) => readPairs(text.split(','), '--fault')) }),
  };
}

/** `name=value` each; a value that is a whole number in JSON is one, and that of a fault null. An assumption has a word `null`. */
function readPairs(texts: readonly string[], flag: string): Json {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new Error(`${flag} must be NAME=VALUE, not ${JSON.stringify(text)}.`);
      const value = text.slice(at + 1);
      return [
        text.slice(0, at),
        /^\d{1,10}$/.test(value) ? Number(value) : value === 'null' && flag === '--fault' ? null : value,
      ];
    }),
  );
}

function readConfig(file: string): Json {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(json)) throw new Error('it is not a JSON object');
    const known = [...ownMembers, ...setupMembers];
    const unknown = Object.keys(json).find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`"${unknown}" is unknown; it takes ${known.join(', ')}`);
    return json;
  } catch (cause) {
    throw new Error(`--config ${file}: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
  }
}

function takePort(value: unknown): number {
  const port = Number(take(String(value), '--port', /^\d{1,5}$/));
  if (port > 65_535) throw new Error('--port must be a number from 0 to 65535.');
  return port;
}

function take(value: unknown, flag: string, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`${flag} cannot be ${JSON.stringify(value)}.`);
}

function takeOrNull(value: unknown, flag: string, form: RegExp): string | null {
  return value === undefined || value === null ? null : take(value, flag, form);
}
