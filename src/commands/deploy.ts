import { ApiError } from '../api/api-error.ts';
import { createBody } from '../folder/deploy-payload.ts';
import type { Folder } from '../folder/folder.ts';
import type { App, AppFields } from '../model/app.ts';
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
  readonly folder: Folder;
  readonly context: CommandContext;
}

/**
 * Deploys the folder and, with `submit`, sends the app for review. The app is read first: content
 * that the draft has already is not deployed again. Each change is verified. Nothing is deployed
 * after a submission.
 */
export async function deploy(
  inputs: Inputs,
  folder: Folder,
  context: CommandContext,
): Promise<Outcome> {
  const run: DeployRun = { inputs, folder, context };
  const planned = await planFromDraft(run);
  if (!planned.steps.includes('create')) return carryOut(planned, run);
  const isOurs = await createDraft(run);
  if (isOurs) return deployFolder(null, run);
  // If another run created the app or has changed it since, the app is treated as one that existed
  // before this run.
  const existing: DeployRun = { ...run, inputs: { ...inputs, create: false } };
  return carryOut(await planFromDraft(existing), existing);
}

/** A deploy that was planned from a read of the app. */
interface PlannedDeploy {
  /** Null if the app does not exist. */
  readonly app: App | null;
  /** When the first response of the run came, in the clock's time. */
  readonly since: number;
  /** The outcome if the plan ends the run; null if something is left to do. */
  readonly end: Outcome | null;
  /** The changes to make; empty if the plan ends the run, or if only a review is to be followed. */
  readonly steps: readonly Step[];
}

/** Reads the app, records how its draft differs from the folder, and plans the deploy. */
async function planFromDraft(run: DeployRun): Promise<PlannedDeploy> {
  const { inputs, folder, context } = run;
  const planned = await planByRead(inputs, context, (app) => examineDraft(app, inputs, folder));
  if (planned.app !== null) await noteDraft(planned.app, planned.found, run);
  const plan = acceptPlan(planned.found.plan);
  const end = endByPlan(plan, inputs, context);
  const hasSteps = end === null && plan.kind === 'change';
  return { app: planned.app, since: planned.since, end, steps: hasSteps ? plan.steps : [] };
}

/** Deploys the folder or only submits the draft, as planned. The app must have been created. */
async function carryOut(planned: PlannedDeploy, run: DeployRun): Promise<Outcome> {
  const { app } = planned;
  if (planned.end !== null) return planned.end;
  if (app === null || planned.steps.includes('deploy')) return deployFolder(app, run);
  // The draft has the folder's content already, so only its review is left to do.
  const submission = {
    app,
    match: matchFolder(run.folder, listPaths([app])),
    since: planned.since,
    folder: run.folder,
  };
  await submitApp(run.inputs, submission, run.context);
  return { kind: 'unchanged' };
}

/** A read of the app, compared with the folder. */
interface ExaminedDraft extends Examination {
  /** Null if the app does not exist, or if the read shows no files. */
  readonly comparison: Comparison | null;
}

function examineDraft(app: App | null, inputs: Inputs, folder: Folder): ExaminedDraft {
  if (app === null) {
    return { plan: planDeploy(inputs, null, false), isSame: false, comparison: null };
  }
  const comparison = compareFolder(app, folder);
  const isSame = comparison !== null && isDraftSame(app, comparison);
  return { plan: planDeploy(inputs, app.status, isSame), isSame, comparison };
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

/** Records how the draft differs from the folder. */
async function noteDraft(app: App, found: ExaminedDraft, run: DeployRun): Promise<void> {
  const { state, log } = run.context;
  const { comparison } = found;
  if (comparison === null) {
    log.info(`Remote: ${app.status}, its files are not shown`);
    return;
  }
  log.info(`Remote: ${app.status}, ${formatCount(comparison.changes.length, 'file', 'differ')}`);
  state.update({
    changes: comparison.changes,
    filesVerified: comparison.isVerified,
    byteCountBefore: comparison.byteCount,
  });
  for (const notice of comparison.notices) state.notice(notice);
  if (found.isSame && comparison.unlisted.length > 0) {
    state.warn(
      `${describeUnlisted(comparison.unlisted)} To deploy them anyway, ${adviseFlag('force')}.`,
    );
  }
  if (!run.inputs.diff) return;
  const textChanges = await diffTexts(app, run.folder, comparison.changes);
  state.update({ textChanges });
}

/**
 * Creates the app with only its name: the deploy adds the rest. If the service rejects the name,
 * the app is created with its slug as the name. Then the response to the deploy lists everything
 * that the service rejects, and not only the name.
 *
 * Returns true if this run created the app, and nobody has submitted it since.
 */
async function createDraft(run: DeployRun): Promise<boolean> {
  const name = run.folder.fields.name;
  const created = await createNamedApp(name === undefined ? {} : { name }, run);
  const isCreatedHere = run.context.state.facts.created;
  return isCreatedHere && created.app !== null && !isEnteredStatus(created.app.status);
}

async function createNamedApp(fields: AppFields, run: DeployRun): Promise<AppliedChange> {
  const { slug } = run.inputs;
  const target: NewApp = { slug, folder: run.folder, match: () => 'same' };
  const { problems, moreProblems } = run.context.state.facts;
  try {
    return await createApp(fields, target, run.context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'field_rejected') throw error;
    // Restore the problems from before the refusal: the deploy will report its problem again.
    run.context.state.update({ problems, moreProblems });
    return createApp({ name: slug }, target, run.context);
  }
}

/**
 * Deploys the folder, and submits the app if requested. `before` is the app before the deploy; null
 * if it did not exist.
 */
async function deployFolder(before: App | null, run: DeployRun): Promise<Outcome> {
  const deployed = await sendFolder(before, run);
  if (before?.status === 'not_approved') {
    run.context.state.warn(
      'The app was not approved, which is final: it can never be published. Deploy it under a new slug.',
    );
  }
  noteContent(deployed.app, run);
  if (run.inputs.submit) await submitDeployed(deployed, before, run);
  return { kind: 'deployed' };
}

/** Sends the folder in place of the app's content, and verifies that. */
async function sendFolder(before: App | null, run: DeployRun): Promise<AppliedChange> {
  const { folder, context } = run;
  const { slug } = run.inputs;
  const lines = folder.files.map((file) => `${file.path}, ${formatBytes(file.bytes.length)}`);
  context.log.list('Files', lines);
  const startedAt = context.clock.now();
  const body = createBody(slug, folder, context.watchUpload);
  const known = before === null ? null : listPaths(context.state.reads);
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
  const tookMs = context.clock.now() - startedAt;
  const duration = tookMs < 1_000 ? '' : ` in ${formatDuration(tookMs)}`;
  context.log.info(`Deployed ${slug}${duration}`);
  return deployed;
}

/**
 * Returns a function that compares an app with the folder. `known` holds the paths that the reads
 * before the deploy showed; null if the app did not exist. The match is `more` if the app has the
 * folder's files and, in addition, files that are neither in the folder nor known. If `known` is
 * null, the match is never `more`.
 */
function matchFolder(folder: Folder, known: ReadonlySet<string> | null): (app: App) => Match {
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

/** Records the app's content after the deploy. Warns about files that only the service has. */
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

/** Submits the app after its deploy, unless its status shows that this is not needed. */
async function submitDeployed(
  deployed: AppliedChange,
  before: App | null,
  run: DeployRun,
): Promise<void> {
  const { inputs, folder, context } = run;
  // Files that only the app has are part of the submission, too.
  const match = matchFolder(folder, listPaths(context.state.reads));
  const statusBefore = before?.status ?? null;
  const app = await awaitStatus({ deployed, statusBefore, match }, run);
  const plan = acceptPlan(planSubmit(inputs.slug, app.status));
  if (endByPlan(plan, inputs, context) !== null) return;
  await submitApp(inputs, { app, match, since: deployed.since, folder }, context);
}

/** A deploy after which the app's status may not be current yet. */
interface DeployedFolder {
  readonly deployed: AppliedChange;
  /** The status before the deploy; null if the app did not exist. */
  readonly statusBefore: string | null;
  /** Compares an app with what was deployed. */
  readonly match: (app: App) => Match;
}

/**
 * Reads the app after a deploy until its status either requires a submission or can be trusted.
 * Throws CommandError `draft_changed` if somebody has changed the draft, or if no read shows it.
 */
async function awaitStatus(target: DeployedFolder, run: DeployRun): Promise<App> {
  const { state } = run.context;
  const { deployed } = target;
  // As long as no status is recorded, the read that confirmed the deploy may show the status from
  // before the deploy.
  const hasStatus = state.facts.app?.status != null;
  if (deployed.app !== null && hasStatus) {
    const trust = chooseTrust(deployed, target);
    recordAfterDeploy(deployed, trust, target, state);
    if (trust === 'all') return deployed.app;
  }
  const timesMs = readbackTimesMs.filter((timeMs) => timeMs > deployed.ageMs);
  const schedule = { since: deployed.since, timesMs };
  for await (const polled of pollApp(run.inputs.slug, schedule, run.context)) {
    const read = polled.read;
    if (read === null) continue;
    const trust = chooseTrust(read, target);
    recordAfterDeploy(read, trust, target, state);
    if (trust === 'all' && read.app !== null) return read.app;
    // If a current read shows other content, somebody else has changed the draft.
    if (trust === 'none' && isCurrent(read)) break;
  }
  throw new CommandError('draft_changed', run.inputs.slug);
}

/** Returns the part of a read after a deploy that can be trusted. */
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

/** Returns true if an app can only get this status after a submission. */
function isEnteredStatus(status: string): boolean {
  return status === 'in_review' || status === 'published' || status === 'not_approved';
}
