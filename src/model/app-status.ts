import { perFrontend } from '../text/frontend.ts';

/** The meaning of a status for a run that waits for a review. */
type ReviewState =
  /** The review has not ended, or the status is unknown: keep waiting. */
  | 'pending'
  /** The submitted content is public. */
  | 'approved'
  | 'rejected'
  /** The app is not in review, and the status is not a result. */
  | 'none';

/** The people who see a draft. On GitHub others than the owner read this too. */
const describeAudience = (): string =>
  `visible only to ${perFrontend('the owner of its API key', 'you')}`;

interface StatusWords {
  /** Follows the app's name. */
  readonly phrase: string;
  /** Describes who can see the app, and what is next. */
  readonly explain: (wasPublished: boolean) => string;
  readonly review: ReviewState;
}

/** The six statuses of the service document, and `changes_requested` of its earlier form. */
const statuses = new Map(
  Object.entries<StatusWords>({
    draft: {
      phrase: 'is a draft',
      explain(wasPublished) {
        const audience = wasPublished ? 'the app was published before' : describeAudience();
        const tryIt = perFrontend('The owner can try it', 'Try it');
        return `Draft: ${audience}. ${tryIt} at its address, and submit it for review when it is ready.`;
      },
      review: 'none',
    },
    in_review: {
      phrase: 'is in review',
      explain(wasPublished) {
        const audience = wasPublished ? 'the published version stays public' : describeAudience();
        return `In review: ${audience} until the review is done.`;
      },
      review: 'pending',
    },
    not_approved: {
      phrase: 'was not approved',
      explain(wasPublished) {
        const audience = wasPublished ? 'is no longer public' : `stays ${describeAudience()}`;
        return `Not approved, which is final: the app ${audience} and cannot be submitted again.`;
      },
      review: 'rejected',
    },
    published: {
      phrase: 'is published',
      explain: () => 'Published: it is public.',
      review: 'approved',
    },
    published_with_unreviewed_changes: {
      phrase: 'is published, with changes that are not reviewed',
      explain: () =>
        `The published version is public. The changes are ${describeAudience()} until they are reviewed.`,
      review: 'none',
    },
    taken_down: {
      phrase: 'was taken down',
      explain: () => `Taken down: it is no longer public, and ${describeAudience()}.`,
      review: 'none',
    },
    changes_requested: {
      phrase: 'needs changes',
      explain: () =>
        'The reviewer requests changes: make them, deploy, and submit the app for review again.',
      review: 'rejected',
    },
  }),
);

/** True for the six statuses of the service document, but not for those of its earlier form. */
export function isDocumentedStatus(status: string): boolean {
  return statuses.has(status) && status !== 'changes_requested';
}

/** True for an app in review, and for an unknown status, which may mean a review. */
export function mayBeInReview(status: string): boolean {
  return status === 'in_review' || !statuses.has(status);
}

/** Describes a status, to follow the app's name: `is in review`. */
export function describeStatus(status: string | null): string {
  if (status === null) return 'has no known status';
  return statuses.get(status)?.phrase ?? `has the status ${status}`;
}

/**
 * Describes who can see the app, and what is next; empty for an unknown status. An app with a
 * `published_at` was published before.
 */
export function explainStatus(
  app: { readonly status: string | null; readonly publishedAt: string | null } | null,
): string {
  return statuses.get(app?.status ?? '')?.explain(app?.publishedAt != null) ?? '';
}

/** Returns what a status means for a review. An unknown status is never final. */
export function toReviewState(status: string | null): ReviewState {
  return statuses.get(status ?? '')?.review ?? 'pending';
}
