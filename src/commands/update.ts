import { type AppFields, appFields, nameField } from '../app/app.ts';
import type { FileChange } from '../app/compare.ts';
import { compareFields, compareFolder, describeHidden, listHidden } from '../app/compare.ts';
import type { Folder } from '../folder/folder.ts';
import type { Plan } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { formatCount, joinWords } from '../text/format.ts';
import { nameCommand } from '../text/frontend.ts';
import { applyChange } from './change.ts';
import { readFields } from './create.ts';
import { endByPlan, planInReview, readExisting } from './plan.ts';
import { diffTexts } from './text-changes.ts';

/**
 * Updates the fields of the draft that differ from the folder. Only a deploy can send other files:
 * if some of them differ, a notice shows how many.
 */
export async function update(folder: Folder, run: Run): Promise<void> {
  const { inputs, report, client, log } = run;
  const held = readFields(folder);
  const before = await readExisting(run);
  const different = compareFields(before, held);
  const names = joinWords(different.map(nameField));
  const changes = compareFolder(before, folder)?.changes ?? null;
  report.noteApp(before, different.length === 0 && changes?.length === 0);
  log.info(`Remote: ${before.status}, fields that differ: ${names || 'nothing'}`);
  const isSent = (change: FileChange): boolean =>
    different.some((name) => appFields[name].file === change.path);
  if (inputs.diff && changes !== null) {
    report.textChanges = await diffTexts(before, folder, changes.filter(isSent));
  }

  let plan: Plan = { kind: 'nothing', reason: 'unchanged' };
  if (different.length > 0) {
    const change: Plan = { kind: 'change', steps: ['update'], fields: different };
    plan = planInReview(inputs, before) ?? change;
  }
  const isOver = endByPlan(plan, run);
  if (plan.kind !== 'skip') {
    const hidden = listHidden(before, held);
    if (hidden.length > 0) report.notice(describeHidden(hidden));
    noteUnsent(changes?.filter((change) => !isSent(change)) ?? [], run);
  }
  if (isOver) return;

  const fields: AppFields = Object.fromEntries(different.map((name) => [name, held[name]]));
  const { app } = await applyChange(
    {
      step: 'update',
      before,
      folder,
      send: () => client.updateApp(report.slug, fields),
      showsResult: (shown) => shown !== null && compareFields(shown, fields).length === 0,
    },
    run,
  );
  // Other files may still differ.
  const left = app === null ? null : compareFolder(app, folder);
  report.noteApp(app, left?.changes.length === 0);
  log.info(`Updated ${names}`);
  report.end('updated');
}

function noteUnsent(unsent: readonly FileChange[], { report }: Run): void {
  if (unsent.length === 0) return;
  const count = formatCount(unsent.length, 'file', 'differ');
  report.notice(`${count} that update does not send: ${nameCommand('deploy')} sends all files.`);
}
