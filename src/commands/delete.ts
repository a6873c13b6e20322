import type { Inputs } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import { applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { endByPlan, planByRead, requireApp } from './plan.ts';

/**
 * Deletes the app for good; the inputs' check has compared `confirm` with the slug. An app that is
 * not found is an error: it may belong to somebody else, and a green run would say that it is gone.
 */
export async function deleteApp(inputs: Inputs, context: CommandContext): Promise<Outcome> {
  const { slug } = inputs;
  const { plan } = await planByRead(inputs, context, (app) => ({
    plan() {
      requireApp(app, slug);
      return { kind: 'change', steps: ['delete'] };
    },
  }));
  const end = endByPlan(plan, inputs, context);
  if (end !== null) return end;
  const send = () => context.client.deleteApp(slug);
  await applyChange(
    { operation: 'delete', slug, send, match: () => 'other', folder: null },
    context,
  );
  context.log.info(`Deleted ${slug}`);
  return { kind: 'deleted' };
}
