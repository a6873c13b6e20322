import { toReviewState } from '../app-status.ts';
import { formatCount } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import { type Outcome, toAppFacts } from '../outcome.ts';
import { isSameContent } from './compare.ts';
import type { Online } from './online.ts';
import { noteRead, readApp, requireApp } from './read-app.ts';
import { followReview } from './review.ts';

/** Reads the app; with `wait-for-review`, waits for the result of a review. Changes nothing. */
export async function status(inputs: Inputs, online: Online): Promise<Outcome> {
  const { slug, waitForReviewMinutes } = inputs;
  const { state, log } = online;
  const first = await readApp(slug, online);
  const app = requireApp(first.app, slug);
  noteRead(app, false, online);
  log.info(`Remote: ${app.status}`);
  const review = toReviewState(app.status);
  // A draft was never submitted: there is no result to wait for. A rejection is one that nobody may have seen yet.
  const mayEnd = review === 'pending' || review === 'rejected';
  if (app.status === 'in_review' || (waitForReviewMinutes > 0 && mayEnd)) {
    const { since } = first;
    const shown = { reads: [], isOurs: (later: typeof app) => isSameContent(later, app) };
    await followReview(inputs, { ...shown, publishedBefore: app.publishedAt, look: { app, ageMs: 0 }, since }, online);
  }
  if (state.facts.app?.status === 'published_with_unreviewed_changes') {
    state.notice(`${slug} is published, but its draft has changes that are not reviewed: submit them to publish them.`);
  }
  return { kind: 'read' };
}

/** Lists all apps that the key can access, in the service's order. */
export async function list({ client, state, log }: Online): Promise<Outcome> {
  const apps = (await client.listApps()).map(toAppFacts);
  state.update({ apps });
  log.info(`Listed ${formatCount(apps.length, 'app')}`);
  return { kind: 'listed' };
}
