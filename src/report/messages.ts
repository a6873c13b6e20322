import type { Failure } from '../model/action-error.ts';
import { sentFields } from '../model/app.ts';
import { describeStatus, explainStatus, toReviewState } from '../model/app-status.ts';
import { type Command, inputFaults } from '../model/inputs.ts';
import { type Facts, type Outcome, type Plan, toExitCode } from '../model/outcome.ts';
import type { Severity } from '../model/problem.ts';
import { formatBytes, formatCount, joinTexts, joinWords } from '../text/format.ts';
import { either, input, rerun } from '../text/voice.ts';

/** What a run came to, in words that hold outside text (slug, status, failure): they are not safe to print yet. */
export interface ResultMessage {
  /** An error where the step ends red; a warning where it is green and the app was rejected, or a real run would fail. */
  readonly level: Severity | 'notice';
  readonly sign: '✅' | '❌' | '❓' | '⚠️' | '⏭️' | 'ℹ️';
  /** A few words with the app's slug, without a full stop. */
  readonly headline: string;
  /** What happened: one line of a sentence or two, or one for each input where some are invalid. */
  readonly lines: readonly string[];
  /** What to do next; empty when there is nothing to do. */
  readonly next: string;
  /** The word that docs/troubleshooting.md explains; null for a run with nothing to explain. */
  readonly code: string | null;
}

type Message = Omit<ResultMessage, 'level' | 'sign' | 'code'> & Partial<Pick<ResultMessage, 'code'>>;

/** A run that is over, as far as words need it. */
export interface EndedRun {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** True for a run that was to change nothing. */
  readonly isDryRun: boolean;
}

/** Puts the end of a run into words. Never says undefined or null, whatever the facts lack. */
export function describeResult(run: EndedRun): ResultMessage {
  const { outcome, facts } = run;
  const isFailure = 'failure' in outcome;
  const ended = describeEnd(run);
  const message = facts.waitedForReview && !isFailure ? describeReview(ended, facts) : ended;
  return { code: isFailure ? outcome.failure.code : null, ...rate(run), ...message };
}

/** True for an app that the reviewer rejected, or the service took down, as far as this run knows: never a plain success. */
export function isRefusedByReview({ app, reviewResult }: Facts): boolean {
  const status = app?.status ?? null;
  return reviewResult === 'rejected' || status === 'taken_down' || toReviewState(status) === 'rejected';
}

function rate({ outcome, facts }: EndedRun): Pick<ResultMessage, 'level' | 'sign'> {
  if (toExitCode(outcome, facts) === 1) return { level: 'error', sign: outcome.kind === 'unknown' ? '❓' : '❌' };
  const isPlanned = outcome.kind === 'planned';
  if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn') return { level: 'warning', sign: '⚠️' };
  if (isPlanned && (outcome.plan === null || outcome.plan.do === 'change')) return { level: 'notice', sign: 'ℹ️' };
  const isUnchanged = outcome.kind === 'unchanged' && !facts.sentForReview;
  const isSkipped = isPlanned || isUnchanged || outcome.kind === 'skipped' || outcome.kind === 'not_run';
  return { level: 'notice', sign: isSkipped ? '⏭️' : '✅' };
}

function describeEnd(run: EndedRun): Message {
  const { command, outcome, facts } = run;
  const app = nameApp(facts);
  const state = explainStatus(facts.app);
  switch (outcome.kind) {
    case 'rejected':
    case 'failed':
    case 'unknown':
      return describeFailure(run, outcome.failure);
    case 'planned':
      return describePlan(command, outcome, facts);
    case 'skipped': {
      const { why, next } = skips[outcome.skipReason];
      return say(`${command === 'list' ? 'The list' : app} skipped`, [why, nothingSent(facts)], next);
    }
    case 'not_run':
      return say(`${app} was not run`, ['The run ended before its turn.']);
    case 'deployed':
      return say(`${app} ${nameDeploy(facts)}`, [describeContent(facts), state]);
    case 'created':
      return say(`${app} created`, ['The service confirmed the new app.', state]);
    case 'updated':
      return say(`${app} updated`, ['The service confirmed the new draft.', state]);
    case 'submitted':
      return facts.sentForReview
        ? say(`${app} sent for review`, ['The service accepted the submission.', state])
        : say(`${app} is in review`, ['Another run has sent this content for review.', state]);
    case 'deleted':
      return say(`${app} deleted`, ['The app no longer exists.']);
    case 'listed':
      return say(formatCount(facts.apps?.length ?? 0, 'app'), ['These are all apps that this key can access.']);
    case 'read': {
      const is = describeStatus(facts.app?.status ?? null);
      return say(`${app} ${is}`, ['The app was read, and nothing was changed.', state]);
    }
    case 'unchanged': {
      if (!facts.sentForReview)
        return say(`${app} unchanged`, [explainUnchanged(command, facts), nothingSent(facts), state]);
      const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
      return say(`${app} sent for review (content unchanged)`, [why, state]);
    }
  }
}

function say(headline: string, sentences: readonly string[], next = ''): Message {
  return { headline, lines: [joinTexts(sentences, ' ')], next };
}

/** Empty where this run created the app, and somebody else went on from there. */
function nothingSent({ changed }: Facts): string {
  return changed ? '' : 'Nothing was sent.';
}

/** What each command does to an app, after "was" and "not", and as a noun. */
const words: Readonly<Record<Command, { readonly done: string; readonly noun: string }>> = {
  deploy: { done: 'deployed', noun: 'deploy' },
  status: { done: 'read', noun: 'read' },
  submit: { done: 'submitted', noun: 'submission' },
  create: { done: 'created', noun: 'creation' },
  update: { done: 'updated', noun: 'update' },
  delete: { done: 'deleted', noun: 'deletion' },
  list: { done: 'listed', noun: 'list' },
};

/** A slug with a typo makes another app: that one was created is never left unsaid. */
function nameDeploy({ created, sentForReview }: Facts): string {
  const done = [...(created ? ['created'] : []), 'deployed', ...(sentForReview ? ['sent for review'] : [])];
  return joinWords(done);
}

/** Exactly these files are claimed only where they were compared. */
function describeContent({ fileCount, byteCount, filesVerified }: Facts): string {
  const size = byteCount === null ? '' : ` (${formatBytes(byteCount)})`;
  const files = `${fileCount === null ? 'content' : formatCount(fileCount, 'file')} of the folder${size}`;
  return filesVerified ? `The draft holds exactly the ${files}.` : `The service confirmed the new draft: the ${files}.`;
}

function explainUnchanged(command: Command, facts: Facts): string {
  if (command === 'update') return `No field that update sends differs: ${joinWords(sentFields)}.`;
  const isSubmit = command === 'submit';
  if (facts.submitted) return `The app is in review already${isSubmit ? '' : `, with ${nameContent(facts)}`}.`;
  return isSubmit ? 'There is nothing new to send for review.' : `The draft has ${nameContent(facts)} already.`;
}

/** Exactly this content is claimed only where all of it was compared. */
function nameContent({ filesVerified }: Facts): string {
  return filesVerified ? 'exactly this content' : 'this content (as far as it can be compared)';
}

/** A review that was waited for is the end of the run: what was done before stays in the sentence. */
function describeReview(done: Message, facts: Facts): Message {
  const app = nameApp(facts);
  const state = explainStatus(facts.app);
  switch (facts.reviewResult) {
    case 'approved':
      return say(`${app} was approved and published`, [...done.lines, 'The app was approved in review.']);
    case 'rejected':
      return {
        ...done,
        headline: `${app} was rejected in review`,
        next: adviseRejected(facts),
        code: 'review_rejected',
      };
    case 'withdrawn':
      return { ...describeWithdrawal(facts, state), code: 'review_withdrawn' };
    default:
      return done;
  }
}

function adviseRejected({ app }: Facts): string {
  if (app?.status === 'changes_requested') {
    return "Make the changes of the reviewer's note, deploy, and submit the app for review again.";
  }
  const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
  return app?.reviewNote ? `Read the reviewer's note. ${isFinal}` : isFinal;
}

/** What the run had verified holds no more. */
function describeWithdrawal(facts: Facts, state: string): Message {
  const app = nameApp(facts);
  if (facts.app === null) {
    const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
    return say(`${app} was deleted before there was a review result`, ['The app no longer exists.'], next);
  }
  if (facts.app.status === 'taken_down') {
    return say(`${app} was taken down`, [state], "Read the reviewer's note, and contact the service's support.");
  }
  return say(
    `${app} was taken out of review`,
    ['Somebody changed its content or its state.', state],
    'Find out which run or person changed it, then deploy and submit it again.',
  );
}

/** Why a run left the app alone, and what to do next. */
const skips = {
  'in-review': {
    why: `The app is in review with other content, and ${input('on-in-review')} is skip.`,
    next: `Wait for the review result and ${rerun('re-run')}, or set ${input('on-in-review')} to replace.`,
  },
  stale: { why: 'A newer commit exists on the branch.', next: '' },
  fork: { why: 'A pull request from a fork gets no secrets, so the service was not asked.', next: '' },
} as const;

const noChanges = 'No changes were made.';

/**
 * A dry run, or a fork's pull request. It says what was checked, what differs and what would be sent. It promises nothing:
 * the service's own rules are checked only when a change is sent.
 */
function describePlan(
  command: Command,
  { plan, skipReason }: Extract<Outcome, { readonly kind: 'planned' }>,
  facts: Facts,
): Message {
  const app = nameApp(facts);
  if (plan !== null) return describeSteps(command, plan, facts);
  if (skipReason === 'fork') {
    const why = 'A pull request from a fork gets no secrets, so the folder was only checked offline.';
    return say(`${app} checked, not ${words[command].done}`, [why, noChanges]);
  }
  return say(
    `Dry run of ${app}: checked offline`,
    [describeChecks(facts), noChanges, `Without ${input('api-key')} nothing is compared with the app.`],
    `Set ${input('api-key')} to see what a real run would send.`,
  );
}

function describeSteps(command: Command, plan: Plan, facts: Facts): Message {
  const dryRun = `Dry run of ${nameApp(facts)}`;
  const checks = describeChecks(facts);
  if (plan.do !== 'change') {
    const { why, next } = plan.do === 'skip' ? skips['in-review'] : { why: explainUnchanged(command, facts), next: '' };
    return say(`${dryRun}: nothing to send`, [checks, why, explainStatus(facts.app), noChanges], next);
  }
  const steps = joinWords(plan.steps);
  const replaces = plan.steps.includes('deploy') || plan.steps.includes('update');
  const review = facts.app?.status === 'in_review' && replaces ? 'This takes the app out of review.' : '';
  const rules = "The service's own rules are checked only when the change is sent.";
  return say(
    `${dryRun}: ${formatCount(plan.steps.length, 'change')} planned (${steps})`,
    [checks, describeDifference(plan.fields, facts), noChanges, `A real run sends: ${steps}.`, review, rules],
    either('Run without dry-run to send it.', 'Run it without --dry-run, or deploy in place of plan, to send it.'),
  );
}

/** What was checked offline; empty where there is no folder to check. */
function describeChecks({ fileCount, problems }: Facts): string {
  if (fileCount === null) return '';
  const found = problems.length === 0 ? 'no problems' : formatCount(problems.length, 'warning');
  return `Checked ${formatCount(fileCount, 'file')} offline: ${found}.`;
}

/** `fields`: those of an update. */
function describeDifference(fields: readonly string[] | undefined, { app, changes }: Facts): string {
  if (fields !== undefined) return `Fields that differ: ${fields.join(', ')}.`;
  if (changes === null || changes.length === 0) return '';
  if (app === null) return 'The app does not exist yet.';
  return `${formatCount(changes.length, 'file', 'differ')} from the draft.`;
}

function describeFailure(run: EndedRun, failure: Failure): Message {
  const { code, message, next } = failure;
  if (!inputFaults.some((fault) => fault === code)) return say(nameFailure(run, failure), [message], next);
  // No command is named: it may be among them.
  const lines = message.split('\n');
  return { headline: formatCount(lines.length, 'invalid input'), lines, next };
}

/** Decisions of the run itself, which a real run makes too. */
const refusals: ReadonlySet<string> = new Set(['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale']);

function nameFailure({ command, facts, isDryRun }: EndedRun, failure: Failure): string {
  if (command === 'list') return 'The apps were not listed';
  const app = nameApp(facts);
  if (!isDryRun) return `${app}${describeFailed(command, failure, facts)}`;
  // Of one that was not refused nobody knows what a real run would do.
  const isRefused = failure.kind === 'rejected' || refusals.has(failure.code);
  return isRefused ? `${app} would not be ${words[command].done}${countErrors(facts)}` : `The dry run of ${app} failed`;
}

/** Follows the app's name. */
function describeFailed(command: Command, { kind, code }: Failure, facts: Facts): string {
  const { submitting, changed, created, sentForReview } = facts;
  const isSubmission = submitting || (command === 'deploy' && code === 'taken_down');
  const { noun, done } = words[isSubmission ? 'submit' : command];
  const isDeployed = submitting && changed;
  // After a deploy that was verified, no submission was sent.
  if (kind === 'unknown' && code !== 'draft_changed') {
    return `${isDeployed ? ' was deployed, but' : ':'} the result of the ${noun} could not be verified`;
  }
  // Proven before the run was cut short, by a cancel for one.
  if (sentForReview) return ' was sent for review, but the run failed';
  if (isDeployed) return ' was deployed, but not sent for review';
  const toFix = kind === 'rejected' ? countErrors(facts) : '';
  return ` was ${created && command === 'deploy' ? 'created, but is still empty' : `not ${done}`}${toFix}`;
}

function countErrors({ problems, moreProblems }: Facts): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length + moreProblems;
  return errors === 0 ? '' : `: ${formatCount(errors, 'problem')} to fix`;
}

function nameApp({ slug }: Facts): string {
  return slug ?? 'The app';
}
