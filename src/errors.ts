import { nameInput, nameRerun, perFrontend } from './text/frontend.ts';

/** The values of the `outcome` output for a run that ends with an error. */
export type FailureKind = 'rejected' | 'failed' | 'unknown';

/**
 * A description of the reason that a run failed. Its texts may come from outside the action, so
 * they are not safe to print.
 */
export interface Failure {
  readonly kind: FailureKind;
  /** The code, such as `terms_required`, which docs/troubleshooting.md explains. */
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
  /** The stack of an unexpected error, for a bug report. */
  readonly stack?: string;
}

/** The details of an ActionError. They have the same meaning as in Failure. */
export interface ErrorDetails<Code extends string> {
  readonly code: Code;
  readonly next: string;
  /** `failed` by default. */
  readonly kind?: FailureKind;
  /** By default null. */
  readonly path?: string | null;
  readonly cause?: unknown;
}

/**
 * The base class of all errors with which the action expects that a run may end. The message
 * describes what was tried, where, and the response. It may contain text from outside the action.
 */
export class ActionError<Code extends string = string> extends Error {
  override readonly name: string = 'ActionError';
  readonly code: Code;
  readonly next: string;
  readonly kind: FailureKind;
  readonly path: string | null;

  constructor(message: string, details: ErrorDetails<Code>) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.next = details.next;
    this.kind = details.kind ?? 'failed';
    this.path = details.path ?? null;
  }
}

/** The error of a run that must stop now. A run's signal is only aborted with such an error. */
export class RunEndedError extends ActionError<'cancelled' | 'deadline'> {
  override readonly name = 'RunEndedError';
}

/** Returns the error of a run that the runner or a person has cancelled. */
export function endByCancel(): RunEndedError {
  const next = `${nameRerun('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`;
  return new RunEndedError('The run was cancelled', { code: 'cancelled', next });
}

/** Returns the error of a run that took longer than `timeout-minutes`. */
export function endByDeadline(minutes: number): RunEndedError {
  const input = nameInput('timeout-minutes');
  const place = perFrontend('in the log ', '');
  const next = `Set ${input} to a higher value, or find out ${place}what takes so long.`;
  return new RunEndedError(`The run took longer than ${input}: ${minutes}`, {
    code: 'deadline',
    next,
  });
}

/** Describes a thrown value. The description has the stack only if the error was unexpected. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ActionError) {
    const { kind, code, message, next, path, cause } = error;
    const failure: Failure = { kind, code, message, next, path };
    if (cause instanceof ActionError) return { ...failure, causeCode: cause.code };
    return failure;
  }
  const place = perFrontend(' in the action', '');
  const repository = perFrontend(' in the repository of this action', '');
  const failure: Failure = {
    kind: 'failed',
    code: 'bug',
    message: `Unexpected error${place}: ${toReason(error)}`,
    next: `Please report it${repository}, with the lines below.`,
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
