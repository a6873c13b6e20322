import type { Outcome } from '../model/outcome.ts';
import type { GroupLog, Log } from './log.ts';
import { describeResult, type EndedRun, isSaidByProblems } from './messages.ts';

/**
 * The log of one app among several: a group of its own, and a line below it that says how it ended.
 */
export interface AppLog extends Log {
  /** Begins the group, with what was logged before. */
  open(): void;
  close(outcome: Outcome): void;
}

/**
 * Makes the log of an app. All apps are checked first, and groups do not nest: what a check logs is
 * kept until the app has its turn.
 */
export function createAppLog(
  slug: string,
  log: GroupLog,
  describe: (outcome: Outcome) => EndedRun,
): AppLog {
  let kept: (() => void)[] | null = [];
  const say = (line: () => void): void => {
    if (kept === null) line();
    else kept.push(line);
  };
  return {
    info: (text) => say(() => log.info(text)),
    list: (title, lines) => say(() => log.list(title, lines)),
    // Not kept: it may be a line for each of ten thousand files.
    debug: log.debug,
    open() {
      log.startGroup(slug);
      for (const line of kept ?? []) line();
      kept = null;
    },
    close(outcome) {
      log.endGroup();
      const run = describe(outcome);
      const { headline, lines } = describeResult(run);
      const isSaid = !('failure' in outcome) || isSaidByProblems(run);
      log.info([headline, ...(isSaid ? [] : lines)].join('. '));
    },
  };
}
