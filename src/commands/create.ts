import { type ApiError, isKeyRefused, mayBeCap } from '../api/api-error.ts';
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
import { type AppliedChange, applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { matchFields } from './compare.ts';
import { acceptPlan, type Examination, endByPlan, planByRead, refuse } from './plan.ts';

/** Creates the app with the fields that its folder holds. The assets follow with a deploy. */
export async function create(
  inputs: Inputs,
  folder: ScannedFolder,
  context: CommandContext,
): Promise<Outcome> {
  const { slug } = inputs;
  const fields = readFields(folder);
  const { found } = await planByRead(inputs, context, (app) => examineNewApp(app, slug));
  const end = endByPlan(acceptPlan(found.plan), inputs, context);
  if (end !== null) return end;
  // If the app has other fields, somebody else created it with the same key.
  const match = (app: App): Match => matchFields(app, fields);
  await createApp(fields, { slug, folder, match }, context);
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
 * the file of a field is too large or not text: without the field, the run would look as if it had
 * been sent.
 */
export function readFields(folder: ScannedFolder): AppFields {
  const { fields } = folder;
  for (const name of sentFields) {
    const path = appFields[name].file;
    // The fields of service.json may be left out.
    if (path === servicePath || fields[name] !== undefined) continue;
    if (folder.files.some((file) => file.path === path)) {
      throw new CommandError('field_unreadable', path, { path });
    }
  }
  return fields;
}

/** An app to create. */
export interface NewApp {
  readonly slug: string;
  readonly folder: ScannedFolder;
  /** Compares an app with the one to create. */
  readonly match: (app: App) => Match;
}

/** Creates an app that does not exist, and verifies that. */
export async function createApp(
  fields: AppFields,
  app: NewApp,
  context: CommandContext,
): Promise<AppliedChange> {
  const { slug } = app;
  try {
    const applied = await applyChange(
      {
        step: 'create',
        slug,
        folder: app.folder,
        send: () => context.client.createApp(slug, fields),
        match: app.match,
      },
      context,
    );
    context.log.info(`Created ${slug}`);
    return applied;
  } catch (error) {
    if (mayBeCap(error)) throw await explainCap(error, slug, context);
    throw error;
  }
}

/** Returns a better error for a refusal if the account has reached the limit of apps. */
async function explainCap(
  error: ApiError,
  slug: string,
  context: CommandContext,
): Promise<unknown> {
  try {
    // The first page of a longer list is enough to know that the limit is reached.
    const { apps } = await context.client.listApps();
    if (apps.length < maxApps) return error;
  } catch (listError) {
    if (isKeyRefused(listError)) return listError;
    context.log.debug(`the apps could not be counted: ${toReason(listError)}`);
    return error;
  }
  const words = error.details.message ?? `returned ${error.details.status}`;
  return new CommandError('too_many_apps', `${slug} was not created (${words})`, { cause: error });
}
