import { toReviewState } from '../app-status.ts';
import { formatCount } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import { type Outcome, toAppFacts } from '../outcome.ts';
import type { OnlinePorts } from './ports.ts';
import { readExisting } from './prepare.ts';
import { followReview, toDraft } from './review.ts';

/** Reads the app; with `wait-for-review`, waits for the result of a review. Changes nothing. */
export async function status(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  const { state, log, clock } = ports;
  const since = clock.now();
  const app = await readExisting(inputs.slug, ports);
  log.info(`Remote: ${app.status ?? 'no known status'}`);
  const review = toReviewState(app.status);
  // A draft was never submitted: there is no result to wait for. A rejection is one that nobody may have seen yet.
  const mayBeInReview = review === 'pending' || review === 'rejected';
  if (app.status === 'in_review' || (inputs.waitForReviewMinutes > 0 && mayBeInReview)) {
    await followReview(inputs, toDraft(app, since), ports);
  }
  if (state.facts.app?.status === 'published_with_unreviewed_changes') {
    state.notice(
      `${inputs.slug} is published, but its draft has changes that are not reviewed: submit them to publish them.`,
    );
  }
  return { kind: 'read' };
}

/** Lists all apps that the key can access, in the service's order. */
export async function list(_inputs: Inputs, { client, state, log }: OnlinePorts): Promise<Outcome> {
  const apps = (await client.listApps()).map(toAppFacts);
  state.update({ apps });
  log.info(`Listed ${formatCount(apps.length, 'app')}`);
  return { kind: 'listed' };
}
