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
  return { version, commands: (row === null ? commandTable : [row]).map(toCommandData), 'exit-codes': exitCodes };
}

function toCommandData({
  name,
  summary,
  details,
  changes,
  folder,
  options,
  required = [],
  example,
}: CommandRow): object {
  const isSeveral = folder.endsWith('...');
  return {
    ...{ name, summary, details: details ?? null, changes },
    arguments: folder === '' ? [] : [{ name: 'folder', required: folder.startsWith('<'), several: isSeveral }],
    options: [...options, ...commonOptions].map((option) => {
      const {
        type = null,
        value,
        about,
        values,
        fallback,
        variable,
        isRepeatable = false,
      } = optionTable.get(option) ?? {};
      return {
        ...{ name: option, type, value: value || null, values: values ?? null, default: fallback ?? null },
        ...{ variable: variable ?? null, required: required.includes(option), repeatable: isRepeatable, about },
      };
    }),
    example: `miniapp-deploy ${example}`,
  };
}

/** How one command is used, or what it is and all commands (null); at most 80 columns. `version` is that of the documents. */
export function describeUsage(row: CommandRow | null, version: string): string {
  const parts = row === null ? describeCommands(version) : describeCommand(row);
  return [...parts, describeEnd(version)].join('\n\n');
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

function describeCommand({ name, summary, details = '', folder, options, required = [], example }: CommandRow) {
  const optional = [...options, ...commonOptions].filter((option) => !required.includes(option));
  const isOnline = options.includes('base-url');
  return [
    `Usage: miniapp-deploy ${name} ${folder}`.trim().concat(' [options]'),
    wrapText(`${summary}. ${details}`, width).join('\n'),
    ...(required.length === 0 ? [] : [`Required:\n${formatRows(required.map(toRow))}`]),
    `Options:\n${formatRows(optional.map(toRow))}`,
    ...(isOnline ? [`Environment:\n${formatRows(environment.slice(0, 1))}\n${setting}`] : []),
    `Example: miniapp-deploy ${example}`,
  ];
}

const exitCodes = {
  0: 'done',
  1: 'not done, or not verified',
  2: 'wrong use',
  4: 'the key is missing or refused',
  130: 'cancelled',
};

function describeEnd(version: string): string {
  return `Exit codes: 0 done, 1 not done or not verified, 2 wrong use,
            4 the key is missing or refused, 130 cancelled
Help: https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/command.md`;
}

type Rows = readonly (readonly [left: string, right: string])[];

function toRow(option: OptionName): Rows[number] {
  const { value = '', about = '', variable, isRepeatable } = optionTable.get(option) ?? {};
  const from = variable === undefined ? '' : ` (or ${variable})`;
  return [`--${option} ${value}`.trim(), `${about}${from}${isRepeatable === true ? '; may be repeated' : ''}`];
}

/** Two columns; the right one is wrapped. */
function formatRows(rows: Rows): string {
  const left = Math.max(...rows.map(([text]) => text.length)) + 4;
  const toLines = (text: string): string => wrapText(text, width - left).join(`\n${' '.repeat(left)}`);
  return rows.map(([text, about]) => `  ${text}`.padEnd(left) + toLines(about)).join('\n');
}
