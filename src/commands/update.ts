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

/** What an update works with. */
interface UpdateRun {
  readonly inputs: Inputs;
  readonly folder: ScannedFolder;
  readonly context: CommandContext;
  /** The fields that the folder holds. */
  readonly held: AppFields;
}

/**
 * Updates the fields of the draft that differ from the folder. Assets need a deploy: a notice names
 * how many other files differ.
 */
export async function update(
  inputs: Inputs,
  folder: ScannedFolder,
  context: CommandContext,
): Promise<Outcome> {
  const { slug } = inputs;
  const { log, client } = context;
  const held = readFields(folder);
  const run: UpdateRun = { inputs, folder, context, held };
  const { app, found } = await planByRead(inputs, context, (read) => examineFields(read, run));
  const { different } = found;
  if (app !== null) await noteFields(app, found, run);
  const plan = acceptPlan(found.plan);
  const end = endByPlan(plan, inputs, context);
  if (app !== null && plan.kind !== 'skip') {
    noteHidden(app, run);
    noteUnsent(found, context);
  }
  if (end !== null) return end;

  const fields: AppFields = Object.fromEntries(different.map((name) => [name, held[name]]));
  const send = () => client.updateApp(slug, fields);
  const match = (shown: App): Match => matchFields(shown, fields);
  await applyChange({ step: 'update', slug, folder, send, match }, context);
  log.info(`Updated ${joinWords(different.map(nameField))}`);
  return { kind: 'updated' };
}

interface ExaminedFields extends Examination {
  /** The fields that differ. */
  readonly different: readonly SentField[];
  /** The files that differ; null if there is no app, or if the read shows no files. */
  readonly changes: readonly FileChange[] | null;
}

function examineFields(app: App | null, { inputs, folder, held }: UpdateRun): ExaminedFields {
  if (app === null) {
    const plan = refuse(makeMissingError(inputs.slug));
    return { plan, isSame: false, different: [], changes: null };
  }
  const different = compareFields(app, held);
  const changes = compareFolder(app, folder)?.changes ?? null;
  const isSame = different.length === 0 && changes?.length === 0;
  return { plan: planUpdate(inputs, app.status, different), isSame, different, changes };
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
  const { inputs, folder, context } = run;
  const { state, log } = context;
  const { different, changes } = found;
  const names = joinWords(different.map(nameField)) || 'nothing';
  log.info(`Remote: ${app.status}, what differs: ${names}`);
  if (!inputs.diff || changes === null) return;
  const sent = changes.filter((change) => holdsField(change, different));
  state.update({ textChanges: await diffTexts(app, folder, sent) });
}

/** Notes the fields that could not be compared. */
function noteHidden(app: App, { held, context }: UpdateRun): void {
  const hidden = listHidden(app, held);
  if (hidden.length > 0) context.state.notice(describeHidden(hidden));
}

/** Notes how many files differ that an update does not send. */
function noteUnsent({ different, changes }: ExaminedFields, { state }: CommandContext): void {
  const unsent = changes?.filter((change) => !holdsField(change, different)) ?? [];
  if (unsent.length === 0) return;
  const count = formatCount(unsent.length, 'file', 'differ');
  state.notice(`${count} that update does not send: ${nameCommand('deploy')} sends all files.`);
}

/** True if a file holds one of these fields. */
function holdsField({ path }: FileChange, names: readonly SentField[]): boolean {
  return names.some((name) => appFields[name].file === path);
}
