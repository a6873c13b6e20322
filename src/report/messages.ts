import type { Failure } from '../model/action-error.ts';
import { nameField, sentFields } from '../model/app.ts';
import { describeStatus, explainStatus, toReviewState } from '../model/app-status.ts';
import { type Command, inputFaults } from '../model/inputs.ts';
import { type Facts, type Outcome, type Plan, toExitCode } from '../model/outcome.ts';
import { countFindings, type Severity } from '../model/problem.ts';
import {
  formatByteDifference,
  formatBytes,
  formatCount,
  formatGrowth,
  formatRelativeGrowth,
  joinTexts,
  joinWords,
} from '../text/format.ts';
import { nameCommand, nameInput, nameRerun } from '../text/frontend.ts';

/** The rating of a result. */
export interface Rating {
  /**
   * `error` if the step fails; `warning` if it succeeds although the app was rejected or taken out
   * of review.
   */
  readonly level: Severity | 'notice';
  readonly sign: '✅' | '❌' | '❓' | '⚠️' | '⏭️' | 'ℹ️';
}

/**
 * The result of a run in words. They contain outside text (slug, status, failure), so they are not
 * safe to print yet.
 */
export interface ResultMessage extends Rating {
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

/** The words of a ResultMessage that depend on how the run ended. */
interface EndMessage {
  readonly end: string;
  readonly lines: readonly string[];
  readonly next: string;
  /** The app's name and `end` by default. */
  readonly headline?: string;
  readonly code?: string;
}

/** A finished run of one app: the facts that messages are made of. */
export interface RunResult {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** The time of the report in milliseconds since 1970. */
  readonly now: number;
  readonly isDryRun: boolean;
  /** The base branch if the run is for a pull request, else null. */
  readonly baseBranch: string | null;
  /** The command line that does what this dry run planned; empty on GitHub Actions. */
  readonly realRun: string;
}

/** Describes the result of a run. Any of its facts may be missing. */
export function describeResult(run: RunResult): ResultMessage {
  const rating = rateResult(run);
  const message = describeRunEnd(run);
  const headline = message.headline ?? `${nameReportedApp(run.facts)} ${message.end}`;
  const warnings = nameWarnings(run);
  return {
    level: rating.level,
    sign: rating.sign,
    headline: joinTexts([headline, warnings], ', '),
    end: joinTexts([message.end, warnings], ', '),
    lines: message.lines,
    next: message.next,
    code: message.code ?? getFailure(run)?.code ?? null,
  };
}

function getFailure(run: RunResult): Failure | null {
  return 'failure' in run.outcome ? run.outcome.failure : null;
}

/** Names the number of warnings, for the headline of a success; empty after a failure. */
function nameWarnings(run: RunResult): string {
  // If a list has several pages, the headline already contains the warning about that.
  const count = countWarnings(run.facts) - (run.facts.hasMoreApps ? 1 : 0);
  if (count === 0 || getFailure(run) !== null) return '';
  return `with ${formatCount(count, 'warning')}`;
}

/**
 * True if the app was rejected in review or taken down. Such a run is never shown as a plain
 * success.
 */
function isRefusedByReview(facts: Facts): boolean {
  const status = facts.app?.status ?? null;
  const isRejected = facts.reviewResult === 'rejected' || toReviewState(status) === 'rejected';
  return isRejected || status === 'taken_down';
}

/** True if the run reports the result of the review, which the reviewer's note is about. */
export function hasReviewNews(facts: Facts): boolean {
  return isRefusedByReview(facts) || facts.reviewResult === 'approved';
}

/** True if the problems in a report show everything that the failure describes. */
export function isShownByProblems(run: RunResult): boolean {
  const code = getFailure(run)?.code;
  if (code !== 'folder_rejected' && code !== 'offline_problems') return false;
  return run.facts.problems.some((problem) => problem.severity === 'error');
}

function rateResult(run: RunResult): Rating {
  const { outcome, facts } = run;
  if (toExitCode(outcome, facts) === 1) {
    const sign = outcome.kind === 'unknown' ? '❓' : '❌';
    return { level: 'error', sign };
  }
  if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn')
    return { level: 'warning', sign: '⚠️' };
  if (countWarnings(facts) > 0) return { level: 'notice', sign: '⚠️' };
  return { level: 'notice', sign: chooseSuccessSign(outcome, facts) };
}

function chooseSuccessSign(outcome: Outcome, facts: Facts): ResultMessage['sign'] {
  switch (outcome.kind) {
    case 'planned':
      if (outcome.plan === null || outcome.plan.kind === 'change') return 'ℹ️';
      return '⏭️';
    case 'unchanged':
      return facts.sentForReview ? '✅' : '⏭️';
    case 'skipped':
    case 'not_run':
      return '⏭️';
    default:
      return '✅';
  }
}

function countWarnings(facts: Facts): number {
  const problems = facts.problems.filter((problem) => problem.severity === 'warning');
  return problems.length + facts.warnings.length;
}

function describeRunEnd(run: RunResult): EndMessage {
  const message = describeOutcome(run);
  const isReviewOver = run.facts.waitedForReview && getFailure(run) === null;
  if (!isReviewOver) return message;
  return describeReview(message, run);
}

function describeOutcome(run: RunResult): EndMessage {
  const { outcome, facts } = run;
  const status = explainStatus(facts.app, run.now);
  switch (outcome.kind) {
    case 'rejected':
    case 'failed':
    case 'unknown':
      return describeFailed(run, outcome.failure);
    case 'planned':
      return describePlan(run, outcome);
    case 'skipped':
      return describeSkip(run, outcome.skipReason);
    case 'not_run':
      return makeMessage('was not run', ['The run ended before it reached this app.']);
    case 'deployed':
      return makeMessage(nameDeploy(facts), [describeContent(facts), status], adviseDraft(facts));
    case 'created':
      return makeMessage('created', ['The service confirmed the new app.', status]);
    case 'updated':
      return makeMessage(
        'updated',
        ['The service confirmed the new draft.', status],
        adviseDraft(facts),
      );
    case 'submitted':
      if (facts.sentForReview) {
        return makeMessage('sent for review', ['The service confirmed the submission.', status]);
      }
      return describeOtherSubmission(facts, status);
    case 'deleted':
      return makeMessage('deleted', ['The app no longer exists.']);
    case 'listed':
      return describeList(facts);
    case 'read':
      return makeMessage(describeStatus(facts.app?.status ?? null), [
        'The app was read, and nothing was changed.',
        status,
      ]);
    case 'unchanged':
      return describeUnchangedApp(run);
  }
}

function makeMessage(end: string, sentences: readonly string[], next = ''): EndMessage {
  return { end, lines: [joinTexts(sentences, ' ')], next };
}

/** Describes a list of apps. Only a complete list shows that an app does not exist. */
function describeList(facts: Facts): EndMessage {
  const count = formatCount(facts.apps?.length ?? 0, 'app');
  if (!facts.hasMoreApps) {
    const message = makeMessage('listed', ['These are all apps that this key can access.']);
    return { ...message, headline: count };
  }
  const reason = 'this service lists in pages, which this action does not follow';
  const next = `To find out whether any other app exists, read it (${nameCommand('status')}).`;
  const message = makeMessage('listed', ['This key can access more apps.'], next);
  return { ...message, headline: `The first ${count}: ${reason}` };
}

/** Describes a submission that was refused because another run had submitted the same content. */
function describeOtherSubmission(facts: Facts, status: string): EndMessage {
  const end = describeStatus(facts.app?.status ?? null);
  return makeMessage(end, [describeOtherRun(facts.app), status]);
}

function describeOtherRun(app: Facts['app']): string {
  const isApproved = toReviewState(app?.status ?? null) === 'approved';
  if (!isApproved) return 'Another run has sent this content for review.';
  return 'The same content was sent by another run and approved meanwhile, so the service did not take this submission.';
}

function describeUnchangedApp(run: RunResult): EndMessage {
  const { command, facts } = run;
  const status = explainStatus(facts.app, run.now);
  if (facts.sentForReview) {
    const why = `The draft already had ${nameContent(facts)}. It was not deployed again.`;
    return makeMessage('sent for review (content unchanged)', [why, status]);
  }
  if (facts.submittedByOther && command === 'submit') {
    return describeOtherSubmission(facts, status);
  }
  if (facts.submittedByOther) {
    const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
    return makeMessage('unchanged', [why, describeOtherRun(facts.app), status]);
  }
  const sentences = [explainUnchanged(command, facts), describeNothingSent(facts), status];
  return makeMessage('unchanged', sentences);
}

/**
 * Returns the sentence that nothing was sent. Empty if the run changed something: it may have
 * created the app before another run deployed the content.
 */
function describeNothingSent(facts: Facts): string {
  if (facts.changed) return '';
  return 'Nothing was sent.';
}

/** Words for what the commands do to an app, to follow "was" or "not". */
const doneWords: Readonly<Record<Command, string>> = {
  deploy: 'deployed',
  status: 'read',
  submit: 'sent for review',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  list: 'listed',
};

/**
 * Names what a deploy did. The creation of an app is named too, because a typo in the slug
 * creates another app.
 */
function nameDeploy(facts: Facts): string {
  const words = ['deployed'];
  if (facts.created) words.unshift('created');
  if (facts.sentForReview) words.push('sent for review');
  return joinWords(words);
}

/**
 * Returns the advice to submit changes to a published app, which are not public until they are
 * reviewed. Empty if there is nothing to submit.
 */
function adviseDraft(facts: Facts): string {
  if (facts.sentForReview) return '';
  if (facts.app?.status !== 'published_with_unreviewed_changes') return '';
  return `To publish the changes, send them for review (${nameCommand('submit')}).`;
}

/** Describes the draft after a deploy. Claims exact equality only if the files were compared. */
function describeContent(facts: Facts): string {
  const files = `${nameFiles(facts) || 'content'} of the folder`;
  if (facts.filesVerified) return `The draft now contains exactly the ${files}.`;
  return `The service confirmed the new draft with the ${files}.`;
}

/** The number of files and their size: `5 files (12 KB)`; empty if there is no folder. */
export function nameFiles(facts: Facts): string {
  if (facts.fileCount === null) return '';
  const files = formatCount(facts.fileCount, 'file');
  if (facts.byteCount === null) return files;
  return `${files} (${formatBytes(facts.byteCount)})`;
}

function explainUnchanged(command: Command, facts: Facts): string {
  if (command === 'update')
    return `The fields that update sends have not changed: ${joinWords(sentFields.map(nameField))}.`;
  if (command === 'submit') {
    if (facts.submitted) return 'The app is already in review.';
    return 'There is nothing new to send for review.';
  }
  if (facts.submitted) return `The app is already in review with ${nameContent(facts)}.`;
  return `The draft already has ${nameContent(facts)}.`;
}

/** Names the content of the draft. Claims exact equality only if everything was compared. */
function nameContent(facts: Facts): string {
  const files = nameFiles(facts);
  const content = files === '' ? 'this content' : `these ${files}`;
  if (facts.filesVerified) return `exactly ${content}`;
  return `${content}, as far as it can be compared`;
}

/**
 * Describes the result of a review that the run waited for. `done` describes what the run did
 * before the review.
 */
function describeReview(done: EndMessage, run: RunResult): EndMessage {
  const { facts } = run;
  switch (facts.reviewResult) {
    case 'approved': {
      const sentences = [...done.lines, 'The app was approved in review.'];
      return makeMessage('was approved and published', sentences);
    }
    case 'rejected': {
      const rejected = { end: 'was rejected in review', next: adviseRejected(facts) };
      return { ...rejected, lines: done.lines, code: 'review_rejected' };
    }
    case 'withdrawn':
      return { ...describeWithdrawal(run), code: 'review_withdrawn' };
    default:
      return done;
  }
}

function adviseRejected(facts: Facts): string {
  if (facts.app?.status === 'changes_requested') {
    return "Make the changes that the reviewer's note asks for, deploy, and submit the app for review again.";
  }
  const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
  if (!facts.app?.reviewNote) return isFinal;
  return `Read the reviewer's note. ${isFinal}`;
}

function describeWithdrawal(run: RunResult): EndMessage {
  const { app } = run.facts;
  if (app === null) {
    const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
    const end = 'was deleted before there was a review result';
    return makeMessage(end, ['The app no longer exists.'], next);
  }
  const status = explainStatus(app, run.now);
  if (app.status === 'taken_down') {
    const next = "Read the reviewer's note, and contact the service's support.";
    return makeMessage('was taken down', [status], next);
  }
  const sentences = ['Somebody changed its content or its state.', status];
  const next = 'Find out which run or person changed it, then deploy and submit it again.';
  return makeMessage('was taken out of review', sentences, next);
}

type SkipReason = Extract<Outcome, { readonly kind: 'skipped' }>['skipReason'];

/** The reason why a run skipped the app. */
interface SkipWords {
  readonly short: string;
  readonly why: string;
  readonly next: string;
}

function explainSkip(reason: SkipReason): SkipWords {
  switch (reason) {
    case 'in-review': {
      const input = nameInput('on-in-review');
      return {
        short: 'in review',
        why: `The app is in review with other content, and ${input} is skip.`,
        next: `Wait for the review result and ${nameRerun('re-run')}, or set ${input} to replace.`,
      };
    }
    case 'stale':
      return { short: 'newer commit', why: newerCommit, next: '' };
    case 'fork': {
      const why = explainFork('the service was not contacted');
      return { short: 'pull request from a fork', why, next: '' };
    }
  }
}

function describeSkip(run: RunResult, reason: SkipReason): EndMessage {
  const { command, facts } = run;
  const skip = explainSkip(reason);
  const status = explainStatus(facts.app, run.now);
  const sentences = [skip.why, describeNothingSent(facts), status];
  const message = makeMessage(`skipped: ${skip.short}`, sentences, skip.next);
  if (command === 'list') return { ...message, headline: 'The list was skipped' };
  return message;
}

const noChanges = 'No changes were made.';

type PlannedOutcome = Extract<Outcome, { readonly kind: 'planned' }>;

/** Describes a dry run, or a run for a fork's pull request, which may only plan. */
function describePlan(run: RunResult, { plan, skipReason }: PlannedOutcome): EndMessage {
  const { command, facts } = run;
  const checks = describeChecks(facts);
  if (plan === null) {
    if (skipReason === 'fork') {
      const why = explainFork('the folder was only checked offline');
      return makeMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
    }
    const why = `Without ${nameInput('api-key')}, the folder cannot be compared with the app.`;
    const next = `Set ${nameInput('api-key')} to see what would change.`;
    return makeMessage('checked offline', [checks, noChanges, why], next);
  }
  const status = explainStatus(facts.app, run.now);
  switch (plan.kind) {
    case 'change':
      return describeSteps(run, plan);
    case 'nothing': {
      const sentences = [checks, explainUnchanged(command, facts), status, noChanges];
      return makeMessage('unchanged', sentences);
    }
    case 'skip': {
      const skip = explainSkip('in-review');
      const end = joinTexts([`would be skipped: ${skip.short}`, nameDifferences(facts)], ', ');
      return makeMessage(end, [checks, skip.why, status, noChanges], skip.next);
    }
  }
}

function nameDifferences(facts: Facts): string {
  if (facts.changes === null) return '';
  return formatCount(facts.changes.length, 'file', 'differ');
}

type ChangePlan = Extract<Plan, { readonly kind: 'change' }>;

function describeSteps(run: RunResult, plan: ChangePlan): EndMessage {
  const { facts } = run;
  const done = `would be ${nameSteps(plan)}`;
  const sentences = listPlanSentences(run, plan);
  const next = isRefusedByReview(facts) ? adviseRejected(facts) : run.realRun;
  const fileCount = facts.changes?.length ?? 0;
  if (!plan.steps.includes('deploy') || fileCount === 0) {
    const fields = joinWords((plan.fields ?? []).map(nameField));
    return makeMessage(joinTexts([done, fields], ': '), sentences, next);
  }
  const files = formatCount(fileCount, 'file');
  const what = joinTexts([files, nameGrowth(facts)], ', ');
  const message = makeMessage(`${done}: ${what}`, sentences, next);
  if (plan.steps.includes('create')) return message;
  const review = plan.steps.includes('submit') ? ', then it would be sent for review' : '';
  return { ...message, headline: `${nameReportedApp(facts)}: ${files} would change${review}` };
}

function nameSteps(plan: ChangePlan): string {
  return joinWords(plan.steps.map((step) => doneWords[step]));
}

function listPlanSentences(run: RunResult, plan: ChangePlan): readonly string[] {
  const { facts } = run;
  const replacesDraft = plan.steps.includes('deploy') || plan.steps.includes('update');
  const sentences = [describeChecks(facts)];
  if (run.baseBranch !== null) sentences.unshift(describeMerge(nameSteps(plan), run.baseBranch));
  if (replacesDraft) sentences.push(describeSizeChange(facts));
  sentences.push(noChanges);
  if (replacesDraft && facts.app?.status === 'in_review')
    sentences.push('The change would take the app out of review.');
  sentences.push('The service checks its own rules only when the change is sent.');
  return sentences;
}

/** The size of the app before the run and after it. */
interface SizeChange {
  readonly before: number;
  readonly after: number;
}

/** Returns how the size of the app changes; null if it is not known, or stays the same. */
function findSizeChange({ byteCount, byteCountBefore }: Facts): SizeChange | null {
  if (byteCount === null || byteCountBefore === null || byteCount === byteCountBefore) return null;
  return { before: byteCountBefore, after: byteCount };
}

/** Names how the size of the app changes: `1.2 MB → 1.4 MB, +18 %`; empty if it does not. */
export function nameSizeChange(facts: Facts): string {
  const size = findSizeChange(facts);
  if (size === null) return '';
  return formatGrowth(size.before, size.after);
}

/** Names how the size of the app changes in short: `size +18 %`; empty if it does not. */
function nameGrowth(facts: Facts): string {
  const size = findSizeChange(facts);
  if (size === null) return '';
  return `size ${formatRelativeGrowth(size.before, size.after)}`;
}

/** Describes how the size of the app changes, and which file grows most. */
function describeSizeChange(facts: Facts): string {
  const size = nameSizeChange(facts);
  if (size === '') return '';
  const growths = (facts.changes ?? []).map((change) => {
    return { path: change.path, bytes: (change.bytesAfter ?? 0) - (change.bytesBefore ?? 0) };
  });
  const [largest] = growths.toSorted((one, other) => other.bytes - one.bytes);
  if (largest === undefined || largest.bytes <= 0) return `Size: ${size}.`;
  return `Size: ${size} (largest growth: ${largest.path}, ${formatByteDifference(largest.bytes)}).`;
}

/** Describes the offline check; empty if there is no folder. */
function describeChecks(facts: Facts): string {
  const files = nameFiles(facts);
  if (files === '') return '';
  return `Checked ${files} offline: ${countFindings(facts.problems)}.`;
}

function describeFailed(run: RunResult, failure: Failure): EndMessage {
  const { command, facts, isDryRun } = run;
  if (inputFaults.some((fault) => fault === failure.code)) return describeInvalidInputs(failure);
  const reason = nameReason(failure, facts);
  const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(run, failure);
  const message = makeMessage(`${end}: ${reason}`, [failure.message], failure.next);
  if (command === 'list') return { ...message, headline: `The apps were not listed: ${reason}` };
  // A real run would be refused in the same way. Any other failure is about the dry run only.
  const isRefused = failure.kind === 'rejected' || ownRefusals.includes(failure.code);
  if (!isDryRun || isRefused) return message;
  return { ...message, headline: `The dry run of ${facts.slug ?? 'the app'} failed: ${reason}` };
}

/** Codes of failures that end a dry run and would end a real run, too. */
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];

/** Names what was not done, or may have been done, in words that follow the app's name. */
function nameFailed(run: RunResult, failure: Failure): string {
  const { submitting, deployed, created, sentForReview } = run.facts;
  const isSubmission = submitting || (run.command === 'deploy' && failure.code === 'taken_down');
  const done = doneWords[isSubmission ? 'submit' : run.command];
  if (isUnverified(failure)) {
    if (submitting && deployed) return `was deployed, and may have been ${done}`;
    return `may have been ${done}`;
  }
  // The run may be cancelled after the submission was verified.
  if (sentForReview) return 'was sent for review, but the run failed';
  if (deployed && submitting) return 'was deployed, but not sent for review';
  if (deployed) return 'was deployed, but the run failed';
  if (created && run.command === 'deploy') return 'was created, but is still empty';
  return `was not ${done}`;
}

/** True if a change was sent and its result is not known. */
function isUnverified(failure: Failure): boolean {
  // `draft_changed` ends a run between a verified deploy and the submission, which was not sent.
  return failure.kind === 'unknown' && failure.code !== 'draft_changed';
}

/** Names the reason for a failure in a few words: the number of problems, or the code. */
function nameReason(failure: Failure, facts: Facts): string {
  const { problems, moreProblems } = facts;
  if (failure.code === 'deadline' || failure.causeCode === 'deadline')
    return `timed out (${nameInput('timeout-minutes')})`;
  if (isUnverified(failure)) return 'the result could not be verified';
  const hasErrors = moreProblems > 0 || problems.some((problem) => problem.severity === 'error');
  if (failure.kind === 'rejected' && hasErrors)
    return countFindings(problems, { errors: moreProblems, warnings: 0 });
  if (failure.code === 'bug') return 'unexpected error';
  return failure.code.replaceAll('_', ' ');
}

/**
 * Describes a run with invalid inputs. It does not name the command, which may itself be invalid.
 */
function describeInvalidInputs(failure: Failure): EndMessage {
  const lines = failure.message.split('\n');
  const headline = formatCount(lines.length, 'invalid input');
  return { headline, end: headline, lines, next: failure.next };
}

function nameReportedApp(facts: Facts): string {
  return facts.slug ?? 'The app';
}

/** Describes what follows a merge. The run cannot know what the workflow does on a push. */
export function describeMerge(done: string, baseBranch: string): string {
  return `This will be ${done} after the merge, if pushes to ${baseBranch} are set up for that.`;
}

/** Explains why a run did only `what`, such as `the folder was only checked offline`. */
export function explainFork(what: string): string {
  return `A pull request from a fork gets no secrets, so ${what}.`;
}

/** The reason why a stale run does nothing. */
export const newerCommit = 'A newer commit exists on the branch.';
