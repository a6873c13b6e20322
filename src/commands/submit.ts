import type { App } from '../api/wire.ts';
import type { FolderManifest } from '../folder/manifest.ts';
import { listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { applyChange, sleepUntil } from './apply-change.ts';
import { compareFolder, describeUnlisted } from './compare.ts';
import { CommandError } from './errors.ts';
import { planSubmit } from './plan.ts';
import type { OnlinePorts } from './ports.ts';
import { endByPlan, type ReadyFolder, readExisting, scanFolder, withClient } from './prepare.ts';
import { followReview } from './review.ts';
import { type Content, compareWithDraft, type Known, learn, lookTimesMs, nothingKnown } from './verify.ts';

/**
 * Sends the draft as it is for review. With a folder, the draft is compared with it first, and one that differs is refused. An
 * app that is in review already is left there: that is what was asked for.
 */
export async function submit(inputs: Inputs, ports: OnlinePorts): Promise<Outcome> {
  return withClient(inputs, ports, async (online) => {
    const { slug } = inputs;
    const { state, clock } = online;
    const ready = inputs.folder === '' ? null : await scanFolder(online);
    const startedAt = clock.now();
    const first = await readExisting(slug, online);
    const before = ready === null ? first : await readSameDraft(first, { slug, ready, startedAt }, online);
    if (ready === null)
      state.notice(`The draft of ${slug} was last updated at ${before.updatedAt ?? 'an unknown time'}.`);
    const compare = compareWithDraft(before);
    const known = learn(nothingKnown, { app: before, content: 'ours', by: 'read' });
    const plan = planSubmit(slug, before.status);
    const isInReview = before.status === 'in_review';
    state.update({ submitted: isInReview });
    const end = endByPlan(plan, { slug, dryRun: inputs.dryRun && plan.do !== 'refuse' }, online);
    if (end === null) {
      await submitApp(inputs, { known, compare, manifest: ready?.manifest ?? null }, online);
      return { kind: 'submitted' };
    }
    if (isInReview && !inputs.dryRun) {
      const look = { app: before, content: 'ours', by: 'read', ageMs: 0 } as const;
      await followReview(inputs, { look, known, compare, startedAt }, online);
    }
    return end;
  });
}

/** What a submission is about, and what was seen of the app before it. */
export interface Draft {
  readonly known: Known;
  readonly compare: (app: App) => Content;
  /** The folder that problems are placed in; null for none. */
  readonly manifest: FolderManifest | null;
}

/** Sends the app for review, verifies that, and follows the review: one submission at most, whatever responses are lost. */
export async function submitApp(
  inputs: Pick<Inputs, 'slug' | 'termsVersion' | 'waitForReviewMinutes'>,
  { known, compare, manifest }: Draft,
  ports: OnlinePorts,
): Promise<void> {
  const { slug, termsVersion } = inputs;
  const { state, log } = ports;
  state.update({ submitting: true });
  const applied = await applyChange(
    { operation: 'submit', slug, send: (client) => client.submitApp(slug, termsVersion), known, compare, manifest },
    ports,
  );
  state.updateApp(applied.app);
  state.update({ submitted: true, sentForReview: true });
  log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
  const look = { app: applied.app, content: 'ours', by: applied.by, ageMs: 0 } as const;
  await followReview(inputs, { look, known, compare, startedAt: applied.endedAt }, ports);
}

/**
 * The draft, once a read shows that it holds what the folder does. A read may be old, so that a draft is called different only
 * by one that was sent long enough after the first. Throws CommandError `draft_differs`, which names the files.
 */
async function readSameDraft(
  first: App,
  { slug, ready, startedAt }: { readonly slug: string; readonly ready: ReadyFolder; readonly startedAt: number },
  ports: OnlinePorts,
): Promise<App> {
  let app = first;
  for (const afterMs of lookTimesMs) {
    if (afterMs > 0) {
      ports.log.debug(
        `the draft differs from the folder: reading it again after ${afterMs} ms, since a read may be old`,
      );
      await sleepUntil(startedAt + afterMs, ports);
      app = await readExisting(slug, ports);
    }
    const { changes, unlisted } = compareFolder(app, ready) ?? { changes: null, unlisted: [] };
    ports.state.update({ changes });
    if (changes?.length === 0) {
      if (unlisted.length > 0) ports.state.warn(describeUnlisted(unlisted));
      return app;
    }
  }
  const { changes } = ports.state.facts;
  const paths = changes === null ? 'the service does not show its files' : listNames(changes.map(({ path }) => path));
  throw new CommandError('draft_differs', paths);
}
