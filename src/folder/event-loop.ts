import { setImmediate } from 'node:timers/promises';

/** Bytes handled between two turns of the event loop: a few milliseconds of work. */
export const bytesPerTurn = 4 * 1024 * 1024;
/** Files or names handled between two turns of the event loop, for folders full of tiny files. */
export const stepsPerTurn = 200;

/** Counts one step of so many bytes; a promise means: wait for it, it is time to let timers, signals and sockets run. */
export type YieldToEventLoop = (bytes: number) => Promise<void> | undefined;

/**
 * Makes a function that lets the event loop turn often enough that a cancel is heeded within a few milliseconds.
 *
 * Without it synchronous reads, and writes that the kernel takes at once, would keep the event loop from ever turning.
 * The promise rejects with the signal's reason once the signal is aborted.
 */
export function createYield(signal: AbortSignal | undefined): YieldToEventLoop {
  let bytesLeft = bytesPerTurn;
  let stepsLeft = stepsPerTurn;
  return (bytes) => {
    bytesLeft -= bytes;
    stepsLeft -= 1;
    if (bytesLeft > 0 && stepsLeft > 0) return undefined;
    bytesLeft = bytesPerTurn;
    stepsLeft = stepsPerTurn;
    return takeTurn(signal);
  };
}

async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
