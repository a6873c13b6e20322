import type { ActionCommand } from './command-request.ts';

/**
 * One command of `miniapp-deploy`: its words, and the command of the action that it runs, unless it
 * has code of its own.
 */
export type CommandRow = CommandInfo & { readonly name: CommandName };

type CommandInfo = CommandWords & (ActionCommand | { readonly runs?: undefined });

interface CommandWords {
  readonly name: string;
  /** One line for the help. */
  readonly summary: string;
  /** The most that it changes, on this machine or of the app. */
  readonly changes: 'none' | 'local' | 'draft' | 'review' | 'deletes';
  /** What else its help says; a paragraph without line breaks. */
  readonly details?: string;
  /** How the folder stands in the usage; empty where it takes none. */
  readonly folder: '' | '<folder>' | '[folder]' | '<folder>...' | '[folder]...';
  /** Arguments that are worth a try, after `miniapp-deploy`. */
  readonly example: string;
}

const severalFolders =
  'Several folders are several apps: omit --slug, and each has the name of its folder, or write --slug "acme-*", in which that name takes the place of the star.';

const rows = [
  {
    name: 'check',
    changes: 'none',
    runs: 'deploy',
    isDryRun: true,
    isOffline: true,
    summary: 'Check app folders offline (the current one if none is named)',
    folder: '[folder]...',
    example: 'check app',
  },
  {
    name: 'plan',
    changes: 'none',
    runs: 'deploy',
    isDryRun: true,
    summary: 'Compare folders with their drafts, and show what deploy would do',
    details: severalFolders,
    folder: '<folder>...',
    example: 'plan app --slug tide-times --diff',
  },
  {
    name: 'deploy',
    changes: 'draft',
    runs: 'deploy',
    summary: 'Deploy folders as the drafts of their apps',
    details: severalFolders,
    folder: '<folder>...',
    example: 'deploy app --slug tide-times --create',
  },
  {
    name: 'status',
    changes: 'none',
    runs: 'status',
    summary: 'Show the state of the app',
    folder: '',
    example: 'status --slug tide-times',
  },
  {
    name: 'submit',
    changes: 'review',
    runs: 'submit',
    summary: 'Submit the draft for review',
    details:
      'With a folder the draft is submitted only if it has exactly the content of that folder.',
    folder: '[folder]',
    example: 'submit app --slug tide-times --terms-version 2026-10',
  },
  {
    name: 'create',
    changes: 'draft',
    runs: 'create',
    summary: 'Create the app',
    folder: '<folder>',
    example: 'create app --slug tide-times',
  },
  {
    name: 'update',
    changes: 'draft',
    runs: 'update',
    summary: 'Update only the fields of the app that differ',
    folder: '<folder>',
    example: 'update app --slug tide-times',
  },
  {
    name: 'delete',
    changes: 'deletes',
    runs: 'delete',
    summary: 'Delete the app',
    folder: '',
    example: 'delete --slug tide-times --confirm tide-times',
  },
  {
    name: 'list',
    changes: 'none',
    runs: 'list',
    summary: 'List all apps that the key can access',
    folder: '',
    example: 'list --json',
  },
  {
    name: 'page',
    changes: 'local',
    summary: 'Make one HTML file of an app, for anybody to open in a browser',
    details:
      'The file holds all that the page loads, and needs neither the service nor a key. The folder is checked as for a deploy. A file that is there is replaced only if it is such a page.',
    folder: '[folder]',
    example: 'page app --out preview.html',
  },
  {
    name: 'arrange',
    changes: 'local',
    summary: 'Make an app folder of what a build wrote',
    details:
      'Everything but service.json, index.html and instructions.md moves below assets/, and what refers to it is written anew. The build is not changed. The result is checked as for a deploy. A folder that is there is replaced only if it is an earlier result.',
    folder: '<folder>',
    example: 'arrange dist --out miniapp',
  },
  {
    name: 'init',
    changes: 'local',
    summary: 'Write a workflow for the project here, and a small app if there is none',
    details:
      'It looks first: an app, a page, a project with a builder such as Vite, or several apps. It asks nothing, overwrites nothing, and says what comes next. To see an app while you write it: npx miniapps-sandbox dev app',
    folder: '[folder]',
    example: 'init app --slug tide-times',
  },
  {
    name: 'doctor',
    changes: 'deletes',
    summary: 'Rehearse with a service: create, deploy, update and delete a test app',
    details:
      'It deploys a small app of its own, or your folder, under a new slug, and deletes it again. With --verbose it also shows what it looks at in the API.',
    folder: '[folder]',
    example: 'doctor --base-url https://apps.example.com',
  },
] as const satisfies readonly CommandInfo[];

export type CommandName = (typeof rows)[number]['name'];

/** The commands in the order of the help. */
export const commandTable: readonly CommandRow[] = rows;

/** The command of this name; undefined where there is none. */
export function findCommand(name: string | undefined): CommandRow | undefined {
  return commandTable.find((row) => row.name === name);
}
