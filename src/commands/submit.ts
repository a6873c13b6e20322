import { ApiError } from '../api/api-error.ts';
import type { App } from '../app.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import { listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { applyChange, lookAt, type PlannedChange } from './apply-change.ts';
import { CommandError } from './command-error.ts';
import { compareFolder, describeUnlisted, isSameContent, promptNotCompared } from './compare.ts';
import type { Online } from './online.ts';
import { endByPlan, planSubmit } from './plan.ts';
import { noteRead, readApp, readAppByAge, requireApp } from './read-app.ts';
import { followReview } from './review.ts';
import { lookTimesMs, proofAgeMs } from './verify.ts';

/**
 * Sends the draft as it is for review. With a folder, the draft is compared with it first, and one that differs is refused. An
 * app that is in review already is left there: that is what was asked for.
 */
export async function submit(inputs: Inputs, folder: ScannedFolder | null, online: Online): Promise<Outcome> {
  const { slug } = inputs;
  const first = await readApp(slug, online);
  const { since } = first;
  let app = requireApp(first.app, slug);
  if (folder === null) noteRead(app, true, online);
  else app = await findSameDraft(app, { slug, since, folder }, online);
  let plan = planSubmit(slug, app.status);
  // "In review already" and "nothing to review" need a read of age, and the plan is made from it.
  if (plan.do === 'nothing') {
    app = requireApp(await readAppByAge(slug, since, online), slug);
    if (folder !== null) assertSame(app, folder, online);
    noteRead(app, true, online);
    plan = planSubmit(slug, app.status);
  }
  if (folder === null) {
    online.state.notice(`The draft of ${slug} was last updated at ${app.updatedAt ?? 'an unknown time'}.`);
  }
  const end = endByPlan(plan, inputs, online);
  if (end !== null) return end;
  const submitted = app;
  await submitApp(inputs, { app, isOurs: (shown) => isSameContent(shown, submitted), since, folder }, online);
  return { kind: plan.do === 'change' ? 'submitted' : 'unchanged' };
}

/** An app to be sent for review, or in review already. */
interface Draft extends Pick<PlannedChange, 'isOurs' | 'folder'> {
  readonly app: App;
  /** When the last change was answered or lost, or the first response came, in the clock's time. */
  readonly since: number;
}

/** Sends the app for review and verifies that, unless it is in review already, and follows the review. */
export async function submitApp(inputs: Inputs, draft: Draft, online: Online): Promise<void> {
  const { slug, termsVersion } = inputs;
  const { state, log, client, clock } = online;
  const { app, isOurs, folder, since } = draft;
  const { reads } = state;
  const review = { reads, isOurs, publishedBefore: app.publishedAt };
  if (app.status === 'in_review') {
    return followReview(inputs, { ...review, look: { app, ageMs: clock.now() - since }, since }, online);
  }
  const send = () => client.submitApp(slug, termsVersion);
  const applied = await applyChange({ operation: 'submit', slug, send, isOurs, folder }, online).catch((error) => {
    throw explainTakenDown(error, app);
  });
  log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
  await followReview(inputs, { ...review, look: applied, since: applied.since }, online);
}

/** A conflict of an app that was taken down is about that. */
function explainTakenDown(error: unknown, { slug, status }: App): unknown {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  if (!isConflict || status !== 'taken_down') return error;
  const words = error.details.message ?? 'returned 409';
  return new CommandError('taken_down', `${slug} (${words})`, { cause: error });
}

/**
 * The draft, once a read shows that it holds what the folder does. A read may be old: only one of age can say that it does not.
 * Throws CommandError `draft_differs`, which names the files.
 */
async function findSameDraft(
  first: App,
  { slug, since, folder }: { readonly slug: string; readonly since: number; readonly folder: ScannedFolder },
  online: Online,
): Promise<App> {
  const isSame = (app: App): boolean => compareFolder(app, folder)?.changes.length === 0;
  let found: App | null = isSame(first) ? first : null;
  noteRead(first, found !== null, online);
  if (found === null) {
    const timesMs = lookTimesMs.filter((afterMs) => afterMs > 0 && afterMs < proofAgeMs);
    for await (const { app } of lookAt(slug, { timesMs, since }, online)) {
      found = app !== null && isSame(app) ? app : null;
      if (found !== null) break;
    }
    found ??= requireApp(await readAppByAge(slug, since, online), slug);
    noteRead(found, isSame(found), online);
  }
  assertSame(found, folder, online);
  return found;
}

function assertSame(app: App, folder: ScannedFolder, { state }: Online): void {
  const comparison = compareFolder(app, folder);
  state.update({ changes: comparison?.changes ?? null });
  if (comparison?.changes.length !== 0) {
    const paths = comparison?.changes.map(({ path }) => path);
    throw new CommandError(
      'draft_differs',
      paths === undefined ? 'files that the service does not show' : listNames(paths),
    );
  }
  if (comparison.hasOtherPrompt) state.notice(promptNotCompared);
  if (comparison.unlisted.length > 0) state.warn(describeUnlisted(comparison.unlisted));
}
