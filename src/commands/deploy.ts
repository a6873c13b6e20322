import type { App } from '../api/wire.ts';
import { formatBytes, formatCount, formatDuration, listNames } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome, Step } from '../outcome.ts';
import { type Applied, applyChange } from './apply-change.ts';
import { type Comparison, compareFolder, describeUnlisted, type LocalFolder, promptNotCompared } from './compare.ts';
import { createApp } from './create.ts';
import { planDeploy, planSubmit } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { endByPlan, logList, prepareFolder, readBefore, withClient } from './prepare.ts';
import { submitApp } from './submit.ts';
import { type ContentMatch, type Known, type Look, learn, needsFreshLook, toKnown } from './verify.ts';

/**
 * Deploys the folder, and with `submit` sends the app for review. Reads first, so that content which is there already
 * is not deployed again; verifies each change; never deploys after a submission.
 */
export async function deploy(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const local = await prepareFolder(ports);
  return withClient(inputs, ports, async (online) => {
    const since = online.clock.now();
    const before = await readBefore(inputs.slug, online);
    return deployOver({ inputs, local, before, ports: online }, since);
  });
}

interface DeployRun {
  readonly inputs: Inputs;
  readonly local: LocalFolder;
  /** The app as it was first read; null where it does not exist. */
  readonly before: App | null;
  readonly ports: OnlinePorts;
}

/** Decides what to do with the app as it was before, and does it. `since`: when it was read, in the clock's time. */
async function deployOver(run: DeployRun, since: number): Promise<Outcome> {
  const { inputs, local, before, ports } = run;
  const isSame = before !== null && noteDifference(before, local, ports);
  ports.state.update({ submitted: isSame && before.status === 'in_review' });
  const plan = planDeploy(inputs, before, isSame);
  const end = endByPlan(plan, inputs, ports);
  if (end !== null) return end;
  if (plan.do === 'change' && plan.steps.includes('deploy')) return deployFolder(plan.steps, run);
  // The draft holds the folder's content: what is left is its review.
  const { manifest } = local;
  const compare = compareWith(local, before?.files);
  await submitApp(inputs, { app: before, known: toKnown(before, 'ours'), compare, manifest, since }, ports);
  return { kind: 'unchanged' };
}

/** Notes what differs; true where the draft holds exactly the folder's content, or would lose its state to find that out. */
function noteDifference(app: App, local: LocalFolder, { state, log }: OnlinePorts): boolean {
  const comparison = compareFolder(app, local);
  const status = app.status ?? 'no known status';
  if (comparison === null) {
    log.info(`Remote: ${status}, its files are not shown`);
    return false;
  }
  const { changes, unlisted, hasOtherPrompt } = comparison;
  state.update({ changes, filesVerified: isExact(comparison) });
  log.info(`Remote: ${status}, ${formatCount(changes.length, 'file', 'differ')}`);
  if (hasOtherPrompt) state.notice(promptNotCompared);
  if (changes.length > 0 || unlisted.length === 0) return changes.length === 0;
  // To deploy again what cannot be compared costs an app its review, or its published state, and nothing elsewhere.
  if (app.status !== 'in_review' && app.status !== 'published') return false;
  state.warn(`${describeUnlisted(unlisted)} To deploy them anyway, set force: true.`);
  return true;
}

/** True where all of the folder was compared and is the same, and nothing is beside it. */
function isExact(comparison: Comparison | null): boolean {
  return comparison?.changes.length === 0 && comparison.unlisted.length === 0;
}

/** Tells whether an app shows the folder's content. A file that only the service has must be among those `kept`, if they are known. */
function compareWith(local: LocalFolder, kept: App['files'] | undefined): (app: App) => ContentMatch {
  return (app) => {
    const comparison = compareFolder(app, local);
    if (comparison === null) return 'untold';
    const isOurs = comparison.changes.every(({ kind, path }) => kind === 'removed' && (kept?.has(path) ?? true));
    return isOurs ? 'ours' : 'other';
  };
}

/** Creates the app where that is planned, deploys the folder, and submits it where that is asked for. */
async function deployFolder(steps: readonly Step[], run: DeployRun): Promise<Outcome> {
  const { inputs, local, before, ports } = run;
  const { slug } = inputs;
  const { manifest, checked } = local;
  const { state, log, clock } = ports;
  let first: Pick<Look, 'app' | 'by'> = { app: before, by: 'read' };
  if (steps.includes('create')) {
    const { name } = checked.fields;
    // With its name alone: the deploy brings the rest.
    const created = await createApp(name === undefined ? {} : { name }, { slug, manifest }, ports);
    const { app, isAccepted } = created;
    // Nobody but another run can have sent it for review: it is planned as one that was there.
    if (app !== null && needsFreshLook(app)) {
      if (!isAccepted) state.update({ changed: false, statusBefore: app.status });
      return deployOver({ ...run, before: app }, clock.now());
    }
    first = created;
  }
  const compare = compareWith(local, first.app?.files);
  const known = toKnown(first.app, before === null ? 'other' : compare(before), first.by);
  // Whatever comes of it, an app that was in review may be so no more.
  state.update({ submitted: false });
  const lines = manifest.files.map(({ path, bytes }) => `${path}, ${formatBytes(bytes)}`);
  logList('Files', lines, log);
  const startedAt = clock.now();
  const body = ports.folder.createBody(manifest, slug);
  const send = () => ports.client.deployApp(slug, body);
  const deployed = await applyChange({ operation: 'deploy', slug, send, known, compare, manifest }, ports);
  const tookMs = clock.now() - startedAt;
  log.info(`Deployed ${slug}${tookMs < 1_000 ? '' : ` in ${formatDuration(tookMs)}`}`);
  if (before?.status === 'in_review' && deployed.app?.status !== 'in_review') {
    state.warn('The deploy took the app out of review.');
  }
  if (before?.status === 'not_approved') {
    state.warn('The app was not approved, which is final: it can never be published. Deploy it under a new slug.');
  }
  if (inputs.submit) return submitDeployed(deployed, known, run);
  noteContent(deployed, run);
  return { kind: 'deployed' };
}

/** Notes how the app is after the deploy, and warns of the files that the service keeps beside the folder's. */
function noteContent({ app }: Look, { local, ports: { state } }: DeployRun): void {
  const comparison = app && compareFolder(app, local);
  // Of other content no look would have verified the deploy.
  state.update({ filesVerified: isExact(comparison), submitted: app?.status === 'in_review' });
  const left = new Set(comparison?.changes.map(({ path }) => path));
  if (left.size === 0) return;
  state.update({ changes: state.facts.changes?.filter(({ path }) => !left.has(path)) ?? null });
  state.warn(`The service still has files that are not in the folder: ${listNames([...left])}.`);
}

/** Sends what was just deployed for review. A state that seems to need no submission is believed only after a fresh look. */
async function submitDeployed(deployed: Applied, known: Known, run: DeployRun): Promise<Outcome> {
  const { inputs, local, before, ports } = run;
  const { state } = ports;
  state.update({ submitting: true });
  // Which files the service keeps as its own is known only from a look at them.
  const isUnseen = deployed.content === 'untold' && (state.facts.changes ?? []).some(({ kind }) => kind === 'removed');
  const isDoubtful = deployed.by === 'response' && deployed.app !== null && needsFreshLook(deployed.app);
  const look = isDoubtful || isUnseen ? await deployed.lookAgain() : deployed;
  const { app } = look;
  noteContent(look, run);
  state.updateApp(app);
  const end = endByPlan(planSubmit(inputs.slug, app?.status ?? null), inputs, ports);
  if (end !== null) return 'failure' in end ? end : { kind: 'deployed' };
  const shown = app?.files ?? known.app?.files;
  // Where nothing showed the files of a new app, one that only the service has may be somebody else's, and in review with ours.
  const kept = shown ?? (before === null ? new Map() : null);
  const draft = { app, known: learn(known, look), compare: compareWith(local, shown), since: deployed.since };
  const { manifest } = local;
  await submitApp(inputs, { ...draft, manifest, compareSubmitted: compareWith(local, kept) }, ports);
  return { kind: 'deployed' };
}
