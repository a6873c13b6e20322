import type { Assumptions } from './assumptions.ts';
import type { ErrorCode } from './errors.ts';
import type { Folder } from './folder.ts';

/** The six statuses of an app (service document, "States and transitions"). */
export const statuses = [
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
] as const;

/**
 * The names of all events that change the status of an app, except an update. The owner submits by
 * the API, and withdraws and discards changes in the dashboard; a reviewer does the rest.
 */
export const moves = ['submit', 'approve', 'reject', 'take_down', 'withdraw', 'discard'] as const;
/** The name of a move. */
export type Move = (typeof moves)[number];

/** An app as the sandbox stores it. Times are milliseconds since 1970. */
export interface App {
  readonly slug: string;
  /** The name of an account. */
  readonly owner: string;
  readonly draft: Folder;
  /** The version that was published last, or null if the app was never published. */
  readonly published: Folder | null;
  /** One of the six statuses, or a word that an assumption or a test adds. */
  readonly status: string;
  /** The new status, as long as a late fault hides it: reads then still show `status`. */
  readonly nextStatus?: string;
  readonly reviewNote: string | null;
  /** Counts the changes of the draft, from 1. */
  readonly version: number;
  readonly updatedAt: number;
  readonly publishedAt: number | null;
  readonly submittedAt: number | null;
}

/** The time of a change, and the assumptions in force. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly assumptions: Assumptions;
}

export type MoveResult =
  | { readonly kind: 'moved'; readonly app: App }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

/** Returns the app with its new status, even if a late fault still hides that status from reads. */
export function showNextStatus(app: App): App {
  const { nextStatus, ...shown } = app;
  return nextStatus === undefined ? app : { ...shown, status: nextStatus };
}

/** Returns a new app, which is a draft. `time`: milliseconds since 1970. */
export function makeApp(owner: string, slug: string, draft: Folder, time: number): App {
  return {
    slug,
    owner,
    draft,
    published: null,
    status: 'draft',
    reviewNote: null,
    version: 1,
    updatedAt: time,
    publishedAt: null,
    submittedAt: null,
  };
}

/**
 * Returns the app with another draft. An update takes an app out of review (service document); it
 * is possible with every status.
 */
export function updateApp(shown: App, draft: Folder, moment: Moment): App {
  const app = showNextStatus(shown);
  const { assumptions } = moment;
  const updated: Writable<App> = { ...app, draft, version: app.version + 1 };
  if (isInReview(app.status)) updated.status = leaveReview(app, assumptions);
  if (app.status === 'published') updated.status = 'published_with_unreviewed_changes';
  if (assumptions.updated_at_moves !== 'nothing') updated.updatedAt = moment.time;
  return updated;
}

/** A copy of an app that is being changed. */
type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Returns the app after a move, or the reason for the refusal. `note` is the reviewer's. */
export function moveApp(
  shown: App,
  move: Move,
  moment: Moment,
  note: string | null = null,
): MoveResult {
  const app = showNextStatus(shown);
  const step = findNextStatus(app, move, moment.assumptions);
  if (step.kind === 'refused') return step;

  const moved: Writable<App> = { ...app, status: step.status, reviewNote: note };
  if (movesUpdatedAt(move, moment.assumptions)) moved.updatedAt = moment.time;
  if (move === 'submit') {
    moved.reviewNote = null;
    moved.submittedAt = toSubmittedAt(app, moment);
  }
  if (move === 'discard') {
    moved.draft = app.published ?? app.draft;
    moved.version += 1;
  } else if (step.status === 'published') {
    // Published by an approval, or by a submission that is approved at once.
    moved.published = app.draft;
    moved.publishedAt = toPublishedAt(app, moment);
  }
  return { kind: 'moved', app: moved };
}

function movesUpdatedAt(move: Move, assumptions: Assumptions): boolean {
  switch (assumptions.updated_at_moves) {
    case 'everything':
    case 'reads':
      return true;
    case 'submit':
      return move === 'submit';
    case 'draft':
    case 'nothing':
      return false;
  }
}

function toPublishedAt(app: App, moment: Moment): number {
  if (moment.assumptions.published_at === 'first') return app.publishedAt ?? moment.time;
  return moment.time;
}

function toSubmittedAt(app: App, moment: Moment): number {
  if (moment.assumptions.submitted_at === 'first') return app.submittedAt ?? moment.time;
  return moment.time;
}

type Step =
  | { readonly kind: 'leads_to'; readonly status: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

/**
 * Returns the status after a move, or a refusal. Of these steps, the service document shows only
 * that `not_approved` is final.
 */
function findNextStatus(app: App, move: Move, assumptions: Assumptions): Step {
  switch (move) {
    case 'submit':
      return submit(app.status, assumptions.submit_leads_to);
    case 'take_down':
      if (toPublicFolder(app) === null) return wrongState;
      return leadTo('taken_down');
    case 'discard':
      if (app.status !== 'published_with_unreviewed_changes') return wrongState;
      return leadTo('published');
    case 'withdraw':
      if (!isInReview(app.status)) return wrongState;
      return leadTo(leaveReview(app, assumptions));
    case 'approve':
      if (!isInReview(app.status)) return wrongState;
      return leadTo('published');
    case 'reject':
      if (!isInReview(app.status)) return wrongState;
      return leadTo(toRejectedStatus(assumptions));
  }
}

const wrongState: Step = { kind: 'refused', code: 'wrong_state' };

function leadTo(status: string): Step {
  return { kind: 'leads_to', status };
}

function leaveReview(app: App, assumptions: Assumptions): string {
  if (app.published === null || assumptions.update_in_review === 'draft') return 'draft';
  return 'published_with_unreviewed_changes';
}

/** Returns the status after a rejection. The earlier form of the API has its own word. */
export function toRejectedStatus(assumptions: Assumptions): string {
  if (assumptions.form === 'earlier') return 'changes_requested';
  return assumptions.rejection;
}

function submit(status: string, next: string): Step {
  if (isInReview(status)) return { kind: 'refused', code: 'in_review' };
  switch (status) {
    case 'draft':
    case 'changes_requested':
    case 'published_with_unreviewed_changes':
      return leadTo(next);
    case 'not_approved':
    case 'taken_down':
      return { kind: 'refused', code: status };
    case 'published':
      return { kind: 'refused', code: 'nothing_to_review' };
    default:
      return wrongState;
  }
}

/**
 * Returns true if an app with this status waits for a reviewer. `in_first_review` exists only under
 * an assumption.
 */
export function isInReview(status: string): boolean {
  return status === 'in_review' || status === 'in_first_review';
}

/** Returns the version that is public at the app's address, or null if the app is private. */
export function toPublicFolder(app: App): Folder | null {
  switch (app.status) {
    // A rejection and a takedown hide the published version. A new review does not.
    case 'not_approved':
    case 'changes_requested':
    case 'taken_down':
      return null;
    default:
      return app.published;
  }
}
