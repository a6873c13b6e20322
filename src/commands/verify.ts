/**
 * The rules of evidence: a response says how a request ended, and only a read says what is in the app. A read proves a change
 * by news, which only the change can have made, or by age: it was sent long enough after the change. Pure; no other module decides
 * what is believed. docs/reliability.md tells the same rules for people, with the bounds that no client can close.
 */
import type { App } from '../app.ts';
import { isDocumentedStatus, toReviewState } from '../app-status.ts';
import type { ReviewResult, Step } from '../outcome.ts';
import { isSameContent } from './compare.ts';

/** A read sent so long after a change shows what it made, in milliseconds: reads lag less than this. */
export const proofAgeMs = 7_000;
/** When the app is looked at, in milliseconds after a change was answered or lost. */
export const lookTimesMs: readonly number[] = [0, 1_000, 3_000, proofAgeMs, 15_000, 30_000];
/** The same after a 202, whose change is made when the service likes. */
export const pendingLookTimesMs: readonly number[] = [...lookTimesMs, 60_000, 120_000];
const lastLookMs = 30_000;
const lastPendingLookMs = 120_000;

/** How the service responded to a change. `conflict` is a 409 that may echo our own change, or that of another run. */
export type Reply = 'accepted' | 'pending' | 'lost' | 'conflict';

/** A change, and what is needed to verify it. */
export interface Change {
  readonly operation: Step;
  /** All reads of this run before the change, the oldest first; null where the app did not exist. */
  readonly reads: readonly (App | null)[];
  /** True for an app with exactly the content that the change is about. */
  readonly isOurs: (app: App) => boolean;
}

/** One read of the app. */
export interface Look {
  /** Null where the app does not exist. */
  readonly app: App | null;
  /** From the change's response or loss until the read was sent, in milliseconds; where nothing was sent, from the first response. */
  readonly ageMs: number;
}

/** Says whether a look proves a change, which the service responded to with `reply`. */
export function isProven(change: Change, reply: Reply, { app, ageMs }: Look): boolean {
  const { operation } = change;
  const isAccepted = reply === 'accepted' || reply === 'pending';
  // "Gone (delete): the documented 404, at once after an accepted or pending delete, by age after a lost one."
  if (operation === 'delete') return app === null && (isAccepted || ageMs >= proofAgeMs);
  if (!isMade(change, app)) return false;
  // "A read proves a change at once by news: it shows what no read of this run showed."
  if (!change.reads.some((read) => showsAlready(change, read, app))) return true;
  // "By age: what was not there just before it."
  if (!showsAlready(change, change.reads.at(-1) ?? null, app)) return ageMs >= proofAgeMs;
  // "What was there just before (a forced deploy) only for an accepted change, or for a pending one after its 2 min."
  return operation !== 'submit' && isAccepted && ageMs >= (reply === 'pending' ? lastPendingLookMs : proofAgeMs);
}

/** Whether an app is as the change makes it: our content; for a submission also in a status of a review. */
function isMade({ operation, isOurs }: Change, app: App | null): app is App {
  if (app === null || !isOurs(app)) return false;
  // "Our content in a status of a review, or in a word outside the six."
  return operation !== 'submit' || isReviewStatus(app.status);
}

/** Whether an earlier read showed what the look shows: the status of a submission, "with whatever content"; else what is made. */
function showsAlready(change: Change, earlier: App | null, app: App): boolean {
  return change.operation === 'submit' ? earlier?.status === app.status : isMade(change, earlier);
}

function isReviewStatus(status: string): boolean {
  return toReviewState(status) !== 'none';
}

/** "From 7 s on, content or a state that this run never saw ends the looks": somebody else changed the app, or the service did. */
export function isForeign({ operation, reads, isOurs }: Change, { app, ageMs }: Look): boolean {
  if (ageMs < proofAgeMs) return false;
  // "No app after a deploy or submission." What a creation makes may still come.
  if (app === null) return operation !== 'create';
  // With our content a new state is that of our own deploy: only a submission makes one of its own.
  if (isOurs(app) && operation !== 'submit') return false;
  const isKnown = isOurs(app) || reads.some((read) => read !== null && isSameContent(read, app));
  return !isKnown || !reads.some((read) => read?.status === app.status);
}

/** "Content, status, updated_at and submitted_at as before": a lost change was not made, if the last look shows this. */
export function isAsBefore({ reads }: Change, { app }: Look): boolean {
  const before = reads.at(-1) ?? null;
  if (before === null || app === null) return before === app;
  const { status, updatedAt, submittedAt } = before;
  const isSameState = app.status === status && app.updatedAt === updatedAt && app.submittedAt === submittedAt;
  return isSameState && isSameContent(before, app);
}

/**
 * "Right after a deploy, a state that needs no submission is believed by age, and the one that the app had before the deploy only
 * at 30 s": `statusBefore` is that one.
 */
export function isStateCurrent(statusBefore: string | null, { app, ageMs }: Look): boolean {
  return ageMs >= (app?.status === statusBefore ? lastLookMs : proofAgeMs);
}

/** A review that is followed, of the content that `isOurs` knows. */
export interface Review extends Omit<Change, 'operation'> {
  /** `published_at` before the submission, as a text. */
  readonly publishedBefore: string | null;
}

/** Says how a review ended, or that it goes on. */
export function toReviewResult({ reads, isOurs, publishedBefore }: Review, { app, ageMs }: Look): ReviewResult {
  const isOfAge = ageMs >= proofAgeMs;
  if (app === null) return isOfAge ? 'withdrawn' : 'pending';
  const { status, publishedAt } = app;
  // "`published_with_unreviewed_changes` with another `published_at` than before": whatever the draft holds since.
  const isMoved = publishedAt !== null && publishedAt !== publishedBefore;
  if (status === 'published_with_unreviewed_changes' && isMoved) return 'approved';
  const isNew = isOfAge || !reads.some((read) => read?.status === status);
  if (!isNew) return 'pending';
  // "`taken_down` ends a wait."
  if (status === 'taken_down') return 'withdrawn';
  const state = toReviewState(status);
  // "`published` with what was submitted, new or by age"; the same for `not_approved` and `changes_requested`.
  if (isOurs(app) && state !== 'none') return state;
  // "Words outside the six: wait on." Anything else is withdrawn, "by age".
  return isOfAge && (isDocumentedStatus(status) || status === 'changes_requested') ? 'withdrawn' : 'pending';
}
