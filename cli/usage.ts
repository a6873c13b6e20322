import { wrapText } from '../src/text/format.ts';
import { type CommandRow, commandTable } from './command-table.ts';
import { describeOption, listOptions, type Option, variables } from './options.ts';

/** Columns that every terminal has. */
const width = 80;

/** How a variable is set: a shell of Linux and macOS, and the two of Windows. */
const setting = `  export MINIAPPS_API_KEY=...   (cmd: set MINIAPPS_API_KEY=...,
                                 PowerShell: $env:MINIAPPS_API_KEY='...')`;

/** The same as `describeUsage` as data. */
export function listUsage(
  row: CommandRow | null,
  version: string,
): Readonly<Record<string, unknown>> {
  return {
    version,
    commands: (row === null ? commandTable : [row]).map(toCommandData),
    'exit-codes': exitMeanings,
  };
}

function toCommandData(row: CommandRow): object {
  const argument = {
    name: 'folder',
    required: row.folder.startsWith('<'),
    several: row.folder.endsWith('...'),
  };
  return {
    name: row.name,
    summary: row.summary,
    details: row.details ?? null,
    changes: row.changes,
    arguments: row.folder === '' ? [] : [argument],
    options: listOptions(row.name).map((option) => toOptionData(option, row)),
    example: `npx miniapp-deploy ${row.example}`,
  };
}

function toOptionData(option: Option, row: CommandRow): object {
  return {
    name: option.name,
    type: option.type,
    value: option.value || null,
    values: option.values ?? null,
    default: option.fallback ?? null,
    variable: option.variable ?? null,
    required: isRequired(option, row),
    repeatable: option.isRepeatable,
    about: describeOption(option, row.name),
  };
}

function isRequired({ neededBy = [] }: Option, row: CommandRow): boolean {
  return neededBy.includes(row.name);
}

/**
 * The help of one command, or of them all (null), in at most 80 columns. `version` is that of the
 * documents.
 */
export function describeUsage(row: CommandRow | null, version: string): string {
  const parts = row === null ? describeCommands(version) : describeCommand(row);
  return [...parts, describeExit(version)].join('\n\n');
}

function describeCommands(version: string): readonly string[] {
  const commands = commandTable.map(({ name, summary }) => [name, summary] as const);
  return [
    `miniapp-deploy ${version}: check, deploy and submit mini apps`,
    'Usage: miniapp-deploy <command> [folder] [options]',
    `Commands:\n${formatRows(commands)}`,
    describeEnvironment(variables),
    'Example: miniapp-deploy check app\nSee an app in a browser while you write it: npx miniapps-sandbox dev app\nOptions: miniapp-deploy <command> --help',
  ];
}

function describeEnvironment(shown: typeof variables): string {
  return `Environment:\n${formatRows(shown.map(({ variable, about }) => [variable, about]))}\n${setting}`;
}

function describeCommand(row: CommandRow): readonly string[] {
  const options = listOptions(row.name);
  const required = options.filter((option) => isRequired(option, row));
  const optional = options.filter((option) => !isRequired(option, row));
  const toRows = (shown: readonly Option[]): string =>
    formatRows(shown.map((option) => toOptionRow(option, row)));
  const needsKey = options.some(({ name }) => name === 'key-file');
  return [
    `Usage: miniapp-deploy ${row.name} ${row.folder}`.trim().concat(' [options]'),
    wrapText(`${row.summary}. ${row.details ?? ''}`, width).join('\n'),
    ...(required.length === 0 ? [] : [`Required:\n${toRows(required)}`]),
    `Options:\n${toRows(optional)}`,
    ...(needsKey
      ? [describeEnvironment(variables.filter(({ input }) => input === 'api-key'))]
      : []),
    `Example: miniapp-deploy ${row.example}`,
  ];
}

const exitMeanings = {
  0: 'done',
  1: 'not done or not verified',
  2: 'wrong use',
  4: 'the key is missing or refused',
  130: 'cancelled',
};

function describeExit(version: string): string {
  const title = 'Exit codes: ';
  const meanings = Object.entries(exitMeanings).map((meaning) => meaning.join(' '));
  const lines = wrapText(meanings.join(', '), width - title.length);
  return `${title}${lines.join(`\n${' '.repeat(title.length)}`)}
Help: https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/command.md`;
}

type Rows = readonly (readonly [left: string, right: string])[];

function toOptionRow(option: Option, row: CommandRow): Rows[number] {
  const { name, value, variable, fallback, isRepeatable } = option;
  const from = variable === undefined ? '' : ` (or ${variable})`;
  const otherwise = fallback === undefined ? '' : ` (default ${fallback})`;
  const again = isRepeatable ? '; may be repeated' : '';
  return [`--${name} ${value}`.trim(), describeOption(option, row.name) + from + otherwise + again];
}

/** Two columns; the right one is wrapped. */
function formatRows(rows: Rows): string {
  const left = Math.max(...rows.map(([text]) => text.length)) + 4;
  const toLines = (text: string): string =>
    wrapText(text, width - left).join(`\n${' '.repeat(left)}`);
  return rows.map(([text, about]) => `  ${text}`.padEnd(left) + toLines(about)).join('\n');
}
