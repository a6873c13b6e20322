import { ApiError } from '../api/api-error.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import type { App } from '../model/app.ts';
import { mayBeInReview } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Match, Outcome, RunState, Step, Trust } from '../model/outcome.ts';
import { formatBytes, formatCount, formatDuration, listNames } from '../text/format.ts';
import { adviseFlag } from '../text/frontend.ts';
import { type AppliedChange, applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import {
  type Comparison,
  compareFolder,
  describeUnlisted,
  nameChanges,
  toMatch,
} from './compare.ts';
import { createApp, type NewApp } from './create.ts';
import {
  acceptPlan,
  type Examination,
  endByPlan,
  planByRead,
  planDeploy,
  planSubmit,
} from './plan.ts';
import { pollApp } from './readback.ts';
import { submitApp } from './submit.ts';
import { diffTexts } from './text-changes.ts';
import { isCurrent, isStatusCurrent, type Readback, readbackTimesMs } from './verify.ts';

/** The inputs, the folder and the context of a deploy. */
interface DeployRun {
  readonly inputs: Inputs;
  readonly folder: ScannedFolder;
  readonly context: CommandContext;
}

/**
 * Deploys the folder, and with `submit` sends the app for review. The app is read first, so that
 * content that is there already is not deployed again. Each change is verified. Nothing is deployed
 * after a submission.
 */
export async function deploy(
  inputs: Inputs,
  folder: ScannedFolder,
  context: CommandContext,
): Promise<Outcome> {
  const run: DeployRun = { inputs, folder, context };
  const { app, since, found } = await planByRead(inputs, context, (read) =>
    examineDraft(read, inputs, folder),
  );
  if (app !== null) await noteDraft(app, found, run);
  const plan = acceptPlan(found.plan);
  const end = endByPlan(plan, inputs, context);
  if (end !== null) return end;

  const steps = plan.kind === 'change' ? plan.steps : [];
  if (app === null || steps.includes('deploy')) return deployFolder(steps, app, run);
  // The draft has the folder's content already: what is left is its review.
  const match = matchFolder(folder, listPaths([app]));
  await submitApp(inputs, { app, match, since, folder }, context);
  return { kind: 'unchanged' };
}

interface ExaminedDraft extends Examination {
  /** Null if the app does not exist, or if the read shows no files. */
  readonly comparison: Comparison | null;
}

function examineDraft(app: App | null, inputs: Inputs, folder: ScannedFolder): ExaminedDraft {
  if (app === null) {
    return { plan: planDeploy(inputs, null, false), isSame: false, comparison: null };
  }
  const comparison = compareFolder(app, folder);
  const isSame = comparison !== null && isDraftSame(app, comparison);
  return { plan: planDeploy(inputs, app.status, isSame), isSame, comparison };
}

/**
 * Returns true if a draft need not be deployed again. Files that the service does not show cannot
 * be compared: they are deployed again, unless that would cost the app its review or its status.
 */
function isDraftSame(app: App, comparison: Comparison): boolean {
  if (comparison.changes.length > 0) return false;
  if (comparison.unlisted.length === 0) return true;
  return mayBeInReview(app.status) || app.status === 'published';
}

/** Records how the draft differs from the folder. */
async function noteDraft(app: App, found: ExaminedDraft, run: DeployRun): Promise<void> {
  const { state, log } = run.context;
  const { comparison } = found;
  if (comparison === null) {
    log.info(`Remote: ${app.status}, its files are not shown`);
    return;
  }
  const { changes, unlisted } = comparison;
  log.info(`Remote: ${app.status}, ${formatCount(changes.length, 'file', 'differ')}`);
  state.update({
    changes,
    filesVerified: comparison.isVerified,
    byteCountBefore: comparison.byteCount,
  });
  for (const notice of comparison.notices) state.notice(notice);
  if (found.isSame && unlisted.length > 0) {
    state.warn(`${describeUnlisted(unlisted)} To deploy them anyway, ${adviseFlag('force')}.`);
  }
  if (!run.inputs.diff) return;
  const textChanges = await diffTexts(app, run.folder, changes);
  state.update({ textChanges });
}

/** Creates the app if that is planned, deploys the folder, and submits the app if requested. */
async function deployFolder(
  steps: readonly Step[],
  before: App | null,
  run: DeployRun,
): Promise<Outcome> {
  const { inputs, folder, context } = run;
  const { state } = context;
  if (steps.includes('create')) {
    const { app } = await createDraft(run);
    // An app that another run created, or has changed since, counts as one that existed before.
    const isOurs = state.facts.created && app !== null && !isEnteredStatus(app.status);
    if (!isOurs) return deploy({ ...inputs, create: false }, folder, context);
  }
  const deployed = await sendFolder(before, run);
  if (before?.status === 'not_approved') {
    state.warn(
      'The app was not approved, which is final: it can never be published. Deploy it under a new slug.',
    );
  }
  noteContent(deployed.app, run);
  if (inputs.submit) await submitDeployed(deployed, before, run);
  return { kind: 'deployed' };
}

/**
 * Creates the app with only its name: the deploy adds the rest. If the service rejects the name,
 * the app is created with its slug as the name: then the deploy shows everything that does not fit,
 * and not only the name.
 */
async function createDraft(run: DeployRun): Promise<AppliedChange> {
  const { folder, context } = run;
  const { slug } = run.inputs;
  const { name } = folder.fields;
  const fields = name === undefined ? {} : { name };
  const target: NewApp = { slug, folder, match: () => 'same' };
  const { problems, moreProblems } = context.state.facts;
  try {
    return await createApp(fields, target, context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'field_rejected') throw error;
    // The deploy will report the problem again.
    context.state.update({ problems, moreProblems });
    return createApp({ name: slug }, target, context);
  }
}

/** Deploys the folder over what was there before. */
async function sendFolder(before: App | null, run: DeployRun): Promise<AppliedChange> {
  const { folder, context } = run;
  const { slug } = run.inputs;
  const { state, log, clock } = context;
  const lines = folder.files.map((file) => `${file.path}, ${formatBytes(file.bytes)}`);
  log.list('Files', lines);
  const startedAt = clock.now();
  const body = folder.createBody(slug);
  const known = before === null ? null : listPaths(state.reads);
  const deployed = await applyChange(
    {
      step: 'deploy',
      slug,
      folder,
      send: () => context.client.deployApp(body),
      match: matchFolder(folder, known),
      describeOther: (app) => nameChanges(compareFolder(app, folder)?.changes ?? []),
    },
    context,
  );
  const tookMs = clock.now() - startedAt;
  const duration = tookMs < 1_000 ? '' : ` in ${formatDuration(tookMs)}`;
  log.info(`Deployed ${slug}${duration}`);
  return deployed;
}

/**
 * Returns a function that compares an app with the folder. The match is `more` if the app has files
 * that neither the folder nor a read before the deploy has. `known` holds the paths of those reads;
 * if it is null, because the app did not exist, the match is never `more`.
 */
function matchFolder(
  folder: ScannedFolder,
  known: ReadonlySet<string> | null,
): (app: App) => Match {
  return (app) => {
    const changes = compareFolder(app, folder)?.changes;
    if (changes === undefined) return 'other';
    const differing = changes.filter((change) => change.kind !== 'removed');
    const paths = differing.map((change) => change.path);
    const match = toMatch(app, paths);
    const hasNewFiles = known !== null && changes.some((change) => !known.has(change.path));
    return match === 'same' && hasNewFiles ? 'more' : match;
  };
}

function listPaths(reads: readonly (App | null)[]): ReadonlySet<string> {
  const paths = reads.flatMap((app) => [...(app?.files?.keys() ?? [])]);
  return new Set(['index.html', ...paths]);
}

/** Records what the app holds after the deploy. Warns of files that only the service has. */
function noteContent(app: App | null, run: DeployRun): void {
  const { state } = run.context;
  const comparison = app === null ? null : compareFolder(app, run.folder);
  state.update({ filesVerified: comparison?.isVerified ?? false });
  const paths = comparison?.changes.map((change) => change.path) ?? [];
  if (paths.length === 0) return;
  const kept = new Set(paths);
  const changes = state.facts.changes?.filter((change) => !kept.has(change.path)) ?? null;
  state.update({ changes });
  state.warn(`The service has files that are not in the folder: ${listNames(paths)}.`);
}

/** Submits what was just deployed, unless the status of the app shows that this is not needed. */
async function submitDeployed(
  deployed: AppliedChange,
  before: App | null,
  run: DeployRun,
): Promise<void> {
  const { inputs, folder, context } = run;
  // Other files that the deploy left in the app are part of the submission.
  const match = matchFolder(folder, listPaths(context.state.reads));
  const statusBefore = before?.status ?? null;
  const app = await awaitStatus({ deployed, statusBefore, match }, run);
  const plan = acceptPlan(planSubmit(inputs.slug, app.status));
  if (endByPlan(plan, inputs, context) !== null) return;
  await submitApp(inputs, { app, match, since: deployed.since, folder }, context);
}

/** A deploy whose status is awaited. */
interface DeployedFolder {
  readonly deployed: AppliedChange;
  /** The status before the deploy; null if the app did not exist. */
  readonly statusBefore: string | null;
  /** Compares an app with what was deployed. */
  readonly match: (app: App) => Match;
}

/**
 * Reads the app after a deploy until its status either calls for a submission or is old enough to
 * trust. Throws CommandError `draft_changed`.
 */
async function awaitStatus(target: DeployedFolder, run: DeployRun): Promise<App> {
  const { slug } = run.inputs;
  const { state } = run.context;
  const { deployed } = target;
  // If no status is known yet, the read that confirmed the deploy may show the one from before it.
  const hasStatus = state.facts.app?.status != null;
  if (deployed.app !== null && hasStatus) {
    const trust = chooseTrust(deployed, target);
    recordAfterDeploy(deployed, trust, target, state);
    if (trust === 'all') return deployed.app;
  }
  const timesMs = readbackTimesMs.filter((timeMs) => timeMs > deployed.ageMs);
  const schedule = { since: deployed.since, timesMs };
  for await (const { read } of pollApp(slug, schedule, run.context)) {
    if (read === null) continue;
    const trust = chooseTrust(read, target);
    recordAfterDeploy(read, trust, target, state);
    if (trust === 'all' && read.app !== null) return read.app;
    // Somebody else has changed the content.
    if (trust === 'none' && isCurrent(read)) break;
  }
  throw new CommandError('draft_changed', slug);
}

/** Decides how much of a read after a deploy can be trusted. */
function chooseTrust(read: Readback, target: DeployedFolder): Trust {
  const { app } = read;
  if (app === null || target.match(app) !== 'same') return 'none';
  const needsSubmission = !mayBeInReview(app.status) && !isEnteredStatus(app.status);
  if (needsSubmission || isStatusCurrent(target.statusBefore, read)) return 'all';
  return 'content';
}

function recordAfterDeploy(
  read: Readback,
  trust: Trust,
  target: DeployedFolder,
  state: RunState,
): void {
  const match = read.app === null ? 'other' : target.match(read.app);
  state.record({ kind: 'read', app: read.app, match, trust });
}

/** Returns true if an app gets this status only by a submission. */
function isEnteredStatus(status: string): boolean {
  return status === 'in_review' || status === 'published' || status === 'not_approved';
}
