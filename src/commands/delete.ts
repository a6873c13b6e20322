import type { Inputs } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import { applyChange } from './apply-change.ts';
import type { Online } from './online.ts';
import { endByPlan, planByRead, requireApp } from './plan.ts';

/**
 * Deletes the app for good; the inputs' check has compared `confirm` with the slug. An app that is
 * not found is an error: it may belong to somebody else, and a green run would say that it is gone.
 */
export async function deleteApp(inputs: Inputs, online: Online): Promise<Outcome> {
  const { slug } = inputs;
  const { plan } = await planByRead(inputs, online, (app) => ({
    plan() {
      requireApp(app, slug);
      return { do: 'change', steps: ['delete'] };
    },
  }));
  const end = endByPlan(plan, inputs, online);
  if (end !== null) return end;
  const send = () => online.client.deleteApp(slug);
  await applyChange(
    { operation: 'delete', slug, send, match: () => 'other', folder: null },
    online,
  );
  online.log.info(`Deleted ${slug}`);
  return { kind: 'deleted' };
}
