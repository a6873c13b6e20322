import type { Clock, Timer } from '../clock.ts';
import { endByCancel } from '../errors.ts';

/** The clock of this process. */
const clock: Clock = { now, sleep, setTimer };

/** The clock and the source of random numbers that a run uses. */
export const effects = { clock, random: Math.random };

const startedAt = Date.now() - process.uptime() * 1000;

/**
 * Returns the milliseconds since 1970. The time is based on the uptime of the process, so that a
 * change of the system clock does not affect the age of reads. `performance` would do the same, but
 * costs a millisecond at start-up.
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
 * The time, in seconds, within which a second signal counts as a duplicate of the first. Under npm
 * and npx, one Ctrl+C arrives twice: the process receives it itself, and npm passes it on.
 */
const duplicateSignalSeconds = 0.5;

const endSignals = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const;

/**
 * Watches for the end of the process. If it is asked to end a second time, it exits with code 130.
 * An error that nobody handles ends the run like any other error, so that its outputs are still
 * written.
 *
 * Returns two signals. `cancelled` is aborted with a RunEndedError when the process is asked to end,
 * such as by Ctrl+C. `ended` is aborted together with it, or with an error that nobody handled, which
 * is a bug.
 */
export function watchForEnd() {
  const cancel = new AbortController();
  const crash = new AbortController();
  let cancelledAt = Number.POSITIVE_INFINITY;
  const onSignal = (): void => {
    if (process.uptime() > cancelledAt + duplicateSignalSeconds) process.exit(130);
    if (cancel.signal.aborted) return;
    cancelledAt = process.uptime();
    cancel.abort(endByCancel());
  };
  for (const signal of endSignals) process.on(signal, onSignal);
  process.on('uncaughtException', (error) => crash.abort(error));
  process.on('unhandledRejection', (error) => crash.abort(error));
  return { cancelled: cancel.signal, ended: AbortSignal.any([cancel.signal, crash.signal]) };
}
