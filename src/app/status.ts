import { formatAge, formatMoment, joinTexts } from '../text/format.ts';
import { perFrontend } from '../text/frontend.ts';

/**
 * Names the people who can see a draft. On GitHub it does not write "you", since a report there is
 * read not only by the owner of the key.
 */
const describeAudience = (): string =>
  `visible only to ${perFrontend('the owner of its API key', 'you')}`;

/** The status of an app and its times, as the service shows them. */
interface AppStatus {
  readonly status: string | null;
  readonly submittedAt: string | null;
  /** Null if the app was never published. */
  readonly publishedAt: string | null;
}

interface StatusWords {
  /** The words that follow the app's name, such as `is in review`. */
  readonly phrase: string;
  /** Describes since when the app has the status, and who can see the app. */
  readonly explain: (app: AppStatus, now: number) => string;
  /** Advice in a full sentence, for a reader who gets no other. */
  readonly advise?: () => string;
  readonly review:
    | 'pending' // The review has not ended: the run must wait.
    | 'approved' // The submitted content is public.
    | 'rejected'
    | 'none'; // The app is not in review, and the status is not a result.
}

/** The six statuses of the service document, and `changes_requested` of its earlier version. */
const statuses = new Map(
  Object.entries<StatusWords>({
    draft: {
      phrase: 'is a draft',
      explain({ publishedAt }) {
        const wasPublished = publishedAt !== null;
        const audience = wasPublished ? 'the app was published before' : describeAudience();
        return `Draft: ${audience}.`;
      },
      advise() {
        const tryIt = perFrontend('The owner can try it', 'Try it');
        return `${tryIt} at its address, and submit it for review when it is ready.`;
      },
      review: 'none',
    },
    in_review: {
      phrase: 'is in review',
      explain({ publishedAt, submittedAt }, now) {
        const wasPublished = publishedAt !== null;
        const audience = wasPublished ? 'the published version stays public' : describeAudience();
        return `In review${describeSince(submittedAt, now)}: ${audience} until the review is done.`;
      },
      review: 'pending',
    },
    not_approved: {
      phrase: 'was rejected for good',
      explain({ publishedAt }) {
        const wasPublished = publishedAt !== null;
        const audience = wasPublished ? 'is no longer public' : `stays ${describeAudience()}`;
        return `Not approved, which is final: the app ${audience} and cannot be submitted again.`;
      },
      review: 'rejected',
    },
    published: {
      phrase: 'is published',
      explain: ({ publishedAt }, now) => `Published${describeAgo(publishedAt, now)}: it is public.`,
      review: 'approved',
    },
    published_with_unreviewed_changes: {
      phrase: 'is published, with changes that are not reviewed',
      explain({ publishedAt }, now) {
        const ago = describeAgo(publishedAt, now);
        const version = ago === '' ? 'The published version' : `The version published${ago}`;
        return `${version} is public. The changes are ${describeAudience()} until they are reviewed.`;
      },
      review: 'none',
    },
    taken_down: {
      phrase: 'was taken down',
      explain: () => `Taken down: it is no longer public, and ${describeAudience()}.`,
      review: 'none',
    },
    changes_requested: {
      phrase: 'needs changes',
      explain: () => 'The reviewer requests changes.',
      advise: () => 'Make them, deploy, and submit the app for review again.',
      review: 'rejected',
    },
  }),
);

/** Returns true if a status is one of the six in the current service document. */
export function isDocumentedStatus(status: string): boolean {
  return statuses.has(status) && status !== 'changes_requested';
}

/** Returns true if the app is in review, or has an unknown status, which may mean a review. */
export function mayBeInReview(status: string): boolean {
  return status === 'in_review' || !statuses.has(status);
}

/** Describes a status in words that follow the app's name, such as `is in review`. */
export function describeStatus(status: string | null): string {
  if (status === null) return 'has no known status';
  return statuses.get(status)?.phrase ?? `has the status ${status}`;
}

/**
 * Describes since when an app has its status, who can see the app, and what comes next; empty if
 * the status is unknown. `now` is in milliseconds since 1970.
 */
export function explainStatus(app: AppStatus | null, now: number): string {
  const advice = statuses.get(app?.status ?? '')?.advise?.() ?? '';
  return joinTexts([explainVisibility(app, now), advice], ' ');
}

/** Returns the same without what comes next, for a result that has its own advice. */
export function explainVisibility(app: AppStatus | null, now: number): string {
  if (app === null) return '';
  return statuses.get(app.status ?? '')?.explain(app, now) ?? '';
}

/**
 * Describes since when an app is in review or published, in words that follow its status, such as
 * ` for 3 days (since 21 November, 14:05 UTC)` or ` 2 hours ago`. Returns an empty text for any
 * other status, during the first minute, and if the time is not known.
 */
export function describeStatusAge(app: AppStatus, now: number): string {
  if (app.status === 'in_review') return describeSince(app.submittedAt, now);
  if (app.status === 'published') return describeAgo(app.publishedAt, now);
  return '';
}

/** An age below this, in milliseconds, is not shown, since two clocks may differ by as much. */
const minAgeMs = 60_000;

function describeSince(time: string | null, now: number): string {
  if (!time) return '';
  const milliseconds = parseIsoTime(time);
  if (milliseconds === null) return ` (since ${time})`;
  const age = now - milliseconds;
  if (Math.abs(age) < minAgeMs) return '';
  const since = `(since ${formatMoment(milliseconds, now)})`;
  if (age < 0) return ` ${since}`;
  return ` for ${formatAge(age)} ${since}`;
}

function describeAgo(time: string | null, now: number): string {
  if (!time) return '';
  const milliseconds = parseIsoTime(time);
  if (milliseconds === null) return ` (${time})`;
  const age = now - milliseconds;
  if (Math.abs(age) < minAgeMs) return '';
  if (age < 0) return ` (${formatMoment(milliseconds, now)})`;
  return ` ${formatAge(age)} ago`;
}

/**
 * Parses an ISO 8601 time with its zone into milliseconds since 1970. Returns null for any other
 * text.
 */
function parseIsoTime(time: string): number | null {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(time);
  if (!isIso) return null;
  const milliseconds = Date.parse(time);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

/** Returns the state of the review that a status shows. An unknown status is never a result. */
export function toReviewState(status: string | null): StatusWords['review'] {
  return statuses.get(status ?? '')?.review ?? 'pending';
}
