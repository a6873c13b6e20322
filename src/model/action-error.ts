import { nameInput, nameRerun, perFrontend } from '../text/frontend.ts';

/** The values of the `outcome` output for a run that ends with an error. */
export type FailureKind = 'rejected' | 'failed' | 'unknown';

/**
 * The reason that a run failed, for people. Texts may come from outside: they are not safe to
 * print.
 */
export interface Failure {
  readonly kind: FailureKind;
  /** The code, such as `terms_required`, which docs/troubleshooting.md explains. */
  readonly code: string;
  /** Names what was tried, where, and what came back. */
  readonly message: string;
  /** Advice in full sentences. */
  readonly next: string;
  /** The file it is about, relative to the app folder, with `/`; null if it is not about a file. */
  readonly path: string | null;
  /** The code of the ActionError that caused this one, such as `unauthorized`. */
  readonly causeCode?: string;
  /** The stack of an unexpected error, to be reported. */
  readonly stack?: string;
}

/** The details of an ActionError, as in Failure. */
export interface ErrorDetails<Code extends string> {
  readonly code: Code;
  readonly next: string;
  /** `failed` by default. */
  readonly kind?: FailureKind;
  /** None by default. */
  readonly path?: string | null;
  readonly cause?: unknown;
}

/**
 * An expected reason for a run to end, and the base class of our errors. The message names what was
 * tried, where, and what came back; it may contain outside text.
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

/** The run must stop now. The signal of a run is never aborted with any other error. */
export class RunEndedError extends ActionError<'cancelled' | 'deadline'> {
  override readonly name = 'RunEndedError';
}

/** Makes the error of a run that the runner or a person cancelled. */
export function endByCancel(): RunEndedError {
  const next = `${nameRerun('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`;
  return new RunEndedError('The run was cancelled', { code: 'cancelled', next });
}

/** Makes the error of a run that took longer than `timeout-minutes`. */
export function endByDeadline(minutes: number): RunEndedError {
  const input = nameInput('timeout-minutes');
  const place = perFrontend('in the log ', '');
  const next = `Set ${input} to a higher value, or find out ${place}what takes so long.`;
  return new RunEndedError(`The run took longer than ${input}: ${minutes}`, {
    code: 'deadline',
    next,
  });
}

/** Describes anything that was thrown. Only an unexpected error keeps its stack. */
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

/** Returns the message of a caught value: outside text, not safe to print yet. */
export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
