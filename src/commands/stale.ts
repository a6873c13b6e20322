import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { DecisionError } from './decision-error.ts';
import type { Ports } from './ports.ts';

/**
 * Applies the input `on-stale`: null to go on, or how the run ends when the branch has moved past its commit.
 * Throws DecisionError `stale` where the workflow wants a stale run to fail. Not being able to tell is no reason to stop.
 */
export async function judgeStale({ onStale }: Pick<Inputs, 'onStale'>, ports: Ports): Promise<Outcome | null> {
  if (onStale === 'ignore' || (await ports.checkStale()) !== true) return null;
  if (onStale === 'fail') throw new DecisionError('stale', 'on-stale is fail');
  const text = 'The branch has moved past the commit of this run';
  if (onStale === 'warn') {
    ports.ledger.warn(`${text}: what is deployed now is older than the branch.`);
    return null;
  }
  ports.ledger.notice(`${text}: nothing was sent, a newer run has newer content.`);
  return { kind: 'skipped', skipReason: 'stale' };
}
