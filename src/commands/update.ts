import type { App } from '../api/app.ts';
import type { AppFields } from '../folder/packed.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import { DecisionError } from './decision-error.ts';
import { nameStatus, readExisting } from './existing.ts';
import { collectProblems, prepareFolder, type ReadyFolder, toFields } from './folder-step.ts';
import { goOnline } from './online.ts';
import { planInReview } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { judgeUpdate, listDifferent } from './proof.ts';
import { settle } from './settle.ts';

/** Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy. */
export async function update(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const ready = await prepareFolder(ports);
  const held = toFields(ready);
  return goOnline(inputs, ports, (online) => updateWith(held, { inputs, ready, ports: online }));
}

async function updateWith(
  held: AppFields,
  { inputs, ready, ports }: { readonly inputs: Inputs; readonly ready: ReadyFolder; readonly ports: OnlinePorts },
): Promise<Outcome> {
  const before = await readExisting(inputs.slug, ports);
  const fields = pickDifferent(before, held);
  ports.log.info(`fields that differ: ${Object.keys(fields).join(', ') || 'none'}`);
  if (Object.keys(fields).length === 0) return { kind: inputs.dryRun ? 'planned' : 'unchanged' };
  if (inputs.dryRun) return { kind: 'planned' };
  if (before.status === 'in_review') {
    const plan = planInReview(inputs.onInReview);
    if (plan.do === 'refuse') throw new DecisionError(plan.why, inputs.slug);
    if (plan.do === 'skip') {
      ports.ledger.notice(`${inputs.slug} is in review and was left there: the fields that differ were not sent.`);
      return { kind: 'skipped', skipReason: 'in-review' };
    }
  }
  await sendUpdate(fields, before, { ready, ports });
  return { kind: 'updated' };
}

async function sendUpdate(
  fields: AppFields,
  before: App,
  { ready, ports }: { readonly ready: ReadyFolder; readonly ports: OnlinePorts },
): Promise<void> {
  const { slug } = before;
  await ports.log.group('Update', async () => {
    const send = (client: OnlinePorts['client']) => client.updateApp(slug, fields);
    const app = await collectProblems(ports, ready.packed, () =>
      settle({ operation: 'update', slug, send, judge: judgeUpdate({ before, fields }) }, ports),
    );
    ports.ledger.learnChange(app);
    ports.log.info(`updated: ${slug} is ${nameStatus(app)}`);
  });
}

function pickDifferent(app: App, fields: AppFields): AppFields {
  const names = new Set<string>(listDifferent(app, fields));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
}
