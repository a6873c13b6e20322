import type { App } from '../api/wire.ts';
import { type AppFields, fileOfField } from '../app-fields.ts';
import { formatCount } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome, Plan } from '../outcome.ts';
import { applyChange } from './apply-change.ts';
import { compareFields, compareFolder } from './compare.ts';
import { planInReview } from './plan.ts';
import type { OnlinePorts, Ports } from './ports.ts';
import { endByPlan, prepareFolder, type ReadyFolder, readExisting, toFields, withClient } from './prepare.ts';
import { type ContentMatch, type Look, learn, nothingKnown } from './verify.ts';

/**
 * Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy: where
 * the app's files are shown, a notice says how many differ beside what is sent.
 */
export async function update(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const ready = await prepareFolder(ports);
  const held = toFields(ready);
  return withClient(inputs, ports, async (online) => {
    const before = await readExisting(inputs.slug, online);
    const { different } = compareFields(before, held);
    online.log.info(
      `Remote: ${before.status ?? 'no known status'}, fields that differ: ${different.join(', ') || 'none'}`,
    );
    const changes = compareFolder(before, ready)?.changes ?? null;
    const isSame = changes?.length === 0;
    online.state.update({ submitted: different.length === 0 && isSame && before.status === 'in_review' });
    const plan = planUpdate(inputs, before, different);
    const end = endByPlan(plan, inputs, online);
    const unsent = (changes ?? []).filter(({ path }) => !different.some((name) => fileOfField(name) === path)).length;
    if (unsent > 0 && plan.do !== 'refuse' && plan.do !== 'skip') noteUnsent(unsent, online);
    if (end !== null) return end;
    const fields: AppFields = Object.fromEntries(different.map((name) => [name, held[name]]));
    await sendUpdate(fields, { before, ready }, online);
    return { kind: 'updated' };
  });
}

function planUpdate(inputs: Inputs, before: App, fields: readonly string[]): Plan {
  if (fields.length === 0) return { do: 'nothing', why: 'unchanged' };
  return planInReview(inputs, before.status) ?? { do: 'change', steps: ['update'], fields };
}

function noteUnsent(count: number, { state }: OnlinePorts): void {
  state.notice(
    `${formatCount(count, 'file', 'differ')} that update does not send: the command deploy sends all files.`,
  );
}

async function sendUpdate(
  fields: AppFields,
  { before, ready }: { readonly before: App; readonly ready: ReadyFolder },
  ports: OnlinePorts,
): Promise<void> {
  const { slug } = before;
  const { state } = ports;
  const compare = (app: App, by: Look['by']): ContentMatch => {
    const { different, unshown } = compareFields(app, fields);
    // A response may omit a field; a read shows what there is.
    const wrong = by === 'read' ? different : different.filter((name) => !unshown.includes(name));
    if (wrong.length > 0) return 'other';
    return by === 'response' && unshown.length > 0 ? 'untold' : 'ours';
  };
  const applied = await applyChange(
    {
      operation: 'update',
      slug,
      send: (client) => client.updateApp(slug, fields),
      known: learn(nothingKnown, { app: before, content: 'other', by: 'read' }),
      compare,
      manifest: ready.manifest,
    },
    ports,
  );
  state.update({ changed: true });
  state.updateApp(applied.app);
  ports.log.info(`Updated ${Object.keys(fields).join(', ')}`);
  if (before.status === 'in_review' && applied.app?.status !== 'in_review') {
    state.warn('The update took the app out of review.');
  }
}
