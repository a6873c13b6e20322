import type { Folder } from '../folder/folder.ts';
import { type App, type AppFields, appFields, nameField } from '../model/app.ts';
import type { Inputs } from '../model/inputs.ts';
import type { FileChange, Match, Outcome } from '../model/outcome.ts';
import { formatCount, joinWords } from '../text/format.ts';
import { nameCommand } from '../text/frontend.ts';
import { applyChange, type PlannedChange } from './apply-change.ts';
import type { CommandContext } from './command-context.ts';
import {
  compareFields,
  compareFolder,
  describeHidden,
  listHidden,
  matchFields,
} from './compare.ts';
import { readFields } from './create.ts';
import {
  acceptPlan,
  type Examination,
  endByPlan,
  makeMissingError,
  type PlanOrRefusal,
  planByRead,
  planInReview,
  refuse,
} from './plan.ts';
import { diffTexts } from './text-changes.ts';

type SentField = keyof AppFields;

/** The inputs, the folder and the context of an update. */
interface UpdateRun {
  readonly inputs: Inputs;
  readonly folder: Folder;
  readonly context: CommandContext;
  /** The fields that the folder holds. */
  readonly held: AppFields;
}

/**
 * Updates the fields of the draft that differ from the folder. Only a deploy can send other files:
 * if some of them differ, a notice shows how many.
 */
export async function update(
  inputs: Inputs,
  folder: Folder,
  context: CommandContext,
): Promise<Outcome> {
  const held = readFields(folder);
  const run: UpdateRun = { inputs, folder, context, held };
  const { app, found } = await planByRead(inputs, context, (read) => examineFields(read, run));
  if (app !== null) await noteFields(app, found, run);
  const plan = acceptPlan(found.plan);
  const end = endByPlan(plan, inputs, context);
  if (app !== null && plan.kind !== 'skip') {
    noteHidden(app, run);
    noteUnsent(found, context);
  }
  if (end !== null) return end;

  const fields: AppFields = Object.fromEntries(found.different.map((name) => [name, held[name]]));
  const send = () => context.client.updateApp(inputs.slug, fields);
  const match = (shown: App): Match => matchFields(shown, fields);
  const change: PlannedChange = { step: 'update', slug: inputs.slug, folder, send, match };
  await applyChange(change, context);
  context.log.info(`Updated ${joinWords(found.different.map(nameField))}`);
  return { kind: 'updated' };
}

interface ExaminedFields extends Examination {
  /** The fields that differ. */
  readonly different: readonly SentField[];
  /** The files that differ; null if the app does not exist, or if the read shows no files. */
  readonly changes: readonly FileChange[] | null;
}

function examineFields(app: App | null, run: UpdateRun): ExaminedFields {
  if (app === null) {
    const plan = refuse(makeMissingError(run.inputs.slug));
    return { plan, isSame: false, different: [], changes: null };
  }
  const different = compareFields(app, run.held);
  const changes = compareFolder(app, run.folder)?.changes ?? null;
  const isSame = different.length === 0 && changes?.length === 0;
  const plan = planUpdate(run.inputs, app.status, different);
  return { plan, isSame, different, changes };
}

function planUpdate(
  inputs: Inputs,
  status: string,
  different: readonly SentField[],
): PlanOrRefusal {
  if (different.length === 0) return { kind: 'nothing', reason: 'unchanged' };
  const change: PlanOrRefusal = { kind: 'change', steps: ['update'], fields: different };
  return planInReview(inputs, status) ?? change;
}

/** Records how the fields differ from the folder. */
async function noteFields(app: App, found: ExaminedFields, run: UpdateRun): Promise<void> {
  const names = joinWords(found.different.map(nameField)) || 'nothing';
  run.context.log.info(`Remote: ${app.status}, fields that differ: ${names}`);
  if (!run.inputs.diff || found.changes === null) return;
  const sent = found.changes.filter((change) => holdsField(change, found.different));
  const textChanges = await diffTexts(app, run.folder, sent);
  run.context.state.update({ textChanges });
}

/** Adds a notice about the fields that could not be compared. */
function noteHidden(app: App, run: UpdateRun): void {
  const hidden = listHidden(app, run.held);
  if (hidden.length > 0) run.context.state.notice(describeHidden(hidden));
}

/** Adds a notice with the number of files that differ and that an update does not send. */
function noteUnsent(found: ExaminedFields, context: CommandContext): void {
  const unsent = found.changes?.filter((change) => !holdsField(change, found.different)) ?? [];
  if (unsent.length === 0) return;
  const count = formatCount(unsent.length, 'file', 'differ');
  context.state.notice(
    `${count} that update does not send: ${nameCommand('deploy')} sends all files.`,
  );
}

/** Returns true if a file holds one of these fields. */
function holdsField(change: FileChange, names: readonly SentField[]): boolean {
  return names.some((name) => appFields[name].file === change.path);
}
