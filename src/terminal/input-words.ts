import type { InputName } from '../model/inputs.ts';

/** The words on an input in `action.yml` and on a terminal. The action does not load them when it starts. */
export interface InputWords {
  /** Its heading in the README. */
  readonly group: 'Connection' | 'App' | 'Deploy' | 'Review' | 'Reporting' | 'Other';
  /** When it is required; omitted where it never is. */
  readonly required?: string;
  /** The description in `action.yml`. */
  readonly action: string;
  /** The default in `action.yml` where it is an expression. */
  readonly actionDefault?: string;
  /** The variable that is read on a terminal where the option is not given. */
  readonly variable?: string;
  /** What the value of the option is called; omitted for a flag. */
  readonly value?: string;
  /** The option in the help. */
  readonly option?: string;
  /** Why it is no option. */
  readonly refused?: string;
}

/** The words for each input of the table in `model/inputs.ts`. */
export const inputWords: Readonly<Record<InputName, InputWords>> = {
  command: {
    group: 'App',
    action:
      'Command to run: `deploy` (the folder), `status` (read the app), `submit` (send the draft for review), `create`, `update` (only the fields that differ), `delete`, or `list` (all apps that this key can access).',
    refused: '--command is not an option: the command is the first argument, as in "miniapp-deploy check".',
  },
  'base-url': {
    group: 'Connection',
    required: 'unless the run is offline',
    action:
      'Address of the service, such as `https://apps.example.com`; may include a path. Must be https (http only to a loopback host), without user name, query or fragment.',
    variable: 'MINIAPPS_BASE_URL',
    value: '<url>',
    option: 'Address of the service, such as https://apps.example.com',
  },
  'api-key': {
    group: 'Connection',
    required: 'unless the run is offline',
    action: 'API key of the account that owns the app, from a secret.',
    variable: 'MINIAPPS_API_KEY',
    refused:
      '--api-key is not an option, since arguments are visible to others on this machine and kept in its history. Set MINIAPPS_API_KEY in the environment, or use --key-file.',
  },
  slug: {
    group: 'App',
    required: 'except for `list` and with several folders',
    action:
      'Last part of the address of the app, such as `tide-times`: 3 to 32 lowercase letters, digits and hyphens. With several folders each slug is the name of its folder; a `*`, as in `acme-*`, stands for that name.',
    variable: 'MINIAPPS_SLUG',
    value: '<slug>',
    option: 'Last part of the address of the app, such as tide-times',
  },
  folder: {
    group: 'App',
    required: 'for `deploy`, `create` and `update`',
    action:
      'App folder, relative to the workspace and inside it, such as `app`. For `deploy` also several: one path or pattern of folders per line, such as `apps/*`. With `submit` it is a guard: if the draft differs from the folder, nothing is sent.',
    value: '<path>',
    option: 'App folder, in place of the argument',
  },
  include: {
    group: 'App',
    action:
      'Files to include: minimatch patterns relative to the folder, one per line, such as `assets/**`. A built-in rule (hidden files, `node_modules`, credentials) cannot be overridden.',
    value: '<pattern>',
    option: 'Files to include, such as "assets/**"',
  },
  exclude: {
    group: 'App',
    action:
      'Files to exclude in addition to the built-in rules: patterns as in `include`, such as `**/*.map`. `docs` and `docs/` match the folder and everything in it, `docs*` matches files only, `docs*/` folders only.',
    value: '<pattern>',
    option: 'Files to exclude beside hidden files, node_modules and credentials',
  },
  'max-size': {
    group: 'App',
    action:
      'Limit on the size of the included files, such as `2 MB` or `500 KB`. If they are larger, the offline check fails and names the largest.',
    value: '<size>',
    option: 'Limit on the size of the included files, such as "2 MB"',
  },
  submit: {
    group: 'Review',
    action: '`true` to submit the app for review after the deploy.',
    option: 'Submit the app for review after the deploy',
  },
  'terms-version': {
    group: 'Review',
    required: 'to submit',
    action:
      'Version of the developer terms that you accept for this app, such as `2026-10`. Never guessed: if it is not the current one, the error names that.',
    value: '<version>',
    option: 'Version of the developer terms that you accept; required to submit',
  },
  create: {
    group: 'Deploy',
    action: '`true` to create the app if it does not exist. The folder then needs a name in `service.json`.',
    option: 'Create the app if it does not exist',
  },
  force: {
    group: 'Deploy',
    action: '`true` to deploy even if the draft already has exactly this content. This takes an app out of review.',
    option: 'Deploy even if the draft already has exactly this content',
  },
  'on-in-review': {
    group: 'Deploy',
    action:
      'What `deploy` and `update` do if the app is in review with other content: `fail`, `skip` (green, no changes are made) or `replace` (deploy anyway, which takes it out of review).',
    value: '<what>',
    option: 'If the app is in review with other content: fail (default), skip or replace',
  },
  'on-stale': {
    group: 'Deploy',
    action:
      'What to do if a newer commit exists on the branch: `ignore`, `warn`, `skip` or `fail`. Checked in runs of a branch, not of a tag or a pull request. Requires `permissions: contents: read`.',
    refused: '--on-stale exists only in GitHub Actions: it is about the branch of a run.',
  },
  'dry-run': {
    group: 'Deploy',
    action:
      '`true` to check and plan only: no changes are made. With `api-key` the draft is read and compared; without it the run is offline. The rules of the service itself are checked on a deploy only.',
    option: 'Check and plan only: no changes are made',
  },
  'wait-for-review': {
    group: 'Review',
    action:
      'Minutes to wait for the review result after a submission, or with `status`, from 0 to 7200. A timeout does not fail the step; an app that was rejected or taken out of review does.',
    value: '<minutes>',
    option: 'Wait for the review result, at most so long',
  },
  'timeout-minutes': {
    group: 'Other',
    action: 'Limit for everything except the wait for review, in minutes from 0.01 to 7200.',
    value: '<minutes>',
    option: 'Limit for everything except the wait for review (default 10)',
  },
  confirm: {
    group: 'Other',
    required: 'for `delete`',
    action: 'Must repeat the slug.',
    value: '<slug>',
    option: 'Must repeat the slug',
  },
  diff: {
    group: 'Reporting',
    action:
      '`true` to show line by line, in the job summary, how the texts of the draft and of the folder differ (`deploy` and `update`); in a dry run also in the log. Drafts are private, but the summary and the log of a public repository are not.',
    option: 'Show how the texts of the draft and of the folder differ',
  },
  comment: {
    group: 'Reporting',
    action:
      '`true` to keep one comment per service, slug and folder up to date on the pull request. Requires `permissions: pull-requests: write`.',
    refused: '--comment exists only in GitHub Actions: it is about the comment on a pull request.',
  },
  'page-url': {
    group: 'Reporting',
    action:
      'Address that begins with `https://` where the page of this run can be opened, such as that of an artifact. It is only shown, in the job summary and the comment.',
    refused: '--page-url exists only in GitHub Actions: it is shown in the job summary and the comment.',
  },
  'github-token': {
    group: 'Reporting',
    action: 'Token for `comment` and `on-stale`.',
    actionDefault: '$' + '{{ github.token }}',
    refused: '--github-token exists only in GitHub Actions.',
  },
};
