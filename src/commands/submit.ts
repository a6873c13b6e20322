import type { App } from '../api/wire.ts';
import type { FolderManifest } from '../folder/manifest.ts';
import { listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { applyChange, sleepUntil } from './apply-change.ts';
import { compareFolder, describeUnlisted, type LocalFolder, promptNotCompared } from './compare.ts';
import { CommandError } from './errors.ts';
import { planSubmit } from './plan.ts';
import type { OnlinePorts } from './ports.ts';
import { endByPlan, readExisting, scanFolder, withClient } from './prepare.ts';
import { followReview, type ReviewStart } from './review.ts';
import { compareWithDraft, lookTimesMs, toKnown } from './verify.ts';

/**
 * Sends the draft as it is for review. With a folder, the draft is compared with it first, and one that differs is refused. An
 * app that is in review already is left there: that is what was asked for.
 */
export async function submit(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  return withClient(inputs, ports, async (online) => {
    const { slug, dryRun } = inputs;
    const { state, clock } = online;
    const ready = inputs.folder === '' ? null : await scanFolder(online);
    const since = clock.now();
    const app = ready === null ? await readExisting(slug, online) : await readSameDraft(slug, ready, online);
    if (ready === null) state.notice(`The draft of ${slug} was last updated at ${app.updatedAt ?? 'an unknown time'}.`);
    state.update({ submitted: app.status === 'in_review' });
    const plan = planSubmit(slug, app.status);
    const end = endByPlan(plan, { slug, dryRun: dryRun && plan.do !== 'refuse' }, online);
    if (end !== null) return end;
    const manifest = ready?.manifest ?? null;
    await submitApp(
      inputs,
      { app, known: toKnown(app, 'ours'), compare: compareWithDraft(app), manifest, since },
      online,
    );
    return { kind: plan.do === 'change' ? 'submitted' : 'unchanged' };
  });
}

/** A draft to submit, or what is in review already, and what was seen of the app before. */
export interface Draft extends ReviewStart {
  /** The folder that problems are placed in; null for none. */
  readonly manifest: FolderManifest | null;
}

/**
 * Sends the app for review and verifies that, unless it is in review already, and follows the review: one submission at most,
 * whatever responses are lost.
 */
export async function submitApp(
  inputs: Pick<Inputs, 'slug' | 'termsVersion' | 'waitForReviewMinutes'>,
  draft: Draft,
  ports: OnlinePorts,
): Promise<void> {
  if (draft.app?.status === 'in_review') return followReview(inputs, draft, ports);
  const { slug, termsVersion } = inputs;
  const { state, log } = ports;
  state.update({ submitting: true });
  const { app, since } = await applyChange(
    { operation: 'submit', slug, send: (client) => client.submitApp(slug, termsVersion), ...draft },
    ports,
  );
  state.update({ submitted: true, sentForReview: true });
  log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
  await followReview(inputs, { ...draft, app, since }, ports);
}

/**
 * The draft, once a read shows that it holds what the folder does. A read may be old, so that a draft is called different only
 * by one that was sent long enough after the first. Throws CommandError `draft_differs`, which names the files.
 */
async function readSameDraft(slug: string, ready: LocalFolder, ports: OnlinePorts): Promise<App> {
  const { clock, log, state } = ports;
  const startedAt = clock.now();
  for (const afterMs of lookTimesMs) {
    if (afterMs > 0) {
      log.debug(`the draft differs from the folder: reading it again after ${afterMs} ms, since a read may be old`);
    }
    await sleepUntil(startedAt + afterMs, ports);
    const app = await readExisting(slug, ports);
    const comparison = compareFolder(app, ready);
    state.update({ changes: comparison?.changes ?? null });
    if (comparison?.changes.length === 0) {
      if (comparison.hasOtherPrompt) state.notice(promptNotCompared);
      if (comparison.unlisted.length > 0) state.warn(describeUnlisted(comparison.unlisted));
      return app;
    }
  }
  const { changes } = state.facts;
  const paths = changes === null ? 'the service does not show its files' : listNames(changes.map(({ path }) => path));
  throw new CommandError('draft_differs', paths);
}
