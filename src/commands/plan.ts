import type { Inputs, OnInReview } from '../inputs.ts';

/** What a deploy is to do, decided from what was asked and what the app shows. */
export type Plan =
  | { readonly do: 'deploy'; readonly createFirst: boolean }
  /** The draft has this content already: only the submission is left. */
  | { readonly do: 'submit' }
  /** Nothing to do. `isSubmitted` is true when the app is in review with exactly this content. */
  | { readonly do: 'nothing'; readonly why: 'unchanged' | 'in_review' | 'published'; readonly isSubmitted: boolean }
  | { readonly do: 'skip' }
  | { readonly do: 'refuse'; readonly why: 'in_review' | 'final_not_approved' };

/** The app as far as the plan depends on it; null when it does not exist. */
export interface Seen {
  readonly status: string | null;
  /** True when the draft holds exactly the folder's content. */
  readonly isSame: boolean;
}

/**
 * Decides what a deploy does. Two rules of the service stand behind it: `not_approved` is final, so such an app is
 * never changed in order to be submitted; and any deploy takes an app out of review, so that a needless one costs a place.
 */
export function planDeploy(asked: Pick<Inputs, 'submit' | 'create' | 'force' | 'onInReview'>, seen: Seen | null): Plan {
  if (seen === null) return { do: 'deploy', createFirst: asked.create };
  if (asked.submit && seen.status === 'not_approved') return { do: 'refuse', why: 'final_not_approved' };
  if (seen.isSame && !asked.force) return planSame(asked.submit, seen.status);
  // `on-in-review` is about other content: who forces the same one into a review means it.
  if (seen.status === 'in_review' && !seen.isSame) return planInReview(asked.onInReview);
  return { do: 'deploy', createFirst: false };
}

/** What to do with an app that is in review while other content waits (input `on-in-review`). */
export function planInReview(onInReview: OnInReview): Plan {
  if (onInReview === 'skip') return { do: 'skip' };
  return onInReview === 'fail' ? { do: 'refuse', why: 'in_review' } : { do: 'deploy', createFirst: false };
}

function planSame(submit: boolean, status: string | null): Plan {
  const isSubmitted = status === 'in_review';
  if (!submit) return { do: 'nothing', why: 'unchanged', isSubmitted };
  return planSubmit(status);
}

/** What is left to do to send content for review that the draft already has. */
export function planSubmit(status: string | null): Plan {
  if (status === 'not_approved') return { do: 'refuse', why: 'final_not_approved' };
  if (status === 'in_review') return { do: 'nothing', why: 'in_review', isSubmitted: true };
  if (status === 'published') return { do: 'nothing', why: 'published', isSubmitted: false };
  return { do: 'submit' };
}
