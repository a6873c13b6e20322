import type { Command } from '../inputs.ts';
import type { Facts, SkipReason } from '../outcome.ts';
import { formatBytes, formatCount } from '../format.ts';
import { describeState, explainState } from '../status.ts';

/** The end of a run in words that hold outside text (slug, status, failure): they are not safe to print yet. */
export interface Story {
  /** A few words with the app's slug, without a full stop. */
  readonly headline: string;
  /** What happened, in a sentence or two; empty where the lines say it. */
  readonly sentence: string;
  /** What happened, where it is a list. */
  readonly lines?: readonly string[];
  /** What to do or to expect next; empty when there is nothing. */
  readonly next: string;
}

/** What each command does to an app, after "was" and "not". */
export const verbs: Readonly<Record<Command, string>> = {
  deploy: 'deployed',
  status: 'read',
  submit: 'sent for review',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  list: 'listed',
};

/** The story of a run that did what it was asked for. */
export function tellDone(
  kind: 'deployed' | 'submitted' | 'created' | 'updated' | 'deleted' | 'listed' | 'read',
  facts: Facts,
): Story {
  const app = nameApp(facts);
  const state = explainState(facts.app?.status ?? null) ?? '';
  const sent = facts.submitted ? ' and sent for review' : '';
  const approved = facts.verdict === 'approved' ? ' The review is over: approved.' : '';
  switch (kind) {
    case 'deployed':
      return {
        headline: `${app} deployed${sent}`,
        sentence: `The draft holds exactly ${measureFolder(facts)}.${approved}`,
        next: state,
      };
    case 'created':
    case 'updated':
      return {
        headline: `${app} ${kind}${sent}`,
        sentence: `The service confirmed the ${kind === 'created' ? 'new app' : 'new draft'}.`,
        next: state,
      };
    case 'submitted':
      return {
        headline: `${app} sent for review`,
        sentence: `The service took the submission.${approved}`,
        next: state,
      };
    case 'deleted':
      return { headline: `${app} deleted`, sentence: 'The app is gone from the service.', next: '' };
    case 'listed':
      return {
        headline: formatCount(facts.apps?.length ?? 0, 'app'),
        sentence: 'These are all the apps that the key manages.',
        next: '',
      };
    case 'read':
      return {
        headline: `${app} ${describeState(facts.app?.status ?? null)}`,
        sentence: `Nothing was changed: the app was only read.${approved}`,
        next: state,
      };
  }
}

/** The story of a run that found everything done already. */
export function tellUnchanged(command: Command, facts: Facts, sentForReview: boolean): Story {
  const next = explainState(facts.app?.status ?? null) ?? '';
  if (sentForReview) {
    const sentence = 'The service already had exactly this content: it was sent for review as it is.';
    return { headline: `${nameApp(facts)} unchanged and sent for review`, sentence, next };
  }
  return { headline: `${nameApp(facts)} unchanged`, sentence: explainUnchanged(command), next };
}

function explainUnchanged(command: Command): string {
  if (command === 'submit') return 'There is nothing new to send for review.';
  if (command === 'update') {
    return 'None of the fields that update sends differs: name, tagline, color, system_prompt and html. Nothing was sent.';
  }
  return 'The service already has exactly this content. Nothing was sent.';
}

/** Why a run keeps its hands off the app, and what is next. */
export const skips: Readonly<Record<SkipReason, { readonly why: string; readonly next: string }>> = {
  unchanged: { why: 'The service already has exactly this content.', next: '' },
  'in-review': {
    why: 'The app is in review, and this would take it out of review.',
    next: 'Wait for the verdict and run again, or set on-in-review to replace.',
  },
  stale: {
    why: 'The branch has moved past the commit of this run.',
    next: 'The run of the newest commit does the work.',
  },
  fork: {
    why: 'A pull request from a fork is not given the API key, so the service was not asked.',
    next: 'A run of the repository itself, such as the push after the merge, has the key.',
  },
};

/** The story of a run that kept its hands off the app. */
export function tellSkip(command: Command, reason: SkipReason, facts: Facts): Story {
  const app = command === 'list' ? 'The list' : nameApp(facts);
  const { why, next } = skips[reason];
  return { headline: `${app} skipped`, sentence: `${why} Nothing was sent.`, next };
}

/** The app's slug as it is known, or "The app". */
export function nameApp(facts: Facts): string {
  return facts.app?.slug || facts.slug || 'The app';
}

/** How many problems stop a deploy. */
export function countErrors(facts: Facts): number {
  return facts.problems.filter(({ severity }) => severity === 'error').length;
}

function measureFolder(facts: Facts): string {
  const size = facts.byteCount === null ? '' : ` (${formatBytes(facts.byteCount)})`;
  return facts.fileCount === null
    ? 'the content of the folder'
    : `the ${formatCount(facts.fileCount, 'file')} of the folder${size}`;
}
