import { ApiError } from '../api/api-error.ts';
import type { App } from '../app/app.ts';
import { compareFolder, describeUnlisted, isSameContent, nameChanges } from '../app/compare.ts';
import { mayBeInReview, toReviewState } from '../app/status.ts';
import { ActionError, adviseTerms, makeError, ownTerms } from '../errors.ts';
import type { Folder } from '../folder/folder.ts';
import type { Run } from '../run/run.ts';
import { perFrontend } from '../text/frontend.ts';
import { applyChange, type MadeChange } from './change.ts';
import { endByPlan, planSubmit, readExisting } from './plan.ts';
import { followReview } from './review.ts';

/**
 * Sends the draft for review as it is. If a folder is given, the draft must have the same content.
 * An app already in review stays there.
 */
export async function submit(folder: Folder | null, run: Run): Promise<void> {
  const { report } = run;
  const app = await readExisting(run);
  if (folder !== null) assertSame(app, folder, run);
  report.noteApp(app, true);
  const plan = planSubmit(app);
  if (folder === null) {
    const updatedAt = app.updatedAt ?? 'an unknown time';
    report.notice(`The draft of ${report.slug} was last updated at ${updatedAt}.`);
  }
  if (endByPlan(plan, run)) return;
  await submitApp(app, folder, run);
  // The service may have approved the same content before this submission arrived.
  const isSubmitted = plan.kind === 'change' && report.submitted;
  report.end(isSubmitted ? 'submitted' : 'unchanged');
}

function assertSame(app: App, folder: Folder, { report }: Run): void {
  const comparison = compareFolder(app, folder);
  if (comparison === null) {
    throw makeError('draft_differs', 'files that the service does not show');
  }
  const { changes, unlisted, notices } = comparison;
  report.changes = changes;
  if (changes.length > 0) throw makeError('draft_differs', nameChanges(changes));
  for (const notice of notices) report.notice(notice);
  if (unlisted.length > 0) report.warn(describeUnlisted(unlisted));
}

/**
 * Sends an app for review unless it is in review already, and follows the review. `app`: the last
 * read, which shows the content to submit.
 */
export async function submitApp(app: App, folder: Folder | null, run: Run): Promise<void> {
  const { inputs, report, client, log } = run;
  if (mayBeInReview(app.status)) return followReview({ before: app, content: app }, app, run);
  const { termsVersion } = inputs;
  let submitted: MadeChange;
  try {
    submitted = await applyChange(
      {
        step: 'submit',
        before: app,
        folder,
        send: () => client.submitApp(report.slug, termsVersion),
        showsResult: (shown) => isSubmitted(shown, app, folder !== null),
      },
      run,
    );
  } catch (error) {
    throw explainRefusal(error, app, termsVersion);
  }
  if (submitted.isAccepted) {
    report.termsAccepted = termsVersion;
    log.info(`Submitted for review, with the developer terms ${termsVersion} accepted`);
  } else if (report.done.has('submit')) {
    log.info('Submitted for review, as a read of the app shows');
  } else {
    log.info('Not submitted: another run has sent this content for review');
  }
  // Without a folder, the content in review is what the service has taken.
  const content = folder === null ? (submitted.app ?? app) : app;
  await followReview({ before: app, content }, submitted.app, run);
}

/** Returns true if a read shows an app that was sent for review after the read `before`. */
function isSubmitted(app: App | null, before: App, comparesContent: boolean): boolean {
  if (app === null || toReviewState(app.status) === 'none') return false;
  const isNew = app.status !== before.status || app.submittedAt !== before.submittedAt;
  return isNew && (!comparesContent || isSameContent(before, app));
}

/** Returns an error that says more about the refusal of a submission, or else the given error. */
function explainRefusal(error: unknown, app: App, sentTerms: string): unknown {
  if (error instanceof ApiError && error.code === 'terms_required') {
    return explainTerms(error, sentTerms);
  }
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  if (!isConflict || app.status !== 'taken_down') return error;
  const words = error.details.message ?? 'returned 409';
  return makeError('taken_down', `${app.slug} (${words})`, { cause: error });
}

/** Names both versions of the terms: the one that was sent, and the one that the service requires. */
function explainTerms(error: ApiError, sent: string): ActionError {
  const required = error.details.termsVersion;
  if (required === null) return error;
  const what = perFrontend('this step', 'this run');
  const versions = `${what} sent ${sent}, the service asks for ${required}`;
  let { next } = error;
  // YAML reads 2026.10 without quotes as a number, which is 2026.1.
  if (sent !== required && Number(sent) === Number(required)) {
    next = `YAML reads ${required} without quotes as the number ${sent}. ${ownTerms} If that is done, ${adviseTerms(required)}, with the quotes.`;
  }
  return new ActionError(`${error.message}; ${versions}`, {
    code: error.code,
    kind: error.kind,
    next,
    cause: error,
  });
}
