import type { Command } from '../../src/inputs/inputs.ts';

/** The commands of `miniapp-deploy`. */
export type CommandName =
  | 'init'
  | 'check'
  | 'doctor'
  | 'plan'
  | 'deploy'
  | 'submit'
  | 'status'
  | 'create'
  | 'update'
  | 'withdraw'
  | 'delete'
  | 'list'
  | 'news'
  | 'arrange'
  | 'page';

export interface ActionCommand {
  /** The action's command that it runs. */
  readonly runs: Command;
  /** True if it is always a dry run. */
  readonly isDryRun: boolean;
  /** True if it never calls the service, so that it needs neither a key nor an address. */
  readonly isOffline: boolean;
}

/** One command: its words for the help, and what it runs. */
export interface CommandRow {
  readonly name: CommandName;
  /** Its heading in the help. */
  readonly group: 'Start' | 'Deploy' | 'Manage' | 'Build';
  /** One line for the help. */
  readonly summary: string;
  /** More for its own help: one paragraph without line breaks; empty if there is nothing to add. */
  readonly details: string;
  /**
   * The greatest change that the command can make: none, to local files, to the draft, to a review,
   * or the deletion of an app.
   */
  readonly changes: 'none' | 'local' | 'draft' | 'review' | 'deletes';
  /** The folder argument as the usage shows it; empty if the command takes no folder. */
  readonly folder: '' | '<folder>' | '[folder]' | '<folder>...' | '[folder]...' | '<report>...';
  /** An example call, without `miniapp-deploy` in front. */
  readonly example: string;
  /**
   * The part of the action that it runs; null if it has its own code (`runCommand` in
   * command-line.ts).
   */
  readonly action: ActionCommand | null;
}

const severalFolders =
  'With several folders, each one is an app: leave out --slug to name every app after its folder, or pass --slug "acme-*", in which the star stands for the folder\'s name.';

/** All commands, in the order of the help. */
export const commandTable: readonly CommandRow[] = [
  {
    name: 'init',
    group: 'Start',
    summary: 'Write a workflow for this project, and a sample app if there is none',
    details:
      'Init first finds out what the project is: an app, a page, a build such as a Vite project, or several apps. It never prompts and never overwrites a file, and prints the next steps.',
    changes: 'local',
    folder: '[folder]',
    example: 'init app --slug tide-times',
    action: null,
  },
  {
    name: 'check',
    group: 'Start',
    summary: 'Check app folders offline (default: the current folder)',
    details: '',
    changes: 'none',
    folder: '[folder]...',
    example: 'check app',
    action: { runs: 'deploy', isDryRun: true, isOffline: true },
  },
  {
    name: 'doctor',
    group: 'Start',
    summary: 'Test a service: create, deploy, update and delete a test app',
    details:
      'Doctor deploys a small sample app, or your folder, under a new slug, and deletes that app afterwards. With --verbose, the output also lists the API behavior that was checked.',
    changes: 'deletes',
    folder: '[folder]',
    example: 'doctor --base-url https://apps.example.com',
    action: null,
  },
  {
    name: 'plan',
    group: 'Deploy',
    summary: 'Compare folders with their drafts, and show what deploy would do',
    details: severalFolders,
    changes: 'none',
    folder: '<folder>...',
    example: 'plan app --slug tide-times --diff',
    action: { runs: 'deploy', isDryRun: true, isOffline: false },
  },
  {
    name: 'deploy',
    group: 'Deploy',
    summary: 'Deploy folders as the drafts of their apps',
    details: severalFolders,
    changes: 'draft',
    folder: '<folder>...',
    example: 'deploy app --slug tide-times --create',
    action: { runs: 'deploy', isDryRun: false, isOffline: false },
  },
  {
    name: 'submit',
    group: 'Deploy',
    summary: 'Submit the draft for review',
    details:
      'If a folder is given, the draft is submitted only if the draft and the folder have exactly the same content.',
    changes: 'review',
    folder: '[folder]',
    example: 'submit app --slug tide-times --terms-version 2026-10',
    action: { runs: 'submit', isDryRun: false, isOffline: false },
  },
  {
    name: 'status',
    group: 'Deploy',
    summary: "Show the app's status and review note",
    details: '',
    changes: 'none',
    folder: '',
    example: 'status --slug tide-times',
    action: { runs: 'status', isDryRun: false, isOffline: false },
  },
  {
    name: 'create',
    group: 'Manage',
    summary: 'Create the app',
    details: '',
    changes: 'draft',
    folder: '<folder>',
    example: 'create app --slug tide-times',
    action: { runs: 'create', isDryRun: false, isOffline: false },
  },
  {
    name: 'update',
    group: 'Manage',
    summary: 'Update only the fields that have changed',
    details: '',
    changes: 'draft',
    folder: '<folder>',
    example: 'update app --slug tide-times',
    action: { runs: 'update', isDryRun: false, isOffline: false },
  },
  {
    name: 'withdraw',
    group: 'Manage',
    summary: 'Take the app out of review',
    details: 'The draft stays as it is, and can be changed and submitted again.',
    changes: 'review',
    folder: '',
    example: 'withdraw --slug tide-times --confirm tide-times',
    action: { runs: 'withdraw', isDryRun: false, isOffline: false },
  },
  {
    name: 'delete',
    group: 'Manage',
    summary: 'Delete the app',
    details: '',
    changes: 'deletes',
    folder: '',
    example: 'delete --slug tide-times --confirm tide-times',
    action: { runs: 'delete', isDryRun: false, isOffline: false },
  },
  {
    name: 'list',
    group: 'Manage',
    summary: 'List all apps that the key can access',
    details: '',
    changes: 'none',
    folder: '',
    example: 'list --json',
    action: { runs: 'list', isDryRun: false, isOffline: false },
  },
  {
    name: 'news',
    group: 'Manage',
    summary: 'Show what is new in reports of list, plan and doctor',
    details:
      'The reports are files with the JSON that these commands print with --json. News are reviews that began or ended, apps that are not their last release, and a service that answers differently. With --json it says for each app which issue of the repository to write.',
    changes: 'none',
    folder: '<report>...',
    example: 'news list.json --issues issues.json --json',
    action: null,
  },
  {
    name: 'arrange',
    group: 'Build',
    summary: "Turn a build's output into an app folder",
    details:
      'Everything except service.json, index.html and instructions.md moves below assets/, and the references to it are rewritten. The build itself is not changed. The result is checked as for a deploy. An existing folder is replaced only if an earlier arrange wrote it.',
    changes: 'local',
    folder: '<folder>',
    example: 'arrange dist --out miniapp',
    action: null,
  },
  {
    name: 'page',
    group: 'Build',
    summary: 'Bundle an app into one HTML file that anyone can open in a browser',
    details:
      'The file holds everything that the page loads, and needs neither the service nor a key. The folder is checked as for a deploy. An existing file is replaced only if an earlier run of page wrote it.',
    changes: 'local',
    folder: '[folder]',
    example: 'page app --out preview.html',
    action: null,
  },
];

/** Returns the command of this name; undefined if there is none. */
export function findCommand(name: string | undefined): CommandRow | undefined {
  return commandTable.find((row) => row.name === name);
}
