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
  // Without a key the run ends as a plan, and says so of a fork's pull request.
  if (client === null) return ports.fromFork ? { kind: 'planned', skipReason: 'fork' } : { kind: 'planned' };
  return (await judgeStale(inputs, ports)) ?? work({ ...ports, client });
}
