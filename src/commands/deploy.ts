import type { App } from '../api/wire.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { createMissing } from './create.ts';
import { DecisionError } from './decision-error.ts';
import { findChanges, type LocalFolder } from './difference.ts';
import { nameStatus } from './existing.ts';
import { collectProblems, prepareFolder, type ReadyFolder, readLocal } from './folder-step.ts';
import { toIntent } from './intent.ts';
import { goOnline } from './online.ts';
import { type Plan, planDeploy, planSubmit } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { judgeDeploy, showsFolder } from './proof.ts';
import { awaitVerdict } from './review.ts';
import { settle } from './settle.ts';
import { submitApp } from './submit-step.ts';

/**
 * Deploys the folder, and with `submit` sends the app for review. Reads first, so that content which is there already
 * is not deployed again; proves each change; never deploys after a submission.
 */
export async function deploy(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const ready = await prepareFolder(ports);
  return goOnline(inputs, ports, async (online) => {
    const local = await readLocal(ready, ports);
    const before = await readBefore(inputs, online, local);
    const isSame = ports.ledger.facts.changes?.length === 0;
    const plan = planDeploy(inputs, before === null ? null : { status: before.status, isSame });
    // Of what stays as it is, also where `force` would have deployed it again.
    const stays = inputs.dryRun || plan.do !== 'deploy';
    if (stays) ports.ledger.learn({ submitted: isSame && before?.status === 'in_review' });
    if (inputs.dryRun) return { kind: 'planned', plan: toIntent(plan, inputs, before) };
    return carryOut(plan, { inputs, ports: online, ready, local, before });
  });
}

interface Story {
  readonly inputs: Inputs;
  readonly ports: OnlinePorts;
  readonly ready: ReadyFolder;
  readonly local: LocalFolder;
  readonly before: App | null;
}

async function readBefore(inputs: Inputs, ports: OnlinePorts, local: LocalFolder): Promise<App | null> {
  const { client, ledger, log } = ports;
  return log.group('Read', async () => {
    const app = await client.readApp(inputs.slug);
    const changes = app === null ? null : findChanges(app, local);
    ledger.learnBefore(app);
    ledger.learn({ changes });
    const difference = changes === null ? 'nothing to compare with' : `${changes.length} files differ`;
    log.info(`${inputs.slug} ${app === null ? 'does not exist yet' : `is ${nameStatus(app)}, ${difference}`}`);
    return app;
  });
}

async function carryOut(plan: Plan, story: Story): Promise<Outcome> {
  const { inputs, ports, before } = story;
  switch (plan.do) {
    case 'refuse':
      throw new DecisionError(plan.why, inputs.slug);
    case 'skip':
      ports.ledger.notice(`${inputs.slug} is in review and was left there: the folder was not sent.`);
      return { kind: 'skipped', skipReason: 'in-review' };
    case 'nothing':
      if (plan.why === 'published') {
        notePublished(story);
      }
      if (plan.why === 'in_review') await awaitVerdict(inputs, ports);
      return { kind: 'unchanged' };
    case 'submit':
      await submitShown(story, before);
      return { kind: 'unchanged', sentForReview: true };
    case 'deploy': {
      const shown = await deployFolder(plan.createFirst, story);
      if (inputs.submit) await submitShown(story, await confirmState(shown, story));
      return { kind: 'deployed' };
    }
  }
}

async function deployFolder(createFirst: boolean, story: Story): Promise<App | null> {
  const { inputs, ports, ready, local, before } = story;
  const beginning = createFirst ? await createMissing(inputs, ports, ready) : before;
  return ports.log.group('Deploy', async () => {
    const body = ports.folder.createBody(ready.packed, inputs.slug);
    ports.log.info(`sending ${ready.packed.files.length} files, ${body.length} bytes`);
    const app = await collectProblems(ports, ready.packed, () =>
      settle(
        {
          operation: 'deploy',
          slug: inputs.slug,
          send: (client) => client.deployApp(inputs.slug, body),
          judge: judgeDeploy({ before: beginning, isNew: createFirst, local }),
        },
        ports,
      ),
    );
    ports.ledger.learnChange(app);
    ports.log.info(`deployed: ${inputs.slug} is ${nameStatus(app)}`);
    return app;
  });
}

/**
 * The app right after a deploy, whose answer may show the state from before: a deploy takes an app out of review, so that one
 * that is in review, or needs none, is read before that is believed.
 */
async function confirmState(shown: App | null, { inputs, ports }: Story): Promise<App | null> {
  if (planSubmit(shown?.status ?? null).do !== 'nothing') return shown;
  const app = await ports.client.readApp(inputs.slug);
  ports.ledger.learnApp(app);
  return app;
}

function notePublished({ inputs, ports }: Pick<Story, 'inputs' | 'ports'>): void {
  ports.ledger.notice(`${inputs.slug} is published with exactly this content: there is nothing to review.`);
}

/** Sends for review what the draft holds now, unless its state says that this is done, or can never be. */
async function submitShown({ inputs, ports, local, ready, before }: Story, shown: App | null): Promise<void> {
  ports.ledger.learn({ submitting: true });
  const plan = planSubmit(shown?.status ?? null);
  if (plan.do === 'refuse') throw new DecisionError(plan.why, inputs.slug);
  if (plan.do === 'nothing') {
    ports.ledger.learn({ submitted: plan.isSubmitted });
    if (plan.why === 'published') notePublished({ inputs, ports });
  } else {
    // An answer may leave the time out: only the read at the beginning shows it for sure.
    const submittedAtBefore = before?.submittedAt ?? null;
    const isOurs = (app: App): boolean => showsFolder(app, local);
    await collectProblems(ports, ready.packed, () =>
      submitApp(inputs, ports, { statusBefore: shown?.status ?? null, submittedAtBefore, isOurs }),
    );
  }
  await awaitVerdict(inputs, ports);
}
