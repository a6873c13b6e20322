/** What a state means for somebody who waits for a review. */
export type ReviewState =
  /** The review has not ended, or the state is not known: wait on. */
  | 'pending'
  /** What was submitted is public. */
  | 'approved'
  | 'rejected'
  /** Outside of review, without a result of its own. */
  | 'none';

/** Whom a sentence is for: the owner of the API key, who can open a draft, or anybody who reads a pull request. */
export type Reader = 'owner' | 'anybody';

/** What the sentence about a state depends on, beside the state. */
interface View {
  /** True for an app that has a published version, or had one. */
  readonly wasPublished: boolean;
  /** Such as `visible only to you`. */
  readonly seen: string;
  readonly isOwner: boolean;
}

interface StateWords {
  /** Follows the app's name. */
  readonly is: string;
  /** Who can see the app, and what is next. */
  readonly means: (view: View) => string;
  readonly review: ReviewState;
}

/** The six states of the service document, and `changes_requested` of its earlier form. */
const states = new Map(
  Object.entries<StateWords>({
    draft: {
      is: 'is a draft',
      means: ({ seen, wasPublished, isOwner }) =>
        `Draft: ${wasPublished ? 'the app was published before' : seen}.${isOwner ? ' Try it at its address, and submit it for review when it is ready.' : ''}`,
      review: 'none',
    },
    in_review: {
      is: 'is in review',
      means: ({ seen, wasPublished }) =>
        `In review: ${wasPublished ? 'the published version stays public' : seen} until the review is done.`,
      review: 'pending',
    },
    not_approved: {
      is: 'was not approved',
      means: ({ seen, wasPublished }) =>
        `Not approved, which is final: the app ${wasPublished ? 'is no longer public' : `stays ${seen}`} and cannot be submitted again.`,
      review: 'rejected',
    },
    published: { is: 'is published', means: () => 'Published: it is public.', review: 'approved' },
    published_with_unreviewed_changes: {
      is: 'is published, with changes that are not reviewed',
      means: ({ seen }) => `The published version is public. The changes are ${seen} until they are reviewed.`,
      review: 'none',
    },
    taken_down: {
      is: 'was taken down',
      means: ({ seen }) => `Taken down: it is no longer public, and ${seen}.`,
      review: 'none',
    },
    changes_requested: {
      is: 'needs changes',
      means: () => 'The reviewer requests changes: make them, deploy, and submit the app for review again.',
      review: 'rejected',
    },
  }),
);

/** True for the six that the service document names. The word of its earlier form, `changes_requested`, is none of them. */
export function isDocumentedStatus(status: string): boolean {
  return states.has(status) && status !== 'changes_requested';
}

/** True for an app in review, and for a status that the document does not name, which may stand for a review. */
export function mayBeInReview(status: string): boolean {
  return status === 'in_review' || !states.has(status);
}

/** What a status says of an app, to follow its name: `is in review`. A status that is not known is shown as it is. */
export function describeStatus(status: string | null): string {
  const unknown = status === null ? 'has no known status' : `has the status ${status}`;
  return states.get(status ?? '')?.is ?? unknown;
}

/** Who can see the app, and what is next; empty where the status is not known. An app with a `published_at` was published. */
export function explainStatus(
  app: { readonly status: string | null; readonly publishedAt: string | null } | null,
  reader: Reader = 'owner',
): string {
  const isOwner = reader === 'owner';
  const seen = `visible only to ${isOwner ? 'you' : 'the owner of its API key'}`;
  const words = states.get(app?.status ?? '');
  return words?.means({ wasPublished: (app?.publishedAt ?? null) !== null, seen, isOwner }) ?? '';
}

/** What a status means for a review. One that the document does not name is never final. */
export function toReviewState(status: string | null): ReviewState {
  return states.get(status ?? '')?.review ?? 'pending';
}
