import type { Failure } from '../model/action-error.ts';
import { nameField, sentFields } from '../model/app.ts';
import { describeStatus, explainStatus, toReviewState } from '../model/app-status.ts';
import { type Command, inputFaults } from '../model/inputs.ts';
import { type Facts, type Outcome, type Plan, toExitCode } from '../model/outcome.ts';
import { countFindings, type Severity } from '../model/problem.ts';
import { formatBytes, formatCount, joinTexts, joinWords } from '../text/format.ts';
import { nameCommand, nameInput, nameRerun } from '../text/frontend.ts';

/**
 * What a run came to, in words that hold outside text (slug, status, failure): they are not safe to
 * print yet.
 */
export interface ResultMessage {
  /**
   * An error where the step ends red; a warning where it is green and the app was rejected, or
   * taken out of review.
   */
  readonly level: Severity | 'notice';
  readonly sign: '✅' | '❌' | '❓' | '⚠️' | '⏭️' | 'ℹ️';
  /** A few words with the app's slug, without a full stop. */
  readonly headline: string;
  /** The same without the slug, as it stands in a row about the app. */
  readonly end: string;
  /** What happened: one line of a sentence or two, or one for each input where some are invalid. */
  readonly lines: readonly string[];
  /** What to do next; empty when there is nothing to do. */
  readonly next: string;
  /** The word that docs/troubleshooting.md explains; null for a run with nothing to explain. */
  readonly code: string | null;
}

/** Without a headline it is the app's name and `end`. */
type Message = Pick<ResultMessage, 'end' | 'lines' | 'next'> &
  Partial<Pick<ResultMessage, 'headline' | 'code'>>;

/** A run that is over, as far as words need it. */
export interface EndedRun {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** True for a run that was to change nothing. */
  readonly isDryRun: boolean;
  /** The branch that the pull request of this run goes to; null for any other run. */
  readonly baseBranch: string | null;
  /**
   * The command line that makes what this dry run only plans; empty beside a run of GitHub Actions.
   */
  readonly realRun: string;
}

/** Puts the end of a run into words, also where facts are missing. */
export function describeResult(run: EndedRun): ResultMessage {
  const { outcome, facts } = run;
  const isFailure = 'failure' in outcome;
  const ended = describeOutcome(run);
  const message = facts.waitedForReview && !isFailure ? describeReview(ended, facts) : ended;
  const warnings = isFailure ? 0 : countWarnings(facts);
  const more = warnings === 0 ? '' : `, with ${formatCount(warnings, 'warning')}`;
  return {
    code: isFailure ? outcome.failure.code : null,
    ...rate(run),
    ...message,
    headline: `${message.headline ?? `${nameApp(facts)} ${message.end}`}${more}`,
    end: `${message.end}${more}`,
  };
}

/**
 * True for an app that was rejected in review or taken down, as far as this run knows: never a
 * plain success.
 */
export function isRefusedByReview({ app, reviewResult }: Facts): boolean {
  const status = app?.status ?? null;
  return (
    reviewResult === 'rejected' || status === 'taken_down' || toReviewState(status) === 'rejected'
  );
}

/** True where the problems say all that the failure says. */
export function isSaidByProblems({ outcome, facts }: Pick<EndedRun, 'outcome' | 'facts'>): boolean {
  const codes = ['folder_rejected', 'offline_problems'];
  const hasError = facts.problems.some(({ severity }) => severity === 'error');
  return hasError && 'failure' in outcome && codes.includes(outcome.failure.code);
}

function rate({ outcome, facts }: EndedRun): Pick<ResultMessage, 'level' | 'sign'> {
  if (toExitCode(outcome, facts) === 1) {
    return { level: 'error', sign: outcome.kind === 'unknown' ? '❓' : '❌' };
  }
  if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn')
    return { level: 'warning', sign: '⚠️' };
  return { level: 'notice', sign: countWarnings(facts) > 0 ? '⚠️' : signDone(outcome, facts) };
}

/** By what was done with the app, or would be. */
function signDone(outcome: Outcome, { sentForReview }: Facts): ResultMessage['sign'] {
  if (outcome.kind === 'planned')
    return outcome.plan === null || outcome.plan.kind === 'change' ? 'ℹ️' : '⏭️';
  const isUnchanged = outcome.kind === 'unchanged' && !sentForReview;
  return isUnchanged || outcome.kind === 'skipped' || outcome.kind === 'not_run' ? '⏭️' : '✅';
}

function countWarnings({ problems, warnings }: Facts): number {
  return problems.filter(({ severity }) => severity === 'warning').length + warnings.length;
}

function describeOutcome(run: EndedRun): Message {
  const { command, outcome, facts } = run;
  const state = explainStatus(facts.app);
  switch (outcome.kind) {
    case 'rejected':
    case 'failed':
    case 'unknown':
      return describeFailed(run, outcome.failure);
    case 'planned':
      return describePlan(run, outcome);
    case 'skipped':
      return describeSkip(command, outcome.skipReason, facts);
    case 'not_run':
      return toMessage('was not run', ['The run ended before its turn.']);
    case 'deployed':
      return toMessage(nameDeploy(facts), [describeContent(facts), state], adviseChanges(facts));
    case 'created':
      return toMessage('created', ['The service confirmed the new app.', state]);
    case 'updated':
      return toMessage(
        'updated',
        ['The service confirmed the new draft.', state],
        adviseChanges(facts),
      );
    case 'submitted':
      return facts.sentForReview
        ? toMessage('sent for review', ['The service accepted the submission.', state])
        : toMessage('is in review', ['Another run has sent this content for review.', state]);
    case 'deleted':
      return toMessage('deleted', ['The app no longer exists.']);
    case 'listed': {
      const headline = formatCount(facts.apps?.length ?? 0, 'app');
      return { ...toMessage('listed', ['These are all apps that this key can access.']), headline };
    }
    case 'read':
      return toMessage(describeStatus(facts.app?.status ?? null), [
        'The app was read, and nothing was changed.',
        state,
      ]);
    case 'unchanged': {
      if (!facts.sentForReview) {
        return toMessage('unchanged', [
          explainUnchanged(command, facts),
          nothingSent(facts),
          state,
        ]);
      }
      const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
      return toMessage('sent for review (content unchanged)', [why, state]);
    }
  }
}

function toMessage(end: string, sentences: readonly string[], next = ''): Message {
  return { end, lines: [joinTexts(sentences, ' ')], next };
}

/** Empty where this run created the app, and another run deployed it. */
function nothingSent({ changed }: Facts): string {
  return changed ? '' : 'Nothing was sent.';
}

/** What each command does to an app: follows "was" and "not". */
const doneWords: Readonly<Record<Command, string>> = {
  deploy: 'deployed',
  status: 'read',
  submit: 'sent for review',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  list: 'listed',
};

/** Always says that an app was created: a slug with a typo creates another one. */
function nameDeploy({ created, sentForReview }: Facts): string {
  return joinWords([created ? 'created' : '', 'deployed', sentForReview ? 'sent for review' : '']);
}

/** Changes beside a published version stay invisible until they are reviewed. */
function adviseChanges({ app, sentForReview }: Facts): string {
  const isHidden = app?.status === 'published_with_unreviewed_changes' && !sentForReview;
  return isHidden ? `To publish the changes, send them for review (${nameCommand('submit')}).` : '';
}

/** Says "exactly" only of files that were compared. */
function describeContent(facts: Facts): string {
  const files = `${nameFiles(facts) || 'content'} of the folder`;
  return `${facts.filesVerified ? 'The draft holds exactly' : 'The service confirmed the new draft:'} the ${files}.`;
}

/**
 * How many files the folder has, and their size: `5 files (12 KB)`; empty where there is no folder.
 */
export function nameFiles({ fileCount, byteCount }: Facts): string {
  if (fileCount === null) return '';
  return `${formatCount(fileCount, 'file')}${byteCount === null ? '' : ` (${formatBytes(byteCount)})`}`;
}

function explainUnchanged(command: Command, facts: Facts): string {
  if (command === 'update')
    return `Nothing that update sends differs: ${joinWords(sentFields.map(nameField))}.`;
  const isSubmit = command === 'submit';
  if (facts.submitted)
    return `The app is in review already${isSubmit ? '' : `, with ${nameContent(facts)}`}.`;
  return isSubmit
    ? 'There is nothing new to send for review.'
    : `The draft has ${nameContent(facts)} already.`;
}

/** Says "exactly" only where all of it was compared. */
function nameContent(facts: Facts): string {
  const files = nameFiles(facts);
  const content = files === '' ? 'this content' : `these ${files}`;
  return facts.filesVerified ? `exactly ${content}` : `${content} (as far as it can be compared)`;
}

/** The result of a review that the run waited for, behind what the run did before. */
function describeReview(done: Message, facts: Facts): Message {
  const { reviewResult } = facts;
  if (reviewResult === 'approved') {
    return toMessage('was approved and published', [
      ...done.lines,
      'The app was approved in review.',
    ]);
  }
  if (reviewResult === 'rejected') {
    return {
      ...done,
      end: 'was rejected in review',
      next: adviseRejected(facts),
      code: 'review_rejected',
    };
  }
  return reviewResult === 'withdrawn'
    ? { ...describeWithdrawal(facts), code: 'review_withdrawn' }
    : done;
}

function adviseRejected({ app }: Facts): string {
  if (app?.status === 'changes_requested') {
    return "Make the changes of the reviewer's note, deploy, and submit the app for review again.";
  }
  const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
  return app?.reviewNote ? `Read the reviewer's note. ${isFinal}` : isFinal;
}

function describeWithdrawal({ app }: Facts): Message {
  const state = explainStatus(app);
  if (app === null) {
    const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
    return toMessage(
      'was deleted before there was a review result',
      ['The app no longer exists.'],
      next,
    );
  }
  if (app.status === 'taken_down') {
    return toMessage(
      'was taken down',
      [state],
      "Read the reviewer's note, and contact the service's support.",
    );
  }
  const next = 'Find out which run or person changed it, then deploy and submit it again.';
  return toMessage(
    'was taken out of review',
    ['Somebody changed its content or its state.', state],
    next,
  );
}

/** Why a run left the app alone, and what to do next. */
const skips = () => ({
  'in-review': {
    short: 'in review',
    why: `The app is in review with other content, and ${nameInput('on-in-review')} is skip.`,
    next: `Wait for the review result and ${nameRerun('re-run')}, or set ${nameInput('on-in-review')} to replace.`,
  },
  stale: { short: 'newer commit', why: newerCommit, next: '' },
  fork: {
    short: 'pull request from a fork',
    why: explainFork('the service was not asked'),
    next: '',
  },
});

function describeSkip(command: Command, reason: SkipReason, facts: Facts): Message {
  const { short, why, next } = skips()[reason];
  const message = toMessage(`skipped: ${short}`, [why, nothingSent(facts)], next);
  return command === 'list' ? { ...message, headline: 'The list was skipped' } : message;
}

type SkipReason = Extract<Outcome, { readonly kind: 'skipped' }>['skipReason'];

const noChanges = 'No changes were made.';

/** A dry run, or a fork's pull request: what was checked, what differs, and what would be sent. */
function describePlan(
  run: EndedRun,
  { plan, skipReason }: Extract<Outcome, { readonly kind: 'planned' }>,
): Message {
  const { command, facts } = run;
  const checks = describeChecks(facts);
  if (plan === null && skipReason === 'fork') {
    const why = explainFork('the folder was only checked offline');
    return toMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
  }
  if (plan === null) {
    const why = `Without ${nameInput('api-key')} nothing is compared with the app.`;
    const next = `Set ${nameInput('api-key')} to see what would change.`;
    return toMessage('checked offline', [checks, noChanges, why], next);
  }
  if (plan.kind === 'change') return describeSteps(run, plan);
  const state = explainStatus(facts.app);
  if (plan.kind === 'nothing')
    return toMessage('unchanged', [checks, explainUnchanged(command, facts), state, noChanges]);
  const { short, why, next } = skips()['in-review'];
  const differs = facts.changes === null ? '' : formatCount(facts.changes.length, 'file', 'differ');
  return toMessage(
    joinTexts([`would be skipped: ${short}`, differs], ', '),
    [checks, why, state, noChanges],
    next,
  );
}

function describeSteps(
  run: EndedRun,
  { steps, fields }: Extract<Plan, { readonly kind: 'change' }>,
): Message {
  const { facts, baseBranch, realRun } = run;
  const done = joinWords(steps.map((step) => doneWords[step]));
  const files = facts.changes?.length ?? 0;
  const isDeployed = steps.includes('deploy') && files > 0;
  const what = fields === undefined ? '' : joinWords(fields.map(nameField));
  const end = joinTexts([`would be ${done}`, isDeployed ? formatCount(files, 'file') : what], ': ');
  const replaces = steps.includes('deploy') || steps.includes('update');
  const sentences = [
    baseBranch === null ? '' : describeMerge(done, baseBranch),
    describeChecks(facts),
    noChanges,
    facts.app?.status === 'in_review' && replaces ? 'This takes the app out of review.' : '',
    "The service's own rules are checked only when the change is sent.",
  ];
  const message = toMessage(
    end,
    sentences,
    isRefusedByReview(facts) ? adviseRejected(facts) : realRun,
  );
  if (!isDeployed || steps.includes('create')) return message;
  const review = steps.includes('submit') ? ', then it would be sent for review' : '';
  return {
    ...message,
    headline: `${nameApp(facts)}: ${formatCount(files, 'file')} would change${review}`,
  };
}

/** What was checked offline; empty where there is no folder to check. */
function describeChecks(facts: Facts): string {
  const files = nameFiles(facts);
  return files === '' ? '' : `Checked ${files} offline: ${countFindings(facts.problems)}.`;
}

function describeFailed(run: EndedRun, failure: Failure): Message {
  const { command, facts, isDryRun } = run;
  const { code, message, next } = failure;
  if (inputFaults.some((fault) => fault === code)) return describeInvalidInputs(failure);
  const reason = nameReason(failure, facts);
  const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(run, failure);
  const said = toMessage(`${end}: ${reason}`, [message], next);
  if (command === 'list') return { ...said, headline: `The apps were not listed: ${reason}` };
  // Any other failure says nothing about what a real run would do.
  const isRefused = failure.kind === 'rejected' || ownRefusals.includes(code);
  return isDryRun && !isRefused
    ? { ...said, headline: `The dry run of ${nameApp(facts)} failed: ${reason}` }
    : said;
}

/** Decisions of the run itself, which a real run makes too. */
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];

/** What was not done, or may have been. Follows the app's name. */
function nameFailed({ command, facts }: EndedRun, { kind, code }: Failure): string {
  const { submitting, changed, created, sentForReview } = facts;
  const isSubmission = submitting || (command === 'deploy' && code === 'taken_down');
  const done = doneWords[isSubmission ? 'submit' : command];
  const isDeployed = submitting && changed;
  // After a deploy that was verified, no submission was sent.
  if (kind === 'unknown' && code !== 'draft_changed') {
    return `${isDeployed ? 'was deployed, and ' : ''}may have been ${done}`;
  }
  // A cancel may come after the submission was verified.
  if (sentForReview) return 'was sent for review, but the run failed';
  if (isDeployed) return 'was deployed, but not sent for review';
  return `was ${created && command === 'deploy' ? 'created, but is still empty' : `not ${done}`}`;
}

/** Why in a few words: how many problems there are to fix, or the code. */
function nameReason({ kind, code, causeCode }: Failure, { problems, moreProblems }: Facts): string {
  const hasErrors = moreProblems > 0 || problems.some(({ severity }) => severity === 'error');
  if (code === 'deadline' || causeCode === 'deadline')
    return `timed out (${nameInput('timeout-minutes')})`;
  if (kind === 'unknown' && code !== 'draft_changed') return 'the result could not be verified';
  if (kind === 'rejected' && hasErrors)
    return countFindings(problems, { errors: moreProblems, warnings: 0 });
  return code === 'bug' ? 'unexpected error' : code.replaceAll('_', ' ');
}

function nameApp({ slug }: Facts): string {
  return slug ?? 'The app';
}

/** Describes a run whose inputs are invalid. It names no command, which may be one of them. */
function describeInvalidInputs({ message, next }: Failure): Message {
  const lines = message.split('\n');
  const headline = formatCount(lines.length, 'invalid input');
  return { headline, end: headline, lines, next };
}

/** Describes what happens after a merge. The run cannot know what the workflow does on a push. */
export function describeMerge(done: string, baseBranch: string): string {
  return `This is ${done} when it is merged, if a push to ${baseBranch} does that.`;
}

/** Explains why a run did only `what`, such as `the folder was only checked offline`. */
export function explainFork(what: string): string {
  return `A pull request from a fork gets no secrets, so ${what}.`;
}

/** Explains why a stale run did nothing. */
export const newerCommit = 'A newer commit exists on the branch.';
