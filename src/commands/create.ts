import { isKeyRefused, mayBeCap } from '../api/api-error.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import { toReason } from '../model/action-error.ts';
import {
  type App,
  type AppFields,
  appFields,
  maxApps,
  sentFields,
  servicePath,
} from '../model/app.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Match, Outcome } from '../model/outcome.ts';
import { type Applied, applyChange, type PlannedChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { matchFields } from './compare.ts';
import { endByPlan, planByRead } from './plan.ts';

/** Creates the app with the fields that its folder holds. The assets follow with a deploy. */
export async function create(
  inputs: Inputs,
  folder: ScannedFolder,
  context: CommandContext,
): Promise<Outcome> {
  const { slug } = inputs;
  const fields = readFields(folder);
  const { plan } = await planByRead(inputs, context, (app) => ({
    plan() {
      if (app !== null) throw new CommandError('app_exists', slug);
      return { kind: 'change', steps: ['create'] };
    },
  }));
  const end = endByPlan(plan, inputs, context);
  if (end !== null) return end;
  // An app with other fields was created by somebody else with the same key.
  const match = (shown: App): Match => matchFields(shown, fields);
  await createApp(fields, { slug, folder, match }, context);
  return { kind: 'created' };
}

/**
 * The draft fields that the folder holds. Throws CommandError `field_unreadable` for a file that is
 * too large or not text: if its field were omitted, the run would look as if it had been sent.
 */
export function readFields({ files, fields }: ScannedFolder): AppFields {
  for (const name of sentFields) {
    const path = appFields[name].file;
    const isText = path !== servicePath;
    if (isText && fields[name] === undefined && files.some((file) => file.path === path)) {
      throw new CommandError('field_unreadable', path, { path });
    }
  }
  return fields;
}

/** Creates an app that does not exist, and verifies it. */
export async function createApp(
  fields: AppFields,
  { slug, folder, match }: Pick<PlannedChange, 'slug' | 'folder' | 'match'>,
  context: CommandContext,
): Promise<Applied> {
  const send = () => context.client.createApp(slug, fields);
  try {
    const applied = await applyChange({ operation: 'create', slug, send, match, folder }, context);
    context.log.info(`Created ${slug}`);
    return applied;
  } catch (error) {
    throw await explainCap(error, slug, context);
  }
}

/** Where the account has 20 apps, the limit is the likely cause of a refusal. */
async function explainCap(
  error: unknown,
  slug: string,
  { client, log }: CommandContext,
): Promise<unknown> {
  if (!mayBeCap(error)) return error;
  try {
    const { apps } = await client.listApps();
    if (apps.length < maxApps) return error;
    const { status, message } = error.details;
    const words = message === null ? `returned ${status}` : message;
    return new CommandError('too_many_apps', `${slug} was not created (${words})`, {
      cause: error,
    });
  } catch (listError) {
    if (isKeyRefused(listError)) return listError;
    log.debug(`the apps could not be counted: ${toReason(listError)}`);
    return error;
  }
}
