/** What several reports say in the same words. */
import { ActionError, type Failure, toReason } from '../model/action-error.ts';
import { formatCount, toSentence } from '../text/format.ts';

/** What a run came to whose inputs are invalid. No command is named: it may be among them. */
export function describeInvalidInputs({ message, next }: Failure) {
  const lines = message.split('\n');
  const headline = formatCount(lines.length, 'invalid input');
  return { headline, end: headline, lines, next };
}

/** Says "if": a run cannot know what the workflow does on a push. */
export function describeMerge(done: string, baseBranch: string): string {
  return `This is ${done} when it is merged, if a push to ${baseBranch} does that.`;
}

/** What could not be reported, and why. */
export function describeTrouble(what: string, error: unknown): string {
  const next = error instanceof ActionError ? ` ${error.next}` : '';
  return `${what}: ${toSentence(toReason(error))}${next} This does not change the result of the run.`;
}
