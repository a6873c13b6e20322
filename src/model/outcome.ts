import { formatAttempt, formatDuration } from '../text/format.ts';
import type { Failure } from './action-error.ts';
import type { App } from './app.ts';
import { mayBeInReview } from './app-status.ts';
import type { Problem } from './problem.ts';

/**
 * The end of a run: `kind` is the value of the `outcome` output. Exit code, words and signs follow
 * from it and from the facts.
 */
export type Outcome =
  | {
      readonly kind:
        | 'deployed'
        | 'submitted'
        | 'created'
        | 'updated'
        | 'deleted'
        | 'listed'
        | 'read'
        | 'unchanged';
    }
  /** `plan` has the changes of a real run; null if the run was offline. */
  | { readonly kind: 'planned'; readonly plan: Plan | null; readonly skipReason?: 'fork' }
  | { readonly kind: 'skipped'; readonly skipReason: 'in-review' | 'stale' | 'fork' }
  /** One of several apps: the run ended before its turn. */
  | { readonly kind: 'not_run' }
  | {
      readonly kind: 'rejected' | 'failed' | 'unknown';
      readonly failure: Failure;
      /** Set if nothing would have been sent anyway: the check for a fork's pull request failed. */
      readonly skipReason?: 'fork';
    };

/** One change that is made through the API, as the `plan` output names it. */
export type Step = 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/**
 * The changes that a run makes to an app, decided from the inputs and the first read of the app.
 */
export type Plan =
  /** `fields`: the fields of the app that differ, for an update. */
  | {
      readonly kind: 'change';
      readonly steps: readonly Step[];
      readonly fields?: readonly string[];
    }
  | { readonly kind: 'nothing'; readonly reason: 'unchanged' | 'in_review' | 'published' }
  /** The app is in review, and is left there (`on-in-review: skip`). */
  | { readonly kind: 'skip' };

/** The values of the `review-result` output. `withdrawn`: taken out of review without a result. */
export type ReviewResult = 'approved' | 'rejected' | 'withdrawn' | 'pending';

/** The app as the service last showed it. */
export interface AppFacts {
  readonly slug: string;
  readonly url: string | null;
  readonly name: string | null;
  /** As returned by the service, documented or not; null if a list does not show it. */
  readonly status: string | null;
  readonly reviewNote: string | null;
  /** This time and the next two are kept as they were sent. */
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
}

/** One file that differs between the draft and the folder. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** Null if the draft does not have the file, or does not show its size. */
  readonly bytesBefore: number | null;
  /** Null if the folder does not have the file. */
  readonly bytesAfter: number | null;
}

/** The differences between the texts of the draft and of the folder, as far as they are shown. */
export interface TextChanges {
  /**
   * The files that reviewers read first come first: `service.json`, `instructions.md`,
   * `index.html`, then the others by path.
   */
  readonly files: readonly TextChange[];
  /**
   * Paths of files whose lines are not compared: added, removed, not text, too large, or with too
   * many differences.
   */
  readonly named: readonly string[];
  /** The number of files that were not compared because the limit was reached. */
  readonly moreFiles: number;
}

/** The differences in one text. */
export interface TextChange {
  readonly path: string;
  /** The lines of a unified diff, with a head before each part. */
  readonly lines: readonly string[];
  /** The number of further lines. */
  readonly moreLines: number;
}

/** One wait before a request is sent again, or before the app is read again. */
export interface Wait {
  /** Such as `deploy` or `GET /api/miniapps/tides`. */
  readonly what: string;
  readonly milliseconds: number;
  readonly why: string;
  /** The number of the attempt that follows, from 2. */
  readonly attempt: number;
  /** The most attempts; null if only time limits them. */
  readonly maxAttempts: number | null;
}

/**
 * Describes a wait as a line of the log: `GET /api/miniapps/tides: no connection; retrying in 0.7 s
 * (attempt 2 of 4)`. Not safe to print yet.
 */
export function describeWait(wait: Wait): string {
  const duration = formatWait(wait.milliseconds);
  const attempt = formatAttempt(wait.attempt, wait.maxAttempts);
  return `${wait.what}: ${wait.why}; retrying in ${duration} (${attempt})`;
}

/** Formats a wait of less than a minute with tenths of a second: `0.7 s`. */
function formatWait(milliseconds: number): string {
  if (milliseconds >= 59_950) return formatDuration(milliseconds);
  return `${Math.ceil(milliseconds / 100) / 10} s`;
}

/**
 * The result of a request (docs/reliability.md, rule 1):
 *
 * - `accepted`: a 2xx; `pending`: a 202, a change that is made later.
 * - `refused`: the service, or the action itself, refuses it.
 * - `lost`: no usable response came. A lost change may have been made.
 * - `rate_limited`: a 429; `not_sent`: no byte of the request was sent.
 */
export type RequestResult =
  | 'accepted'
  | 'pending'
  | 'refused'
  | 'lost'
  | 'rate_limited'
  | 'not_sent';

/**
 * The state of a change. `conflict`: a 409 that may be about this very change, or about the same
 * change of another run. `confirmed`: a read shows the change.
 */
export type ChangeState = 'sent' | RequestResult | 'conflict' | 'confirmed';

/**
 * The result of comparing an app with the content that a run is about:
 *
 * - `same`: it has exactly that content.
 * - `more`: it has all of it, and files that no read showed before.
 * - `page`: only the page differs. The read shows it only as `html`, which may contain the time.
 * - `other`: it has other content.
 */
export type Match = 'same' | 'more' | 'page' | 'other';

/**
 * The parts of a read that can be trusted. `content`: only its files, since its status and its
 * times may be from before a deploy.
 */
export type Trust = 'none' | 'content' | 'all';

/** A read of the app, and how much of it can be trusted. */
interface AppRead {
  readonly kind: 'read';
  /** Null if the app does not exist. */
  readonly app: App | null;
  readonly match: Match;
  readonly trust: Trust;
}

/**
 * One event of a run. The report about the app is derived from the events, and from nothing else.
 */
export type RunEvent =
  | AppRead
  | { readonly kind: 'change'; readonly step: Step; readonly state: ChangeState }
  /** The state of the review. `isWaited`: the run waits for its result. */
  | { readonly kind: 'review'; readonly result: ReviewResult; readonly isWaited: boolean };

/** The report about the app and its review, derived from the events of the run. */
interface AppReport {
  /** The app as the last trusted read shows it; null if it was not read, or no longer exists. */
  readonly app: AppFacts | null;
  /** The status before this run; null if the app did not exist, or was not read. */
  readonly statusBefore: string | null;
  /** True if this run, and no other, changed the draft or created the app. */
  readonly changed: boolean;
  readonly created: boolean;
  /** True if this run sent the app for review, or it is in review with exactly this content. */
  readonly submitted: boolean;
  /** True if it was this run that sent the app for review. */
  readonly sentForReview: boolean;
  /**
   * True if the service refused this run's submission, and a read shows that another run has
   * submitted the same content.
   */
  readonly submittedByOther: boolean;
  /** True if this run, and no other, deployed the folder. */
  readonly deployed: boolean;
  /**
   * True if a failure from now on is a failure of the submission: it was sent, or is the only step
   * left.
   */
  readonly submitting: boolean;
  /** True if a change was sent and its result is not known. */
  readonly isUnconfirmed: boolean;
  /** The state of the review at the end of the run; null if the app was not in review. */
  readonly reviewResult: ReviewResult | null;
  /** True if the run waited for the review: then it fails unless the app is approved. */
  readonly waitedForReview: boolean;
}

/**
 * Derives the report about the app from the events of a run. `submits`: whether the run is to
 * submit the app.
 */
export function toAppReport(events: readonly RunEvent[], submits = false): AppReport {
  const reads = events
    .filter((event) => event.kind === 'read')
    .filter((read) => read.trust !== 'none');
  const changes = events.filter((event) => event.kind === 'change');
  const reviews = events.filter((event) => event.kind === 'review');
  const became = (step: Step, ...states: readonly ChangeState[]): boolean =>
    changes.some((change) => change.step === step && states.includes(change.state));
  // A change that a read confirms, but that the service refused, was made by another run.
  const isOwn = (step: Step): boolean =>
    became(step, 'confirmed') && became(step, 'accepted', 'pending', 'lost');
  const deployed = isOwn('deploy');
  const last = reads.at(-1);
  const lastState = changes.at(-1)?.state ?? null;
  const isUnconfirmed = lastState !== null && unconfirmedStates.includes(lastState);
  const result = reviews.at(-1)?.result ?? null;
  // After a change, a read may still show a review that the change has ended.
  const isFollowed =
    result !== null || !(isUnconfirmed || became('deploy', 'sent') || became('update', 'sent'));
  const isInReview = last?.app != null && mayBeInReview(last.app.status) && isFollowed;
  return {
    app: toLastApp(reads),
    statusBefore: reads[0]?.app?.status ?? null,
    changed: changes.some((change) => change.step !== 'submit' && isOwn(change.step)),
    created: isOwn('create'),
    submitted: isOwn('submit') || (isInReview && last.match === 'same' && result !== 'withdrawn'),
    sentForReview: isOwn('submit'),
    submittedByOther: became('submit', 'confirmed') && !isOwn('submit'),
    deployed,
    submitting: became('submit', 'sent') || (submits && deployed),
    isUnconfirmed,
    reviewResult: result ?? (isInReview ? 'pending' : null),
    waitedForReview: reviews.some((review) => review.isWaited),
  };
}

/** The states of a change that may have been made, and that no read has confirmed. */
const unconfirmedStates: readonly ChangeState[] = [
  'sent',
  'accepted',
  'pending',
  'lost',
  'conflict',
];

/**
 * Returns the app as the last read shows it. If that read has no address, the one from an earlier
 * read is kept.
 */
function toLastApp(reads: readonly AppRead[]): AppFacts | null {
  const last = reads.at(-1);
  if (last === undefined || last.app === null) return null;
  const url = reads.findLast((read) => read.app?.url)?.app?.url ?? null;
  const facts = toAppFacts({ ...last.app, url });
  if (last.trust === 'all') return facts;
  return {
    ...facts,
    status: null,
    reviewNote: null,
    updatedAt: null,
    submittedAt: null,
    publishedAt: null,
  };
}

/** The notes of a run about everything except the events of the app. */
export interface Notes {
  readonly slug: string | null;
  /** True if the service last showed all files of the folder, and all of them are the same. */
  readonly filesVerified: boolean;
  readonly contentHash: string | null;
  readonly fileCount: number | null;
  readonly byteCount: number | null;
  /** Bytes of the app's files before this run; null if they are not all shown. */
  readonly byteCountBefore: number | null;
  readonly excluded: readonly { readonly path: string; readonly reason: string }[];
  /** The files that differ from the draft; null if nothing was compared. */
  readonly changes: readonly FileChange[] | null;
  /** The differences line by line; empty without `diff`, and if nothing was compared. */
  readonly textChanges: TextChanges;
  readonly problems: readonly Problem[];
  /** The number of further problems that the service named. */
  readonly moreProblems: number;
  readonly termsRequired: string | null;
  /** The terms version with which the service accepted a submission of this run. */
  readonly termsAccepted: string | null;
  readonly apps: readonly AppFacts[] | null;
  /** True if the account has more apps than the service listed. */
  readonly hasMoreApps: boolean;
  readonly waits: readonly Wait[];
  /** The texts of annotations in addition to the result, by level; each once. */
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
}

const noNotes: Notes = {
  slug: null,
  filesVerified: false,
  contentHash: null,
  fileCount: null,
  byteCount: null,
  byteCountBefore: null,
  excluded: [],
  changes: null,
  textChanges: { files: [], named: [], moreFiles: 0 },
  problems: [],
  moreProblems: 0,
  termsRequired: null,
  termsAccepted: null,
  apps: null,
  hasMoreApps: false,
  waits: [],
  notices: [],
  warnings: [],
};

/** Everything that is known of a run: its notes, and the report about its app. */
export interface Facts extends Notes, AppReport {}

/** The result of a review, and whether the run waited for it. */
interface ReviewFacts {
  readonly reviewResult: ReviewResult | null;
  readonly waitedForReview: boolean;
}

/**
 * Returns the exit code: 1 after a failure, and if a review that the run waited for ended as
 * `rejected` or `withdrawn`; else 0.
 */
export function toExitCode(outcome: Outcome, facts: ReviewFacts): 0 | 1 {
  if ('failure' in outcome) return 1;
  if (!facts.waitedForReview) return 0;
  const reviewFailed = facts.reviewResult === 'rejected' || facts.reviewResult === 'withdrawn';
  return reviewFailed ? 1 : 0;
}

/** The state of a run: its notes and its events. A run that is cut short reports it as it is. */
export class RunState {
  #notes: Notes;
  readonly #events: RunEvent[] = [];
  readonly #submits: boolean;

  /** `submits`: whether the run is to send the app for review. */
  constructor(slug: string, submits = false) {
    this.#submits = submits;
    this.#notes = { ...noNotes, slug: slug === '' ? null : slug };
  }

  get facts(): Facts {
    return { ...this.#notes, ...toAppReport(this.#events, this.#submits) };
  }

  /** All reads of the app in this run, the oldest first; null if the app did not exist. */
  get reads(): readonly (App | null)[] {
    const reads = this.#events.filter((event) => event.kind === 'read');
    return reads.map((read) => read.app);
  }

  /** Adds an event. */
  record(event: RunEvent): void {
    this.#events.push(event);
  }

  /** Replaces some of the notes. */
  update(part: Partial<Notes>): void {
    this.#notes = { ...this.#notes, ...part };
  }

  notice(text: string): void {
    this.update({ notices: [...new Set([...this.#notes.notices, text])] });
  }

  warn(text: string): void {
    this.update({ warnings: [...new Set([...this.#notes.warnings, text])] });
  }

  addWait(wait: Wait): void {
    this.update({ waits: [...this.#notes.waits, wait] });
  }
}

/**
 * Returns the part of an app that is reported. Its address is the documented one unless the read
 * shows another.
 */
export function toAppFacts(app: App): AppFacts {
  return {
    slug: app.slug,
    url: app.url ?? app.documentedUrl,
    status: app.status || null,
    reviewNote: app.reviewNote,
    name: app.name || null,
    updatedAt: app.updatedAt,
    submittedAt: app.submittedAt,
    publishedAt: app.publishedAt,
  };
}
