import { type ErrorCode, moves } from './readings.ts';

/** The six states of an app (service document, "States and transitions"). */
export type Status =
  | 'draft'
  | 'in_review'
  | 'not_approved'
  | 'published'
  | 'published_with_unreviewed_changes'
  | 'taken_down';

/** What can happen to an app: its owner updates or submits it, a reviewer decides. */
export type Move = 'update' | 'submit' | 'approve' | 'reject' | 'take_down';

/** A state, or the code of the refusal. */
export type Step = Status | { readonly refused: ErrorCode };

/** A step that may depend on whether a published version of the app stands. */
export type Cell = Step | { readonly neverPublished: Step; readonly published: Step };

/** Every state's answer to every move. */
export type MoveTable = Readonly<Record<Status, Readonly<Record<Move, Cell>>>>;

/**
 * Says which state follows a move, or why the move is refused.
 *
 * Pure. `hasPublished` says whether a published version of the app stands beside its draft.
 */
export function takeStep(status: Status, move: Move, hasPublished: boolean): Step {
  const cell = moves[status][move];
  if (typeof cell === 'string' || 'refused' in cell) return cell;
  return hasPublished ? cell.published : cell.neverPublished;
}
