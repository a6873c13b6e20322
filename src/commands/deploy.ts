import type { App } from '../api/wire.ts';
import { formatCount, formatDuration, listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome, Plan, Step } from '../outcome.ts';
import { type Applied, applyChange } from './apply-change.ts';
import { compareFolder, describeUnlisted } from './compare.ts';
import { createApp } from './create.ts';
import { planDeploy, planSubmit, refuse } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { endByPlan, prepareFolder, type ReadyFolder, readBefore, withClient } from './prepare.ts';
import { followReview } from './review.ts';
import { submitApp } from './submit.ts';
import { type Content, type Known, type Look, learn, needsFreshLook, nothingKnown } from './verify.ts';

/**
 * Deploys the folder, and with `submit` sends the app for review. Reads first, so that content which is there already
 * is not deployed again; verifies each change; never deploys after a submission.
 */
export async function deploy(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const ready = await prepareFolder(ports);
  return withClient(inputs, ports, (online) => deployReady({ inputs, ready, ports: online }));
}

async function deployReady(run: DeployRun): Promise<Outcome> {
  const { inputs, ready, ports } = run;
  const startedAt = ports.clock.now();
  const before = await readBefore(inputs.slug, ports);
  const isSame = before !== null && tellDifference(before, ready, ports);
  const plan = planRun(inputs, before, isSame);
  const deploys = plan.do === 'change' && plan.steps.includes('deploy');
  const isInReview = isSame && before?.status === 'in_review';
  if (inputs.dryRun || !deploys) ports.state.update({ submitted: isInReview });
  const end = endByPlan(plan, inputs, ports);
  const compare = compareWith(ready, before);
  const known = before === null ? nothingKnown : learn(nothingKnown, toLook(before, compare));
  if (end === null && deploys) {
    const deployed = await deployFolder(run, plan.steps, known);
    return inputs.submit ? submitDeployed(run, deployed, before) : { kind: 'deployed' };
  }
  if (end === null) {
    await submitApp(inputs, { known, compare, manifest: ready.manifest }, ports);
    return { kind: 'unchanged' };
  }
  if (inputs.submit && isInReview && !inputs.dryRun) {
    await followReview(inputs, { look: toLook(before, compare), known, compare, startedAt }, ports);
  }
  return end;
}

/** What the run does. A dry run tells beforehand what a deploy without an app comes to: the service refuses it. */
function planRun(inputs: Inputs, before: App | null, isSame: boolean): Plan {
  if (before !== null) return planDeploy(inputs, { status: before.status, isSame });
  return inputs.dryRun && !inputs.create ? refuse('app_missing', inputs.slug) : planDeploy(inputs, null);
}

function toLook(app: App, compare: (app: App) => Content): Look {
  return { app, content: compare(app), by: 'read', ageMs: 0 };
}

interface DeployRun {
  readonly inputs: Inputs;
  readonly ready: ReadyFolder;
  readonly ports: OnlinePorts;
}

/** Notes what differs; true where the draft holds exactly the folder's content, or would lose its state to find that out. */
function tellDifference(app: App, ready: ReadyFolder, { state, log }: OnlinePorts): boolean {
  const comparison = compareFolder(app, ready);
  const status = app.status ?? 'no known status';
  if (comparison === null) {
    log.info(`Remote: ${status}, its files are not shown`);
    return false;
  }
  const { changes, unlisted, hasOtherPrompt } = comparison;
  state.update({ changes });
  log.info(`Remote: ${status}, ${formatCount(changes.length, 'file', 'differ')}`);
  if (hasOtherPrompt) {
    state.notice('The app has a prompt and the folder has no instructions.md: the prompt was not compared.');
  }
  if (changes.length > 0 || unlisted.length === 0) return changes.length === 0;
  // To deploy again what cannot be compared costs an app its review, or its published state, and nothing elsewhere.
  if (app.status !== 'in_review' && app.status !== 'published') return false;
  state.warn(`${describeUnlisted(unlisted)} To deploy them anyway, set force: true.`);
  return true;
}

/**
 * Tells whether an app shows the folder's content. A file that only the service has is its own where `shown` has it too, or
 * where no files were seen before.
 */
function compareWith(ready: ReadyFolder, shown: App | null): (app: App) => Content {
  return (app) => {
    const comparison = compareFolder(app, ready);
    if (comparison === null) return 'untold';
    const isOurs = comparison.changes.every(
      ({ kind, path }) => kind === 'removed' && (shown === null || shown.files === null || shown.files.has(path)),
    );
    return isOurs ? 'ours' : 'other';
  };
}

async function deployFolder(
  { inputs, ready, ports }: DeployRun,
  steps: readonly Step[],
  before: Known,
): Promise<Applied> {
  const { slug } = inputs;
  const { state, log, clock, folder } = ports;
  let known = before;
  if (steps.includes('create')) {
    const { name } = ready.checked.fields;
    // With its name alone: the deploy brings the rest.
    const created = await createApp(name === undefined ? {} : { name }, { slug, ready }, ports);
    known = learn(known, { app: created.app, content: 'other', by: created.by });
  }
  const startedAt = clock.now();
  const body = folder.createBody(ready.manifest, slug);
  const compare = compareWith(ready, known.app);
  const applied = await applyChange(
    {
      operation: 'deploy',
      slug,
      send: (client) => client.deployApp(slug, body),
      known,
      compare,
      manifest: ready.manifest,
    },
    ports,
  );
  state.update({ changed: true, filesVerified: applied.content === 'ours' });
  state.updateApp(applied.app);
  log.info(`Deployed in ${formatDuration(clock.now() - startedAt)}`);
  tellAftermath(applied, ready, before, ports);
  return applied;
}

/** What a deploy leaves behind that its user should know. */
function tellAftermath({ app }: Applied, ready: ReadyFolder, before: Known, { state }: OnlinePorts): void {
  const left = app === null ? [] : (compareFolder(app, ready)?.changes ?? []);
  if (left.length > 0) {
    state.warn(`The service still has files that are not in the folder: ${listNames(left.map(({ path }) => path))}.`);
  }
  const status = before.app?.status;
  if (status === 'in_review' && app?.status !== 'in_review') state.warn('The deploy took the app out of review.');
  if (status === 'not_approved') {
    state.warn('The app was not approved, which is final: it can never be published. Deploy it under a new slug.');
  }
}

/** Sends what was just deployed for review. A state that seems to need no submission is believed only after a fresh look. */
async function submitDeployed(
  { inputs, ready, ports }: DeployRun,
  deployed: Applied,
  before: App | null,
): Promise<Outcome> {
  const { state } = ports;
  state.update({ submitting: true });
  // Which files the service keeps as its own is known only from a look at them.
  const isUnseen = deployed.content === 'untold' && (state.facts.changes ?? []).some(({ kind }) => kind === 'removed');
  const isDoubtful = deployed.by === 'response' && deployed.app !== null && needsFreshLook(deployed.app);
  const { app, known, endedAt } = isDoubtful || isUnseen ? await deployed.lookAgain() : deployed;
  state.updateApp(app);
  const compare = compareWith(ready, app?.files == null ? before : app);
  const plan = planSubmit(inputs.slug, app?.status ?? null);
  const end = endByPlan(plan, { ...inputs, dryRun: false }, ports);
  if (end === null) {
    await submitApp(inputs, { known, compare, manifest: ready.manifest }, ports);
  } else if (plan.do === 'nothing' && plan.why === 'in_review') {
    state.update({ submitted: true });
    const look: Look = { app, content: 'ours', by: 'read', ageMs: 0 };
    await followReview(inputs, { look, known, compare, startedAt: endedAt }, ports);
  }
  return end?.kind === 'rejected' || end?.kind === 'failed' ? end : { kind: 'deployed' };
}
