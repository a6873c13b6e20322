import { type CommandRow, commandTable, commonOptions, type OptionName, optionTable } from './arguments.ts';
import { wrapText } from './format.ts';

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

/** What it is, and all commands; at most 80 columns. `version` is that of the documents. */
export function describeCommands(version: string): string {
  const commands = Object.entries(commandTable).map(([name, { summary }]) => [name, summary] as const);
  return [
    `miniapp-deploy ${version}: check, deploy and submit mini apps`,
    'Usage: miniapp-deploy <command> [folder] [options]',
    `Commands:\n${formatRows(commands)}`,
    `Environment:\n${formatRows(environment)}\n${setting}`,
    'Example: miniapp-deploy check app\nSee an app in a browser while you write it: npx miniapps-sandbox dev app\nOptions: miniapp-deploy <command> --help',
    describeEnd(version),
  ].join('\n\n');
}

/** How one command is used; at most 80 columns. */
export function describeCommand(name: string, version: string): string {
  const row = commandTable[name];
  if (row === undefined) return describeCommands(version);
  const { summary, details = '', folder, required = [], example } = row;
  const optional = [...row.options, ...commonOptions].filter((option) => !required.includes(option));
  return [
    `Usage: miniapp-deploy ${name} ${folder}`.trim().concat(' [options]'),
    wrapText(`${summary}. ${details}`, width).join('\n'),
    ...(required.length === 0 ? [] : [`Required:\n${formatRows(required.map(toRow))}`]),
    `Options:\n${formatRows(optional.map(toRow))}`,
    ...(isOnline(row) ? [`Environment:\n${formatRows(environment.slice(0, 1))}\n${setting}`] : []),
    `Example: miniapp-deploy ${example}`,
    describeEnd(version),
  ].join('\n\n');
}

function describeEnd(version: string): string {
  return `Exit codes: 0 done, 1 not done or not verified, 2 wrong use, 130 cancelled
Help: https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs/command.md`;
}

function isOnline({ options }: CommandRow): boolean {
  return options.includes('base-url');
}

type Rows = readonly (readonly [left: string, right: string])[];

function toRow(option: OptionName): Rows[number] {
  const { value, about } = optionTable[option];
  return [`--${option} ${value}`.trim(), about];
}

/** Two columns; the right one is wrapped. */
function formatRows(rows: Rows): string {
  const left = Math.max(...rows.map(([text]) => text.length)) + 4;
  const toLines = (text: string): string => wrapText(text, width - left).join(`\n${' '.repeat(left)}`);
  return rows.map(([text, about]) => `  ${text}`.padEnd(left) + toLines(about)).join('\n');
}
