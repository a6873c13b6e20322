import type { GroupLog, Log } from './log.ts';
import { describeResult, isShownByProblems, type RunResult } from './messages.ts';

/** The log of one app in a run of several: a group, and below it a line with the app's result. */
export interface AppLog extends Log {
  /**
   * Runs the app's turn, and logs it in one group, below the lines that were logged about the app
   * earlier.
   */
  logTurn(work: () => Promise<RunResult>): Promise<void>;
}

/**
 * Creates the log of an app. All apps are checked before the first one has its turn: the lines of
 * a check are kept until the turn of its app, so that the log shows one app after the other.
 */
export function createAppLog(slug: string, log: GroupLog): AppLog {
  const kept: (() => void)[] = [];
  let isKeeping = true;
  const logOrKeep = (print: () => void): void => {
    if (isKeeping) kept.push(print);
    else print();
  };
  return {
    info: (text) => logOrKeep(() => log.info(text)),
    list: (title, lines) => logOrKeep(() => log.list(title, lines)),
    // Debug lines are not kept: there may be one for each of ten thousand files.
    debug: log.debug,
    async logTurn(work) {
      const result = await log.group(slug, () => {
        for (const print of kept) print();
        isKeeping = false;
        return work();
      });
      log.info(summarizeResult(result));
    },
  };
}

/**
 * Returns the headline of an app's result, with the cause of a failure unless the listed problems
 * show the cause.
 */
function summarizeResult(run: RunResult): string {
  const message = describeResult(run);
  const isFailure = 'failure' in run.outcome;
  if (!isFailure || isShownByProblems(run)) return message.headline;
  return [message.headline, ...message.lines].join('. ');
}
