import { ActionError, makeError, toFailure } from '../errors.ts';
import { takesFolder } from '../inputs/inputs.ts';
import type { NewerCommit, Run } from '../run/run.ts';
import { toSentence } from '../text/format.ts';

/** Ends a run without the service: it only checks the folder, or has nothing to do without one. */
export function endIfOffline({ inputs, context, report, isOffline }: Run): boolean {
  if (!isOffline) return false;
  if (takesFolder(inputs.command)) report.endDryRun(null);
  else report.skip(context.noSecrets ?? 'fork');
  return true;
}

/**
 * Ends the run if the branch has a newer commit and `on-stale` skips such a run. A run whose newer
 * commit may have started no run is not skipped, since it may be the only one. Throws ActionError
 * `stale` if `on-stale` is `fail`.
 */
export async function endIfStale(run: Run): Promise<boolean> {
  const { inputs, report } = run;
  const { command, onStale } = inputs;
  if (onStale === 'ignore' || command === 'status' || command === 'list') return false;
  let newest: NewerCommit | null;
  try {
    newest = await run.findNewer();
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof ActionError)) throw error;
    const { message, next } = toFailure(error);
    const reason = `${toSentence(message)} ${next}`;
    report.warn(`on-stale could not be checked, so the run continues: ${reason}`);
    return false;
  }
  if (newest === null) return false;
  if (onStale === 'fail') throw makeError('stale', 'on-stale is fail');
  if (onStale === 'warn') {
    report.warn('A newer commit exists on the branch: this run is for an older one.');
    return false;
  }
  if (newest.whyNoRun !== null) {
    const reason = `${newest.whyNoRun}, so it may have started no run`;
    report.warn(`A newer commit exists on the branch, but ${reason}: this one continues.`);
    return false;
  }
  report.skip('stale');
  return true;
}
