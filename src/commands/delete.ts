import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { applyChange } from './apply-change.ts';
import type { OnlinePorts } from './ports.ts';
import { endByPlan, readExisting, withClient } from './prepare.ts';
import { toKnown } from './verify.ts';

/**
 * Deletes the app for good; the inputs' check has seen `confirm` repeat the slug. An app that is not there is an error:
 * it may be somebody else's, and a green delete would say that it is gone.
 */
export async function deleteApp(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { slug } = inputs;
  return withClient(inputs, ports, async (online) => {
    const known = toKnown(await readExisting(slug, online), 'other');
    const end = endByPlan({ do: 'change', steps: ['delete'] }, inputs, online);
    if (end !== null) return end;
    const send = () => online.client.deleteApp(slug);
    await applyChange({ operation: 'delete', slug, send, known, compare: () => 'other', manifest: null }, online);
    online.log.info(`Deleted ${slug}`);
    return { kind: 'deleted' };
  });
}
