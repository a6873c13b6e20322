import { ApiError } from '../api/api-error.ts';
import type { Folder } from '../folder/folder.ts';
import type { App } from '../model/app.ts';
import { mayBeInReview } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Match, Outcome, RunState } from '../model/outcome.ts';
import { type AppliedChange, applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import {
  type Comparison,
  compareFolder,
  describeUnlisted,
  isSameContent,
  nameChanges,
} from './compare.ts';
import {
  acceptPlan,
  type Examination,
  endByPlan,
  makeMissingError,
  planByRead,
  planSubmit,
  refuse,
} from './plan.ts';
import { followReview } from './review.ts';

/**
 * Sends the draft for review as it is. If a folder is given, the draft must have the same content.
 * An app already in review stays there.
 */
export async function submit(
  inputs: Inputs,
  folder: Folder | null,
  context: CommandContext,
): Promise<Outcome> {
  const { state } = context;
  const { app, since, found } = await planByRead(inputs, context, (read) =>
    examineSubmission(read, inputs.slug, folder),
  );
  if (app === null) throw makeMissingError(inputs.slug);
  if (found.comparison !== null) noteComparison(found.comparison, found.isSame, state);
  const plan = acceptPlan(found.plan);
  if (folder === null) {
    const updatedAt = app.updatedAt ?? 'an unknown time';
    state.notice(`The draft of ${inputs.slug} was last updated at ${updatedAt}.`);
  }
  const end = endByPlan(plan, inputs, context);
  if (end !== null) return end;
  const match = folder === null ? null : matchDraft(app, folder);
  await submitApp(inputs, { app, match, since, folder }, context);
  if (plan.kind !== 'change') return { kind: 'unchanged' };
  // The service may have approved the same content before this submission arrived.
  return { kind: state.facts.submitted ? 'submitted' : 'unchanged' };
}

interface ExaminedSubmission extends Examination {
  /** Null without an app or a folder, or if the read shows no files. */
  readonly comparison: Comparison | null;
}

function examineSubmission(
  app: App | null,
  slug: string,
  folder: Folder | null,
): ExaminedSubmission {
  if (app === null) {
    return { plan: refuse(makeMissingError(slug)), isSame: false, comparison: null };
  }
  if (folder === null) {
    return { plan: planSubmit(slug, app.status), isSame: true, comparison: null };
  }
  const comparison = compareFolder(app, folder);
  if (comparison?.changes.length === 0) {
    return { plan: planSubmit(slug, app.status), isSame: true, comparison };
  }
  const error = new CommandError('draft_differs', describeDifference(comparison));
  return { plan: refuse(error), isSame: false, comparison };
}

function describeDifference(comparison: Comparison | null): string {
  if (comparison === null) return 'files that the service does not show';
  return nameChanges(comparison.changes);
}

/** Records how the draft differs from the folder. */
function noteComparison(comparison: Comparison, isSame: boolean, state: RunState): void {
  state.update({ changes: comparison.changes });
  if (!isSame) return;
  for (const notice of comparison.notices) state.notice(notice);
  if (comparison.unlisted.length > 0) state.warn(describeUnlisted(comparison.unlisted));
}

/** Returns a function that compares an app with a draft that has the folder's content. */
function matchDraft(draft: App, folder: Folder): (app: App) => Match {
  return (app) => {
    const isSame = isSameContent(app, draft) && compareFolder(app, folder)?.changes.length === 0;
    return isSame ? 'same' : 'other';
  };
}

/** An app to send for review, or one that is in review already. */
export interface Submission {
  readonly app: App;
  /** Compares an app with the content to submit; null if any content will do. */
  readonly match: ((app: App) => Match) | null;
  /**
   * When the last change got its response or was lost, in the clock's time. If nothing was sent:
   * when the first response of the run came.
   */
  readonly since: number;
  /** The folder in which the problems that the service reports are located; null without one. */
  readonly folder: Folder | null;
}

/**
 * Sends the app for review unless it is in review already, verifies that, and follows the review.
 */
export async function submitApp(
  inputs: Inputs,
  submission: Submission,
  context: CommandContext,
): Promise<void> {
  const { state, log } = context;
  const { app, match, since } = submission;
  // `state.reads` grows with each read, and the review needs those from before the submission.
  const readsBefore = state.reads;
  if (mayBeInReview(app.status)) {
    const read = { app, ageMs: context.clock.now() - since };
    await followReview(inputs, { reads: readsBefore, match, read, since }, context);
    return;
  }
  const applied = await sendSubmission(inputs, submission, context);
  if (applied.isAccepted) {
    state.update({ termsAccepted: inputs.termsVersion });
    log.info(`Submitted for review, with the developer terms ${inputs.termsVersion} accepted`);
  } else if (state.facts.sentForReview) {
    log.info('Submitted for review, as a read of the app shows');
  } else {
    log.info('Not submitted: another run has sent this content for review');
  }
  const followed = { reads: readsBefore, match, read: applied, since: applied.since };
  await followReview(inputs, followed, context);
}

async function sendSubmission(
  inputs: Inputs,
  submission: Submission,
  context: CommandContext,
): Promise<AppliedChange> {
  try {
    return await applyChange(
      {
        step: 'submit',
        slug: inputs.slug,
        folder: submission.folder,
        send: () => context.client.submitApp(inputs.slug, inputs.termsVersion),
        match: submission.match ?? (() => 'same'),
      },
      context,
    );
  } catch (error) {
    throw explainTakenDown(error, submission.app);
  }
}

/**
 * Returns the error for a refused submission: CommandError `taken_down` after a 409 for an app that
 * was taken down, and otherwise the error that was given.
 */
function explainTakenDown(error: unknown, app: App): unknown {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  if (!isConflict || app.status !== 'taken_down') return error;
  const words = error.details.message ?? 'returned 409';
  return new CommandError('taken_down', `${app.slug} (${words})`, { cause: error });
}
