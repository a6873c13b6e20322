import type { App } from '../api/wire.ts';
import { listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { applyChange, type PlannedChange, sleepUntil } from './apply-change.ts';
import { CommandError } from './command-error.ts';
import { compareFolder, describeUnlisted, type LocalFolder, promptNotCompared } from './compare.ts';
import { planSubmit } from './plan.ts';
import type { OnlinePorts } from './ports.ts';
import { endByPlan, readExisting, scanFolder, withClient } from './prepare.ts';
import { type Draft, followReview, toDraft } from './review.ts';
import { lookTimesMs } from './verify.ts';

/**
 * Sends the draft as it is for review. With a folder, the draft is compared with it first, and one that differs is refused. An
 * app that is in review already is left there: that is what was asked for.
 */
export async function submit(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  return withClient(inputs, ports, async (online) => {
    const { slug, dryRun } = inputs;
    const { state, clock } = online;
    const local = inputs.folder === '' ? null : await scanFolder(online);
    const since = clock.now();
    const app = local === null ? await readExisting(slug, online) : await readSameDraft(slug, local, online);
    if (local === null) state.notice(`The draft of ${slug} was last updated at ${app.updatedAt ?? 'an unknown time'}.`);
    state.update({ submitted: app.status === 'in_review' });
    const plan = planSubmit(slug, app.status);
    const end = endByPlan(plan, { slug, dryRun: dryRun && plan.do !== 'refuse' }, online);
    if (end !== null) return end;
    await submitApp(inputs, { ...toDraft(app, since), manifest: local?.manifest ?? null }, online);
    return { kind: plan.do === 'change' ? 'submitted' : 'unchanged' };
  });
}

/**
 * Sends the app for review and verifies that, unless it is in review already, and follows the review. `compareSubmitted` is what
 * the submission is compared with, where that is more than what the review is.
 */
export async function submitApp(
  inputs: Inputs,
  draft: Draft & Pick<PlannedChange, 'manifest'> & { readonly compareSubmitted?: Draft['compare'] },
  ports: OnlinePorts,
): Promise<void> {
  if (draft.app?.status === 'in_review') return followReview(inputs, draft, ports);
  const { slug, termsVersion } = inputs;
  const { state, log } = ports;
  state.update({ submitting: true });
  const send = () => ports.client.submitApp(slug, termsVersion);
  const compare = draft.compareSubmitted ?? draft.compare;
  const { app, since } = await applyChange({ operation: 'submit', slug, send, ...draft, compare }, ports);
  state.update({ submitted: true, sentForReview: true });
  log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
  await followReview(inputs, { ...draft, app, since }, ports);
}

/**
 * The draft, once a read shows that it holds what the folder does. A read may be old: only one that was sent long enough after
 * the first can say that it does not. Throws CommandError `draft_differs`, which names the files.
 */
async function readSameDraft(slug: string, local: LocalFolder, ports: OnlinePorts): Promise<App> {
  const { clock, log, state } = ports;
  const startedAt = clock.now();
  for (const afterMs of lookTimesMs) {
    await sleepUntil(startedAt + afterMs, ports);
    const app = await readExisting(slug, ports);
    const comparison = compareFolder(app, local);
    state.update({ changes: comparison?.changes ?? null });
    if (comparison?.changes.length === 0) {
      if (comparison.hasOtherPrompt) state.notice(promptNotCompared);
      if (comparison.unlisted.length > 0) state.warn(describeUnlisted(comparison.unlisted));
      return app;
    }
    log.debug(`the draft read after ${afterMs} ms differs from the folder: a read may be old`);
  }
  const { changes } = state.facts;
  const paths = changes === null ? 'the service does not show its files' : listNames(changes.map(({ path }) => path));
  throw new CommandError('draft_differs', paths);
}
