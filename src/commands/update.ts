import { type AppFields, appFields } from '../app.ts';
import type { ScannedFolder } from '../folder/folder.ts';
import { formatCount } from '../format.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome, Plan } from '../outcome.ts';
import { applyChange } from './apply-change.ts';
import { compareFields, compareFolder } from './compare.ts';
import { readFields } from './create.ts';
import type { Online } from './online.ts';
import { endByPlan, planInReview } from './plan.ts';
import { noteRead, readApp, requireApp } from './read-app.ts';
import { diffTexts } from './text-changes.ts';

/**
 * Updates the fields of the draft that differ from the folder, and nothing when none does. Assets need a deploy: where
 * the app's files are shown, a notice says how many differ beside what is sent.
 */
export async function update(inputs: Inputs, folder: ScannedFolder, online: Online): Promise<Outcome> {
  const { slug } = inputs;
  const { state, log, client } = online;
  const held = readFields(folder);
  const first = await readApp(slug, online, inputs);
  const before = requireApp(first.app, slug);
  const different = compareFields(before, held);
  log.info(`Remote: ${before.status}, fields that differ: ${different.join(', ') || 'none'}`);
  const changes = compareFolder(before, folder)?.changes;
  noteRead(before, different.length === 0 && changes?.length === 0, online);
  const sent = new Set<string>(different.map((name) => appFields[name].file));
  if (inputs.diff && changes !== undefined) {
    const ofFields = changes.filter(({ path }) => sent.has(path));
    state.update({ textChanges: await diffTexts(before, folder, ofFields) });
  }
  const plan: Plan =
    different.length === 0
      ? { do: 'nothing', why: 'unchanged' }
      : (planInReview(inputs, before.status) ?? { do: 'change', steps: ['update'], fields: different });
  const end = endByPlan(plan, inputs, online);
  const unsent = changes?.filter(({ path }) => !sent.has(path)).length ?? 0;
  if (unsent > 0 && plan.do !== 'skip') {
    const count = formatCount(unsent, 'file', 'differ');
    state.notice(`${count} that update does not send: the command deploy sends all files.`);
  }
  if (end !== null) return end;
  const fields: AppFields = Object.fromEntries(different.map((name) => [name, held[name]]));
  const send = () => client.updateApp(slug, fields);
  const isOurs: Parameters<typeof applyChange>[0]['isOurs'] = (app) => compareFields(app, fields).length === 0;
  await applyChange({ operation: 'update', slug, send, isOurs, folder }, online);
  log.info(`Updated ${different.join(', ')}`);
  if (before.status === 'in_review') state.warn('The update took the app out of review.');
  return { kind: 'updated' };
}
