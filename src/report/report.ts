import { posix } from 'node:path';
import type { Wait } from '../api/wait.ts';
import type { App } from '../app/app.ts';
import type { FileChange } from '../app/compare.ts';
import type { Problem, Severity, ShownProblem } from '../app/problem.ts';
import { mayBeInReview } from '../app/status.ts';
import { type Failure, toFailure } from '../errors.ts';
import type { Command } from '../inputs/inputs.ts';
import { toPrintable } from '../text/escape.ts';
import { joinWords } from '../text/format.ts';

/** A change that is made through the API, as named in the `plan` output. */
export type Step = 'create' | 'deploy' | 'update' | 'submit' | 'withdraw' | 'delete';

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

/** The values of the `outcome` output. `not_run`: the run ended before the turn of this app. */
export type Outcome =
  | 'deployed'
  | 'unchanged'
  | 'planned'
  | 'skipped'
  | 'submitted'
  | 'created'
  | 'updated'
  | 'withdrawn'
  | 'deleted'
  | 'listed'
  | 'read'
  | 'rejected'
  | 'failed'
  | 'unknown'
  | 'not_run';

/**
 * The reason that nothing was sent. In the `skip-reason` output, `dependabot` is `fork`: neither
 * run gets the secrets.
 */
export type SkipReason = 'in-review' | 'stale' | 'fork' | 'dependabot';

/**
 * The values of the `review-result` output. `withdrawn`: the app left the review without a result.
 */
export type ReviewResult = 'approved' | 'rejected' | 'withdrawn' | 'pending';

/** The app as the service last showed it. The texts are as the service sent them. */
export interface AppFacts {
  readonly slug: string;
  readonly url: string | null;
  readonly name: string | null;
  /** Null if a list does not show it. */
  readonly status: string | null;
  readonly reviewNote: string | null;
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
}

/** The text differences between the draft and the folder. */
export interface TextChanges {
  /** `service.json`, `instructions.md`, `index.html`, then the others. */
  readonly files: readonly TextChange[];
  /** The paths of files whose differences cannot be shown line by line. */
  readonly named: readonly string[];
  /** The number of files that were not compared because the limit was reached. */
  readonly moreFiles: number;
}

/** The differences in one text. */
export interface TextChange {
  readonly path: string;
  /** The lines of a unified diff. Each part begins with a line such as `@@ -1,4 +1,5 @@`. */
  readonly lines: readonly string[];
  readonly moreLines: number;
}

/** Returns the lines `first` to `last` of a file, counted from 1; null if there are none to show. */
export type ReadLines = (path: string, first: number, last: number) => readonly string[] | null;

export interface Rating {
  /**
   * `error` if the step fails; `warning` if it succeeds although the app was rejected or taken out
   * of review.
   */
  readonly level: Severity | 'notice';
  readonly sign: '✅' | '❌' | '❓' | '⚠️' | '⏭️' | 'ℹ️';
}

/** The result of a run in words. They are not safe to print yet. */
export interface Words extends Rating {
  /** A few words with the app's slug, without a full stop. */
  readonly headline: string;
  /** The headline without the slug, for a table row about the app. */
  readonly end: string;
  /** A line with one or two sentences about what happened, or a line for each invalid input. */
  readonly lines: readonly string[];
  /** Advice; empty if there is nothing to do. */
  readonly next: string;
  /** The code that docs/troubleshooting.md explains; null if there is nothing to explain. */
  readonly code: string | null;
}

/** Maximum number of lines that the message of a merged problem names. */
const maxNamedLines = 5;

/**
 * What a run has learned about an app, and has done to it. It is complete at any time, so a run
 * that is stopped early still has a report. Its texts may come from outside: `redactReport` removes
 * secrets, and each renderer makes the texts safe to print.
 */
export class Report {
  /** Empty if the run is not about an app, or if the slug is not known. */
  slug: string;
  readonly command: Command;
  readonly isDryRun: boolean;
  /** True if the run is to send the app for review. */
  readonly submits: boolean;
  /** The base branch if the run is for a pull request, else null. */
  readonly baseBranch: string | null;
  /** The command line that does what a dry run planned; empty on GitHub Actions. */
  readonly realRun: string;
  /** The command line that shows the status of the app; empty on GitHub Actions. */
  readonly statusRun: string;
  /** The app folder as messages name it, with `/`; null if the run has none. */
  folder: string | null;
  /** The app folder's path from the root of its repository, with `/`; null if it is not known. */
  repositoryPath: string | null = null;
  /** The page docs/troubleshooting.md of the version in use; null if it is not known. */
  docsUrl: string | null = null;
  /** Warnings about a run of several apps as a whole, the same in each report. */
  runWarnings: readonly string[] = [];
  readLines: ReadLines = () => null;
  /** The time of the report, in milliseconds since 1970. */
  now = 0;

  outcome: Outcome = 'not_run';
  /** What a dry run would do; null if the run was offline or is not a dry run. */
  plan: Plan | null = null;
  skipReason: SkipReason | null = null;
  failure: Failure | null = null;

  /** The changes of this run that a read has confirmed. */
  readonly done = new Set<Step>();
  /** The changes that another run has made at the same time, so that ours were refused. */
  readonly doneByOther = new Set<Step>();
  lastSent: Step | null = null;
  /** The change that was sent and whose result is not known. */
  unresolved: Step | null = null;
  /** True if the last change was not sent as a whole before the run ended. */
  isSentInPart = false;
  /** The app as the last read shows it; null if it was not read, or does not exist. */
  app: AppFacts | null = null;
  /** The status before this run; null if the app did not exist, or was not read. */
  statusBefore: string | null = null;
  /** The state of the review that the run followed; null if it followed none. */
  review: ReviewResult | null = null;
  /** True if the run waited for the review. Then a rejection or a withdrawal makes the run fail. */
  waitedForReview = false;
  /** How long the run waited for the review, if it waited in vain, in milliseconds; else null. */
  waitedMs: number | null = null;

  contentHash: string | null = null;
  fileCount: number | null = null;
  byteCount: number | null = null;
  /** The size of the app's files before this run, in bytes; null if not all of them are shown. */
  byteCountBefore: number | null = null;
  excluded: readonly { readonly path: string; readonly reason: string }[] = [];
  /** True if the last read shows all files of the folder, and all of them are the same. */
  filesVerified = false;
  /** The files that differ from the draft; null if nothing was compared. */
  changes: readonly FileChange[] | null = null;
  /** The differences line by line; empty without the input `diff`. */
  textChanges: TextChanges = { files: [], named: [], moreFiles: 0 };
  problems: readonly Problem[] = [];
  /** True if the service named a problem that the offline check had found, too. */
  wasFoundOffline = false;
  /** The number of further problems that the service named. */
  moreProblems = 0;
  termsRequired: string | null = null;
  /** The terms version with which the service accepted a submission of this run. */
  termsAccepted: string | null = null;
  apps: readonly AppFacts[] | null = null;
  /** True if the account has more apps than the service listed. */
  hasMoreApps = false;
  waits: readonly Wait[] = [];
  notices: readonly string[] = [];
  warnings: readonly string[] = [];

  /** True if the last read shows exactly the content that the run is about. */
  hasContent = false;
  /** Words in place of the usual ones, for a check that is not about an app. */
  ownWords: Words | null = null;
  isAppRead = false;

  /** `folder` is null if the run has no folder; `run` has the facts about the run itself. */
  constructor(
    slug: string,
    folder: string | null,
    run: Pick<Report, 'command' | 'isDryRun' | 'submits' | 'baseBranch' | 'realRun' | 'statusRun'>,
  ) {
    this.slug = slug;
    this.folder = folder;
    this.command = run.command;
    this.isDryRun = run.isDryRun;
    this.submits = run.submits;
    this.baseBranch = run.baseBranch;
    this.realRun = run.realRun;
    this.statusRun = run.statusRun;
  }

  /** True if this run, and not another one, changed the draft, created or deleted the app. */
  get changed(): boolean {
    return ['create', 'deploy', 'update', 'delete'].some((step) => this.done.has(step as Step));
  }

  /** True if this run sent the app for review, or if it is in review with exactly this content. */
  get submitted(): boolean {
    if (this.done.has('submit')) return true;
    return this.#isInReview && this.hasContent && this.review !== 'withdrawn';
  }

  /** True if a failure from now on concerns the submission. */
  get isSubmitting(): boolean {
    return this.lastSent === 'submit' || (this.submits && this.done.has('deploy'));
  }

  get reviewResult(): ReviewResult | null {
    return this.review ?? (this.#isInReview ? 'pending' : null);
  }

  get #isInReview(): boolean {
    const status = this.app?.status ?? null;
    return status !== null && this.unresolved === null && mayBeInReview(status);
  }

  /** 1 after a failure, or if the review that the run waited for ended without an approval. */
  get exitCode(): 0 | 1 {
    if (this.failure !== null) return 1;
    const isOver = this.review === 'rejected' || this.review === 'withdrawn';
    return this.waitedForReview && isOver ? 1 : 0;
  }

  /**
   * The problems as they are shown: each has its file, and those that differ only in their lines
   * are merged.
   */
  get shownProblems(): readonly ShownProblem[] {
    const groups = Map.groupBy(this.problems, (problem) => {
      const isInFile = problem.path !== null && problem.line !== null;
      return JSON.stringify(isInFile ? { ...problem, line: 0, column: 0 } : problem);
    });
    const merged: ShownProblem[] = [];
    for (const [problem, ...others] of groups.values()) {
      if (problem === undefined) continue;
      const times = others.length + 1;
      const message = describeTimes([problem, ...others]);
      merged.push({ ...problem, message, times, file: this.toFile(problem.path) });
    }
    return merged;
  }

  /**
   * Returns a file's path from the repository root, with `/` and without `./`; null if the file is
   * outside the folder, or its name is not printable.
   */
  toFile(path: string | null): string | null {
    if (this.repositoryPath === null || !path || path.split('/').includes('..')) return null;
    const file = posix.join(this.repositoryPath, path);
    return toPrintable(file) === file ? file : null;
  }

  end(outcome: Outcome): void {
    this.outcome = outcome;
  }

  skip(reason: SkipReason): void {
    this.outcome = 'skipped';
    this.skipReason = reason;
  }

  endDryRun(plan: Plan | null): void {
    this.outcome = 'planned';
    this.plan = plan;
  }

  /** Ends the run with an error. With a change whose result is not known, so is the outcome. */
  fail(error: unknown): void {
    const failure = toFailure(error);
    const kind = this.unresolved === null ? failure.kind : 'unknown';
    this.failure = { ...failure, kind };
    this.outcome = kind;
  }

  /** Notes a read. `hasContent`: it shows exactly the content that the run is about. */
  noteApp(app: App | null, hasContent: boolean): void {
    const url = app?.url ?? this.app?.url ?? app?.documentedUrl ?? null;
    if (!this.isAppRead) this.statusBefore = app?.status ?? null;
    this.isAppRead = true;
    this.hasContent = hasContent;
    this.app = app === null ? null : { ...toAppFacts(app), url };
  }

  /** Notes that a change is being sent. Its result is open until one of the next three. */
  noteSent(step: Step): void {
    this.lastSent = step;
    this.unresolved = step;
    this.isSentInPart = false;
  }

  noteDone(step: Step): void {
    this.unresolved = null;
    this.done.add(step);
  }

  noteDoneByOther(step: Step): void {
    this.unresolved = null;
    this.doneByOther.add(step);
  }

  noteRefused(): void {
    this.unresolved = null;
  }

  noteReview(result: ReviewResult, isWaited: boolean): void {
    this.review = result;
    this.waitedForReview ||= isWaited;
  }

  /** Adds a text for an annotation with the level notice. */
  notice(text: string): void {
    this.notices = [...new Set([...this.notices, text])];
  }

  warn(text: string): void {
    this.warnings = [...new Set([...this.warnings, text])];
  }

  addWait(wait: Wait): void {
    this.waits = [...this.waits, wait];
  }
}

/** Returns the message of equal problems, with their lines or else their number. */
function describeTimes(problems: readonly Problem[]): string {
  const message = problems[0]?.message ?? '';
  if (problems.length < 2) return message;
  const lines = [...new Set(problems.map((problem) => problem.line))];
  if (lines.length === 1) return `${problems.length} times: ${message}`;
  const named = lines.slice(0, maxNamedLines).map(String);
  const left = lines.length - named.length;
  const all = joinWords(left > 0 ? [...named, `${left} more`] : named);
  return `${message.replace(/\.$/, '')} (lines ${all}).`;
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

/** Makes a report of a run that did not begin, or that failed before its apps were known. */
export function reportUnstarted(slug: string, error: unknown): Report {
  const run = { isDryRun: false, submits: false, baseBranch: null, realRun: '', statusRun: '' };
  const report = new Report(slug, null, { command: 'deploy', ...run });
  report.fail(error);
  return report;
}
