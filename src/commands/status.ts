import { describeStatusAge, mayBeInReview, toReviewState } from '../app/status.ts';
import { toAppFacts } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { formatCount } from '../text/format.ts';
import { readExisting } from './plan.ts';
import { followReview } from './review.ts';

/** Reads the app and, with `wait-for-review`, waits for a review result. Changes nothing. */
export async function status(run: Run): Promise<void> {
  const { inputs, report, clock, log } = run;
  const app = await readExisting(run);
  log.info(`Remote: ${app.status}${describeStatusAge(app, clock.now())}`);
  const hasResult = inputs.waitForReviewMinutes > 0 && toReviewState(app.status) === 'rejected';
  report.end('read');
  if (mayBeInReview(app.status) || hasResult)
    await followReview({ before: app, content: app }, app, run);
  if (report.app?.status === 'published_with_unreviewed_changes') {
    const changes = 'its draft has changes that are not reviewed: submit them to publish them';
    report.notice(`${report.slug} is published, but ${changes}.`);
  }
}

/** Lists the apps that the key can access, in the order of the service's list. */
export async function list({ client, report, log }: Run): Promise<void> {
  const { apps, hasMore } = await client.listApps();
  report.apps = apps.map(toAppFacts);
  report.hasMoreApps = hasMore;
  const count = formatCount(apps.length, 'app');
  log.info(`Listed ${count}`);
  if (hasMore) {
    report.warn(
      `The list is not complete: it shows the first ${count}, since this action does not follow the pages of a list.`,
    );
  }
  report.end('listed');
}
