import type { App } from '../model/app.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import { applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import {
  acceptPlan,
  type Examination,
  endByPlan,
  makeMissingError,
  planByRead,
  refuse,
} from './plan.ts';

/**
 * Deletes the app for good; the check of the inputs has compared `confirm` with the slug. An app
 * that is not found is an error: it may belong to somebody else, so a green run would claim too
 * much.
 */
export async function deleteApp(inputs: Inputs, context: CommandContext): Promise<Outcome> {
  const { slug } = inputs;
  const { found } = await planByRead(inputs, context, (app) => examineOldApp(app, slug));
  const end = endByPlan(acceptPlan(found.plan), inputs, context);
  if (end !== null) return end;
  await applyChange(
    {
      step: 'delete',
      slug,
      folder: null,
      send: () => context.client.deleteApp(slug),
      match: () => 'other',
    },
    context,
  );
  context.log.info(`Deleted ${slug}`);
  return { kind: 'deleted' };
}

function examineOldApp(app: App | null, slug: string): Examination {
  if (app === null) return { plan: refuse(makeMissingError(slug)), isSame: false };
  return { plan: { kind: 'change', steps: ['delete'] }, isSame: false };
}
