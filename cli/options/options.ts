import type { InputKind } from '../../src/inputs/input-kinds.ts';
import { type InputName, inputTable } from '../../src/inputs/inputs.ts';
import { type CommandName, commandTable } from './command-table.ts';

/** The words for one option, and the commands that take it. */
interface OptionWords {
  /**
   * Its meaning, or the effect of a flag, without a full stop. Names and values are in backticks.
   */
  readonly about: string;
  /** Replaces `about` for a command for which the option means something else. */
  readonly aboutFor?: Readonly<Partial<Record<CommandName, string>>>;
  /**
   * The placeholder for its value, such as `<path>`. Omitted for a flag, and for an input whose
   * placeholder follows from its name and type.
   */
  readonly value?: string;
  /** The commands that take it. Omitted for an input that exists only in GitHub Actions. */
  readonly commands?: readonly CommandName[];
  /** The commands that cannot do without it. */
  readonly neededBy?: readonly CommandName[];
}

/**
 * The words for one input of the action: `about` is also the first sentence of its description in
 * `action.yml`. The action does not load these words.
 */
interface InputWords extends OptionWords {
  /** The case in which a workflow must set the input; omitted if there is none. */
  readonly required?: string;
  /** The rest of its description in `action.yml`, in full sentences. */
  readonly more?: string;
  /** Its default in `action.yml`, if that is an expression. */
  readonly actionDefault?: string;
  /** The environment variable that the command line reads if the option is not given. */
  readonly variable?: string;
  /** The reason that it is not an option. Completes a sentence that begins with its name. */
  readonly refused?: string;
}

const allCommands = commandTable.map((row) => row.name);
const folderCommands: readonly CommandName[] = [
  'check',
  'plan',
  'deploy',
  'submit',
  'create',
  'update',
  'page',
  'doctor',
];
const appCommands: readonly CommandName[] = [
  'plan',
  'deploy',
  'status',
  'submit',
  'create',
  'update',
  'withdraw',
  'delete',
];
const serviceCommands: readonly CommandName[] = [...appCommands, 'list', 'doctor'];

/** The words for each input of the table in `src/inputs/inputs.ts`, in the order of the help. */
export const inputWords: Readonly<Record<InputName, InputWords>> = {
  command: {
    about:
      'Command to run: `deploy` (the folder), `status` (read the app), `submit` (send the draft for review), `create`, `update` (only the fields that differ), `delete`, `withdraw` (take the app out of review), or `list` (all apps that this key can access)',
    refused: 'is not an option: the command is the first argument, as in "miniapp-deploy check".',
  },
  'api-key': {
    required: 'unless the run is offline',
    about: 'API key of the account that owns the app, from the dashboard of the service',
    more: 'Pass it from a secret.',
    variable: 'MINIAPPS_API_KEY',
    refused:
      'is not an option, since arguments are visible to others on this machine and kept in its history. Set MINIAPPS_API_KEY in the environment, or use --key-file.',
  },
  folder: {
    required: 'for `deploy`, `create` and `update`',
    about: 'App folder, such as `app`',
    more: 'It is relative to the workspace and inside it. For `deploy` also several: one path or pattern of folders per line, such as `apps/*`. With `submit` it is a guard: if the draft differs from the folder, nothing is sent.',
    value: '<path>',
    commands: [...folderCommands, 'arrange', 'init'],
    aboutFor: { arrange: 'Folder that the build writes, such as `dist`' },
  },
  include: {
    about: 'Files to include, such as `assets/**`',
    more: 'Minimatch patterns relative to the folder, one per line. A built-in rule (hidden files, `node_modules`, credentials) cannot be overridden.',
    commands: [...folderCommands, 'arrange'],
    aboutFor: {
      arrange:
        'Files to keep in addition to those that the app needs, such as source maps: `**/*.map`',
    },
  },
  exclude: {
    about: 'Files to exclude in addition to hidden files, `node_modules` and credentials',
    more: 'Patterns as in `include`, such as `**/*.map`. `docs` and `docs/` match the folder and everything in it, `docs*` matches files only, `docs*/` folders only.',
    commands: [...folderCommands, 'arrange'],
    aboutFor: { arrange: 'Files of the build to leave out, such as `drafts`' },
  },
  'max-size': {
    about: 'Limit on the size of the included files, such as `2 MB`',
    more: 'If the files are larger, the offline check fails and names the largest files.',
    commands: folderCommands,
  },
  slug: {
    required: 'except for `list` and with several folders',
    about: 'Last part of the address of the app, such as `tide-times`',
    more: 'It has 3 to 32 lowercase letters, digits and hyphens. With several folders each slug is the name of its folder; a `*`, as in `acme-*`, stands for that name.',
    variable: 'MINIAPPS_SLUG',
    commands: [...appCommands, 'check', 'init', 'arrange'],
    aboutFor: { arrange: 'Slug of the app: a build made for another slug is then an error' },
    neededBy: appCommands,
  },
  create: {
    about: 'Create the app if it does not exist',
    more: 'The folder then needs a name in `service.json`.',
    commands: ['check', 'plan', 'deploy'],
    aboutFor: { check: 'Also check what a new app needs: a name in `service.json`' },
  },
  force: {
    about: 'Deploy even if the draft already has exactly this content',
    more: '`on-in-review` still applies.',
    commands: ['plan', 'deploy'],
  },
  'on-in-review': {
    about:
      'What to do if the app is in review with other content: `fail`, `skip` (no changes are made) or `replace` (ends that review)',
    more: 'For `deploy` and `update`. A run that skips is green.',
    commands: ['plan', 'deploy', 'update'],
  },
  submit: {
    about: 'Submit the app for review after the deploy',
    commands: ['plan', 'deploy'],
  },
  'terms-version': {
    required: 'to submit',
    about: 'Version of the developer terms that you accept to submit the app, such as `2026-10`',
    more: 'It is never guessed: if it is not the current version, the error names the current one.',
    commands: ['plan', 'deploy', 'submit'],
    neededBy: ['submit'],
  },
  confirm: {
    required: 'for `delete` and `withdraw`',
    about: 'Must repeat the slug',
    value: '<slug>',
    commands: ['withdraw', 'delete'],
    neededBy: ['withdraw', 'delete'],
  },
  diff: {
    about: 'Show how the texts of the draft and of the folder differ',
    more: 'Line by line, with `deploy` and `update`: in the job summary, in a dry run also in the log. Drafts are private, but the summary and the log of a public repository are not.',
    commands: ['plan', 'deploy', 'update'],
  },
  'wait-for-review': {
    about: 'Minutes to wait for the review result after a submission, or with `status`',
    more: 'From 0 to 7200. A timeout does not fail the step; an app that is rejected or taken out of review does.',
    commands: ['deploy', 'status', 'submit'],
  },
  'dry-run': {
    about: 'Check and plan only: no changes are made',
    more: 'With `api-key` the draft is read and compared; without it the run is offline. The rules of the service itself are checked on a deploy only.',
    aboutFor: { init: 'Print what would be written, and write nothing' },
    commands: ['deploy', 'submit', 'create', 'update', 'withdraw', 'delete', 'init'],
  },
  'base-url': {
    required: 'unless the run is offline',
    about: 'Address of the service, such as `https://apps.example.com`',
    more: 'It may include a path. It must be https (http only to a loopback host), without user name, query or fragment.',
    variable: 'MINIAPPS_BASE_URL',
    commands: serviceCommands,
    neededBy: serviceCommands,
  },
  'timeout-minutes': {
    about: 'Time limit for the run except the wait for review, in minutes',
    more: 'From 0.01 to 7200.',
    commands: [...appCommands, 'list'],
  },
  'on-stale': {
    about: 'What to do if a newer commit exists on the branch: `ignore`, `warn`, `skip` or `fail`',
    more: 'Checked in runs of a branch, not of a tag or a pull request. `skip` deploys with a warning if GitHub starts no run for the newest commit, as with `[skip ci]`; filters of the workflow are not known. The job needs `permissions: { contents: read }`.',
  },
  comment: {
    about: 'Keep one comment per service and app up to date on the pull request',
    more: 'The job needs `permissions: { contents: read, pull-requests: write }`; the first is for the checkout.',
  },
  'page-url': {
    about: '`https://` link to a preview of this run, such as an artifact URL',
    more: 'Further lines are links to images of the preview; two of them are shown as phone and desktop. The links are only shown, in the job summary and the comment.',
  },
  manifest: {
    about: 'File to write what was deployed or submitted to, such as `manifest.txt`',
    more: 'With `deploy`, and with `submit` and a folder, after a success. It has the text whose SHA-256 is `content-hash`, then slug, status, terms version and times.',
    value: '<file>',
    commands: ['deploy', 'submit'],
  },
  'github-token': {
    about: 'Token for `comment` and `on-stale`',
    actionDefault: '$' + '{{ github.token }}',
  },
};

/** The words for the options that only the command line has. */
const commandLineWords: Readonly<Record<string, OptionWords>> = {
  'key-file': {
    about: 'Read the API key from a file instead of `MINIAPPS_API_KEY`; - reads it from stdin',
    value: '<file>',
    commands: serviceCommands,
  },
  gitlab: {
    about: 'Write `.gitlab-ci.yml` for GitLab CI instead of a workflow',
    commands: ['init'],
  },
  out: {
    about: 'File or folder to write to',
    aboutFor: {
      arrange: 'Folder to write the app to: a new one, or one that arrange wrote earlier',
      page: 'File to write the page to (- for stdout)',
    },
    value: '<path>',
    commands: ['page', 'arrange'],
    neededBy: ['page', 'arrange'],
  },
  'no-net': {
    about: 'Leave out the script that redirects requests for moved files at run time',
    commands: ['arrange'],
  },
  issues: {
    about: "Leave out what the issues in this JSON of GitHub's API have already told",
    value: '<file>',
    commands: ['news'],
  },
  junit: {
    about: 'Write the problems to a file as JUnit XML, for Jenkins, Azure and others',
    value: '<file>',
    commands: ['check', 'plan', 'deploy'],
  },
  open: {
    about: 'Open the draft in the browser after the deploy',
    commands: ['deploy'],
  },
  transcript: {
    about: 'Write all requests and responses to a file, without the key',
    value: '<file>',
    commands: ['doctor'],
  },
  verbose: { about: 'Show every request, file and wait', commands: allCommands },
  quiet: { about: 'Show only problems and the result', commands: allCommands },
  json: {
    about: 'Print one JSON object on stdout, and everything else on stderr',
    commands: allCommands,
  },
  help: { about: 'Print this help (also -h)', commands: allCommands },
  version: { about: 'Print the version', commands: allCommands },
};

/** An option of the command line. */
export interface Option {
  /** The name without the hyphens. */
  readonly name: string;
  readonly type: InputKind<unknown>['type'];
  readonly about: string;
  readonly aboutFor: Readonly<Partial<Record<CommandName, string>>>;
  /** The placeholder for its value; empty for a flag. */
  readonly value: string;
  /** The allowed words of an enum; null if the type is not an enum. */
  readonly values: readonly string[] | null;
  /** Its default; null if it has none. */
  readonly fallback: string | null;
  /** The environment variable that stands in for it; null if there is none. */
  readonly variable: string | null;
  readonly commands: readonly CommandName[];
  readonly neededBy: readonly CommandName[];
  /** True if it may be repeated; its values then stand one per line. */
  readonly isRepeatable: boolean;
}

/** All options of all commands by their names, in the order of the help. */
export const optionTable: ReadonlyMap<string, Option> = makeOptionTable();

function makeOptionTable(): ReadonlyMap<string, Option> {
  const options = new Map<string, Option>();
  for (const input of listInputs()) {
    const words = inputWords[input.name];
    if (words.commands !== undefined) options.set(input.name, makeInputOption(input, words));
  }
  for (const [name, words] of Object.entries(commandLineWords)) {
    options.set(name, makeOwnOption(name, words));
  }
  return options;
}

type InputRow = (typeof inputTable)[keyof typeof inputTable];

/** Returns the inputs in the order of `inputWords`. */
function listInputs(): readonly InputRow[] {
  const order = Object.keys(inputWords);
  const rows = Object.values(inputTable);
  return rows.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

function makeInputOption(input: InputRow, words: InputWords): Option {
  const { name, kind, fallback } = input;
  return {
    name,
    type: kind.type,
    about: words.about,
    aboutFor: words.aboutFor ?? {},
    value: words.value ?? namePlaceholder(name, kind.type),
    values: kind.values ?? null,
    fallback: fallback ? String(fallback) : null,
    variable: words.variable ?? null,
    commands: words.commands ?? [],
    neededBy: words.neededBy ?? [],
    isRepeatable: kind.type === 'list' && name !== 'folder',
  };
}

/** Makes an option that only the command line has; without a value it is a flag. */
function makeOwnOption(name: string, words: OptionWords): Option {
  const value = words.value ?? '';
  return {
    name,
    type: value === '' ? 'boolean' : 'string',
    about: words.about,
    aboutFor: words.aboutFor ?? {},
    value,
    values: null,
    fallback: null,
    variable: null,
    commands: words.commands ?? [],
    neededBy: words.neededBy ?? [],
    isRepeatable: false,
  };
}

/**
 * Returns the placeholder for a type; for a text, the last word of the name: `<url>` for
 * `base-url`.
 */
function namePlaceholder(name: string, type: Option['type']): string {
  switch (type) {
    case 'boolean':
      return '';
    case 'number':
      return '<minutes>';
    case 'enum':
      return '<what>';
    case 'list':
      return '<pattern>';
    case 'string':
      return `<${name.replace(/^.*-/, '')}>`;
  }
}

/** Returns the options that a command takes, in the order of the help. */
export function listOptions(command: CommandName): readonly Option[] {
  return [...optionTable.values()].filter((option) => option.commands.includes(command));
}

/** True if the command takes an option of this name. */
export function takesOption(command: CommandName, name: string): boolean {
  return optionTable.get(name)?.commands.includes(command) ?? false;
}

/** True if the command cannot do without the option of this name. */
export function needsOption(command: CommandName, name: string): boolean {
  return optionTable.get(name)?.neededBy.includes(command) ?? false;
}

/**
 * Returns the reason that an input of the action is not an option; null for an option, and for a
 * name that is not an input.
 */
export function refuseOption(name: string): string | null {
  const words = Object.hasOwn(inputWords, name) ? inputWords[name as InputName] : undefined;
  if (words === undefined || words.commands !== undefined) return null;
  return `--${name} ${words.refused ?? 'exists only in GitHub Actions.'}`;
}

/** An environment variable, and the input that it stands for. */
interface Variable {
  readonly variable: string;
  readonly input: string;
  readonly about: string;
}

/**
 * The environment variables that stand for options, and the variable of the key, which has no
 * option.
 */
export const variables: readonly Variable[] = listVariables();

function listVariables(): readonly Variable[] {
  const found: Variable[] = [];
  for (const [input, words] of Object.entries(inputWords)) {
    const { variable, about } = words;
    if (variable !== undefined) found.push({ variable, input, about: toPlainText(about) });
  }
  return found;
}

/** Returns the meaning of an option for a command, as plain text. */
export function describeOption(option: Option, command: CommandName): string {
  return toPlainText(option.aboutFor[command] ?? option.about);
}

/**
 * Removes the backticks around names and values. Values that a shell would expand get double quotes
 * instead.
 */
function toPlainText(text: string): string {
  return text.replaceAll(/`([^`]*)`/g, (_, word: string) =>
    /^[\w:/.-]+$/.test(word) ? word : `"${word}"`,
  );
}
