import type { App, AppFields } from '../app/app.ts';
import { describeStatus, toReviewState } from '../app/status.ts';
import type { Run } from '../run/run.ts';
import { applyChange } from './change.ts';
import { endByPlan, readExisting } from './plan.ts';

/**
 * Takes the app out of review by an update that changes nothing: the service document says that any
 * update does. Nothing is sent if the app is not in review.
 */
export async function withdraw(run: Run): Promise<void> {
  const { report, client, log } = run;
  const before = await readExisting(run);
  if (before.status !== 'in_review') {
    endByPlan({ kind: 'nothing', reason: 'unchanged' }, run);
    return;
  }
  if (endByPlan({ kind: 'change', steps: ['withdraw'] }, run)) return;
  const fields = repeatField(before);
  const { app } = await applyChange(
    {
      step: 'withdraw',
      before,
      folder: null,
      send: () => client.updateApp(report.slug, fields),
      showsResult: (shown) => shown !== null && shown.status !== 'in_review',
    },
    run,
  );
  if (app !== null && hasResult(before, app)) {
    const result = `${report.slug} ${describeStatus(app.status)}`;
    report.warn(`The review ended before the app could be taken out of it: ${result}.`);
  }
  log.info(`Took ${report.slug} out of review`);
  report.end('withdrawn');
}

/** Returns true if a reviewer approved or rejected the app after the read `before`. */
function hasResult(before: App, app: App): boolean {
  return toReviewState(app.status) === 'rejected' || app.publishedAt !== before.publishedAt;
}

/** Returns a field with the value that the app has already: a request without one may be refused. */
function repeatField({ name, tagline, color }: App): AppFields {
  if (name !== null) return { name };
  if (tagline !== null) return { tagline };
  return color === null ? {} : { color };
}
