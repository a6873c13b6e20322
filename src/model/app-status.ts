import { perFrontend } from '../text/frontend.ts';

/** What a state means for somebody who waits for a review. */
type ReviewState =
  /** The review has not ended, or the state is not known: wait on. */
  | 'pending'
  /** What was submitted is public. */
  | 'approved'
  | 'rejected'
  /** Outside of review, without a result of its own. */
  | 'none';

/**
 * Who sees a draft: on a terminal its reader, while the run of a repository is read by others too.
 */
const seen = (): string => `visible only to ${perFrontend('the owner of its API key', 'you')}`;

interface StateWords {
  /** Follows the app's name. */
  readonly is: string;
  /** Who can see the app, and what is next; of an app that has a published version, or had one. */
  readonly means: (wasPublished: boolean) => string;
  readonly review: ReviewState;
}

/** The six states of the service document, and `changes_requested` of its earlier form. */
const states = new Map(
  Object.entries<StateWords>({
    draft: {
      is: 'is a draft',
      means: (wasPublished) =>
        `Draft: ${wasPublished ? 'the app was published before' : seen()}. ${perFrontend('The owner can try', 'Try')} it at its address, and submit it for review when it is ready.`,
      review: 'none',
    },
    in_review: {
      is: 'is in review',
      means: (wasPublished) =>
        `In review: ${wasPublished ? 'the published version stays public' : seen()} until the review is done.`,
      review: 'pending',
    },
    not_approved: {
      is: 'was not approved',
      means: (wasPublished) =>
        `Not approved, which is final: the app ${wasPublished ? 'is no longer public' : `stays ${seen()}`} and cannot be submitted again.`,
      review: 'rejected',
    },
    published: { is: 'is published', means: () => 'Published: it is public.', review: 'approved' },
    published_with_unreviewed_changes: {
      is: 'is published, with changes that are not reviewed',
      means: () =>
        `The published version is public. The changes are ${seen()} until they are reviewed.`,
      review: 'none',
    },
    taken_down: {
      is: 'was taken down',
      means: () => `Taken down: it is no longer public, and ${seen()}.`,
      review: 'none',
    },
    changes_requested: {
      is: 'needs changes',
      means: () =>
        'The reviewer requests changes: make them, deploy, and submit the app for review again.',
      review: 'rejected',
    },
  }),
);

/**
 * True for the six that the service document names, and false for `changes_requested` of its
 * earlier form.
 */
export function isDocumentedStatus(status: string): boolean {
  return states.has(status) && status !== 'changes_requested';
}

/**
 * True for an app in review, and for a status that the document does not name, which may stand for
 * a review.
 */
export function mayBeInReview(status: string): boolean {
  return status === 'in_review' || !states.has(status);
}

/**
 * What a status says of an app, to follow its name: `is in review`. A status that is not known is
 * shown as it is.
 */
export function describeStatus(status: string | null): string {
  const unknown = status === null ? 'has no known status' : `has the status ${status}`;
  return states.get(status ?? '')?.is ?? unknown;
}

/**
 * Who can see the app, and what is next; empty where the status is not known. An app with a
 * `published_at` was published.
 */
export function explainStatus(
  app: { readonly status: string | null; readonly publishedAt: string | null } | null,
): string {
  return states.get(app?.status ?? '')?.means(app?.publishedAt != null) ?? '';
}

/** What a status means for a review. One that the document does not name is never final. */
export function toReviewState(status: string | null): ReviewState {
  return states.get(status ?? '')?.review ?? 'pending';
}
