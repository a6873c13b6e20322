import type { Inputs } from '../inputs.ts';
import { toAppFacts } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { OnlinePorts } from './ports.ts';

/** Lists the apps of the key's owner, in the service's order. */
export async function list(_inputs: Inputs, { client, ledger, log }: OnlinePorts): Promise<Outcome> {
  const apps = (await client.listApps()).map(toAppFacts);
  ledger.update({ apps });
  log.info(`${apps.length} apps`);
  return { kind: 'listed' };
}
