import type { App } from '../model/app.ts';
import { mayBeInReview, toReviewState } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import { type Outcome, toAppFacts } from '../model/outcome.ts';
import { formatCount } from '../text/format.ts';
import type { CommandContext } from './command-context.ts';
import { planByRead, requireApp } from './plan.ts';
import { followReview } from './review.ts';

/** Reads the app; with `wait-for-review`, waits for the result of a review. Changes nothing. */
export async function status(inputs: Inputs, context: CommandContext): Promise<Outcome> {
  const { slug, waitForReviewMinutes } = inputs;
  const { state, clock, log } = context;
  const isWaiting = waitForReviewMinutes > 0;
  const { app, since } = await planByRead(inputs, context, (read) => ({
    plan() {
      requireApp(read, slug);
      // Only a read of age can show the review to wait for, or its end.
      return { kind: 'nothing', reason: isWaiting ? 'in_review' : 'unchanged' };
    },
  }));
  log.info(`Remote: ${app?.status}`);
  if (app !== null && (mayBeInReview(app.status) || (isWaiting && isResult(app, state)))) {
    const look = { app, ageMs: clock.now() - since };
    await followReview(inputs, { reads: state.reads, match: null, look, since }, context);
  }
  if (state.facts.app?.status === 'published_with_unreviewed_changes') {
    state.notice(
      `${slug} is published, but its draft has changes that are not reviewed: submit them to publish them.`,
    );
  }
  return { kind: 'read' };
}

/**
 * True for a rejection, and for an approval if the app was in review at the first read. In other
 * states the app may never have been submitted, so there is no result to wait for.
 */
function isResult({ status }: App, { reads }: CommandContext['state']): boolean {
  const result = toReviewState(status);
  return (
    result === 'rejected' || (result === 'approved' && mayBeInReview(reads[0]?.status ?? status))
  );
}

/** Lists all apps that the key can access, in the service's order. */
export async function list(
  _inputs: Inputs,
  { client, state, log }: CommandContext,
): Promise<Outcome> {
  const listed = await client.listApps();
  const apps = listed.apps.map(toAppFacts);
  state.update({ apps });
  log.info(`Listed ${formatCount(apps.length, 'app')}`);
  return { kind: 'listed' };
}
