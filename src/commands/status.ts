import type { App } from '../model/app.ts';
import { describeStatusAge, mayBeInReview, toReviewState } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import { type Outcome, toAppFacts } from '../model/outcome.ts';
import { formatCount } from '../text/format.ts';
import type { CommandContext } from './command-context.ts';
import { type Examination, makeMissingError, planByRead, refuse } from './plan.ts';
import { followReview } from './review.ts';

/** Reads the app and, with `wait-for-review`, waits for a review result. Changes nothing. */
export async function status(inputs: Inputs, context: CommandContext): Promise<Outcome> {
  const { state } = context;
  const isWaiting = inputs.waitForReviewMinutes > 0;
  const { app, since } = await planByRead(inputs, context, (read) =>
    examineStatus(read, inputs.slug, isWaiting),
  );
  if (app === null) throw makeMissingError(inputs.slug);
  context.log.info(`Remote: ${app.status}${describeStatusAge(app, context.clock.now())}`);
  if (mayBeInReview(app.status) || (isWaiting && isResult(app, state.reads))) {
    const read = { app, ageMs: context.clock.now() - since };
    await followReview(inputs, { reads: state.reads, match: null, read, since }, context);
  }
  if (state.facts.app?.status === 'published_with_unreviewed_changes') {
    const changes = 'its draft has changes that are not reviewed: submit them to publish them';
    state.notice(`${inputs.slug} is published, but ${changes}.`);
  }
  return { kind: 'read' };
}

function examineStatus(app: App | null, slug: string, isWaiting: boolean): Examination {
  if (app === null) return { plan: refuse(makeMissingError(slug)), isSame: false };
  // A wait must start from a current read. `in_review` makes planByRead read again if necessary.
  const reason = isWaiting ? 'in_review' : 'unchanged';
  return { plan: { kind: 'nothing', reason }, isSame: false };
}

/**
 * Returns true if the status shows the result of a review: a rejection, or an approval if the app
 * was in review at the first read. Any other app may never have been submitted, so there may be no
 * result to wait for.
 */
function isResult(app: App, reads: readonly (App | null)[]): boolean {
  const result = toReviewState(app.status);
  if (result === 'approved') return mayBeInReview(reads[0]?.status ?? app.status);
  return result === 'rejected';
}

/** Lists the apps that the key can access, in the order of the service's list. */
export async function list(context: CommandContext): Promise<Outcome> {
  const { apps, hasMore } = await context.client.listApps();
  context.state.update({ apps: apps.map(toAppFacts), hasMoreApps: hasMore });
  const count = formatCount(apps.length, 'app');
  context.log.info(`Listed ${count}`);
  if (hasMore) {
    context.state.warn(
      `The list is not complete: it shows the first ${count}, since this action does not follow the pages of a list.`,
    );
  }
  return { kind: 'listed' };
}
