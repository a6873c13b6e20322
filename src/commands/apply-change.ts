import { ActionError, toReason } from '../action-error.ts';
import { ApiError } from '../api/api-error.ts';
import type { ChangeResponse } from '../api/client.ts';
import { NetworkError } from '../api/network-error.ts';
import { maxAttempts, maxRetryAfterMs } from '../api/retry.ts';
import type { App } from '../api/wire.ts';
import { FolderError } from '../folder/folder-error.ts';
import type { FolderManifest } from '../folder/manifest.ts';
import type { OnlinePorts } from './ports.ts';
import {
  type Change,
  type ContentMatch,
  isAsBefore,
  isTraceless,
  type Look,
  lookTimesMs,
  pendingLookTimesMs,
  type Reply,
  verifyChange,
} from './verify.ts';

/** A change to make, and what is needed to verify it. */
export interface PlannedChange extends Pick<Change, 'operation' | 'known'> {
  readonly slug: string;
  readonly send: () => Promise<ChangeResponse>;
  /** What a snapshot shows of the content that the change is about. */
  readonly compare: (app: App, by: Look['by']) => ContentMatch;
  /** The folder that problems of a refusal are placed in; null for none. */
  readonly manifest: FolderManifest | null;
}

/** A change that was verified, and the look that verified it. */
export interface Applied extends Look {
  /** When the change was responded to or lost, in the clock's time; after a 202, when it was first seen. */
  readonly since: number;
  /** True where the service said that it made the change; else that is seen by looking, and another run may have made it. */
  readonly isAccepted: boolean;
  /** Looks again, for a snapshot that is fresh and no response. Throws UnverifiedChangeError. */
  readonly lookAgain: () => Promise<Look>;
}

/** A change was sent, and its result could not be verified. */
export class UnverifiedChangeError extends ActionError<'unverified'> {
  override readonly name = 'UnverifiedChangeError';

  constructor({ operation, slug }: Pick<PlannedChange, 'operation' | 'slug'>, what: string, cause?: unknown) {
    super(`The ${operation} of ${slug} was sent, and its result could not be verified: ${what}`, {
      code: 'unverified',
      kind: 'unknown',
      next: `Check ${slug} in the dashboard, or run the command status, before you re-run the job.`,
      cause,
    });
  }
}

/**
 * Makes a change and verifies it by the rules of evidence in `verify.ts`. A lost change is sent again only if all looks show
 * every field as before; one that the service accepted is never sent again. Notes the app as the change left it, or a refusal's
 * problems, placed in the folder. Throws ApiError, NetworkError, or UnverifiedChangeError where the result is not known.
 */
export async function applyChange(change: PlannedChange, ports: OnlinePorts, attempt = 1): Promise<Applied> {
  const sent = await send(change, ports, attempt);
  const { error, since } = sent;
  const found = await findOut(sent);
  if ('app' in found) return noteApplied(sent, found);
  if (error === null) throw new UnverifiedChangeError(change, found.why, found.cause);
  // With nothing lost before it, a refusal that is no echo is what it says.
  const isTrue = attempt === 1 || found.isAsBefore;
  if (error instanceof ApiError && sent.reply === 'refused' && isTrue) throw await noteRefusal(error, change, ports);
  if (!found.isAsBefore) throw new UnverifiedChangeError(change, `${error.message}; ${found.why}`, error);
  const askedMs = error instanceof ApiError ? (error.details.retryAfterMs ?? 0) : 0;
  const [now, goesOnAt] = [ports.clock.now(), since + askedMs];
  const waitMs = Math.max(0, goesOnAt - now);
  const cannotBeSeen = isTraceless(change);
  if (attempt === maxAttempts || askedMs > maxRetryAfterMs || now + waitMs >= ports.deadline.at()) {
    throw cannotBeSeen ? toUnverified(change, error) : error;
  }
  if (waitMs > 0) {
    const why = `asked to wait ${Math.ceil(askedMs / 1000)} s`;
    ports.onWait({ what: change.operation, milliseconds: waitMs, why, attempt: attempt + 1, maxAttempts });
  }
  await sleepUntil(goesOnAt, ports);
  ports.log.info(`${change.operation}: it was not made; sending it again (attempt ${attempt + 1} of ${maxAttempts})`);
  const again = applyChange(change, ports, attempt + 1);
  return cannotBeSeen ? again.catch((laterError) => Promise.reject(toUnverified(change, laterError))) : again;
}

/** What an error is where an attempt was lost that may have been made, whatever the looks show. */
function toUnverified(change: PlannedChange, error: unknown): unknown {
  return error instanceof UnverifiedChangeError ? error : new UnverifiedChangeError(change, toReason(error), error);
}

function noteApplied(sent: Sent, found: Look): Applied {
  const { operation, ports, reply, since } = sent;
  if (operation !== 'submit') ports.state.update({ changed: true });
  ports.state.updateApp(found.app);
  const lookAgain = async (): Promise<Look> => {
    const again = await lookForChange(sent);
    if ('app' in again) return again;
    throw new UnverifiedChangeError(sent, again.why);
  };
  const isAccepted = reply === 'accepted' || reply === 'pending';
  return { ...found, isAccepted, since: reply === 'pending' ? since + found.ageMs : since, lookAgain };
}

/** Waits until a time, in the clock's time; a timer may fire early. Rejects with the signal's reason. */
export async function sleepUntil(
  time: number,
  { clock, signal }: Pick<OnlinePorts, 'clock' | 'signal'>,
): Promise<void> {
  for (let left = time - clock.now(); left > 0; left = time - clock.now()) await clock.sleep(left, signal);
}

/** Reads the app for a look at it, whose age counts from `since`. */
export async function readLook(
  { slug, compare, since }: Pick<PlannedChange, 'slug' | 'compare'> & Pick<Applied, 'since'>,
  { client, clock }: OnlinePorts,
  limitMs?: number,
): Promise<Look> {
  const ageMs = clock.now() - since;
  const app = await client.readApp(slug, limitMs);
  return { app, content: app === null ? 'other' : compare(app, 'read'), by: 'read', ageMs };
}

/** A change that was sent, and what came of it at once. */
interface Sent extends PlannedChange, Pick<Applied, 'since'> {
  readonly ports: OnlinePorts;
  readonly reply: Reply;
  /** The app that the response shows; null for none. */
  readonly app: App | null;
  /** Why there is no usable response, or the refusal. */
  readonly error: ActionError | null;
}

/** After an attempt that was lost, any refusal may be the echo of that one. */
async function send(change: PlannedChange, ports: OnlinePorts, attempt: number): Promise<Sent> {
  const end = (reply: Reply, app: App | null, error: ActionError | null): Sent => {
    return { ...change, ports, reply, app, error, since: ports.clock.now() };
  };
  try {
    const { app, isPending, lost } = await change.send();
    return lost === null ? end(isPending ? 'pending' : 'accepted', app, null) : end('lost', null, lost);
  } catch (error) {
    if (error instanceof NetworkError && error.sent) throw new UnverifiedChangeError(change, error.message, error);
    if (!(error instanceof ApiError)) throw error;
    if (attempt === 1 && !mayBeEcho(change, error)) throw await noteRefusal(error, change, ports);
    return end('refused', null, error);
  }
}

/** A conflict may come from our own change, or from that of another run with the same content. */
function mayBeEcho({ operation }: PlannedChange, { code, details }: ApiError): boolean {
  return (operation === 'submit' || operation === 'create') && details.status === 409 && code !== 'not_approved';
}

interface NotFound {
  /** True where every look showed every field as before the change. */
  readonly isAsBefore: boolean;
  readonly why: string;
  readonly cause?: ActionError;
}

/** Takes the response where that verifies the change, with one read for a status that it omits; else looks at the app. */
async function findOut(sent: Sent): Promise<Look | NotFound> {
  const { app, ports } = sent;
  if (app === null) return lookForChange(sent);
  const look: Look = { app, content: sent.compare(app, 'response'), by: 'response', ageMs: 0 };
  if (verifyChange(sent, look) !== 'applied') return lookForChange(sent);
  if (app.status !== null) return look;
  try {
    const read = await readLook(sent, ports);
    return verifyChange(sent, read) === 'applied' ? read : look;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    ports.log.debug(`the status is not known: ${error.message}`);
    return look;
  }
}

/** Looks at the app until the change is verified, the looks are used up, or the app cannot be read. */
async function lookForChange(sent: Sent): Promise<Look | NotFound> {
  const { operation, known, ports, reply, error, since } = sent;
  if (error !== null) ports.log.info(`${operation}: ${error.message}; reading the app to find out whether it was made`);
  let isSameSoFar = true;
  let other: Look | null = null;
  try {
    for (const afterMs of reply === 'pending' ? pendingLookTimesMs : lookTimesMs) {
      await sleepUntil(since + afterMs, ports);
      const look = await readLook(sent, ports);
      const finding = verifyChange(sent, look);
      ports.log.debug(`${operation}: the app read ${look.ageMs} ms after it: ${finding}`);
      if (finding === 'applied') return look;
      isSameSoFar &&= isAsBefore(known, look);
      other = finding === 'other' ? look : null;
      // Not what was asked for, but fresh: it is the app's state now.
      if (other !== null) ports.state.updateApp(other.app);
    }
  } catch (cause) {
    if (!(cause instanceof ActionError)) throw cause;
    return { isAsBefore: false, why: `the app could not be read: ${cause.message}`, cause };
  }
  const shown = describeOther(other);
  const why = error === null ? `the service accepted the change, but ${shown}` : shown;
  return { isAsBefore: isSameSoFar, why };
}

/** What to say after all looks; `look` is the last one where it showed neither the change nor the state before, else null. */
function describeOther(look: Look | null): string {
  if (look === null) return 'the app does not show the change';
  return look.app === null ? 'the app no longer exists' : 'the app shows other content, or another state';
}

/** Notes what a refusal says: its problems with their place in the folder, and the terms that it asks for. */
async function noteRefusal(error: ApiError, { manifest }: PlannedChange, ports: OnlinePorts): Promise<ApiError> {
  const { state, folder, log } = ports;
  const { problems, termsVersion } = error.details;
  const placed = await folder.locate(manifest, problems).catch((placeError: unknown) => {
    if (!(placeError instanceof FolderError)) throw placeError;
    log.debug(`the problems could not be placed: ${toReason(placeError)}`);
    // A folder that changed meanwhile has no places to give any more.
    return folder.locate(null, problems);
  });
  state.update({ problems: [...placed, ...state.facts.problems], termsRequired: termsVersion });
  return error;
}
