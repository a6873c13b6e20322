import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { applyChange } from './apply-change.ts';
import type { OnlinePorts } from './ports.ts';
import { endByPlan, readExisting, withClient } from './prepare.ts';
import { learn, nothingKnown } from './verify.ts';

/**
 * Deletes the app for good; the inputs' check has seen `confirm` repeat the slug. An app that is not there is an error:
 * it may be somebody else's, and a green delete would say that it is gone.
 */
export async function deleteApp(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  return withClient(inputs, ports, (online) => deleteOnline(inputs, online));
}

async function deleteOnline(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { slug } = inputs;
  const before = await readExisting(slug, ports);
  const end = endByPlan({ do: 'change', steps: ['delete'] }, inputs, ports);
  if (end !== null) return end;
  await applyChange(
    {
      operation: 'delete',
      slug,
      send: (client) => client.deleteApp(slug),
      known: learn(nothingKnown, { app: before, content: 'other', by: 'read' }),
      compare: () => 'other',
      manifest: null,
    },
    ports,
  );
  ports.state.update({ changed: true });
  ports.state.updateApp(null);
  ports.log.info(`Deleted ${slug}`);
  return { kind: 'deleted' };
}
