import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals for a step that runs. */
export interface Hit {
  readonly onStart: (child: ChildProcess) => void;
  /** Milliseconds since the first signal. */
  readonly tookMs: () => number;
}

/**
 * Sends signals to a step as soon as `when` says of what it has printed that it is where it should be hit. Kills one that has not
 * ended `limitMs` after the first.
 */
export function hitWhen(when: (printed: string) => boolean, signals: readonly NodeJS.Signals[], limitMs = 60_000): Hit {
  let printed = '';
  let hitAt = 0;
  const hit = async (child: ChildProcess): Promise<void> => {
    while (!when(printed) && child.exitCode === null) await sleep(5);
    hitAt = performance.now();
    setTimeout(() => child.kill('SIGKILL'), limitMs).unref();
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
