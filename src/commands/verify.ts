/**
 * The rules of evidence (docs/reliability.md). A response shows how a request ended; only a read
 * shows what is in the app. A read confirms a change in one of two ways: it shows something that
 * only this change can have made, or it was sent so long after the change that it cannot show an
 * older state of the app.
 *
 * All functions in this file are pure.
 */
import type { App } from '../model/app.ts';
import { mayBeInReview, toReviewState } from '../model/app-status.ts';
import type { ChangeState, Match, ReviewResult, Step, Trust } from '../model/outcome.ts';
import { isSameContent } from './compare.ts';

/** The longest time that a read may lag behind the service, in milliseconds. */
export const maxReadLagMs = 7_000;
/**
 * When the app is read after a change, in milliseconds after the change got its response or was
 * lost.
 */
export const readbackTimesMs: readonly number[] = [0, 1_000, 3_000, maxReadLagMs, 15_000, 30_000];
/** When the app is read after a 202, which means that the service will make the change later. */
export const pendingReadbackTimesMs: readonly number[] = [...readbackTimesMs, 60_000, 120_000];
/** The last of `readbackTimesMs`. */
export const lastReadbackMs = 30_000;
/** The last of `pendingReadbackTimesMs`. */
const lastPendingReadbackMs = 120_000;

/** A change, with everything that is needed to verify it. */
export interface Change {
  readonly step: Step;
  /** All reads of this run before the change, the oldest first; null if the app did not exist. */
  readonly reads: readonly (App | null)[];
  /** When the change was first sent, in the clock's time. */
  readonly sentAt: number;
  /** Compares an app with the content that the change is about. */
  readonly match: (app: App) => Match;
}

/** One read of the app. */
export interface Readback {
  /** Null if the app does not exist. */
  readonly app: App | null;
  /**
   * The time from when the change got its response, or was lost, until the read was sent, in
   * milliseconds. In a run that has sent no change, it counts from the run's first response.
   */
  readonly ageMs: number;
}

/** The evidence about a change: its state according to the response, and the reads so far. */
export interface Evidence {
  readonly state: ChangeState;
  /**
   * `open`: another read may change the verdict. `settled`: the change is confirmed, and the status
   * that the app shows is current. `overwritten`: somebody else has changed the app.
   */
  readonly verdict: 'open' | 'settled' | 'overwritten';
  /** The read that confirmed the change; null if none did. */
  readonly confirmation: Readback | null;
  /**
   * The latest time at which the change can have been applied, as an age in milliseconds (see
   * `Readback.ageMs`); null if nothing shows that it was applied.
   */
  readonly appliedMs: number | null;
  /** The last read; null if it failed. */
  readonly lastRead: Readback | null;
  /** The part of the last read that can be trusted. */
  readonly trust: Trust;
}

/**
 * Returns true if a read was sent so long after the change that it no longer shows the app as it
 * was before.
 */
export function isCurrent(read: Readback): boolean {
  return read.ageMs >= maxReadLagMs;
}

/**
 * Returns the evidence before the first read. An accepted change counts as applied from the moment
 * of its response.
 */
export function startEvidence(state: ChangeState): Evidence {
  return {
    state,
    verdict: 'open',
    confirmation: null,
    appliedMs: state === 'accepted' ? 0 : null,
    lastRead: null,
    trust: 'none',
  };
}

/** Returns the evidence with one more read. */
export function weighRead(change: Change, evidence: Evidence, read: Readback): Evidence {
  if (confirmsChange(read, change, evidence.state)) {
    const appliedMs = evidence.appliedMs ?? read.ageMs;
    const mayBeOld = mayShowOldStatus(change, read.app, read.ageMs - appliedMs);
    return {
      state: evidence.state,
      // The files of a deploy or update may become visible before the new status does.
      verdict: mayBeOld ? 'open' : 'settled',
      confirmation: read,
      appliedMs,
      lastRead: read,
      trust: mayBeOld ? 'content' : 'all',
    };
  }
  return {
    state: evidence.state,
    verdict: isOverwritten(change, read) ? 'overwritten' : 'open',
    // A current read that does not show the change revokes an earlier confirmation.
    confirmation: isCurrent(read) ? null : evidence.confirmation,
    appliedMs: evidence.appliedMs,
    lastRead: read,
    trust: isCurrent(read) ? 'all' : 'none',
  };
}

/**
 * Returns the evidence after a read that failed. A read that confirmed the change earlier stays
 * valid. It settles the change as soon as the status that it showed can no longer be from before
 * the change.
 */
export function weighFailedRead(change: Change, evidence: Evidence, ageMs: number): Evidence {
  const isSettled = isConfirmationCurrent(change, evidence, ageMs);
  return { ...evidence, verdict: isSettled ? 'settled' : 'open', lastRead: null, trust: 'none' };
}

/** Returns true if, at this age, the status of the read that confirmed the change is current. */
function isConfirmationCurrent(change: Change, evidence: Evidence, ageMs: number): boolean {
  if (evidence.confirmation === null) return false;
  const appliedMs = evidence.appliedMs ?? 0;
  return !mayShowOldStatus(change, evidence.confirmation.app, ageMs - appliedMs);
}

/** Returns true if all reads show that a change was not applied, so that it may be sent again. */
export function isNotApplied(change: Change, evidence: Evidence): boolean {
  if (evidence.appliedMs !== null || evidence.lastRead === null) return false;
  return isAsBefore(change, evidence.lastRead);
}

/** Returns true if this read, without any other, confirms a change that is in this state. */
export function confirmsChange(read: Readback, change: Change, state: ChangeState): boolean {
  const { step } = change;
  const { app } = read;
  const isAccepted = state === 'accepted' || state === 'pending';
  if (step === 'delete') {
    // After a lost deletion, only a current read counts: an outdated copy may be from before the
    // app was created.
    return app === null && (isAccepted || isCurrent(read));
  }
  if (app === null) return false;
  if (!showsChange(change, app)) {
    // A service may add its own files to each deploy. If the app shows such new files together with
    // ours, the deploy was made.
    return step === 'deploy' && isAccepted && isCurrent(read) && change.match(app) === 'more';
  }
  if (cannotBeOldCopy(app, change, state)) return true;
  if (!showsSame(change, change.reads.at(-1) ?? null, app)) return isCurrent(read);
  // The app looked the same before the change, so only the response shows that the change was made.
  if (step === 'submit' || !isAccepted) return false;
  return read.ageMs >= (state === 'pending' ? lastPendingReadbackMs : maxReadLagMs);
}

/**
 * Returns true if an app has the content of a change and, for a submission, a status that only a
 * submitted app has.
 */
function showsChange(change: Change, app: App): boolean {
  if (change.match(app) !== 'same') return false;
  return change.step !== 'submit' || toReviewState(app.status) !== 'none';
}

/**
 * Returns true if the app differs from what every earlier read of this run showed, so that it
 * cannot be an outdated copy from before the change.
 */
function cannotBeOldCopy(app: App, change: Change, state: ChangeState): boolean {
  // After a 409, another run may have made the change long before this run. Then even an outdated
  // copy can show it.
  if (state === 'conflict') return false;
  const { step, reads } = change;
  const isSeen = reads.some((read) => showsSame(change, read, app));
  if (step === 'submit' && state === 'lost') {
    // If the lost submission was made, the app has a new submission time, whatever its status is.
    return !isSeen && !listTimes(reads, 'submittedAt').includes(app.submittedAt);
  }
  if (!isSeen) return true;
  if (step === 'submit') return state === 'accepted' && isSubmittedAnew(reads, app);
  if (step === 'create' || app.updatedAt === null) return false;
  // The same content with a new `updated_at` comes from a forced deploy.
  return !listTimes(reads, 'updatedAt').includes(app.updatedAt);
}

/** Returns true if the app has a later submission time than any of the reads showed. */
function isSubmittedAnew(reads: Change['reads'], app: App): boolean {
  const times = listTimes(reads, 'submittedAt');
  return times.length > 0 && times.every((time) => isLater(app.submittedAt, time));
}

/**
 * Returns true if an earlier read already shows the change or, for a submission, the same status.
 */
function showsSame(change: Change, earlier: App | null, app: App): boolean {
  if (earlier === null) return false;
  return change.step === 'submit' ? earlier.status === app.status : showsChange(change, earlier);
}

/** Returns all times of one kind that the reads have shown. A time may be listed several times. */
function listTimes(
  reads: Change['reads'],
  kind: 'updatedAt' | 'submittedAt' | 'publishedAt',
): readonly (string | null)[] {
  return reads.map((read) => read?.[kind] ?? null).filter((time) => time !== null);
}

/**
 * Returns true if a read shows an older version of the app than an earlier read did. Such a read
 * proves nothing.
 */
export function isOutdated(reads: readonly (App | null)[], app: App | null): boolean {
  if (app === null) return false;
  return reads.some((read) => read !== null && isLater(read.updatedAt, app.updatedAt));
}

/** Returns true if both texts are ISO times in UTC, and the first is later than the second. */
function isLater(one: string | null, other: string | null): boolean {
  const time = parseUtc(one);
  const otherTime = parseUtc(other);
  return time !== null && otherTime !== null && time > otherTime;
}

function parseUtc(text: string | null): number | null {
  if (text === null || !isUtc.test(text)) return null;
  return Date.parse(text);
}

const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/**
 * Returns true if somebody else, or the service itself, has changed the app: a current read shows
 * content or a status that neither the change nor an earlier read explains.
 */
export function isOverwritten(change: Change, read: Readback): boolean {
  const { step, reads } = change;
  const { app } = read;
  if (!isCurrent(read)) return false;
  // An app that is being created may still appear.
  if (app === null) return step !== 'create';
  // A page that differs does not count: it may show the time of day.
  const match = change.match(app);
  const isOurs = match === 'same' || match === 'page';
  const isKnown =
    isOurs || reads.some((earlier) => earlier !== null && isSameContent(earlier, app));
  if (!isKnown) return true;
  // A new status after a deploy or update may be the first half of our own change.
  if (step !== 'submit' && step !== 'delete') return false;
  return !reads.some((earlier) => earlier?.status === app.status);
}

/** Returns true if a read shows the app as it was before the change. */
export function isAsBefore(change: Change, read: Readback): boolean {
  const before = change.reads.at(-1) ?? null;
  const { app } = read;
  if (before === null || app === null) return before === app;
  return (
    app.status === before.status &&
    app.updatedAt === before.updatedAt &&
    app.submittedAt === before.submittedAt &&
    isSameContent(before, app)
  );
}

/**
 * Returns true if a read that shows the content of a change may still show the status and the times
 * from before the change. `sinceAppliedMs` is the shortest possible time between the change and
 * the read, in milliseconds.
 */
export function mayShowOldStatus(change: Change, app: App | null, sinceAppliedMs: number): boolean {
  const { step } = change;
  if (step === 'create' || step === 'delete') return false;
  const before = change.reads.at(-1);
  if (!app || !before || sinceAppliedMs >= maxReadLagMs) return false;
  if (app.status === before.status && endsStatus(step, app.status)) return true;
  if (step === 'submit' || app.updatedAt === null) return false;
  if (app.updatedAt !== before.updatedAt) return false;
  // If times are shown in whole seconds, two changes in a row may have the same time.
  const isWholeSecond = /:\d\d(\.0+)?Z$/.test(app.updatedAt);
  const sinceUpdateMs = Math.abs(change.sentAt - Date.parse(app.updatedAt));
  return !(isWholeSecond && sinceUpdateMs < 2_000);
}

/**
 * Returns true if a change ends this status, so that a read that still shows the status may be from
 * before the change.
 */
function endsStatus(step: Step, status: string): boolean {
  if (step === 'submit') return status === 'changes_requested';
  return mayBeInReview(status) || status === 'published';
}

/**
 * Returns true if a read was sent so long after a deploy that its status can be trusted. A service
 * may show the status from before the deploy for long after the files have changed.
 */
export function isStatusCurrent(statusBefore: string | null, read: Readback): boolean {
  if (read.app?.status === statusBefore) return read.ageMs >= lastReadbackMs;
  return isCurrent(read);
}

/** A review that a run follows. */
export interface Review {
  /** All reads of this run before the submission, or before the wait; the oldest first. */
  readonly reads: readonly (App | null)[];
  /** Compares an app with the content in review; null if any content will do. */
  readonly match: Change['match'] | null;
}

/** Returns the result of a review as a read shows it; `pending` if the review goes on. */
export function toReviewResult(review: Review, read: Readback): ReviewResult {
  const { reads, match } = review;
  const { app } = read;
  if (app === null) return isCurrent(read) ? 'withdrawn' : 'pending';
  if (isPublishedAnew(reads, app, isCurrent(read))) return 'approved';
  const isSeen = reads.some((earlier) => earlier?.status === app.status);
  if (isSeen && !isCurrent(read)) return 'pending';
  const state = toReviewState(app.status);
  const isSame = match === null || match(app) === 'same';
  if (isSame && state !== 'none') return state;
  // With any status, other content means that another submission has replaced this one.
  return isCurrent(read) ? 'withdrawn' : 'pending';
}

/**
 * Returns true if the app was published after the earlier reads, even if its draft has changed
 * since. A service may hide `published_at` while the app is not published. So a publication time
 * that is older than the draft of an earlier read belongs to an earlier version.
 */
function isPublishedAnew(reads: Review['reads'], app: App, isReadCurrent: boolean): boolean {
  const { status, publishedAt } = app;
  if (status !== 'published_with_unreviewed_changes' || publishedAt === null) return false;
  const times = listTimes(reads, 'publishedAt');
  const isOlderThanDraft = reads.some(
    (read) =>
      read !== null &&
      (isLater(read.updatedAt, publishedAt) || isLater(read.submittedAt, publishedAt)),
  );
  if (!isOlderThanDraft && times.every((time) => isLater(publishedAt, time))) return true;
  return isReadCurrent && times.length > 0 && !times.includes(publishedAt);
}
