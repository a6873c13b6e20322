import { parseArgs } from 'node:util';
import { toReason } from './action-error.ts';
import { type Command, listInputs } from './inputs.ts';

/** What the command line asks for. */
export type CommandLine =
  | { readonly do: 'print'; readonly text: string }
  /** `reason`: what is wrong with it, and where to read on; never a value, which may be a key. */
  | { readonly do: 'refuse'; readonly reason: string }
  | RunRequest;

/** A command to run, with its options by the names of the inputs. */
export interface RunRequest {
  readonly do: 'run';
  readonly name: string;
  readonly command: CommandInfo;
  /** Texts as the inputs take them: `true` for a flag, patterns one per line. */
  readonly values: Readonly<Record<string, string>>;
  /** True where the outputs are wanted as JSON. */
  readonly isJson: boolean;
}

/** One command of `miniapp-deploy`. */
export interface CommandInfo {
  /** The command of the action that it is. */
  readonly runs: Command;
  /** One line for the help. */
  readonly summary: string;
  /** How `[folder]` stands in the usage; empty where it takes none. */
  readonly folder: '<folder>' | '[folder]' | '';
  /** Names of inputs that it takes as options, beside those of the folder and the connection. */
  readonly options: readonly string[];
  /** True for a dry run, whatever its options. */
  readonly isDryRun?: boolean;
  /** True where the service is not asked, so that neither key nor address is needed. */
  readonly isOffline?: boolean;
}

const deployOptions = ['slug', 'create', 'force', 'on-in-review', 'submit', 'terms-version', 'diff'];

/** The commands in the order of the help. */
export const commandTable: Readonly<Record<string, CommandInfo>> = {
  check: {
    runs: 'deploy',
    summary: 'Check an app folder offline (the current one where none is named)',
    folder: '[folder]',
    options: ['slug'],
    isDryRun: true,
    isOffline: true,
  },
  plan: {
    runs: 'deploy',
    summary: 'Check the folder, compare it with the draft, and show what deploy would do',
    folder: '<folder>',
    options: deployOptions,
    isDryRun: true,
  },
  deploy: {
    runs: 'deploy',
    summary: 'Deploy the folder as the draft of the app',
    folder: '<folder>',
    options: [...deployOptions, 'wait-for-review', 'dry-run'],
  },
  status: { runs: 'status', summary: 'Show the state of the app', folder: '', options: ['slug', 'wait-for-review'] },
  submit: {
    runs: 'submit',
    summary: 'Submit the draft for review; with a folder only if the draft is that folder',
    folder: '[folder]',
    options: ['slug', 'terms-version', 'wait-for-review', 'dry-run'],
  },
  create: { runs: 'create', summary: 'Create the app', folder: '<folder>', options: ['slug', 'dry-run'] },
  update: {
    runs: 'update',
    summary: 'Update only the fields of the app that differ',
    folder: '<folder>',
    options: ['slug', 'on-in-review', 'diff', 'dry-run'],
  },
  delete: { runs: 'delete', summary: 'Delete the app', folder: '', options: ['slug', 'confirm', 'dry-run'] },
  list: { runs: 'list', summary: 'List all apps that the key can access', folder: '', options: [] },
};

const folderOptions = ['folder', 'include', 'exclude'];
const connectionOptions = ['base-url', 'timeout-minutes'];

/** What a value of an option is called, empty for a flag, and what the option does. */
export const optionWords: Readonly<Record<string, readonly [value: string, words: string]>> = {
  'base-url': ['<url>', 'Address of the service, such as https://apps.example.com; else MINIAPPS_BASE_URL'],
  slug: ['<slug>', 'Last part of the address of the app, such as tide-times'],
  folder: ['<path>', 'App folder, in place of the argument'],
  include: ['<pattern>', 'Files to include, such as "assets/**"; may be repeated'],
  exclude: ['<pattern>', 'Files to exclude beside hidden files, node_modules and credentials; may be repeated'],
  submit: ['', 'Submit the app for review after the deploy'],
  'terms-version': ['<version>', 'Required to submit: version of the developer terms that you accept'],
  create: ['', 'Create the app if it does not exist'],
  force: ['', 'Deploy even if the draft already has exactly this content'],
  'on-in-review': ['<what>', 'If the app is in review with other content: fail (default), skip or replace'],
  diff: ['', 'Show how the texts of the draft and of the folder differ'],
  'dry-run': ['', 'Check and plan only: no changes are made'],
  'wait-for-review': ['<minutes>', 'Wait for the review result, at most so long'],
  'timeout-minutes': ['<minutes>', 'Limit for everything except the wait for review (default 10)'],
  confirm: ['<slug>', 'Required: must repeat the slug'],
};

/** The inputs of the action that are no options, each with the reason. */
export const refusedOptions: Readonly<Record<string, string>> = {
  'api-key':
    '--api-key is not an option, since arguments are visible to others on this machine and kept in its history. Use the environment: export MINIAPPS_API_KEY=…',
  command: '--command is not an option: the command is the first argument, as in "miniapp-deploy check".',
  comment: '--comment exists only in GitHub Actions: it is about the comment on a pull request.',
  'github-token': '--github-token exists only in GitHub Actions.',
  'on-stale': '--on-stale exists only in GitHub Actions: it is about the branch of a run.',
};

/** Reads the arguments behind `miniapp-deploy`. The options are the inputs of the action, and have no other names. */
export function readArguments(args: readonly string[], version: string): CommandLine {
  const parsed = parse(args);
  if (typeof parsed === 'string') return refuse(parsed);
  const { values, positionals } = parsed;
  const [named, ...folders] = positionals;
  const refused = Object.keys(refusedOptions).find((name) => name in values);
  if (refused !== undefined) return refuse(refusedOptions[refused] ?? '');
  if (values['version'] === true) return { do: 'print', text: version };
  const name = named === 'help' ? folders[0] : named;
  const command = name !== undefined && Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
  if (values['help'] === true || named === 'help') return { do: 'print', text: describeUsage(name, command) };
  // What is no word may be a key.
  const shown = /^[a-z]{1,20}$/.test(name ?? '') ? `: ${name}` : '';
  if (name === undefined) return refuse('No command is given.');
  if (command === undefined) return refuse(`There is no such command${shown}.`);
  return toRequest({ name, command, values, folders });
}

interface ParsedCommand extends Pick<RunRequest, 'name' | 'command'> {
  readonly values: ReturnType<typeof parseArgs>['values'];
  readonly folders: readonly string[];
}

function toRequest({ name, command, values, folders }: ParsedCommand): CommandLine {
  const { json: isJson, ...options } = values;
  const taken = listOptions(command);
  const stray = Object.keys(options).find((option) => !taken.includes(option));
  if (stray !== undefined) return refuse(`"${name}" has no option --${stray}.`, name);
  const room = command.folder === '' || 'folder' in options ? 0 : 1;
  if (folders.length > room) return refuse(`"${name}" has too many arguments.`, name);
  const [folder = command.isOffline ? '.' : ''] = folders;
  const texts = Object.entries(options).map(([option, value]) => [option, toText(value)]);
  const dryRun = command.isDryRun ? { 'dry-run': 'true' } : {};
  return {
    ...{ do: 'run', name, command, isJson: isJson === true },
    values: { folder, ...Object.fromEntries(texts), ...dryRun, command: command.runs },
  };
}

/** Flags, texts, and patterns one per line, as an input takes them. */
function toText(value: ParsedCommand['values'][string]): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '').trim();
}

/** The names of the options that a command takes. */
function listOptions({ folder, options, isOffline }: CommandInfo): readonly string[] {
  return [...(folder === '' ? [] : folderOptions), ...options, ...(isOffline ? [] : connectionOptions)];
}

/** The options and arguments, or what is wrong with them. */
function parse(args: readonly string[]): Pick<ReturnType<typeof parseArgs>, 'values' | 'positionals'> | string {
  const inputs = listInputs().map(({ name, kind }) => [
    name,
    { type: kind === 'boolean' ? 'boolean' : 'string', multiple: kind === 'patterns' } as const,
  ]);
  const own = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const;
  try {
    const options = { ...Object.fromEntries(inputs), ...own };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // A sentence about names alone, with advice behind it that is not for this command.
    return `${toReason(error).split(/\n|\. /)[0]}.`;
  }
}

function refuse(reason: string, name = ''): CommandLine {
  return { do: 'refuse', reason: `${reason}\nSee: miniapp-deploy ${name === '' ? '' : `${name} `}--help` };
}

const ending = `
Exit codes: 0 done, 1 not done or not verified, 2 invalid arguments, 130 cancelled.`;

const environment = `
Environment:
  MINIAPPS_API_KEY   The API key, from the developer dashboard of the service
  MINIAPPS_BASE_URL  The address of the service, where --base-url is not given
  HTTPS_PROXY, NO_PROXY, NO_COLOR and FORCE_COLOR work as usual.
`;

function describeUsage(name: string | undefined, command: CommandInfo | undefined): string {
  if (name === undefined || command === undefined) {
    const commands = Object.entries(commandTable).map(([other, { summary }]) => [other, summary] as const);
    const rows = toRows([...commands, ['doctor', 'Find out which assumptions about the API hold (see doctor --help)']]);
    return `Usage: miniapp-deploy <command> [folder] [options]\n\nCommands:\n${rows}\n${environment}\nOptions of a command: miniapp-deploy <command> --help${ending}`;
  }
  const options = [
    ...listOptions(command).map((option) => {
      const [value = '', words = ''] = optionWords[option] ?? [];
      return [`--${option} ${value}`.trim(), words] as const;
    }),
    ['--json', 'Print the outputs as one JSON object, and everything else on stderr'] as const,
  ];
  const usage = `Usage: ${`miniapp-deploy ${name} ${command.folder}`.trim()} [options]`;
  return `${usage}\n\n${command.summary}.\n\nOptions:\n${toRows(options)}\n${command.isOffline ? '' : environment}${ending}`;
}

function toRows(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
