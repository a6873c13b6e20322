import type { ChangeResponse, Client } from '../api/client.ts';
import { LostError, RefusedError } from '../api/errors.ts';
import { type Operation, waitToLook } from '../api/retry.ts';
import { RunEnd } from '../api/run-end.ts';
import type { App } from '../api/wire.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import type { Judge } from './proof.ts';

/** A change, and how to tell what became of it. */
export interface Change {
  readonly operation: Exclude<Operation, 'read'>;
  readonly slug: string;
  readonly send: (client: Client) => Promise<ChangeResponse>;
  readonly judge: Judge;
}

/** A change was sent, and whether it happened cannot be proven. */
export class UnprovenError extends Error {
  override readonly name = 'UnprovenError';
  readonly code = 'unproven';
  readonly next: string;

  constructor({ operation, slug }: Pick<Change, 'operation' | 'slug'>, what: string, options?: ErrorOptions) {
    super(`The ${operation} of ${slug} was sent, and what became of it is not known: ${what}`, options);
    this.next = `Look at ${slug} in the dashboard, or run the command status, before you run the job again.`;
  }
}

/**
 * Makes a change and proves it. An unanswered change is settled by reading the app: done is done, and it is sent again
 * only when the read proves that it did not happen. A change that the service said yes to is never sent again.
 * Returns the app as the proof showed it, null for gone. The ledger learns of every read, also of one that proves nothing.
 * Throws UnprovenError.
 */
export async function settle(change: Change, ports: OnlinePorts): Promise<App | null> {
  let earlier = 0;
  for (;;) {
    const answer = await sendOrProve(change, ports, earlier);
    if ('proven' in answer) return answer.proven;
    if (answer.lost === null) return confirm(change, ports, answer.app);
    ports.log.info(`${change.operation}: ${answer.lost.message}; reading the app to see what became of it`);
    const found = await judgeLost(change, ports, answer.lost);
    if (found !== null) return found.proven;
    if (!(await waitToLookAgain(change, ports, { earlier, why: notDone(change) }))) throw answer.lost;
    // It may have happened a moment after that read, or the read may have lagged behind.
    const late = await judgeLost(change, ports, answer.lost);
    if (late !== null) return late.proven;
    earlier += 1;
  }
}

interface Proven {
  /** The app as the read showed it. */
  readonly proven: App | null;
}

/** A refusal of a repeated change may be the echo of our own unanswered success: then the app decides, not the refusal. */
async function sendOrProve(change: Change, ports: OnlinePorts, earlier: number): Promise<ChangeResponse | Proven> {
  try {
    return await change.send(ports.client);
  } catch (error) {
    if (error instanceof LostError && error.sent) throw new UnprovenError(change, error.message, { cause: error });
    if (earlier === 0 || !(error instanceof RefusedError)) throw error;
    for (let looks = 0; ; looks += 1) {
      const found = await judgeLost(change, ports, error);
      if (found !== null) return found;
      if (!(await waitToLookAgain(change, ports, { earlier: looks, why: notDone(change) }))) throw error;
    }
  }
}

/** Reads what became of a change that may have happened: null when it did not. Throws UnprovenError where the app does not tell. */
async function judgeLost(change: Change, ports: OnlinePorts, lost: Error): Promise<Proven | null> {
  const app = await readForProof(change, ports, lost);
  const proof = change.judge(app, 'doubt');
  if (proof === 'undone') return null;
  if (proof === 'done') return { proven: app };
  throw new UnprovenError(change, `${lost.message}; the app shows neither the old state nor the new`, { cause: lost });
}

/** The service said yes. Where the answer does not prove it, the app is read, more than once if it lags behind. */
async function confirm(change: Change, ports: OnlinePorts, shown: App | null): Promise<App | null> {
  if (shown !== null && change.judge(shown, 'answer') === 'done') {
    const found = shown.status === null ? await lookForState(change, ports) : null;
    if (found === null) return shown;
    // A read that shows no more than the answer did is taken at its word too, one that shows something else is not.
    if (change.judge(found.proven, 'answer') === 'done') return found.proven;
  }
  let earlier = 0;
  for (;;) {
    const app = await readForProof(change, ports, null);
    const proof = change.judge(app, 'read');
    if (proof === 'done') return app;
    if (proof === 'unclear' || !(await waitToReadAgain(change, ports, earlier))) {
      throw new UnprovenError(change, 'the service said yes, but the app does not show the change');
    }
    earlier += 1;
  }
}

/** The app where an answer proves the change and leaves out the state that is to be reported; null where it cannot be read. */
async function lookForState(change: Change, ports: OnlinePorts): Promise<Proven | null> {
  try {
    return { proven: await readForProof(change, ports, null) };
  } catch (error) {
    if (!(error instanceof UnprovenError)) throw error;
    ports.log.debug(`the state is not known: ${error.message}`);
    return null;
  }
}

async function waitToReadAgain(change: Change, ports: Ports, earlier: number): Promise<boolean> {
  try {
    return await waitToLookAgain(change, ports, { earlier, why: 'the app does not show it yet' });
  } catch (error) {
    if (!(error instanceof RunEnd)) throw error;
    throw new UnprovenError(change, `the service said yes, but ${error.message} before the app showed it`, {
      cause: error,
    });
  }
}

async function readForProof(change: Change, { client, ledger }: OnlinePorts, lost: Error | null): Promise<App | null> {
  try {
    const app = await client.readApp(change.slug);
    ledger.learnApp(app);
    return app;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const before = lost === null ? '' : `${lost.message}; `;
    throw new UnprovenError(change, `${before}the app could not be read: ${error.message}`, { cause: error });
  }
}

function notDone({ operation }: Change): string {
  return `the ${operation} did not happen`;
}

async function waitToLookAgain(
  { operation }: Change,
  ports: Ports,
  { earlier, why }: { readonly earlier: number; readonly why: string },
): Promise<boolean> {
  const decision = waitToLook({ earlier, leftMs: Number.POSITIVE_INFINITY, random: ports.random() }, why);
  if (decision.do !== 'again') return false;
  ports.onWait({ what: operation, milliseconds: decision.afterMs, why: decision.why });
  await ports.clock.sleep(decision.afterMs, ports.signal);
  return true;
}
