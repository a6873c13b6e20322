import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals for a step that runs. */
export interface Hit {
  readonly onStart: (child: ChildProcess) => void;
  /** Milliseconds since the first signal. */
  readonly tookMs: () => number;
}

/**
 * Code that is loaded before the action: after the first signal, no timer expires. A run that ends
 * anyway did not wait for a timer, however busy the machine is.
 */
export const timeStops = `
  const setTimeoutNever = () => setTimeout(() => undefined, 2 ** 31 - 1);
  const { setTimeout } = globalThis;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => { globalThis.setTimeout = setTimeoutNever; });
`;

/**
 * Sends signals to a step as soon as `when` returns true for its output so far. Kills a step that
 * has not ended a minute after the first signal.
 */
export function hitWhen(
  when: (printed: string) => boolean,
  signals: readonly NodeJS.Signals[],
): Hit {
  let printed = '';
  let hitAt = 0;
  const hit = async (child: ChildProcess): Promise<void> => {
    while (!when(printed) && child.exitCode === null) await sleep(5);
    hitAt = performance.now();
    setTimeout(() => child.kill('SIGKILL'), 60_000).unref();
    for (const signal of signals) {
      child.kill(signal);
      await sleep(50);
    }
  };
  return {
    onStart(child) {
      child.stdout?.on('data', (piece: Buffer) => {
        printed += piece.toString();
      });
      void hit(child);
    },
    tookMs: () => performance.now() - hitAt,
  };
}
