import { nameField, sentFields } from '../app/app.ts';
import { countFindings } from '../app/problem.ts';
import { describeStatus, explainStatus, explainVisibility, toReviewState } from '../app/status.ts';
import { type Failure, findErrorWords, getErrorWords } from '../errors.ts';
import { type Command, inputFaults } from '../inputs/inputs.ts';
import { toHelpUrl } from '../text/escape.ts';
import {
  formatByteDifference,
  formatBytes,
  formatCount,
  formatDuration,
  formatGrowth,
  formatRelativeGrowth,
  joinTexts,
  joinWords,
} from '../text/format.ts';
import { isTerminal, nameCommand, nameInput, nameRerun, perFrontend } from '../text/frontend.ts';
import type { Plan, Rating, Report, SkipReason, Words } from './report.ts';

/** The words that depend on how the run ended. */
interface EndWords {
  readonly end: string;
  readonly lines: readonly string[];
  readonly next: string;
  /** The app's name and `end` by default. */
  readonly headline?: string;
  readonly code?: string;
}

/** Returns the section of docs/troubleshooting.md about the code of the result; null if none. */
export function findHelpUrl(report: Report): string | null {
  return toHelpUrl(report.docsUrl, describeReport(report).code);
}

/**
 * Describes the result of a run. Any of its facts may be missing. The words contain outside text
 * (slug, status, failure), so they are not safe to print yet.
 */
export function describeReport(report: Report): Words {
  if (report.ownWords !== null) return report.ownWords;
  const rating = rateResult(report);
  const message = describeRunEnd(report);
  const headline = message.headline ?? `${nameReportedApp(report)} ${message.end}`;
  const warnings = nameWarnings(report);
  return {
    level: rating.level,
    sign: rating.sign,
    headline: joinTexts([headline, warnings], ', '),
    end: joinTexts([message.end, warnings], ', '),
    lines: message.lines,
    next: message.next,
    code: message.code ?? report.failure?.code ?? null,
  };
}

function nameWarnings(report: Report): string {
  // If a list has several pages, the headline already contains the warning about that.
  const count = countWarnings(report) - (report.hasMoreApps ? 1 : 0);
  if (count === 0 || report.failure !== null) return '';
  return `with ${formatCount(count, 'warning')}`;
}

/**
 * True if the app was rejected in review or taken down. Such a run is never shown as a plain
 * success.
 */
function isRefusedByReview(report: Report): boolean {
  const status = report.app?.status ?? null;
  const isRejected = report.reviewResult === 'rejected' || toReviewState(status) === 'rejected';
  return isRejected || status === 'taken_down';
}

/** True if the run reports the result of the review, which the reviewer's note is about. */
export function hasReviewNews(report: Report): boolean {
  return isRefusedByReview(report) || report.reviewResult === 'approved';
}

/** True if the problems in a report show everything that the failure describes. */
export function isShownByProblems(report: Report): boolean {
  const code = report.failure?.code;
  if (code !== 'folder_rejected' && code !== 'offline_problems') return false;
  return report.problems.some((problem) => problem.severity === 'error');
}

function rateResult(report: Report): Rating {
  if (report.exitCode === 1) {
    const sign = report.outcome === 'unknown' ? '❓' : '❌';
    return { level: 'error', sign };
  }
  if (isRefusedByReview(report) || report.reviewResult === 'withdrawn')
    return { level: 'warning', sign: '⚠️' };
  if (countWarnings(report) > 0) return { level: 'notice', sign: '⚠️' };
  return { level: 'notice', sign: chooseSuccessSign(report) };
}

function chooseSuccessSign(report: Report): Words['sign'] {
  if (report.waitedForReview && report.reviewResult === 'pending') return 'ℹ️';
  switch (report.outcome) {
    case 'planned':
      if (report.plan === null || report.plan.kind === 'change') return 'ℹ️';
      return '⏭️';
    case 'unchanged':
      return report.changed || report.done.has('submit') ? '✅' : '⏭️';
    case 'skipped':
    case 'not_run':
      return '⏭️';
    default:
      return '✅';
  }
}

function countWarnings(report: Report): number {
  const problems = report.problems.filter((problem) => problem.severity === 'warning');
  return problems.length + report.warnings.length;
}

function describeRunEnd(report: Report): EndWords {
  const message = describeOutcome(report);
  if (report.failure !== null) return message;
  if (report.waitedForReview) return describeReview(message, report);
  if (report.reviewResult === 'withdrawn') return describeLeftReview(message);
  return describeRejected(message, report);
}

/** Adds the reason for the warning that the app is no longer in review. */
function describeLeftReview(message: EndWords): EndWords {
  return { ...message, lines: ['The app left review without a result.', ...message.lines] };
}

/**
 * Puts it first that the app was rejected or taken down before this run: what the run did to such
 * an app matters less.
 */
function describeRejected(message: EndWords, report: Report): EndWords {
  const status = report.app?.status ?? null;
  if (!isRejectionNews(report)) return message;
  if (report.outcome === 'read') return { ...message, next: adviseRejected(report) };
  const rejected = describeStatus(status);
  const end = report.outcome === 'deployed' ? `${message.end}, but ${rejected}` : rejected;
  return { ...message, end, next: adviseRejected(report) };
}

/** True if the result of a run without a wait is that the app is rejected, with advice on that. */
function isRejectionNews(report: Report): boolean {
  if (!isRefusedByReview(report)) return false;
  if (report.outcome === 'deployed') return report.app?.status !== 'changes_requested';
  const { outcome, plan } = report;
  return outcome === 'read' || outcome === 'unchanged' || plan?.kind === 'nothing';
}

function describeOutcome(report: Report): EndWords {
  const status = describeAppStatus(report);
  if (report.failure !== null) return describeFailed(report, report.failure);
  switch (report.outcome) {
    case 'planned':
      return describePlan(report);
    case 'skipped':
      return describeSkip(report);
    case 'rejected':
    case 'failed':
    case 'unknown':
    case 'not_run':
      return makeMessage('was not run', ['The run ended at an earlier app.']);
    case 'deployed':
      return makeMessage(
        nameDeploy(report),
        [describeContent(report), status],
        adviseDraft(report),
      );
    case 'created':
      return makeMessage('created', ['The service confirmed the new app.', status]);
    case 'updated':
      return makeMessage(
        'updated',
        ['The service confirmed the new draft.', status],
        adviseDraft(report),
      );
    case 'submitted':
      if (report.done.has('submit')) {
        return makeMessage('sent for review', ['The service confirmed the submission.', status]);
      }
      return describeOtherSubmission(report, status);
    case 'withdrawn':
      return makeMessage('was taken out of review', [
        isRefusedByReview(report) ? '' : draftStays,
        status,
      ]);
    case 'deleted':
      return makeMessage('deleted', ['The app no longer exists.']);
    case 'listed':
      return describeList(report);
    case 'read':
      return describeRead(report, status);
    case 'unchanged':
      return describeUnchangedApp(report);
  }
}

/** Describes the status of the app. Leaves out what comes next if the result has its own advice. */
function describeAppStatus(report: Report): string {
  const hasAdvice = adviseDraft(report) !== '' || isRejectionNews(report);
  if (hasAdvice || report.waitedForReview) return explainVisibility(report.app, report.now);
  return explainStatus(report.app, report.now);
}

function describeRead(report: Report, status: string): EndWords {
  const word = report.app?.status ?? null;
  if (word === null)
    return makeMessage('was read; the service shows no status', ['Nothing was changed.']);
  return makeMessage(describeStatus(word), ['The app was read, and nothing was changed.', status]);
}

const draftStays = 'The draft stays as it is, and can be changed and submitted again.';

function makeMessage(end: string, sentences: readonly string[], next = ''): EndWords {
  return { end, lines: [joinTexts(sentences, ' ')], next };
}

/** Describes a list of apps. Only a complete list shows that an app does not exist. */
function describeList(report: Report): EndWords {
  const count = formatCount(report.apps?.length ?? 0, 'app');
  if (!report.hasMoreApps) {
    const isEmpty = report.apps?.length === 0;
    const create = perFrontend(
      'To create one, deploy its folder with create: true.',
      'To create one: miniapp-deploy deploy <folder> --slug <slug> --create',
    );
    if (isEmpty) return { ...makeMessage('listed', [], create), headline: 'This key has no apps' };
    const sentences = ['These are all apps that this key can access.'];
    return { ...makeMessage('listed', sentences), headline: count };
  }
  const reader = perFrontend('the action', 'the command');
  const reason = `This service lists apps in pages, and ${reader} reads only the first.`;
  const next = `To find out whether any other app exists, read it (${nameCommand('status')}).`;
  const headline = `${count} listed; this key has more`;
  return { ...makeMessage('listed', [reason], next), headline };
}

/** Describes a submission that was refused because another run had submitted the same content. */
function describeOtherSubmission(report: Report, status: string): EndWords {
  const end = describeStatus(report.app?.status ?? null);
  return makeMessage(end, [describeOtherRun(report.app), status]);
}

function describeOtherRun(app: Report['app']): string {
  const isApproved = toReviewState(app?.status ?? null) === 'approved';
  if (!isApproved) return 'Another run has sent this content for review.';
  return 'The same content was sent by another run and approved meanwhile, so the service did not take this submission.';
}

function describeUnchangedApp(report: Report): EndWords {
  const { command } = report;
  const status = describeAppStatus(report);
  const created = report.done.has('create') ? 'created' : '';
  if (report.done.has('submit')) {
    const why = `The draft already had ${nameContent(report)}. It was not deployed again.`;
    const end = joinTexts([created, 'sent for review (content unchanged)'], ' and ');
    return makeMessage(end, [why, status]);
  }
  if (report.doneByOther.has('submit') && command === 'submit') {
    return describeOtherSubmission(report, status);
  }
  if (report.doneByOther.has('submit')) {
    const why = `The draft had ${nameContent(report)} already, so it was not deployed again.`;
    return makeMessage('unchanged', [why, describeOtherRun(report.app), status]);
  }
  if (created !== '') {
    const end = 'created, and deployed by another run';
    return makeMessage(end, [explainUnchanged(command, report), status], adviseDraft(report));
  }
  const sentences = [explainUnchanged(command, report), describeNothingSent(report), status];
  return makeMessage(nameUnchanged(report), sentences);
}

/** Names the state of an app that the command leaves, or would leave, as it is. */
function nameUnchanged({ command, submitted, submits }: Report): string {
  if (command === 'withdraw') return 'is not in review';
  if (command === 'submit') return submitted ? 'is already in review' : 'has nothing new to review';
  return submitted && submits ? 'unchanged, and already in review' : 'unchanged';
}

/**
 * Returns the sentence that nothing was sent. Empty if the run changed something: it may have
 * created the app before another run deployed the content.
 */
function describeNothingSent(report: Report): string {
  if (report.changed) return '';
  return report.doneByOther.has('create') ? 'Another run created it.' : 'Nothing was sent.';
}

/** Words for what the commands do to an app, to follow "was" or "not". */
const doneWords: Readonly<Record<Command, string>> = {
  deploy: 'deployed',
  status: 'read',
  submit: 'sent for review',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  withdraw: 'taken out of review',
  list: 'listed',
};

/**
 * Names what a deploy did. The creation of an app is named too, because a typo in the slug
 * creates another app.
 */
function nameDeploy(report: Report): string {
  const words = ['deployed'];
  if (report.done.has('create')) words.unshift('created');
  if (report.done.has('submit')) words.push('sent for review');
  return joinWords(words);
}

/**
 * Returns the advice to submit a new draft, or changes that are not public until they are reviewed.
 * Empty if there is nothing to submit, or if the run changed nothing.
 */
function adviseDraft(report: Report): string {
  const isDraftMade = report.done.has('create') && report.command === 'deploy';
  if (report.failure !== null || report.done.has('submit')) return '';
  switch (report.app?.status) {
    case 'draft':
      if (!isDraftMade) return '';
      return `Try the draft at its address, then submit it for review (${nameSubmission(report)}).`;
    case 'published_with_unreviewed_changes':
      return `To publish the changes, send them for review (${nameSubmission(report)}).`;
    case 'changes_requested':
      if (report.outcome !== 'deployed') return '';
      return `If these are the requested changes, submit the app for review again (${nameSubmission(report)}).`;
    default:
      return '';
  }
}

function nameSubmission({ slug }: Report): string {
  return perFrontend(
    'the command submit',
    `npx miniapp-deploy submit --slug ${slug} --terms-version <version>`,
  );
}

/** Describes the draft after a deploy. Claims exact equality only if the files were compared. */
function describeContent(report: Report): string {
  const files = `${nameFiles(report) || 'content'} of the folder`;
  if (report.filesVerified) return `The draft now contains exactly the ${files}.`;
  return `The service confirmed the new draft with the ${files}.`;
}

/** The number of files and their size: `5 files (12 KB)`; empty if there is no folder. */
export function nameFiles(report: Report): string {
  if (report.fileCount === null) return '';
  const files = formatCount(report.fileCount, 'file');
  if (report.byteCount === null) return files;
  return `${files} (${formatBytes(report.byteCount)})`;
}

function explainUnchanged(command: Command, report: Report): string {
  if (command === 'update')
    return `The fields that update sends have not changed: ${joinWords(sentFields.map(nameField))}.`;
  // The headline says all.
  if (command === 'withdraw' || command === 'submit') return '';
  if (report.submitted) return `The app is already in review with ${nameContent(report)}.`;
  const isPublished = report.app?.status === 'published';
  return `The ${isPublished ? 'published version' : 'draft'} already has ${nameContent(report)}.`;
}

/** Names the content of the draft. Claims exact equality only if everything was compared. */
function nameContent(report: Report): string {
  const files = nameFiles(report);
  const content = files === '' ? 'this content' : `these ${files}`;
  if (report.filesVerified) return `exactly ${content}`;
  return `${content}, as far as it can be compared`;
}

/**
 * Describes the result of a review that the run waited for. `done` describes what the run did
 * before the review.
 */
function describeReview(done: EndWords, report: Report): EndWords {
  switch (report.reviewResult) {
    case 'approved': {
      return makeMessage('was approved and published', done.lines);
    }
    case 'rejected': {
      const isFinal = report.app?.status === 'not_approved';
      const end = isFinal ? 'was rejected for good' : 'was rejected in review';
      return { end, next: adviseRejected(report), lines: done.lines, code: 'review_rejected' };
    }
    case 'withdrawn':
      return { ...describeWithdrawal(report), code: 'review_withdrawn' };
    case 'pending': {
      const sent = report.done.has('submit') ? 'This run sent the app for review.' : '';
      const sentences = [describeWait(report), sent, ...done.lines];
      return makeMessage('is still in review', sentences, adviseWait(report));
    }
    default:
      return done;
  }
}

/** Names the time that the run waited in vain; empty if the wait ended early. */
function describeWait({ waitedMs }: Report): string {
  if (waitedMs === null) return '';
  const run = perFrontend('step', 'command');
  return `There was no review result within ${formatDuration(waitedMs)}. This does not fail the ${run}.`;
}

/** Returns how to see the result of a review that is not over when the run ends. */
function adviseWait({ statusRun }: Report): string {
  return perFrontend(
    'To see the result, re-run the job: it reads the app, and waits again. A step with command: status shows it, too.',
    `To see the result later: ${statusRun}`,
  );
}

function adviseRejected(report: Report): string {
  if (report.app?.status === 'changes_requested') {
    return "Make the changes that the reviewer's note asks for, deploy, and submit the app for review again.";
  }
  if (report.app?.status === 'taken_down') {
    return getErrorWords('taken_down').next;
  }
  const advice = getErrorWords('final_not_approved').next;
  if (!report.app?.reviewNote) return advice;
  return `Read the reviewer's note. ${advice}`;
}

function describeWithdrawal(report: Report): EndWords {
  const { app } = report;
  if (app === null) {
    const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
    const end = 'was deleted before there was a review result';
    return makeMessage(end, ['The app no longer exists.'], next);
  }
  const status = explainVisibility(app, report.now);
  if (app.status === 'taken_down') {
    return makeMessage('was taken down', [status], getErrorWords('taken_down').next);
  }
  const sentences = ['Somebody changed its content or its state.', status];
  const next = 'Find out which run or person changed it, then deploy and submit it again.';
  return makeMessage('left review without a result', sentences, next);
}

/** Explains why a run skipped the app. */
function explainSkip(reason: SkipReason, isDryRun: boolean) {
  switch (reason) {
    case 'in-review': {
      const input = nameInput('on-in-review');
      const wait = isDryRun ? '' : ` and ${nameRerun('re-run')}`;
      return {
        short: 'in review',
        why: `The app is in review with other content, and ${input} is skip.`,
        next: `Wait for the review result${wait}, or set ${input} to replace.`,
      };
    }
    case 'stale':
      return { short: 'newer commit', why: newerCommit, next: '' };
    case 'fork':
    case 'dependabot': {
      const why = explainNoSecrets(reason, 'the service was not contacted');
      const short = reason === 'fork' ? 'pull request from a fork' : 'Dependabot pull request';
      return { short, why, next: '' };
    }
  }
}

function describeSkip(report: Report): EndWords {
  const { command } = report;
  const skip = explainSkip(report.skipReason ?? 'in-review', report.isDryRun);
  const status = explainStatus(report.app, report.now);
  const sentences = [skip.why, describeNothingSent(report), status];
  const message = makeMessage(`skipped: ${skip.short}`, sentences, skip.next);
  if (command === 'list') return { ...message, headline: 'The list was skipped' };
  return message;
}

const noChanges = 'No changes were made.';

/** Describes a dry run, or a run for a fork's pull request, which may only plan. */
function describePlan(report: Report): EndWords {
  const { command, plan, skipReason } = report;
  const checks = describeChecks(report);
  if (plan === null) {
    if (skipReason === 'fork' || skipReason === 'dependabot') {
      const why = explainNoSecrets(skipReason, 'the folder was only checked offline');
      return makeMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
    }
    const why = `Without ${nameInput('api-key')}, the folder cannot be compared with the app.`;
    const next = `Set ${nameInput('api-key')} to see what would change.`;
    return makeMessage('checked offline', [checks, noChanges, why], next);
  }
  const status = explainStatus(report.app, report.now);
  switch (plan.kind) {
    case 'change':
      return describeSteps(report, plan);
    case 'nothing': {
      const sentences = [
        checks,
        explainUnchanged(command, report),
        describeAppStatus(report),
        noChanges,
      ];
      return makeMessage(nameUnchanged(report), sentences);
    }
    case 'skip': {
      const skip = explainSkip('in-review', true);
      const end = joinTexts([`would be skipped: ${skip.short}`, nameDifferences(report)], ', ');
      return makeMessage(end, [checks, skip.why, status, noChanges], skip.next);
    }
  }
}

function nameDifferences(report: Report): string {
  if (report.changes === null) return '';
  return formatCount(report.changes.length, 'file', 'differ');
}

type ChangePlan = Extract<Plan, { readonly kind: 'change' }>;

function describeSteps(report: Report, plan: ChangePlan): EndWords {
  const done = `would be ${nameSteps(plan)}`;
  const sentences = listPlanSentences(report, plan);
  const next = isRefusedByReview(report) ? adviseRejected(report) : report.realRun;
  const fileCount = report.changes?.length ?? 0;
  if (!plan.steps.includes('deploy') || fileCount === 0) {
    const fields = joinWords((plan.fields ?? []).map(nameField));
    return makeMessage(joinTexts([done, fields], ': '), sentences, next);
  }
  const files = formatCount(fileCount, 'file');
  const what = joinTexts([files, nameGrowth(report)], ', ');
  const message = makeMessage(`${done}: ${what}`, sentences, next);
  const review = plan.steps.includes('submit') ? ', then it would be sent for review' : '';
  return { ...message, headline: `${nameReportedApp(report)}: ${files} would change${review}` };
}

function nameSteps(plan: ChangePlan): string {
  return joinWords(plan.steps.map((step) => doneWords[step]));
}

function listPlanSentences(report: Report, plan: ChangePlan): readonly string[] {
  const replacesDraft = plan.steps.includes('deploy') || plan.steps.includes('update');
  const sentences = [describeChecks(report)];
  if (report.baseBranch !== null)
    sentences.unshift(describeMerge(nameSteps(plan), report.baseBranch));
  if (replacesDraft) sentences.push(describeSizeChange(report));
  sentences.push(noChanges);
  if (isRefusedByReview(report)) sentences.push(explainVisibility(report.app, report.now));
  if (replacesDraft && report.app?.status === 'in_review')
    sentences.push('The change would take the app out of review.');
  sentences.push('The service checks its own rules only when the change is sent.');
  return sentences;
}

/** Returns the app's size before and after the run; null if it is not known, or stays the same. */
function findSizeChange({ byteCount, byteCountBefore, changes }: Report) {
  // The service may count the size of the same files in another way.
  if (changes?.length === 0) return null;
  if (byteCount === null || byteCountBefore === null || byteCount === byteCountBefore) return null;
  return { before: byteCountBefore, after: byteCount };
}

/** Names how the size of the app changes: `1.2 MB → 1.4 MB, +18 %`; empty if it does not. */
export function nameSizeChange(report: Report): string {
  const size = findSizeChange(report);
  if (size === null) return '';
  return formatGrowth(size.before, size.after);
}

/** Names how the size of the app changes in short: `size +18 %`; empty if it does not. */
function nameGrowth(report: Report): string {
  const size = findSizeChange(report);
  if (size === null) return '';
  return `size ${formatRelativeGrowth(size.before, size.after)}`;
}

/** Describes how the size of the app changes, and which file grows most. */
function describeSizeChange(report: Report): string {
  const size = nameSizeChange(report);
  if (size === '') return '';
  const growths = (report.changes ?? []).map((change) => {
    return { path: change.path, bytes: (change.bytesAfter ?? 0) - (change.bytesBefore ?? 0) };
  });
  const [largest] = growths.toSorted((one, other) => other.bytes - one.bytes);
  if (largest === undefined || largest.bytes <= 0) return `Size: ${size}.`;
  return `Size: ${size} (largest growth: ${largest.path}, ${formatByteDifference(largest.bytes)}).`;
}

/** Describes the offline check; empty if there is no folder. */
function describeChecks(report: Report): string {
  const files = nameFiles(report);
  if (files === '') return '';
  return `Checked ${files} offline: ${countFindings(report.problems)}.`;
}

function describeFailed(report: Report, failure: Failure): EndWords {
  const { command, isDryRun } = report;
  if (inputFaults.some((fault) => fault === failure.code)) return describeInvalidInputs(failure);
  const reason = nameReason(failure, report);
  const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(report, failure);
  const next = joinTexts([failure.next, adviseCheck(report)], ' ');
  const message = makeMessage(joinTexts([end, reason], ': '), [failure.message], next);
  if (command === 'list') {
    return { ...message, headline: joinTexts(['The apps were not listed', reason], ': ') };
  }
  // A real run would be refused in the same way. Any other failure is about the dry run only.
  const isRefused = failure.kind === 'rejected' || ownRefusals.includes(failure.code);
  if (!isDryRun || isRefused) return message;
  const failed = `The dry run of ${report.slug || 'the app'} failed`;
  return { ...message, headline: joinTexts([failed, reason], ': ') };
}

/**
 * Names the command that finds such problems before a push. Empty on a terminal, and if only the
 * service found them: the offline check ran before, and did not.
 */
function adviseCheck(report: Report): string {
  const { folder, failure } = report;
  if (isTerminal() || !isShownByProblems(report) || folder === null) return '';
  if (failure?.code !== 'offline_problems' && !report.wasFoundOffline) return '';
  if (!/^[\w./-]+$/.test(folder) || folder.startsWith('-')) return '';
  return `To find problems before a push, run npx miniapp-deploy check ${folder}.`;
}

/** Codes of failures that end a dry run and would end a real run, too. */
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];

/** Names what was not done, or may have been done, in words that follow the app's name. */
function nameFailed(report: Report, failure: Failure): string {
  const { done, isSubmitting, command } = report;
  const isSubmission = isSubmitting || (command === 'deploy' && failure.code === 'taken_down');
  const words = doneWords[isSubmission ? 'submit' : command];
  if (failure.kind === 'unknown') {
    if (isSubmitting && done.has('deploy')) return `was deployed, and may have been ${words}`;
    return `may have been ${words}`;
  }
  // The run may be cancelled after the submission was verified.
  if (done.has('submit')) return 'was sent for review, but the run failed';
  if (done.has('deploy') && isSubmitting) return 'was deployed, but not sent for review';
  if (done.has('deploy')) return 'was deployed, but the run failed';
  if (done.has('create') && command === 'deploy') return 'was created, but is still empty';
  return `was not ${words}`;
}

/** Names the reason for a failure in a few words: the number of problems, or what happened. */
function nameReason(failure: Failure, report: Report): string {
  const { problems, moreProblems, termsRequired } = report;
  const { causeCode = '' } = failure;
  if (causeCode === 'deadline' || causeCode === 'cancelled') {
    const when = report.isSentInPart ? 'while the folder was being sent' : '';
    return joinTexts([findErrorWords(causeCode)?.short ?? '', when], ' ');
  }
  if (failure.kind === 'unknown') return 'the result could not be verified';
  const hasErrors = moreProblems > 0 || problems.some((problem) => problem.severity === 'error');
  if (failure.kind === 'rejected' && hasErrors)
    return countFindings(problems, { errors: moreProblems, warnings: 0 });
  if (failure.code === 'terms_required' && termsRequired !== null)
    return `the terms ${termsRequired} must be accepted`;
  return findErrorWords(failure.code)?.short ?? '';
}

/**
 * Describes a run with invalid inputs. It does not name the command, which may itself be invalid.
 */
function describeInvalidInputs(failure: Failure): EndWords {
  const lines = failure.message.split('\n');
  const headline = failure.headline ?? formatCount(lines.length, 'invalid input');
  return { headline, end: headline, lines, next: failure.next };
}

function nameReportedApp(report: Report): string {
  return report.slug || 'The app';
}

/** Describes what follows a merge. The run cannot know what the workflow does on a push. */
export function describeMerge(done: string, baseBranch: string, which = 'This'): string {
  return `${which} will be ${done} after the merge, if pushes to ${baseBranch} are set up for that.`;
}

/** Explains why a run did only `what`, such as `the folder was only checked offline`. */
export function explainNoSecrets(reason: 'fork' | 'dependabot', what: string): string {
  if (reason === 'fork') return `A pull request from a fork gets no secrets, so ${what}.`;
  const place = 'Settings > Secrets and variables > Dependabot';
  return `A Dependabot pull request gets only the secrets in ${place}, and the API key is not there, so ${what}.`;
}

/** The reason why a stale run does nothing. */
export const newerCommit = 'A newer commit exists on the branch.';
