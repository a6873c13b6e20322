import { ApiError } from '../api/api-error.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import type { App, AppFields } from '../model/app.ts';
import { mayBeInReview } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Match, Outcome, Step } from '../model/outcome.ts';
import { formatBytes, formatCount, formatDuration, listNames } from '../text/format.ts';
import { adviseFlag } from '../text/frontend.ts';
import { type Applied, applyChange, type PlannedChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { compareFolder, describeUnlisted, toMatch } from './compare.ts';
import { createApp } from './create.ts';
import { lookAt } from './look.ts';
import { type Examined, endByPlan, planByRead, planDeploy, planSubmit } from './plan.ts';
import { submitApp } from './submit.ts';
import { diffTexts } from './text-changes.ts';
import { isStateCurrent, type Look, lookTimesMs, proofAgeMs } from './verify.ts';

/**
 * Deploys the folder, and with `submit` sends the app for review. Reads first, so that content
 * which is there already is not deployed again; verifies each change; never deploys after a
 * submission.
 */
export async function deploy(
  inputs: Inputs,
  folder: ScannedFolder,
  context: CommandContext,
): Promise<Outcome> {
  const run = { inputs, folder, context };
  const { app, since, plan } = await planByRead(inputs, context, (read) => examine(read, run));
  const end = endByPlan(plan, inputs, context);
  if (end !== null) return end;
  const steps = plan.kind === 'change' ? plan.steps : [];
  if (app === null || steps.includes('deploy')) return deployFolder(steps, app, run);
  // The draft holds the folder's content: what is left is its review.
  await submitApp(
    inputs,
    { app, match: matchFolder(folder, listPaths([app])), since, folder },
    context,
  );
  return { kind: 'unchanged' };
}

interface DeployRun {
  readonly inputs: Inputs;
  readonly folder: ScannedFolder;
  readonly context: CommandContext;
}

function examine(app: App | null, { inputs, folder, context }: DeployRun): Examined {
  const { state, log } = context;
  const comparison = app && compareFolder(app, folder);
  const { changes = null, unlisted = [], isVerified = false, notices = [] } = comparison ?? {};
  // To deploy again what cannot be compared costs an app its review, or its published state, and nothing elsewhere.
  const isCostly = app !== null && (mayBeInReview(app.status) || app.status === 'published');
  const isSame = changes?.length === 0 && (unlisted.length === 0 || isCostly);
  return {
    plan: () => planDeploy(inputs, app?.status ?? null, isSame),
    isSame,
    async note() {
      if (app === null) return;
      const compared =
        changes === null
          ? 'its files are not shown'
          : formatCount(changes.length, 'file', 'differ');
      log.info(`Remote: ${app.status}, ${compared}`);
      state.update({ changes, filesVerified: isVerified });
      for (const notice of notices) state.notice(notice);
      if (isSame && unlisted.length > 0) {
        state.warn(`${describeUnlisted(unlisted)} To deploy them anyway, ${adviseFlag('force')}.`);
      }
      if (inputs.diff && changes !== null)
        state.update({ textChanges: await diffTexts(app, folder, changes) });
    },
  };
}

/**
 * Compares apps with the folder. Files that only the service has are no difference where they are
 * among those `kept`, which a read showed before; null where no read could.
 */
function matchFolder(folder: ScannedFolder, kept: ReadonlySet<string> | null): (app: App) => Match {
  return (app) => {
    const changes = compareFolder(app, folder)?.changes;
    if (changes === undefined) return 'other';
    const differing = changes.filter(({ kind }) => kind !== 'removed').map(({ path }) => path);
    const isMore = changes.some(({ path }) => kept?.has(path) === false);
    const match = toMatch(app, differing);
    return match === 'same' && isMore ? 'more' : match;
  };
}

function listPaths(reads: readonly (App | null)[]): ReadonlySet<string> {
  return new Set(reads.flatMap((app) => ['index.html', ...(app?.files?.keys() ?? [])]));
}

/**
 * Creates the app where that is planned, deploys the folder, and submits it where that is asked
 * for.
 */
async function deployFolder(
  steps: readonly Step[],
  before: App | null,
  run: DeployRun,
): Promise<Outcome> {
  const { inputs, folder, context } = run;
  const { state, log, clock } = context;
  if (steps.includes('create')) {
    const created = await createDraft(run);
    // Another run has created it, or done more with it: it is one that was there.
    if (!state.facts.created || created.app === null || isEnteredState(created.app)) {
      return deploy({ ...inputs, create: false }, folder, context);
    }
  }
  const lines = folder.files.map(({ path, bytes }) => `${path}, ${formatBytes(bytes)}`);
  log.list('Files', lines);
  const startedAt = clock.now();
  const body = folder.createBody(inputs.slug);
  const change: PlannedChange = {
    operation: 'deploy',
    slug: inputs.slug,
    folder,
    send: () => context.client.deployApp(body),
    match: matchFolder(folder, before === null ? null : listPaths(state.reads)),
    describeOther: (app) =>
      listNames(compareFolder(app, folder)?.changes.map(({ path }) => path) ?? []),
  };
  const deployed = await applyChange(change, context);
  const tookMs = clock.now() - startedAt;
  log.info(`Deployed ${inputs.slug}${tookMs < 1_000 ? '' : ` in ${formatDuration(tookMs)}`}`);
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
 * Creates the app with its name alone: the deploy brings the rest. Where that name does not fit,
 * its slug takes its place, so that the deploy is told of all that does not fit and not of the name
 * alone.
 */
async function createDraft({ inputs: { slug }, folder, context }: DeployRun): Promise<Applied> {
  const { name } = folder.fields;
  const create = (fields: AppFields) =>
    createApp(fields, { slug, folder, match: () => 'same' }, context);
  const { problems, moreProblems } = context.state.facts;
  try {
    return await create(name === undefined ? {} : { name });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'field_rejected') throw error;
    // The deploy is told of the name again.
    context.state.update({ problems, moreProblems });
    return create({ name: slug });
  }
}

/**
 * Notes what the app holds after the deploy, and warns of the files that the service keeps beside
 * the folder's.
 */
function noteContent(app: App | null, { folder, context: { state } }: DeployRun): void {
  const comparison = app && compareFolder(app, folder);
  const left = new Set(comparison?.changes.map(({ path }) => path));
  state.update({ filesVerified: comparison?.isVerified ?? false });
  if (left.size === 0) return;
  state.update({ changes: state.facts.changes?.filter(({ path }) => !left.has(path)) ?? null });
  state.warn(`The service has files that are not in the folder: ${listNames([...left])}.`);
}

/** Sends what was just deployed for review, unless its state shows that there is no need to. */
async function submitDeployed(
  deployed: Applied,
  before: App | null,
  run: DeployRun,
): Promise<void> {
  const { inputs, folder, context } = run;
  const { slug } = inputs;
  // What the deploy left beside our files is part of what is submitted.
  const match = matchFolder(folder, listPaths(context.state.reads));
  const { app } = await readState(deployed, before, { ...run, match });
  if (app === null || endByPlan(planSubmit(slug, app.status), inputs, context) !== null) return;
  await submitApp(inputs, { app, match, since: deployed.since, folder }, context);
}

/**
 * Looks again until the state after a deploy is one that needs a submission, or is believed. Throws
 * CommandError `draft_changed`.
 */
async function readState(
  deployed: Applied,
  before: App | null,
  { inputs: { slug }, context, match }: DeployRun & Pick<PlannedChange, 'match'>,
): Promise<Look> {
  const isEnd = (look: Look): boolean => {
    const { app } = look;
    const shown = app === null ? 'other' : match(app);
    const isOpen = app !== null && !mayBeInReview(app.status) && !isEnteredState(app);
    const isBelieved = isOpen || isStateCurrent(before?.status ?? null, look);
    const trust = isBelieved ? 'all' : 'content';
    context.state.record({
      kind: 'read',
      app,
      match: shown,
      trust: shown === 'same' ? trust : 'none',
    });
    return shown === 'same' && isBelieved;
  };
  // A state that may be from before the deploy is not known yet.
  if (context.state.facts.app?.status != null && isEnd(deployed)) return deployed;
  const timesMs = lookTimesMs.filter((afterMs) => afterMs > deployed.ageMs);
  for await (const { look } of lookAt(slug, { timesMs, since: deployed.since }, context)) {
    if (look === null) continue;
    if (isEnd(look)) return look;
    if (look.ageMs >= proofAgeMs && !(look.app !== null && match(look.app) === 'same')) break;
  }
  throw new CommandError('draft_changed', slug);
}

/** True for a state that an app gets into by a submission alone. */
function isEnteredState({ status }: App): boolean {
  return status === 'in_review' || status === 'published' || status === 'not_approved';
}
