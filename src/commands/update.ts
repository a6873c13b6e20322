import type { ScannedFolder } from '../folder/folder.ts';
import { type App, type AppFields, appFields, nameField } from '../model/app.ts';
import type { Inputs } from '../model/inputs.ts';
import type { FileChange, Match, Outcome } from '../model/outcome.ts';
import { formatCount, joinWords } from '../text/format.ts';
import { nameCommand } from '../text/frontend.ts';
import { applyChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import {
  compareFields,
  compareFolder,
  describeHidden,
  listHidden,
  matchFields,
} from './compare.ts';
import { readFields } from './create.ts';
import { type Examined, endByPlan, planByRead, planInReview, requireApp } from './plan.ts';
import { diffTexts } from './text-changes.ts';

/**
 * Updates the fields of the draft that differ from the folder. Assets need a deploy: where the
 * app's files are shown, a notice says how many other files differ.
 */
export async function update(
  inputs: Inputs,
  folder: ScannedFolder,
  context: CommandContext,
): Promise<Outcome> {
  const { slug } = inputs;
  const { log, client } = context;
  const held = readFields(folder);
  const { app: before, plan } = await planByRead(inputs, context, (app) =>
    examineFields(app, held, { inputs, folder, context }),
  );
  const end = endByPlan(plan, inputs, context);
  if (before !== null && plan.kind !== 'skip') noteUnsent(before, { held, folder }, context);
  if (end !== null) return end;
  const names = before === null ? [] : compareFields(before, held);
  const fields: AppFields = Object.fromEntries(names.map((name) => [name, held[name]]));
  const send = () => client.updateApp(slug, fields);
  const match = (shown: App): Match => matchFields(shown, fields);
  await applyChange({ operation: 'update', slug, send, match, folder }, context);
  log.info(`Updated ${joinWords(names.map(nameField))}`);
  return { kind: 'updated' };
}

function examineFields(
  app: App | null,
  held: AppFields,
  {
    inputs,
    folder,
    context,
  }: { readonly inputs: Inputs; readonly folder: ScannedFolder; readonly context: CommandContext },
): Examined {
  const { state, log } = context;
  const different = app === null ? [] : compareFields(app, held);
  const changes = app && compareFolder(app, folder)?.changes;
  return {
    plan() {
      const { status } = requireApp(app, inputs.slug);
      if (different.length === 0) return { kind: 'nothing', reason: 'unchanged' };
      return (
        planInReview(inputs, status) ?? { kind: 'change', steps: ['update'], fields: different }
      );
    },
    isSame: different.length === 0 && changes?.length === 0,
    async note() {
      if (app === null) return;
      log.info(
        `Remote: ${app.status}, what differs: ${joinWords(different.map(nameField)) || 'nothing'}`,
      );
      if (!inputs.diff || !changes) return;
      state.update({
        textChanges: await diffTexts(app, folder, changes.filter(isOfFields(different))),
      });
    },
  };
}

/** Says what is not sent, or not compared. */
function noteUnsent(
  app: App,
  { held, folder }: { readonly held: AppFields; readonly folder: ScannedFolder },
  { state }: CommandContext,
): void {
  const hidden = listHidden(app, held);
  if (hidden.length > 0) state.notice(describeHidden(hidden));
  const isSent = isOfFields(compareFields(app, held));
  const unsent =
    compareFolder(app, folder)?.changes.filter((change) => !isSent(change)).length ?? 0;
  if (unsent === 0) return;
  const count = formatCount(unsent, 'file', 'differ');
  state.notice(`${count} that update does not send: ${nameCommand('deploy')} sends all files.`);
}

function isOfFields(names: readonly (keyof AppFields)[]): (change: FileChange) => boolean {
  const paths = new Set<string>(names.map((name) => appFields[name].file));
  return ({ path }) => paths.has(path);
}
