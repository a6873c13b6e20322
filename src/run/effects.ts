import { endByCancel } from '../model/action-error.ts';
import type { Timer } from '../model/deadline.ts';

/**
 * After a cancel the runner gives 7.5 s, and a person has less patience; we are gone sooner,
 * whatever still hangs.
 */
const cancelLimitMs = 1_800;

/** The clock and the randomness of this process, as a run needs them. */
export const effects = {
  clock: { now, sleep, setTimer },
  random: Math.random,
};

function setTimer(work: () => void, milliseconds: number): Timer {
  const timer = setTimeout(work, milliseconds);
  return { clear: () => clearTimeout(timer) };
}

/**
 * One Ctrl+C in a terminal arrives twice, at once, below npm and npx, which pass on what the
 * process got already.
 */
const echoSeconds = 0.5;

/**
 * Aborted with a RunEndedError when the process is told to end, by a person, the system or a
 * terminal that is closed. It then ends with 130: when it is told again, and after `limitMs` (null
 * for never) at the latest.
 */
export function watchForCancel(limitMs: number | null = cancelLimitMs): AbortSignal {
  const cancel = new AbortController();
  let toldAt = Number.POSITIVE_INFINITY;
  const end = (): void => {
    if (process.uptime() > toldAt + echoSeconds) process.exit(130);
    if (cancel.signal.aborted) return;
    toldAt = process.uptime();
    cancel.abort(endByCancel());
    if (limitMs !== null) setTimeout(() => process.exit(130), limitMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const)
    process.on(signal, end);
  return cancel.signal;
}

/**
 * An unhandled error. Until `watchForCrash` is called, node prints such an error and ends the
 * process.
 */
interface Crash {
  /** Aborted with the error. */
  readonly crashed: AbortSignal;
  /**
   * Aborted at the same time with a RunEndedError: the command ends as it does when it is
   * cancelled, and sends nothing new.
   */
  readonly stopped: AbortSignal;
}

/** Watches for errors that nobody handles. */
export function watchForCrash(): Crash {
  const crash = new AbortController();
  const stop = new AbortController();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      crash.abort(error);
      stop.abort(endByCancel());
    });
  }
  return { crashed: crash.signal, stopped: stop.signal };
}

/** When the process started, in milliseconds since 1970. */
const startedAt = Date.now() - process.uptime() * 1000;

/**
 * Milliseconds since 1970, counted from the start of the process: a clock that is set meanwhile
 * must not age what was read. Not by `performance`, which a start would take another millisecond to
 * load.
 */
function now(): number {
  return Math.floor(startedAt + process.uptime() * 1000);
}

/** Waits; on an abort rejects with the signal's own reason, which says why the run ends. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises');
  return wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
