import type { App } from '../api/wire.ts';
import type { AppFields } from '../folder/packed.ts';
import type { Inputs } from '../inputs.ts';
import type { FileChange, Outcome } from '../outcome.ts';
import { DecisionError } from './decision-error.ts';
import { findChanges } from './difference.ts';
import { nameStatus, readExisting } from './existing.ts';
import { collectProblems, prepareFolder, type ReadyFolder, readLocal, toFields } from './folder-step.ts';
import { planRefusal } from './intent.ts';
import { goOnline } from './online.ts';
import { planInReview } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { judgeUpdate, listDifferent } from './proof-fields.ts';
import { settle } from './settle.ts';

/**
 * Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy: where
 * the app's files are shown, a notice says how many differ beside what is sent.
 */
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
  const changes = await compareFiles(before, { ready, ports });
  if (Object.keys(fields).length === 0) {
    ports.ledger.learn({ submitted: changes?.length === 0 && before.status === 'in_review' });
    noteUnsent(changes, fields, ports);
    return inputs.dryRun ? { kind: 'planned', plan: { do: 'nothing', why: 'unchanged' } } : { kind: 'unchanged' };
  }
  const plan = before.status === 'in_review' ? planInReview(inputs.onInReview) : null;
  if (plan?.do === 'refuse') {
    if (inputs.dryRun) return { kind: 'planned', plan: planRefusal(plan.why, inputs.slug) };
    throw new DecisionError(plan.why, inputs.slug);
  }
  if (plan?.do === 'skip') {
    if (inputs.dryRun) return { kind: 'planned', plan };
    ports.ledger.notice(`${inputs.slug} is in review and was left there: the fields that differ were not sent.`);
    return { kind: 'skipped', skipReason: 'in-review' };
  }
  noteUnsent(changes, fields, ports);
  if (inputs.dryRun) return { kind: 'planned', plan: { do: 'update', fields: Object.keys(fields) } };
  await sendUpdate(fields, before, { ready, ports });
  return { kind: 'updated' };
}

async function compareFiles(
  app: App,
  { ready, ports }: { readonly ready: ReadyFolder; readonly ports: OnlinePorts },
): Promise<readonly FileChange[] | null> {
  return app.files === null ? null : findChanges(app, await readLocal(ready, ports));
}

/** Says how many files differ that are not among what is sent. */
function noteUnsent(
  changes: readonly FileChange[] | null,
  fields: AppFields,
  { ledger }: Pick<OnlinePorts, 'ledger'>,
): void {
  const sent = new Set(Object.keys(fields).map((name) => filesOfFields.get(name) ?? 'service.json'));
  const unsent = (changes ?? []).filter(({ path }) => !sent.has(path)).length;
  if (unsent === 0) return;
  const differ = unsent === 1 ? '1 file differs' : `${unsent} files differ`;
  ledger.notice(
    `${differ} from what the app shows, and update does not send that: the command deploy sends all files.`,
  );
}

/** The files that fields stand for; all others are keys of service.json. */
const filesOfFields: ReadonlyMap<string, string> = new Map([
  ['html', 'index.html'],
  ['system_prompt', 'instructions.md'],
]);

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
