/**
 * The rules of evidence: a response says how a request ended, and only a read says what is in the
 * app. A read proves a change by news, which only the change can have made, or by age: it was sent
 * long enough after the change. Pure; what it says of a look, the commands note.
 * docs/reliability.md tells the same rules for people, with the bounds that no client can close.
 */
import type { App } from '../model/app.ts';
import { mayBeInReview, toReviewState } from '../model/app-status.ts';
import type { ChangeState, Match, ReviewResult, Step } from '../model/outcome.ts';
import { isSameContent } from './compare.ts';

/**
 * A read sent so long after a change shows what it made, in milliseconds: reads lag less than this.
 */
export const proofAgeMs = 7_000;
/** When the app is looked at, in milliseconds after a change was answered or lost. */
export const lookTimesMs: readonly number[] = [0, 1_000, 3_000, proofAgeMs, 15_000, 30_000];
/** The same after a 202, whose change is made when the service likes. */
export const pendingLookTimesMs: readonly number[] = [...lookTimesMs, 60_000, 120_000];
const lastLookMs = 30_000;
const lastPendingLookMs = 120_000;

/** A change, and what is needed to verify it. */
export interface Change {
  readonly operation: Step;
  /**
   * All reads of this run before the change, the oldest first; null where the app did not exist.
   */
  readonly reads: readonly (App | null)[];
  /** When it was sent first, in the clock's time. */
  readonly sentAt: number;
  /** What an app shows of the content that the change is about. */
  readonly match: (app: App) => Match;
}

/** One read of the app. */
export interface Look {
  /** Null where the app does not exist. */
  readonly app: App | null;
  /**
   * From the change's response or loss until the read was sent, in milliseconds; where nothing was
   * sent, from the first response.
   */
  readonly ageMs: number;
}

/** Says whether a look proves a change, of which no more is known than `state`. */
export function isProven(change: Change, state: ChangeState, { app, ageMs }: Look): boolean {
  const { operation, reads, match } = change;
  const isAccepted = state === 'accepted' || state === 'pending';
  const isOfAge = ageMs >= proofAgeMs;
  // After a loss an app that is gone may be one that a lagging copy has never heard of.
  if (operation === 'delete') return app === null && (isAccepted || isOfAge);
  if (app === null) return false;
  // What a service adds to each deploy shows up with it, so that files beside ours are taken for its own.
  if (!isMade(change, app))
    return operation === 'deploy' && isAccepted && isOfAge && match(app) === 'more';
  if (isNews(change, state, app)) return true;
  if (!showsSame(change, reads.at(-1) ?? null, app)) return isOfAge;
  // What was there just before proves nothing by itself: the service must have said that it made the change.
  return (
    operation !== 'submit' &&
    isAccepted &&
    ageMs >= (state === 'pending' ? lastPendingLookMs : proofAgeMs)
  );
}

/**
 * Whether an app is as the change makes it: our content; for a submission also in a status of a
 * review, or a word that may be one.
 */
function isMade({ operation, match }: Change, app: App): boolean {
  return match(app) === 'same' && (operation !== 'submit' || toReviewState(app.status) !== 'none');
}

/** Whether no read of this run showed what the look shows: then it is of no old copy. */
function isNews(change: Change, state: ChangeState, app: App): boolean {
  const { operation, reads } = change;
  // Another run made it, maybe long ago, and a copy that lags may show it any time.
  if (state === 'conflict') return false;
  const isSeen = reads.some((read) => showsSame(change, read, app));
  if (operation === 'submit') {
    const times = listTimes(reads, 'submittedAt');
    const isAnew = times.length > 0 && times.every((time) => isLater(app.submittedAt, time));
    // The time of an earlier submission is not that of a lost one, in whatever state it was seen.
    return state === 'lost'
      ? !isSeen && !times.includes(app.submittedAt)
      : !isSeen || (state === 'accepted' && isAnew);
  }
  // Content of before with a new time beside it: a forced deploy.
  const isTouched =
    app.updatedAt !== null && !listTimes(reads, 'updatedAt').includes(app.updatedAt);
  return !isSeen || (operation !== 'create' && isTouched);
}

/** The times of this kind that reads showed, each as often as it was shown. */
function listTimes(
  reads: Change['reads'],
  kind: 'updatedAt' | 'submittedAt' | 'publishedAt',
): readonly (string | null)[] {
  return reads.map((read) => read?.[kind] ?? null).filter((time) => time !== null);
}

/**
 * Whether an earlier read showed what the look shows: the status of a submission, with whatever
 * content; else what is made.
 */
function showsSame(change: Change, earlier: App | null, app: App): boolean {
  if (earlier === null) return false;
  return change.operation === 'submit' ? earlier.status === app.status : isMade(change, earlier);
}

/**
 * Says whether a look is older than a read of this run: it proves nothing then, and ends nothing.
 */
export function isOld(reads: readonly (App | null)[], app: App | null): boolean {
  return (
    app !== null && reads.some((read) => read !== null && isLater(read.updatedAt, app.updatedAt))
  );
}

/** True where both are ISO times in UTC, and the first is the later one. */
function isLater(one: string | null, other: string | null): boolean {
  const [time, otherTime] = [one, other].map((text) =>
    isUtc.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN,
  );
  return Number(time) > Number(otherTime);
}

const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/**
 * Says whether a look of age shows that somebody else changed the app, or the service did: content
 * or a state that no read showed.
 */
export function isForeign({ operation, reads, match }: Change, { app, ageMs }: Look): boolean {
  if (ageMs < proofAgeMs) return false;
  // What a creation makes may still come.
  if (app === null) return operation !== 'create';
  // A page that holds a time of its own is no sign of anybody.
  const isOurs = match(app) === 'same' || match(app) === 'page';
  const isKnown = isOurs || reads.some((read) => read !== null && isSameContent(read, app));
  // A new state is no sign after a deploy or update: it may be the first half of our own change.
  const isStateFixed = operation === 'submit' || operation === 'delete';
  return !isKnown || (isStateFixed && !reads.some((read) => read?.status === app.status));
}

/**
 * Says whether a look shows the app as it was before the change: a lost one was not made, if the
 * last look shows this.
 */
export function isAsBefore({ reads }: Change, { app }: Look): boolean {
  const before = reads.at(-1) ?? null;
  if (before === null || app === null) return before === app;
  const { status, updatedAt, submittedAt } = before;
  const isSameState =
    app.status === status && app.updatedAt === updatedAt && app.submittedAt === submittedAt;
  return isSameState && isSameContent(before, app);
}

/** Whether a change ends this state: right after it a look that still shows it may be of before. */
function endsState(operation: Step, status: string): boolean {
  if (operation === 'submit') return status === 'changes_requested';
  return mayBeInReview(status) || status === 'published';
}

/**
 * Says whether the state that a look shows beside the content of a change, and its times, may be
 * those from before it. `ageMs` counts from when the change was made at the latest.
 */
export function isStateOld({ operation, reads, sentAt }: Change, { app, ageMs }: Look): boolean {
  const before = reads.at(-1);
  if (operation === 'create' || operation === 'delete' || !app || !before || ageMs >= proofAgeMs)
    return false;
  if (app.status === before.status && endsState(operation, app.status)) return true;
  if (operation === 'submit') return false;
  const time = app.updatedAt;
  // In whole seconds two changes in a row may have the same time.
  const isCoarse =
    /:\d\d(\.0+)?Z$/.test(time ?? '') && Math.abs(sentAt - Date.parse(time ?? '')) < 2_000;
  return time !== null && time === before.updatedAt && !isCoarse;
}

/**
 * Says whether the state that a look shows right after a deploy is believed where it needs no
 * submission. `statusBefore` is the one from before the deploy: that one may stay for long after
 * the files have changed.
 */
export function isStateCurrent(statusBefore: string | null, { app, ageMs }: Look): boolean {
  return ageMs >= (app?.status === statusBefore ? lastLookMs : proofAgeMs);
}

/** A review that is followed; `reads` are those before the submission, or before the wait. */
export interface Review extends Pick<Change, 'reads'> {
  /**
   * What an app shows of the content in review; null for the content that the first look of age
   * shows.
   */
  readonly match: Change['match'] | null;
}

/** Says how a review ended, or that it goes on. */
export function toReviewResult({ reads, match }: Review, { app, ageMs }: Look): ReviewResult {
  const isOfAge = ageMs >= proofAgeMs;
  if (app === null) return isOfAge ? 'withdrawn' : 'pending';
  const { status } = app;
  if (isPublishedAnew(reads, app, isOfAge)) return 'approved';
  const isNew = isOfAge || !reads.some((read) => read?.status === status);
  if (!isNew) return 'pending';
  const reviewState = toReviewState(status);
  const isSame = match === null || match(app) === 'same';
  if (isSame && reviewState !== 'none') return reviewState;
  // Other content in review, under whatever word, is another submission.
  return isOfAge ? 'withdrawn' : 'pending';
}

/**
 * Whether the published version is another than before, whatever the draft holds since: at once one
 * of a later time. A service may hide `published_at` outside of the published states: what is older
 * than the draft that was seen was published before.
 */
function isPublishedAnew(
  reads: Review['reads'],
  { status, publishedAt }: App,
  isOfAge: boolean,
): boolean {
  if (status !== 'published_with_unreviewed_changes' || publishedAt === null) return false;
  const shown = reads.filter((read) => read !== null);
  const times = listTimes(reads, 'publishedAt');
  const isOlder = shown.some(
    (read) => isLater(read.updatedAt, publishedAt) || isLater(read.submittedAt, publishedAt),
  );
  if (!isOlder && times.every((time) => isLater(publishedAt, time))) return true;
  return isOfAge && times.length > 0 && !times.includes(publishedAt);
}
