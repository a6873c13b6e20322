import { ApiError } from '../api/api-error.ts';
import type { App, AppFields } from '../app/app.ts';
import { type Comparison, compareFolder, describeUnlisted, nameChanges } from '../app/compare.ts';
import { mayBeInReview } from '../app/status.ts';
import { createBody } from '../folder/deploy-payload.ts';
import type { Folder } from '../folder/folder.ts';
import type { Run } from '../run/run.ts';
import { formatCount, formatDuration, joinTexts, listNames } from '../text/format.ts';
import { adviseFlag } from '../text/frontend.ts';
import { applyChange } from './change.ts';
import { createApp } from './create.ts';
import { endByPlan, noteReason, planDeploy, planSubmit, readForPlan } from './plan.ts';
import { submitApp } from './submit.ts';
import { diffTexts } from './text-changes.ts';

/**
 * Deploys the folder and, with `submit`, sends the app for review. The app is read first: content
 * that the draft has already is not deployed again. Nothing is deployed after a submission.
 */
export async function deploy(folder: Folder, run: Run): Promise<void> {
  const { inputs, report } = run;
  const before = await readForPlan(run);
  const comparison = before === null ? null : compareFolder(before, folder);
  const isSame = before !== null && comparison !== null && isDraftSame(before, comparison);
  report.noteApp(before, isSame);
  if (before !== null) await noteDraft(before, comparison, isSame, folder, run);

  const plan = planDeploy(inputs, before, report.slug, isSame);
  if (endByPlan(plan, run)) return;
  const steps = plan.kind === 'change' ? plan.steps : [];
  let app = before;
  if (steps.includes('create')) {
    app = await createDraft(folder, run);
    // Another run may have created the app, or submitted it since: then it is read and planned anew.
    const isTaken = report.doneByOther.has('create') || app?.status === 'in_review';
    if (isTaken) return deploy(folder, run);
  }
  const isDeployed = steps.includes('deploy');
  if (isDeployed) app = await sendFolder(app, folder, run);
  report.end(isDeployed ? 'deployed' : 'unchanged');
  if (!inputs.submit || app === null) return;
  if (isDeployed) {
    // The read that confirmed the deploy shows whether there is something to submit.
    const submission = planSubmit(app);
    noteReason(submission, run);
    if (submission.kind === 'nothing' && submission.reason === 'published') return;
  }
  await submitApp(app, folder, run);
}

/**
 * Returns true if a draft need not be deployed again. If the service does not show some files, they
 * cannot be compared. Then the folder is deployed again, unless that would take the app out of
 * review, or would end its status `published`.
 */
function isDraftSame(app: App, comparison: Comparison): boolean {
  if (comparison.changes.length > 0) return false;
  if (comparison.unlisted.length === 0) return true;
  return mayBeInReview(app.status) || app.status === 'published';
}

/** Notes how the draft differs from the folder. */
async function noteDraft(
  app: App,
  comparison: Comparison | null,
  isSame: boolean,
  folder: Folder,
  { inputs, report, log }: Run,
): Promise<void> {
  if (comparison === null) {
    log.info(`Remote: ${app.status}, its files are not shown`);
    return;
  }
  const { changes, unlisted } = comparison;
  const count = formatCount(changes.length, 'file', 'differ');
  log.info(joinTexts([`Remote: ${app.status}, ${count}`, nameChanges(changes)], ': '));
  report.changes = changes;
  report.filesVerified = comparison.isVerified;
  report.byteCountBefore = comparison.byteCount;
  for (const notice of comparison.notices) report.notice(notice);
  if (isSame && unlisted.length > 0) {
    report.warn(`${describeUnlisted(unlisted)} To deploy them anyway, ${adviseFlag('force')}.`);
  }
  if (inputs.diff) report.textChanges = await diffTexts(app, folder, changes);
}

/**
 * Creates the app with only its name: the deploy adds the rest. If the service rejects the name,
 * the app is created with its slug as the name. Then the response to the deploy lists everything
 * that the service rejects, and not only the name.
 */
async function createDraft(folder: Folder, run: Run): Promise<App | null> {
  const { report } = run;
  const { name } = folder.fields;
  const fields: AppFields = name === undefined ? {} : { name };
  const { problems, moreProblems, wasFoundOffline } = report;
  const isOurs = (): boolean => true;
  try {
    return await createApp(fields, folder, isOurs, run);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'field_rejected') throw error;
    report.problems = problems;
    report.moreProblems = moreProblems;
    report.wasFoundOffline = wasFoundOffline;
    return createApp({ name: report.slug }, folder, isOurs, run);
  }
}

/** Sends the folder in place of the app's content, and verifies that. */
async function sendFolder(before: App | null, folder: Folder, run: Run): Promise<App | null> {
  const { report, clock, log, client } = run;
  const startedAt = clock.now();
  let isWhole = false;
  let comparison: Comparison | null = null;
  const body = createBody(report.slug, folder, (total) => {
    const watch = run.watchUpload(total);
    isWhole = false;
    return (sentBytes) => {
      isWhole = sentBytes >= total;
      watch(sentBytes);
    };
  });
  const { app } = await applyChange(
    {
      step: 'deploy',
      before,
      folder,
      send: () => client.deployApp(body),
      isSentWhole: () => isWhole,
      showsResult: (shown) => {
        comparison = shown === null ? null : compareFolder(shown, folder);
        return comparison !== null && hasFolder(comparison);
      },
      describeOther: () => nameChanges(comparison?.changes ?? []),
    },
    run,
  );
  const tookMs = clock.now() - startedAt;
  const duration = tookMs < 1_000 ? '' : ` in ${formatDuration(tookMs)}`;
  log.info(`Deployed ${report.slug}${duration}`);
  noteContent(comparison, run);
  return app;
}

/** Returns true if an app has the folder's content. A service may keep, or add, other files. */
function hasFolder({ changes }: Comparison): boolean {
  return changes.every((change) => change.kind === 'removed');
}

/** Notes the content after the deploy. Warns about files that only the service has. */
function noteContent(comparison: Comparison | null, { report }: Run): void {
  report.filesVerified = comparison?.isVerified ?? false;
  const paths = new Set(comparison?.changes.map((change) => change.path));
  if (paths.size === 0) return;
  report.changes = report.changes?.filter((change) => !paths.has(change.path)) ?? null;
  report.warn(`The service has files that are not in the folder: ${listNames([...paths])}.`);
}
