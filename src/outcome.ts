import type { LeftOut } from './folder/packed.ts';
import type { Problem } from './problem.ts';

/** The values of the `outcome` output. */
export type OutcomeName =
  | 'deployed'
  | 'unchanged'
  | 'planned'
  | 'skipped'
  | 'submitted'
  | 'created'
  | 'updated'
  | 'deleted'
  | 'listed'
  | 'read'
  | 'rejected'
  | 'failed'
  | 'unknown';

/** The values of the `skip-reason` output: why nothing was sent. */
export type SkipReason = 'unchanged' | 'in-review' | 'stale' | 'fork';

/** How a run ended: the one thing that decides the exit code, the verdict's words and the summary's headline. */
export type Outcome =
  | { readonly kind: 'deployed' | 'submitted' | 'created' | 'updated' | 'deleted' | 'listed' | 'read' }
  /** `plan`: what a real run would do; left out where the service was not asked. */
  | { readonly kind: 'planned'; readonly plan?: Intent; readonly skipReason?: 'fork' }
  /** `sentForReview`: the draft needed no deploy, and this run sent it for review as it was. */
  | { readonly kind: 'unchanged'; readonly sentForReview?: true }
  | { readonly kind: 'skipped'; readonly skipReason: SkipReason }
  | {
      readonly kind: 'rejected' | 'failed' | 'unknown';
      readonly failure: Failure;
      /** Set where nothing would have been sent anyway, as for a fork's pull request whose check failed. */
      readonly skipReason?: SkipReason;
    };

/** What a real run would do, as a dry run found out. */
export type Intent =
  /** To send the folder, for a new app or not, and with `submits` to send the app for review after it. */
  | { readonly do: 'deploy'; readonly createFirst: boolean; readonly submits: boolean }
  | { readonly do: 'update'; readonly fields: readonly string[] }
  /** To send the draft for review as it is. */
  | { readonly do: 'submit' }
  | { readonly do: 'create' | 'delete' }
  | { readonly do: 'nothing'; readonly why: 'unchanged' | 'in_review' | 'published' }
  /** To leave an app in review there. */
  | { readonly do: 'skip' }
  /** To fail, before anything is sent. */
  | { readonly do: 'refuse'; readonly failure: Failure };

/** Why a run did not do what it was asked for, as a person reads it. Texts are redacted but not yet safe to print. */
export interface Failure {
  /** A word for tables and tests, such as `terms_required` or `folder_missing`. */
  readonly code: string;
  /** What was tried, where, and what came back. */
  readonly message: string;
  /** What to do next. */
  readonly next: string;
  /** Set only for a bug of ours: the stack, to be reported. */
  readonly stack?: string;
}

/** The app as the service last showed it. `status` is the service's word, also when it is none of the six documented. */
export interface AppFacts {
  readonly slug: string;
  readonly url: string | null;
  readonly status: string | null;
  readonly reviewNote: string | null;
  readonly name: string | null;
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
}

/** One file that differs between the draft and the folder; a size is null where there is no such file. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly bytesBefore: number | null;
  readonly bytesAfter: number | null;
}

/** One wait or repeated request, for the summary. */
export interface Wait {
  /** Such as `deploy` or `GET /api/miniapps/tides`. */
  readonly what: string;
  readonly milliseconds: number;
  readonly why: string;
}

/** What the run has proven so far. Grows while the run goes, so that a run cut short can still report it. */
export interface Facts {
  readonly slug: string | null;
  /** The app after the last answer that showed it; null when it was not read or is gone. */
  readonly app: AppFacts | null;
  /** The status before this run changed anything; null when the app did not exist or was not read. */
  readonly statusBefore: string | null;
  /** True if this run changed the draft. */
  readonly changed: boolean;
  /** True if this run sent the app for review, or it is in review with exactly this content. */
  readonly submitted: boolean;
  /** True once the run has come to the submission: what fails from then on is that, and no longer the deploy. */
  readonly submitting: boolean;
  readonly contentHash: string | null;
  readonly fileCount: number | null;
  readonly byteCount: number | null;
  readonly leftOut: readonly LeftOut[];
  /** What differs from the draft; null when there was nothing to compare with. */
  readonly changes: readonly FileChange[] | null;
  readonly problems: readonly Problem[];
  readonly termsRequired: string | null;
  /** How a waited-for review ended; null when it was not waited for, or did not end in time. `refused` fails the run. */
  readonly verdict: 'approved' | 'refused' | null;
  readonly apps: readonly AppFacts[] | null;
  readonly waits: readonly Wait[];
  /** Things to say beside the verdict, as annotations of their level. */
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
}
