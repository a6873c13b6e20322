import type { Failure } from './action-error.ts';
import type { App } from './api/wire.ts';
import type { Excluded } from './folder/manifest.ts';

/** How much a problem weighs: an error stops a deploy, a warning does not. */
export type Severity = 'error' | 'warning';

/**
 * One thing to fix, found offline or named by the service, in the shape of the `problems` output.
 *
 * `path` is relative to the app folder, with `/`; `line` and `column` count from 1, a column in UTF-16 units;
 * everything that is not known is null. Texts may come from outside: whoever prints them makes them safe.
 */
export interface Problem {
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly fix: string | null;
  readonly severity: Severity;
}

/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
export function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** How a run ended: `kind` is the value of the `outcome` output. With the facts it decides exit code, words and signs. */
export type Outcome =
  | { readonly kind: 'deployed' | 'submitted' | 'created' | 'updated' | 'deleted' | 'listed' | 'read' | 'unchanged' }
  /** `plan`: what a real run would do; null where the service was not asked. */
  | { readonly kind: 'planned'; readonly plan: Plan | null; readonly skipReason?: 'fork' }
  | { readonly kind: 'skipped'; readonly skipReason: 'in-review' | 'stale' | 'fork' }
  | {
      readonly kind: 'rejected' | 'failed' | 'unknown';
      readonly failure: Failure;
      /** Set where nothing would have been sent anyway, as for a fork's pull request whose check failed. */
      readonly skipReason?: 'fork';
    };

/** One change that is made through the API, as the `plan` output names it. */
export type Step = 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** What a run does with an app, decided from what was asked for and what the app shows. A dry run only tells it. */
export type Plan =
  /** `fields` of an update: the fields of the app that differ. */
  | { readonly do: 'change'; readonly steps: readonly Step[]; readonly fields?: readonly string[] }
  | { readonly do: 'nothing'; readonly why: 'unchanged' | 'in_review' | 'published' }
  /** To leave an app in review there (`on-in-review: skip`). */
  | { readonly do: 'skip' }
  /** To fail, before anything is sent. */
  | { readonly do: 'refuse'; readonly failure: Failure };

/** The values of the `review-result` output; `withdrawn`: taken out of review before a result. */
export type ReviewResult = 'approved' | 'rejected' | 'withdrawn' | 'pending';

/** The app as the service last showed it. `status` is the service's word, also when it is none of the six documented. */
export type AppFacts = Pick<
  App,
  'slug' | 'url' | 'status' | 'reviewNote' | 'name' | 'updatedAt' | 'submittedAt' | 'publishedAt'
>;

/** One file that differs between the draft and the folder; a size is null where there is no such file. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly bytesBefore: number | null;
  readonly bytesAfter: number | null;
}

/** One wait before a request is sent again, or before the app is read again. */
export interface Wait {
  /** Such as `deploy` or `GET /api/miniapps/tides`. */
  readonly what: string;
  readonly milliseconds: number;
  readonly why: string;
  /** The number of the attempt that follows, from 2, and how many there are at most. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

/** What the run has proven so far, nothing at first. Grows while the run goes, so that a run cut short can still report it. */
export class Facts {
  readonly slug: string | null = null;
  /** The app after the last response that counts; null when it was not read or is gone. */
  readonly app: AppFacts | null = null;
  /** The status before this run changed anything; null when the app did not exist or was not read. */
  readonly statusBefore: string | null = null;
  /** True if this run changed the draft. */
  readonly changed: boolean = false;
  /** True if this run sent the app for review, or it is in review with exactly this content. */
  readonly submitted: boolean = false;
  /** True if it was this run that sent the app for review. */
  readonly sentForReview: boolean = false;
  /** True once the run has come to the submission: what fails from then on is that, and no longer the deploy. */
  readonly submitting: boolean = false;
  /** True where the files that the service last showed were compared with the folder's, all of them, and are the same. */
  readonly filesVerified: boolean = false;
  readonly contentHash: string | null = null;
  readonly fileCount: number | null = null;
  readonly byteCount: number | null = null;
  readonly excluded: readonly Excluded[] = [];
  /** What differs from the draft; null when there was nothing to compare with. */
  readonly changes: readonly FileChange[] | null = null;
  readonly problems: readonly Problem[] = [];
  readonly termsRequired: string | null = null;
  /** How the review stood at the end of the run; null where this run saw no review. */
  readonly reviewResult: ReviewResult | null = null;
  /** True where the run waited for the review: then a result other than an approval fails it. */
  readonly waitedForReview: boolean = false;
  readonly apps: readonly AppFacts[] | null = null;
  readonly waits: readonly Wait[] = [];
  /** Things to say beside the result, as annotations of their level. */
  readonly notices: readonly string[] = [];
  readonly warnings: readonly string[] = [];
}

/**
 * 0 for what was asked for, proven; 1 for a no, a failure or a doubt, and for a review that was waited for and ended as
 * `rejected` or `withdrawn`.
 */
export function toExitCode(
  outcome: Outcome,
  { reviewResult, waitedForReview }: Pick<Facts, 'reviewResult' | 'waitedForReview'>,
): 0 | 1 {
  const isLost = waitedForReview && (reviewResult === 'rejected' || reviewResult === 'withdrawn');
  return 'failure' in outcome || isLost ? 1 : 0;
}

/** The one thing that changes during a run: what is proven so far. A run cut short reports what stands here. */
export class RunState {
  #facts: Facts;

  constructor(slug: string) {
    this.#facts = { ...new Facts(), slug: slug === '' ? null : slug };
  }

  get facts(): Facts {
    return this.#facts;
  }

  /** Adds what was just proven. */
  update(part: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...part };
  }

  /** The app as a response that counts showed it; null when it is gone. An address that it omits stays what it was. */
  updateApp(app: App | null): void {
    const url = app?.url ?? this.#facts.app?.url ?? null;
    this.update({ app: app === null ? null : toAppFacts({ ...app, url }) });
  }

  notice(text: string): void {
    this.update({ notices: [...this.#facts.notices, text] });
  }

  warn(text: string): void {
    this.update({ warnings: [...this.#facts.warnings, text] });
  }

  addWait(wait: Wait): void {
    this.update({ waits: [...this.#facts.waits, wait] });
  }
}

/** The part of an app that is reported. Without an address shown it is the one that the document gives it. */
export function toAppFacts(app: App): AppFacts {
  const { slug, status, reviewNote, name, updatedAt, submittedAt, publishedAt } = app;
  return { slug, url: app.url ?? app.documentedUrl, status, reviewNote, name, updatedAt, submittedAt, publishedAt };
}
