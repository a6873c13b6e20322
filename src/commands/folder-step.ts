import { RefusedError } from '../api/errors.ts';
import type { FieldProblem } from '../api/wire.ts';
import { FolderError } from '../folder/errors.ts';
import type { AppFields, Checked, Packed } from '../folder/packed.ts';
import type { Problem } from '../problem.ts';
import { DecisionError } from './decision-error.ts';
import type { LocalFolder } from './difference.ts';
import type { Ports } from './ports.ts';

/** A folder that may be sent: packed, and without errors in the offline check. */
export interface ReadyFolder {
  readonly packed: Packed;
  readonly checked: Checked;
}

/** Packs the folder and checks it offline. Warnings go to the report; errors stop the run before anything is sent. */
export async function prepareFolder({ folder, ledger, log }: Ports): Promise<ReadyFolder> {
  const packed = await log.group('Pack', async () => {
    const result = await folder.pack();
    const { files, leftOut, byteCount, contentHash } = result;
    ledger.learn({ fileCount: files.length, byteCount, leftOut, contentHash });
    log.info(`${files.length} files, ${byteCount} bytes, ${contentHash}`);
    for (const { path, reason } of leftOut) log.info(`left out: ${path} (${reason})`);
    return result;
  });
  const checked = await log.group('Check', async () => {
    const result = await folder.check(packed);
    ledger.learn({ problems: result.problems });
    log.info(result.problems.length === 0 ? 'no problems' : `${result.problems.length} problems`);
    return result;
  });
  const errors = checked.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DecisionError('offline_problems', `${errors.length} found by the offline check`);
  return { packed, checked };
}

/**
 * The draft fields that the folder holds. Throws DecisionError `field_unreadable` for a file that is there and cannot be
 * sent as a field, too large or not text: to leave its field out would pass for having sent it.
 */
export function toFields({ packed, checked: { fields } }: ReadyFolder): AppFields {
  const lost = [
    ['index.html', fields.html],
    ['instructions.md', fields.system_prompt],
  ].find(([path, text]) => text === undefined && packed.files.some((file) => file.path === path));
  if (lost !== undefined) throw new DecisionError('field_unreadable', `${lost[0]}`);
  return fields;
}

/** The folder as the draft is compared with it. */
export async function readLocal({ packed }: ReadyFolder, { folder }: Ports): Promise<LocalFolder> {
  return { packed, serviceJson: await folder.readServiceJson(packed) };
}

/** Runs a change; the problems that a refusal names are given their place in the folder and kept for the report. */
export async function collectProblems<T>(ports: Ports, packed: Packed | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError) {
      const { problems, termsVersion } = error.details;
      const located = packed === null ? problems : await placeProblems(problems, packed, ports);
      ports.ledger.learn({
        problems: [...located, ...ports.ledger.facts.problems],
        termsRequired: termsVersion ?? ports.ledger.facts.termsRequired,
      });
    }
    throw error;
  }
}

/** A folder that changed meanwhile has no places to give any more: what the service said stands without them. */
async function placeProblems(
  problems: readonly FieldProblem[],
  packed: Packed,
  { folder, log }: Ports,
): Promise<readonly Problem[]> {
  try {
    return await folder.locate(packed, problems);
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    log.debug(`the problems could not be placed: ${error.message}`);
    return problems;
  }
}
