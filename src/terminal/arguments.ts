import { parseArgs } from 'node:util';
import type { Kind } from '../model/input-kinds.ts';
import { type InputName, inputTable } from '../model/inputs.ts';
import { toPrintable } from '../text/escape.ts';
import { type ActionCommand, type CommandRequest, UsageError } from './command-request.ts';
import { inputWords } from './input-words.ts';

/** What the command line asks for. A help without a command is about all of them. */
export type CommandLine =
  | { readonly do: 'version' }
  | { readonly do: 'help'; readonly row: CommandRow | null }
  | { readonly do: 'run'; readonly row: CommandRow; readonly request: CommandRequest };

/** One command of `miniapp-deploy`: its help, its options, and the command of the action that it runs, unless it has code of its own. */
export type CommandRow = CommandWords & (ActionCommand | { readonly runs?: undefined });

interface CommandWords {
  readonly name: string;
  /** One line for the help. */
  readonly summary: string;
  /** The most that it changes, on this machine or of the app. */
  readonly changes: 'none' | 'local' | 'draft' | 'review' | 'deletes';
  /** What else its help says; a paragraph without line breaks. */
  readonly details?: string;
  /** How the folder stands in the usage; empty where it takes none. */
  readonly folder: '' | '<folder>' | '[folder]' | '<folder>...' | '[folder]...';
  /** The options that it takes, beside those of every command, in the order of the help. */
  readonly options: readonly OptionName[];
  /** The help of options that mean something else for this command. */
  readonly about?: Partial<Record<OptionName, string>>;
  /** Options that must be given, unless a variable of the environment has the value. */
  readonly required?: readonly OptionName[];
  /** Arguments that are worth a try, after `miniapp-deploy`. */
  readonly example: string;
}

/** An option: an input of the action, or one of the command alone. */
export interface OptionInfo {
  readonly type: Kind<unknown>['type'];
  /** What its value is called; empty for a flag. */
  readonly value: string;
  readonly about: string;
  /** The words of an enum. */
  readonly values?: readonly string[];
  readonly fallback?: string;
  /** The variable of the environment that is read where it is not given. */
  readonly variable?: string;
  /** True where it may be repeated; its values then stand one per line. */
  readonly isRepeatable?: boolean;
}

/** Options of the command line alone. */
const ownOptions = {
  'key-file': toOwnOption(
    '<file>',
    'Read the API key from a file, in place of MINIAPPS_API_KEY; - reads it from stdin',
  ),
  gitlab: toOwnOption('', 'Write .gitlab-ci.yml in place of the workflow, for GitLab CI'),
  out: toOwnOption('<path>', 'File to write the page to (- for stdout), or folder for the app'),
  junit: toOwnOption('<file>', 'Write the problems to a file as JUnit XML, for Jenkins, Azure and others'),
  transcript: toOwnOption('<file>', 'Write all requests and responses to a file, without the key'),
  verbose: toOwnOption('', 'Show each request, file and wait'),
  quiet: toOwnOption('', 'Show nothing but problems and the result'),
  json: toOwnOption('', 'Print one JSON object on stdout, and everything else on stderr'),
  version: toOwnOption('', 'Print the version'),
  help: toOwnOption('', 'Print this (also -h)'),
};

function toOwnOption(value: string, about: string): OptionInfo {
  return { type: value === '' ? 'boolean' : 'string', value, about };
}

/** The name of an option, without the hyphens. */
export type OptionName = InputName | keyof typeof ownOptions;

const inputRows = Object.values(inputTable);

/** All options of all commands by their names. */
export const optionTable: ReadonlyMap<string, OptionInfo> = new Map([
  ...inputRows.flatMap(toInputOption),
  ...Object.entries(ownOptions),
]);

/** Why an input of the action is no option, by its name. */
const refusedInputs = new Map<string, string | undefined>(
  inputRows.map(({ name }) => [name, inputWords[name].refused]),
);

/** The option of an input; nothing for an input that is refused as an option. */
function toInputOption({ name, kind, fallback }: (typeof inputRows)[number]): (readonly [string, OptionInfo])[] {
  const { option: about, value = '', variable } = inputWords[name];
  if (about === undefined) return [];
  const isRepeatable = kind.type === 'list' && name !== 'folder';
  const more = { ...(variable && { variable }), ...(fallback && { fallback: String(fallback) }) };
  return [[name, { ...kind, value, about, isRepeatable, ...more }]];
}

/** The options that every command takes. */
export const commonOptions: readonly OptionName[] = ['verbose', 'quiet', 'json', 'help', 'version'];

const fileOptions = ['folder', 'include', 'exclude', 'max-size'] as const;
const connectionOptions = ['base-url', 'key-file', 'timeout-minutes'] as const;
const deployOptions = ['slug', 'create', 'force', 'on-in-review', 'submit', 'terms-version', 'diff', 'junit'] as const;

const severalFolders =
  'Several folders are several apps: omit --slug, and each has the name of its folder, or write --slug "acme-*", in which that name takes the place of the star.';

/** The commands in the order of the help. */
export const commandTable: readonly CommandRow[] = [
  {
    name: 'check',
    changes: 'none',
    runs: 'deploy',
    isDryRun: true,
    isOffline: true,
    summary: 'Check app folders offline (the current one if none is named)',
    folder: '[folder]...',
    options: [...fileOptions, 'slug', 'create', 'junit'],
    about: { create: 'Check for what a new app needs, too: a name in service.json' },
    example: 'check app',
  },
  {
    name: 'plan',
    changes: 'none',
    runs: 'deploy',
    isDryRun: true,
    summary: 'Compare folders with their drafts, and show what deploy would do',
    details: severalFolders,
    folder: '<folder>...',
    options: [...fileOptions, ...deployOptions, ...connectionOptions],
    required: ['slug', 'base-url'],
    example: 'plan app --slug tide-times --diff',
  },
  {
    name: 'deploy',
    changes: 'draft',
    runs: 'deploy',
    summary: 'Deploy folders as the drafts of their apps',
    details: severalFolders,
    folder: '<folder>...',
    options: [...fileOptions, ...deployOptions, 'wait-for-review', 'dry-run', ...connectionOptions],
    required: ['slug', 'base-url'],
    example: 'deploy app --slug tide-times --create',
  },
  {
    name: 'status',
    changes: 'none',
    runs: 'status',
    summary: 'Show the state of the app',
    folder: '',
    options: ['slug', 'wait-for-review', ...connectionOptions],
    required: ['slug', 'base-url'],
    example: 'status --slug tide-times',
  },
  {
    name: 'submit',
    changes: 'review',
    runs: 'submit',
    summary: 'Submit the draft for review',
    details: 'With a folder the draft is submitted only if it has exactly the content of that folder.',
    folder: '[folder]',
    options: [...fileOptions, 'slug', 'terms-version', 'wait-for-review', 'dry-run', ...connectionOptions],
    required: ['slug', 'terms-version', 'base-url'],
    example: 'submit app --slug tide-times --terms-version 2026-10',
  },
  {
    name: 'create',
    changes: 'draft',
    runs: 'create',
    summary: 'Create the app',
    folder: '<folder>',
    options: [...fileOptions, 'slug', 'dry-run', ...connectionOptions],
    required: ['slug', 'base-url'],
    example: 'create app --slug tide-times',
  },
  {
    name: 'update',
    changes: 'draft',
    runs: 'update',
    summary: 'Update only the fields of the app that differ',
    folder: '<folder>',
    options: [...fileOptions, 'slug', 'on-in-review', 'diff', 'dry-run', ...connectionOptions],
    required: ['slug', 'base-url'],
    example: 'update app --slug tide-times',
  },
  {
    name: 'delete',
    changes: 'deletes',
    runs: 'delete',
    summary: 'Delete the app',
    folder: '',
    options: ['slug', 'confirm', 'dry-run', ...connectionOptions],
    required: ['slug', 'confirm', 'base-url'],
    example: 'delete --slug tide-times --confirm tide-times',
  },
  {
    name: 'list',
    changes: 'none',
    runs: 'list',
    summary: 'List all apps that the key can access',
    folder: '',
    options: connectionOptions,
    required: ['base-url'],
    example: 'list --json',
  },
  {
    name: 'page',
    changes: 'local',
    summary: 'Make one HTML file of an app, for anybody to open in a browser',
    details:
      'The file holds all that the page loads, and needs neither the service nor a key. The folder is checked as for a deploy. A file that is there is replaced only if it is such a page.',
    folder: '[folder]',
    options: ['out', ...fileOptions],
    required: ['out'],
    example: 'page app --out preview.html',
  },
  {
    name: 'arrange',
    changes: 'local',
    summary: 'Make an app folder of what a build wrote',
    details:
      'Everything but service.json, index.html and instructions.md moves below assets/, and what refers to it is written anew. The build is not changed. The result is checked as for a deploy. A folder that is there is replaced only if it is an earlier result.',
    folder: '<folder>',
    options: ['out', 'folder'],
    required: ['out'],
    example: 'arrange dist --out miniapp',
  },
  {
    name: 'init',
    changes: 'local',
    summary: 'Write a workflow for the project here, and a small app if there is none',
    details:
      'It looks first: an app, a page, a project with a builder such as Vite, or several apps. It asks nothing, overwrites nothing, and says what comes next. To see an app while you write it: npx miniapps-sandbox dev app',
    folder: '[folder]',
    options: ['folder', 'slug', 'gitlab'],
    example: 'init app --slug tide-times',
  },
  {
    name: 'doctor',
    changes: 'deletes',
    summary: 'Rehearse with a service: create, deploy, update and delete a test app',
    details:
      'It deploys a small app of its own, or your folder, under a new slug, and deletes it again. With --verbose it also shows what it looks at in the API.',
    folder: '[folder]',
    options: [...fileOptions, 'base-url', 'key-file', 'transcript'],
    required: ['base-url'],
    example: 'doctor --base-url https://apps.example.com',
  },
];

/** Reads the arguments behind `miniapp-deploy`. Throws a UsageError. */
export function readArguments(args: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...args],
    options: parsed,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === 'option');
  const refusal = given.map(({ name }) => refusedInputs.get(name)).find(Boolean);
  if (refusal !== undefined) throw new UsageError(refusal, 'option_unknown');
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const isHelp = words[0] === 'help';
  const [name, ...folders] = isHelp ? words.slice(1) : words;
  const row = name === undefined || name === 'version' ? null : findCommand(name);
  const values = readOptions(given, row);
  if (values.has('version') || (row === null && name === 'version')) return { do: 'version' };
  if (values.has('help') || isHelp || args.length === 0) return { do: 'help', row };
  if (row === null) throw new UsageError('No command is given.');
  return { do: 'run', row, request: toRequest(row, values, folders) };
}

/** The first command among the arguments, whose help an error names; null for the help about all commands. */
export function findHelp(args: readonly string[]): string | null {
  return args.find((arg) => commandTable.some(({ name }) => name === arg)) ?? null;
}

function toRequest(
  { name, folder, example, options }: CommandRow,
  values: Map<string, string>,
  folders: readonly string[],
): CommandRequest {
  const most = folder.endsWith('...') ? Number.POSITIVE_INFINITY : 1;
  if (folders.length > (folder === '' || values.has('folder') ? 0 : most)) {
    const isApp = folder === '' && options.includes('slug') && !values.has('slug');
    const fix = isApp ? `names the app with --slug, as in "miniapp-deploy ${example}"` : 'has too many arguments';
    throw new UsageError(`"${name}" ${fix}.`);
  }
  const [isJson, isVerbose, isQuiet] = [values.delete('json'), values.delete('verbose'), values.delete('quiet')];
  if (isVerbose && isQuiet) throw new UsageError('Use either --verbose or --quiet.');
  if (folders.length > 0) values.set('folder', folders.join('\n'));
  if (folder.startsWith('<') && !values.has('folder'))
    throw new UsageError(`"${name}" needs a folder, as in "miniapp-deploy ${example}".`);
  const given = Object.fromEntries(values);
  return { command: name, values: given, given, isJson, isVerbose, isQuiet };
}

/** The options as `parseArgs` takes them. Its own errors are switched off: they show values, and know neither commands nor near misses. */
const parsed = Object.fromEntries(
  Array.from(optionTable, ([name, { value }]) => [
    name,
    { type: value === '' ? 'boolean' : 'string', ...(name === 'help' ? { short: 'h' } : {}) } as const,
  ]),
);

interface OptionToken {
  readonly name: string;
  /** With the hyphens. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/** The values of the options; where there is no command, any option may be given. */
function readOptions(tokens: readonly OptionToken[], row: CommandRow | null): Map<string, string> {
  const values = new Map<string, string>();
  for (const token of tokens) {
    const option = findOption(token, row);
    const info = optionTable.get(option);
    if (info === undefined) continue;
    const isFlag = info.value === '';
    const value = isFlag ? readFlag(token) : readValue(token, info);
    // An empty value, as from a variable that is not set, counts as not given: inputs of the action are read so, too.
    if (value === '') continue;
    const before = isFlag ? undefined : values.get(option);
    if (before !== undefined && !info.isRepeatable) throw new UsageError(`--${option} is given twice.`);
    values.set(option, before === undefined ? value : `${before}\n${value}`);
  }
  return values;
}

function readFlag({ name, value }: OptionToken): string {
  if (value !== undefined) throw new UsageError(`--${name} takes no value.`);
  return 'true';
}

function readValue({ name, value, inlineValue }: OptionToken, info: OptionInfo): string {
  // In "--slug --create" the value is missing; a value that begins with a hyphen is given as "--slug=-x".
  if (value === undefined || (inlineValue !== true && /^-./.test(value)))
    throw new UsageError(`--${name} must have a value: --${name} ${info.value}`);
  return value.trim();
}

/** The option of this name that the command takes; any option where there is no command. */
function findOption({ name, rawName }: OptionToken, row: CommandRow | null): string {
  const taken = row === null ? [...optionTable.keys()] : [...row.options, ...commonOptions];
  const found = taken.find((option) => option === name);
  if (found !== undefined) return found;
  const where = row === null ? 'There is' : `"${row.name}" has`;
  const guess = findGuess(optionGuesses, name);
  const hyphens = rawName.startsWith('--') ? '--' : '-';
  const what = guess === undefined ? describeWord(name, hyphens, taken) : ` ${rawName}: ${guess}.`;
  throw new UsageError(`${where} no option${what}`, 'option_unknown');
}

/** Words of other tools, by the command that does the same here. */
const commandGuesses: Readonly<Record<string, readonly string[]>> = {
  check: ['lint', 'validate', 'test'],
  deploy: ['publish', 'push', 'release', 'upload'],
  list: ['ls'],
  delete: ['rm', 'remove'],
  create: ['new'],
  submit: ['review'],
};

/** Options of other tools, by what to do here. */
const optionGuesses: Readonly<Record<string, readonly string[]>> = {
  'nothing asks for a confirmation': ['yes', 'y'],
  'set MINIAPPS_API_KEY, or use --key-file': ['token', 'key'],
  'use --json': ['output', 'o', 'format'],
  'use --slug': ['s', 'app'],
  'use --terms-version': ['accept-terms', 'terms'],
  'use --wait-for-review': ['wait'],
  'use --base-url': ['url'],
  'use --folder': ['path'],
  'use --verbose or --version': ['v'],
  'use --quiet': ['q'],
};

function findGuess(guesses: typeof optionGuesses, word: string): string | undefined {
  return Object.keys(guesses).find((guess) => guesses[guess]?.includes(word));
}

function findCommand(name: string): CommandRow {
  const guess = findGuess(commandGuesses, name);
  if (guess !== undefined) {
    throw new UsageError(`There is no command ${name}: use "miniapp-deploy ${guess}".`, 'command_unknown', guess);
  }
  const row = commandTable.find((each) => each.name === name);
  if (row !== undefined) return row;
  const names = commandTable.map((each) => each.name);
  throw new UsageError(`There is no command${describeWord(name, '', names)}`, 'command_unknown');
}

/** ` depoly: did you mean deploy?` Only a plain word is repeated: anything else may be a key. */
function describeWord(word: string, before: string, known: readonly string[]): string {
  const near = known.find((other) => isNear(word.toLowerCase(), other));
  if (near !== undefined) return ` ${before}${toPrintable(word)}: did you mean ${before}${near}?`;
  return /^[a-z-]{1,20}$/.test(word) ? ` ${before}${word}.` : ' of that name.';
}

/** True for the beginning of a word, and for words that differ by at most two letters, in any order. */
function isNear(word: string, known: string): boolean {
  const unused = [...word].reduce((letters, letter) => letters.replace(letter, ''), known);
  const added = word.length - (known.length - unused.length);
  return word.length > 2 && (known.startsWith(word) || unused.length + added <= 2);
}
