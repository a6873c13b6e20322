import { type ApiError, isKeyRefused, mayBeCap } from '../api/api-error.ts';
import type { Folder } from '../folder/folder.ts';
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
import { type AppliedChange, applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { matchFields } from './compare.ts';
import { acceptPlan, type Examination, endByPlan, planByRead, refuse } from './plan.ts';

/** Creates the app with the fields from its folder. A deploy must send the assets later. */
export async function create(
  inputs: Inputs,
  folder: Folder,
  context: CommandContext,
): Promise<Outcome> {
  const fields = readFields(folder);
  const planned = await planByRead(inputs, context, (app) => examineNewApp(app, inputs.slug));
  const end = endByPlan(acceptPlan(planned.found.plan), inputs, context);
  if (end !== null) return end;
  // If a read shows an app with other fields, another run with the same key has created it.
  const match = (app: App): Match => matchFields(app, fields);
  await createApp(fields, { slug: inputs.slug, folder, match }, context);
  return { kind: 'created' };
}

function examineNewApp(app: App | null, slug: string): Examination {
  if (app !== null) {
    return { plan: refuse(new CommandError('app_exists', slug)), isSame: false };
  }
  return { plan: { kind: 'change', steps: ['create'] }, isSame: false };
}

/**
 * Returns the fields of the draft that the folder holds. Throws CommandError `field_unreadable` if
 * the file of a field is too large or not text: if the field were left out silently, a successful
 * run would look as if it had been sent.
 */
export function readFields(folder: Folder): AppFields {
  for (const name of sentFields) {
    const path = appFields[name].file;
    // The fields of service.json may be left out.
    if (path === servicePath || folder.fields[name] !== undefined) continue;
    if (folder.files.some((file) => file.path === path)) {
      throw new CommandError('field_unreadable', path, { path });
    }
  }
  return folder.fields;
}

/** An app to create. */
export interface NewApp {
  readonly slug: string;
  readonly folder: Folder;
  /** Compares an app with the one to create. */
  readonly match: (app: App) => Match;
}

/** Creates an app that does not exist, and verifies that. */
export async function createApp(
  fields: AppFields,
  app: NewApp,
  context: CommandContext,
): Promise<AppliedChange> {
  try {
    const applied = await applyChange(
      {
        step: 'create',
        slug: app.slug,
        folder: app.folder,
        send: () => context.client.createApp(app.slug, fields),
        match: app.match,
      },
      context,
    );
    context.log.info(`Created ${app.slug}`);
    return applied;
  } catch (error) {
    if (mayBeCap(error)) throw await explainCap(error, app.slug, context);
    throw error;
  }
}

/**
 * Returns the error for a refused creation: CommandError `too_many_apps` if the account has reached
 * the limit of apps, and otherwise the error that was given.
 */
async function explainCap(
  error: ApiError,
  slug: string,
  context: CommandContext,
): Promise<unknown> {
  try {
    // The first page of a longer list is enough to know that the limit is reached.
    const list = await context.client.listApps();
    if (list.apps.length < maxApps) return error;
  } catch (listError) {
    if (isKeyRefused(listError)) return listError;
    context.log.debug(`the apps could not be counted: ${toReason(listError)}`);
    return error;
  }
  const words = error.details.message ?? `returned ${error.details.status}`;
  return new CommandError('too_many_apps', `${slug} was not created (${words})`, { cause: error });
}
