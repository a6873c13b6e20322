import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { judgeStale } from './stale.ts';

/**
 * Goes on from a folder that may be sent to the service, with `work`, unless the run ends here: without a key it ends as
 * a plan, and a stale one as `on-stale` has it. Throws DecisionError `stale`.
 */
export async function goOnline(
  inputs: Inputs,
  ports: Ports,
  work: (online: OnlinePorts) => Promise<Outcome>,
): Promise<Outcome> {
  const { client } = ports;
  if (client === null) return planOffline(inputs, ports);
  return (await judgeStale(inputs, ports)) ?? work({ ...ports, client });
}

/** How a run without a key ends that found nothing wrong with the folder: as a plan, and on a fork's pull request so. */
function planOffline({ slug }: Inputs, { fromFork, ledger }: Ports): Outcome {
  if (fromFork) return { kind: 'planned', skipReason: 'fork' };
  ledger.notice(`Checked offline: without api-key, ${slug} was not compared with the folder.`);
  return { kind: 'planned' };
}
