import { ApiError, isDenial } from '../api/api-error.ts';
import type { RequestOutcome } from '../api/sender.ts';
import { isSameFault } from '../folder/check-words.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import { FolderError } from '../folder/folder-error.ts';
import { locateProblems } from '../folder/locate.ts';
import { ActionError, toReason } from '../model/action-error.ts';
import type { App } from '../model/app.ts';
import type { ChangeState, Step } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { joinTexts, toClause } from '../text/format.ts';
import { nameRerun } from '../text/frontend.ts';
import type { CommandContext } from './command-context.ts';
import { lookAt } from './look.ts';
import {
  type Change,
  isAsBefore,
  isForeign,
  isProven,
  isStateOld,
  type Look,
  lookTimesMs,
  pendingLookTimesMs,
  proofAgeMs,
} from './verify.ts';

/** A change to make. */
export interface PlannedChange extends Omit<Change, 'reads' | 'sentAt'> {
  readonly slug: string;
  readonly send: () => Promise<RequestOutcome>;
  /** The folder that the problems of a refusal are placed in; null for none. */
  readonly folder: ScannedFolder | null;
  /** Says what an app shows in place of our content, such as the names of files that differ. */
  readonly describeOther?: (app: App) => string;
}

/** The look that verified a change. */
export interface Applied extends Look {
  /** When the change was answered or lost, or seen after a 202, in the clock's time. */
  readonly since: number;
}

/** Each change as a noun. */
const nouns: Readonly<Record<Step, string>> = {
  create: 'creation',
  deploy: 'deploy',
  update: 'update',
  submit: 'submission',
  delete: 'deletion',
};

/** A change was sent, and its result could not be verified. */
class UnverifiedChangeError extends ActionError<'unverified'> {
  override readonly name = 'UnverifiedChangeError';

  constructor({ operation, slug }: PlannedChange, what: string, cause?: unknown) {
    super(
      `The ${nouns[operation]} of ${slug} was sent, and its result could not be verified: ${what}`,
      {
        code: 'unverified',
        kind: 'unknown',
        next: `${nameRerun('Re-run the job')}: it reads the app first, and sends nothing if the change has arrived.`,
        cause,
      },
    );
  }
}

/**
 * Makes a change and verifies it by the rules of evidence in `verify.ts`. A lost change is sent
 * again where the client says that it may be, and the last look shows the app as before. Throws
 * ApiError (with its problems noted, placed in the folder), NetworkError for one that was not sent,
 * or UnverifiedChangeError where its result is not known.
 */
export async function applyChange(
  planned: PlannedChange,
  context: CommandContext,
): Promise<Applied> {
  const { operation } = planned;
  const { state, log, clock } = context;
  const change = { ...planned, reads: state.reads, sentAt: clock.now() };
  const attempts = context.maxSends;
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send(change, attempt, context);
    const { changeState, error, since, resendAfterMs } = sent;
    if (error !== null) {
      log.info(
        `${describeResponse(error)}; reading the app to find out whether the ${nouns[operation]} was made`,
      );
    }
    const found = await findProof(change, sent, context);
    if (found.proof !== null) {
      const { app, ageMs } = found.proof;
      await noteRemarks(error, change, context);
      noteReviewLeft(change, app, context);
      // What is pending is made when the service likes: at the latest when it was seen.
      return changeState === 'pending'
        ? { app, ageMs: 0, since: since + ageMs }
        : { app, ageMs, since };
    }
    const isUnmade = found.madeMs === null && found.last !== null && isAsBefore(change, found.last);
    if (attempt === attempts || resendAfterMs === null || !isUnmade) {
      throw await toUnproven(change, sent, found, context);
    }
    log.info(
      `The ${nouns[operation]} was not made: sending it again (attempt ${attempt + 1} of ${attempts})`,
    );
  }
}

/** Why a change failed that no look proved. What its response says is noted. */
async function toUnproven(
  change: PlannedChange,
  { changeState, error }: SentChange,
  { last, why, cause }: Found,
  context: CommandContext,
): Promise<ActionError> {
  // The service has said no, and a look of age does not say otherwise.
  const isRefused = changeState === 'conflict' && mayEcho(change.operation) && last !== null;
  if (error !== null && isRefused) return noteRefusal(error, change, context);
  if (error instanceof ApiError) await noteProblems(error, change, context);
  // The end of the run may be both.
  const what = [
    error?.message ?? 'the service accepted the change, but',
    error?.message.endsWith(why) ? '' : why,
  ];
  return new UnverifiedChangeError(
    change,
    joinTexts(what, error === null ? ' ' : '; '),
    cause ?? error,
  );
}

/** Why there is no proof yet. What a conflict means is not known before the app was looked at. */
function describeResponse(error: ActionError): string {
  if (!(error instanceof ApiError) || !isConflict(error)) return error.message;
  return joinTexts(['The service responded with 409', error.details.message], ': ');
}

/**
 * A change that was sent, and how the service responded: accepted, or in a way that the app has the
 * last word about.
 */
interface SentChange extends Pick<RequestOutcome, 'error' | 'resendAfterMs'> {
  readonly changeState: ChangeState;
  /** When it was answered or lost, in the clock's time. */
  readonly since: number;
}

/** Sends a change. Throws why it was not made. */
async function send(
  change: PlannedChange,
  attempt: number,
  context: CommandContext,
): Promise<SentChange> {
  const { operation: step } = change;
  const { state, clock } = context;
  state.record({ kind: 'change', step, state: 'sent' });
  const { result, error, resendAfterMs } = await change.send().catch(toRefusal);
  const end = (known: ChangeState): SentChange => {
    state.record({ kind: 'change', step, state: known });
    return { changeState: known, error, resendAfterMs, since: clock.now() };
  };
  if (error === null || result === 'lost') return end(result);
  const isRepeated = attempt > 1;
  // What is gone when a delete is sent again was deleted by the one that was lost.
  if (isRepeated && step === 'delete' && error.code === 'not_found') return end('accepted');
  // It may be about our own change, or about the same of another run. Of a deploy that was not sent before it is a plain no.
  if (isConflict(error) && (isRepeated || mayEcho(step))) return end('conflict');
  // What is wrong for the moment, such as the key, says nothing of the attempt that was lost before it.
  if (isRepeated && error.kind !== 'rejected')
    throw new UnverifiedChangeError(change, error.message, error);
  throw await noteRefusal(error, change, context);
}

/** A change that the action itself could not send was not made. */
function toRefusal(error: unknown): RequestOutcome {
  if (error instanceof ActionError)
    return { result: 'refused', value: null, error, resendAfterMs: null };
  throw error;
}

/** True for a 409, but for one that says why nothing can ever change it. */
function isConflict({ code }: ActionError): boolean {
  return code === 'conflict' || code === 'address_taken';
}

/** True for a change that can be made once only. */
function mayEcho(operation: Step): boolean {
  return operation === 'submit' || operation === 'create';
}

/**
 * What the looks came to: the one that proves the change; else the last one, null where that failed
 * or was not sent, and why none does.
 */
interface Found {
  readonly proof: Look | null;
  /**
   * When the change was made at the latest, in milliseconds after its response or loss; null where
   * neither that nor a look says so.
   */
  readonly madeMs: number | null;
  readonly last: Look | null;
  readonly why: string;
  readonly cause?: ActionError;
}

/** When the app is looked at after a change, in milliseconds after its response. */
function toLookTimes({ changeState, resendAfterMs }: SentChange): readonly number[] {
  if (changeState === 'pending') return pendingLookTimesMs;
  if (changeState === 'conflict') return lookTimesMs.filter((afterMs) => afterMs <= proofAgeMs);
  // What is sent again is sent right after a look.
  const repeatMs = resendAfterMs ?? 0;
  return repeatMs > Math.max(...lookTimesMs) ? [...lookTimesMs, repeatMs] : lookTimesMs;
}

/**
 * Looks at the app until the change is proven, something else is, or the looks are used up. A proof
 * whose state may be that of before is followed by others, which must show the change too: the
 * files of a deploy or update may come first.
 */
async function findProof(
  change: Change & PlannedChange,
  sent: SentChange,
  context: CommandContext,
): Promise<Found> {
  const { since, changeState } = sent;
  // An accepted change was made by then, and any other before it was seen first.
  let found: Found = {
    proof: null,
    madeMs: changeState === 'accepted' ? 0 : null,
    last: null,
    why: '',
  };
  try {
    for await (const { look, why } of lookAt(
      change.slug,
      { timesMs: toLookTimes(sent), since },
      context,
    )) {
      found = {
        ...found,
        ...(look && noteLook(change, changeState, { look, found }, context)),
        last: look,
        why,
      };
      if (isSettled(change, found, look?.ageMs ?? context.clock.now() - since)) return found;
      if (look !== null && look !== found.proof && isForeign(change, look)) {
        return { ...found, why: describeForeign(look.app, change) };
      }
    }
  } catch (cause) {
    if (!(cause instanceof ActionError)) throw cause;
    // What is proven stays so, whatever comes now.
    return { ...found, last: null, why: toClause(cause.message), cause };
  }
  return found;
}

/**
 * True where the change is proven, the last look does not say otherwise, and the state beside it is
 * not that of before.
 */
function isSettled(change: Change, { proof, madeMs, last }: Found, ageMs: number): boolean {
  if (proof === null || (last !== null && last !== proof)) return false;
  return !isTorn(change, { app: proof.app, ageMs }, madeMs);
}

/** Whether a look shows the change beside a state that may be of before. */
function isTorn(change: Change, { app, ageMs }: Look, madeMs: Found['madeMs']): boolean {
  return isStateOld(change, { app, ageMs: ageMs - (madeMs ?? 0) });
}

/**
 * Notes a look, and the change that it proves. One of age that does not show the change takes an
 * earlier proof back.
 */
function noteLook(
  change: Change,
  changeState: ChangeState,
  { look, found }: { readonly look: Look; readonly found: Found },
  { state, log }: CommandContext,
): Pick<Found, 'proof' | 'madeMs'> {
  const { operation, match } = change;
  const { app, ageMs } = look;
  const isProof = isProven(change, changeState, look);
  log.debug(
    `${operation}: the app read ${ageMs} ms after it ${isProof ? 'shows it' : 'does not show it yet'}`,
  );
  const read = { kind: 'read', app, match: app === null ? 'other' : match(app) } as const;
  if (!isProof) {
    const isOfAge = ageMs >= proofAgeMs;
    state.record({ ...read, trust: isOfAge ? 'all' : 'none' });
    return { proof: isOfAge ? null : found.proof, madeMs: found.madeMs };
  }
  const madeMs = found.madeMs ?? ageMs;
  state.record({ ...read, trust: isTorn(change, look, madeMs) ? 'content' : 'all' });
  state.record({ kind: 'change', step: operation, state: 'confirmed' });
  return { proof: look, madeMs };
}

/** Warns of what a deploy or update costs an app in review. */
function noteReviewLeft(
  { operation, reads }: Change,
  app: App | null,
  { state }: CommandContext,
): void {
  const isOfContent = operation === 'deploy' || operation === 'update';
  const wasInReview = reads.at(-1)?.status === 'in_review';
  if (isOfContent && wasInReview && app?.status !== 'in_review') {
    state.warn(`The ${nouns[operation]} took the app out of review.`);
  }
}

/** What the app shows that neither this change made, nor was there before it. */
function describeForeign(app: App | null, { match, describeOther }: PlannedChange): string {
  if (app === null) return 'the app no longer exists';
  if (match(app) === 'same') return `the app has another state, ${app.status}`;
  const other = describeOther?.(app) ?? '';
  return `the app shows other content, or another state${other === '' ? '' : `: ${other}`}`;
}

/** Notes that a change was not made, and what the service says of it. */
async function noteRefusal(
  error: ActionError,
  change: PlannedChange,
  context: CommandContext,
): Promise<ActionError> {
  context.state.record({ kind: 'change', step: change.operation, state: 'refused' });
  if (error instanceof ApiError) await noteProblems(error, change, context);
  return error;
}

/**
 * Notes what a success said no with to a change that is there nevertheless: nothing has to be fixed
 * for it.
 */
async function noteRemarks(
  error: ActionError | null,
  change: PlannedChange,
  context: CommandContext,
): Promise<void> {
  if (!isDenial(error)) return;
  const { message, problems } = error.details;
  const remarks = problems.map((problem) => ({ ...problem, severity: 'warning' as const }));
  await noteProblems({ details: { ...error.details, problems: remarks } }, change, context);
  if (message !== null)
    context.state.warn(`The service made the ${nouns[change.operation]}, and says: ${message}`);
}

/**
 * Notes the problems of a response with their place in the folder, and the terms that it asks for.
 */
async function noteProblems(
  { details: { problems, moreProblems, termsVersion } }: Pick<ApiError, 'details'>,
  { folder, operation }: PlannedChange,
  { state, log }: CommandContext,
): Promise<void> {
  const { locate } = folder ?? { locate: locateAnywhere };
  const placed = await locate(problems, operation === 'deploy' ? 'files' : 'fields').catch(
    (placeError: unknown) => {
      if (!(placeError instanceof FolderError)) throw placeError;
      log.debug(`the problems could not be placed: ${toReason(placeError)}`);
      // A folder that changed meanwhile has no places to give any more.
      return locateProblems(null, problems);
    },
  );
  // What the offline check said of exactly this place is the same fault: the service's words are enough.
  const isNew = (found: Problem): boolean => !placed.some((named) => isSameFault(found, named));
  const shown = [...placed, ...state.facts.problems.filter(isNew)];
  state.update({ problems: shown, moreProblems, termsRequired: termsVersion });
}

const locateAnywhere: ScannedFolder['locate'] = (problems) => locateProblems(null, problems);
