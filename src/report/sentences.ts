/** What several reports say in the same words. */
import type { Failure } from '../model/action-error.ts';
import { formatCount } from '../text/format.ts';

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

/** Why a run did only `what`, such as `the folder was only checked offline`. */
export function explainFork(what: string): string {
  return `A pull request from a fork gets no secrets, so ${what}.`;
}

/** Why a run that is stale did nothing. */
export const newerCommit = 'A newer commit exists on the branch.';
