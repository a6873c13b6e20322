import type { App } from '../api/wire.ts';
import { type AppFields, fileOfField } from '../app-fields.ts';
import { formatCount } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome, Plan } from '../outcome.ts';
import { applyChange } from './apply-change.ts';
import { compareFields, compareFolder } from './compare.ts';
import { planInReview } from './plan.ts';
import type { Ports } from './ports.ts';
import { endByPlan, prepareFolder, readExisting, toFields, withClient } from './prepare.ts';
import { type ContentMatch, type Look, toKnown } from './verify.ts';

/**
 * Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy: where
 * the app's files are shown, a notice says how many differ beside what is sent.
 */
export async function update(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const local = await prepareFolder(ports);
  const { manifest } = local;
  const held = toFields(local);
  return withClient(inputs, ports, async (online) => {
    const { slug } = inputs;
    const { state, log } = online;
    const before = await readExisting(slug, online);
    const { different } = compareFields(before, held);
    log.info(`Remote: ${before.status ?? 'no known status'}, fields that differ: ${different.join(', ') || 'none'}`);
    const changes = compareFolder(before, local)?.changes;
    const isInReview = before.status === 'in_review';
    state.update({ submitted: different.length === 0 && changes?.length === 0 && isInReview });
    const plan = planUpdate(inputs, before, different);
    const end = endByPlan(plan, inputs, online);
    const unsent = changes?.filter(({ path }) => !different.some((name) => fileOfField(name) === path)).length ?? 0;
    if (unsent > 0 && plan.do !== 'refuse' && plan.do !== 'skip') {
      const count = formatCount(unsent, 'file', 'differ');
      state.notice(`${count} that update does not send: the command deploy sends all files.`);
    }
    if (end !== null) return end;
    const fields: AppFields = Object.fromEntries(different.map((name) => [name, held[name]]));
    const send = () => online.client.updateApp(slug, fields);
    const compare = (shown: App, by: Look['by']) => matchFields(shown, fields, by);
    const known = toKnown(before, 'other');
    const { app } = await applyChange({ operation: 'update', slug, send, known, compare, manifest }, online);
    log.info(`Updated ${different.join(', ')}`);
    if (isInReview && app?.status !== 'in_review') state.warn('The update took the app out of review.');
    return { kind: 'updated' };
  });
}

function planUpdate(inputs: Inputs, before: App, fields: readonly string[]): Plan {
  if (fields.length === 0) return { do: 'nothing', why: 'unchanged' };
  return planInReview(inputs, before.status) ?? { do: 'change', steps: ['update'], fields };
}

/** A response may omit a field; a read shows what there is. */
function matchFields(app: App, fields: AppFields, by: Look['by']): ContentMatch {
  const { different, unshown } = compareFields(app, fields);
  const omitted = by === 'response' ? unshown : [];
  if (different.some((name) => !omitted.includes(name))) return 'other';
  return omitted.length > 0 ? 'untold' : 'ours';
}
