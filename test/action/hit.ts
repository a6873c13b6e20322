import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals for a step that runs. */
export interface Hit {
  readonly onStart: (child: ChildProcess) => void;
  /** Milliseconds since the first signal. */
  readonly tookMs: () => number;
}

/**
 * Code that is loaded before the action: from the first signal on no timer comes to its end. What
 * ends then has waited for none, however busy the machine is; that a run ends within two seconds is
 * held by its own clock (`test/unit/run/action.test.ts`).
 */
export const timeStops = `
  const { setTimeout } = globalThis;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => { globalThis.setTimeout = () => setTimeout(() => undefined, 2 ** 31 - 1); });
`;

/**
 * Sends signals to a step as soon as `when` says of what it has printed that it is where it should
 * be hit. Kills one that has not ended a minute after the first.
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
