import { LostError, RefusedError } from './api/errors.ts';
import type { RefusalCode } from './api/refusals.ts';
import { RunEnd } from './api/run-end.ts';
import { DecisionError } from './commands/decision-error.ts';
import { UnprovenError } from './commands/settle.ts';
import { FolderError } from './folder/errors.ts';
import type { Failure, Outcome } from './outcome.ts';
import { toReason } from './errors.ts';

/** Turns whatever a command threw into how the run ended. A bug of ours keeps its stack; nothing expected does. */
export function toFailedOutcome(error: unknown): Extract<Outcome, { kind: 'rejected' | 'failed' | 'unknown' }> {
  if (error instanceof UnprovenError) return { kind: 'unknown', failure: describe(error) };
  if (error instanceof RefusedError) {
    return { kind: rejections.has(error.code) ? 'rejected' : 'failed', failure: describe(error) };
  }
  if (error instanceof DecisionError) {
    return { kind: error.isRejection ? 'rejected' : 'failed', failure: describe(error) };
  }
  if (error instanceof LostError || error instanceof FolderError) return { kind: 'failed', failure: describe(error) };
  if (error instanceof RunEnd) {
    const { code, what, next } = error.loss;
    return { kind: 'failed', failure: { code, message: capitalize(what), next } };
  }
  return { kind: 'failed', failure: describeBug(error) };
}

/** 400, 409 and 422: the service says no to the content, and not to who asks or how often. */
const rejections: ReadonlySet<RefusalCode> = new Set([
  'field_rejected',
  'terms_required',
  'address_taken',
  'not_approved',
  'folder_rejected',
]);

function describe({ code, message, next }: { code: string; message: string; next: string }): Failure {
  return { code, message, next };
}

function describeBug(error: unknown): Failure {
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    code: 'bug',
    message: `The action failed in a way that it should not: ${toReason(error)}`,
    next: 'Please report this with the lines below, at the address of this action.',
    ...(stack === undefined ? {} : { stack }),
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
