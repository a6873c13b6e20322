import { formatAttempt, formatDuration } from '../text/format.ts';
import type { Failure } from './action-error.ts';
import type { App } from './app.ts';
import { mayBeInReview } from './app-status.ts';
import type { Problem } from './problem.ts';

/**
 * How a run ended: `kind` is the value of the `outcome` output. With the facts it decides exit
 * code, words and signs.
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
  /** `plan`: what a real run would do; null where the service was not asked. */
  | { readonly kind: 'planned'; readonly plan: Plan | null; readonly skipReason?: 'fork' }
  | { readonly kind: 'skipped'; readonly skipReason: 'in-review' | 'stale' | 'fork' }
  /** Of an app among several: the run ended before its turn. */
  | { readonly kind: 'not_run' }
  | {
      readonly kind: 'rejected' | 'failed' | 'unknown';
      readonly failure: Failure;
      /**
       * Set where nothing would have been sent anyway, as for a fork's pull request whose check
       * failed.
       */
      readonly skipReason?: 'fork';
    };

/** One change that is made through the API, as the `plan` output names it. */
export type Step = 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/**
 * What a run does with an app, decided from what was asked for and what the app shows. A dry run
 * only tells it.
 */
export type Plan =
  /** `fields` of an update: the fields of the app that differ. */
  | {
      readonly kind: 'change';
      readonly steps: readonly Step[];
      readonly fields?: readonly string[];
    }
  | { readonly kind: 'nothing'; readonly reason: 'unchanged' | 'in_review' | 'published' }
  /** To leave an app in review there (`on-in-review: skip`). */
  | { readonly kind: 'skip' };

/** The values of the `review-result` output; `withdrawn`: taken out of review before a result. */
export type ReviewResult = 'approved' | 'rejected' | 'withdrawn' | 'pending';

/** The app as the service last showed it. */
export interface AppFacts
  extends Pick<
    App,
    'slug' | 'url' | 'reviewNote' | 'name' | 'updatedAt' | 'submittedAt' | 'publishedAt'
  > {
  /** The service's word, documented or not; null where a list shows none. */
  readonly status: string | null;
}

/**
 * One file that differs between the draft and the folder; a size is null where there is no such
 * file.
 */
export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly bytesBefore: number | null;
  readonly bytesAfter: number | null;
}

/**
 * How texts of the draft and of the folder differ, line by line, as far as that can be shown; the
 * rest is counted.
 */
export interface TextChanges {
  /**
   * What reviewers read first comes first: `service.json`, `instructions.md`, `index.html`, then
   * the other files by path.
   */
  readonly files: readonly TextChange[];
  /**
   * Paths of files that have no lines to compare: added, removed, no text, too large, or with too
   * many differences.
   */
  readonly named: readonly string[];
  /** How many files were not compared, since enough others were. */
  readonly moreFiles: number;
}

/** How one text differs. */
export interface TextChange {
  readonly path: string;
  /**
   * As a unified diff has them: the lines that differ, those around them, and a head with line
   * numbers before each part.
   */
  readonly lines: readonly string[];
  /** How many lines there are beside those. */
  readonly moreLines: number;
}

/** One wait before a request is sent again, or before the app is read again. */
export interface Wait {
  /** Such as `deploy` or `GET /api/miniapps/tides`. */
  readonly what: string;
  readonly milliseconds: number;
  readonly why: string;
  /**
   * The number of the attempt that follows, from 2, and how many there are at most; null where time
   * is the limit.
   */
  readonly attempt: number;
  readonly maxAttempts: number | null;
}

/**
 * A wait as a line of the log: `GET /api/miniapps/tides: no connection; retrying in 0.7 s (attempt
 * 2 of 4)`. Not safe to print yet.
 */
export function describeWait({ what, why, milliseconds, attempt, maxAttempts }: Wait): string {
  const seconds =
    milliseconds < 59_950
      ? `${Math.ceil(milliseconds / 100) / 10} s`
      : formatDuration(milliseconds);
  return `${what}: ${why}; retrying in ${seconds} (${formatAttempt(attempt, maxAttempts)})`;
}

/**
 * How a request ended (docs/reliability.md, rule 1):
 *
 * - `accepted`: a 2xx; `pending`: a 202, a change that is made later.
 * - `refused`: the service, or the action itself, does not do it.
 * - `lost`: there is no usable response. A lost change may have been made.
 * - `rate_limited`: a 429; `not_sent`: no byte of the request went out.
 */
export type RequestResult =
  | 'accepted'
  | 'pending'
  | 'refused'
  | 'lost'
  | 'rate_limited'
  | 'not_sent';

/**
 * What is known of a change. `conflict`: a 409 that may be about this very change, or about the
 * same change of another run. `confirmed`: a read shows the change.
 */
export type ChangeState = 'sent' | RequestResult | 'conflict' | 'confirmed';

/**
 * What an app shows of the content that a run is about: exactly that, all of it with files that no
 * read showed before, all but its page, which is shown as `html` alone and may hold a time of its
 * own, or another.
 */
export type Match = 'same' | 'more' | 'page' | 'other';

/**
 * How much of a read counts: of `content` its files alone, since its state and times may be those
 * from before a deploy.
 */
export type Trust = 'none' | 'content' | 'all';

/** A read of the app, as the run takes it. */
interface AppRead {
  readonly kind: 'read';
  /** Null where it does not exist. */
  readonly app: App | null;
  readonly match: Match;
  readonly trust: Trust;
}

/**
 * What happened with the app in a run, in its order. What is reported of the app is derived from
 * these and from nothing else.
 */
export type RunEvent =
  | AppRead
  | { readonly kind: 'change'; readonly step: Step; readonly state: ChangeState }
  /** How the review stands; `isWaited` where the run waits for its result. */
  | { readonly kind: 'review'; readonly result: ReviewResult; readonly isWaited: boolean };

/** What is reported of the app and its review, derived from the events of the run. */
interface AppReport {
  /** The app after the last read that counts; null when it was not read or is gone. */
  readonly app: AppFacts | null;
  /**
   * The status before this run changed anything; null when the app did not exist or was not read.
   */
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
  /** True if what fails from now on is the submission: it was sent, or is the only step left. */
  readonly submitting: boolean;
  /** True where a change was sent and its result is not known. */
  readonly isUnconfirmed: boolean;
  /** How the review stood at the end of the run; null where this run saw no review. */
  readonly reviewResult: ReviewResult | null;
  /** True where the run waited for the review: then a result other than an approval fails it. */
  readonly waitedForReview: boolean;
}

/**
 * Derives what is reported of the app from the events of a run: the one place that says what they
 * come to.
 */
export function toAppReport(events: readonly RunEvent[], submits = false): AppReport {
  const reads = events
    .filter((event) => event.kind === 'read')
    .filter(({ trust }) => trust !== 'none');
  const changes = events.filter((event) => event.kind === 'change');
  const reviews = events.filter((event) => event.kind === 'review');
  const became = (step: Step, ...states: readonly ChangeState[]): boolean =>
    changes.some((change) => change.step === step && states.includes(change.state));
  // What the service refused, and a read shows nevertheless, was made by another run.
  const isOwn = (step: Step): boolean =>
    became(step, 'confirmed') && became(step, 'accepted', 'pending', 'lost');
  const deployed = isOwn('deploy');
  const last = reads.at(-1);
  const lastState = changes.at(-1)?.state ?? null;
  const isUnconfirmed = lastState !== null && unconfirmedStates.includes(lastState);
  const result = reviews.at(-1)?.result ?? null;
  // The review that was seen before a change may be over, and right after a deploy it may be the one from before it.
  const isFollowed =
    result !== null || !(isUnconfirmed || became('deploy', 'sent') || became('update', 'sent'));
  const isInReview = last?.app != null && mayBeInReview(last.app.status) && isFollowed;
  return {
    app: toLastApp(reads),
    statusBefore: reads[0]?.app?.status ?? null,
    changed: changes.some(({ step }) => step !== 'submit' && isOwn(step)),
    created: isOwn('create'),
    submitted: isOwn('submit') || (isInReview && last.match === 'same' && result !== 'withdrawn'),
    sentForReview: isOwn('submit'),
    submittedByOther: became('submit', 'confirmed') && !isOwn('submit'),
    deployed,
    submitting: became('submit', 'sent') || (submits && deployed),
    isUnconfirmed,
    reviewResult: result ?? (isInReview ? 'pending' : null),
    waitedForReview: reviews.some(({ isWaited }) => isWaited),
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

/** The app as the last read shows it. An address that this one omits stays what it was. */
function toLastApp(reads: readonly AppRead[]): AppFacts | null {
  const { app = null, trust } = reads.at(-1) ?? {};
  if (app === null) return null;
  const url = reads.findLast((read) => read.app?.url)?.app?.url ?? null;
  const facts = toAppFacts({ ...app, url });
  return trust === 'all' ? facts : { ...facts, ...noState };
}

/** The state of an app that is not known. */
const noState = {
  status: null,
  reviewNote: null,
  updatedAt: null,
  submittedAt: null,
  publishedAt: null,
};

/** What a run notes beside the app: the folder, what differs, problems, remarks. */
export interface Notes {
  readonly slug: string | null;
  /**
   * True where the files that the service last showed were compared with the folder's, all of them,
   * and are the same.
   */
  readonly filesVerified: boolean;
  readonly contentHash: string | null;
  readonly fileCount: number | null;
  readonly byteCount: number | null;
  /** Bytes of the app's files before this run; null if it has none, or they are not all shown. */
  readonly byteCountBefore: number | null;
  readonly excluded: readonly { readonly path: string; readonly reason: string }[];
  /** What differs from the draft; null when there was nothing to compare with. */
  readonly changes: readonly FileChange[] | null;
  /**
   * The same line by line; empty when that was not asked for (`diff`), or there was nothing to
   * compare with.
   */
  readonly textChanges: TextChanges;
  readonly problems: readonly Problem[];
  /** How many the service named beside those. */
  readonly moreProblems: number;
  readonly termsRequired: string | null;
  /** The terms version with which the service accepted a submission of this run. */
  readonly termsAccepted: string | null;
  readonly apps: readonly AppFacts[] | null;
  /** True if the account has more apps than the service listed. */
  readonly hasMoreApps: boolean;
  readonly waits: readonly Wait[];
  /** Things to say beside the result, as annotations of their level; each once. */
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

/** Everything that is known of a run: what was noted, and what its events come to. */
export interface Facts extends Notes, AppReport {}

/**
 * 0 for what was asked for, proven; 1 for a no, a failure or a doubt, and for a review that was
 * waited for and ended as `rejected` or `withdrawn`.
 */
export function toExitCode(
  outcome: Outcome,
  { reviewResult, waitedForReview }: Pick<Facts, 'reviewResult' | 'waitedForReview'>,
): 0 | 1 {
  const isLost = waitedForReview && (reviewResult === 'rejected' || reviewResult === 'withdrawn');
  return 'failure' in outcome || isLost ? 1 : 0;
}

/**
 * The one thing that changes during a run: what it noted, and its events. A run cut short reports
 * what stands here.
 */
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

  /** All reads of the app in this run, the oldest first; null where it did not exist. */
  get reads(): readonly (App | null)[] {
    return this.#events.filter((event) => event.kind === 'read').map(({ app }) => app);
  }

  /** Adds what just happened with the app. */
  record(event: RunEvent): void {
    this.#events.push(event);
  }

  /** Adds what was just found out. */
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
 * The part of an app that is reported. Where a read shows no address, it is the one that the
 * document gives the app.
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
