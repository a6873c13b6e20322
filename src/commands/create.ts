import { type ApiError, isKeyRefused, mayBeCap } from '../api/api-error.ts';
import {
  type App,
  type AppFields,
  appFields,
  maxApps,
  sentFields,
  servicePath,
} from '../app/app.ts';
import { compareFields } from '../app/compare.ts';
import { makeError, toReason } from '../errors.ts';
import type { Folder } from '../folder/folder.ts';
import type { Run } from '../run/run.ts';
import { applyChange } from './change.ts';
import { endByPlan, readForPlan } from './plan.ts';

/** Creates the app with the fields from its folder. A deploy must send the assets later. */
export async function create(folder: Folder, run: Run): Promise<void> {
  const { report } = run;
  const fields = readFields(folder);
  const existing = await readForPlan(run);
  if (existing !== null) throw makeError('app_exists', report.slug);
  if (endByPlan({ kind: 'change', steps: ['create'] }, run)) return;
  // If a read shows an app with other fields, another run with the same key has created it.
  const isOurs = (app: App): boolean => compareFields(app, fields).length === 0;
  await createApp(fields, folder, isOurs, run);
  report.end('created');
}

/**
 * Returns the fields of the draft that the folder holds. Throws ActionError `field_unreadable` if
 * the file of a field is too large or not text: if the field were left out silently, a successful
 * run would look as if it had been sent.
 */
export function readFields(folder: Folder): AppFields {
  for (const name of sentFields) {
    const path = appFields[name].file;
    // The fields of service.json may be left out.
    if (path === servicePath || folder.fields[name] !== undefined) continue;
    if (folder.files.some((file) => file.path === path)) {
      throw makeError('field_unreadable', path, { path });
    }
  }
  return folder.fields;
}

/** Creates an app that does not exist, and verifies that. Returns the app. */
export async function createApp(
  fields: AppFields,
  folder: Folder,
  isOurs: (app: App) => boolean,
  run: Run,
): Promise<App | null> {
  const { client, report } = run;
  try {
    const { app } = await applyChange(
      {
        step: 'create',
        before: null,
        folder,
        send: () => client.createApp(report.slug, fields),
        showsResult: (shown) => shown !== null && isOurs(shown),
      },
      run,
    );
    const who = report.doneByOther.has('create') ? 'Another run created' : 'Created';
    run.log.info(`${who} ${report.slug}`);
    return app;
  } catch (error) {
    if (mayBeCap(error)) throw await explainCap(error, run);
    throw error;
  }
}

/** Returns ActionError `too_many_apps` if that explains the refusal of a creation. */
async function explainCap(error: ApiError, { client, report, log }: Run): Promise<unknown> {
  try {
    // The first page of a longer list is enough to know that the limit is reached.
    const list = await client.listApps();
    if (list.apps.length < maxApps) return error;
  } catch (listError) {
    if (isKeyRefused(listError)) return listError;
    log.debug(`the apps could not be counted: ${toReason(listError)}`);
    return error;
  }
  const words = error.details.message ?? `returned ${error.details.status}`;
  const what = `${report.slug} was not created (${words})`;
  return makeError('too_many_apps', what, { cause: error });
}
