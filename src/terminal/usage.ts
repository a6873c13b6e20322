import { wrapText } from '../text/format.ts';
import { type CommandRow, commandTable, commonOptions, type OptionName, optionTable } from './arguments.ts';

/** Columns that every terminal has. */
const width = 80;

const environment: Rows = [
  ['MINIAPPS_API_KEY', 'API key, from the developer dashboard of the service'],
  ['MINIAPPS_BASE_URL', 'Address of the service, such as https://apps.example.com'],
  ['MINIAPPS_SLUG', 'Slug of the app, if --slug is not given'],
];

/** How a variable is set: a shell of Linux and macOS, and the two of Windows. */
const setting = `  export MINIAPPS_API_KEY=...   (cmd: set MINIAPPS_API_KEY=...,
                                 PowerShell: $env:MINIAPPS_API_KEY='...')`;

/** The same as `describeUsage` as data. */
export function listUsage(row: CommandRow | null, version: string): Readonly<Record<string, unknown>> {
  return { version, commands: (row === null ? commandTable : [row]).map(toCommandData), 'exit-codes': exitMeanings };
}

function toCommandData(row: CommandRow): object {
  const argument = { name: 'folder', required: row.folder.startsWith('<'), several: row.folder.endsWith('...') };
  return {
    name: row.name,
    summary: row.summary,
    details: row.details ?? null,
    changes: row.changes,
    arguments: row.folder === '' ? [] : [argument],
    options: [...row.options, ...commonOptions].map((option) => toOptionData(option, row)),
    example: `npx miniapp-deploy ${row.example}`,
  };
}

function toOptionData(option: OptionName, row: CommandRow): object {
  const info = optionTable.get(option);
  return {
    name: option,
    type: info?.type ?? null,
    value: info?.value || null,
    values: info?.values ?? null,
    default: info?.fallback ?? null,
    variable: info?.variable ?? null,
    required: row.required?.includes(option) ?? false,
    repeatable: info?.isRepeatable ?? false,
    about: describeOption(option, row),
  };
}

function describeOption(option: OptionName, row: CommandRow): string {
  return row.about?.[option] ?? optionTable.get(option)?.about ?? '';
}

/** The help of one command, or of them all (null), in at most 80 columns. `version` is that of the documents. */
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
    `Environment:\n${formatRows(environment)}\n${setting}`,
    'Example: miniapp-deploy check app\nSee an app in a browser while you write it: npx miniapps-sandbox dev app\nOptions: miniapp-deploy <command> --help',
  ];
}

function describeCommand(row: CommandRow): readonly string[] {
  const { options, required = [] } = row;
  const toRows = (names: readonly OptionName[]): string => formatRows(names.map((option) => toOptionRow(option, row)));
  const optional = [...options, ...commonOptions].filter((option) => !required.includes(option));
  return [
    `Usage: miniapp-deploy ${row.name} ${row.folder}`.trim().concat(' [options]'),
    wrapText(`${row.summary}. ${row.details ?? ''}`, width).join('\n'),
    ...(required.length === 0 ? [] : [`Required:\n${toRows(required)}`]),
    `Options:\n${toRows(optional)}`,
    ...(options.includes('base-url') ? [`Environment:\n${formatRows(environment.slice(0, 1))}\n${setting}`] : []),
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

function toOptionRow(option: OptionName, row: CommandRow): Rows[number] {
  const { value = '', variable, isRepeatable } = optionTable.get(option) ?? {};
  const from = variable === undefined ? '' : ` (or ${variable})`;
  const again = isRepeatable === true ? '; may be repeated' : '';
  return [`--${option} ${value}`.trim(), describeOption(option, row) + from + again];
}

/** Two columns; the right one is wrapped. */
function formatRows(rows: Rows): string {
  const left = Math.max(...rows.map(([text]) => text.length)) + 4;
  const toLines = (text: string): string => wrapText(text, width - left).join(`\n${' '.repeat(left)}`);
  return rows.map(([text, about]) => `  ${text}`.padEnd(left) + toLines(about)).join('\n');
}
