import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { switches } from './service/assumptions.ts';
import { changeSetup, readSettings, type Setup, toSettings } from './service/settings.ts';
import { describeUnknown, describeUnknownOption } from './service/text.ts';
import { tryHelp } from './try/try-command.ts';

/** The command line of the sandbox, with its config file. */
export interface CommandLine {
  /** The app folder to serve as a draft, or null. */
  readonly dev: string | null;
  /** The command that builds the folder, with its arguments. May be empty. */
  readonly build: readonly string[];
  readonly port: number;
  readonly host: string;
  /** Additional host names that the API responds to, in lowercase. */
  readonly allowedHosts: readonly string[];
  /** The service's `{base_url}`. If it is null, the sandbox's own address is used. */
  readonly baseUrl: string | null;
  /** The file that keeps the state. If it is null, the state is in memory only. */
  readonly data: string | null;
  /** Prints the addresses and keys as JSON. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly help: boolean;
  /** Returns a setup with the settings of the config file and the flags. Throws a 400. */
  readonly configure: (setup: Setup) => Setup;
}

/** The flags, as `parseArgs` takes them, with a placeholder and a sentence for `--help`. */
const options = {
  port: { type: 'string', value: 'N', about: 'port, 8420 by default; 0 takes a free one' },
  host: {
    type: 'string',
    value: 'ADDRESS',
    about: 'address to listen on, 127.0.0.1 by default; 0.0.0.0 in a container',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'also answer to this host name, such as the name of a container *',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    about: 'base-url to show in responses, http://127.0.0.1:PORT by default',
  },
  data: { type: 'string', value: 'FILE', about: 'keep apps, keys and terms version in FILE' },
  key: { type: 'string', multiple: true, value: 'KEY', about: 'API key of an account *' },
  config: {
    type: 'string',
    value: 'FILE',
    about: 'settings as JSON, like POST /_sandbox/settings; flags override them',
  },
  preset: {
    type: 'string',
    value: 'NAME',
    about: 'assumptions about the API: documented (default) or strange',
  },
  assume: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    about: 'one of the assumptions below *',
  },
  limit: { type: 'string', multiple: true, value: 'NAME=N', about: 'one limit, such as apps=5 *' },
  rate: {
    type: 'string',
    value: 'N',
    about: 'changes that an account may make in a minute, 30 by default',
  },
  terms: { type: 'string', value: 'VERSION', about: 'current version of the developer terms' },
  fault: {
    type: 'string',
    multiple: true,
    value: 'MEMBERS',
    about: 'a fault, such as status=503,times=2 *',
  },
  json: {
    type: 'boolean',
    default: false,
    value: '',
    about: 'print one line of JSON with the addresses and keys, and nothing else on stdout',
  },
  quiet: {
    type: 'boolean',
    default: false,
    value: '',
    about: 'do not print a line for each request',
  },
  help: { type: 'boolean', default: false, value: '', about: 'show this help' },
} as const;

/** The command that starts the sandbox from its sources, or from its package. */
const command = import.meta.url.endsWith('.ts') ? 'npm run sandbox --' : 'npx miniapp-sandbox';

const maxWidth = 80;

const optionLines = Object.entries(options).map(([name, option]) => {
  return wrap(`--${name} ${option.value}`.padEnd(22) + option.about, 2, 24);
});
const assumptionLines = Object.entries(switches).map(([name, { values, about }]) => {
  return `${wrap(`${name}=${values.join('|')}`, 2, 6)}${wrap(about, 6, 6)}`;
});

/** The text of `--help`. */
export const helpText = `Usage: ${command} [options]
       ${command} dev FOLDER [options] [-- BUILD COMMAND]
       ${command} try FOLDER [options of try]

  dev FOLDER serves an app folder as a draft. When a file changes, it reloads
  the draft in the browser and prints the results of miniapp-deploy check. A
  command after -- runs at the same time, for example:
  dev dist -- npx vite build --watch

${tryHelp}
${optionLines.join('')}
  * may be repeated

Assumptions. The first value belongs to the preset "documented". A client has to
work with every value, except for those marked †: they contradict the document
and test how a client fails.

${assumptionLines.join('')}`;

/** Breaks a text into lines of at most 80 columns, at spaces and after `|`. */
function wrap(text: string, firstIndent: number, indent: number): string {
  const lines: string[] = [];
  let line = ' '.repeat(firstIndent);
  for (const word of text.match(/[^ |]*(?:\||$| +)|[^ |]+/g) ?? []) {
    if ((line + word).trimEnd().length > maxWidth && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent);
    }
    line += word;
  }
  lines.push(line.trimEnd());
  return `${lines.join('\n')}\n`;
}

/** Reads the command line and the config file that it names. Throws an Error with the reason. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const build = args.slice(end + 1);
  const { values, positionals } = parseOptions(args.slice(0, end));
  const config = values.config === undefined ? {} : readConfig(values.config);
  return {
    dev: readFolder(positionals, build),
    build,
    port: readPort(values.port),
    host: values.host ?? '127.0.0.1',
    allowedHosts: values['allow-host']?.map((host) => host.toLowerCase()) ?? [],
    baseUrl: readBaseUrl(values['base-url']),
    data: values.data ?? null,
    json: values.json,
    quiet: values.quiet,
    help: values.help,
    configure(setup) {
      const configured = changeSetup(setup, readSettings(config));
      return changeSetup(configured, readSettings(toSettings(values)));
    },
  };
}

/** Throws an Error that names the option which was probably meant. */
function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const message = describeUnknownOption(cause, Object.keys(options));
    if (message === null) throw cause;
    throw new Error(message, { cause });
  }
}

const commands = ['dev', 'try', 'sandbox'];

/** Returns the folder of `dev`. `sandbox` is the command without a name. */
function readFolder(positionals: readonly string[], build: readonly string[]): string | null {
  const [name, folder, ...others] = positionals;
  const isPlain = name === undefined || (name === 'sandbox' && folder === undefined);
  if (isPlain && build.length === 0) return null;
  if (name === 'dev' && folder !== undefined && others.length === 0) return folder;
  if (name !== undefined && !commands.includes(name)) {
    throw new Error(`There is no command ${describeUnknown(name, commands)}`);
  }
  throw new Error('The commands are: dev FOLDER [-- BUILD COMMAND], and try FOLDER.');
}

function readPort(text = '8420'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error('--port must be a number from 0 to 65535.');
}

function readBaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^https?:\/\/[^\s?#@]*[^\s?#@/]$/.test(text)) return text;
  throw new Error('--base-url must be an http address without a slash at the end.');
}

function readConfig(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`--config ${file}: ${reason}`, { cause });
  }
}
