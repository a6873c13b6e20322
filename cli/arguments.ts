import { parseArgs } from 'node:util';
import { type CommandRequest, UsageError } from './command-request.ts';
import { type CommandRow, commandTable, findCommand } from './command-table.ts';
import { describeWord, guessCommand, guessOption, isPlainSlug } from './guesses.ts';
import { listOptions, type Option, optionTable, refuseOption } from './options.ts';

/** What the command line asks for. A help without a command is about all of them. */
export type CommandLine =
  | { readonly do: 'version' }
  | { readonly do: 'help'; readonly row: CommandRow | null }
  | { readonly do: 'run'; readonly row: CommandRow; readonly request: CommandRequest };

/** Texts by the names of options, as inputs take them. */
type Values = Map<string, string>;

/**
 * Reads the arguments behind `miniapp-deploy`. Of `secrets` nothing is repeated. Throws a
 * UsageError.
 */
export function readArguments(
  args: readonly string[],
  secrets: readonly string[] = [],
): CommandLine {
  const { tokens } = parseArgs({
    args: [...args],
    options: parsed,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const isHelp = words[0] === 'help';
  const [name, ...folders] = isHelp ? words.slice(1) : words;
  const row = findCommand(name) ?? null;
  const options = tokens.filter((token) => token.kind === 'option');
  // Before the command: what follows an option that does not exist may be its value.
  const given = options.map((token) => ({ token, option: findOption(token, row, secrets) }));
  if (row === null && name !== undefined && name !== 'version') throw refuseCommand(name, secrets);
  const values = readValues(given);
  if (values.has('version') || name === 'version') return { do: 'version' };
  if (values.has('help') || isHelp || args.length === 0) return { do: 'help', row };
  if (row === null) throw new UsageError('No command is given.');
  return { do: 'run', row, request: toRequest({ row, values, folders, secrets }) };
}

/**
 * The first command among the arguments, whose help an error names; null for the help about all
 * commands.
 */
export function findHelp(args: readonly string[]): string | null {
  return args.find((arg) => findCommand(arg) !== undefined) ?? null;
}

/**
 * The options as `parseArgs` takes them. Its own errors are switched off: they show values, and
 * know neither commands nor near misses.
 */
const parsed = Object.fromEntries(
  Array.from(optionTable.values(), ({ name, type }) => [
    name,
    {
      type: type === 'boolean' ? type : 'string',
      ...(name === 'help' ? { short: 'h' } : {}),
    } as const,
  ]),
);

interface OptionToken {
  readonly name: string;
  /** With the hyphens. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/**
 * The option of this name that the command takes; any option where there is no command. Throws a
 * UsageError.
 */
function findOption(
  { name, rawName }: OptionToken,
  row: CommandRow | null,
  secrets: readonly string[],
): Option {
  const refusal = refuseOption(name);
  if (refusal !== undefined) throw new UsageError(refusal, 'option_unknown');
  const taken = row === null ? [...optionTable.values()] : listOptions(row.name);
  const found = taken.find((option) => option.name === name);
  if (found !== undefined) return found;
  const where = row === null ? 'There is' : `"${row.name}" has`;
  const guess = guessOption(name);
  const known = taken.map((option) => option.name);
  const before = rawName.startsWith('--') ? '--' : '-';
  const what =
    guess === null ? describeWord(name, { before, known, secrets }) : ` ${rawName}: ${guess}.`;
  throw new UsageError(`${where} no option${what}`, 'option_unknown');
}

function refuseCommand(name: string, secrets: readonly string[]): UsageError {
  const guess = guessCommand(name);
  if (guess !== null) {
    const message = `There is no command ${name}: use "miniapp-deploy ${guess}".`;
    return new UsageError(message, 'command_unknown', { command: guess, given: null });
  }
  const known = commandTable.map((row) => row.name);
  return new UsageError(
    `There is no command${describeWord(name, { before: '', known, secrets })}`,
    'command_unknown',
  );
}

/** An option as it was given. */
interface GivenOption {
  readonly token: OptionToken;
  readonly option: Option;
}

function readValues(given: readonly GivenOption[]): Values {
  const values: Values = new Map();
  for (const { token, option } of given) {
    const value = readValue(token, option);
    // An empty value, as from a variable that is not set, counts as not given: inputs of the action are read so, too.
    if (value === '') continue;
    const { name, type, isRepeatable } = option;
    const before = type === 'boolean' ? undefined : values.get(name);
    if (before !== undefined && !isRepeatable) throw new UsageError(`--${name} is given twice.`);
    values.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return values;
}

function readValue({ value, inlineValue }: OptionToken, option: Option): string {
  const { name, type } = option;
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name} takes no value.`);
    return 'true';
  }
  // In "--slug --create" the value is missing; a value that begins with a hyphen is given as "--slug=-x".
  if (value === undefined || (inlineValue !== true && /^-./.test(value)))
    throw new UsageError(`--${name} must have a value: --${name} ${option.value}`);
  return value.trim();
}

/** What a command was given. */
interface GivenCommand {
  readonly row: CommandRow;
  readonly values: Values;
  readonly folders: readonly string[];
  readonly secrets: readonly string[];
}

function toRequest(given: GivenCommand): CommandRequest {
  const { row, values, folders } = given;
  const { name, folder, example } = row;
  const [isJson, isVerbose, isQuiet] = [
    values.delete('json'),
    values.delete('verbose'),
    values.delete('quiet'),
  ];
  if (isVerbose && isQuiet) throw new UsageError('Use either --verbose or --quiet.');
  const most = folder.endsWith('...') ? Number.POSITIVE_INFINITY : 1;
  if (folders.length > (folder === '' || values.has('folder') ? 0 : most))
    throw refuseFolders(given);
  if (folders.length > 0) values.set('folder', folders.join('\n'));
  if (folder.startsWith('<') && !values.has('folder'))
    throw new UsageError(`"${name}" needs a folder, as in "miniapp-deploy ${example}".`);
  const texts = Object.fromEntries(values);
  return { command: name, values: texts, given: texts, isJson, isVerbose, isQuiet };
}

/** There are too many arguments, or the name of an app stands where a command takes no folder. */
function refuseFolders({ row, values, folders, secrets }: GivenCommand): UsageError {
  const { name, folder, example } = row;
  const takesSlug = listOptions(name).some((option) => option.name === 'slug');
  if (folder !== '' || !takesSlug || values.has('slug'))
    return new UsageError(`"${name}" has too many arguments.`);
  const [slug = ''] = folders;
  const isPlain = isPlainSlug(slug, secrets);
  const call = isPlain ? example.replaceAll('tide-times', slug) : example;
  const meant = isPlain ? { command: name, given: { ...Object.fromEntries(values), slug } } : null;
  return new UsageError(
    `"${name}" names the app with --slug, as in "miniapp-deploy ${call}".`,
    'invalid_inputs',
    meant,
  );
}
