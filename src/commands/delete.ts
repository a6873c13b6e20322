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
 * Deletes the app for good. The check of the inputs has already compared `confirm` with the slug.
 * If the app is not found, the run fails: the app may exist and belong to somebody else.
 */
export async function deleteApp(inputs: Inputs, context: CommandContext): Promise<Outcome> {
  const planned = await planByRead(inputs, context, (app) => examineOldApp(app, inputs.slug));
  const end = endByPlan(acceptPlan(planned.found.plan), inputs, context);
  if (end !== null) return end;
  await applyChange(
    {
      step: 'delete',
      slug: inputs.slug,
      folder: null,
      send: () => context.client.deleteApp(inputs.slug),
      match: () => 'other',
    },
    context,
  );
  context.log.info(`Deleted ${inputs.slug}`);
  return { kind: 'deleted' };
}

function examineOldApp(app: App | null, slug: string): Examination {
  if (app === null) return { plan: refuse(makeMissingError(slug)), isSame: false };
  return { plan: { kind: 'change', steps: ['delete'] }, isSame: false };
}
