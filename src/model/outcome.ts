import { formatAttempt, formatDuration } from '../text/format.ts';
import type { Failure } from './action-error.ts';
import type { App } from './app.ts';
import { mayBeInReview } from './app-status.ts';
import type { Problem } from './problem.ts';

/**
 * The outcome of a run. `kind` is the value of the `outcome` output. The exit code and the words of
 * the report depend on the outcome and on the facts.
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
  /** A dry run. `plan` has the changes that a real run would make; null if the run was offline. */
  | { readonly kind: 'planned'; readonly plan: Plan | null; readonly skipReason?: 'fork' }
  | { readonly kind: 'skipped'; readonly skipReason: 'in-review' | 'stale' | 'fork' }
  /** The run of several apps ended before the turn of this app. */
  | { readonly kind: 'not_run' }
  | {
      readonly kind: 'rejected' | 'failed' | 'unknown';
      readonly failure: Failure;
      /**
       * Set if the run was for a pull request from a fork, and its check failed. Such a run never
       * sends anything.
       */
      readonly skipReason?: 'fork';
    };

/** A change that is made through the API, as named in the `plan` output. */
export type Step = 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** The changes that a run is to make to an app. The inputs and a read of the app decide. */
export type Plan =
  /** Changes to make. For an update, `fields` has the names of the fields that differ. */
  | {
      readonly kind: 'change';
      readonly steps: readonly Step[];
      readonly fields?: readonly string[];
    }
  | { readonly kind: 'nothing'; readonly reason: 'unchanged' | 'in_review' | 'published' }
  /** The app is in review, and is left there (`on-in-review: skip`). */
  | { readonly kind: 'skip' };

/**
 * The values of the `review-result` output. `withdrawn`: the app left the review without a result.
 */
export type ReviewResult = 'approved' | 'rejected' | 'withdrawn' | 'pending';

/** The app as the service last showed it. */
export interface AppFacts {
  readonly slug: string;
  readonly url: string | null;
  readonly name: string | null;
  /** As returned by the service, documented or not; null if a list does not show it. */
  readonly status: string | null;
  readonly reviewNote: string | null;
  /** Like the next two times, this is the text that the service sent. */
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
}

/** A file that differs between the draft and the folder. */
export interface FileChange {
  readonly path: string;
  /** `added`: the draft does not have the file. `removed`: the folder does not have it. */
  readonly kind: 'added' | 'changed' | 'removed';
  /** Null if the draft does not have the file, or if its size is not known. */
  readonly bytesBefore: number | null;
  /** Null if the folder does not have the file. */
  readonly bytesAfter: number | null;
}

/** The text differences between the draft and the folder that a report shows. */
export interface TextChanges {
  /**
   * The files in the order of a review: `service.json`, `instructions.md`, `index.html`, others.
   */
  readonly files: readonly TextChange[];
  /**
   * The paths of files without a list of lines: they were added or removed, are not text, are too
   * large, or have too many differences.
   */
  readonly named: readonly string[];
  /** The number of files that were not compared because the limit was reached. */
  readonly moreFiles: number;
}

/** The differences in one text. */
export interface TextChange {
  readonly path: string;
  /** The lines of a unified diff. Each part begins with a line such as `@@ -1,4 +1,5 @@`. */
  readonly lines: readonly string[];
  /** The number of further lines that are not shown. */
  readonly moreLines: number;
}

/** One wait before a request is sent again, or before the app is read again. */
export interface Wait {
  /** The change or the request, such as `deploy` or `GET /api/miniapps/tides`. */
  readonly what: string;
  readonly milliseconds: number;
  readonly why: string;
  /** The number of the attempt that follows, from 2. */
  readonly attempt: number;
  /** The maximum number of attempts; null if only the time limits them. */
  readonly maxAttempts: number | null;
}

/**
 * Returns the line of the log for a wait, such as `GET /api/miniapps/tides: no connection; retrying
 * in 0.7 s (attempt 2 of 4)`. The line is not safe to print yet.
 */
export function describeWait(wait: Wait): string {
  const duration = formatWait(wait.milliseconds);
  const attempt = formatAttempt(wait.attempt, wait.maxAttempts);
  return `${wait.what}: ${wait.why}; retrying in ${duration} (${attempt})`;
}

/** Formats a wait, such as `0.7 s`. Only a wait of less than a minute has tenths of a second. */
function formatWait(milliseconds: number): string {
  if (milliseconds >= 59_950) return formatDuration(milliseconds);
  return `${Math.ceil(milliseconds / 100) / 10} s`;
}

/**
 * The result of a request (docs/reliability.md, rule 1):
 *
 * - `accepted`: the response is a 2xx.
 * - `pending`: the response is a 202, so the service makes the change later.
 * - `refused`: the service, or the action itself, refused the request.
 * - `lost`: no usable response came. A lost change may have been made.
 * - `rate_limited`: the response is a 429.
 * - `not_sent`: not a single byte of the request was sent.
 */
export type RequestResult =
  | 'accepted'
  | 'pending'
  | 'refused'
  | 'lost'
  | 'rate_limited'
  | 'not_sent';

/**
 * The state of a change. `conflict`: the response was a 409, perhaps because an earlier attempt or
 * another run has already made the same change. `confirmed`: a read shows the change.
 */
export type ChangeState = 'sent' | RequestResult | 'conflict' | 'confirmed';

/**
 * The result of comparing an app with the content that a run is about:
 *
 * - `same`: the app has exactly that content.
 * - `more`: the app has all of that content, and files that no earlier read showed.
 * - `page`: only the page differs, and the read shows the page only as `html`, which may contain
 *   the time of day.
 * - `other`: the app has other content.
 */
export type Match = 'same' | 'more' | 'page' | 'other';

/**
 * The parts of a read that can be trusted. `content`: only the files, since the status and the
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

/** An event of a run. The report about the app is derived only from these events. */
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
  /** True if this run, and not another one, changed the draft, created or deleted the app. */
  readonly changed: boolean;
  /** True if this run, and not another one, created the app. */
  readonly created: boolean;
  /** True if this run sent the app for review, or if it is in review with exactly this content. */
  readonly submitted: boolean;
  /** True if this run, and not another one, sent the app for review. */
  readonly sentForReview: boolean;
  /**
   * True if the service refused this run's submission, and a read shows that another run has
   * submitted the same content.
   */
  readonly submittedByOther: boolean;
  /** True if this run, and not another one, deployed the folder. */
  readonly deployed: boolean;
  /**
   * True if a failure from now on concerns the submission: the submission was sent, or is the only
   * step that is left.
   */
  readonly submitting: boolean;
  /** True if a change was sent and its result is not known. */
  readonly isUnconfirmed: boolean;
  /** The state of the review at the end of the run; null if the app was not in review. */
  readonly reviewResult: ReviewResult | null;
  /** True if the run waited for the review. Then a rejection or a withdrawal makes the run fail. */
  readonly waitedForReview: boolean;
}

/**
 * Derives the report about the app from the events of a run. `submits` is true if the run is to
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
  // If the service refused a change, and a read shows it anyway, another run has made it.
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

/** The states of a change that may have been made, but that no read has confirmed. */
const unconfirmedStates: readonly ChangeState[] = [
  'sent',
  'accepted',
  'pending',
  'lost',
  'conflict',
];

/**
 * Returns the app as the last read shows it. If that read has no address, the address comes from an
 * earlier read.
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

/** All facts about a run that are not derived from its events. */
export interface Notes {
  readonly slug: string | null;
  /** True if the last read shows all files of the folder, and all of them are the same. */
  readonly filesVerified: boolean;
  readonly contentHash: string | null;
  readonly fileCount: number | null;
  readonly byteCount: number | null;
  /** The size of the app's files before this run, in bytes; null if not all of them are shown. */
  readonly byteCountBefore: number | null;
  readonly excluded: readonly { readonly path: string; readonly reason: string }[];
  /** The files that differ from the draft; null if nothing was compared. */
  readonly changes: readonly FileChange[] | null;
  /** The differences line by line; empty without the input `diff`, or if nothing was compared. */
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
  /** The texts of the annotations with the level notice, without repetitions. */
  readonly notices: readonly string[];
  /** The texts of the annotations with the level warning, without repetitions. */
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

/** Everything that is known about a run: its notes, and the report about the app. */
export interface Facts extends Notes, AppReport {}

/** The result of a review, and whether the run waited for it. */
interface ReviewFacts {
  readonly reviewResult: ReviewResult | null;
  readonly waitedForReview: boolean;
}

/**
 * Returns the exit code: 1 after a failure, or if the run waited for a review whose result is
 * `rejected` or `withdrawn`; otherwise 0.
 */
export function toExitCode(outcome: Outcome, facts: ReviewFacts): 0 | 1 {
  if ('failure' in outcome) return 1;
  if (!facts.waitedForReview) return 0;
  const reviewFailed = facts.reviewResult === 'rejected' || facts.reviewResult === 'withdrawn';
  return reviewFailed ? 1 : 0;
}

/**
 * The state of a run: its notes and its events. It can be reported at any time, so a run that is
 * stopped early still has a report.
 */
export class RunState {
  #notes: Notes;
  readonly #events: RunEvent[] = [];
  readonly #submits: boolean;

  /** `submits` is true if the run is to send the app for review. */
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
 * Returns the parts of an app that a report shows. If the read has no address, the address is the
 * documented one.
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
