/** What a state means for somebody who waits for a review. */
export type ReviewState =
  /** The review has not ended, or the state is not known: wait on. */
  | 'pending'
  /** What was submitted is public. */
  | 'approved'
  | 'rejected'
  /** Outside of review, without a result of its own. */
  | 'none';

interface StateWords {
  /** Follows the app's name. */
  readonly is: string;
  /** Who can see the app, and what is next. */
  readonly means: string;
  readonly review: ReviewState;
}

/** The six states of the service document, and `changes_requested` of its earlier form. */
const states = new Map(
  Object.entries<StateWords>({
    draft: {
      is: 'is a draft',
      means: 'Draft: visible only to you. Try it at its address, and submit it for review when it is ready.',
      review: 'none',
    },
    in_review: {
      is: 'is in review',
      means: 'In review: visible only to you until the review is done.',
      review: 'pending',
    },
    not_approved: {
      is: 'was not approved',
      means: 'Not approved, which is final: the app stays visible only to you and cannot be submitted again.',
      review: 'rejected',
    },
    published: { is: 'is published', means: 'Published: it is public.', review: 'approved' },
    published_with_unreviewed_changes: {
      is: 'is published, with changes that are not reviewed',
      means: 'The published version is public. The changes are visible only to you until they are reviewed.',
      review: 'none',
    },
    taken_down: { is: 'was taken down', means: 'Taken down: visible only to you.', review: 'none' },
    changes_requested: {
      is: 'needs changes',
      means: 'The reviewer requests changes: make them, deploy, and submit the app for review again.',
      review: 'rejected',
    },
  }),
);

/** True for the six that the service document names. The word of its earlier form, `changes_requested`, is none of them. */
export function isDocumentedStatus(status: string): boolean {
  return states.has(status) && status !== 'changes_requested';
}

/** What a status says of an app, to follow its name: `is in review`. A status that is not known is shown as it is. */
export function describeStatus(status: string | null): string {
  const unknown = status === null ? 'has no known status' : `has the status ${status}`;
  return states.get(status ?? '')?.is ?? unknown;
}

/** Who can see the app, and what is next; empty where the status is not known. */
export function explainStatus(status: string | null): string {
  return states.get(status ?? '')?.means ?? '';
}

/** What a status means for a review. One that the document does not name is never final. */
export function toReviewState(status: string | null): ReviewState {
  return states.get(status ?? '')?.review ?? 'pending';
}
