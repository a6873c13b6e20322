/**
 * The rules of evidence: what a response or a read says about the app counts only if it is fresh, that is if it shows what only
 * our change can have made (news), or if it is a read that was sent long enough after our last change (age). Everything else
 * is silent, and the app is looked at again. Pure; no other module decides what is believed. docs/reliability.md has the
 * reasons, and the bounds that no client can close.
 */
import type { App } from '../api/wire.ts';
import { toReviewState } from '../app-status.ts';
import { compareTexts, type ReviewResult, type Step } from '../outcome.ts';
import { sameContent } from './compare.ts';

/** A read sent so long after our last change shows that change: reads lag less than this. */
export const freshAfterMs = 7_000;
/** When the app is looked at after a change, in milliseconds after its response or its loss. Without an end result: unknown. */
export const lookTimesMs: readonly number[] = [0, 1_000, 3_000, freshAfterMs];
/** The same after a 202: the service makes the change when it likes, so that only news can prove it. */
export const pendingLookTimesMs: readonly number[] = [
  ...lookTimesMs,
  ...[15, 30, 45, 60, 75, 90, 105, 120].map((seconds) => seconds * 1_000),
];

/** What a snapshot of the app shows of the content in question: exactly it, another one, or too little to tell. */
export type ContentMatch = 'ours' | 'other' | 'untold';

/** The app as one response or read showed it. */
export interface Snapshot {
  /** Null where it does not exist. */
  readonly app: App | null;
  /** What it shows of the content that the change is about. */
  readonly content: ContentMatch;
}

/** Everything that was seen of the app before a change. */
export interface Known {
  /** The app right before the change, as far as it was shown; null where it does not exist. A response may omit anything. */
  readonly app: Partial<App> | null;
  /** All snapshots, the oldest first. */
  readonly seen: readonly Snapshot[];
}

/** What is known after the first read of the app, or after its creation. */
export function toKnown(app: App | null, content: ContentMatch, by: Look['by'] = 'read'): Known {
  return { app: pickShown(app, by), seen: [{ app, content }] };
}

/** A read shows what there is; what is null in a response may be there too. */
function pickShown(app: App | null, by: Look['by']): Known['app'] {
  if (app === null || by === 'read') return app;
  return Object.fromEntries(Object.entries(app).filter(([, value]) => value !== null));
}

/** How the service responded to a change. `pending` is a 202; `lost`: it was sent, and no usable response came. */
export type Reply = 'accepted' | 'pending' | 'lost' | 'refused';

/** A look at the app after a change. A response that shows no app is none. */
export interface Look extends Snapshot {
  readonly by: 'response' | 'read';
  /** For a read, the time from the change's response or loss until the read was sent; 0 for a response. */
  readonly ageMs: number;
}

/** What a look says about a change: it was made; it was not, every field is as before; somebody else's state; nothing. */
export type Finding = 'applied' | 'as_before' | 'other' | 'silent';

/** A change, and what is needed to verify it. */
export interface Change {
  readonly operation: Step;
  readonly known: Known;
  readonly reply: Reply;
}

/** Adds the look that verified our deploy. What a response omits stays as it was shown before, but for what a deploy changes. */
export function learn({ app: before, seen }: Known, { app, by }: Pick<Look, 'app' | 'by'>): Known {
  const known: Known['app'] = by === 'read' ? null : before;
  const { name, tagline, color, logo, systemPrompt, html, files, updatedAt, ...kept } = known ?? {};
  const shown = pickShown(app, by);
  return { app: shown && { ...kept, ...shown }, seen: [...seen, { app, content: 'ours' }] };
}

/** Says what a look tells about a change: what does not prove it tells something by age alone. */
export function verifyChange(change: Change, look: Look): Finding {
  if (isApplied(change, look)) return 'applied';
  if (!isOfAge(change, look)) return 'silent';
  if (isAsBefore(change.known, look)) return 'as_before';
  return look.app === null || look.content === 'other' ? 'other' : 'silent';
}

type TimeName = 'updatedAt' | 'submittedAt' | 'publishedAt';
const timeNames: readonly TimeName[] = ['updatedAt', 'submittedAt', 'publishedAt'];

/** True where the look shows every field as before the change, as far as it was shown then. */
export function isAsBefore({ app: known, seen }: Known, { app, content }: Snapshot): boolean {
  if (known === null || app === null) return known === app;
  const before = { ...app, ...known };
  const names = ['status', 'name', 'tagline', 'color', 'logo', 'systemPrompt', 'reviewNote'] as const;
  if (names.some((name) => before[name] !== app[name])) return false;
  if (timeNames.some((name) => before[name] !== app[name] && compareTimes(before[name], app[name]) !== 0)) return false;
  return known.files ? sameContent(before, app) : content === seen.at(-1)?.content;
}

/** True for a deploy that leaves no trace if its response is lost: of content that was there before, where no time is shown. */
export function isTraceless({ operation, known: { seen } }: Pick<Change, 'operation' | 'known'>): boolean {
  const wasOurs = seen.some(({ content }) => content === 'ours');
  return operation === 'deploy' && wasOurs && listTimes(seen, 'updatedAt').every((time) => time === null);
}

/** True where `time` is later than all the others, at the coarser precision of the two. What cannot be read says nothing. */
export function isLater(time: string | null, others: readonly (string | null)[]): boolean {
  return isReadable(time) && others.filter(isReadable).every((other) => compareTimes(time, other) > 0);
}

/** Whether an app in this state right after our deploy needs a fresh look before it is believed to need no submission. */
export function needsFreshLook({ status }: Pick<App, 'status'>): boolean {
  return status === 'in_review' || status === 'published' || status === 'not_approved';
}

/** A submission whose review is waited for. */
export interface Submission {
  /** Everything seen before it, for a review that this run did not start the first read. */
  readonly known: Known;
  /** The time of the submission as the service shows it; null while it is not known. */
  readonly submittedAt: string | null;
}

/** Says how a review ended, or that it goes on. Withdrawn is told by age only: a state outside of review may be an old one. */
export function verifyReview(
  { known, submittedAt }: Submission,
  { app, content, ageMs }: Pick<Look, 'app' | 'content' | 'ageMs'>,
): ReviewResult {
  const isOld = ageMs >= freshAfterMs;
  if (app === null) return isOld ? 'withdrawn' : 'pending';
  const isFresh = isOld || (content === 'ours' && isNewState(app, known));
  const state = toReviewState(app.status);
  // This one is final: no app leaves it, so that it cannot be an old state.
  if (app.status === 'not_approved' || (state === 'rejected' && isFresh)) return 'rejected';
  if (state === 'approved' && content === 'ours' && isFresh) return 'approved';
  const sinceOurs = compareTimes(app.submittedAt, submittedAt);
  // Published later than was ever seen, and last submitted by us: whatever the draft holds since.
  if (sinceOurs === 0 && isLater(app.publishedAt, listTimes(known.seen, 'publishedAt'))) return 'approved';
  const isOver = state === 'none' || content === 'other' || sinceOurs > 0;
  return isOld && isOver ? 'withdrawn' : 'pending';
}

/** Whether the look shows what only our change can have made, or by age what it was to make. */
function isApplied(change: Change, look: Look): boolean {
  const { operation, reply } = change;
  const { app, content, by } = look;
  if (app === null) return operation === 'delete';
  // The response of a 202 shows what shall be, not what is.
  if (by === 'response' && (reply === 'pending' || mayShowOldState(app, change, content))) return false;
  switch (operation) {
    case 'create':
      // Where the service did not accept ours, one of another name is somebody else's.
      return content !== 'other' || reply === 'accepted' || reply === 'pending';
    case 'delete':
      return false;
    case 'submit':
      return content !== 'other' && isSubmitted(app, change, look);
    default:
      return content !== 'other' && isDeployed(app, change, look);
  }
}

/**
 * Whether a response may show the state from before the change. A submission ends a draft. A deploy or update ends a review, and
 * new content the state of the old: a response with neither files nor time may be from before.
 */
function mayShowOldState(app: App, { operation, known }: Change, content: ContentMatch): boolean {
  if (operation === 'submit') return toReviewState(app.status) === 'none';
  if (operation === 'create') return false;
  const wasOurs = known.seen.some((seen) => seen.content === 'ours');
  const tellsNothingNew = content === 'untold' && app.updatedAt === null && !wasOurs;
  return app.status === 'in_review' || (tellsNothingNew && needsFreshLook(app));
}

/** Deploy and update: our content, where it was not before, or with a later time. */
function isDeployed(app: App, change: Change, look: Look): boolean {
  const { seen } = change.known;
  const times = listTimes(seen, 'updatedAt');
  const isLaterUpdated = isLater(app.updatedAt, times);
  // A response without files must show a later time, or any where none was ever seen.
  if (look.content === 'untold') {
    return look.by === 'response' && (isLaterUpdated || times.every((time) => time === null));
  }
  const wasOurs = seen.some((one) => one.content === 'ours' && hasSamePaths(one.app, app));
  if (!wasOurs && !isEarlier(app, change.known)) return true;
  // Somebody else's submission moves the time too, and leaves the content that was there.
  const mayBeOld = look.by === 'read' && toReviewState(app.status) !== 'none';
  if (isLaterUpdated && !mayBeOld) return true;
  return isOfAge(change, look) && (!wasOurs || change.reply === 'accepted');
}

/** Our content with a later time of submission, or in a state of a review that it was not seen in before. */
function isSubmitted(app: App, change: Change, look: Look): boolean {
  const { known } = change;
  if (look.content === 'untold' && !isDatedAsOurs(app, known)) return false;
  // Neither a draft nor an app that was taken down is in review, or has been.
  const isReviewed = app.status !== null && toReviewState(app.status) !== 'none';
  const isLaterSent = isLater(app.submittedAt, listTimes(known.seen, 'submittedAt'));
  if ((isLaterSent || (isReviewed && isNewState(app, known))) && !isEarlier(app, known)) return true;
  // By age a state of before may count again, such as of an app that our deploy took out of the same review.
  return isOfAge(change, look) && isReviewed && app.status !== known.app?.status;
}

/** Has the time of our deploy: one later than that of other content, and so precise that no other change can have it. */
function isDatedAsOurs({ updatedAt }: App, { seen }: Known): boolean {
  const ours = seen.findLast(({ content }) => content === 'ours')?.app?.updatedAt ?? null;
  const seenOthers = seen.filter(({ content }) => content === 'other');
  const others = listTimes(seenOthers, 'updatedAt');
  const isPrecise = [ours, updatedAt].every((time) => /\.(?=\d*[1-9])\d{3}/.test(time ?? ''));
  const cameWithOurs = others.some(isReadable) && isLater(ours, others);
  return isPrecise && cameWithOurs && compareTimes(ours, updatedAt) === 0;
}

/** Our content may have been there beside a file that only the service has, which our deploy removes: that is not the same. */
function hasSamePaths(seen: App | null, app: App): boolean {
  const [before, now] = [seen?.files ?? null, app.files];
  return before === null || now === null || listPaths(before) === listPaths(now);
}

/** Without the prompt, which any update may add to the files. */
function listPaths(files: ReadonlyMap<string, unknown>): string {
  return JSON.stringify([...files.keys()].filter((path) => path !== 'instructions.md').sort());
}

function isOfAge({ reply }: Change, { ageMs }: Look): boolean {
  return reply !== 'pending' && ageMs >= freshAfterMs;
}

/** True where our content was not seen in this state before. What showed too little to tell counts as ours. */
function isNewState(app: App, known: Known): boolean {
  const isSeen = known.seen.some((seen) => seen.content !== 'other' && seen.app?.status === app.status);
  return !isSeen && !isEarlier(app, known);
}

/** True where the snapshot's time is before one that was seen already: then it is an old one. */
function isEarlier({ updatedAt }: App, { seen }: Known): boolean {
  return listTimes(seen, 'updatedAt').some((time) => compareTimes(updatedAt, time) < 0);
}

function listTimes(seen: readonly Snapshot[], name: TimeName): readonly (string | null)[] {
  return seen.map(({ app }) => app?.[name] ?? null);
}

/** Below 0 where the first is earlier, at the coarser precision of the two; not a number where one cannot be read. */
function compareTimes(one: string | null, other: string | null): number {
  const [first, second] = [toDigits(one), toDigits(other)];
  const length = Math.min(first.length, second.length);
  return length === 0 ? Number.NaN : compareTexts(first.slice(0, length), second.slice(0, length));
}

function isReadable(time: string | null): boolean {
  return toDigits(time) !== '';
}

/** The digits of a time, in ISO 8601 and UTC, to its fraction; zeros alone are none. Empty where it cannot be read. */
function toDigits(time: string | null): string {
  const [, date = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](\d{1,12}))?(?:Z|\+00:?00)?$/i.exec(time ?? '') ?? [];
  return date.replace(/\D/g, '') + (/[1-9]/.test(fraction) ? fraction : '');
}
