import type { Inputs } from '../inputs.ts';
import { toAppFacts } from '../ledger.ts';
import { compareTexts } from '../order.ts';
import type { Outcome } from '../outcome.ts';
import type { OnlinePorts } from './ports.ts';

/** Lists the apps of the key's owner, by slug. */
export async function list(_inputs: Inputs, { client, ledger, log }: OnlinePorts): Promise<Outcome> {
  const apps = (await client.listApps()).map(toAppFacts).sort((a, b) => compareTexts(a.slug, b.slug));
  ledger.learn({ apps });
  log.info(`${apps.length} apps`);
  return { kind: 'listed' };
}
