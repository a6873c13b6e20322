import { maxApps } from '../app/app.ts';
import { ActionError, type FailureKind } from '../errors.ts';
import {
  adviseFlag,
  nameCommand,
  nameInput,
  nameInputInText,
  nameRerun,
  perFrontend,
} from '../text/frontend.ts';

/** The reason that a command stops: a rule of the service, or a setting in the workflow. */
export type CommandErrorCode = keyof ReturnType<typeof commandErrors>;

/** Additions to the usual words of a command error. */
interface CommandErrorOptions {
  readonly cause?: unknown;
  /** The file that the error is about, relative to the app folder. */
  readonly path?: string;
  /** The advice to give instead of the usual one. */
  readonly next?: string;
}

/** The error of a command that stops before a change, or after the service refused a change. */
export class CommandError extends ActionError<CommandErrorCode> {
  override readonly name = 'CommandError';

  /** `detail` is the part of the message that differs each time, such as the slug. */
  constructor(code: CommandErrorCode, detail: string, options: CommandErrorOptions = {}) {
    const words: CommandErrorWords = commandErrors()[code];
    super(insertDetail(words.sentence, detail), {
      code,
      kind: words.kind ?? 'failed',
      next: options.next ?? words.next,
      path: options.path ?? null,
      cause: options.cause,
    });
  }
}

function insertDetail(sentence: string, detail: string): string {
  if (sentence.includes('{}')) return sentence.replace('{}', () => detail);
  return `${sentence}: ${detail}`;
}

/** The words of a command error. */
interface CommandErrorWords {
  /**
   * The sentence of the message. The detail replaces `{}` in it; without `{}`, the detail follows
   * it.
   */
  readonly sentence: string;
  readonly next: string;
  /** `rejected` if the app or its content must change before a run can succeed; else `failed`. */
  readonly kind?: FailureKind;
}

const commandErrors = () =>
  ({
    in_review: {
      sentence: 'The app is in review, and a change would take it out of review',
      next: `Wait for the review result, or set ${nameInput('on-in-review')} to skip (leave it in review) or replace (deploy anyway).`,
    },
    unknown_state: {
      sentence: 'The app may be in review, and a change would take it out of review',
      next: `Wait until the app has a documented status, or set ${nameInput('on-in-review')} to skip (leave it as it is) or replace (deploy anyway).`,
    },
    taken_down: {
      sentence: 'The app was taken down and cannot be submitted',
      next: "Read the reviewer's note, and contact the service's support before you submit the app again.",
      kind: 'rejected',
    },
    final_not_approved: {
      sentence: 'The app was not approved, which is final',
      next: 'It stays visible only to you and cannot be submitted again: deploy it under a new slug.',
      kind: 'rejected',
    },
    offline_problems: {
      sentence: 'The folder has problems, and nothing was sent',
      next: `Fix the problems listed and ${nameRerun('re-run')}.`,
      kind: 'rejected',
    },
    too_many_apps: {
      sentence: `The account has reached the limit of ${maxApps} apps`,
      next: `Delete an app that is no longer needed (${nameCommand('list')} shows them), then ${nameRerun('re-run')}.`,
      kind: 'rejected',
    },
    stale: {
      sentence: 'A newer commit exists on the branch',
      next: `If a newer run deploys, there is nothing to do; otherwise run ${perFrontend('the job', 'it')} on the newest commit.`,
    },
    draft_changed: {
      sentence:
        'After the deploy, the draft was changed or could not be read, so it was not sent for review',
      next: `Find out which run or person changed it, then ${nameRerun('re-run')}.`,
      kind: 'unknown',
    },
    app_missing: {
      sentence: 'The app does not exist or belongs to somebody else',
      next: `Check the slug, that the API key belongs to the owner of the app, and the path of ${nameInput('base-url')}; to create the app on its first deploy, ${adviseFlag('create')}.`,
    },
    app_exists: {
      sentence: 'The app exists already',
      next: `Use ${perFrontend('the command deploy or update', 'miniapp-deploy deploy or update')} to change it, or choose another slug.`,
      kind: 'rejected',
    },
    draft_differs: {
      sentence: 'The draft differs from the folder in {}. Nothing was sent.',
      next: `Deploy the folder first, or omit ${nameInputInText('folder')} to submit the draft as it is.`,
    },
    field_unreadable: {
      sentence: 'A file is too large or not text, so it cannot be sent as a field of the app',
      next: `Fix the file, or use ${nameCommand('deploy')}, which sends every file as it is.`,
      kind: 'rejected',
    },
  }) satisfies Readonly<Record<string, CommandErrorWords>>;
