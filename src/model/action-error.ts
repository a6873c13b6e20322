import { nameInput, nameRerun, perFrontend } from '../text/frontend.ts';

/** How a run ends because of an error: those values of the `outcome` output that exit with 1. */
export type FailureKind = 'rejected' | 'failed' | 'unknown';

/**
 * Why a run did not do what it was asked for, as a person reads it. Texts may come from outside:
 * not safe to print.
 */
export interface Failure {
  readonly kind: FailureKind;
  /**
   * The word that docs/troubleshooting.md explains, such as `terms_required` or `folder_missing`.
   */
  readonly code: string;
  /** What was tried, where, and what came back. */
  readonly message: string;
  /** What to do next, in full sentences. */
  readonly next: string;
  /** The file that it is about, relative to the app folder, with `/`; null for none. */
  readonly path: string | null;
  /** The code of the expected error behind this one, such as `unauthorized` behind `unverified`. */
  readonly causeCode?: string;
  /** Set only for a bug of ours: the stack, to be reported. */
  readonly stack?: string;
}

/** What an ActionError holds beside its message. `kind` is `failed` where omitted. */
export interface ErrorDetails<Code extends string>
  extends Pick<Failure, 'next'>,
    Partial<Pick<Failure, 'kind' | 'path'>> {
  readonly code: Code;
  readonly cause?: unknown;
}

/**
 * An expected reason for a run to end, and the base of all errors with words of their own. The
 * message says what was tried, where, and what came back; it may hold outside text.
 */
export class ActionError<Code extends string = string> extends Error {
  override readonly name: string = 'ActionError';
  readonly code: Code;
  readonly next: string;
  readonly kind: FailureKind;
  readonly path: string | null;

  constructor(
    message: string,
    { code, next, kind = 'failed', path = null, cause }: ErrorDetails<Code>,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.next = next;
    this.kind = kind;
    this.path = path;
  }
}

/**
 * The run must stop now, whatever it is doing: the only reason that its AbortSignal is aborted
 * with.
 */
export class RunEndedError extends ActionError<'cancelled' | 'deadline'> {
  override readonly name = 'RunEndedError';
}

/** The runner, or a person, cancelled the run. */
export function endByCancel(): RunEndedError {
  return new RunEndedError('The run was cancelled', {
    code: 'cancelled',
    next: `${nameRerun('Re-run the job')} to finish: it reads the app first, and sends only what is missing.`,
  });
}

/** The run took longer than `timeout-minutes`. */
export function endByDeadline(minutes: number): RunEndedError {
  return new RunEndedError(`The run took longer than ${nameInput('timeout-minutes')}: ${minutes}`, {
    code: 'deadline',
    next: `Set ${nameInput('timeout-minutes')} to a higher value, or find out ${perFrontend('in the log ', '')}what takes so long.`,
  });
}

/** Describes whatever was thrown. A bug of ours keeps its stack; nothing expected does. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ActionError) {
    const { kind, code, message, next, path, cause } = error;
    return {
      kind,
      code,
      message,
      next,
      path,
      ...(cause instanceof ActionError ? { causeCode: cause.code } : {}),
    };
  }
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    kind: 'failed',
    code: 'bug',
    message: `Unexpected error${perFrontend(' in the action', '')}: ${toReason(error)}`,
    next: `Please report it${perFrontend(' in the repository of this action', '')}, with the lines below.`,
    path: null,
    ...(stack === undefined ? {} : { stack }),
  };
}

/**
 * What a caught value says of itself, for a sentence or a log line: outside text, not safe to print
 * yet.
 */
export function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
