import { type Failure, toFailure } from '../model/action-error.ts';
import type { Clock, Timer } from '../model/deadline.ts';
import type { Outcome } from '../model/outcome.ts';
import type { AppLog } from '../report/app-log.ts';

/** How a part of an app's run ended: the whole of it, or what is left to do. */
export type Checked = Outcome | (() => Promise<Outcome>);

/** One app of a run. */
export interface AppRun {
  /** Checks what can be checked without the service. */
  readonly check: () => Promise<Checked>;
  /** How it ends where it is cut short: `unknown` where a change is out. */
  readonly giveUp: () => Outcome;
  /** Of a run of several apps. */
  readonly log: AppLog | null;
}

/** What ends a run of several apps before its time. */
interface RunEnd extends Pick<Clock, 'setTimer'> {
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  /** Aborted with an unhandled error. */
  readonly crashed: AbortSignal;
}

/**
 * Runs the apps: all are checked first, and then have their turn one after the other. A failure of
 * one does not stop the next, but where the run must stop, or the key is not valid, the rest is
 * `not_run`. Resolves to the outcome of each, in their order.
 */
export async function runApps(apps: readonly AppRun[], end: RunEnd): Promise<readonly Outcome[]> {
  let isOver = false;
  const take = async <Part extends Checked>(
    { giveUp }: AppRun,
    work: () => Promise<Part>,
  ): Promise<Part | Outcome> => {
    if (isOver) return { kind: 'not_run' };
    const last = await waitForEnd<Part | Outcome>(work(), { ...end, giveUp });
    const result = end.crashed.aborted ? toEndedOutcome(end.crashed.reason, isUnknown(last)) : last;
    isOver = 'failure' in result && (end.signal.aborted || isKeyDead(result.failure));
    return result;
  };
  const checked: Checked[] = [];
  for (const app of apps) checked.push(await take(app, app.check));
  const outcomes: Outcome[] = [];
  for (const [index, app] of apps.entries()) {
    const rest = checked[index] ?? { kind: 'not_run' };
    const finish = async () => (typeof rest === 'function' ? take(app, rest) : rest);
    outcomes.push(await (app.log?.logTurn(finish) ?? finish()));
  }
  return outcomes;
}

/** True also where the read that should prove a change was refused. */
function isKeyDead({ code, causeCode }: Failure): boolean {
  return code === 'unauthorized' || causeCode === 'unauthorized';
}

function isUnknown(last: Checked): boolean {
  return 'kind' in last && last.kind === 'unknown';
}

/**
 * The end of a run that was cut short: `isUnconfirmed` where a change was sent and its result is not
 * known.
 */
export function toEndedOutcome(reason: unknown, isUnconfirmed: boolean): Outcome {
  const kind = isUnconfirmed ? 'unknown' : 'failed';
  return { kind, failure: { ...toFailure(reason), kind } };
}

/** How long a command may take to say what it has proven, once the run's signal is aborted. */
const graceMs = 1_000;

/**
 * Waits for a command, and no longer than a second once the run must end: one that does not hear it
 * must not keep the report from being written. `giveUp` then says how the run ended.
 */
export async function waitForEnd<Part>(
  running: Promise<Part>,
  {
    signal,
    setTimer,
    giveUp,
  }: Pick<RunEnd, 'signal' | 'setTimer'> & { readonly giveUp: () => Part },
): Promise<Part> {
  const { promise: late, resolve } = Promise.withResolvers<Part>();
  let timer: Timer | undefined;
  const onAbort = (): void => {
    timer = setTimer(() => resolve(giveUp()), graceMs);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([running, late]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    timer?.clear();
  }
}
