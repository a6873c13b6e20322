import { parseArgs } from 'node:util';
import { type CommandRequest, UsageError } from './command-request.ts';
import { type CommandName, type CommandRow, commandTable, findCommand } from './command-table.ts';
import { adviseOption, describeUnknownWord, guessCommand, isPlainSlug } from './guesses.ts';
import { listOptions, type Option, optionTable, refuseOption, takesOption } from './options.ts';

/** A parsed command line. If `row` of a `help` is null, the help about all commands is meant. */
export type CommandLine =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly row: CommandRow | null }
  | { readonly kind: 'run'; readonly row: CommandRow; readonly request: CommandRequest };

/**
 * Reads the arguments after `miniapp-deploy`. Errors do not repeat any of the `secrets`. Throws a
 * UsageError.
 *
 *     readArguments(['check', 'app'])  // → {kind: 'run', row: …, request: {values: {folder: 'app'}, …}}
 */
export function readArguments(
  args: readonly string[],
  secrets: readonly string[] = [],
): CommandLine {
  const { options, words } = parseWords(args);
  const isHelp = words[0] === 'help';
  const [name, ...folders] = isHelp ? words.slice(1) : words;
  const row = findCommand(name) ?? null;
  // Check the options before the command: an unknown command may be the value of an unknown option.
  const given: readonly GivenOption[] = options.map((token) => ({
    token,
    option: findOption(token, row, secrets),
  }));
  if (row === null && name !== undefined && name !== 'version') throw refuseCommand(name, secrets);

  const values = readValues(given);
  if (values.has('version') || name === 'version') return { kind: 'version' };
  if (values.has('help') || isHelp || args.length === 0) return { kind: 'help', row };
  if (row === null) throw new UsageError('No command is given.');
  return { kind: 'run', row, request: toRequest({ row, values, folders, secrets }) };
}

/**
 * Returns the first argument that is the name of a command, so that an error can refer to its help;
 * null if there is none.
 */
export function findHelp(args: readonly string[]): CommandName | null {
  for (const arg of args) {
    const row = findCommand(arg);
    if (row !== undefined) return row.name;
  }
  return null;
}

/** An option as `parseArgs` found it. */
interface OptionToken {
  readonly name: string;
  /** The name with its hyphens, as it was typed. */
  readonly rawName: string;
  readonly value: string | undefined;
  /** True if the value stands in the same argument: `--name=value`. */
  readonly inlineValue: boolean | undefined;
}

/** An option that was given, with its definition. */
interface GivenOption {
  readonly token: OptionToken;
  readonly option: Option;
}

/** The values of options as texts, by the names of the options. */
type Values = Map<string, string>;

/**
 * Splits arguments into options and words. The parser is not strict: the errors of `parseArgs`
 * would repeat values, and could not suggest a similar option.
 */
function parseWords(args: readonly string[]): {
  readonly options: readonly OptionToken[];
  readonly words: readonly string[];
} {
  const known: Record<string, { type: 'boolean' | 'string'; short?: string }> = {};
  for (const { name, type } of optionTable.values()) {
    known[name] = { type: type === 'boolean' ? 'boolean' : 'string' };
  }
  known['help'] = { type: 'boolean', short: 'h' };
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options: OptionToken[] = [];
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option') options.push(token);
    if (token.kind === 'positional') words.push(token.value);
  }
  return { options, words };
}

/**
 * Returns the definition of an option. The command must take it; without a command, any known
 * option is fine. Throws a UsageError.
 */
function findOption(
  { name, rawName }: OptionToken,
  row: CommandRow | null,
  secrets: readonly string[],
): Option {
  const refusal = refuseOption(name);
  if (refusal !== null) throw new UsageError(refusal, 'option_unknown');
  const taken = row === null ? [...optionTable.values()] : listOptions(row.name);
  const found = taken.find((option) => option.name === name);
  if (found !== undefined) return found;

  const subject = row === null ? 'There is' : `"${row.name}" has`;
  const advice = adviseOption(name);
  if (advice !== null) {
    throw new UsageError(`${subject} no option ${rawName}: ${advice}.`, 'option_unknown');
  }
  const end = describeUnknownWord({
    word: name,
    prefix: rawName.startsWith('--') ? '--' : '-',
    known: taken.map((option) => option.name),
    secrets,
  });
  throw new UsageError(`${subject} no option${end}`, 'option_unknown');
}

/** Makes the error for a command that does not exist. */
function refuseCommand(name: string, secrets: readonly string[]): UsageError {
  const guess = guessCommand(name);
  if (guess !== null) {
    const meant = guess.command === null ? null : { command: guess.command, given: null };
    const message = `There is no command ${name}: ${guess.advice}.`;
    return new UsageError(message, 'command_unknown', meant);
  }
  const known = commandTable.map((row) => row.name);
  const end = describeUnknownWord({ word: name, prefix: '', known, secrets });
  return new UsageError(`There is no command${end}`, 'command_unknown');
}

function readValues(given: readonly GivenOption[]): Values {
  const values: Values = new Map();
  for (const { token, option } of given) {
    const value = readValue(token, option);
    // An empty value, as from an unset variable, counts as not given, as with the action's inputs.
    if (value === '') continue;
    const { name, type, isRepeatable } = option;
    const before = values.get(name);
    if (before === undefined || type === 'boolean') values.set(name, value);
    else if (isRepeatable) values.set(name, `${before}\n${value}`);
    else throw new UsageError(`--${name} is given twice.`);
  }
  return values;
}

function readValue({ value, inlineValue }: OptionToken, option: Option): string {
  const { name, type } = option;
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name} takes no value.`);
    return 'true';
  }
  // In "--slug --create" the value of --slug is missing. A value that begins with a hyphen has to
  // be given as in "--slug=-x".
  const isMissing = value === undefined || (inlineValue !== true && /^-./.test(value));
  if (isMissing) throw new UsageError(`--${name} must have a value: --${name} ${option.value}`);
  return value.trim();
}

/** A command with the options and folders that it was given. */
interface GivenCommand {
  readonly row: CommandRow;
  readonly values: Values;
  readonly folders: readonly string[];
  readonly secrets: readonly string[];
}

function toRequest(command: GivenCommand): CommandRequest {
  const { row, values, folders } = command;
  const isJson = values.delete('json');
  const isVerbose = values.delete('verbose');
  const isQuiet = values.delete('quiet');
  if (isVerbose && isQuiet) throw new UsageError('Use either --verbose or --quiet.');

  if (folders.length > countFolders(command)) throw refuseFolders(command);
  if (folders.length > 0) values.set('folder', folders.join('\n'));
  const isFolderMissing = row.folder.startsWith('<') && !values.has('folder');
  if (isFolderMissing) {
    const noun = /\w+/.exec(row.folder)?.[0];
    throw new UsageError(`"${row.name}" needs a ${noun}, as in "miniapp-deploy ${row.example}".`);
  }
  const texts = Object.fromEntries(values);
  return { command: row.name, values: texts, given: texts, isJson, isVerbose, isQuiet };
}

/** Returns how many folders the command takes as arguments. */
function countFolders({ row, values }: GivenCommand): number {
  if (row.folder === '' || values.has('folder')) return 0;
  return row.folder.endsWith('...') ? Number.POSITIVE_INFINITY : 1;
}

/**
 * Makes the error for too many arguments. If the command takes no folder, the first argument may be
 * the slug of the app: the error then shows the call with `--slug`.
 */
function refuseFolders({ row, values, folders, secrets }: GivenCommand): UsageError {
  const mayBeSlug = row.folder === '' && takesOption(row.name, 'slug') && !values.has('slug');
  if (!mayBeSlug) return new UsageError(`"${row.name}" has too many arguments.`);
  const [slug = ''] = folders;
  if (!isPlainSlug(slug, secrets)) {
    return new UsageError(
      `"${row.name}" names the app with --slug, as in "miniapp-deploy ${row.example}".`,
    );
  }
  const call = row.example.replaceAll('tide-times', slug);
  const given = { ...Object.fromEntries(values), slug };
  return new UsageError(
    `"${row.name}" names the app with --slug, as in "miniapp-deploy ${call}".`,
    'invalid_inputs',
    { command: row.name, given },
  );
}
