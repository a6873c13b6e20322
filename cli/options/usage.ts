import { wrapText } from '../../src/text/format.ts';
import { type CommandName, type CommandRow, commandTable } from './command-table.ts';
import {
  describeOption,
  listOptions,
  needsOption,
  type Option,
  takesOption,
  variables,
} from './options.ts';

/** Maximum number of columns of a line: every terminal has as many. */
const width = 80;

const groups: readonly CommandRow['group'][] = ['Start', 'Deploy', 'Manage', 'Build'];

/** Example calls, the most common one first. */
const examples = [
  'npx miniapp-deploy deploy app --slug tide-times --create',
  'npx miniapp-deploy check app',
  'npx miniapp-sandbox dev app   (shows the app in a browser as you edit it)',
];

/** Lines that set the key on Linux and macOS, and in the two shells of Windows. */
const settingKey = `  export MINIAPPS_API_KEY=...   (cmd: set MINIAPPS_API_KEY=...,
                                 PowerShell: $env:MINIAPPS_API_KEY='...')`;

const exitCodes = {
  0: 'done',
  1: 'failed, or could not be verified',
  2: 'usage error',
  4: 'API key missing or rejected',
  130: 'cancelled',
};

/** One row of two columns. */
interface Row {
  readonly left: string;
  readonly right: string;
}

/**
 * Returns the help for one command, or for all of them if `row` is null: in lines of at most 80
 * columns, except for addresses. `version`: the version of the documents that it links to.
 */
export function describeUsage(row: CommandRow | null, version: string): string {
  const parts = row === null ? describeAllCommands(version) : describeCommand(row);
  return [...parts, describeEnd(version)].join('\n\n');
}

function describeAllCommands(version: string): readonly string[] {
  const left = Math.max(...commandTable.map((row) => row.name.length));
  const commands = groups.map((group) => {
    const rows = commandTable.filter((row) => row.group === group);
    const lines = rows.map((row) => ({ left: row.name.padEnd(left), right: row.summary }));
    return `${group}:\n${formatRows(lines)}`;
  });
  return [
    `miniapp-deploy ${version}: check, deploy and submit mini apps`,
    'Usage: miniapp-deploy <command> [folder] [options]',
    ...commands,
    `Options of every command:\n${describeOptions(listCommonOptions(), 'check')}`,
    describeVariables(variables),
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    'More: miniapp-deploy <command> --help',
  ];
}

function listCommonOptions(): readonly Option[] {
  const options = listOptions('check');
  return options.filter((option) =>
    commandTable.every((row) => takesOption(row.name, option.name)),
  );
}

function describeCommand(row: CommandRow): readonly string[] {
  const options = listOptions(row.name);
  const required = options.filter((option) => needsOption(row.name, option.name));
  const optional = options.filter((option) => !required.includes(option));
  const usage = ['Usage: miniapp-deploy', row.name, row.folder, '[options]'];
  const parts = [
    usage.filter((word) => word !== '').join(' '),
    wrapText(`${row.summary}. ${row.details}`.trim(), width).join('\n'),
  ];
  if (required.length > 0) parts.push(`Required:\n${describeOptions(required, row.name)}`);
  parts.push(`Options:\n${describeOptions(optional, row.name)}`);
  if (options.some((option) => option.name === 'key-file')) {
    parts.push(describeVariables(variables.filter(({ input }) => input === 'api-key')));
  }
  parts.push(`Example: miniapp-deploy ${row.example}`);
  return parts;
}

function describeOptions(options: readonly Option[], command: CommandName): string {
  return formatRows(options.map((option) => toOptionRow(option, command)));
}

function toOptionRow(option: Option, command: CommandName): Row {
  let right = describeOption(option, command);
  if (option.variable !== null) right += ` (or ${option.variable})`;
  const fallback = findFallback(option, command);
  if (fallback !== null && fallback !== '') right += ` (default ${fallback})`;
  if (option.isRepeatable) right += '; may be repeated';
  return { left: `--${option.name} ${option.value}`.trim(), right };
}

/**
 * Returns the default of an option; null if the command gives the option a meaning of its own, such
 * as `--include` of arrange.
 */
function findFallback(option: Option, command: CommandName): string | null {
  return option.aboutFor[command] === undefined ? option.fallback : null;
}

function describeVariables(shown: typeof variables): string {
  const rows = shown.map(({ variable, about }) => ({ left: variable, right: about }));
  return `Environment:\n${formatRows(rows)}\n${settingKey}`;
}

function describeEnd(version: string): string {
  const title = 'Exit codes: ';
  const meanings = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`);
  const lines = wrapText(meanings.join(', '), width - title.length);
  const indent = ' '.repeat(title.length);
  const help = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/command.md`;
  return `${title}${lines.join(`\n${indent}`)}\nHelp: ${help}`;
}

/** Lays rows out in two columns and wraps the right one. */
function formatRows(rows: readonly Row[]): string {
  const indent = Math.max(...rows.map((row) => row.left.length)) + 4;
  const lines = rows.map((row) => {
    const right = wrapText(row.right, width - indent).join(`\n${' '.repeat(indent)}`);
    return `${`  ${row.left}`.padEnd(indent)}${right}`.trimEnd();
  });
  return lines.join('\n');
}

/** Returns what `describeUsage` shows, as data. */
export function listUsage(
  row: CommandRow | null,
  version: string,
): Readonly<Record<string, unknown>> {
  const rows = row === null ? commandTable : [row];
  return { version, commands: rows.map(toCommandData), 'exit-codes': exitCodes };
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
    details: row.details === '' ? null : row.details,
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
    value: option.value === '' ? null : option.value,
    values: option.values,
    default: findFallback(option, row.name),
    variable: option.variable,
    required: needsOption(row.name, option.name),
    repeatable: option.isRepeatable,
    about: describeOption(option, row.name),
  };
}
