/**
 * The rules of evidence (docs/reliability.md): a response decides how a request ended, and only a
 * read shows what is in the app. A read confirms a change in one of two ways: it shows something
 * that only this change can have made, or it was sent so long after the change that it cannot be
 * older.
 *
 * Everything in this file is pure.
 */
import type { App } from '../model/app.ts';
import { mayBeInReview, toReviewState } from '../model/app-status.ts';
import type { ChangeState, Match, ReviewResult, Step, Trust } from '../model/outcome.ts';
import { isSameContent } from './compare.ts';

/** Reads lag less than this behind the service, in milliseconds. */
export const maxReadLagMs = 7_000;
/** When the app is read after a change, in milliseconds after its response or its loss. */
export const readbackTimesMs: readonly number[] = [0, 1_000, 3_000, maxReadLagMs, 15_000, 30_000];
/** The same after a 202: the service makes such a change later. */
export const pendingReadbackTimesMs: readonly number[] = [...readbackTimesMs, 60_000, 120_000];
/** The last of these times. */
export const lastReadbackMs = 30_000;
const lastPendingReadbackMs = 120_000;

/** A change, and what is needed to verify it. */
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
   * The time from the change's response, or its loss, until the read was sent, in milliseconds. If
   * nothing was sent: from the first response of the run.
   */
  readonly ageMs: number;
}

/** The evidence about a change: its state according to the response, and the reads so far. */
export interface Evidence {
  readonly state: ChangeState;
  /**
   * `open`: another read may change it. `settled`: the change is confirmed, and the state of the
   * app is current. `overwritten`: somebody else has changed the app.
   */
  readonly verdict: 'open' | 'settled' | 'overwritten';
  /** The read that confirmed the change; null if none did. */
  readonly confirmation: Readback | null;
  /** The age at which the change was applied at the latest; null if nothing shows that. */
  readonly appliedMs: number | null;
  /** The last read; null if it failed. */
  readonly lastRead: Readback | null;
  /** The part of the last read that can be trusted. */
  readonly trust: Trust;
}

/** Returns true if a read was sent so late that it cannot show the app from before the change. */
export function isCurrent(read: Readback): boolean {
  return read.ageMs >= maxReadLagMs;
}

/**
 * Returns the evidence before the first read. An accepted change counts as applied when its
 * response comes.
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

/** Adds a read to the evidence. */
export function weighRead(change: Change, evidence: Evidence, read: Readback): Evidence {
  const { state } = evidence;
  if (isConfirmedBy(change, state, read)) {
    const appliedMs = evidence.appliedMs ?? read.ageMs;
    const isStale = hasStaleStatus(change, { app: read.app, ageMs: read.ageMs - appliedMs });
    return {
      state,
      // The files of a deploy or update may become visible before the new status does.
      verdict: isStale ? 'open' : 'settled',
      confirmation: read,
      appliedMs,
      lastRead: read,
      trust: isStale ? 'content' : 'all',
    };
  }
  return {
    state,
    verdict: isOverwritten(change, read) ? 'overwritten' : 'open',
    // A later read without the change revokes an earlier confirmation.
    confirmation: isCurrent(read) ? null : evidence.confirmation,
    appliedMs: evidence.appliedMs,
    lastRead: read,
    trust: isCurrent(read) ? 'all' : 'none',
  };
}

/** Adds a read that failed. A confirmation stays, and with time its status becomes current. */
export function weighFailedRead(change: Change, evidence: Evidence, ageMs: number): Evidence {
  const { confirmation, appliedMs } = evidence;
  const isSettled =
    confirmation !== null &&
    !hasStaleStatus(change, { app: confirmation.app, ageMs: ageMs - (appliedMs ?? 0) });
  return { ...evidence, verdict: isSettled ? 'settled' : 'open', lastRead: null, trust: 'none' };
}

/** Returns true if all reads show that a change was not applied, so that it may be sent again. */
export function isNotApplied(change: Change, evidence: Evidence): boolean {
  const { appliedMs, lastRead } = evidence;
  return appliedMs === null && lastRead !== null && isAsBefore(change, lastRead);
}

/** Returns true if this read by itself confirms a change that is in this state. */
export function isConfirmedBy(change: Change, state: ChangeState, read: Readback): boolean {
  const { step, reads, match } = change;
  const { app, ageMs } = read;
  const isAccepted = state === 'accepted' || state === 'pending';
  // If the deletion was lost, an outdated copy may not have the app yet.
  if (step === 'delete') return app === null && (isAccepted || isCurrent(read));
  if (app === null) return false;
  if (!showsChange(change, app)) {
    // A service may add its own files to each deploy. They show up together with it.
    return step === 'deploy' && isAccepted && isCurrent(read) && match(app) === 'more';
  }
  if (isNewToThisRun(change, state, app)) return true;
  if (!showsSame(change, reads.at(-1) ?? null, app)) return isCurrent(read);
  // The app looked the same before the change, so only the response shows that it was made.
  if (step === 'submit' || !isAccepted) return false;
  return ageMs >= (state === 'pending' ? lastPendingReadbackMs : maxReadLagMs);
}

/**
 * Returns true if an app has the content of a change, and after a submission a status of a review.
 */
function showsChange({ step, match }: Change, app: App): boolean {
  if (match(app) !== 'same') return false;
  return step !== 'submit' || toReviewState(app.status) !== 'none';
}

/**
 * Returns true if no earlier read of this run showed the app like this, so that it cannot come from
 * an old copy.
 */
function isNewToThisRun(change: Change, state: ChangeState, app: App): boolean {
  // Another run may have made the change long ago, and a copy that lags may show it any time.
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

/** Returns true if the app was submitted later than any read shows. */
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

/** Returns all times of one kind that reads have shown, with repetitions. */
function listTimes(
  reads: Change['reads'],
  kind: 'updatedAt' | 'submittedAt' | 'publishedAt',
): readonly (string | null)[] {
  return reads.map((read) => read?.[kind] ?? null).filter((time) => time !== null);
}

/** Returns true if a read is older than one before it. Such a read proves nothing. */
export function isOutdated(reads: readonly (App | null)[], app: App | null): boolean {
  if (app === null) return false;
  return reads.some((read) => read !== null && isLater(read.updatedAt, app.updatedAt));
}

/** Returns true if both texts are ISO times in UTC, and the first is the later one. */
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
 * Returns true if a read is old enough to show that somebody else, or the service itself, changed
 * the app: it has content, or a status, that no read showed before.
 */
export function isOverwritten(change: Change, read: Readback): boolean {
  const { step, reads, match } = change;
  const { app } = read;
  if (!isCurrent(read)) return false;
  // An app that is being created may still appear.
  if (app === null) return step !== 'create';
  // A page may show the time of day, so that it differs without any change.
  const isOurs = match(app) === 'same' || match(app) === 'page';
  const isKnown =
    isOurs || reads.some((earlier) => earlier !== null && isSameContent(earlier, app));
  if (!isKnown) return true;
  // A new status after a deploy or update may be the first half of our own change.
  if (step !== 'submit' && step !== 'delete') return false;
  return !reads.some((earlier) => earlier?.status === app.status);
}

/** Returns true if a read shows the app as it was before the change. */
export function isAsBefore({ reads }: Change, { app }: Readback): boolean {
  const before = reads.at(-1) ?? null;
  if (before === null || app === null) return before === app;
  return (
    app.status === before.status &&
    app.updatedAt === before.updatedAt &&
    app.submittedAt === before.submittedAt &&
    isSameContent(before, app)
  );
}

/**
 * Returns true if a read that shows the content of a change may show the status and the times from
 * before it. The age counts from when the change was applied at the latest.
 */
export function hasStaleStatus(change: Change, { app, ageMs }: Readback): boolean {
  const { step, reads, sentAt } = change;
  const before = reads.at(-1);
  if (step === 'create' || step === 'delete') return false;
  if (!app || !before || ageMs >= maxReadLagMs) return false;
  if (app.status === before.status && endsStatus(step, app.status)) return true;
  if (step === 'submit' || app.updatedAt === null) return false;
  if (app.updatedAt !== before.updatedAt) return false;
  // In whole seconds, two changes in a row may have the same time.
  const isWholeSecond = /:\d\d(\.0+)?Z$/.test(app.updatedAt);
  return !(isWholeSecond && Math.abs(sentAt - Date.parse(app.updatedAt)) < 2_000);
}

/**
 * Returns true if a change ends this status. A read that still shows it may be from before the
 * change.
 */
function endsStatus(step: Step, status: string): boolean {
  if (step === 'submit') return status === 'changes_requested';
  return mayBeInReview(status) || status === 'published';
}

/**
 * Returns true if a read after a deploy is old enough to trust a status that needs no submission.
 * The status from before the deploy may stay for long after the files have changed.
 */
export function isStatusCurrent(statusBefore: string | null, read: Readback): boolean {
  if (read.app?.status === statusBefore) return read.ageMs >= lastReadbackMs;
  return isCurrent(read);
}

/** A review that is followed. */
export interface Review {
  /** All reads of this run before the submission, or before the wait; the oldest first. */
  readonly reads: readonly (App | null)[];
  /** Compares an app with the content in review; null for any content. */
  readonly match: Change['match'] | null;
}

/** Returns how a review has ended, or `pending`. */
export function toReviewResult({ reads, match }: Review, read: Readback): ReviewResult {
  const { app } = read;
  if (app === null) return isCurrent(read) ? 'withdrawn' : 'pending';
  if (isPublishedAnew(reads, app, isCurrent(read))) return 'approved';
  const isSeen = reads.some((earlier) => earlier?.status === app.status);
  if (isSeen && !isCurrent(read)) return 'pending';
  const state = toReviewState(app.status);
  const isSame = match === null || match(app) === 'same';
  if (isSame && state !== 'none') return state;
  // Other content in review, whatever the status is called, is another submission.
  return isCurrent(read) ? 'withdrawn' : 'pending';
}

/**
 * Returns true if the app was published after the reads, whatever its draft holds by now. A service
 * may hide `published_at` while the app is not published: a time before the draft that was read
 * belongs to an earlier version.
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
