import { maxApps } from './app/app.ts';
import {
  adviseFlag,
  nameCommand,
  nameInput,
  nameInputInText,
  nameRerun,
  perFrontend,
} from './text/frontend.ts';

/** The values of the `outcome` output for a run that ends with an error. */
type FailureKind = 'rejected' | 'failed' | 'unknown';

/**
 * A description of the reason that a run failed. Its texts may come from outside the action, so
 * they are not safe to print.
 */
export interface Failure {
  readonly kind: FailureKind;
  /** Such as `terms_required`; docs/troubleshooting.md explains it. */
  readonly code: string;
  /** Describes what was tried, where, and the response. */
  readonly message: string;
  /** Advice in full sentences. */
  readonly next: string;
  /**
   * The path of the file with the fault, relative to the app folder, with `/`; null without one.
   */
  readonly path: string | null;
  /** The code of the ActionError that caused this failure, such as `unauthorized`. */
  readonly causeCode?: string;
  /** The headline, if the code's words in the table are not enough. */
  readonly headline?: string;
  /** The stack of an unexpected error, for a bug report. */
  readonly stack?: string;
}

interface ErrorWords {
  /**
   * What happened, without a full stop. A detail replaces `{}` in it; without `{}`, the detail
   * follows after a colon. Absent, like the advice, for a folder or a file: there the detail is the
   * whole message.
   */
  readonly message?: string;
  /** Advice in full sentences. */
  readonly next?: string;
  /** The reason in a few words, to follow `tides was not deployed:`. */
  readonly short: string;
  /** `rejected` if the app or its content must change before a run can succeed; else `failed`. */
  readonly kind?: FailureKind;
  /** True if another attempt at the same request cannot help. */
  readonly isFinal?: true;
}

/** Only the owner can accept the terms, so the advice never offers to do that in a workflow. */
export const ownTerms = 'Only the owner of the account can accept the terms, after reading them.';

/** Returns the advice for a failure that may be temporary. */
export function adviseLater(): string {
  return `${nameRerun('Re-run the job')}; if it persists, contact the service's support.`;
}

/** Returns the advice to set the input `terms-version`, quoted if YAML would read a number. */
export function adviseTerms(version: string): string {
  const isNumber = version.trim() !== '' && Number.isFinite(Number(version));
  const value = isNumber ? `"${version}"` : version;
  return perFrontend(`set terms-version: ${value}`, `add --terms-version ${version}`);
}

/** Returns the advice to fix something in the folder: a re-run would take the same commit. */
export function adviseFix(what: string): string {
  return `${what} ${perFrontend('and push', 'and run it again')}.`;
}

function adviseStatus(): string {
  return `Check the status of the app in the dashboard, or run ${nameCommand('status')}.`;
}

/** All error codes of a run, and their words. scripts/explanations.ts says more about each. */
const errorTable = () =>
  ({
    // The end of the run.
    cancelled: {
      message: 'The run was cancelled',
      next: `${nameRerun('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`,
      short: 'the run was cancelled',
      isFinal: true,
    },
    deadline: {
      message: `The run took longer than ${nameInput('timeout-minutes')}`,
      next: `Set ${nameInput('timeout-minutes')} to a higher value, or find out ${perFrontend('in the log ', '')}what takes so long.`,
      short: `timed out (${nameInput('timeout-minutes')})`,
      isFinal: true,
    },
    bug: {
      message: `Unexpected error${perFrontend(' in the action', '')}`,
      next: `Please report it${perFrontend(' in the repository of this action', '')}, with the lines below.`,
      short: 'unexpected error',
    },

    // The plan of a command.
    in_review: {
      message: 'The app is in review, and a change would take it out of review',
      next: `Wait for the review result, or set ${nameInput('on-in-review')} to skip (leave it in review) or replace (deploy anyway).`,
      short: 'it is in review with other content',
    },
    unknown_state: {
      message: 'The app may be in review, and a change would take it out of review',
      next: `Wait until the app has a documented status, or set ${nameInput('on-in-review')} to skip (leave it as it is) or replace (deploy anyway).`,
      short: 'the service shows an unknown status',
    },
    taken_down: {
      message: 'The app was taken down and cannot be submitted',
      next: "Read the reviewer's note if there is one, and contact the service's support.",
      short: 'the platform took it down',
      kind: 'rejected',
    },
    final_not_approved: {
      message: 'The app was not approved, which is final',
      next: 'Deploy a corrected app under a new slug.',
      short: 'it was rejected for good',
      kind: 'rejected',
    },
    offline_problems: {
      message: 'The folder has problems, and nothing was sent',
      next: adviseFix('Fix the problems listed above'),
      short: 'the folder has problems',
      kind: 'rejected',
    },
    too_many_apps: {
      message: `The account has reached the limit of ${maxApps} apps`,
      next: `Delete an app that is no longer needed (${nameCommand('list')} shows them), then ${nameRerun('re-run')}.`,
      short: `the account has ${maxApps} apps already`,
      kind: 'rejected',
    },
    stale: {
      message: 'A newer commit exists on the branch',
      next: `If a newer run deploys, there is nothing to do; otherwise run ${perFrontend('the job', 'it')} on the newest commit.`,
      short: 'the branch has a newer commit',
    },
    app_missing: {
      message: 'The app does not exist or belongs to somebody else',
      next: `Correct the slug or ${nameInput('base-url')}, use the API key of the account that owns the app, or ${adviseFlag('create')} to create the app.`,
      short: 'there is no such app',
    },
    app_exists: {
      message: 'The app exists already',
      next: `Use ${perFrontend('the command deploy or update', 'miniapp-deploy deploy or update')} to change it, or choose another slug.`,
      short: 'the slug is taken by an app of yours',
      kind: 'rejected',
    },
    draft_differs: {
      message: 'The draft differs from the folder in {}. Nothing was sent.',
      next: `Deploy the folder first, or omit ${nameInputInText('folder')} to submit the draft as it is.`,
      short: 'the draft is not what the folder has',
    },
    field_unreadable: {
      message: 'A file is too large or not text, so it cannot be sent as a field of the app',
      next: `Fix the file, or use ${nameCommand('deploy')}, which sends every file as it is.`,
      short: 'a file is not text',
      kind: 'rejected',
    },
    unverified: {
      message: 'The {}',
      next: `${nameRerun('Re-run the job')}: it reads the app first, and sends nothing if the change has arrived.`,
      short: 'the result could not be verified',
      kind: 'unknown',
    },

    // Responses of the service. Some codes are not in the error table of its document.
    field_rejected: {
      message: 'The service rejected a field',
      next: adviseFix('Correct the field that the message names'),
      short: 'the service rejected a field',
    },
    terms_required: {
      message: 'The current developer terms must be accepted',
      next: `${ownTerms} Then set ${nameInput('terms-version')} to the version that the service names.`,
      short: 'the current terms must be accepted',
    },
    unauthorized: {
      message: 'The service refused the API key',
      next: `Check in the developer dashboard that the key still exists. Then ${perFrontend('store it, or a new one, in the secret that api-key is read from', 'set MINIAPPS_API_KEY to it, or to a new one')}.`,
      short: 'the API key was refused',
    },
    forbidden: {
      message: 'The service does not allow this',
      next: 'Check the API key in the developer dashboard, and that it belongs to the owner of the app.',
      short: 'the key may not change this app',
    },
    not_found: {
      message: 'The app does not exist or belongs to somebody else',
      next: 'Check the slug, and that the API key belongs to the owner of the app.',
      short: 'there is no such app',
    },
    not_the_service: {
      message: 'The response does not come from the service',
      next: `Check ${nameInput('base-url')}, including its path, and any gateway or proxy in front of the service.`,
      short: `${nameInput('base-url')} is not the service`,
    },
    address_taken: {
      message: 'The address is taken',
      next: 'Choose another slug; if it belongs to another account of yours, use the API key of that account.',
      short: 'the slug is taken',
    },
    conflict: {
      message: 'The state of the app does not allow this',
      next: adviseStatus(),
      short: 'the service refused it',
    },
    not_approved: {
      message: 'The app was not approved, which is final',
      next: 'Deploy a corrected app under a new slug.',
      short: 'it was rejected for good',
    },
    too_large: {
      message: 'The request is too large for the service',
      next: `Make the assets smaller, or exclude some with ${nameInputInText('exclude')}.`,
      short: 'the folder is too large for the service',
    },
    folder_rejected: {
      message: 'The folder breaks the rules of the service',
      next: adviseFix('Fix the problems listed above'),
      short: 'the service refused the folder',
    },
    too_many_changes: {
      message: 'Too many changes in a short time',
      next: `${nameRerun('Re-run')} in a minute, and run fewer deploys at once${perFrontend(' (max-parallel in a matrix)', '')}.`,
      short: 'the limit of changes per minute is reached',
    },
    redirected: {
      message: 'The service responded with a redirect, which is never followed',
      next: `Set ${nameInput('base-url')} to the current address of the service.`,
      short: 'the service has moved',
    },
    refused: {
      message: 'The service refused the request',
      next: `See the service's message, and check ${nameInput('base-url')}.`,
      short: 'the service refused it',
    },
    service_error: {
      message: 'The service failed',
      next: `${nameRerun('Re-run the job')} later; if it persists, contact the service's support.`,
      short: 'the service is failing',
    },

    // Requests without a usable response. Their messages follow `METHOD path: `.
    attempt_timeout: {
      message: 'the request timed out',
      next: adviseLater(),
      short: 'the service did not respond in time',
    },
    connection_refused: {
      message: 'connection refused',
      next: `Check the port of ${nameInput('base-url')}, and that the service is running.`,
      short: 'the service refused the connection',
    },
    nothing_listens: {
      message: 'nothing listens at this port of this machine',
      next: `Start the service there (a sandbox: npx miniapp-sandbox), or check the port of ${nameInput('base-url')}.`,
      short: 'nothing runs at this address',
      isFinal: true,
    },
    host_not_found: {
      message: 'host name not found',
      next: `Check the host name in ${nameInput('base-url')}, and the DNS settings of this machine.`,
      short: `no such host in ${nameInput('base-url')}`,
    },
    connection_failed: {
      message: 'cannot connect',
      next: `Check ${nameInput('base-url')}, and that no firewall blocks the connection.`,
      short: 'the service cannot be reached',
    },
    connection_lost: {
      message: 'the connection was lost',
      next: adviseLater(),
      short: 'the connection was lost',
    },
    tls: {
      message: 'no secure connection',
      next: `Check that ${nameInput('base-url')} names the right host and port and that its certificate is valid; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
      short: 'the certificate is not valid',
      isFinal: true,
    },
    proxy: {
      message: 'the proxy failed',
      next: 'Check HTTPS_PROXY and NO_PROXY, and that the proxy is running.',
      short: 'the proxy does not work',
    },
    proxy_refused: {
      message: 'the proxy in the environment cannot be used',
      next: 'Set HTTPS_PROXY to http://host:port or https://host:port, with special characters of a user name or password percent-encoded, or unset it and ALL_PROXY.',
      short: 'the proxy does not work',
      isFinal: true,
    },
    response_unreadable: {
      message: 'the response cannot be read',
      next: `Check that ${nameInput('base-url')} is the address of the service itself.`,
      short: 'the response is not from the service',
    },
    response_too_large: {
      message: 'the response is too large',
      next: "Contact the service's support.",
      short: 'the response is too large',
      isFinal: true,
    },
    dry_run: {
      message: 'a dry run sends no changes',
      next: `This is a bug${perFrontend(' in the action', '')}: please report it.`,
      short: 'a dry run sends no changes',
      isFinal: true,
    },

    // The folder. These errors bring their own message and advice, since both name files.
    folder_missing: { short: 'the folder does not exist' },
    folder_not_a_folder: { short: 'the folder is a file' },
    folder_outside_workspace: { short: 'the folder is outside' },
    folder_not_allowed: { short: 'the folder must not be deployed' },
    folder_unreadable: { short: 'the folder cannot be read' },
    folder_empty: { short: 'the folder is empty' },
    folder_too_large: { short: 'the folder has too many files' },
    file_unreadable: { short: 'a file cannot be read' },
    name_not_utf8: { short: 'a file name is not valid' },
    name_not_allowed: { short: 'a file name is not valid' },
    pattern_invalid: { short: 'a pattern is not valid' },
  }) as const satisfies Readonly<Record<string, ErrorWords>>;

export type ErrorCode = keyof ReturnType<typeof errorTable>;

/** Returns the words for a code; null if it has none, such as a code of the command line. */
export function findErrorWords(code: string): ErrorWords | null {
  const table: Readonly<Record<string, ErrorWords>> = errorTable();
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}

export function getErrorWords(code: ErrorCode): Required<Pick<ErrorWords, 'message' | 'next'>> {
  const words: ErrorWords = errorTable()[code];
  return { message: words.message ?? '', next: words.next ?? '' };
}

/** The details of an ActionError. They have the same meaning as in Failure. */
export interface ErrorDetails<Code extends string> {
  readonly code: Code;
  readonly next: string;
  /** `failed` by default. */
  readonly kind?: FailureKind;
  /** By default null. */
  readonly path?: string | null;
  readonly headline?: string;
  readonly cause?: unknown;
}

/**
 * An error with which the action expects that a run may end. The message describes what was tried,
 * where, and the response. It may contain text from outside the action.
 */
export class ActionError<Code extends string = string> extends Error {
  override readonly name: string = 'ActionError';
  readonly code: Code;
  readonly next: string;
  readonly kind: FailureKind;
  readonly path: string | null;
  readonly headline: string | null;

  constructor(message: string, details: ErrorDetails<Code>) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.next = details.next;
    this.kind = details.kind ?? 'failed';
    this.path = details.path ?? null;
    this.headline = details.headline ?? null;
  }
}

/**
 * Makes an error with the words of the table. `detail` is the part of the message that differs each
 * time, such as the slug, or all of it if the table has no message; `options` replaces the usual
 * advice, or adds a file or a cause.
 */
export function makeError(
  code: ErrorCode,
  detail: string,
  options: Partial<Pick<ErrorDetails<string>, 'next' | 'path' | 'cause'>> = {},
): ActionError<ErrorCode> {
  const words: ErrorWords = errorTable()[code];
  return new ActionError(insertDetail(words.message ?? '{}', detail), {
    code,
    kind: words.kind ?? 'failed',
    next: options.next ?? words.next ?? '',
    path: options.path ?? null,
    cause: options.cause,
  });
}

function insertDetail(message: string, detail: string): string {
  if (message.includes('{}')) return message.replace('{}', () => detail);
  return `${message}: ${detail}`;
}

/** The error of a run that must stop now. A run's signal is aborted with such an error. */
export class RunEndedError extends ActionError<'cancelled' | 'deadline'> {
  override readonly name = 'RunEndedError';
}

export function endByCancel(): RunEndedError {
  const { message, next } = getErrorWords('cancelled');
  return new RunEndedError(message, { code: 'cancelled', next });
}

export function endByDeadline(minutes: number): RunEndedError {
  const { message, next } = getErrorWords('deadline');
  return new RunEndedError(`${message}: ${minutes}`, { code: 'deadline', next });
}

/** Describes a thrown value. The description has the stack only if the error was unexpected. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ActionError) {
    const { kind, code, message, next, path, headline, cause } = error;
    const words: Failure = { kind, code, message, next, path };
    const failure = headline === null ? words : { ...words, headline };
    if (cause instanceof ActionError) return { ...failure, causeCode: cause.code };
    return failure;
  }
  const { message, next } = getErrorWords('bug');
  const failure: Failure = {
    kind: 'failed',
    code: 'bug',
    message: `${message}: ${toReason(error)}`,
    next,
    path: null,
  };
  if (error instanceof Error && error.stack !== undefined) {
    return { ...failure, stack: error.stack };
  }
  return failure;
}

/** Returns the message of a thrown value. It may come from outside, so it is not safe to print. */
export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
