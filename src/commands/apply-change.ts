import { ApiError, isErrorInSuccess } from '../api/api-error.ts';
import type { RequestOutcome } from '../api/sender.ts';
import { isSameFault } from '../folder/check-words.ts';
import type { Folder } from '../folder/folder.ts';
import { locateProblems } from '../folder/locate.ts';
import { ActionError } from '../model/action-error.ts';
import type { App } from '../model/app.ts';
import type { ChangeState, Match, Step } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { joinTexts, toClause } from '../text/format.ts';
import { nameRerun } from '../text/frontend.ts';
import type { CommandContext } from './command-context.ts';
import { pollApp } from './readback.ts';
import {
  type Change,
  type Evidence,
  isNotApplied,
  maxReadLagMs,
  pendingReadbackTimesMs,
  type Readback,
  readbackTimesMs,
  startEvidence,
  weighFailedRead,
  weighRead,
} from './verify.ts';

/** A change to make. */
export interface PlannedChange {
  readonly step: Step;
  readonly slug: string;
  /** The folder in which the problems that the service reports are located; null without one. */
  readonly folder: Folder | null;
  readonly send: () => Promise<RequestOutcome>;
  /** Compares an app with the content that the change is about. */
  readonly match: (app: App) => Match;
  /** Describes how an app differs from our content, such as the names of the files. */
  readonly describeOther?: (app: App) => string;
}

/** The read that confirmed a change. */
export interface AppliedChange extends Readback {
  /**
   * True if the service accepted the change. If false, the response was lost or was a refusal, but
   * a read confirmed the change anyway.
   */
  readonly isAccepted: boolean;
  /**
   * When the change got its response or was lost, in the clock's time; after a 202, when a read
   * first showed the change. The age of the read counts from this time.
   */
  readonly since: number;
}

/** A change in progress. */
type StartedChange = Change & PlannedChange;

/** The noun for each change in messages. */
const nouns: Readonly<Record<Step, string>> = {
  create: 'creation',
  deploy: 'deploy',
  update: 'update',
  submit: 'submission',
  delete: 'deletion',
};

/** The error for a change that was sent, but whose result could not be verified. */
class UnverifiedChangeError extends ActionError<'unverified'> {
  override readonly name = 'UnverifiedChangeError';

  constructor(change: PlannedChange, what: string, cause: unknown) {
    const sent = `The ${nouns[change.step]} of ${change.slug} was sent`;
    const reason = 'it reads the app first, and sends nothing if the change has arrived.';
    super(`${sent}, and its result could not be verified: ${what}`, {
      code: 'unverified',
      kind: 'unknown',
      next: `${nameRerun('Re-run the job')}: ${reason}`,
      cause,
    });
  }
}

/**
 * Makes a change, and reads the app until a read confirms the change. If the response was lost and
 * all reads show the app as before, the change is sent again. Everything that happens is recorded
 * in the run's state.
 *
 * Throws ApiError if the service refuses the change, NetworkError if it was not sent, and
 * UnverifiedChangeError if its result is not known. Problems that the service reports are recorded
 * with their places in the folder.
 */
export async function applyChange(
  planned: PlannedChange,
  context: CommandContext,
): Promise<AppliedChange> {
  const change: StartedChange = {
    ...planned,
    reads: context.state.reads,
    sentAt: context.clock.now(),
  };
  for (let attempt = 1; ; attempt += 1) {
    const sent = await sendChange(change, attempt > 1, context);
    const result = await readBack(change, sent, context);
    const { confirmation } = result.evidence;
    if (confirmation !== null) {
      await noteRemarks(sent.error, change, context);
      noteReviewLeft(change, confirmation.app, context);
      return toAppliedChange(sent, confirmation);
    }
    const mayResend = sent.resendAfterMs !== null && isNotApplied(change, result.evidence);
    if (!mayResend || attempt >= context.maxSends)
      throw await explainFailure(change, result, context);
    const next = `attempt ${attempt + 1} of ${context.maxSends}`;
    context.log.info(`The ${nouns[change.step]} was not applied: sending it again (${next})`);
  }
}

/**
 * Returns the confirmed change. The time of a change that was pending is the time of the read that
 * showed it.
 */
function toAppliedChange(sent: SentChange, read: Readback): AppliedChange {
  if (sent.state === 'pending') {
    return { app: read.app, ageMs: 0, since: sent.since + read.ageMs, isAccepted: true };
  }
  const isAccepted = sent.state === 'accepted';
  return { app: read.app, ageMs: read.ageMs, since: sent.since, isAccepted };
}

/** A change that was sent. Only reads of the app can confirm it. */
interface SentChange {
  readonly state: ChangeState;
  /** When the change got its response or was lost, in the clock's time. */
  readonly since: number;
  /** The error that the service responded with; null if it accepted the change. */
  readonly error: ActionError | null;
  /** When the change may be sent again, in milliseconds after `since`; null if never. */
  readonly resendAfterMs: number | null;
}

/** Sends a change. Throws if the service certainly did not make it. */
async function sendChange(
  change: StartedChange,
  isResent: boolean,
  context: CommandContext,
): Promise<SentChange> {
  const { step } = change;
  context.state.record({ kind: 'change', step, state: 'sent' });
  const outcome = await change.send().catch(toRefusal);
  const { error } = outcome;
  const changeState = interpretOutcome(step, outcome, isResent);
  if (error !== null && isNotMade(changeState)) {
    // The refusal of a repeated attempt for another reason, such as the key, does not show whether
    // the earlier, lost attempt made the change.
    if (isResent && error.kind !== 'rejected')
      throw new UnverifiedChangeError(change, error.message, error);
    throw await noteRefusal(error, change, context);
  }
  context.state.record({ kind: 'change', step, state: changeState });
  const since = context.clock.now();
  return { state: changeState, since, error, resendAfterMs: outcome.resendAfterMs };
}

/**
 * Returns the outcome for a change that the action itself could not send: like a refused change, it
 * was not made. Throws an error again unless it is an ActionError.
 */
function toRefusal(error: unknown): RequestOutcome {
  if (!(error instanceof ActionError)) throw error;
  return { result: 'refused', value: null, error, resendAfterMs: null };
}

/**
 * Returns the state of a change after a request. `isResent`: an earlier attempt was lost, and may
 * have made the change.
 */
function interpretOutcome(step: Step, outcome: RequestOutcome, isResent: boolean): ChangeState {
  const { result, error } = outcome;
  if (error === null || result === 'lost') return result;
  // If a repeated deletion finds no app, the lost attempt has deleted it.
  if (isResent && step === 'delete' && error.code === 'not_found') return 'accepted';
  // A 409 may be about our own change, or about the same change of another run.
  if (isConflict(error) && (isResent || isMadeOnce(step))) return 'conflict';
  return result;
}

function isNotMade(state: ChangeState): boolean {
  return state === 'refused' || state === 'rate_limited' || state === 'not_sent';
}

/** Returns true if an error is a 409 that a read may show to be about our own change. */
function isConflict(error: ActionError): boolean {
  return error.code === 'conflict' || error.code === 'address_taken';
}

/** Returns true if a change can be made only once, so that repeating it gets a 409. */
function isMadeOnce(step: Step): boolean {
  return step === 'submit' || step === 'create';
}

/** The result of the reads after a change. */
interface ReadbackResult {
  readonly sent: SentChange;
  readonly evidence: Evidence;
  /** The reason that the change is not confirmed. */
  readonly reason: string;
  /** The error that ended the reads; null if none did. */
  readonly cause: ActionError | null;
}

/** Reads the app until the change is settled or the schedule ends. Records each read. */
async function readBack(
  change: StartedChange,
  sent: SentChange,
  context: CommandContext,
): Promise<ReadbackResult> {
  if (sent.error !== null) {
    const purpose = `to find out whether the ${nouns[change.step]} was applied`;
    context.log.info(`${describeNeutrally(sent.error)}; reading the app ${purpose}`);
  }
  let evidence = startEvidence(sent.state);
  let reason = '';
  try {
    const schedule = { since: sent.since, timesMs: chooseReadTimes(sent) };
    for await (const polled of pollApp(change.slug, schedule, context)) {
      if (polled.read === null) {
        evidence = weighFailedRead(change, evidence, context.clock.now() - sent.since);
      } else {
        evidence = weighRead(change, evidence, polled.read);
      }
      recordReadback(change, evidence, context);
      reason = polled.reason;
      if (evidence.verdict === 'overwritten') reason = describeOverwritten(change, evidence);
      if (evidence.verdict !== 'open') break;
    }
    return { sent, evidence, reason, cause: null };
  } catch (cause) {
    if (!(cause instanceof ActionError)) throw cause;
    // A read that fails does not revoke an earlier confirmation.
    evidence = { ...evidence, lastRead: null };
    return { sent, evidence, reason: toClause(cause.message), cause };
  }
}

/** Returns when the app is read, in milliseconds after the change got its response or was lost. */
function chooseReadTimes(sent: SentChange): readonly number[] {
  if (sent.state === 'pending') return pendingReadbackTimesMs;
  if (sent.state === 'conflict') {
    return readbackTimesMs.filter((timeMs) => timeMs <= maxReadLagMs);
  }
  // A change is sent again right after a read, so the app must be read at that time, too.
  const resendAfterMs = sent.resendAfterMs ?? 0;
  if (resendAfterMs <= Math.max(...readbackTimesMs)) return readbackTimesMs;
  return [...readbackTimesMs, resendAfterMs];
}

/** Describes an error in neutral words, since only a read shows whether a 409 is a conflict. */
function describeNeutrally(error: ActionError): string {
  if (!(error instanceof ApiError) || !isConflict(error)) return error.message;
  return joinTexts(['The service responded with 409', error.details.message], ': ');
}

/** Records the last read of the evidence, and the change if that read confirms it. */
function recordReadback(change: StartedChange, evidence: Evidence, context: CommandContext): void {
  const { lastRead } = evidence;
  if (lastRead === null) return;
  const isConfirmed = evidence.confirmation === lastRead;
  const shown = isConfirmed ? 'shows the change' : 'does not show the change yet';
  context.log.debug(`${change.step}: a read ${lastRead.ageMs} ms after the request ${shown}`);
  const match = lastRead.app === null ? 'other' : change.match(lastRead.app);
  context.state.record({ kind: 'read', app: lastRead.app, match, trust: evidence.trust });
  if (isConfirmed) {
    context.state.record({ kind: 'change', step: change.step, state: 'confirmed' });
  }
}

/** Describes the app after somebody else has changed it. */
function describeOverwritten(change: StartedChange, evidence: Evidence): string {
  const app = evidence.lastRead?.app ?? null;
  if (app === null) return 'the app no longer exists';
  if (change.match(app) === 'same') return `the app now has the status ${app.status}`;
  const other = change.describeOther?.(app) ?? '';
  return joinTexts(['the app shows other content or another status', other], ': ');
}

/**
 * Returns the error for a change that no read confirmed. Records the problems that the response
 * lists.
 */
async function explainFailure(
  change: StartedChange,
  result: ReadbackResult,
  context: CommandContext,
): Promise<ActionError> {
  const { reason } = result;
  const { error } = result.sent;
  if (error === null) {
    const what = joinTexts(['the service accepted the change, but', reason], ' ');
    return new UnverifiedChangeError(change, what, result.cause);
  }
  // The service has refused the change, and the last read does not show otherwise.
  const isRefused = result.sent.state === 'conflict' && isMadeOnce(change.step);
  if (isRefused && result.evidence.lastRead !== null) return noteRefusal(error, change, context);
  if (error instanceof ApiError) noteProblems(error.details, change, context);
  // If the run ended during the request, the error's message already ends with the reason.
  const isNamed = error.message.endsWith(reason);
  const what = isNamed ? error.message : joinTexts([error.message, reason], '; ');
  return new UnverifiedChangeError(change, what, result.cause ?? error);
}

/** Warns that a deploy or update took the app out of review. */
function noteReviewLeft(change: StartedChange, app: App | null, context: CommandContext): void {
  const changesContent = change.step === 'deploy' || change.step === 'update';
  const wasInReview = change.reads.at(-1)?.status === 'in_review';
  if (changesContent && wasInReview && app?.status !== 'in_review') {
    context.state.warn(`The ${nouns[change.step]} took the app out of review.`);
  }
}

/**
 * Records that a change was refused, and the problems that the response lists. Returns the error.
 */
async function noteRefusal(
  error: ActionError,
  change: StartedChange,
  context: CommandContext,
): Promise<ActionError> {
  context.state.record({ kind: 'change', step: change.step, state: 'refused' });
  if (error instanceof ApiError) noteProblems(error.details, change, context);
  return error;
}

/**
 * Records an error that came with a 2xx response as warnings. A read has confirmed the change, so
 * the user need not fix anything.
 */
async function noteRemarks(
  error: ActionError | null,
  change: StartedChange,
  context: CommandContext,
): Promise<void> {
  if (!isErrorInSuccess(error)) return;
  const { message, problems } = error.details;
  const remarks = problems.map((problem) => ({ ...problem, severity: 'warning' as const }));
  noteProblems({ ...error.details, problems: remarks }, change, context);
  if (message === null) return;
  context.state.warn(`The service made the ${nouns[change.step]}, and responded: ${message}`);
}

/**
 * Records the problems of a response with their places in the folder, and the version of the terms
 * that the response requires.
 */
function noteProblems(
  details: ApiError['details'],
  change: StartedChange,
  context: CommandContext,
): void {
  const sent = change.step === 'deploy' ? 'files' : 'fields';
  const placed = locateProblems(change.folder, details.problems, sent);
  // A problem from the service replaces the same problem from the offline check.
  const isNamed = (found: Problem): boolean => placed.some((named) => isSameFault(found, named));
  const others = context.state.facts.problems.filter((found) => !isNamed(found));
  context.state.update({
    problems: [...placed, ...others],
    moreProblems: details.moreProblems,
    termsRequired: details.termsVersion,
  });
}
