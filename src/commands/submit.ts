import { ApiError } from '../api/api-error.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import type { App } from '../model/app.ts';
import { mayBeInReview } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Match, Outcome } from '../model/outcome.ts';
import { listNames } from '../text/format.ts';
import { applyChange, type PlannedChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { type Comparison, compareFolder, describeUnlisted, isSameContent } from './compare.ts';
import { type Examined, endByPlan, planByRead, planSubmit, requireApp } from './plan.ts';
import { followReview } from './review.ts';

/**
 * Sends the draft as it is for review. With a folder, the draft must have the same content. An app
 * that is in review already stays there.
 */
export async function submit(
  inputs: Inputs,
  folder: ScannedFolder | null,
  context: CommandContext,
): Promise<Outcome> {
  const { slug } = inputs;
  const { app, since, plan } = await planByRead(inputs, context, (read) =>
    examineDraft(read, slug, { folder, context }),
  );
  const draft = requireApp(app, slug);
  if (folder === null) {
    context.state.notice(
      `The draft of ${slug} was last updated at ${draft.updatedAt ?? 'an unknown time'}.`,
    );
  }
  const end = endByPlan(plan, inputs, context);
  if (end !== null) return end;
  const match =
    folder &&
    ((shown: App): Match =>
      isSameContent(shown, draft) && compareFolder(shown, folder)?.changes.length === 0
        ? 'same'
        : 'other');
  await submitApp(inputs, { app: draft, match, since, folder }, context);
  return { kind: plan.kind === 'change' ? 'submitted' : 'unchanged' };
}

function examineDraft(
  app: App | null,
  slug: string,
  { folder, context }: { readonly folder: ScannedFolder | null; readonly context: CommandContext },
): Examined {
  const { state } = context;
  const comparison = app && folder && compareFolder(app, folder);
  const isSame = folder === null || comparison?.changes.length === 0;
  return {
    plan() {
      const { status } = requireApp(app, slug);
      if (!isSame) throw new CommandError('draft_differs', describeDifference(comparison));
      return planSubmit(slug, status);
    },
    isSame,
    note() {
      if (comparison === null) return;
      state.update({ changes: comparison.changes });
      if (!isSame) return;
      for (const notice of comparison.notices) state.notice(notice);
      if (comparison.unlisted.length > 0) state.warn(describeUnlisted(comparison.unlisted));
    },
  };
}

function describeDifference(comparison: Comparison | null): string {
  return comparison === null
    ? 'files that the service does not show'
    : listNames(comparison.changes.map(({ path }) => path));
}

/** An app to be sent for review, or in review already. */
interface Draft extends Pick<PlannedChange, 'folder'> {
  readonly app: App;
  /** Compares an app with the content to submit; null for any content. */
  readonly match: PlannedChange['match'] | null;
  /**
   * Clock time when the last change was answered or lost; where nothing was sent, of the first
   * response.
   */
  readonly since: number;
}

/**
 * Sends the app for review, unless it is in review already, verifies that, and follows the review.
 */
export async function submitApp(
  inputs: Inputs,
  draft: Draft,
  context: CommandContext,
): Promise<void> {
  const { slug, termsVersion } = inputs;
  const { state, log, client, clock } = context;
  const { app, match, folder, since } = draft;
  const { reads } = state;
  if (mayBeInReview(app.status)) {
    return followReview(
      inputs,
      { reads, match, look: { app, ageMs: clock.now() - since }, since },
      context,
    );
  }
  const change: PlannedChange = {
    operation: 'submit',
    slug,
    folder,
    match: match ?? (() => 'same'),
    send: () => client.submitApp(slug, termsVersion),
  };
  const applied = await applyChange(change, context).catch((error) => {
    throw explainTakenDown(error, app);
  });
  state.update({ termsAccepted: termsVersion });
  log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
  await followReview(inputs, { reads, match, look: applied, since: applied.since }, context);
}

/** A submission of an app that was taken down is answered with a conflict. */
function explainTakenDown(error: unknown, { slug, status }: App): unknown {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  if (!isConflict || status !== 'taken_down') return error;
  const words = error.details.message ?? 'returned 409';
  return new CommandError('taken_down', `${slug} (${words})`, { cause: error });
}
