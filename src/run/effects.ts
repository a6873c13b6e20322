import { endByCancel } from '../model/action-error.ts';
import type { Clock, Timer } from '../model/deadline.ts';

/** The clock of this process. */
const clock: Clock = { now, sleep, setTimer };

/** The clock and the randomness of this process, as a run needs them. */
export const effects = { clock, random: Math.random };

/** When the process started, in milliseconds since 1970. */
const startedAt = Date.now() - process.uptime() * 1000;

/**
 * Returns the milliseconds since 1970, based on process uptime so that a change of the system clock
 * does not affect the age of reads. `performance` would do the same but costs a millisecond at
 * start-up.
 */
function now(): number {
  return Math.floor(startedAt + process.uptime() * 1000);
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises');
  try {
    await wait(milliseconds, undefined, { signal });
  } catch {
    // Node rejects with its own error; the signal's reason shows why the run ends.
    signal.throwIfAborted();
  }
}

function setTimer(work: () => void, milliseconds: number): Timer {
  const timer = setTimeout(work, milliseconds);
  return { clear: () => clearTimeout(timer) };
}

/** Returns the working directory; null if it was deleted. */
export function readCwd(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/**
 * How long a run may take to end after a cancel, in milliseconds. The runner gives it 7.5 s; a
 * person has less patience.
 */
const cancelLimitMs = 1_800;

/**
 * How soon a second signal counts as the same one, in seconds: a Ctrl+C arrives twice below npm and
 * npx, which pass on the signal that the process has received itself.
 */
const duplicateSignalSeconds = 0.5;

const endSignals = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const;

/**
 * Returns a signal that is aborted with a RunEndedError when a person, the system, or a closed
 * terminal ends the process. The process then exits with code 130 after `timeoutMs` (never if that
 * is null), or at the next signal.
 */
export function watchForCancel(timeoutMs: number | null = cancelLimitMs): AbortSignal {
  const cancel = new AbortController();
  let cancelledAt = Number.POSITIVE_INFINITY;
  const onSignal = (): void => {
    if (process.uptime() > cancelledAt + duplicateSignalSeconds) process.exit(130);
    if (cancel.signal.aborted) return;
    cancelledAt = process.uptime();
    cancel.abort(endByCancel());
    if (timeoutMs !== null) setTimeout(() => process.exit(130), timeoutMs);
  };
  for (const signal of endSignals) process.on(signal, onSignal);
  return cancel.signal;
}

/** Aborted when an error is thrown that nobody handles. */
interface CrashSignals {
  /** Aborted with the error. */
  readonly crashed: AbortSignal;
  /** Aborted with a RunEndedError: the run ends as after a cancel, and sends nothing new. */
  readonly stopped: AbortSignal;
}

/** Watches for unhandled errors. Without it, Node prints such an error and ends the process. */
export function watchForCrash(): CrashSignals {
  const crash = new AbortController();
  const stop = new AbortController();
  const onError = (error: unknown): void => {
    crash.abort(error);
    stop.abort(endByCancel());
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  return { crashed: crash.signal, stopped: stop.signal };
}
