import { ActionError, toReason } from '../action-error.ts';
import { ApiError } from '../api/api-error.ts';
import type { ChangeReply } from '../api/client.ts';
import { maxAttempts, maxRetryAfterMs } from '../api/policy.ts';
import type { App } from '../app.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import { FolderError } from '../folder/folder-error.ts';
import { locateProblems } from '../folder/locate.ts';
import { joinTexts } from '../format.ts';
import type { Step } from '../outcome.ts';
import type { Problem } from '../problem.ts';
import type { Online } from './online.ts';
import {
  type Change,
  isAsBefore,
  isForeign,
  isProven,
  type Look,
  lookTimesMs,
  pendingLookTimesMs,
  proofAgeMs,
  type Reply,
} from './verify.ts';

/** A change to make. */
export interface PlannedChange extends Omit<Change, 'reads'> {
  readonly slug: string;
  readonly send: () => Promise<ChangeReply>;
  /** The folder that the problems of a refusal are placed in; null for none. */
  readonly folder: Pick<ScannedFolder, 'locate'> | null;
  /** Says what an app shows in place of our content, such as the names of files that differ. */
  readonly describeOther?: (app: App) => string;
}

/** The look that verified a change. */
export interface Applied extends Look {
  /** When the change was answered or lost, or seen after a 202, in the clock's time. */
  readonly since: number;
  /** False where the service refused it, and another run has made the same. */
  readonly isOwn: boolean;
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
export class UnverifiedChangeError extends ActionError<'unverified'> {
  override readonly name = 'UnverifiedChangeError';

  constructor({ operation, slug }: Pick<PlannedChange, 'operation' | 'slug'>, what: string, cause?: unknown) {
    super(`The ${nouns[operation]} of ${slug} was sent, and its result could not be verified: ${what}`, {
      code: 'unverified',
      kind: 'unknown',
      next: `Check ${slug} in the dashboard, or run the command status, before you re-run the job.`,
      cause,
    });
  }
}

/**
 * Makes a change and verifies it by the rules of evidence in `verify.ts`. A lost change is sent again only if the last look shows the
 * app as before; one that the service accepted or refused never is. Throws ApiError (with its problems noted, placed in the folder),
 * NetworkError for one that was not sent, or UnverifiedChangeError where its result is not known.
 */
export async function applyChange(planned: PlannedChange, online: Online): Promise<Applied> {
  const { operation } = planned;
  const { state, log } = online;
  const change = { ...planned, reads: state.reads };
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send(change, attempt, online);
    const { reply, error } = sent;
    if (error !== null) {
      log.info(`${describeResponse(error)}; reading the app to find out whether the ${nouns[operation]} was made`);
    }
    const found = await findProof(change, sent, online);
    if (found.isProven) {
      const isOwn = reply !== 'conflict' || attempt > 1;
      state.record({ did: 'apply', step: operation, isOwn });
      return { ...toSeen(found.look, sent), isOwn };
    }
    // The service has said no, and the app does not say otherwise.
    if (error instanceof ApiError && reply === 'conflict') throw await noteRefusal(error, change, online);
    if (attempt === maxAttempts || !mayRepeat(change, { ...sent, ...found }, online)) {
      throw new UnverifiedChangeError(planned, describe(error, found.why), found.cause ?? error);
    }
    log.info(`The ${nouns[operation]} was not made: sending it again (attempt ${attempt + 1} of ${maxAttempts})`);
  }
}

/** Why there is no proof yet. What a conflict means is not known before the app was looked at. */
function describeResponse(error: ActionError): string {
  if (!(error instanceof ApiError) || error.details.status !== 409) return error.message;
  return joinTexts(['The service responded with 409', error.details.message], ': ');
}

/** What is pending is made when the service likes: at the latest when it was seen. */
function toSeen({ app, ageMs }: Look, { reply, since }: SentChange): Look & Pick<Applied, 'since'> {
  return reply === 'pending' ? { app, ageMs: 0, since: since + ageMs } : { app, ageMs, since };
}

/** "A lost change, only if no look proved it and the last one shows content and state as before." */
function mayRepeat(
  change: Change,
  { isRepeatable, look }: SentChange & Pick<Found, 'look'>,
  { clock, deadline }: Online,
): boolean {
  return isRepeatable && look !== null && isAsBefore(change, look) && clock.now() < deadline.at();
}

/** Waits until a time, in the clock's time; a timer may fire early. Rejects with the signal's reason. */
export async function sleepUntil(time: number, { clock, signal }: Pick<Online, 'clock' | 'signal'>): Promise<void> {
  for (let left = time - clock.now(); left > 0; left = time - clock.now()) await clock.sleep(left, signal);
}

/**
 * Looks at the app at these times after `since`. One whose time has passed meanwhile is left out, but for the last; a look that fails
 * is none. Throws what ends the run.
 */
export async function* lookAt(
  slug: string,
  { timesMs, since }: { readonly timesMs: readonly number[]; readonly since: number },
  online: Online,
): AsyncGenerator<Look> {
  const { client, clock, log, signal } = online;
  for (const [index, afterMs] of timesMs.entries()) {
    const nextMs = timesMs[index + 1];
    if (nextMs !== undefined && clock.now() - since >= nextMs) continue;
    await sleepUntil(since + afterMs, online);
    const ageMs = clock.now() - since;
    try {
      yield { app: await client.readApp(slug, { isLook: true }), ageMs };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ActionError)) throw error;
      log.debug(`the app could not be read ${ageMs} ms later: ${error.message}`);
    }
  }
}

/** A change that was sent, and how the service responded. */
interface SentChange {
  readonly reply: Reply;
  /** When it was answered or lost, in the clock's time. */
  readonly since: number;
  /** Why it is lost, or its refusal; null where it was accepted. */
  readonly error: ActionError | null;
  /** Milliseconds that the service asks to wait before it is sent again: the last look comes no earlier. */
  readonly retryAfterMs: number;
  /** True where it may be sent again, if it was not made: not after a redirect, nor where the service asks for too long a wait. */
  readonly isRepeatable: boolean;
}

async function send(
  change: PlannedChange,
  attempt: number,
  { state, clock, log, deadline }: Online,
): Promise<SentChange> {
  const { operation: step } = change;
  state.record({ did: 'send', step });
  try {
    const reply = await change.send();
    const since = clock.now();
    if (reply.kind !== 'lost') return { reply: reply.kind, since, error: null, retryAfterMs: 0, isRepeatable: false };
    const { error, retryAfterMs } = reply;
    const isTooLong = retryAfterMs > maxRetryAfterMs || since + retryAfterMs >= deadline.at();
    const isRepeatable = reply.mayRepeat && !isTooLong;
    return { reply: 'lost', since, error, retryAfterMs: isTooLong ? 0 : retryAfterMs, isRepeatable };
  } catch (error) {
    if (error instanceof ApiError) return noteRefused(change, error, { state, clock, log, attempt });
    // An earlier attempt was lost: that this one was not sent says nothing of that.
    if (attempt > 1 && error instanceof ActionError) throw new UnverifiedChangeError(change, error.message, error);
    if (error instanceof ActionError) state.record({ did: 'refuse', step });
    throw error;
  }
}

/** A refusal that the app has the last word about; throws any other. */
async function noteRefused(
  change: PlannedChange,
  error: ApiError,
  { attempt, ...online }: Pick<Online, 'state' | 'log' | 'clock'> & { readonly attempt: number },
): Promise<SentChange> {
  const refused = { since: online.clock.now(), error, retryAfterMs: 0, isRepeatable: false };
  // "A documented 404 to a delete that is sent again means gone."
  const isGone = change.operation === 'delete' && error.details.status === 404 && attempt > 1;
  if (isGone) return { ...refused, reply: 'accepted' };
  if (mayBeOwnConflict(change, error)) return { ...refused, reply: 'conflict' };
  // A refusal of the moment says nothing of the attempt that was lost before it.
  if (attempt > 1 && error.kind !== 'rejected') throw new UnverifiedChangeError(change, error.message, error);
  throw await noteRefusal(error, change, online);
}

/** "A 409 on create or submit may echo our own change or that of another run." */
function mayBeOwnConflict({ operation }: PlannedChange, { code, details }: ApiError): boolean {
  return (operation === 'submit' || operation === 'create') && details.status === 409 && code !== 'not_approved';
}

/** What the looks came to: the one that proves the change, or the last one and why none does. */
type Found =
  | { readonly isProven: true; readonly look: Look }
  | { readonly isProven: false; readonly look: Look | null; readonly why: string; readonly cause?: ActionError };

/** When the app is looked at after a change, in milliseconds after its response. */
function toLookTimes({ reply, retryAfterMs }: SentChange): readonly number[] {
  if (reply === 'pending') return pendingLookTimesMs;
  // "Looked at to 7 s."
  if (reply === 'conflict') return lookTimesMs.filter((afterMs) => afterMs <= proofAgeMs);
  // What is sent again is sent right after a look.
  return retryAfterMs > Math.max(...lookTimesMs) ? [...lookTimesMs, retryAfterMs] : lookTimesMs;
}

/** Looks at the app until the change is proven, something else is, or the looks are used up. */
async function findProof(change: Change & PlannedChange, sent: SentChange, online: Online): Promise<Found> {
  const { slug } = change;
  const { reply, since } = sent;
  const timesMs = toLookTimes(sent);
  let last: Look | null = null;
  try {
    for await (const look of lookAt(slug, { timesMs, since }, online)) {
      const isEnd = isProven(change, reply, look);
      noteLook(change, look, isEnd, online);
      if (isEnd) return { isProven: true, look };
      if (isForeign(change, look)) return { isProven: false, look: null, why: describeForeign(look.app, change) };
      // The last look may fail: an earlier one cannot stand for it.
      last = look.ageMs >= Math.max(...timesMs) ? look : null;
    }
  } catch (cause) {
    if (!(cause instanceof ActionError)) throw cause;
    return { isProven: false, look: null, why: cause.message, cause };
  }
  return { isProven: false, look: last, why: 'the app does not show the change' };
}

function noteLook({ operation, isOurs }: Change, { app, ageMs }: Look, isEnd: boolean, { state, log }: Online): void {
  log.debug(`${operation}: the app read ${ageMs} ms after it ${isEnd ? 'shows it' : 'does not show it yet'}`);
  // The state that follows a deploy or update may still be the one from before it.
  const isStateCurrent = operation !== 'deploy' && operation !== 'update';
  const isCurrent = isEnd || ageMs >= proofAgeMs;
  state.record({ did: 'read', app, isOurs: app !== null && isOurs(app), isCurrent, isStateCurrent });
}

/** What the app shows that neither this change made, nor was there before it. */
function describeForeign(app: App | null, { isOurs, describeOther }: PlannedChange): string {
  if (app === null) return 'the app no longer exists';
  if (isOurs(app)) return `the app has another state, ${app.status}`;
  const other = describeOther?.(app) ?? '';
  return `the app shows other content, or another state${other === '' ? '' : `: ${other}`}`;
}

function describe(error: ActionError | null, why: string): string {
  return error === null ? `the service accepted the change, but ${why}` : `${error.message}; ${why}`;
}

/** Notes what a refusal says: its problems with their place in the folder, and the terms that it asks for. */
async function noteRefusal(
  error: ApiError,
  { operation, folder }: PlannedChange,
  { state, log }: Pick<Online, 'state' | 'log'>,
): Promise<ApiError> {
  const { problems, moreProblems, termsVersion } = error.details;
  state.record({ did: 'refuse', step: operation });
  const placed = await (folder ?? { locate: locateAnywhere }).locate(problems).catch((placeError: unknown) => {
    if (!(placeError instanceof FolderError)) throw placeError;
    log.debug(`the problems could not be placed: ${toReason(placeError)}`);
    // A folder that changed meanwhile has no places to give any more.
    return locateAnywhere(problems);
  });
  // What the offline check said of exactly this place is the same fault: the service's words are enough.
  const isNew = ({ path, line, column }: Problem): boolean =>
    line === null || !placed.some((each) => each.path === path && each.line === line && each.column === column);
  const shown = [...placed, ...state.facts.problems.filter(isNew)];
  state.update({ problems: shown, moreProblems, termsRequired: termsVersion });
  return error;
}

const locateAnywhere: ScannedFolder['locate'] = (problems) => locateProblems(null, problems);
