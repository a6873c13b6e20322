import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import type { Ports } from './ports.ts';

/** How a run without a key ends that found nothing wrong with the folder: as a plan, and on a fork's pull request so. */
export function planOffline(inputs: Inputs, { fromFork, ledger }: Ports): Outcome {
  if (fromFork) return { kind: 'planned', skipReason: 'fork' };
  ledger.notice(`Checked offline: without api-key, ${inputs.slug} was not compared with the folder.`);
  return { kind: 'planned' };
}
