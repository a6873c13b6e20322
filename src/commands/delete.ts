import type { Run } from '../run/run.ts';
import { applyChange } from './change.ts';
import { endByPlan, readExisting } from './plan.ts';

/**
 * Deletes the app for good. The check of the inputs has already compared `confirm` with the slug.
 * If the app is not found, the run fails: the app may exist and belong to somebody else.
 */
export async function deleteApp(run: Run): Promise<void> {
  const { report, client, log } = run;
  const before = await readExisting(run);
  if (endByPlan({ kind: 'change', steps: ['delete'] }, run)) return;
  await applyChange(
    {
      step: 'delete',
      before,
      folder: null,
      send: () => client.deleteApp(report.slug),
      showsResult: (app) => app === null,
    },
    run,
  );
  log.info(`Deleted ${report.slug}`);
  report.end('deleted');
}
