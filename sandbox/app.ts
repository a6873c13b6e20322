import type { Assumptions } from './assumptions.ts';
import type { Folder } from './folder.ts';
import type { ErrorCode } from './request.ts';

/** The six states of an app (service document, "States and transitions"). */
export const statuses = [
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
] as const;

/**
 * What can happen to an app beside an update: by its owner (here or at the dashboard), or by a
 * reviewer.
 */
export const moves = ['submit', 'approve', 'reject', 'take_down', 'withdraw', 'discard'] as const;
/** One of them. */
export type Move = (typeof moves)[number];

/** An app as the sandbox keeps it. Times are milliseconds since 1970. */
export interface App {
  readonly slug: string;
  readonly owner: string;
  readonly draft: Folder;
  /** The version that was published last; null when there was none. */
  readonly published: Folder | null;
  /** One of the six, or a word that an assumption or a test brings in. */
  readonly status: string;
  /**
   * The state that a change has led to, where it shows later than the rest; until then `status` is
   * the one before.
   */
  readonly nextStatus?: string;
  readonly reviewNote: string | null;
  /** Counts the changes of the draft, from 1. */
  readonly version: number;
  readonly updatedAt: number;
  readonly publishedAt: number | null;
  readonly submittedAt: number | null;
}

/** When something happens, and by which assumptions. */
export interface Moment {
  readonly time: number;
  readonly assumptions: Assumptions;
}

/** The result of a move: the app after it, or the code of the refusal. */
export type Moved = App | { readonly refused: ErrorCode };

/** Gives the app in the state that it is truly in, which may not show yet. */
export function settle({ nextStatus, ...app }: App): App {
  return nextStatus === undefined ? app : { ...app, status: nextStatus };
}

/** Gives an app that was just created. */
export function newApp(made: Pick<App, 'owner' | 'slug' | 'draft'>, time: number): App {
  const unset = { published: null, reviewNote: null, publishedAt: null, submittedAt: null };
  return { ...made, ...unset, status: 'draft', version: 1, updatedAt: time };
}

/**
 * Gives the app after its draft was replaced, in whatever state it is. An update takes it out of
 * review (document).
 */
export function updateApp(shown: App, draft: Folder, { time, assumptions }: Moment): App {
  const app = settle(shown);
  const left = isInReview(app.status) ? leaveReview(app, assumptions) : app.status;
  const status = left === 'published' ? 'published_with_unreviewed_changes' : left;
  const isMoved = assumptions.updated_at_moves !== 'nothing';
  return {
    ...app,
    draft,
    status,
    version: app.version + 1,
    updatedAt: isMoved ? time : app.updatedAt,
  };
}

/**
 * Gives the app after a move, with the reviewer's note where one belongs; or the code of the
 * refusal.
 */
export function moveApp(
  shown: App,
  move: Move,
  { time, assumptions, note = null }: Moment & { note?: string | null },
): Moved {
  const app = settle(shown);
  const status = takeStep(app, move, assumptions);
  if (typeof status !== 'string') return status;
  const { updated_at_moves: moves, submitted_at: submitted, published_at: published } = assumptions;
  const isSubmit = move === 'submit';
  const isUpdated = moves === 'everything' || moves === 'reads' || (moves === 'submit' && isSubmit);
  const isSent = isSubmit && (submitted !== 'first' || app.submittedAt === null);
  // A submission may be approved at once. Back to what is published, nothing is published anew.
  const isPublished = status === 'published' && move !== 'discard';
  const isDated = isPublished && (published !== 'first' || app.publishedAt === null);
  return {
    ...app,
    status,
    reviewNote: isSubmit ? null : note,
    ...(isUpdated && { updatedAt: time }),
    ...(isSent && { submittedAt: time }),
    ...(isPublished && { published: app.draft }),
    ...(isDated && { publishedAt: time }),
    ...(move === 'discard' && { draft: app.published ?? app.draft, version: app.version + 1 }),
  };
}

/**
 * The state that follows a move, or the code of the error. The document shows one: `not_approved`
 * is final.
 */
function takeStep(
  app: App,
  move: Move,
  assumptions: Assumptions,
): string | { readonly refused: ErrorCode } {
  const { status } = app;
  if (move === 'submit') return submit(status, assumptions.submit_leads_to);
  if (move === 'take_down')
    return app.published !== null && isPublic(status) ? 'taken_down' : wrongState;
  if (move === 'discard')
    return status === 'published_with_unreviewed_changes' ? 'published' : wrongState;
  if (!isInReview(status)) return wrongState;
  if (move === 'withdraw') return leaveReview(app, assumptions);
  if (move === 'approve') return 'published';
  return assumptions.form === 'earlier' ? 'changes_requested' : assumptions.rejection;
}

const wrongState = { refused: 'wrong_state' } as const;

function leaveReview({ published }: App, { update_in_review: leadsTo }: Assumptions): string {
  return published !== null && leadsTo === 'by_publication'
    ? 'published_with_unreviewed_changes'
    : 'draft';
}

function submit(status: string, next: string): string | { readonly refused: ErrorCode } {
  if (status === 'not_approved' || status === 'taken_down') return { refused: status };
  if (isInReview(status)) return { refused: 'in_review' };
  if (status === 'published') return { refused: 'nothing_to_review' };
  const isOpen =
    status === 'draft' ||
    status === 'changes_requested' ||
    status === 'published_with_unreviewed_changes';
  return isOpen ? next : wrongState;
}

/** True during a review, by the document's word or by the one of an assumption. */
export function isInReview(status: string): boolean {
  return status === 'in_review' || status === 'in_first_review';
}

/**
 * The folder that everybody sees at the app's address: what was published last. Null when only the
 * owner sees anything.
 */
export function toPublicFolder(app: App): Folder | null {
  return isPublic(app.status) ? app.published : null;
}

/** A rejection and a takedown hide what was published; a new review does not. */
function isPublic(status: string): boolean {
  return !['not_approved', 'changes_requested', 'taken_down'].includes(status);
}
