import type { Kind } from '../src/model/input-kinds.ts';
import { type InputName, inputTable } from '../src/model/inputs.ts';
import { type CommandName, commandTable } from './command-table.ts';

/** What is said of an option, and which commands take it. */
interface OptionWords {
  /** What it is, or for a flag what it does, with names and values in backticks: no full stop. */
  readonly about: string;
  /** What it is for a command for which it means something else. */
  readonly aboutFor?: Partial<Record<CommandName, string>>;
  /** What its value is called; omitted for a flag, and for an input that says it by its name. */
  readonly value?: string;
  /** The commands that take it; none where it exists only in GitHub Actions. */
  readonly commands?: readonly CommandName[];
  /** Those of them that cannot do without it. */
  readonly neededBy?: readonly CommandName[];
}

/**
 * What is said of an input: `about` also begins its description in `action.yml`. The action does
 * not load these words.
 */
interface InputWords extends OptionWords {
  /** Its heading in the README. */
  readonly group: 'Connection' | 'App' | 'Deploy' | 'Review' | 'Reporting' | 'Other';
  /** When a workflow needs it; omitted where it never does. */
  readonly required?: string;
  /** What else its description in `action.yml` says, in full sentences. */
  readonly more?: string;
  /** Its default in `action.yml` where that is an expression. */
  readonly actionDefault?: string;
  /** The variable of the environment that is read on a terminal where the option is not given. */
  readonly variable?: string;
  /** Why it is no option, behind its name. */
  readonly refused?: string;
}

const all = commandTable.map(({ name }) => name);
const readsFolder: readonly CommandName[] = [
  ...(['check', 'plan', 'deploy', 'submit', 'create', 'update', 'page', 'doctor'] as const),
];
const asksOfApp: readonly CommandName[] = [
  'plan',
  'deploy',
  'status',
  'submit',
  'create',
  'update',
  'delete',
];
const asksService: readonly CommandName[] = [...asksOfApp, 'list', 'doctor'];

/** Each input of the table in `model/inputs.ts`, in the order of the help. */
export const inputWords: Readonly<Record<InputName, InputWords>> = {
  command: {
    group: 'App',
    about:
      'Command to run: `deploy` (the folder), `status` (read the app), `submit` (send the draft for review), `create`, `update` (only the fields that differ), `delete`, or `list` (all apps that this key can access)',
    refused: 'is not an option: the command is the first argument, as in "miniapp-deploy check".',
  },
  'api-key': {
    group: 'Connection',
    required: 'unless the run is offline',
    about: 'API key of the account that owns the app, from the dashboard of the service',
    more: 'Pass it from a secret.',
    variable: 'MINIAPPS_API_KEY',
    refused:
      'is not an option, since arguments are visible to others on this machine and kept in its history. Set MINIAPPS_API_KEY in the environment, or use --key-file.',
  },
  folder: {
    group: 'App',
    required: 'for `deploy`, `create` and `update`',
    about: 'App folder, such as `app`',
    more: 'It is relative to the workspace and inside it. For `deploy` also several: one path or pattern of folders per line, such as `apps/*`. With `submit` it is a guard: if the draft differs from the folder, nothing is sent.',
    value: '<path>',
    commands: [...readsFolder, 'arrange', 'init'],
  },
  include: {
    group: 'App',
    about: 'Files to include, such as `assets/**`',
    more: 'Minimatch patterns relative to the folder, one per line. A built-in rule (hidden files, `node_modules`, credentials) cannot be overridden.',
    commands: readsFolder,
  },
  exclude: {
    group: 'App',
    about: 'Files to exclude beside hidden files, `node_modules` and credentials',
    more: 'Patterns as in `include`, such as `**/*.map`. `docs` and `docs/` match the folder and everything in it, `docs*` matches files only, `docs*/` folders only.',
    commands: readsFolder,
  },
  'max-size': {
    group: 'App',
    about: 'Limit on the size of the included files, such as `2 MB`',
    more: 'If they are larger, the offline check fails and names the largest.',
    commands: readsFolder,
  },
  slug: {
    group: 'App',
    required: 'except for `list` and with several folders',
    about: 'Last part of the address of the app, such as `tide-times`',
    more: 'It has 3 to 32 lowercase letters, digits and hyphens. With several folders each slug is the name of its folder; a `*`, as in `acme-*`, stands for that name.',
    variable: 'MINIAPPS_SLUG',
    commands: [...asksOfApp, 'check', 'init'],
    neededBy: asksOfApp,
  },
  create: {
    group: 'Deploy',
    about: 'Create the app if it does not exist',
    more: 'The folder then needs a name in `service.json`.',
    commands: ['check', 'plan', 'deploy'],
    aboutFor: { check: 'Check for what a new app needs, too: a name in `service.json`' },
  },
  force: {
    group: 'Deploy',
    about: 'Deploy even if the draft already has exactly this content',
    more: '`on-in-review` holds for it too.',
    commands: ['plan', 'deploy'],
  },
  'on-in-review': {
    group: 'Deploy',
    about:
      'What to do if the app is in review with other content: `fail`, `skip` (no changes are made) or `replace` (ends that review)',
    more: 'For `deploy` and `update`. A run that skips is green.',
    commands: ['plan', 'deploy', 'update'],
  },
  submit: {
    group: 'Review',
    about: 'Submit the app for review after the deploy',
    commands: ['plan', 'deploy'],
  },
  'terms-version': {
    group: 'Review',
    required: 'to submit',
    about: 'Version of the developer terms that you accept to submit the app, such as `2026-10`',
    more: 'Never guessed: if it is not the current one, the error names that.',
    commands: ['plan', 'deploy', 'submit'],
    neededBy: ['submit'],
  },
  confirm: {
    group: 'Other',
    required: 'for `delete`',
    about: 'Must repeat the slug',
    value: '<slug>',
    commands: ['delete'],
    neededBy: ['delete'],
  },
  diff: {
    group: 'Reporting',
    about: 'Show how the texts of the draft and of the folder differ',
    more: 'Line by line, with `deploy` and `update`: in the job summary, in a dry run also in the log. Drafts are private, but the summary and the log of a public repository are not.',
    commands: ['plan', 'deploy', 'update'],
  },
  'wait-for-review': {
    group: 'Review',
    about: 'Minutes to wait for the review result after a submission, or with `status`',
    more: 'From 0 to 7200. A timeout does not fail the step; an app that was rejected or taken out of review does.',
    commands: ['deploy', 'status', 'submit'],
  },
  'dry-run': {
    group: 'Deploy',
    about: 'Check and plan only: no changes are made',
    more: 'With `api-key` the draft is read and compared; without it the run is offline. The rules of the service itself are checked on a deploy only.',
    commands: ['deploy', 'submit', 'create', 'update', 'delete'],
  },
  'base-url': {
    group: 'Connection',
    required: 'unless the run is offline',
    about: 'Address of the service, such as `https://apps.example.com`',
    more: 'It may include a path. It must be https (http only to a loopback host), without user name, query or fragment.',
    variable: 'MINIAPPS_BASE_URL',
    commands: asksService,
    neededBy: asksService,
  },
  'timeout-minutes': {
    group: 'Other',
    about: 'Limit for everything except the wait for review, in minutes',
    more: 'From 0.01 to 7200.',
    commands: [...asksOfApp, 'list'],
  },
  'on-stale': {
    group: 'Deploy',
    about: 'What to do if a newer commit exists on the branch: `ignore`, `warn`, `skip` or `fail`',
    more: 'Checked in runs of a branch, not of a tag or a pull request. Requires `permissions: contents: read`.',
  },
  comment: {
    group: 'Reporting',
    about: 'Keep one comment per service, slug and folder up to date on the pull request',
    more: 'Requires `permissions: pull-requests: write`.',
  },
  'page-url': {
    group: 'Reporting',
    about:
      'Address that begins with `https://` where the page of this run can be opened, such as that of an artifact',
    more: 'It is only shown, in the job summary and the comment.',
  },
  'github-token': {
    group: 'Reporting',
    about: 'Token for `comment` and `on-stale`',
    actionDefault: '$' + '{{ github.token }}',
  },
};

/** The options that are no inputs. */
const ownWords: Readonly<Record<string, OptionWords>> = {
  'key-file': {
    about: 'Read the API key from a file, in place of `MINIAPPS_API_KEY`; - reads it from stdin',
    value: '<file>',
    commands: asksService,
  },
  gitlab: {
    about: 'Write `.gitlab-ci.yml` in place of the workflow, for GitLab CI',
    commands: ['init'],
  },
  out: {
    about: 'File to write the page to (- for stdout), or folder for the app',
    value: '<path>',
    commands: ['page', 'arrange'],
    neededBy: ['page', 'arrange'],
  },
  junit: {
    about: 'Write the problems to a file as JUnit XML, for Jenkins, Azure and others',
    value: '<file>',
    commands: ['check', 'plan', 'deploy'],
  },
  transcript: {
    about: 'Write all requests and responses to a file, without the key',
    value: '<file>',
    commands: ['doctor'],
  },
  verbose: { about: 'Show each request, file and wait', commands: all },
  quiet: { about: 'Show nothing but problems and the result', commands: all },
  json: { about: 'Print one JSON object on stdout, and everything else on stderr', commands: all },
  help: { about: 'Print this (also -h)', commands: all },
  version: { about: 'Print the version', commands: all },
};

/** An option of the command line. */
export interface Option extends OptionWords {
  /** Without the hyphens. */
  readonly name: string;
  readonly type: Kind<unknown>['type'];
  readonly commands: readonly CommandName[];
  /** What its value is called; empty for a flag. */
  readonly value: string;
  /** The words of an enum. */
  readonly values?: readonly string[];
  readonly fallback?: string;
  readonly variable?: string;
  /** True where it may be repeated; its values then stand one per line. */
  readonly isRepeatable: boolean;
}

/** All options of all commands by their names, in the order of the help. */
export const optionTable: ReadonlyMap<string, Option> = new Map(
  Object.entries<OptionWords>({ ...inputWords, ...ownWords }).flatMap(
    ([name, { commands, ...words }]) =>
      commands === undefined ? [] : [[name, toOption(name, { ...words, commands })]],
  ),
);

function toOption(name: string, words: Pick<Option, 'about' | 'commands'> & OptionWords): Option {
  const input = Object.values(inputTable).find((row) => row.name === name);
  if (input === undefined) {
    const { value = '' } = words;
    return {
      ...words,
      name,
      value,
      type: value === '' ? 'boolean' : 'string',
      isRepeatable: false,
    };
  }
  const { kind, fallback } = input;
  const usual = fallback ? String(fallback) : '';
  return {
    ...words,
    ...kind,
    name,
    value: words.value ?? nameValue(name, kind.type),
    isRepeatable: kind.type === 'list' && name !== 'folder',
    ...(usual && { fallback: usual }),
  };
}

/**
 * What a value is called by its kind, else by the last word of the option: `<url>` of `base-url`.
 */
function nameValue(name: string, type: Option['type']): string {
  const names = { boolean: '', number: '<minutes>', enum: '<what>', list: '<pattern>' };
  return type === 'string' ? `<${name.replace(/^.*-/, '')}>` : names[type];
}

/** The options that a command takes, in the order of the help. */
export function listOptions(command: CommandName): readonly Option[] {
  return [...optionTable.values()].filter(({ commands }) => commands.includes(command));
}

/** Why an input of the action is no option; undefined for an option, and for what is no input. */
export function refuseOption(name: string): string | undefined {
  const [, words] = Object.entries(inputWords).find(([input]) => input === name) ?? [];
  if (words === undefined || words.commands !== undefined) return undefined;
  return `--${name} ${words.refused ?? 'exists only in GitHub Actions.'}`;
}

/**
 * The variables that stand in for options, and for the key, which is none; with the options that
 * they stand in for.
 */
export const variables = Object.entries(inputWords).flatMap(([name, { variable, about }]) =>
  variable === undefined ? [] : [{ input: name, variable, about: toPlain(about) }],
);

/** What an option is for a command, in plain text. */
export function describeOption({ about, aboutFor }: Option, command: CommandName): string {
  return toPlain(aboutFor?.[command] ?? about);
}

/** Words in backticks as they are typed on a terminal. */
function toPlain(text: string): string {
  return text.replaceAll(/`([^`]*)`/g, (_, word: string) =>
    /^[\w:/.-]+$/.test(word) ? word : `"${word}"`,
  );
}
